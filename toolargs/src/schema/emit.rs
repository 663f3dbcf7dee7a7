//! JSON Schema out: draft 2020-12, from the spec that the gate runs on.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::format::Format;
use crate::json::number::Integer;
use crate::rule::RuleSet;
use crate::shape::{Extra, Member, ObjectShape, PerKind, Shape, TaggedShape, ToolSpec, UnionShape};
use crate::spec::{Bound, FieldSpec, VariantSpec};

impl ToolSpec {
    /// The JSON Schema (draft 2020-12) of the arguments.
    ///
    /// A value that the gate takes without repair is valid by it, and a valid value is taken without repair, but for
    /// what JSON Schema cannot see: keys that stand twice, and numbers that the field's type does not hold exactly.
    /// `x-strict`, `x-sensitive`, `x-allow` and `x-deny` carry the policy.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs::ToolArgs;
    ///
    /// /// Find pages.
    /// #[derive(ToolArgs)]
    /// struct Search {
    ///     /// What to look for.
    ///     #[arg(min_len = 1)]
    ///     query: String,
    ///     #[arg(default = 10, min = 1, max = 50)]
    ///     limit: u8,
    /// }
    ///
    /// assert_eq!(Search::json_schema(), json!({
    ///     "$schema": "https://json-schema.org/draft/2020-12/schema",
    ///     "type": "object",
    ///     "description": "Find pages.",
    ///     "properties": {
    ///         "query": {"type": "string", "description": "What to look for.", "minLength": 1},
    ///         "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
    ///     },
    ///     "required": ["query"],
    ///     "additionalProperties": false,
    /// }));
    /// ```
    pub fn to_json_schema(&self) -> Value {
        let emitter = Emitter::new(self);
        let mut schema = emitter.shape(self.resolve(&self.root));
        if !self.description.is_empty() {
            schema.entry("description").or_insert_with(|| self.description.as_str().into());
        }
        schema.entry("type").or_insert_with(|| "object".into());
        policy(&self.policy, &mut schema);
        let definitions = emitter.definitions();
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        Value::Object(schema)
    }
}

/// The tag of a union and the variant that it names.
type Tag<'t> = (&'t str, &'t VariantSpec);

/// Writes shapes; definitions that are shared or recursive go to `$defs`.
pub(super) struct Emitter<'s> {
    spec: &'s ToolSpec,
    /// For each definition, its name in `$defs`, or none where it is written in place.
    names: Vec<Option<String>>,
}

impl<'s> Emitter<'s> {
    pub(super) fn new(spec: &'s ToolSpec) -> Self {
        let targets = |shape: &Shape| {
            let mut found = Vec::new();
            references(shape, &mut found);
            found.retain(|index| *index < spec.definitions.len());
            found
        };
        let edges: Vec<Vec<usize>> = spec.definitions.iter().map(|definition| targets(&definition.shape)).collect();
        let mut uses = vec![0usize; edges.len()];
        targets(&spec.root).iter().chain(edges.iter().flatten()).for_each(|index| uses[*index] += 1);
        let circular = circular(&edges);
        let root = match &spec.root {
            Shape::Reference(index) => Some(*index),
            _ => None,
        };
        let mut taken: HashMap<String, usize> = HashMap::new();
        let mut names: Vec<Option<String>> = Vec::new();
        for (index, definition) in spec.definitions.iter().enumerate() {
            let shared = uses[index] > 1 || circular[index];
            let wanted = shared && !(root == Some(index) && uses[index] == 1);
            let base = if definition.name == "#" { "Root" } else { &definition.name };
            names.push(wanted.then(|| unused(base, &mut taken)));
        }
        Emitter { spec, names }
    }

    fn definitions(&self) -> Map<String, Value> {
        let named = self.names.iter().zip(&self.spec.definitions);
        named.filter_map(|(name, definition)| Some((name.clone()?, self.shape(&definition.shape).into()))).collect()
    }

