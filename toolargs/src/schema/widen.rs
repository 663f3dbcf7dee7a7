//! The schema for a host that validates a call before the gate sees it: what the gate repairs is valid too.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::emit::{Emitter, escape, typed, unused, with};
use crate::format::Format;
use crate::rule::{Rule, RuleSet};
use crate::shape::{Extra, Member, ObjectShape, Shape, TaggedShape, ToolSpec};
use crate::spec::{EMPTY, FieldSpec, VariantSpec};

/// Parts at the most; from there on anything is admitted, and the gate decides.
const MAX_PARTS: usize = 20_000;
const MAX_LEVELS: usize = 128;
/// Letters of an enum's names, up to which they are spelled in both cases.
const MAX_SPELLED: usize = 1000;

impl ToolSpec {
    /// The schema for a host that validates arguments before they reach the gate.
    ///
    /// With the schema of [`to_json_schema`](Self::to_json_schema) such a host refuses `"1999"` for an integer, and the gate
    /// never gets to repair it. Here every repair that the field's own policy admits is valid too: an integer is also the
    /// digits of one, a boolean the word in any case, a name in any case, an optional field also null, a list of strings also a
    /// lone string, an object also its JSON text. A field that is `strict`, or denies a rule, admits what it did before.
    ///
    /// It is wider than the gate: what it lets pass the gate still judges. Repairs of the payload as a whole, such as a
    /// code fence, are not in it, because a host that validates has decoded the payload.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs::ToolArgs;
    ///
    /// #[derive(ToolArgs)]
    /// struct Cancel {
    ///     order: u32,
    ///     #[arg(strict)]
    ///     notify: bool,
    /// }
    ///
    /// let schema = Cancel::spec().schema_for_prevalidation();
    /// assert_eq!(schema["properties"]["order"], json!({"anyOf": [
    ///     {"type": "integer", "minimum": 0, "maximum": 4294967295u32},
    ///     {"type": "string", "pattern": "^-?(?:0|[1-9][0-9]*)$"},
    /// ]}));
    /// assert_eq!(schema["properties"]["notify"], json!({"type": "boolean"}));
    /// ```
    pub fn schema_for_prevalidation(&self) -> Value {
        let mut widener = Widener {
            spec: self,
            emitter: Emitter::new(self),
            names: HashMap::new(),
            taken: HashMap::new(),
            definitions: Map::new(),
            parts: 0,
            levels: 0,
        };
        let policy = Policy::default().under(&self.policy);
        // the host has an object before it, not its text
        let wide = widener.shape(self.resolve(&self.root), policy, &EMPTY);
        let mut schema = match policy.on(Rule::UnwrapEnvelope) {
            true => join(Wide { extras: vec![self.envelope()], ..wide }),
            false => wide.base,
        };
        schema.entry("type").or_insert_with(|| "object".into());
        if !self.description.is_empty() {
            schema.entry("description").or_insert_with(|| self.description.as_str().into());
        }
        if !widener.definitions.is_empty() {
            schema.insert("$defs".to_owned(), widener.definitions.into());
        }
        schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        Value::Object(schema)
    }

    /// The object under one protocol word.
    fn envelope(&self) -> Value {
        json!({"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": {"type": "object"}})
    }
}

/// What the policy says at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Policy {
    wanted: RuleSet,
    /// Rules of which the nearest word is a denial.
    denied: RuleSet,
    strict: bool,
}

impl Policy {
    fn under(self, spec: &FieldSpec) -> Policy {
        let mut policy = Policy { wanted: self.wanted, denied: RuleSet::NONE, strict: self.strict || spec.strict };
        for &rule in Rule::ALL {
            if spec.allow.contains(rule) {
                policy.wanted = policy.wanted.with(&[rule]);
            } else if self.denied.contains(rule) || spec.deny.contains(rule) {
                policy.denied = policy.denied.with(&[rule]);
            }
        }
        policy
    }

    fn on(self, rule: Rule) -> bool {
        self.runs(rule, rule.default_on())
    }

    fn runs(self, rule: Rule, default: bool) -> bool {
        (default || self.wanted.contains(rule)) && !self.strict && !self.denied.contains(rule)
    }
}

/// A schema of the values as they should be, and those of what is repaired to them.
struct Wide {
    base: Map<String, Value>,
    extras: Vec<Value>,
}

