#![deny(warnings)]

use toolargs::ToolArgs;

#[derive(Debug, PartialEq, ToolArgs)]
#[allow(non_camel_case_types)]
enum r#match {
    r#Self_,
    r#Async,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Args {
    r#type: String,
    #[arg(rename = "loop")]
    r#fn: u8,
    r#match: r#match,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(tag = "kind")]
enum Action {
    r#Move { r#in: u8 },
}

fn main() {
    let args = Args::parse(r#"{"type":"a","loop":1,"match":"async"}"#).unwrap().args;
    assert_eq!(args, Args { r#type: "a".into(), r#fn: 1, r#match: r#match::Async });
    assert_eq!(args.to_value().to_string(), r#"{"loop":1,"match":"async","type":"a"}"#);
    assert_eq!(Action::parse(r#"{"kind":"move","in":1}"#).unwrap().args, Action::Move { r#in: 1 });
}
