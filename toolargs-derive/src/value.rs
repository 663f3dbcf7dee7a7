//! Readers of the values behind the keys.

use std::fmt;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Error, Lit, LitInt, LitStr, Path, Result, Token};

use crate::attr::RuleName;
use crate::case::Case;
use crate::errors::Errors;
use crate::rules::{RULES, Rule};
use crate::suggest::did_you_mean;

/// A number literal, perhaps with a minus.
#[derive(Clone)]
pub(crate) struct Number {
    tokens: TokenStream,
    pub(crate) value: NumberValue,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NumberValue {
    Int(i128),
    Float(f64),
}

impl NumberValue {
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            NumberValue::Int(value) => value as f64,
            NumberValue::Float(value) => value,
        }
    }

    pub(crate) fn less(self, other: NumberValue) -> bool {
        match (self, other) {
            (NumberValue::Int(a), NumberValue::Int(b)) => a < b,
            (a, b) => a.as_f64() < b.as_f64(),
        }
    }
}

impl Number {
    /// From `5`, `-5`, `0.5`, with or without a suffix.
    pub(crate) fn parse(input: ParseStream<'_>) -> Result<Number> {
        let minus: Option<Token![-]> = input.parse()?;
        let literal: Lit = input.parse()?;
        let signed = |digits: &str| format!("{}{digits}", if minus.is_some() { "-" } else { "" });
        let tokens = quote!(#minus #literal);
        let value = match &literal {
            Lit::Int(int) => match signed(int.base10_digits()).parse() {
                Ok(value) => NumberValue::Int(value),
                Err(_) => {
                    return Err(Error::new_spanned(tokens, "this number does not fit in `i128`"));
                }
            },
            Lit::Float(float) => match signed(float.base10_digits()).parse::<f64>() {
                Ok(value) if value.is_finite() => NumberValue::Float(value),
                _ => {
                    return Err(Error::new_spanned(tokens, "this number does not fit in `f64`"));
                }
            },
            _ => return Err(Error::new_spanned(literal, "expected a number")),
        };
        Ok(Number { tokens, value })
    }

    /// The literal as JSON writes it, without underscores and suffix.
    pub(crate) fn text(&self) -> String {
        match self.value {
            NumberValue::Int(value) => value.to_string(),
            NumberValue::Float(_) => {
                let literal = self.tokens.to_string().replace(['_', ' '], "");
                let digits = literal.trim_end_matches("f64").trim_end_matches("f32");
                match digits.strip_suffix('.') {
                    Some(whole) => format!("{whole}.0"),
                    None => digits.to_owned(),
                }
            }
        }
    }
}

impl ToTokens for Number {
    fn to_tokens(&self, out: &mut TokenStream) {
        self.tokens.to_tokens(out);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// A number of characters, items or bytes.
#[derive(Clone)]
pub(crate) struct Count {
    literal: LitInt,
    pub(crate) value: usize,
}

impl ToTokens for Count {
    fn to_tokens(&self, out: &mut TokenStream) {
        self.literal.to_tokens(out);
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// The formats that the runtime checks: name in `format = "…"`, variant of its enum.
const FORMATS: &[(&str, &str)] = &[
    ("date", "Date"),
    ("date-time", "DateTime"),
    ("time", "Time"),
    ("duration", "Duration"),
    ("email", "Email"),
    ("hostname", "Hostname"),
    ("ipv4", "Ipv4"),
    ("ipv6", "Ipv6"),
    ("uri", "Uri"),
    ("uuid", "Uuid"),
    ("regex", "Regex"),
];

#[derive(Clone)]
pub(crate) struct Format {
    literal: LitStr,
    /// The variant of the runtime's enum.
    pub(crate) variant: Ident,
}

impl ToTokens for Format {
    fn to_tokens(&self, out: &mut TokenStream) {
        self.literal.to_tokens(out);
    }
}

/// A literal as a default or an example, without the invisible groups of `macro_rules!`.
pub(crate) enum Literal {
    Number(Number),
    Text(LitStr),
    Bool(bool),
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Number(number) => number.fmt(f),
            Literal::Text(text) => text.token().fmt(f),
            Literal::Bool(value) => value.fmt(f),
        }
    }
}

impl Literal {
    /// The literal that the expression consists of, if it does.
    pub(crate) fn of(expr: &TokenStream) -> Option<Literal> {
        let mut expr = expr.clone();
        while let Some(inner) = invisible_group(&expr) {
            expr = inner.stream();
        }
        if let Ok(number) = Number::parse.parse2(expr.clone()) {
            return Some(Literal::Number(number));
        }
        match syn::parse2(expr).ok()? {
            Lit::Str(text) => Some(Literal::Text(text)),
            Lit::Bool(value) => Some(Literal::Bool(value.value)),
            _ => None,
        }
    }
}

fn invisible_group(tokens: &TokenStream) -> Option<Group> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => Some(group),
        _ => None,
    }
}

/// A key without a value.
pub(crate) fn flag(key: &Ident, input: ParseStream<'_>) -> Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(());
    }
    Err(Error::new(input.span(), format!("`{key}` takes no value; write `{key}` alone")))
}

