//! Defaults as any expression: of another type for text, with commas, with names from the scope.
#![deny(warnings)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU8;

use toolargs::ToolArgs;

const LIMIT: u8 = 9;

#[derive(Debug, PartialEq, Default, ToolArgs)]
enum Mode {
    #[default]
    Fast,
    Slow,
}

/// Made from text by the user's own conversion.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
struct Region(String);

impl From<&str> for Region {
    fn from(text: &str) -> Self {
        Region(text.to_uppercase())
    }
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Args {
    #[arg(default = LIMIT, max = 10)]
    limit: u8,
    #[arg(default = "eu")]
    region: Region,
    #[arg(default = "x")]
    text: Cow<'static, str>,
    #[arg(default = Mode::Slow)]
    mode: Mode,
    #[arg(default)]
    own: Mode,
    #[arg(default = BTreeMap::<String, Vec<u8>>::new(), description = "after a comma between angle brackets")]
    map: BTreeMap<String, Vec<u8>>,
    #[arg(default = Self::ratio())]
    ratio: f64,
    #[arg(default = NonZeroU8::MIN)]
    one: NonZeroU8,
    #[arg(default = vec!["a".to_owned(), "b".to_owned()])]
    list: Vec<String>,
    #[arg(default = if LIMIT > 5 { 1 } else { 2 })]
    chosen: i64,
}

impl Args {
    fn ratio() -> f64 {
        0.5
    }
}

fn main() {
    let args = Args::parse("{}").unwrap().args;
    let expected = Args {
        limit: 9,
        region: Region("EU".into()),
        text: "x".into(),
        mode: Mode::Slow,
        own: Mode::Fast,
        map: BTreeMap::new(),
        ratio: 0.5,
        one: NonZeroU8::MIN,
        list: vec!["a".into(), "b".into()],
        chosen: 1,
    };
    assert_eq!(args, expected);
}
