//! JSON Schema in: what tool authors publish, as the spec that the gate runs on.
//! A keyword that cannot be enforced is an error that names it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::at::At;
use crate::coerce::dynamic::Dynamic;
use crate::format::Format;
use crate::input::Input;
use crate::json::number::{Integer, Literal};
use crate::json::value;
use crate::rule::{Rule, RuleSet};
use crate::shape::{
    Definition, Extra, Member, ObjectShape, PerKind, Shape, TaggedShape, ToolSpec, UnionShape, settle,
};
use crate::spec::{Bound, Examples, FieldSpec, Key, MAX_BYTES, VariantSpec};

/// Subschemas of one schema, at the most.
const MAX_NODES: usize = 20_000;
/// Subschemas within one another, at the most.
const MAX_DEPTH: usize = 64;

/// A schema that the gate cannot run on.
///
/// ```
/// use serde_json::json;
/// use toolargs::ToolSpec;
///
/// let schema = json!({"type": "object", "properties": {"x": {"not": {"type": "string"}}}});
/// let error = ToolSpec::from_json_schema("tool", &schema).unwrap_err();
/// assert_eq!(error.to_string(), "#/properties/x: the keyword `not` cannot be enforced");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    place: String,
    problem: String,
}

impl SpecError {
    /// Where in the schema, as a JSON pointer in a URI fragment.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// What is wrong there.
    pub fn problem(&self) -> &str {
        &self.problem
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for SpecError {}

/// A place in the schema, on the stack.
#[derive(Clone, Copy)]
struct Place<'p> {
    parent: Option<&'p Place<'p>>,
    step: &'p str,
    depth: usize,
}

impl<'p> Place<'p> {
    const ROOT: Place<'static> = Place { parent: None, step: "#", depth: 0 };

    fn child(&'p self, step: &'p str) -> Place<'p> {
        Place { parent: Some(self), step, depth: self.depth + 1 }
    }

    fn error<T>(&self, problem: impl Into<String>) -> Result<T, SpecError> {
        let problem: String = problem.into();
        Err(SpecError { place: self.pointer(), problem: crate::echo::visible(&problem) })
    }

    fn pointer(&self) -> String {
        let step = crate::echo::cut_to(self.step, 80).replace('~', "~0").replace('/', "~1");
        match self.parent {
            Some(parent) => format!("{}/{step}", parent.pointer()),
            None => self.step.to_owned(),
        }
    }
}

/// Keywords that say nothing about which values are valid.
const ANNOTATIONS: &[&str] = &[
    "$schema", "$comment", "title", "description", "examples", "example", "deprecated", "readOnly", "writeOnly",
    "contentMediaType", "contentEncoding", "contentSchema", "propertyOrdering", "discriminator",
];

/// Keywords that the gate enforces.
const ENFORCED: &[&str] = &[
    "type", "enum", "const", "properties", "required", "additionalProperties", "items", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "minItems",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "propertyNames", "oneOf", "anyOf", "not", "$ref",
    "$defs", "definitions", "default", "nullable",
];

impl ToolSpec {
    /// The spec of a tool that is known only by its JSON Schema: drafts 7 and 2020-12 as tool authors publish them.
    /// Objects that declare fields are closed unless `additionalProperties` says otherwise.
    ///
    /// `x-strict`, `x-sensitive`, `x-allow` and `x-deny` are read as the derive's attributes of these names.
    /// A `default` that its own schema refuses is left out, and [`lint`](ToolSpec::lint) says so.
    ///
    /// # Errors
    ///
    /// A [`SpecError`] that names the keyword and the place: one that cannot be enforced, a reference that leads out of
    /// the schema or in a circle, a pattern that cannot be matched in linear time, or a schema of more than 20,000 parts
    /// or 64 levels.
    pub fn from_json_schema(name: &str, schema: &Value) -> Result<ToolSpec, SpecError> {
        let mut importer = Importer { root: schema, definitions: Vec::new(), known: HashMap::new(), nodes: 0 };
        let (mut spec, shape) = importer.schema(schema, &Place::ROOT)?;
        let shape = match shape {
            Shape::PerKind(kinds) => kinds.object.clone(),
            shape => shape,
        };
        if !importer.is_object(&shape) {
            return Place::ROOT.error("the arguments of a tool are an object; say `\"type\": \"object\"`");
        }
        let definitions = importer.finish()?;
        let description = std::mem::take(&mut spec.description).into_owned();
        let policy = spec.policy_alone();
        let root = refined(spec, shape);
        let mut spec = ToolSpec {
            name: name.to_owned(),
            description,
            max_bytes: MAX_BYTES,
            policy,
            root,
            definitions,
        };
        spec.drop_failing_defaults();
        Ok(spec)
    }
}

