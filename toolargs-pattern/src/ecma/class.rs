//! Character classes. `[`, `&&`, `--` and `~~` mean nothing in them, unlike in the `regex` crate.

use super::cursor::excerpt;
use super::escape::{self, Escape, Place};
use super::{Last, Translator, push_literal};

/// Every code point; negated, none.
const ALL: &str = r"\x00-\x{10FFFF}";

enum Item {
    Char(char),
    Set(escape::ClassEscape),
}

impl Translator<'_> {
    /// Reads the class whose `[` was just consumed.
    pub(super) fn class(&mut self) -> Result<(), String> {
        let start = self.input.position() - 1;
        self.last = Last::Atom;
        let negated = self.input.eat("^");
        if self.input.eat("]") {
            if !negated {
                self.empty_class = Some(start);
            }
            self.output.push_str(if negated { "[" } else { "[^" });
            self.output.push_str(ALL);
            self.output.push(']');
            return Ok(());
        }
        self.output.push_str(if negated { "[^" } else { "[" });
        let mut bare_bracket = false;
        loop {
            match self.input.peek() {
                Some(']') => break,
                Some('[') => {
                    bare_bracket = true;
                    self.refuse_posix_class()?;
                }
                _ => {}
            }
            let item_start = self.input.position();
            match self.item(start)? {
                Item::Char(low) => self.char_or_range(start, item_start, low)?,
                Item::Set(set) => self.set_before_dash(start, &set)?,
            }
        }
        self.input.next();
        self.output.push(']');
        if bare_bracket {
            self.bracket_in_class = Some((start, self.input.position()));
        }
        Ok(())
    }

    /// A character, and the range that starts with it if one does.
    fn char_or_range(&mut self, start: usize, item_start: usize, low: char) -> Result<(), String> {
        if !self.input.rest().starts_with('-') || self.input.rest().starts_with("-]") {
            push_literal(&mut self.output, low);
            return Ok(());
        }
        self.input.next();
        match self.item(start)? {
            Item::Char(high) if high < low => {
                return Err(format!("range out of order: {}", excerpt(self.input.between(item_start))));
            }
            Item::Char(high) => {
                push_literal(&mut self.output, low);
                self.output.push('-');
                push_literal(&mut self.output, high);
            }
            // no range, although the `u` flag refuses it: the `-` can only be itself
            Item::Set(set) => {
                push_literal(&mut self.output, low);
                self.output.push_str(r"\-");
                self.push_set(&set);
            }
        }
        Ok(())
    }

    /// A class escape. A `-` behind it is widely published (`[\w-.]`) and can only be itself.
    fn set_before_dash(&mut self, start: usize, set: &escape::ClassEscape) -> Result<(), String> {
        self.push_set(set);
        if self.input.rest().starts_with("-]") || !self.input.eat("-") {
            return Ok(());
        }
        self.output.push_str(r"\-");
        match self.item(start)? {
            Item::Char(c) => push_literal(&mut self.output, c),
            Item::Set(set) => self.push_set(&set),
        }
        Ok(())
    }

    fn item(&mut self, start: usize) -> Result<Item, String> {
        match self.input.next() {
            None => Err(format!("unclosed character class {}", excerpt(self.input.text_from(start)))),
            Some('\\') => match escape::read(&mut self.input, Place::Class)? {
                Escape::Char(c) => Ok(Item::Char(c)),
                Escape::Class(set) => {
                    self.count_property(&set)?;
                    Ok(Item::Set(set))
                }
                Escape::WordBoundary | Escape::NotWordBoundary => {
                    Err("a word boundary cannot stand in a character class".to_owned())
                }
            },
            Some(c) => Ok(Item::Char(c)),
        }
    }

    fn push_set(&mut self, set: &escape::ClassEscape) {
        if set.negated {
            self.output.push_str("[^");
            self.output.push_str(&set.items);
            self.output.push(']');
        } else {
            self.output.push_str(&set.items);
        }
    }

    /// ECMA 262 reads `[[:alpha:]]` as a class of `[:alph` before a `]`, which nobody who writes it means.
    fn refuse_posix_class(&self) -> Result<(), String> {
        let rest = self.input.rest();
        let Some(name) = rest.strip_prefix("[:") else {
            return Ok(());
        };
        let end = name.find(|c: char| !c.is_ascii_alphabetic() && c != '^').unwrap_or(name.len());
        if end == 0 || !name[end..].starts_with(":]") {
            return Ok(());
        }
        Err(format!("POSIX classes are not ECMA 262: {}", excerpt(&rest[..end + 4])))
    }
}
