//! A matcher for simple patterns: literals and repeated classes one after the other, as `ord_[A-Za-z0-9]{8}`.
//!
//! Most patterns of tool specs are of this kind, and on a dozen bytes the general engine spends more on getting ready
//! than on matching. It applies where taking as much as possible at each step can never be wrong: whatever may follow a
//! repetition of variable length starts with a character that the repetition does not accept. Then no other split of
//! the text could match either, and there is nothing to go back for.

use regex_syntax::hir::{Class, Hir, HirKind, Look};

/// One bit each in the table's entries. A character of a literal is a class too.
const MAX_CLASSES: usize = 32;

/// Keeps the disjointness check, which compares parts by pairs, to a few thousand steps.
const MAX_PARTS: usize = 64;

/// A longer repetition is counted instead of laid out byte by byte.
const MAX_FIXED: usize = 64;

/// Sorted and disjoint.
type Ranges = Box<[(char, char)]>;

#[derive(Clone, Debug)]
pub(crate) struct Units {
    fixed: Fixed,
    units: Box<[Unit]>,
    /// For each byte the set of classes that refuse it. A byte of a character beyond ASCII is refused by all.
    refused: Box<Refused>,
    /// Whether any text may follow: a search for a pattern that is anchored only at its start.
    open_end: bool,
}

type Refused = [u32; 256];

/// The class of each of some ASCII characters.
type Fixed = Vec<u32>;

/// One class repeated, and what stands behind it.
#[derive(Clone, Debug)]
struct Unit {
    class: u32,
    min: usize,
    max: usize,
    /// The part of the class beyond ASCII.
    wide: Ranges,
    fixed: Fixed,
}

impl Units {
    /// `None` if the pattern is not simple.
    pub(crate) fn new(hir: &Hir) -> Option<Units> {
        let mut builder = Builder::default();
        builder.flatten(hir)?;
        builder.finish()
    }

    #[inline]
    pub(crate) fn is_match(&self, text: &str) -> bool {
        match skip_fixed(&self.fixed, &self.refused, text.as_bytes()) {
            Some(rest) if self.units.is_empty() => self.open_end || rest.is_empty(),
            Some(rest) => self.match_units(text, rest),
            None => false,
        }
    }

    /// Apart, so that its frame is no burden on patterns of a fixed length.
    #[inline(never)]
    fn match_units(&self, text: &str, mut rest: &[u8]) -> bool {
        for unit in &self.units {
            let taken = if unit.wide.is_empty() {
                unit.take(&self.refused, rest)
            } else {
                unit.take_wide(&self.refused, text, rest)
            };
            let after = taken.and_then(|taken| skip_fixed(&unit.fixed, &self.refused, rest.get(taken..)?));
            match after {
                Some(after) => rest = after,
                None => return false,
            }
        }
        self.open_end || rest.is_empty()
    }
}

#[inline]
fn skip_fixed<'t>(fixed: &[u32], refused: &Refused, rest: &'t [u8]) -> Option<&'t [u8]> {
    let (head, after) = rest.split_at_checked(fixed.len())?;
    // no branch for each byte: in a text that matches, none would end the loop
    let refusals =
        head.iter().zip(fixed).fold(0, |refusals, (&byte, &class)| refusals | (refused[usize::from(byte)] & class));
    (refusals == 0).then_some(after)
}

impl Unit {
    /// How many bytes of `rest` the repetition takes.
    fn take(&self, refused: &Refused, rest: &[u8]) -> Option<usize> {
        let taken =
            rest.iter().take(self.max).take_while(|&&byte| refused[usize::from(byte)] & self.class == 0).count();
        (taken >= self.min).then_some(taken)
    }

    /// The same for a class that goes beyond ASCII; `rest` is the end of `text`.
    #[inline(never)]
    fn take_wide(&self, refused: &Refused, text: &str, rest: &[u8]) -> Option<usize> {
        let start = text.len() - rest.len();
        let mut taken = 0;
        let mut count = 0;
        while count < self.max {
            let Some(&byte) = rest.get(taken) else { break };
            let length = if byte.is_ascii() {
                usize::from(refused[usize::from(byte)] & self.class == 0)
            } else {
                let c = text.get(start + taken..)?.chars().next()?;
                if contains(&self.wide, c) { c.len_utf8() } else { 0 }
            };
            if length == 0 {
                break;
            }
            taken += length;
            count += 1;
        }
        (count >= self.min).then_some(taken)
    }
}

fn contains(ranges: &[(char, char)], c: char) -> bool {
    let index = ranges.partition_point(|&(_, high)| high < c);
    ranges.get(index).is_some_and(|&(low, _)| low <= c)
}

fn intersect(left: &[(char, char)], right: &[(char, char)]) -> bool {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(&&(left_low, left_high)), Some(&&(right_low, right_high))) = (left.peek(), right.peek()) {
        if left_high < right_low {
            left.next();
        } else if right_high < left_low {
            right.next();
        } else {
            return true;
        }
    }
    false
}

/// A class, repeated. In this form the pattern is judged, before its classes have bits.
struct Part {
    class: Ranges,
    min: usize,
    max: usize,
}

