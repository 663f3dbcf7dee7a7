//! Derived types that together have every feature of the contract.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU32};

use serde_json::Value;
use toolargs::ToolArgs;

/// Refund part or all of an order.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(name = "issue_refund")]
pub(crate) struct IssueRefund {
    /// Order to refund.
    #[arg(pattern = "ord_[A-Za-z0-9]{8}", example = "ord_A1b2C3d4")]
    pub(crate) order_id: String,
    #[arg(min = 1, max = 50000)]
    pub(crate) amount_cents: i64,
    #[arg(default)]
    pub(crate) notify_customer: bool,
    pub(crate) reason: Reason,
    #[arg(default)]
    pub(crate) tags: Vec<String>,
    pub(crate) effective_date: Option<time::Date>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ToolArgs)]
pub(crate) enum Reason {
    Damaged,
    Late,
    Duplicate,
    Other,
}

/// Every width of number, at its borders and inside others.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Numbers {
    i8: i8,
    u8: Option<u8>,
    #[arg(min = -300, max = 300)]
    i16: Option<i16>,
    u16: Option<u16>,
    #[arg(exclusive_min = -5, exclusive_max = 5)]
    i32: Option<i32>,
    #[arg(multiple_of = 5)]
    u32: Option<u32>,
    i64: Option<i64>,
    u64: Option<u64>,
    #[arg(min = -170141183460469231731687303715884105728)]
    i128: Option<i128>,
    u128: Option<u128>,
    isize: Option<isize>,
    #[arg(min = 10)]
    usize: Option<usize>,
    not_zero: Option<NonZeroI8>,
    positive: Option<NonZeroU8>,
    #[arg(min = -3, max = 3)]
    near_zero: Option<NonZeroI64>,
    #[arg(max = 100, multiple_of = 10)]
    tens: Option<NonZeroU32>,
    f64: Option<f64>,
    f32: Option<f32>,
    #[arg(min = 0.5, max = 0.75)]
    ratio: Option<f64>,
    #[arg(exclusive_min = 0, exclusive_max = 1)]
    open: Option<f64>,
    #[arg(multiple_of = 0.01, min = 0)]
    price: Option<f64>,
    #[arg(min = -1, max = 1)]
    single: Option<f32>,
}

/// Text of every constraint and format.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Texts {
    free: String,
    #[arg(pattern = "[A-Z]{2,3}-\\d+")]
    ticket: Option<String>,
    #[arg(pattern = "a|bc|é+")]
    either: Option<String>,
    #[arg(min_len = 2, max_len = 5)]
    short: Option<String>,
    #[arg(min_len = 1, pattern = "[^,]*")]
    both: Option<String>,
    letter: Option<char>,
    #[arg(format = "date")]
    date: Option<String>,
    #[arg(format = "date-time")]
    date_time: Option<String>,
    #[arg(format = "time")]
    time: Option<String>,
    #[arg(format = "duration")]
    duration: Option<String>,
    #[arg(format = "email")]
    email: Option<String>,
    #[arg(format = "hostname")]
    hostname: Option<String>,
    #[arg(format = "ipv4")]
    ipv4: Option<String>,
    #[arg(format = "ipv6")]
    ipv6: Option<String>,
    #[arg(format = "uri", max_len = 40)]
    uri: Option<String>,
    #[arg(format = "uuid")]
    uuid: Option<String>,
    #[arg(format = "regex")]
    regex: Option<String>,
}

/// Names of every spelling.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Names {
    reason: Option<Reason>,
    color: Color,
    unit: Option<Unit>,
    many: Option<Vec<Color>>,
    #[arg(unique_items, max_items = 3)]
    some: Option<Vec<Unit>>,
    #[arg(default = Reason::Other)]
    fallback: Reason,
    sizes: Option<BTreeMap<Color, u8>>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArgs)]
#[tool(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Color {
    /// Like blood.
    DarkRed,
    /// Like grass.
    Green,
    #[arg(rename = "bleu ciel", description = "As the sky is.")]
    Sky,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(deny(enum_casefold))]
