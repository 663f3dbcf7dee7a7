//! JSON as text has it: numbers by their digits, keys that stand twice, tokens that are no JSON.

use serde_json::Value;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    /// Written as it is, JSON or not.
    Raw(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

impl Node {
    pub(crate) fn text(text: impl AsRef<str>) -> Node {
        Node::Text(text.as_ref().to_owned())
    }

    pub(crate) fn of(value: &Value) -> Node {
        match value {
            Value::Null => Node::Null,
            Value::Bool(value) => Node::Bool(*value),
            Value::Number(number) => Node::Number(number.to_string()),
            Value::String(text) => Node::text(text),
            Value::Array(items) => Node::List(items.iter().map(Node::of).collect()),
            Value::Object(entries) => {
                Node::Object(entries.iter().map(|(key, value)| (key.clone(), Node::of(value))).collect())
            }
        }
    }

    pub(crate) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, false);
        out
    }

    /// As a Python literal.
    pub(crate) fn to_python(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, true);
        out
    }

    fn write(&self, out: &mut String, python: bool) {
        let quoted = |text: &str| match python {
            false => Value::from(text).to_string(),
            true => format!(
                "'{}'",
                text.replace('\\', "\\\\").replace('\'', "\\'").replace('\n', "\\n").replace('\r', "\\r")
            ),
        };
        match self {
            Node::Null => out.push_str(if python { "None" } else { "null" }),
            Node::Bool(value) => out.push_str(match (value, python) {
                (true, false) => "true",
                (false, false) => "false",
                (true, true) => "True",
                (false, true) => "False",
            }),
            Node::Number(text) | Node::Raw(text) => out.push_str(text),
            Node::Text(text) => out.push_str(&quoted(text)),
            Node::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    item.write(out, python);
                }
                out.push(']');
            }
            Node::Object(entries) => {
                out.push('{');
                for (index, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    out.push_str(&quoted(key));
                    out.push(':');
                    value.write(out, python);
                }
                out.push('}');
            }
        }
    }

    /// True when a key may stand twice somewhere: for sure, or within what is written as it is.
    pub(crate) fn repeats_a_key(&self) -> bool {
        match self {
            Node::Raw(text) => text.starts_with('{'),
            Node::List(items) => items.iter().any(Node::repeats_a_key),
            Node::Object(entries) => {
                let twice = entries
                    .iter()
                    .enumerate()
                    .any(|(at, (key, _))| entries[..at].iter().any(|(known, _)| known == key));
                twice || entries.iter().any(|(_, value)| value.repeats_a_key())
            }
            _ => false,
        }
    }

    /// How many nodes there are, this one included.
    pub(crate) fn count(&self) -> usize {
        1 + match self {
            Node::List(items) => items.iter().map(Node::count).sum(),
            Node::Object(entries) => entries.iter().map(|(_, value)| value.count()).sum(),
            _ => 0,
        }
    }

    /// The node of that number, counted from the root on.
    pub(crate) fn nth(&mut self, mut number: usize) -> Option<&mut Node> {
        if number == 0 {
            return Some(self);
        }
        number -= 1;
        let below: Vec<&mut Node> = match self {
            Node::List(items) => items.iter_mut().collect(),
            Node::Object(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        };
        for node in below {
            let count = node.count();
            if number < count {
                return node.nth(number);
            }
            number -= count;
        }
        None
    }
}