#[derive(Default)]
struct Builder {
    parts: Vec<Part>,
    start: bool,
    end: bool,
}

impl Builder {
    /// Recurses no deeper than the parser allows patterns to nest.
    fn flatten(&mut self, hir: &Hir) -> Option<()> {
        match hir.kind() {
            HirKind::Empty => Some(()),
            HirKind::Literal(literal) => {
                let literal = std::str::from_utf8(&literal.0).ok()?;
                literal.chars().try_for_each(|c| self.push([(c, c)].into(), 1, 1))
            }
            HirKind::Class(class) => self.push(ranges(class)?, 1, 1),
            HirKind::Look(Look::Start) => {
                self.start = true;
                (self.parts.is_empty() && !self.end).then_some(())
            }
            HirKind::Look(Look::End) => {
                self.end = true;
                Some(())
            }
            HirKind::Look(_) | HirKind::Alternation(_) => None,
            HirKind::Capture(capture) => self.flatten(&capture.sub),
            HirKind::Concat(items) => items.iter().try_for_each(|item| self.flatten(item)),
            HirKind::Repetition(repetition) => {
                let min = usize::try_from(repetition.min).ok()?;
                let max = repetition.max.map_or(Some(usize::MAX), |max| usize::try_from(max).ok())?;
                if let Some(class) = one_character(&repetition.sub) {
                    self.push(class, min, max)
                } else if min == max && min <= MAX_PARTS {
                    // as `(-[0-9a-f]{4}){3}` in the pattern of a UUID
                    (0..min).try_for_each(|_| self.flatten(&repetition.sub))
                } else {
                    None
                }
            }
        }
    }

    fn push(&mut self, class: Ranges, min: usize, max: usize) -> Option<()> {
        if max == 0 {
            return Some(());
        }
        if self.end {
            return None;
        }
        match self.parts.last_mut() {
            Some(last) if last.class == class => {
                // no text is long enough to show where this stops counting
                last.min = last.min.saturating_add(min);
                last.max = last.max.saturating_add(max);
            }
            _ => self.parts.push(Part { class, min, max }),
        }
        (self.parts.len() <= MAX_PARTS).then_some(())
    }

    fn finish(mut self) -> Option<Units> {
        if !self.start {
            return None;
        }
        if !self.end {
            self.shorten_end();
        }
        if !(0..self.parts.len()).all(|index| self.is_unambiguous(index)) {
            return None;
        }
        let mut classes: Vec<Ranges> = Vec::new();
        let mut refused = Box::new([u32::MAX; 256]);
        let mut fixed = Fixed::new();
        let mut units: Vec<Unit> = Vec::new();
        for Part { class, min, max } in self.parts {
            let index = classes.iter().position(|known| *known == class).unwrap_or(classes.len());
            if index == MAX_CLASSES {
                return None;
            }
            let bit = 1 << index;
            let wide: Ranges = class
                .iter()
                .filter(|(_, high)| !high.is_ascii())
                .map(|&(low, high)| (low.max('\u{80}'), high))
                .collect();
            if index == classes.len() {
                for byte in (0..0x80_u8).filter(|&byte| contains(&class, char::from(byte))) {
                    refused[usize::from(byte)] &= !bit;
                }
                classes.push(class);
            }
            let laid_out = if wide.is_empty() && min <= MAX_FIXED { min } else { 0 };
            let before = units.last_mut().map_or(&mut fixed, |unit| &mut unit.fixed);
            before.extend(std::iter::repeat_n(bit, laid_out));
            if max > laid_out {
                units.push(Unit { class: bit, min: min - laid_out, max: max - laid_out, wide, fixed: Fixed::new() });
            }
        }
        Some(Units { fixed, units: units.into(), refused, open_end: !self.end })
    }

    /// Where any text may follow, nothing need be taken that is not required.
    fn shorten_end(&mut self) {
        while let Some(last) = self.parts.last_mut() {
            last.max = last.min;
            if last.min > 0 {
                return;
            }
            self.parts.pop();
        }
    }

    /// Whether no character that the part at `index` accepts can come next once it has ended.
    fn is_unambiguous(&self, index: usize) -> bool {
        let part = &self.parts[index];
        if part.min == part.max {
            return true;
        }
        for next in &self.parts[index + 1..] {
            if intersect(&part.class, &next.class) {
                return false;
            }
            if next.min > 0 {
                break;
            }
        }
        true
    }
}

/// The class of what matches exactly one character.
fn one_character(hir: &Hir) -> Option<Ranges> {
    match hir.kind() {
        HirKind::Class(class) => ranges(class),
        HirKind::Literal(literal) => {
            let mut chars = std::str::from_utf8(&literal.0).ok()?.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) => Some([(c, c)].into()),
                _ => None,
            }
        }
        HirKind::Capture(capture) => one_character(&capture.sub),
        _ => None,
    }
}

fn ranges(class: &Class) -> Option<Ranges> {
    match class {
        Class::Unicode(class) => Some(class.iter().map(|range| (range.start(), range.end())).collect()),
        Class::Bytes(_) => None,
    }
}