pub(crate) enum Unit {
    #[arg(rename = "mW")]
    Milliwatt,
    #[arg(rename = "MW")]
    Megawatt,
}

/// An order with lines.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Order {
    /// Who pays.
    customer: Customer,
    #[arg(min_items = 1, max_items = 4)]
    lines: Vec<Line>,
    #[arg(max_items = 3, each(min_len = 1, max_len = 8))]
    notes: Option<Vec<String>>,
    #[arg(unique_items, each(min = 0, max = 9))]
    digits: Option<Vec<u8>>,
    #[arg(each(max_items = 2, each(exclusive_min = 0, multiple_of = 0.5)))]
    grid: Option<Vec<Vec<f64>>>,
    #[arg(each(pattern = "[a-z]+", strict))]
    codes: Option<Vec<String>>,
    #[arg(each(format = "date"))]
    days: Option<Vec<String>>,
    delivery: Option<Box<Customer>>,
    gaps: Option<Vec<Option<u8>>>,
}

#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Customer {
    name: String,
    #[arg(format = "email")]
    email: Option<String>,
    #[arg(default)]
    vip: bool,
}

/// One line of an order.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(rename_all = "camelCase")]
pub(crate) struct Line {
    product_id: String,
    #[arg(min = 1)]
    item_count: u32,
    #[arg(rename = "unit price")]
    unit_price: Option<f64>,
}

/// Maps with keys of each kind.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Maps {
    words: BTreeMap<String, String>,
    #[arg(each(min = 0, max = 100), max_items = 3)]
    scores: Option<HashMap<String, i32>>,
    by_reason: Option<BTreeMap<Reason, u16>>,
    #[arg(min_items = 1)]
    by_sku: Option<BTreeMap<Sku, Line>>,
    nested: Option<BTreeMap<String, BTreeMap<String, bool>>>,
    lists: Option<HashMap<String, Vec<Reason>>>,
    maybe: Option<BTreeMap<String, Option<i8>>>,
    any: Option<BTreeMap<String, Value>>,
}

/// Sets and lists of a certain length.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Sets {
    numbers: BTreeSet<i64>,
    #[arg(max_items = 3, each(max_len = 3))]
    words: Option<BTreeSet<String>>,
    reasons: Option<HashSet<Reason>>,
    point: Option<[f64; 2]>,
    #[arg(each(max = 7))]
    triple: Option<[u8; 3]>,
    #[arg(unique_items)]
    pair: Option<[String; 2]>,
    #[arg(default = [1, 2])]
    range: [i16; 2],
    dates: Option<BTreeSet<time::Date>>,
}

/// What is to be done: the tool's arguments are a union.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(name = "act")]
pub(crate) enum Action {
    /// Give money back.
    Refund {
        #[arg(min = 1)]
        cents: u32,
        reason: Option<Reason>,
    },
    /// Write.
    Message(Message),
    #[arg(rename = "do nothing")]
    Nothing,
    Shape(Figure),
    Many {
        #[arg(max_items = 2)]
        steps: Vec<Action>,
    },
}

#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Message {
    #[arg(min_len = 1)]
    body: String,
    #[arg(default)]
    urgent: bool,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
pub(crate) struct Figure(Form);

#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Form {
    corners: u8,
}

/// Unions that are told apart in each way.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Unions {
    id: Id,
    place: Option<Place>,
    node: Option<Node>,
    truth: Option<Vec<Truth>>,
    either: Option<Either>,
    required_null: Truth,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
