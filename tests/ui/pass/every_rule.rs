//! The derive knows the rules of the runtime, all of them and no others.
#![deny(warnings)]

use toolargs::{Rule, ToolArgs};

#[derive(Debug, ToolArgs)]
#[tool(allow(
    strip_code_fence,
    unwrap_double_encoded,
    empty_to_object,
    null_to_object,
    numeric_string_to_int,
    integral_float_to_int,
    numeric_string_to_number,
    string_to_bool,
    enum_casefold,
    scalar_to_list,
    json_string_to_object,
    json_string_to_array,
    null_to_absent,
    trim_whitespace,
    drop_trailing_comma,
    escape_control_chars,
    python_literals,
    unwrap_envelope,
    rename_key_case,
    empty_string_to_absent,
    null_word_to_absent,
    singleton_to_scalar,
    integer_to_string,
    decimal_string_to_int,
    midnight_to_date,
    drop_identical_duplicate
))]
struct Ping;

#[derive(Debug, ToolArgs)]
struct Formats {
    #[arg(format = "date")]
    date: String,
    #[arg(format = "date-time")]
    date_time: String,
    #[arg(format = "time")]
    time: String,
    #[arg(format = "duration")]
    duration: String,
    #[arg(format = "email")]
    email: String,
    #[arg(format = "hostname")]
    hostname: String,
    #[arg(format = "ipv4")]
    ipv4: String,
    #[arg(format = "ipv6")]
    ipv6: String,
    #[arg(format = "uri")]
    uri: String,
    #[arg(format = "uuid")]
    uuid: String,
    #[arg(format = "regex")]
    regex: Option<String>,
}

fn main() {
    assert_eq!(Rule::ALL.len(), 26);
    assert!(Ping::parse("null").is_ok());
    let formats = Formats::parse("{}").unwrap_err();
    assert_eq!(formats.errors().len(), 10);
}