impl Wide {
    fn of(base: Map<String, Value>) -> Wide {
        Wide { base, extras: Vec::new() }
    }
}

struct Widener<'s> {
    spec: &'s ToolSpec,
    emitter: Emitter<'s>,
    /// Definitions by index and by the policy that they are met under.
    names: HashMap<(usize, Policy), String>,
    taken: HashMap<String, usize>,
    definitions: Map<String, Value>,
    parts: usize,
    levels: usize,
}

impl<'s> Widener<'s> {
    fn shape(&mut self, shape: &'s Shape, policy: Policy, each: &'s FieldSpec) -> Wide {
        self.parts += 1;
        if self.parts > MAX_PARTS || self.levels > MAX_LEVELS {
            return Wide::of(Map::new());
        }
        self.levels += 1;
        let wide = self.widened(shape, policy, each);
        self.levels -= 1;
        wide
    }

    fn widened(&mut self, shape: &'s Shape, policy: Policy, each: &'s FieldSpec) -> Wide {
        match shape {
            Shape::Any | Shape::PerKind(_) => Wide::of(Map::new()),
            Shape::Null => Wide::of(typed("null")),
            Shape::Boolean => {
                let word = policy.on(Rule::StringToBool).then(|| text("^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])$"));
                scalar(self.emitter.shape(shape), word, policy)
            }
            Shape::Integer { .. } | Shape::NonZero { .. } => {
                let digits = policy.on(Rule::NumericStringToInt).then(|| text("^-?(?:0|[1-9][0-9]*)$"));
                let zeros = policy.on(Rule::DecimalStringToInt).then(|| text(r"^-?(?:0|[1-9][0-9]*)\.0+$"));
                scalar(self.emitter.shape(shape), digits.into_iter().chain(zeros), policy)
            }
            Shape::Number | Shape::Single => {
                let decimal =
                    policy.on(Rule::NumericStringToNumber).then(|| text(r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$"));
                scalar(self.emitter.shape(shape), decimal, policy)
            }
            Shape::Text { format: None } => {
                let digits = policy.on(Rule::IntegerToString).then(|| json!({"type": "integer"}));
                scalar(self.emitter.shape(shape), digits, policy)
            }
            Shape::Text { format: Some(format) } => {
                let midnight = *format == Format::Date && policy.on(Rule::MidnightToDate);
                scalar(self.emitter.shape(shape), midnight.then(|| json!({"type": "string"})), policy)
            }
            Shape::Enumeration { spec, variants } => {
                let policy = policy.under(spec);
                let folded = policy.on(Rule::EnumCasefold).then(|| any_case(variants));
                scalar(bare(self.emitter.shape(shape)), folded, policy)
            }
            Shape::Constants { base, .. } => {
                let exact = Value::from(self.emitter.shape(shape));
                match self.shape(base, policy, each) {
                    wide if wide.base.is_empty() => Wide::of(bare(self.emitter.shape(shape))),
                    wide => Wide { extras: wide.extras, base: bare(object(exact)) },
                }
            }
            Shape::List { item, length, set } => self.list(item, *length, *set, policy, each),
            Shape::Map { key, value } => {
                let keys = join(self.shape(key, policy, &EMPTY));
                let values = self.element(value, policy, each);
                let mut base = typed("object");
                if keys.len() > 1 || keys.contains_key("anyOf") {
                    base.insert("propertyNames".to_owned(), keys.into());
                }
                base.insert("additionalProperties".to_owned(), values);
                from_text(base, policy)
            }
            Shape::Object(object) => {
                let policy = policy.under(&object.spec);
                let base = self.object(object, policy, None);
                from_text(base, policy)
            }
            Shape::Tagged(union) => self.tagged(union, policy),
            Shape::Untagged(union) => {
                let policy = policy.under(&union.spec);
                let all: Vec<Value> =
                    union.shapes.iter().map(|shape| join(self.shape(shape, policy, each)).into()).collect();
                Wide::of(object(json!({ "anyOf": all })))
            }
            Shape::Nullable(inner) => {
                let mut wide = self.shape(inner, policy, each);
                if !wide.base.is_empty() {
                    wide.extras.push(typed("null").into());
                }
                wide
            }
            Shape::Refined { spec, inner } => {
                let policy = policy.under(spec);
                let wide = self.shape(inner, policy, spec.each.unwrap_or(each));
                Wide { base: constrained(spec, wide.base), ..wide }
            }
            Shape::Reference(index) => self.reference(*index, policy),
            #[cfg(feature = "rust_decimal")]
            Shape::Decimal => scalar(self.emitter.shape(shape), None, policy),
            Shape::Character => scalar(self.emitter.shape(shape), None, policy),
        }
    }

    /// An item of a list or a value of a map.
    fn element(&mut self, shape: &'s Shape, policy: Policy, each: &'s FieldSpec) -> Value {
        let policy = policy.under(each);
        let wide = self.shape(shape, policy, each.each.unwrap_or(&EMPTY));
        join(Wide { base: constrained(each, wide.base), ..wide }).into()
    }

    fn list(&mut self, item: &'s Shape, length: Option<usize>, set: bool, policy: Policy, each: &'s FieldSpec) -> Wide {
        let kind = item.text(&self.spec.definitions).under(each);
        let item = self.element(item, policy, each);
        let mut base = typed("array");
        if let Some(length) = length {
            base.insert("minItems".to_owned(), length.into());
            base.insert("maxItems".to_owned(), length.into());
        }
        if set {
            base.insert("uniqueItems".to_owned(), true.into());
        }
        let mut extras = Vec::new();
        if policy.runs(Rule::ScalarToList, kind.is_string()) {
            extras.push(item.clone());
        }
        if policy.runs(Rule::JsonStringToArray, kind == crate::args::Text::Never) {
            extras.push(json!({"type": "string"}));
        }
        base.insert("items".to_owned(), item);
        Wide { base, extras }
    }

    fn object(
        &mut self,
        shape: &'s ObjectShape,
        policy: Policy,
        tag: Option<(&str, &VariantSpec)>,
    ) -> Map<String, Value> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        if let Some((tag, variant)) = tag {
            let exact = object(json!({"type": "string", "const": variant.name}));
            let folded = policy.on(Rule::EnumCasefold).then(|| any_case(std::slice::from_ref(variant)));
            properties.insert(tag.to_owned(), join(scalar(exact, folded, policy)).into());
            required.push(Value::from(tag));
        }
        for (spec, member) in shape.fields.iter().zip(&shape.members) {
            properties.insert(spec.name().to_owned(), self.member(spec, member, policy).into());
            if member.required {
                required.push(spec.name().into());
            }
        }
        // an unknown name may be that of a field in another spelling
        let renamed = policy.on(Rule::RenameKeyCase);
        let mut schema = typed("object");
        schema.insert("properties".to_owned(), properties.into());
        if !renamed && !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        let extra = match &shape.extra {
            _ if renamed => true.into(),
            Extra::Refused => false.into(),
            Extra::Admitted(shape) => join(self.shape(shape, policy, &EMPTY)).into(),
        };
        schema.insert("additionalProperties".to_owned(), extra);
        constrained(&shape.spec, schema)
    }

    fn member(&mut self, spec: &'s FieldSpec, member: &'s Member, policy: Policy) -> Map<String, Value> {
        let policy = policy.under(spec);
        let wide = self.shape(&member.shape, policy, spec.each.unwrap_or(&EMPTY));
        let mut wide = Wide { base: constrained(spec, wide.base), ..wide };
        if !member.required && !wide.base.is_empty() {
            let definitions = &self.spec.definitions;
            if policy.on(Rule::NullToAbsent) && !member.shape.nullable_here(definitions) {
                wide.extras.push(typed("null").into());
            }
            if !member.shape.text(definitions).under(spec).is_free() {
                wide.extras.extend(policy.on(Rule::EmptyStringToAbsent).then(|| json!({"const": ""})));
                wide.extras.extend(policy.on(Rule::NullWordToAbsent).then(|| json!({"enum": ["null", "None"]})));
            }
        }
        let mut schema = join(wide);
        if let Some(default) = &member.default {
            schema.insert("default".to_owned(), default.clone());
        }
        schema
    }

    fn tagged(&mut self, union: &'s TaggedShape, policy: Policy) -> Wide {
        let policy = policy.under(&union.spec);
        let mut all = Vec::new();
        for (variant, shape) in union.variants.iter().zip(&union.shapes) {
            let schema = match self.spec.resolve(shape) {
                Shape::Object(object) => self.object(object, policy.under(&object.spec), Some((&union.tag, variant))),
                other => join(self.shape(other, policy, &EMPTY)),
            };
            all.push(Value::from(schema));
        }
        from_text(object(json!({ "anyOf": all })), policy)
    }

    fn reference(&mut self, index: usize, policy: Policy) -> Wide {
        let Some(definition) = self.spec.definitions.get(index) else { return Wide::of(Map::new()) };
        let name = match self.names.get(&(index, policy)) {
            Some(name) => name.clone(),
            None => {
                let base = if definition.name == "#" { "Root" } else { definition.name.as_str() };
                let name = unused(base, &mut self.taken);
                self.names.insert((index, policy), name.clone());
                self.definitions.insert(name.clone(), Value::Null);
                let schema = join(self.shape(&definition.shape, policy, &EMPTY));
                self.definitions.insert(name.clone(), schema.into());
                name
            }
        };
        Wide::of(object(json!({"$ref": format!("#/$defs/{}", escape(&name))})))
    }
}

/// A scalar, with what any scalar may arrive as.
fn scalar(base: Map<String, Value>, repaired: impl IntoIterator<Item = Value>, policy: Policy) -> Wide {
    let mut extras: Vec<Value> = repaired.into_iter().collect();
    if policy.on(Rule::TrimWhitespace) {
        extras.push(json!({"type": "string"}));
    }
    if policy.on(Rule::SingletonToScalar) {
        extras.push(json!({"type": "array", "minItems": 1, "maxItems": 1}));
    }
    Wide { base, extras }
}

/// An object, or its JSON text.
fn from_text(base: Map<String, Value>, policy: Policy) -> Wide {
    let text = policy.on(Rule::JsonStringToObject).then(|| json!({"type": "string"}));
    Wide { base, extras: text.into_iter().collect() }
}

fn text(pattern: &str) -> Value {
    json!({"type": "string", "pattern": pattern})
}

/// A pattern of the names in any case; any text where their letters have more than two cases, or are many.
fn any_case(variants: &[VariantSpec]) -> Value {
    let spelled = variants.iter().map(|variant| variant.name.len()).sum::<usize>() <= MAX_SPELLED;
    if !spelled || !variants.iter().all(|variant| variant.name.is_ascii()) {
        return json!({"type": "string"});
    }
    let letter = |c: char| match c {
        'a'..='z' | 'A'..='Z' => format!("[{}{}]", c.to_ascii_uppercase(), c.to_ascii_lowercase()),
        '0'..='9' | '_' | ' ' => c.to_string(),
        '-' => "-".to_owned(),
        other => format!("\\u{:04x}", other as u32),
    };
    let names: Vec<String> = variants.iter().map(|variant| variant.name.chars().map(letter).collect()).collect();
    text(&format!("^(?:{})$", names.join("|")))
}

/// A schema under a spec, without our own annotations. Constraints beside alternatives would hold for repaired text too.
fn constrained(spec: &FieldSpec, schema: Map<String, Value>) -> Map<String, Value> {
    if schema.contains_key("type") {
        return bare(super::emit::counted(with(spec, schema)));
    }
    let mut schema = schema;
    if !spec.description.is_empty() && !schema.is_empty() {
        schema.insert("description".to_owned(), spec.description.as_ref().into());
    }
    schema
}

fn bare(mut schema: Map<String, Value>) -> Map<String, Value> {
    schema.retain(|keyword, _| !keyword.starts_with("x-"));
    schema
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// One schema of what should be sent and what is repaired.
fn join(wide: Wide) -> Map<String, Value> {
    let Wide { mut base, mut extras } = wide;
    let any_text = json!({"type": "string"});
    if extras.contains(&any_text) {
        extras.retain(|extra| extra.get("type").is_none_or(|kind| kind != "string"));
        extras.push(any_text);
    }
    if base.is_empty() || extras.is_empty() {
        return base;
    }
    let mut out = Map::new();
    for keyword in ["description", "title", "examples"] {
        out.extend(base.remove(keyword).map(|value| (keyword.to_owned(), value)));
    }
    let mut all = vec![Value::from(base)];
    all.append(&mut extras);
    out.insert("anyOf".to_owned(), all.into());
    out
}