pub(crate) enum Id {
    Number(i64),
    Name(String),
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
pub(crate) enum Place {
    Coordinates { lat: f64, lon: f64 },
    City { city: String, country: Option<String> },
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Node {
    LeafOnly { value: Id },
    InnerPair(Inner),
    Nil,
}

#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Inner {
    left: Box<Node>,
    right: Option<Box<Node>>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
pub(crate) enum Truth {
    Number(i64),
    Sure(bool),
    Unknown,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
pub(crate) enum Either {
    Words(Vec<String>),
    Reason(Reason),
    Count(Cents),
}

/// Newtypes, alone and within others.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Newtypes {
    #[arg(max = 500)]
    price: Cents,
    all: Option<Vec<Cents>>,
    maybe: Option<Cents>,
    sku: Option<Sku>,
    #[arg(max_len = 4)]
    short: Option<Sku>,
    by_sku: Option<BTreeMap<Sku, Cents>>,
    list: Option<Two>,
    even: Option<Even>,
    #[arg(validate = no_ones)]
    no_ones: Option<Vec<u8>>,
    secret: Option<Secret>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
pub(crate) struct Cents(#[arg(min = 1, max = 1000)] i64);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArgs)]
#[tool(transparent)]
pub(crate) struct Sku(#[arg(pattern = "[A-Z]{2}-?[0-9]*", min_len = 2)] String);

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
pub(crate) struct Two(#[arg(min_items = 2, each(min_len = 1))] Vec<String>);

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent)]
pub(crate) struct Even(#[arg(validate = even)] i32);

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(transparent, deny(numeric_string_to_int))]
pub(crate) struct Secret(#[arg(sensitive)] u32);

fn even(number: &i32) -> Result<(), &'static str> {
    if number % 2 == 0 { Ok(()) } else { Err("send an even number") }
}

#[expect(clippy::ptr_arg, reason = "the field's own type")]
fn no_ones(numbers: &Vec<u8>) -> Result<(), String> {
    if numbers.contains(&1) { Err("a one is not allowed".to_owned()) } else { Ok(()) }
}

/// One page of results.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Page<T, U = String> {
    items: Vec<T>,
    cursor: Option<U>,
    next: Option<Box<Page<T, U>>>,
    both: Option<Pair<T, U>>,
    same: Option<Pair<T, T>>,
}

#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Pair<A, B> {
    a: A,
    b: Option<B>,
}

/// A tree, by lists and by boxes.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Tree {
    label: String,
    #[arg(default, max_items = 3)]
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
    named: Option<BTreeMap<String, Tree>>,
    leaf: Option<Leaf>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
pub(crate) enum Leaf {
    Tip(u8),
    Branch { of: Box<Leaf> },
}

/// Days, times and addresses.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Schedule {
    day: time::Date,
    at: Option<time::Time>,
    moment: Option<time::OffsetDateTime>,
    local: Option<time::PrimitiveDateTime>,
    lasts: Option<time::Duration>,
    v4: Option<Ipv4Addr>,
    v6: Option<Ipv6Addr>,
    ip: Option<IpAddr>,
    allowed: Option<Vec<IpAddr>>,
    days: Option<BTreeMap<String, time::Date>>,
}

/// Any JSON, in each place.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Anything {
    required: Value,
    optional: Option<Value>,
    list: Option<Vec<Value>>,
    map: Option<BTreeMap<String, Value>>,
    #[arg(default = Value::Bool(true))]
    defaulted: Value,
}

/// Defaults of each kind.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Defaults {
    #[arg(default = 10, min = 1, max = 50)]
    limit: u8,
    #[arg(default = -0.5)]
    ratio: f64,
    #[arg(default = "en")]
    language: String,
    #[arg(default = Reason::Late)]
    reason: Reason,
    #[arg(default = vec!["a".to_owned()])]
    tags: Vec<String>,
    #[arg(default)]
    flag: bool,
    #[arg(default)]
    words: BTreeMap<String, u8>,
    #[arg(default = Message { body: "hi".to_owned(), urgent: true })]
    message: Message,
    #[arg(default = Truth::Unknown)]
    truth: Truth,
    #[arg(default = Id::Name("x".to_owned()))]
    id: Id,
    #[arg(default = Cents(7))]
    cents: Cents,
    #[arg(default = 'x')]
    letter: char,
}