struct Importer<'s> {
    root: &'s Value,
    definitions: Vec<Option<Definition>>,
    /// Pointers of definitions that have been begun.
    known: HashMap<String, usize>,
    nodes: usize,
}

type Imported = Result<(FieldSpec, Shape), SpecError>;

impl<'s> Importer<'s> {
    /// One schema: its constraints, and the shape that they constrain.
    fn schema(&mut self, schema: &'s Value, place: &Place<'_>) -> Imported {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return place.error(format!("the schema has more than {MAX_NODES} parts"));
        }
        if place.depth > 2 * MAX_DEPTH {
            return place.error(format!("the schema is nested more than {MAX_DEPTH} deep"));
        }
        let Value::Object(keywords) = schema else {
            return match schema {
                Value::Bool(_) => place.error("a boolean schema cannot be enforced here"),
                _ => place.error("a schema is an object"),
            };
        };
        self.check_keywords(keywords, place)?;
        let spec = constraints(keywords, place)?;
        let shape = self.shape(keywords, place)?;
        Ok((spec, shape))
    }

    fn check_keywords(&self, keywords: &Map<String, Value>, place: &Place<'_>) -> Result<(), SpecError> {
        for keyword in keywords.keys() {
            let known = ENFORCED.contains(&keyword.as_str())
                || ANNOTATIONS.contains(&keyword.as_str())
                || keyword.starts_with("x-")
                || (keyword == "$id" && place.parent.is_none());
            if !known {
                return place.error(format!("the keyword `{keyword}` cannot be enforced"));
            }
        }
        Ok(())
    }

    fn shape(&mut self, keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        // the one negation that the derive writes: an integer that is not zero
        if let Some(not) = keywords.get("not") {
            let integer = keywords.get("type").is_some_and(|kind| kind == "integer");
            if !integer || *not != serde_json::json!({"const": 0}) {
                return place.error("the keyword `not` cannot be enforced");
            }
        }
        let structural = ["$ref", "anyOf", "oneOf"].iter().filter(|keyword| keywords.contains_key(**keyword)).count();
        if structural > 1 {
            return place.error("`$ref`, `anyOf` and `oneOf` cannot be enforced beside each other");
        }
        let shape = if let Some(reference) = keywords.get("$ref") {
            self.alone(keywords, "$ref", place)?;
            self.reference(reference, place)?
        } else if let Some(alternatives) = keywords.get("anyOf") {
            self.alone(keywords, "anyOf", place)?;
            self.union(alternatives, false, &place.child("anyOf"))?
        } else if let Some(alternatives) = keywords.get("oneOf") {
            self.alone(keywords, "oneOf", place)?;
            self.union(alternatives, true, &place.child("oneOf"))?
        } else {
            self.typed(keywords, place)?
        };
        match keywords.get("nullable") {
            Some(Value::Bool(true)) if !matches!(shape, Shape::Nullable(_)) => Ok(shape.nullable()),
            None | Some(Value::Bool(_)) => Ok(shape),
            Some(_) => place.child("nullable").error("`nullable` is true or false"),
        }
    }

    /// A keyword that makes the shape stands beside annotations and constraints only.
    fn alone(&self, keywords: &Map<String, Value>, keyword: &str, place: &Place<'_>) -> Result<(), SpecError> {
        let shaping = ["enum", "const", "properties", "required", "additionalProperties", "items"];
        for other in shaping {
            if keywords.contains_key(other) {
                return place.error(format!("`{other}` beside `{keyword}` cannot be enforced"));
            }
        }
        match keywords.get("type") {
            // a type beside alternatives is common; it is enforced where every alternative is of it
            Some(kind) if keyword != "$ref" => {
                let is = |one: &Value| match one.get("const") {
                    Some(constant) => kind == "string" && constant.is_string(),
                    None => one.get("type") == Some(kind),
                };
                let all = keywords[keyword].as_array().is_some_and(|all| all.iter().all(is));
                let object = kind == "object" && keywords[keyword].as_array().is_some_and(|all| all.iter().all(|one| one.get("properties").is_some()));
                if all || object { Ok(()) } else { place.error(format!("`type` beside `{keyword}` cannot be enforced")) }
            }
            Some(_) => place.error("`type` beside `$ref` cannot be enforced"),
            None => Ok(()),
        }
    }

    fn reference(&mut self, reference: &Value, place: &Place<'_>) -> Result<Shape, SpecError> {
        let place = place.child("$ref");
        let Some(pointer) = reference.as_str() else { return place.error("a reference is a string") };
        let local = pointer == "#" || pointer.starts_with("#/$defs/") || pointer.starts_with("#/definitions/");
        if !local {
            return place.error("only references to `#`, `#/$defs/…` and `#/definitions/…` are followed");
        }
        if let Some(&index) = self.known.get(pointer) {
            return Ok(Shape::Reference(index));
        }
        let Some(target) = self.root.pointer(&unescape(&pointer[1..])) else {
            return place.error(format!("there is nothing at {pointer}"));
        };
        let index = self.definitions.len();
        self.known.insert(pointer.to_owned(), index);
        self.definitions.push(None);
        // a definition is read where it is first referred to, so a chain of references is as deep as it is long
        let (spec, shape) = self.schema(target, &Place { parent: None, step: pointer, depth: place.depth })?;
        let name = pointer.rsplit('/').next().unwrap_or("#").to_owned();
        self.definitions[index] = Some(Definition::new(name, refined(spec, shape)));
        Ok(Shape::Reference(index))
    }

    fn union(&mut self, alternatives: &'s Value, exclusive: bool, place: &Place<'_>) -> Result<Shape, SpecError> {
        let Some(alternatives) = alternatives.as_array().filter(|all| !all.is_empty()) else {
            return place.error("alternatives are a list of schemas");
        };
        let (mut shapes, mut variants, mut nullable) = (Vec::new(), Vec::new(), 0);
        for (index, alternative) in alternatives.iter().enumerate() {
            let step = index.to_string();
            let (spec, shape) = self.schema(alternative, &place.child(&step))?;
            if matches!(shape, Shape::Null) {
                nullable += 1;
                continue;
            }
            let title = alternative.get("title").and_then(Value::as_str);
            let described = alternative.get("description").and_then(Value::as_str).unwrap_or_default();
            variants.push(variant(title.map_or_else(|| kind_name(&shape), str::to_owned), described));
            let spec = FieldSpec { description: "".into(), ..spec };
            shapes.push(refined(spec, shape));
        }
        let shape = match shapes.len() {
            0 => return Ok(Shape::Null),
            1 => shapes.remove(0),
            _ if shapes.iter().all(|shape| matches!(shape, Shape::Enumeration { .. })) && exclusive => merged(alternatives, &shapes),
            _ => match self.tagged(alternatives, &shapes) {
                Some(tagged) => tagged,
                None => Shape::Untagged(Arc::new(UnionShape {
                    exclusive,
                    spec: FieldSpec::new(""),
                    variants: variants.into(),
                    shapes,
                })),
            },
        };
        Ok(if nullable > 0 { shape.nullable() } else { shape })
    }

    /// Alternatives that are objects, each with a required constant of its own under one name: told apart by it.
    fn tagged(&self, alternatives: &[Value], shapes: &[Shape]) -> Option<Shape> {
        let objects: Vec<&ObjectShape> = shapes.iter().map(|shape| self.object_of(shape)).collect::<Option<_>>()?;
        let first = objects.first()?;
        let tag = first.fields.iter().find_map(|field| {
            let names: Option<Vec<String>> = objects.iter().map(|object| constant(object, &field.name)).collect();
            let names = names?;
            let unique = names.iter().collect::<std::collections::HashSet<_>>().len() == names.len();
            unique.then_some((field.name.clone(), names))
        });
        let (tag, names) = tag?;
        let described = |index: usize| {
            let text = alternatives.get(index).and_then(|one| one.get("description")).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        let variants: Vec<VariantSpec> =
            names.into_iter().enumerate().map(|(index, name)| variant(name, &described(index))).collect();
        let shapes = objects.iter().map(|object| Shape::Object(Arc::new(without_field(object, &tag)))).collect();
        Some(Shape::Tagged(Arc::new(TaggedShape { spec: FieldSpec::new(""), tag, variants: variants.into(), shapes })))
    }

    fn object_of<'o>(&'o self, shape: &'o Shape) -> Option<&'o ObjectShape> {
        match shape {
            Shape::Object(object) => Some(object),
            Shape::Reference(index) => match &self.definitions.get(*index)?.as_ref()?.shape {
                Shape::Object(object) => Some(object),
                _ => None,
            },
            _ => None,
        }
    }

    /// The shape by `type`, `enum` and `const`.
    fn typed(&mut self, keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        let kinds: Option<Vec<&str>> = match keywords.get("type") {
            None => None,
            Some(Value::String(kind)) => Some(vec![kind]),
            Some(Value::Array(kinds)) if !kinds.is_empty() => {
                let names: Option<Vec<&str>> = kinds.iter().map(Value::as_str).collect();
                match names {
                    Some(names) => Some(names),
                    None => return place.child("type").error("a type is one of the seven names"),
                }
            }
            Some(_) => return place.child("type").error("a type is a name or a list of names"),
        };
        let constants = match (keywords.get("const"), keywords.get("enum")) {
            (Some(_), Some(_)) => return place.error("`const` beside `enum` cannot be enforced"),
            (Some(constant), None) => Some(vec![constant.clone()]),
            (None, Some(Value::Array(values))) if !values.is_empty() => Some(values.clone()),
            (None, Some(_)) => return place.child("enum").error("an enum is a list of values, one at least"),
            (None, None) => None,
        };
        let base = match &kinds {
            Some(kinds) => Some(self.kinds(kinds, keywords, place)?),
            None => None,
        };
        match (base, constants) {
            (base, Some(values)) => Ok(enumerated(base, values)),
            (Some(base), None) => Ok(base),
            (None, None) => self.untyped(keywords, place),
        }
    }

    fn kinds(&mut self, kinds: &[&str], keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        let nullable = kinds.contains(&"null");
        let mut shapes = Vec::new();
        let mut variants = Vec::new();
        for kind in kinds.iter().filter(|&&kind| kind != "null") {
            if *kind == "integer" && kinds.contains(&"number") {
                continue;
            }
            shapes.push(self.kind(kind, keywords, place)?);
            variants.push(variant((*kind).to_owned(), ""));
        }
        #[cfg(feature = "rust_decimal")]
        if keywords.get("format").is_some_and(|format| format == "decimal") && shapes.len() == 2 {
            return Ok(if nullable { Shape::Decimal.nullable() } else { Shape::Decimal });
        }
        let shape = match shapes.len() {
            0 => return Ok(Shape::Null),
            1 => shapes.remove(0),
            _ => Shape::Untagged(Arc::new(UnionShape {
                exclusive: false,
                spec: FieldSpec::new(""),
                variants: variants.into(),
                shapes,
            })),
        };
        Ok(if nullable { shape.nullable() } else { shape })
    }

    fn kind(&mut self, kind: &str, keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        match kind {
            "boolean" => Ok(Shape::Boolean),
            "integer" => Ok(integer_of(keywords)),
            "number" if keywords.get("format").is_some_and(|format| format == "float") => Ok(Shape::Single),
            "number" => Ok(Shape::Number),
            "string" => text_of(keywords, place),
            "array" => self.list(keywords, place),
            "object" => self.object(keywords, place),
            other => place.child("type").error(format!("there is no type `{other}`")),
        }
    }

    /// Without `type`, each keyword holds for values of its own kind.
    fn untyped(&mut self, keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        let says = |names: &[&str]| names.iter().any(|name| keywords.contains_key(*name));
        let object = ["properties", "required", "additionalProperties", "minProperties", "maxProperties"];
        let array = ["items", "minItems", "maxItems", "uniqueItems"];
        let string = ["minLength", "maxLength", "pattern", "format"];
        let number = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        if !says(&[&object[..], &array, &string, &number].concat()) {
            return Ok(Shape::Any);
        }
        let object = if says(&object) { self.object(keywords, place)? } else { Shape::Any };
        let array = if says(&array) { self.list(keywords, place)? } else { Shape::Any };
        let string = text_of(keywords, place)?;
        Ok(Shape::PerKind(Arc::new(PerKind { object, array, string, number: Shape::Number })))
    }

    fn list(&mut self, keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        let item = match keywords.get("items") {
            None => Shape::Any,
            Some(items @ Value::Object(_)) => {
                let (spec, shape) = self.schema(items, &place.child("items"))?;
                refined(spec, shape)
            }
            Some(_) => return place.child("items").error("only one schema for all items can be enforced"),
        };
        Ok(Shape::List { item: Box::new(item), length: None, set: false })
    }

    fn object(&mut self, keywords: &'s Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
        static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        let properties = match keywords.get("properties") {
            None => &*NONE,
            Some(Value::Object(properties)) => properties,
            Some(_) => return place.child("properties").error("properties are an object of schemas"),
        };
        let required = names(keywords, "required", place)?;
        let (mut fields, mut members) = (Vec::with_capacity(properties.len()), Vec::with_capacity(properties.len()));
        let below = place.child("properties");
        for (name, schema) in properties {
            let (mut spec, shape) = self.schema(schema, &below.child(name))?;
            spec.key = Key::new(name.as_bytes());
            spec.name = name.clone().into();
            fields.push(spec);
            members.push(Member {
                shape,
                required: required.contains(&name.as_str()),
                default: schema.get("default").cloned(),
            });
        }
        let extra = self.extra(keywords, properties.is_empty(), place)?;
        if let Some(map) = self.map(keywords, &extra, place)? {
            return Ok(map);
        }
        for name in required.iter().filter(|name| !properties.contains_key(**name)) {
            let shape = match &extra {
                Extra::Refused => {
                    return place.child("required").error(format!("the required field `{name}` is not declared"));
                }
                Extra::Admitted(shape) => (**shape).clone(),
            };
            let spec = FieldSpec { key: Key::new(name.as_bytes()), name: (*name).to_owned().into(), ..FieldSpec::new("") };
            fields.push(spec);
            members.push(Member { shape, required: true, default: None });
        }
        Ok(Shape::Object(Arc::new(ObjectShape { spec: FieldSpec::new(""), fields: fields.into(), members, extra })))
    }

    /// An object that declares no field and admits any is a map.
    fn map(&mut self, keywords: &'s Map<String, Value>, extra: &Extra, place: &Place<'_>) -> Result<Option<Shape>, SpecError> {
        let declares = ["properties", "required"].iter().any(|keyword| keywords.contains_key(*keyword));
        let key = match keywords.get("propertyNames") {
            None => Shape::Text { format: None },
            Some(_) if declares => return place.error("`propertyNames` beside `properties` cannot be enforced"),
            Some(names) => {
                let (spec, shape) = self.schema(names, &place.child("propertyNames"))?;
                let shape = match shape {
                    Shape::PerKind(kinds) => kinds.string.clone(),
                    shape => shape,
                };
                if !matches!(shape, Shape::Text { .. } | Shape::Enumeration { .. } | Shape::Refined { .. }) {
                    return place.child("propertyNames").error("names are strings");
                }
                refined(spec, shape)
            }
        };
        Ok(match extra {
            Extra::Admitted(shape) if !declares => Some(Shape::Map { key: Box::new(key), value: shape.clone() }),
            _ => None,
        })
    }

    /// What an object admits beside its fields. One that declares none is a free map.
    fn extra(&mut self, keywords: &'s Map<String, Value>, free: bool, place: &Place<'_>) -> Result<Extra, SpecError> {
        match keywords.get("additionalProperties") {
            Some(Value::Bool(false)) => Ok(Extra::Refused),
            None if !free => Ok(Extra::Refused),
            // a tool whose schema declares `properties: {}` takes none; one that is silent takes any
            None if keywords.contains_key("properties") => Ok(Extra::Refused),
            None | Some(Value::Bool(true)) => Ok(Extra::Admitted(Box::new(Shape::Any))),
            Some(schema) => {
                let (spec, shape) = self.schema(schema, &place.child("additionalProperties"))?;
                Ok(Extra::Admitted(Box::new(refined(spec, shape))))
            }
        }
    }

    fn is_object(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Object(_) | Shape::Tagged(_) | Shape::Map { .. } => true,
            Shape::Reference(index) => match self.definitions.get(*index) {
                Some(Some(definition)) => self.is_object(&definition.shape),
                _ => false,
            },
            Shape::Untagged(union) => union.shapes.iter().all(|shape| self.is_object(shape)),
            Shape::Refined { inner, .. } => self.is_object(inner),
            _ => false,
        }
    }

    /// The definitions, if none leads back to itself without a value in between.
    fn finish(self) -> Result<Vec<Definition>, SpecError> {
        let mut definitions: Vec<Definition> = self.definitions.into_iter().flatten().collect();
        for start in 0..definitions.len() {
            let mut path = vec![start];
            if circular(&definitions, &definitions[start].shape, &mut path) {
                return Place::ROOT.error(format!("`{}` refers to itself and to nothing else", definitions[start].name));
            }
        }
        settle(&mut definitions);
        Ok(definitions)
    }
}

