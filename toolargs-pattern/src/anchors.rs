//! The anchored form in which a full-match pattern is published, and the way back.

const OPEN: &str = "^(?:";
const CLOSE: &str = ")$";

/// The pattern whose search is a full match of `source`, for a JSON Schema, where `pattern` is a search.
///
/// ```
/// assert_eq!(toolargs_pattern::anchored("cat|dog"), "^(?:cat|dog)$");
/// ```
#[must_use]
pub fn anchored(source: &str) -> String {
    format!("{OPEN}{source}{CLOSE}")
}

/// The inverse of [`anchored`]: the pattern between the anchors, or `None` when `source` has another form.
///
/// The group must span everything between the anchors, so the source is read and not only looked at from both ends.
///
/// ```
/// use toolargs_pattern::strip_anchors;
///
/// assert_eq!(strip_anchors("^(?:cat|dog)$"), Some("cat|dog"));
/// assert_eq!(strip_anchors("^(?:cat)|(?:dog)$"), None); // `^` binds to the first alternative alone
/// assert_eq!(strip_anchors("^cat$"), None);
/// ```
#[must_use]
pub fn strip_anchors(source: &str) -> Option<&str> {
    let inner = source.strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
    is_balanced(inner).then_some(inner)
}

/// Whether no group or class that `inner` opens reaches beyond it, and none that it closes was opened before it.
fn is_balanced(inner: &str) -> bool {
    let mut depth = 0_usize;
    let mut in_class = false;
    let mut bytes = inner.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            // of a longer character only the first byte is skipped: the others are no syntax
            b'\\' if bytes.next().is_none() => return false,
            b'\\' => {}
            b']' => in_class = false,
            _ if in_class => {}
            b'[' => in_class = true,
            b'(' => depth += 1,
            b')' => match depth.checked_sub(1) {
                Some(outer) => depth = outer,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0 && !in_class
}