    pub(super) fn shape(&self, shape: &Shape) -> Map<String, Value> {
        match shape {
            Shape::Any => Map::new(),
            Shape::Null => typed("null"),
            Shape::Boolean => typed("boolean"),
            &Shape::Integer { min, max } => integer(min, max),
            &Shape::NonZero { min, max } => non_zero(min, max),
            Shape::Number => typed("number"),
            Shape::Single => {
                let mut schema = typed("number");
                schema.insert("minimum".to_owned(), json!(f64::from(f32::MIN)));
                schema.insert("maximum".to_owned(), json!(f64::from(f32::MAX)));
                schema.insert("format".to_owned(), "float".into());
                schema
            }
            #[cfg(feature = "rust_decimal")]
            Shape::Decimal => object(json!({
                "type": ["number", "string"], "format": "decimal", "pattern": "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$"
            })),
            Shape::Text { format } => {
                let mut schema = typed("string");
                if let Some(format) = format {
                    schema = formatted(*format, schema);
                }
                schema
            }
            Shape::Character => object(json!({"type": "string", "minLength": 1, "maxLength": 1})),
            Shape::Enumeration { spec, variants } => with(spec, enumeration(variants)),
            Shape::Constants { base, values } => {
                let mut schema = self.shape(base);
                schema.insert("enum".to_owned(), values.to_vec().into());
                schema
            }
            Shape::PerKind(kinds) => self.per_kind(kinds),
            Shape::List { item, length, set } => self.list(item, *length, *set),
            Shape::Map { key, value } => self.map(key, value),
            Shape::Object(object) => self.object(object, &[]),
            Shape::Tagged(union) => self.tagged(union, &[]),
            Shape::Untagged(union) => self.untagged(union),
            Shape::Nullable(inner) => nullable(self.shape(inner)),
            Shape::Refined { spec, inner } => self.constrained(spec, inner),
            Shape::Reference(index) => match &self.names.get(*index) {
                Some(Some(name)) => object(json!({"$ref": format!("#/$defs/{}", escape(name))})),
                _ => self.shape(self.spec.resolve(shape)),
            },
        }
    }

    /// A shape under a field's constraints. Constraints of items go to the items.
    fn constrained(&self, spec: &FieldSpec, shape: &Shape) -> Map<String, Value> {
        demanding(spec, self.shape(shape))
    }

    /// A field. What its type says of repairs stays with the type, where it is not what the field says.
    fn field(&self, spec: &FieldSpec, member: &Member) -> Map<String, Value> {
        let mut own = FieldSpec::new("");
        self.own_policy(&member.shape, &mut own);
        let silent = |spec: &FieldSpec| {
            !spec.strict && !spec.sensitive && spec.allow == RuleSet::NONE && spec.deny == RuleSet::NONE
        };
        let of_type_alone = !member.required && (own.strict || own.sensitive);
        if silent(&own) || (!of_type_alone && silent(spec)) {
            return self.constrained(spec, &member.shape);
        }
        demanding(spec, object(json!({"anyOf": [self.shape(&member.shape)]})))
    }

    /// Adds up what the types say that are written in place.
    fn own_policy(&self, shape: &Shape, own: &mut FieldSpec) {
        let spec = match shape {
            Shape::Nullable(inner) => return self.own_policy(inner, own),
            Shape::Reference(index) if self.names.get(*index).is_some_and(Option::is_none) => {
                return self.own_policy(self.spec.resolve(shape), own);
            }
            Shape::Refined { spec, inner } => {
                self.own_policy(inner, own);
                spec
            }
            Shape::Enumeration { spec, .. } => spec,
            Shape::Object(object) => &object.spec,
            Shape::Tagged(union) => &union.spec,
            Shape::Untagged(union) => &union.spec,
            _ => return,
        };
        own.strict |= spec.strict;
        own.sensitive |= spec.sensitive;
        own.allow = own.allow.union(spec.allow);
        own.deny = own.deny.union(spec.deny);
    }

    fn per_kind(&self, kinds: &PerKind) -> Map<String, Value> {
        let mut schema = Map::new();
        for shape in [&kinds.object, &kinds.array, &kinds.string, &kinds.number] {
            schema.extend(self.shape(shape).into_iter().filter(|(keyword, _)| keyword != "type"));
        }
        schema
    }

    fn list(&self, item: &Shape, length: Option<usize>, set: bool) -> Map<String, Value> {
        let mut schema = typed("array");
        schema.insert("items".to_owned(), self.shape(item).into());
        if let Some(length) = length {
            schema.insert("minItems".to_owned(), length.into());
            schema.insert("maxItems".to_owned(), length.into());
        }
        if set {
            schema.insert("uniqueItems".to_owned(), true.into());
        }
        schema
    }