/// True when following references from `shape` comes back to a definition on the way, without a container in between.
fn circular(definitions: &[Definition], shape: &Shape, path: &mut Vec<usize>) -> bool {
    match shape {
        Shape::Reference(index) if path.contains(index) => true,
        Shape::Reference(index) => {
            path.push(*index);
            let found = definitions.get(*index).is_some_and(|next| circular(definitions, &next.shape, path));
            path.pop();
            found
        }
        Shape::Nullable(inner) | Shape::Refined { inner, .. } => circular(definitions, inner, path),
        Shape::Untagged(union) => union.shapes.iter().any(|shape| circular(definitions, shape, path)),
        _ => false,
    }
}

/// Undoes the escapes of a JSON pointer in a URI fragment that `Value::pointer` does not know.
fn unescape(pointer: &str) -> String {
    let mut bytes = Vec::with_capacity(pointer.len());
    let mut rest = pointer.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = |digit: &u8| (*digit as char).to_digit(16);
        match rest {
            [b'%', high, low, tail @ ..] if hex(high).is_some() && hex(low).is_some() => {
                bytes.push((hex(high).unwrap_or(0) << 4 | hex(low).unwrap_or(0)) as u8);
                rest = tail;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn variant(name: String, description: &str) -> VariantSpec {
    VariantSpec { name: name.into(), description: description.to_owned().into() }
}

/// One enumeration of several, each name with its alternative's description.
fn merged(alternatives: &[Value], shapes: &[Shape]) -> Shape {
    let mut variants: Vec<VariantSpec> = Vec::new();
    for (alternative, shape) in alternatives.iter().filter(|one| one.get("type").is_none_or(|kind| kind != "null")).zip(shapes) {
        let Shape::Enumeration { variants: names, .. } = shape else { continue };
        let description = alternative.get("description").and_then(Value::as_str).unwrap_or_default();
        for name in names.iter().filter(|name| !variants.iter().any(|known| known.name == name.name)).collect::<Vec<_>>() {
            variants.push(variant(name.name.to_string(), description));
        }
    }
    Shape::Enumeration { spec: Arc::new(FieldSpec::new("")), variants: variants.into() }
}

fn kind_name(shape: &Shape) -> String {
    match shape {
        Shape::Boolean => "boolean",
        Shape::Integer { .. } => "integer",
        Shape::Number => "number",
        Shape::Text { .. } => "string",
        Shape::Enumeration { .. } | Shape::Constants { .. } => "enum",
        Shape::List { .. } => "array",
        Shape::Object(_) | Shape::Tagged(_) => "object",
        _ => "value",
    }
    .to_owned()
}

/// The shape under its constraints, where it has any.
fn refined(spec: FieldSpec, shape: Shape) -> Shape {
    let plain = !spec.strict
        && !spec.sensitive
        && spec.allow == RuleSet::NONE
        && spec.deny == RuleSet::NONE
        && !spec.bounded
        && !spec.textual
        && spec.min_items.is_none()
        && spec.max_items.is_none()
        && !spec.unique_items
        && spec.description.is_empty();
    if plain { shape } else { Shape::Refined { spec: Arc::new(spec), inner: Box::new(shape) } }
}

/// The constant that a required field of the object has.
fn constant(object: &ObjectShape, name: &str) -> Option<String> {
    let index = object.fields.iter().position(|field| field.name == name)?;
    let member = &object.members[index];
    match &member.shape {
        Shape::Enumeration { variants, .. } if member.required && variants.len() == 1 => Some(variants[0].name.to_string()),
        _ => None,
    }
}

fn without_field(object: &ObjectShape, name: &str) -> ObjectShape {
    let keep: Vec<usize> = (0..object.fields.len()).filter(|&index| object.fields[index].name != name).collect();
    ObjectShape {
        spec: object.spec.clone(),
        fields: keep.iter().map(|&index| object.fields[index].clone()).collect(),
        members: keep.iter().map(|&index| object.members[index].clone()).collect(),
        extra: object.extra.clone(),
    }
}

/// One of some values: names where all are text, else values of a base shape.
fn enumerated(base: Option<Shape>, values: Vec<Value>) -> Shape {
    let null = values.iter().any(Value::is_null);
    let others: Vec<Value> = values.iter().filter(|value| !value.is_null()).cloned().collect();
    let base = match base {
        Some(Shape::Nullable(inner)) => Some(*inner),
        base => base,
    };
    if others.is_empty() {
        return Shape::Null;
    }
    let all = |test: fn(&Value) -> bool| others.iter().all(test);
    let text = all(Value::is_string) && matches!(base, None | Some(Shape::Text { .. }));
    let shape = if text {
        let mut variants: Vec<VariantSpec> = Vec::new();
        for name in others.iter().filter_map(Value::as_str) {
            if !variants.iter().any(|known| known.name == name) {
                variants.push(variant(name.to_owned(), ""));
            }
        }
        Shape::Enumeration { spec: Arc::new(FieldSpec::new("")), variants: variants.into() }
    } else {
        let base = base.unwrap_or_else(|| {
            if all(Value::is_boolean) {
                Shape::Boolean
            } else if all(|value| value.is_i64() || value.is_u64()) {
                Shape::Integer { min: Integer::MIN_I64, max: Integer::MAX_U64 }
            } else if all(Value::is_number) {
                Shape::Number
            } else {
                Shape::Any
            }
        });
        Shape::Constants { base: Box::new(base), values: others.into() }
    };
    if null { shape.nullable() } else { shape }
}

fn integer_of(keywords: &Map<String, Value>) -> Shape {
    let (min, max) = match keywords.get("format").and_then(Value::as_str) {
        Some("int32") => (Integer::signed(i32::MIN.into()), Integer::signed(i32::MAX.into())),
        Some("int64") => (Integer::signed(i64::MIN.into()), Integer::signed(i64::MAX.into())),
        Some("uint32") => (Integer::unsigned(0), Integer::unsigned(u32::MAX.into())),
        Some("uint64") => (Integer::unsigned(0), Integer::MAX_U64),
        Some("int128") => (Integer::signed(i128::MIN), Integer::signed(i128::MAX)),
        Some("uint128") => (Integer::unsigned(0), Integer::unsigned(u128::MAX)),
        _ => (Integer::MIN_I64, Integer::MAX_U64),
    };
    if keywords.contains_key("not") { Shape::NonZero { min, max } } else { Shape::Integer { min, max } }
}

fn text_of(keywords: &Map<String, Value>, place: &Place<'_>) -> Result<Shape, SpecError> {
    let format = match keywords.get("format") {
        None => None,
        Some(Value::String(name)) => match Format::from_name(name) {
            Some(format) => Some(format),
            None if NUMBER_FORMATS.contains(&name.as_str()) => None,
            None => return place.child("format").error(format!("the format `{name}` cannot be enforced")),
        },
        Some(_) => return place.child("format").error("a format is a name"),
    };
    Ok(Shape::Text { format })
}

/// Formats of numbers, which say how they are stored. `decimal` is our own.
const NUMBER_FORMATS: &[&str] = &["int32", "int64", "int128", "uint32", "uint64", "uint128", "float", "double", "decimal"];

fn names<'k>(keywords: &'k Map<String, Value>, keyword: &str, place: &Place<'_>) -> Result<Vec<&'k str>, SpecError> {
    let Some(value) = keywords.get(keyword) else { return Ok(Vec::new()) };
    let names: Option<Vec<&str>> = value.as_array().and_then(|names| names.iter().map(Value::as_str).collect());
    match names {
        Some(names) => Ok(names),
        None => place.child(keyword).error("expected a list of names"),
    }
}

/// What the keywords demand beyond the shape.
fn constraints(keywords: &Map<String, Value>, place: &Place<'_>) -> Result<FieldSpec, SpecError> {
    let number = |keyword: &str| match keywords.get(keyword) {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(Some(Bound::from_text(&number.to_string()))),
        Some(_) => place.child(keyword).error("expected a number"),
    };
    let size = |keyword: &str| match keywords.get(keyword) {
        None => Ok(None),
        Some(value) => match value.as_u64().or_else(|| value.as_f64().filter(|size| size.fract() == 0.0 && *size >= 0.0).map(|size| size as u64)) {
            Some(size) => Ok(Some(usize::try_from(size).unwrap_or(usize::MAX))),
            None => place.child(keyword).error("expected a whole number that is not negative"),
        },
    };
    let flag = |keyword: &str| match keywords.get(keyword) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => place.child(keyword).error("expected true or false"),
    };
    let rules = |keyword: &str| -> Result<RuleSet, SpecError> {
        let mut set = RuleSet::NONE;
        for name in names(keywords, keyword, place)? {
            match name.parse::<Rule>() {
                Ok(rule) => set = set.with(&[rule]),
                Err(error) => return place.child(keyword).error(format!("`{name}`: {error}")),
            }
        }
        Ok(set)
    };
    let mut spec = FieldSpec::new("");
    spec.description = keywords.get("description").and_then(Value::as_str).unwrap_or_default().to_owned().into();
    spec.strict = flag("x-strict")?;
    spec.sensitive = flag("x-sensitive")?;
    spec.allow = rules("x-allow")?;
    spec.deny = rules("x-deny")?;
    spec.min = number("minimum")?;
    spec.max = number("maximum")?;
    spec.exclusive_min = number("exclusiveMinimum")?;
    spec.exclusive_max = number("exclusiveMaximum")?;
    spec.multiple_of = number("multipleOf")?;
    if let Some(step) = &spec.multiple_of {
        let usable = step.double() > 0.0 && Literal::new(&step.text()).small().is_some();
        if !usable {
            return place.child("multipleOf").error("a step is above zero and has at most 18 digits");
        }
    }
    spec.min_len = size("minLength")?;
    spec.max_len = size("maxLength")?;
    spec.pattern = match keywords.get("pattern") {
        None => None,
        Some(Value::String(source)) => Some(pattern(source, place)?),
        Some(_) => return place.child("pattern").error("a pattern is a string"),
    };
    let (entries, items) = ((size("minProperties")?, size("maxProperties")?), (size("minItems")?, size("maxItems")?));
    spec.min_items = items.0.or(entries.0);
    spec.max_items = items.1.or(entries.1);
    spec.unique_items = flag("uniqueItems")?;
    spec.examples = match keywords.get("examples") {
        Some(Value::Array(examples)) => Examples::Given(examples.clone()),
        _ => Examples::None,
    };
    spec.bounded = spec.min.is_some()
        || spec.max.is_some()
        || spec.exclusive_min.is_some()
        || spec.exclusive_max.is_some()
        || spec.multiple_of.is_some();
    spec.textual = spec.min_len.is_some()
        || spec.max_len.is_some()
        || spec.pattern.is_some()
        || spec.allow.contains(Rule::TrimWhitespace);
    Ok(spec)
}

#[cfg(feature = "regex")]
fn pattern(source: &str, place: &Place<'_>) -> Result<crate::pattern::Pattern, SpecError> {
    crate::pattern::Pattern::from_schema(source).or_else(|problem| place.child("pattern").error(problem))
}

#[cfg(not(feature = "regex"))]
fn pattern(_: &str, place: &Place<'_>) -> Result<crate::pattern::Pattern, SpecError> {
    place.child("pattern").error("patterns need the `regex` feature")
}

impl ToolSpec {
    /// Leaves out each default that its own field would not take as it is.
    fn drop_failing_defaults(&mut self) {
        let definitions = self.definitions.clone();
        let dynamic = Dynamic { definitions: &definitions };
        let keep = |spec: &FieldSpec, member: &Member| member.default.as_ref().is_none_or(|default| takes(dynamic, spec, member, default));
        self.root = with_defaults(&self.root, &keep);
        for definition in &mut self.definitions {
            definition.shape = with_defaults(&definition.shape, &keep);
        }
    }
}

/// True when the field takes the value as it is.
pub(super) fn takes(dynamic: Dynamic<'_>, spec: &FieldSpec, member: &Member, default: &Value) -> bool {
    let Some(text) = value::to_text(default) else { return false };
    let mut input = Input::new(&text);
    let root = At::root(&crate::spec::EMPTY);
    let read = dynamic.read(&mut input, &root.field(spec, false), &member.shape);
    read.is_ok_and(|value| value.is_some()) && input.records.repairs.is_empty() && input.records.errors.is_empty()
}

fn with_defaults(shape: &Shape, keep: &dyn Fn(&FieldSpec, &Member) -> bool) -> Shape {
    let each = |shape: &Shape| with_defaults(shape, keep);
    match shape {
        Shape::Object(object) => {
            let members = object.fields.iter().zip(&object.members).map(|(spec, member)| Member {
                shape: each(&member.shape),
                required: member.required,
                default: member.default.clone().filter(|_| keep(spec, member)),
            });
            Shape::Object(Arc::new(ObjectShape { members: members.collect(), ..(**object).clone() }))
        }
        Shape::List { item, length, set } => Shape::List { item: Box::new(each(item)), length: *length, set: *set },
        Shape::Map { key, value } => Shape::Map { key: key.clone(), value: Box::new(each(value)) },
        Shape::Nullable(inner) => Shape::Nullable(Box::new(each(inner))),
        Shape::Refined { spec, inner } => Shape::Refined { spec: Arc::clone(spec), inner: Box::new(each(inner)) },
        Shape::Tagged(union) => {
            let shapes = union.shapes.iter().map(each).collect();
            Shape::Tagged(Arc::new(TaggedShape { shapes, ..(**union).clone() }))
        }
        Shape::Untagged(union) => {
            let shapes = union.shapes.iter().map(each).collect();
            Shape::Untagged(Arc::new(UnionShape { shapes, ..(**union).clone() }))
        }
        other => other.clone(),
    }
}
