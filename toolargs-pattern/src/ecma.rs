//! From ECMA 262 regular expressions (as with the `u` flag) to the syntax of the `regex` crate, in one pass over the
//! text. Nothing here recurses, so the depth of a pattern is bounded by the parser behind it alone.

use std::collections::HashSet;

mod class;
mod cursor;
mod escape;

use cursor::Cursor;
use escape::Escape;

pub(crate) use cursor::excerpt;

/// What `.` matches: any code point that ends no line.
const DOT: &str = r"[^\n\r\x{2028}\x{2029}]";

/// A pattern of tool specs is a line or two; the sources that get anywhere near this are generated or hostile.
const MAX_SOURCE: usize = 64 * 1024;

/// `\S` is two characters of source and a hundred of translation, each a node for the parser. A translation over this
/// would not compile within the size limit, so it need not be parsed to be refused.
const MAX_TRANSLATION: usize = 4 * MAX_SOURCE;

/// A property is up to seven hundred ranges, copied for each mention.
const MAX_PROPERTIES: usize = 256;

pub(crate) const TOO_LARGE: &str = "pattern is too large when compiled";

/// The translation of `source`. It matches what `source` matches, captures nothing, and has balanced groups, so that it
/// can be put between anchors.
pub(crate) fn translate(source: &str) -> Result<String, String> {
    if source.len() > MAX_SOURCE {
        return Err(format!("pattern is longer than {MAX_SOURCE} bytes"));
    }
    let mut translator = Translator {
        input: Cursor::new(source),
        output: String::with_capacity(source.len() * 2),
        last: Last::Nothing,
        open_groups: Vec::new(),
        names: HashSet::new(),
        properties: 0,
        empty_class: None,
        bracket_in_class: None,
    };
    translator.run()?;
    Ok(translator.output)
}

/// What stands before the cursor, as far as a quantifier cares.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    Nothing,
    Atom,
    Quantifier,
}

struct Translator<'a> {
    input: Cursor<'a>,
    output: String,
    last: Last,
    /// Where each open group starts, for the message about one that is never closed.
    open_groups: Vec<usize>,
    names: HashSet<&'a str>,
    properties: usize,
    /// Where a `[]` stands: a lone `]` after it was most likely meant to be in that class.
    empty_class: Option<usize>,
    /// Start and end of the last class that holds a bare `[`: a `]` right behind it was meant to close a nested class.
    bracket_in_class: Option<(usize, usize)>,
}