/// Who may be repaired, field by field.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(deny(enum_casefold))]
pub(crate) struct Policies {
    #[arg(strict)]
    exact: i64,
    #[arg(strict)]
    exact_maybe: Option<bool>,
    #[arg(sensitive)]
    secret: Option<i64>,
    #[arg(sensitive, each(max_len = 4))]
    secrets: Option<Vec<String>>,
    #[arg(sensitive)]
    hidden: Option<Message>,
    #[arg(deny(numeric_string_to_int))]
    plain: Option<i32>,
    #[arg(allow(enum_casefold))]
    reason: Option<Reason>,
    #[arg(deny(null_to_absent))]
    not_null: Option<u8>,
    color: Option<Color>,
    inner: Option<StrictInner>,
    #[arg(deny(scalar_to_list))]
    list: Option<Vec<String>>,
    #[arg(deny(json_string_to_object))]
    object: Option<Message>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[tool(strict)]
pub(crate) struct StrictInner {
    count: u8,
    maybe: Option<u8>,
}

/// Nothing is repaired.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(strict)]
pub(crate) struct Strict {
    count: u8,
    flag: Option<bool>,
    reason: Option<Reason>,
    words: Option<Vec<String>>,
}

/// Every rule that has to be asked for.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(
    max_bytes = 4096,
    allow(
        drop_trailing_comma,
        escape_control_chars,
        python_literals,
        unwrap_envelope,
        rename_key_case,
        drop_identical_duplicate
    )
)]
pub(crate) struct OptIns {
    #[arg(allow(trim_whitespace, integer_to_string, singleton_to_scalar), max_len = 6)]
    trimmed: Option<String>,
    #[arg(allow(trim_whitespace))]
    reason: Option<Reason>,
    #[arg(allow(trim_whitespace, decimal_string_to_int, singleton_to_scalar), min = 0, max = 99)]
    count: Option<i64>,
    #[arg(allow(trim_whitespace, midnight_to_date, empty_string_to_absent))]
    day: Option<time::Date>,
    #[arg(allow(null_word_to_absent))]
    moment: Option<time::OffsetDateTime>,
    #[arg(allow(empty_string_to_absent, null_word_to_absent))]
    list: Option<Vec<i64>>,
    #[arg(allow(json_string_to_array))]
    words: Option<Vec<String>>,
    #[arg(allow(scalar_to_list))]
    numbers: Option<Vec<u8>>,
    #[arg(allow(singleton_to_scalar))]
    flag: Option<bool>,
    #[arg(allow(singleton_to_scalar, empty_string_to_absent))]
    ratio: Option<f64>,
    max_results: Option<u16>,
    inner: Option<Line>,
    #[arg(default = 5, allow(empty_string_to_absent, null_word_to_absent))]
    five: u8,
    #[arg(allow(trim_whitespace), each(allow(integer_to_string)))]
    codes: Option<Vec<String>>,
}

/// Every field rule, for the whole tool.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(allow(
    trim_whitespace,
    empty_string_to_absent,
    null_word_to_absent,
    singleton_to_scalar,
    integer_to_string,
    decimal_string_to_int,
    midnight_to_date,
    scalar_to_list,
    json_string_to_array,
    drop_identical_duplicate
))]
pub(crate) struct AllIns {
    text: String,
    #[arg(min_len = 1, max_len = 3)]
    short: Option<String>,
    number: Option<i32>,
    ratio: Option<f64>,
    flag: Option<bool>,
    reason: Option<Reason>,
    day: Option<time::Date>,
    #[arg(format = "date")]
    day_text: Option<String>,
    words: Option<Vec<String>>,
    numbers: Option<Vec<i8>>,
    messages: Option<Vec<Message>>,
    #[arg(deny(trim_whitespace))]
    exact: Option<i32>,
    id: Option<Id>,
    map: Option<BTreeMap<Reason, u8>>,
}

/// Takes nothing.
#[derive(Debug, PartialEq, ToolArgs)]
pub(crate) struct Ping;

/// An untagged union as the arguments.
#[derive(Debug, PartialEq, ToolArgs)]
#[tool(untagged)]
pub(crate) enum Lookup {
    /// By its number.
    ById {
        id: u64,
    },
    ByName {
        name: String,
        exact: Option<bool>,
    },
}
