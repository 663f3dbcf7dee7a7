//! Values that a schema admits.

use std::collections::HashMap;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value};

use super::node::Node;
use super::rng::Rng;

/// Walks a schema and makes values of it.
pub(crate) struct Generator<'s> {
    root: &'s Value,
    /// Texts that match, for each pattern of the schema.
    matching: HashMap<String, Vec<String>>,
}

/// How deep values go before they take the shortest way to an end.
const DEEP: usize = 4;

impl<'s> Generator<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        let mut patterns = Vec::new();
        collect(root, &mut patterns);
        let matching = patterns.into_iter().map(|pattern| (pattern.to_owned(), matching(pattern))).collect();
        Generator { root, matching }
    }

    /// A value of the whole schema.
    pub(crate) fn value(&self, rng: &mut Rng) -> Node {
        self.of(self.root, rng, 0)
    }

    fn of(&self, schema: &Value, rng: &mut Rng, depth: usize) -> Node {
        let Value::Object(keywords) = schema else { return anything(rng, depth) };
        if let Some(Value::String(reference)) = keywords.get("$ref") {
            let target = self.root.pointer(reference.trim_start_matches('#')).expect("a reference within the schema");
            return self.of(target, rng, depth);
        }
        if let Some(constant) = keywords.get("const") {
            return Node::of(constant);
        }
        if let Some(Value::Array(values)) = keywords.get("enum") {
            return Node::of(rng.pick(values));
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(Value::Array(alternatives)) = keywords.get(keyword) {
                // the first alternatives end recursion soonest in the types here
                let chosen = if depth > DEEP { &alternatives[0] } else { rng.pick(alternatives) };
                return self.of(chosen, rng, depth);
            }
        }
        let kind = match keywords.get("type") {
            Some(Value::String(kind)) => kind,
            Some(Value::Array(kinds)) => rng.pick(kinds).as_str().expect("a type's name"),
            _ => return anything(rng, depth),
        };
        match kind {
            "null" => Node::Null,
            "boolean" => Node::Bool(rng.percent(50)),
            "integer" => integer(keywords, rng),
            "number" => decimal(keywords, rng),
            "string" => self.string(keywords, rng),
            "array" => self.list(keywords, rng, depth),
            _ => self.object(keywords, rng, depth),
        }
    }

    fn string(&self, keywords: &Map<String, Value>, rng: &mut Rng) -> Node {
        let (low, high) = (size(keywords, "minLength", 0), size(keywords, "maxLength", 12));
        let fits = |text: &&String| (low..=high.max(low)).contains(&text.chars().count());
        if let Some(Value::String(format)) = keywords.get("format")
            && let Some(texts) = of_format(format)
        {
            let texts: Vec<&&str> = texts
                .iter()
                .filter(|text| keywords.get("maxLength").is_none() || text.chars().count() <= high)
                .collect();
            return Node::text(rng.pick(&texts));
        }
        if let Some(Value::String(pattern)) = keywords.get("pattern") {
            let texts: Vec<&String> = self.matching[pattern].iter().filter(fits).collect();
            return Node::text(rng.pick(&texts));
        }
        let length = low + rng.below(high.saturating_sub(low) + 1);
        Node::Text((0..length).map(|_| letter(rng)).collect())
    }

    fn list(&self, keywords: &Map<String, Value>, rng: &mut Rng, depth: usize) -> Node {
        let low = size(keywords, "minItems", 0);
        let high = size(keywords, "maxItems", 3).max(low);
        let wanted = if depth > DEEP { low } else { low + rng.below(high - low + 1) };
        let unique = keywords.get("uniqueItems").is_some_and(|unique| unique == true);
        let mut items: Vec<Node> = Vec::new();
        for _ in 0..4 * wanted {
            let item = self.of(keywords.get("items").unwrap_or(&Value::Null), rng, depth + 1);
            if items.len() < wanted && !(unique && items.contains(&item)) {
                items.push(item);
            }
        }
        Node::List(items)
    }

    fn object(&self, keywords: &Map<String, Value>, rng: &mut Rng, depth: usize) -> Node {
        let required: Vec<&str> = keywords
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut entries = Vec::new();
        let often = if depth > DEEP { 0 } else { 60 / (depth + 1) };
        for (name, schema) in keywords.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if required.contains(&name.as_str()) || rng.percent(often) {
                entries.push((name.clone(), self.of(schema, rng, depth + 1)));
            }
        }
        if let Some(extra) = keywords.get("additionalProperties").filter(|extra| **extra != false) {
            let low = size(keywords, "minProperties", 0);
            let high = size(keywords, "maxProperties", 3);
            let count = if depth > DEEP { low } else { low + rng.below(high.saturating_sub(low) + 1) };
            for _ in 0..4 * count {
                let key = match keywords.get("propertyNames").map(|names| self.of(names, rng, depth)) {
                    Some(Node::Text(key)) => key,
                    _ => (*rng.pick(&["a", "b c", "ключ", "", "x-1", "type", "Late", "\u{200b}"])).to_owned(),
                };
                if entries.len() < count && !entries.iter().any(|(known, _)| *known == key) {
                    entries.push((key, self.of(extra, rng, depth + 1)));
                }
            }
        }
        if rng.percent(20) {
            rng.shuffle(&mut entries);
        }
        Node::Object(entries)
    }
}

