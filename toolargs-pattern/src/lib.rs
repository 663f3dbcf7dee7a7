//! Patterns of tool specs: one dialect, matched in linear time.
//!
//! ```
//! use toolargs_pattern::{Matcher, anchored, check};
//!
//! // at macro expansion, for `#[arg(pattern = "…")]`
//! check("ord_[A-Za-z0-9]{8}")?;
//!
//! // at run time
//! let order = Matcher::full("ord_[A-Za-z0-9]{8}")?;
//! assert!(order.is_match("ord_A1b2C3d4"));
//! assert!(!order.is_match("ord_A1b2C3d4\n"));
//!
//! // in the published schema
//! assert_eq!(anchored("ord_[A-Za-z0-9]{8}"), "^(?:ord_[A-Za-z0-9]{8})$");
//! # Ok::<(), String>(())
//! ```
//!
//! # The dialect
//!
//! Patterns are regular expressions of ECMA 262 as with the `u` flag, which is what JSON Schema says they are, so that
//! a published pattern means to every reader what it means here.
//!
//! | syntax | meaning |
//! |---|---|
//! | `\d` `\w` | `[0-9]`, `[A-Za-z0-9_]` |
//! | `\s` | tab, line feed, vertical tab, form feed, carriage return, space, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF |
//! | `\D` `\W` `\S` | any other code point |
//! | `\b` `\B` | a border of `\w` characters, or none |
//! | `.` | any code point but line feed, carriage return, U+2028 and U+2029 |
//! | `^` `$` | start and end of the text; never a line's |
//! | `[…]` | a class; `[`, `&&`, `--` and `~~` stand for themselves in it; `[]` matches nothing, `[^]` any code point |
//! | `\t` `\n` `\v` `\f` `\r` `\0` `\cX` `\xHH` `\uHHHH` `\u{H…}` | one code point; two `\uHHHH` that are a surrogate pair are one too |
//! | `\p{…}` `\P{…}` | a general category, `Script=`, `Script_Extensions=`, or a binary property |
//! | `(…)` `(?:…)` `(?<name>…)` | a group |
//! | `*` `+` `?` `{n}` `{n,}` `{n,m}`, each with `?` | repetition; whether it is lazy makes no difference to a match |
//!
//! Published schemas hold patterns that were written without the `u` flag. What it refuses is accepted where it can
//! mean one thing only: an escaped punctuation mark or space (`\_`, `\@`, `\ `), a lone `]`, `{` or `}`, and `-` beside
//! a class escape (`[\w-.]`).
//!
//! # Refused
//!
//! * What cannot be matched in linear time: look-ahead, look-behind, back-references.
//! * What other engines know and ECMA 262 does not: inline flags, possessive quantifiers, atomic groups, `(?P<name>…)`,
//!   POSIX classes, `\A`, `\z`, `\Z`, `\h`, `\a`, `\e`.
//! * What means something else than it seems to: `{,5}` (ECMA 262 takes it literally), `[]a]`, `[[a]]`, octal codes,
//!   half of a surrogate pair.
//!
//! # Untrusted patterns
//!
//! A pattern may come from a schema that somebody else wrote. No pattern panics, and none is compiled that is longer
//! than 64 KiB, nests deeper than 100 levels, or takes more than a megabyte. A match takes time linear in the text,
//! times the size of the pattern at worst.
#![forbid(unsafe_code)]

mod anchors;
mod ecma;
mod matcher;
mod units;

#[cfg(test)]
mod tests;

pub use anchors::{anchored, strip_anchors};
pub use matcher::{Matcher, check};