fn equals(key: &Ident, input: ParseStream<'_>, example: impl fmt::Display) -> Result<()> {
    let no_value = |_| Error::new(key.span(), format!("`{key}` needs a value: `{key} = {example}`"));
    input.parse::<Token![=]>().map_err(no_value)?;
    if input.is_empty() || input.peek(Token![,]) {
        return Err(no_value(input.error("")));
    }
    Ok(())
}

/// The error at a value of the wrong kind, under the whole of it.
fn wrong(key: &Ident, input: ParseStream<'_>, what: &str, example: impl fmt::Display) -> Error {
    let mut tokens = TokenStream::new();
    let rest = input.fork();
    while !rest.is_empty() && !rest.peek(Token![,]) {
        if let Ok(token) = rest.parse::<TokenTree>() {
            token.to_tokens(&mut tokens);
        }
    }
    Error::new_spanned(tokens, format!("`{key}` takes {what}: `{key} = {example}`"))
}

pub(crate) fn text(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<LitStr> {
    equals(key, input, format_args!("{example:?}"))?;
    if input.fork().parse::<LitStr>().is_err() {
        return Err(wrong(key, input, "a string", format_args!("{example:?}")));
    }
    input.parse()
}

pub(crate) fn number(key: &Ident, input: ParseStream<'_>) -> Result<Number> {
    equals(key, input, "1")?;
    let ahead = input.fork();
    let _: Option<Token![-]> = ahead.parse()?;
    match ahead.parse() {
        Ok(Lit::Int(_) | Lit::Float(_)) => Number::parse(input),
        _ => Err(wrong(key, input, "a number", "1")),
    }
}

pub(crate) fn count(key: &Ident, input: ParseStream<'_>) -> Result<Count> {
    equals(key, input, "1")?;
    if !input.fork().parse::<LitInt>().is_ok_and(|literal| !literal.base10_digits().starts_with('-')) {
        return Err(wrong(key, input, "a whole number from 0 up", "1"));
    }
    let literal: LitInt = input.parse()?;
    let value = literal
        .base10_parse()
        .map_err(|_| Error::new(literal.span(), format!("`{key} = {literal}` does not fit in `usize`")))?;
    Ok(Count { literal, value })
}

pub(crate) fn path(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<Path> {
    equals(key, input, example)?;
    if input.fork().parse::<Path>().is_err() {
        return Err(wrong(key, input, "a path", example));
    }
    input.parse()
}

pub(crate) fn case(key: &Ident, input: ParseStream<'_>) -> Result<Case> {
    let text = text(key, input, "camelCase")?;
    let names = || Case::ALL.iter().map(|(name, _)| *name);
    Case::named(&text.value()).ok_or_else(|| {
        let hint = did_you_mean(&text.value(), names());
        let known = if hint.is_empty() { format!("; use one of {}", quoted(names())) } else { hint };
        Error::new(text.span(), format!("unknown case {:?}{known}", text.value()))
    })
}

pub(crate) fn format(key: &Ident, input: ParseStream<'_>) -> Result<Format> {
    let literal = text(key, input, "email")?;
    let name = literal.value();
    let Some((_, variant)) = FORMATS.iter().find(|(known, _)| *known == name) else {
        let names = || FORMATS.iter().map(|(name, _)| *name);
        let hint = did_you_mean(&name, names());
        let known = if hint.is_empty() { format!("; use one of {}, or a `pattern`", quoted(names())) } else { hint };
        return Err(Error::new(literal.span(), format!("unknown format {name:?}{known}")));
    };
    Ok(Format { literal, variant: Ident::new(variant, Span::call_site()) })
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// What stands in the parentheses behind the key.
pub(crate) fn group(key: &Ident, input: ParseStream<'_>, example: &str) -> Result<TokenStream> {
    let group = match input.fork().parse() {
        Ok(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => group,
        _ => {
            return Err(Error::new(key.span(), format!("`{key}` needs a list: `{example}`")));
        }
    };
    input.parse::<TokenTree>()?;
    if group.stream().is_empty() {
        return Err(Error::new(key.span(), format!("`{key}` needs a list: `{example}`")));
    }
    Ok(group.stream())
}

/// Rule names; each unknown one is an error of its own.
pub(crate) fn rules(key: &Ident, input: ParseStream<'_>, errors: &Errors) -> Result<Vec<RuleName>> {
    let inner = group(key, input, &format!("{key}(trim_whitespace)"))?;
    let read = |input: ParseStream<'_>| {
        let mut rules = Vec::new();
        while !input.is_empty() {
            match input.call(Ident::parse_any) {
                Ok(ident) => rules.extend(errors.take(rule(ident))),
                Err(_) => {
                    errors.push(wrong_rule(key, input));
                    skip_to_comma(input);
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(rules)
    };
    read.parse2(inner)
}

fn wrong_rule(key: &Ident, input: ParseStream<'_>) -> Error {
    let bare = input.fork().parse::<LitStr>().map_or_else(|_| "trim_whitespace".to_owned(), |text| text.value());
    input.error(format!("`{key}` takes the names of rules: `{key}({bare})`"))
}

fn rule(ident: Ident) -> Result<RuleName> {
    let name = ident.to_string();
    match Rule::named(&name) {
        Some(rule) => Ok(RuleName { ident, rule }),
        None => {
            let hint = did_you_mean(&name, RULES.iter().map(|rule| rule.name));
            Err(Error::new(ident.span(), format!("unknown rule `{name}`{hint}")))
        }
    }
}

/// The tokens of an expression, up to the comma that ends it. Commas between the angle brackets of type arguments do not.
pub(crate) fn expression(key: &Ident, input: ParseStream<'_>) -> Result<TokenStream> {
    equals(key, input, "1")?;
    let mut expr = TokenStream::new();
    let mut open = 0_usize;
    let (mut type_arguments_follow, mut arrow) = (true, false);
    while !input.is_empty() && (open > 0 || !input.peek(Token![,])) {
        let follows_path = input.peek(Token![::]);
        let token: TokenTree = input.parse()?;
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '<' && (open > 0 || type_arguments_follow) => open += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' && !arrow => open = open.saturating_sub(1),
            _ => {}
        }
        let character = if let TokenTree::Punct(punct) = &token { Some(punct.as_char()) } else { None };
        arrow = matches!(character, Some('-' | '='));
        type_arguments_follow = character == Some(':') && !follows_path;
        token.to_tokens(&mut expr);
    }
    Ok(expr)
}

pub(crate) fn skip_to_comma(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}