impl Translator<'_> {
    fn run(&mut self) -> Result<(), String> {
        while let Some(c) = self.input.next() {
            match c {
                '^' => self.assertion(r"\A"),
                '$' => self.assertion(r"\z"),
                '.' => self.atom(DOT),
                '|' => self.assertion("|"),
                '(' => self.open_group()?,
                ')' => self.close_group()?,
                '[' => self.class()?,
                '*' => self.quantifier("*", "*")?,
                '+' => self.quantifier("+", "+")?,
                '?' => self.quantifier("?", "?")?,
                '{' => self.brace()?,
                ']' => self.lone_bracket()?,
                '\\' => self.escape()?,
                c => self.literal(c),
            }
            if self.output.len() > MAX_TRANSLATION {
                return Err(TOO_LARGE.to_owned());
            }
        }
        match self.open_groups.pop() {
            Some(start) => Err(format!("unclosed group {}", excerpt(self.input.text_from(start)))),
            None => Ok(()),
        }
    }

    /// Something that cannot be repeated.
    fn assertion(&mut self, translation: &str) {
        self.output.push_str(translation);
        self.last = Last::Nothing;
    }

    fn atom(&mut self, translation: &str) {
        self.output.push_str(translation);
        self.last = Last::Atom;
    }

    fn literal(&mut self, c: char) {
        push_literal(&mut self.output, c);
        self.last = Last::Atom;
    }

    fn escape(&mut self) -> Result<(), String> {
        match escape::read(&mut self.input, escape::Place::Outside)? {
            Escape::Char(c) => self.literal(c),
            Escape::Class(class) => {
                self.count_property(&class)?;
                self.output.push_str(if class.negated { "[^" } else { "[" });
                self.output.push_str(&class.items);
                self.atom("]");
            }
            Escape::WordBoundary => self.assertion(r"(?-u:\b)"),
            Escape::NotWordBoundary => self.assertion(r"(?-u:\B)"),
        }
        Ok(())
    }

    fn count_property(&mut self, class: &escape::ClassEscape) -> Result<(), String> {
        self.properties += usize::from(class.is_property);
        if self.properties > MAX_PROPERTIES { Err(TOO_LARGE.to_owned()) } else { Ok(()) }
    }

    fn open_group(&mut self) -> Result<(), String> {
        let start = self.input.position() - 1;
        if self.input.eat("?<=") || self.input.eat("?<!") {
            return Err(self.not_linear("look-behind", start));
        }
        if self.input.eat("?=") || self.input.eat("?!") {
            return Err(self.not_linear("look-ahead", start));
        }
        if self.input.eat("?<") {
            self.group_name(start)?;
        } else if !self.input.eat("?:") && self.input.eat("?") {
            return Err(self.foreign_group(start));
        }
        self.open_groups.push(start);
        self.assertion("(?:");
        Ok(())
    }

    fn not_linear(&self, kind: &str, start: usize) -> String {
        let group = excerpt(self.input.text_from(start));
        format!("{kind} {group} is not supported: it cannot be matched in linear time")
    }

    fn group_name(&mut self, start: usize) -> Result<(), String> {
        let name = self.input.take_while(|c| c.is_alphanumeric() || c == '_' || c == '$');
        if name.is_empty() || name.starts_with(char::is_numeric) || !self.input.eat(">") {
            return Err(format!("invalid group name in {}", excerpt(self.input.text_from(start))));
        }
        if !self.names.insert(name) {
            return Err(format!("two groups are named {}", excerpt(name)));
        }
        Ok(())
    }

    fn foreign_group(&self, start: usize) -> String {
        let group = excerpt(self.input.text_from(start));
        match self.input.peek() {
            Some('P') => format!("{group} is not ECMA 262; write `(?<name>...)` for a named group"),
            Some('#') => format!("{group}: comments are not ECMA 262"),
            Some('>') => format!("{group}: atomic groups are not ECMA 262"),
            Some(c) if c.is_ascii_alphabetic() || c == '-' => {
                format!("inline flags are not supported: {group}")
            }
            _ => format!("unknown kind of group {group}"),
        }
    }

    fn close_group(&mut self) -> Result<(), String> {
        if self.open_groups.pop().is_none() {
            return Err("unopened group: `)` without `(`".to_owned());
        }
        self.atom(")");
        Ok(())
    }

    fn quantifier(&mut self, source: &str, translation: &str) -> Result<(), String> {
        match self.last {
            Last::Atom => {}
            Last::Quantifier if source == "+" => {
                return Err("possessive quantifiers are not ECMA 262".to_owned());
            }
            Last::Nothing | Last::Quantifier => {
                return Err(format!("nothing to repeat before {}", excerpt(source)));
            }
        }
        // lazy or greedy: the question is only whether there is a match
        self.input.eat("?");
        self.output.push_str(translation);
        self.last = Last::Quantifier;
        Ok(())
    }

    /// `{`: a counted repetition, or a literal where it cannot be mistaken for one.
    fn brace(&mut self) -> Result<(), String> {
        let start = self.input.position() - 1;
        let rest = self.input.text_from(start);
        let inside = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
        let body = &rest[1..rest[1..].find(|c| !inside(c)).map_or(rest.len(), |end| end + 1)];
        if body.is_empty() || !rest[1 + body.len()..].starts_with('}') {
            self.literal('{');
            return Ok(());
        }
        let source = &rest[..body.len() + 2];
        let whole = excerpt(source);
        let (min, max) = match body.split_once(',') {
            None => (body, Some(body)),
            Some((min, "")) => (min, None),
            Some((min, max)) => (min, Some(max)),
        };
        if min.is_empty() && max.is_some_and(is_digits) {
            return Err(format!("{whole} is not a repetition in ECMA 262; write `{{0{body}}}`"));
        }
        if !is_digits(min) || max.is_some_and(|max| !is_digits(max)) {
            return Err(format!("{whole} is not a repetition in ECMA 262; for a literal brace write `\\{{`"));
        }
        let count =
            |digits: &str| digits.parse::<u32>().map_err(|_| format!("repetition count is too large in {whole}"));
        let min = count(min)?;
        let translation = match max.map(count).transpose()? {
            None => format!("{{{min},}}"),
            Some(max) if max < min => return Err(format!("numbers out of order in {whole}")),
            Some(max) => format!("{{{min},{max}}}"),
        };
        self.input.eat(&source[1..]);
        self.quantifier(source, &translation)
    }

    fn lone_bracket(&mut self) -> Result<(), String> {
        if let Some(start) = self.empty_class {
            return Err(format!(
                "{}: `[]` is a class of nothing; to have `]` in a class write `\\]`",
                excerpt(self.input.between(start))
            ));
        }
        if let Some((start, end)) = self.bracket_in_class
            && end + 1 == self.input.position()
        {
            return Err(format!(
                "{}: classes do not nest; write `\\[` and `\\]` for the characters",
                excerpt(self.input.between(start))
            ));
        }
        self.literal(']');
        Ok(())
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Escapes all that means something to the `regex` crate, inside or outside a class.
fn push_literal(output: &mut String, c: char) {
    if regex_syntax::is_meta_character(c) {
        output.push('\\');
    }
    output.push(c);
}