    fn map(&self, key: &Shape, value: &Shape) -> Map<String, Value> {
        let mut schema = typed("object");
        if !matches!(key, Shape::Text { format: None }) {
            schema.insert("propertyNames".to_owned(), self.shape(key).into());
        }
        let value = match value {
            Shape::Any => true.into(),
            value => self.shape(value).into(),
        };
        schema.insert("additionalProperties".to_owned(), value);
        schema
    }

    fn object(&self, shape: &ObjectShape, tags: &[Tag<'_>]) -> Map<String, Value> {
        let (mut properties, mut required) = (Map::new(), Vec::new());
        for (tag, variant) in tags {
            properties.insert((*tag).to_owned(), json!({"type": "string", "const": variant.name}));
            required.push(Value::from(*tag));
        }
        for (spec, member) in shape.fields.iter().zip(&shape.members) {
            let mut property = self.field(spec, member);
            if let Some(default) = &member.default {
                property.insert("default".to_owned(), default.clone());
            }
            properties.insert(spec.name.clone().into_owned(), property.into());
            if member.required {
                required.push(spec.name().into());
            }
        }
        let mut schema = typed("object");
        schema.insert("properties".to_owned(), properties.into());
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        let extra = match &shape.extra {
            Extra::Refused => false.into(),
            Extra::Admitted(shape) => match &**shape {
                Shape::Any => true.into(),
                shape => self.shape(shape).into(),
            },
        };
        schema.insert("additionalProperties".to_owned(), extra);
        with(&shape.spec, schema)
    }

    /// A tagged union, within those whose tags stand beside its own.
    fn tagged(&self, union: &TaggedShape, around: &[Tag<'_>]) -> Map<String, Value> {
        let variants = union.variants.iter().zip(&union.shapes).map(|(variant, shape)| {
            let tags = [around, &[(&*union.tag, variant)]].concat();
            let mut schema = self.variant(shape, &tags);
            describe(variant, &mut schema);
            Value::Object(schema)
        });
        with(&union.spec, object(json!({"oneOf": variants.collect::<Vec<_>>()})))
    }

    /// The object of a variant, with its tag and those around it.
    fn variant(&self, shape: &Shape, tags: &[Tag<'_>]) -> Map<String, Value> {
        match self.spec.resolve(shape) {
            Shape::Object(object) => self.object(object, tags),
            Shape::Tagged(union) => self.tagged(union, tags),
            Shape::Refined { spec, inner } => with(spec, self.variant(inner, tags)),
            other => self.shape(other),
        }
    }

    fn untagged(&self, union: &UnionShape) -> Map<String, Value> {
        let variants = union.variants.iter().zip(&union.shapes).map(|(variant, shape)| {
            let mut schema = self.shape(shape);
            if !matches!(shape, Shape::Reference(_)) || !schema.contains_key("$ref") {
                schema.entry("title").or_insert_with(|| variant.name.clone().into_owned().into());
                describe(variant, &mut schema);
            }
            Value::Object(schema)
        });
        let keyword = if union.exclusive { "oneOf" } else { "anyOf" };
        with(&union.spec, object(json!({keyword: variants.collect::<Vec<_>>()})))
    }
}

/// The bounds of an object are of its entries.
pub(super) fn counted(mut schema: Map<String, Value>) -> Map<String, Value> {
    let object = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.contains(&"object".into()) && !kinds.contains(&"array".into()),
        Some(kind) => kind == "object",
        None => ["properties", "additionalProperties"].iter().any(|keyword| schema.contains_key(*keyword)),
    };
    if object {
        for (from, to) in [("minItems", "minProperties"), ("maxItems", "maxProperties")] {
            if let Some(bound) = schema.remove(from) {
                schema.insert(to.to_owned(), bound);
            }
        }
    }
    schema
}

/// A name that no definition has yet.
pub(super) fn unused(base: &str, taken: &mut HashMap<String, usize>) -> String {
    let mut name = base.to_owned();
    while taken.contains_key(&name) {
        let count = taken.entry(base.to_owned()).or_insert(1);
        *count += 1;
        name = format!("{base}{count}");
    }
    taken.insert(name.clone(), 1);
    name
}

/// The definitions that a shape refers to, each as often as it does.
fn references(shape: &Shape, found: &mut Vec<usize>) {
    match shape {
        Shape::Reference(index) => found.push(*index),
        Shape::List { item: inner, .. } | Shape::Nullable(inner) | Shape::Refined { inner, .. } => {
            references(inner, found);
        }
        Shape::Constants { base, .. } => references(base, found),
        Shape::Map { key, value } => {
            references(key, found);
            references(value, found);
        }
        Shape::Object(object) => {
            object.members.iter().for_each(|member| references(&member.shape, found));
            if let Extra::Admitted(extra) = &object.extra {
                references(extra, found);
            }
        }
        Shape::Tagged(union) => union.shapes.iter().for_each(|shape| references(shape, found)),
        Shape::Untagged(union) => union.shapes.iter().for_each(|shape| references(shape, found)),
        Shape::PerKind(kinds) => {
            [&kinds.object, &kinds.array].into_iter().for_each(|shape| references(shape, found));
        }
        _ => {}
    }
}

/// The definitions on circles, and those between two circles: what is left when all that lead nowhere, and then all
/// that nothing leads to, are taken away.
fn circular(edges: &[Vec<usize>]) -> Vec<bool> {
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        targets.iter().for_each(|to| back[*to].push(from));
    }
    let mut left = vec![true; edges.len()];
    for (ahead, behind) in [(edges, &back[..]), (&back[..], edges)] {
        let kept = |targets: &Vec<usize>| targets.iter().filter(|to| left[**to]).count();
        let mut open: Vec<usize> = ahead.iter().map(kept).collect();
        let mut ends: Vec<usize> = (0..edges.len()).filter(|index| left[*index] && open[*index] == 0).collect();
        while let Some(index) = ends.pop() {
            left[index] = false;
            for &from in behind[index].iter().filter(|from| left[**from]) {
                open[from] -= 1;
                if open[from] == 0 {
                    ends.push(from);
                }
            }
        }
    }
    left
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

pub(super) fn typed(kind: &str) -> Map<String, Value> {
    object(json!({"type": kind}))
}

pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1").replace('%', "%25")
}

/// Bounds of a type, where a run-time integer would admit more.
fn integer(min: Integer, max: Integer) -> Map<String, Value> {
    let mut schema = typed("integer");
    let wide = min < Integer::MIN_I64 || max > Integer::MAX_U64;
    if wide {
        let format = if min < Integer::unsigned(0) { "int128" } else { "uint128" };
        schema.insert("format".to_owned(), format.into());
    }
    if min > Integer::MIN_I64 || (!wide && max != Integer::MAX_U64) {
        schema.insert("minimum".to_owned(), crate::input::integer_value(min));
    }
    if max < Integer::MAX_U64 || (!wide && min != Integer::MIN_I64) {
        schema.insert("maximum".to_owned(), crate::input::integer_value(max));
    }
    schema
}

fn non_zero(min: Integer, max: Integer) -> Map<String, Value> {
    let zero = Integer::unsigned(0);
    if min == zero {
        return integer(Integer::unsigned(1), max);
    }
    let mut schema = integer(min, max);
    schema.insert("not".to_owned(), json!({"const": 0}));
    schema
}

/// The names; with a description for each, where there is one.
fn enumeration(variants: &[VariantSpec]) -> Map<String, Value> {
    let names = || variants.iter().map(VariantSpec::value);
    if variants.iter().all(|variant| variant.description.is_empty()) {
        return object(json!({"type": "string", "enum": names().collect::<Vec<_>>()}));
    }
    let described = variants.iter().map(|variant| {
        let mut schema = object(json!({"const": variant.name}));
        describe(variant, &mut schema);
        Value::Object(schema)
    });
    object(json!({"type": "string", "oneOf": described.collect::<Vec<_>>()}))
}

fn describe(variant: &VariantSpec, schema: &mut Map<String, Value>) {
    if !variant.description.is_empty() {
        schema.insert("description".to_owned(), variant.description.clone().into_owned().into());
    }
}

/// The same, or null.
fn nullable(mut schema: Map<String, Value>) -> Map<String, Value> {
    match schema.get("type").cloned() {
        Some(Value::String(kind)) if !schema.contains_key("oneOf") && !schema.contains_key("const") => {
            schema.insert("type".to_owned(), json!([kind, "null"]));
            if let Some(Value::Array(values)) = schema.get_mut("enum") {
                values.push(Value::Null);
            }
            schema
        }
        _ if schema.is_empty() => schema,
        _ => object(json!({"anyOf": [schema, {"type": "null"}]})),
    }
}

/// A schema under a spec's constraints, and its items or values under those of each.
fn demanding(spec: &FieldSpec, schema: Map<String, Value>) -> Map<String, Value> {
    let mut schema = with(spec, schema);
    if let Some(each) = &spec.each {
        for holder in ["items", "additionalProperties"] {
            if let Some(Value::Object(inner)) = schema.get_mut(holder) {
                *inner = demanding(each, std::mem::take(inner));
            }
        }
    }
    counted(schema)
}

/// A schema under a spec's constraints and documentation. What the schema demands already stays in force.
pub(super) fn with(spec: &FieldSpec, mut schema: Map<String, Value>) -> Map<String, Value> {
    let bound = |bound: &Option<Bound>| bound.as_ref().and_then(|bound| crate::json::value::number(&bound.text()));
    let size = |size: Option<usize>| size.map(Value::from);
    let demands = [
        ("minimum", bound(&spec.min)),
        ("maximum", bound(&spec.max)),
        ("exclusiveMinimum", bound(&spec.exclusive_min)),
        ("exclusiveMaximum", bound(&spec.exclusive_max)),
        ("multipleOf", bound(&spec.multiple_of)),
        ("pattern", spec.pattern.as_ref().map(|pattern| pattern.to_schema().into())),
        ("minLength", size(spec.min_len)),
        ("maxLength", size(spec.max_len)),
        ("minItems", size(spec.min_items)),
        ("maxItems", size(spec.max_items)),
        ("uniqueItems", spec.unique_items.then(|| true.into())),
        ("format", spec.format.map(|format| format.as_str().into())),
    ];
    let demands = demands.into_iter().filter_map(|(keyword, value)| Some((keyword, value?)));
    let format_pattern = spec.format.and_then(Format::pattern).map(|pattern| ("pattern", pattern.into()));
    for (keyword, value) in demands.chain(format_pattern) {
        demand(keyword, value, &mut schema);
    }
    if !spec.description.is_empty() {
        schema.insert("description".to_owned(), spec.description.as_ref().into());
    }
    let examples = spec.examples();
    if !examples.is_empty() {
        schema.insert("examples".to_owned(), examples.into());
    }
    policy(spec, &mut schema);
    schema
}

/// Adds a demand to those of the schema: the narrower bound, or a schema in `allOf` where one keyword cannot say both.
fn demand(keyword: &str, value: Value, schema: &mut Map<String, Value>) {
    let Some(known) = schema.get_mut(keyword) else {
        schema.insert(keyword.to_owned(), value);
        return;
    };
    if *known == value {
        return;
    }
    let text = |value: &Value| Bound::from_text(&value.to_string());
    let greater = |a: &Value, b: &Value| {
        let (a, b) = (text(a), text(b));
        match (a.integer(), b.integer()) {
            (Some(a), Some(b)) => a > b,
            _ => a.double() > b.double(),
        }
    };
    let narrows = match keyword {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" => greater(&value, known),
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" => greater(known, &value),
        _ => {
            let all = schema.entry("allOf").or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(all) = all {
                all.push(json!({keyword: value}));
            }
            return;
        }
    };
    if narrows {
        *known = value;
    }
}

/// A format, with the pattern that says the same to a reader who does not know its name.
fn formatted(format: Format, mut schema: Map<String, Value>) -> Map<String, Value> {
    schema.insert("format".to_owned(), format.as_str().into());
    if let Some(pattern) = format.pattern() {
        schema.insert("pattern".to_owned(), pattern.into());
    }
    schema
}

/// Our own annotations.
fn policy(spec: &FieldSpec, schema: &mut Map<String, Value>) {
    let mut put = |keyword: &str, value: Value| schema.insert(keyword.to_owned(), value);
    if spec.strict {
        put("x-strict", true.into());
    }
    if spec.sensitive {
        put("x-sensitive", true.into());
    }
    for (keyword, rules) in [("x-allow", spec.allow), ("x-deny", spec.deny)] {
        if rules != RuleSet::NONE {
            put(keyword, rules.iter().map(|rule| rule.as_str()).collect());
        }
    }
}
