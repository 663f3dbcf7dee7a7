//! Right values in wrong envelopes, and wrong values.

use super::generate::anything;
use super::node::Node;
use super::rng::Rng;

/// Changes one node somewhere in the payload.
pub(crate) fn node(root: &mut Node, rng: &mut Rng) {
    let number = rng.below(root.count());
    let Some(node) = root.nth(number) else { return };
    match rng.below(12) {
        0 => *node = Node::Null,
        1 => {
            let text = node.to_json();
            *node = Node::Text(text);
        }
        2 => *node = Node::List(vec![node.clone()]),
        3 => *node = anything(rng, 2),
        4 => *node = stray(rng),
        _ => own_kind(node, rng),
    }
}

/// Changes a node as its own kind goes wrong.
fn own_kind(node: &mut Node, rng: &mut Rng) {
    match node {
        Node::Number(text) => *node = number(text.clone(), rng),
        Node::Bool(value) => *node = boolean(*value, rng),
        Node::Text(text) => *node = string(text.clone(), rng),
        Node::List(items) => {
            if let Some(lone) = list(items, rng) {
                *node = lone;
            }
        }
        Node::Object(entries) => object(entries, rng),
        Node::Null | Node::Raw(_) => *node = stray(rng),
    }
}

fn stray(rng: &mut Rng) -> Node {
    match rng.below(14) {
        0 => Node::Raw("NaN".into()),
        1 => Node::Raw("-Infinity".into()),
        2 => Node::Raw("True".into()),
        3 => Node::Raw("\"\\ud800\"".into()),
        4 => Node::Raw("1e999999999".into()),
        5 => Node::Raw(format!("{}1{}", "[".repeat(140), "]".repeat(140))),
        6 => Node::Raw("{\"a\":1,\"a\":1}".into()),
        7 => Node::Text("x".repeat(300)),
        8 => Node::Object(Vec::new()),
        9 => Node::List(Vec::new()),
        10 => Node::Text(String::new()),
        11 => Node::text(rng.pick(&["null", "None", "NULL", "nil", "undefined", " null "])),
        12 => Node::Number(
            (*rng.pick(&["0", "1", "-1", "1.5", "18446744073709551616", "-9223372036854775809", "1e400"])).to_owned(),
        ),
        _ => Node::Bool(true),
    }
}

fn number(text: String, rng: &mut Rng) -> Node {
    let whole = text.parse::<i128>().ok();
    match rng.below(20) {
        0..=4 => Node::Text(text),
        5 => Node::Number(format!("{text}.0")),
        6 => Node::Text(format!("{text}.0")),
        7 => Node::Number(format!("{text}00e-2")),
        8 => Node::Number(whole.map_or(text, |n| n.wrapping_add(1).to_string())),
        9 => Node::Number(whole.map_or("0".into(), |n| n.wrapping_sub(1).to_string())),
        10 => Node::Number(format!("{text}.5")),
        11 => Node::Text(format!(" {text} ")),
        12 => Node::Text(format!("+{text}")),
        13 => Node::Text(format!("00{text}")),
        14 => Node::Text(format!("{text},000")),
        15 => Node::Text(format!("{text}e1")),
        16 => Node::Text(format!("{text}%")),
        17 => Node::Number(format!("{text}000000000000000000000001")),
        18 => Node::Number(format!("-{}", text.trim_start_matches('-'))),
        _ => Node::Number(format!("{text}.0000000000000001")),
    }
}

fn boolean(value: bool, rng: &mut Rng) -> Node {
    let word = if value { "true" } else { "false" };
    match rng.below(9) {
        0 | 1 => Node::text(word),
        2 => Node::Text(word.to_uppercase()),
        3 => Node::Text(format!("{}{}", word[..1].to_uppercase(), &word[1..])),
        4 => Node::Text(format!(" {word}\n")),
        5 => Node::text(if value { "yes" } else { "no" }),
        6 => Node::Number(u8::from(value).to_string()),
        7 => Node::text(if value { "1" } else { "0" }),
        _ => Node::Bool(!value),
    }
}