fn collect<'s>(schema: &'s Value, patterns: &mut Vec<&'s str>) {
    match schema {
        Value::Object(keywords) => {
            if let Some(Value::String(pattern)) = keywords.get("pattern") {
                patterns.push(pattern);
            }
            keywords.values().for_each(|value| collect(value, patterns));
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, patterns)),
        _ => {}
    }
}

/// Texts that match an anchored pattern.
fn matching(pattern: &str) -> Vec<String> {
    // the generator's digits are those of every script
    let inner = pattern.trim_start_matches('^').trim_end_matches('$').replace("\\d", "[0-9]");
    let strategy = proptest::string::string_regex(&inner).expect("a pattern of the plain dialect");
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    (0..48).map(|_| strategy.new_tree(&mut runner).expect("a text").current()).collect()
}

fn size(keywords: &Map<String, Value>, keyword: &str, default: usize) -> usize {
    keywords.get(keyword).and_then(Value::as_u64).map_or(default, |size| size as usize)
}

fn letter(rng: &mut Rng) -> char {
    *rng.pick(&['a', 'b', 'Z', 'é', ' ', '0', '7', '-', '_', '"', '\\', '\n', '\u{1F600}', 'ж', '/', 'e'])
}

/// Valid texts of each format.
pub(crate) fn of_format(format: &str) -> Option<&'static [&'static str]> {
    Some(match format {
        "date" => &["2026-03-04", "2024-02-29", "0001-01-01", "9999-12-31"],
        "date-time" => &["2026-03-04T05:06:07Z", "2026-03-04T05:06:07.25+02:00", "1985-04-12T23:20:50.52Z"],
        "time" => &["05:06:07Z", "23:59:59-08:00", "05:06:07.5Z"],
        "duration" => &["P1D", "PT36H", "P1Y2M3DT4H5M6S", "P4W", "PT0S"],
        "exact-duration" => &["P1D", "PT36H", "P3DT4H5M6S", "P4W", "PT0S", "PT1.5S"],
        "email" => &["ann@example.com", "a.b+c@example.org"],
        "hostname" => &["www.example.com", "localhost", "a-1.example"],
        "ipv4" => &["127.0.0.1", "255.255.255.255", "0.0.0.0"],
        "ipv6" => &["::1", "2001:db8::8a2e:370:7334", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"],
        "ip" => &["127.0.0.1", "::1", "fe80::1"],
        "uri" => &["https://example.org/a?b=c#d", "urn:isbn:0451450523", "mailto:ann@example.com"],
        "uuid" => &["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
        "regex" => &["a+b", "^[0-9]{2}$", "(a|b)*"],
        "time-local" => &["05:06:07", "23:59:59.25", "00:00:00"],
        "date-time-local" => &["2026-03-04T05:06:07", "2024-02-29T00:00:00.125"],
        _ => return None,
    })
}

/// A bound as a whole number, rounded into the range.
fn whole(keywords: &Map<String, Value>, inclusive: &str, exclusive: &str, inward: i128) -> Option<i128> {
    let read = |keyword: &str| keywords.get(keyword).and_then(|bound| bound.to_string().parse::<i128>().ok());
    let bounds = [read(inclusive), read(exclusive).map(|bound| bound + inward)].into_iter().flatten();
    if inward > 0 { bounds.max() } else { bounds.min() }
}

fn integer(keywords: &Map<String, Value>, rng: &mut Rng) -> Node {
    let (low_of_type, high_of_type) = match keywords.get("format").and_then(Value::as_str) {
        Some("int128") => (i128::MIN, i128::MAX),
        Some("uint128") => (0, i128::MAX),
        _ => (i64::MIN.into(), u64::MAX.into()),
    };
    let low = whole(keywords, "minimum", "exclusiveMinimum", 1).unwrap_or(low_of_type);
    let high = whole(keywords, "maximum", "exclusiveMaximum", -1).unwrap_or(high_of_type);
    let step = keywords.get("multipleOf").and_then(Value::as_i64).map_or(1, i128::from);
    loop {
        let number = match rng.below(6) {
            0 => low,
            1 => high,
            2 => low.saturating_add(1),
            3 | 4 => rng.between(low.max(-100), high.min(100).max(low.max(-100))),
            _ => rng.between(low / 2, high / 2),
        };
        let number = number - number % step;
        let zero_refused = keywords.contains_key("not") && number == 0;
        if (low..=high).contains(&number) && !zero_refused {
            return Node::Number(number.to_string());
        }
    }
}

fn decimal(keywords: &Map<String, Value>, rng: &mut Rng) -> Node {
    let bound = |keyword: &str| keywords.get(keyword).and_then(|bound| bound.to_string().parse::<f64>().ok());
    let (low, high) = (bound("minimum"), bound("maximum"));
    let (above, below) = (bound("exclusiveMinimum"), bound("exclusiveMaximum"));
    let step = keywords.get("multipleOf").map(Value::to_string);
    for _ in 0..200 {
        let text = match (&step, rng.below(8)) {
            (Some(step), _) => {
                let (ones, digits) = step.split_once('.').unwrap_or((step, ""));
                let unit: i128 = format!("{ones}{digits}").parse().expect("a plain step");
                point(unit * rng.between(-200, 200), digits.len())
            }
            (None, 0) => rng.pick(&["0", "-1", "1e2", "-0.0", "2.5E-3", "7", "0.1", "1.0"]).to_string(),
            (None, 1) => rng.between(-100_000, 100_000).to_string(),
            (None, 2) => low.or(high).unwrap_or(0.5).to_string(),
            _ => {
                let places = 1 + rng.below(4);
                point(rng.between(-30_000, 30_000) / [1, 10, 100, 1000][rng.below(4)], places)
            }
        };
        let value: f64 = text.parse().expect("a number");
        let fits = low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high);
        if fits && above.is_none_or(|above| value > above) && below.is_none_or(|below| value < below) {
            return Node::Number(text);
        }
    }
    Node::Number("0.5".to_owned())
}

/// A whole number with a point before its last digits.
fn point(number: i128, places: usize) -> String {
    if places == 0 {
        return number.to_string();
    }
    let digits = format!("{:0>width$}", number.abs(), width = places + 1);
    let (ones, fraction) = digits.split_at(digits.len() - places);
    format!("{}{ones}.{fraction}", if number < 0 { "-" } else { "" })
}

/// Any JSON at all.
pub(crate) fn anything(rng: &mut Rng, depth: usize) -> Node {
    let kinds = if depth > DEEP { 5 } else { 8 };
    match rng.below(kinds) {
        0 => Node::Null,
        1 => Node::Bool(rng.percent(50)),
        2 => Node::Number((*rng.pick(&["0", "1", "-1", "7", "1.5", "1e2", "9007199254740993", "-0"])).to_owned()),
        3 | 4 => Node::text(rng.pick(&["", "x", "null", "1", "true", "[1]", "{}", "a,b", "late", "2026-03-04"])),
        5 => Node::List((0..rng.below(3)).map(|_| anything(rng, depth + 1)).collect()),
        _ => {
            let keys = ["a", "type", "id"];
            Node::Object(keys[..rng.below(4)].iter().map(|key| ((*key).to_owned(), anything(rng, depth + 1))).collect())
        }
    }
}
