//! Type parameters, bounds, defaults, associated types, lifetimes and const generics.
#![deny(warnings)]

use std::fmt::Debug;
use std::marker::PhantomData;

use toolargs::{At, Defs, Flow, FromArg, Input, Shape, ToolArgs};

#[derive(Debug, PartialEq, ToolArgs)]
struct Page<T, U = String>
where
    T: Debug,
{
    items: Vec<T>,
    #[arg(default)]
    more: Vec<U>,
    next: Option<Box<Page<T, U>>>,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Grid<T: PartialEq, const W: usize, const H: usize> {
    cells: [[T; W]; H],
}

trait Unit {
    type Amount;
}

#[derive(Debug, PartialEq)]
struct Metric;

impl Unit for Metric {
    type Amount = f64;
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Measure<U: Unit> {
    amount: U::Amount,
    least: Option<<U as Unit>::Amount>,
}

/// Holds nothing of its lifetime.
#[derive(Debug, PartialEq)]
struct Name<'a>(String, PhantomData<&'a ()>);

impl<'a> FromArg for Name<'a> {
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        Ok(String::from_arg(input, at)?.map(|name| Name(name, PhantomData)))
    }

    fn to_json(&self) -> serde_json::Value {
        self.0.to_json()
    }

    fn shape(defs: &mut Defs) -> Shape {
        String::shape(defs)
    }
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Greeting<'a, T> {
    name: Name<'a>,
    words: std::borrow::Cow<'a, str>,
    count: T,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Borrowed<'a> {
    name: Name<'a>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
struct Wrapper<T>(T);

#[derive(Debug, PartialEq, ToolArgs)]
enum Action<T, E> {
    Do { what: T },
    Fail(Failure<E>),
    Nothing,
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Failure<E> {
    why: E,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
enum Either<L, R> {
    Left(L),
    Right(R),
    Both { left: L, right: R },
}

fn main() {
    let page = Page::<u8>::parse(r#"{"items":["1"],"next":{"items":[],"more":["x"]}}"#).unwrap().args;
    assert_eq!(page.items, [1]);
    assert_eq!(page.next.unwrap().more, ["x"]);
    let grid = Grid::<bool, 2, 1>::parse(r#"{"cells":[[true,false]]}"#).unwrap().args;
    assert_eq!(grid.cells, [[true, false]]);
    let measure = Measure::<Metric>::parse(r#"{"amount":0.5}"#).unwrap().args;
    assert_eq!(measure, Measure { amount: 0.5, least: None });
    let greeting = Greeting::<Wrapper<u8>>::parse(r#"{"name":"Ada","words":"hi","count":3}"#).unwrap().args;
    assert_eq!(greeting.count, Wrapper(3));
    assert_eq!(Borrowed::parse(r#"{"name":"Ada"}"#).unwrap().args.name.0, "Ada");
    let action = Action::<u8, String>::parse(r#"{"type":"fail","why":"late"}"#).unwrap().args;
    assert_eq!(action, Action::Fail(Failure { why: "late".into() }));
    let either = Page::<Either<u8, String>>::parse(r#"{"items":[1,"x",{"left":1,"right":"y"}]}"#).unwrap().args.items;
    assert_eq!(either, [Either::Left(1), Either::Right("x".into()), Either::Both { left: 1, right: "y".into() }]);

    // each type that stands for a parameter has a spec of its own
    assert!(!std::ptr::eq(Page::<u8>::spec(), Page::<bool>::spec()));
    assert!(std::ptr::eq(Page::<u8>::spec(), Page::<u8>::spec()));
}