fn string(text: String, rng: &mut Rng) -> Node {
    match rng.below(20) {
        0 | 1 => Node::Text(text.to_uppercase()),
        2 => Node::Text(text.to_lowercase()),
        3 => Node::Text(format!("  {text} ")),
        4 => Node::Text(format!("{text}\n")),
        5 => Node::Text(String::new()),
        6 => Node::text(rng.pick(&["null", "None", "NULL", "none"])),
        7 => Node::Text(text.chars().skip(1).collect()),
        8 => Node::Text(format!("{text}{}", text.chars().next().unwrap_or('x'))),
        9 => Node::Text(text.repeat(30)),
        10 => Node::Text(format!("{text}, {text}")),
        11 => Node::Text(format!("{text}T00:00:00")),
        12 => Node::Text(format!("{text}T00:00:00Z")),
        13 => Node::Text(text.replace('-', "/")),
        14 => Node::Text(text.replace(['-', '_'], " ")),
        15 => Node::Text(format!("\"{text}\"")),
        16 => Node::Number((*rng.pick(&["7", "-7", "1.5", "0", "-0", "12345678901234567890123"])).to_owned()),
        17 => Node::Raw(format!("\"{}\n\"", text.replace(['"', '\\', '\n'], ""))),
        18 => Node::Text(text.replace('1', "2").replace('a', "b")),
        _ => Node::Text(format!("\u{200b}{text}\u{202e}")),
    }
}

/// A lone scalar where a list is due, or the list itself, changed.
fn list(items: &mut Vec<Node>, rng: &mut Rng) -> Option<Node> {
    match rng.below(8) {
        0 | 1 => return items.first().cloned(),
        2 => items.extend(items.clone()),
        3 => drop(items.pop()),
        4 => items.push(Node::Null),
        5 => items.push(anything(rng, 3)),
        6 => {
            let joined: Vec<String> = items.iter().map(Node::to_json).collect();
            return Some(Node::Text(joined.join(", ")));
        }
        _ => items.extend((0..25).map(|_| Node::text("x"))),
    }
    None
}

fn object(entries: &mut Vec<(String, Node)>, rng: &mut Rng) {
    if entries.is_empty() {
        entries.push(("extra".into(), Node::Number("1".into())));
        return;
    }
    let chosen = rng.below(entries.len());
    let (key, value) = entries[chosen].clone();
    match rng.below(14) {
        0 | 1 => drop(entries.remove(chosen)),
        2 => entries
            .push((rng.pick(&["amount", "extra", "Type", "", "odd name", "\u{202e}x"]).to_string(), anything(rng, 2))),
        3 => entries[chosen].0 = key.to_uppercase(),
        4 | 5 => entries[chosen].0 = camel(&key),
        6 => entries[chosen].0 = key.replace('_', "-"),
        7 | 8 => entries.push((key, value)),
        9 => entries.push((key, anything(rng, 2))),
        10 => entries.insert(0, (key.to_lowercase(), Node::Null)),
        11 => entries[chosen].0.push('s'),
        12 => rng.shuffle(entries),
        _ => entries.extend((0..20).map(|number| (format!("k{number}"), Node::Null))),
    }
}

fn camel(key: &str) -> String {
    let mut words = key.split(['_', ' ', '-']);
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let mut letters = word.chars();
        let head: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        all + &head + letters.as_str()
    })
}

/// Writes the payload, in a wrong envelope at times.
pub(crate) fn payload(root: &Node, name: &str, rng: &mut Rng) -> String {
    let json = root.to_json();
    match rng.below(60) {
        0 => format!("```json\n{json}\n```"),
        1 => format!("```\r\n{json}\r\n```\n"),
        2 => Node::Text(json).to_json(),
        3 => Node::Text(Node::Text(json).to_json()).to_json(),
        4 => json.replace('}', ",}").replace(']', ",]"),
        5 | 6 => root.to_python(),
        7 => format!("{{\"arguments\": {json}}}"),
        8 => format!("{{\"{name}\": {json}}}"),
        9 => format!("{{\"input\":{json},\"x\":1}}"),
        10 => json.chars().take(rng.below(json.len())).collect(),
        11 => format!("Here it is: {json}"),
        12 => format!("{json}\nDone."),
        13 => format!("{json}{json}"),
        14 => format!(" \n{json}\t"),
        15 => format!("\u{feff}{json}"),
        16 => "null".to_owned(),
        17 => String::new(),
        18 => format!("[{json}]"),
        19 => format!("```json\n{}\n```", root.to_python()),
        20 => format!("{json}{}", " ".repeat(5000)),
        21 => json.replace(':', ":\n\t"),
        _ => json,
    }
}
