#![deny(warnings)]

use std::collections::BTreeMap;

use toolargs::ToolArgs;

#[derive(Debug, PartialEq, ToolArgs)]
struct Node {
    name: String,
    #[arg(default)]
    children: Vec<Node>,
    left: Option<Box<Self>>,
    named: Option<BTreeMap<String, Node>>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(tag = "op")]
enum Expr {
    Number { value: f64 },
    Add { left: Box<Expr>, right: Box<Expr> },
    Neg(Box<Negated>),
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Negated {
    of: Expr,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
enum Json {
    Text(String),
    Number(f64),
    List(Vec<Json>),
    Map(BTreeMap<String, Json>),
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Filter {
    json: Json,
}

fn main() {
    let node = Node::parse(r#"{"name":"a","children":[{"name":"b"}],"left":{"name":"c"},"named":{"d":{"name":"d"}}}"#).unwrap().args;
    assert_eq!(node.left.unwrap().name, "c");
    let text = r#"{"op":"add","left":{"op":"number","value":1},"right":{"op":"neg","of":{"op":"number","value":2}}}"#;
    let expr = Expr::parse(text).unwrap().args;
    assert_eq!(Expr::parse(&expr.to_value()).unwrap().args, expr);
    let filter = Filter::parse(r#"{"json":{"a":[1,"x"]}}"#).unwrap().args;
    assert_eq!(filter.to_value().to_string(), r#"{"json":{"a":[1.0,"x"]}}"#);
    let _ = (Node::spec(), Expr::spec(), Filter::spec());
}
