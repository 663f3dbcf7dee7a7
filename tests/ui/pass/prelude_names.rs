//! Types of the user that are called like those of the prelude and of this crate.
#![deny(warnings)]
#![allow(non_camel_case_types)]

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
pub enum Option {
    Some,
    None,
    Ok,
    Err,
}

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
pub struct Result {
    some: Option,
}

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
pub struct Vec {
    #[arg(default)]
    items: std::vec::Vec<u8>,
}

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
#[tool(transparent)]
pub struct String(u8);

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
#[tool(transparent)]
pub struct Default(std::string::String);

pub struct Some;
pub struct None;
pub struct Ok;
pub struct Err;
pub struct FieldSpec;
pub struct Tool;
pub struct FromArg;
pub struct Object;
pub struct Self_;
pub trait ToolArgs {}
pub trait Clone {}
pub trait Fn {}

pub mod core {}
pub mod std_ {}
pub mod toolargs_ {}

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
pub struct Config {
    result: Result,
    vec: Vec,
    string: String,
    option: std::option::Option<Option>,
    default: Default,
}

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
pub enum Action {
    Some { value: u8 },
    None,
    Ok(Result),
}

#[derive(Debug, PartialEq, toolargs::ToolArgs)]
#[tool(untagged)]
pub enum Any {
    Some(u8),
    None,
    Ok { value: u8 },
}

fn main() {
    let text = r#"{"result":{"some":"none"},"vec":{},"string":7,"default":"x"}"#;
    let parsed = <Config as toolargs::ToolArgs>::parse(text).unwrap();
    assert_eq!(parsed.args.result.some, Option::None);
    assert_eq!(parsed.args.string, String(7));
    assert_eq!(parsed.args.option, std::option::Option::None);
    assert_eq!(<Action as toolargs::ToolArgs>::parse(r#"{"type":"none"}"#).unwrap().args, Action::None);
}
