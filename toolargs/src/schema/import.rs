//! JSON Schema in: what tool authors publish, as the spec that the gate runs on.
//! A keyword that cannot be enforced is an error that names it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::checks::{Height, check_counts, height, is_deeper, is_never, is_object, unescape};
use super::constraints::{constraints, names};
use super::merge;
use super::parts::{constant, enumerated, integer_of, kind_name, merged, refined, text_of, variant, without_field};
use super::place::{Place, SpecError};
use crate::shape::{Definition, Extra, Member, ObjectShape, PerKind, Shape, TaggedShape, ToolSpec, UnionShape, settle};
use crate::spec::{FieldSpec, Key, MAX_BYTES, VariantSpec};

/// Subschemas of one schema, at the most.
const MAX_NODES: usize = 20_000;
/// Subschemas within one another, at the most.
pub(super) const MAX_DEPTH: usize = 64;

/// Keywords that say nothing about which values are valid.
const ANNOTATIONS: &[&str] = &[
    "$schema",
    "$comment",
    "title",
    "description",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentMediaType",
    "contentEncoding",
    "contentSchema",
    "propertyOrdering",
    "discriminator",
];

/// Keywords that the gate enforces.
const ENFORCED: &[&str] = &[
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "oneOf",
    "anyOf",
    "not",
    "$ref",
    "$defs",
    "definitions",
    "default",
    "nullable",
    "allOf",
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
        if is_deeper(schema, 8 * MAX_DEPTH) {
            return Place::ROOT.error(format!("the schema is nested more than {MAX_DEPTH} deep"));
        }
        let mut importer =
            Importer { root: schema, definitions: Vec::new(), known: HashMap::new(), nodes: 0, level: 0 };
        let (mut spec, shape) = importer.schema(schema, &Place::ROOT)?;
        let shape = match shape {
            Shape::PerKind(kinds) => kinds.object.clone(),
            shape => shape,
        };
        let definitions = importer.finish()?;
        if !is_object(&definitions, &shape) {
            return Place::ROOT.error("the arguments of a tool are an object; say `\"type\": \"object\"`");
        }
        let description = std::mem::take(&mut spec.description).into_owned();
        let policy = spec.policy_alone();
        let root = refined(*spec, shape);
        let mut spec = ToolSpec { name: name.to_owned(), description, max_bytes: MAX_BYTES, policy, root, definitions };
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
    /// How many schemas the one being read is in.
    level: usize,
}

/// Boxed, so that a schema within many others takes little of the stack.
type Imported = Result<(Box<FieldSpec>, Shape), SpecError>;

impl<'s> Importer<'s> {
    /// One schema: its constraints, and the shape that they constrain.
    fn schema(&mut self, schema: &'s Value, place: &Place<'_>) -> Imported {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            return place.error(format!("the schema has more than {MAX_NODES} parts"));
        }
        if self.level == MAX_DEPTH {
            return place.error(format!("the schema is nested more than {MAX_DEPTH} deep"));
        }
        self.level += 1;
        let imported = self.read(schema, place);
        self.level -= 1;
        imported
    }

    fn read(&mut self, schema: &'s Value, place: &Place<'_>) -> Imported {
        let Value::Object(keywords) = schema else {
            return match schema {
                Value::Bool(true) => Ok((Box::new(FieldSpec::new("")), Shape::Any)),
                Value::Bool(false) => place.error("a schema that no value is valid by cannot be enforced here"),
                _ => place.error("a schema is an object"),
            };
        };
        self.check_keywords(keywords, place)?;
        let spec = constraints(keywords, place)?;
        check_counts(keywords, place)?;
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
            let union = self.union(alternatives, false, &place.child("anyOf"))?;
            self.of_type(union, keywords, "anyOf", place)?
        } else if let Some(alternatives) = keywords.get("oneOf") {
            self.alone(keywords, "oneOf", place)?;
            let union = self.union(alternatives, true, &place.child("oneOf"))?;
            self.of_type(union, keywords, "oneOf", place)?
        } else {
            self.typed(keywords, place)?
        };
        let shape = match keywords.get("allOf") {
            Some(parts) => self.all(shape, keywords, parts, &place.child("allOf"))?,
            None => shape,
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
            Some(_) if keyword == "$ref" => place.error("`type` beside `$ref` cannot be enforced"),
            _ => Ok(()),
        }
    }

    /// A type beside alternatives is common: it holds for each of them.
    fn of_type(
        &self,
        union: Shape,
        keywords: &Map<String, Value>,
        beside: &str,
        place: &Place<'_>,
    ) -> Result<Shape, SpecError> {
        let Some(kind) = keywords.get("type") else { return Ok(union) };
        let kinds: Vec<&str> = match kind {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let restricted = match kinds[..] {
            [kind] => merge::restrict(&self.definitions, &union, kind, false),
            [kind, "null"] | ["null", kind] => merge::restrict(&self.definitions, &union, kind, true),
            _ => None,
        };
        match restricted {
            Some(shape) => Ok(shape),
            None => place.error(format!("`type` beside `{beside}` cannot be enforced")),
        }
    }

    /// What holds beside `allOf`, and each of its schemas.
    fn all(
        &mut self,
        shape: Shape,
        keywords: &Map<String, Value>,
        parts: &'s Value,
        place: &Place<'_>,
    ) -> Result<Shape, SpecError> {
        let Some(parts) = parts.as_array().filter(|parts| !parts.is_empty()) else {
            return place.error("`allOf` is a list of schemas");
        };
        let closed = |schema: &Map<String, Value>| {
            schema.get("additionalProperties").is_some_and(|extra| *extra != Value::Bool(true))
        };
        let mut whole = merge::Part { shape, closed: closed(keywords) };
        for (index, part) in parts.iter().enumerate() {
            let step = index.to_string();
            let place = place.child(&step);
            let (spec, shape) = self.schema(part, &place)?;
            let mut target = part;
            for _ in 0..MAX_DEPTH {
                let Some(pointer) =
                    target.get("$ref").and_then(Value::as_str).filter(|pointer| pointer.starts_with('#'))
                else {
                    break;
                };
                target = self.root.pointer(&unescape(&pointer[1..])).unwrap_or(&Value::Null);
            }
            let part = merge::Part { shape, closed: target.as_object().is_some_and(closed) };
            whole = match merge::both(&self.definitions, whole, part) {
                Ok(merged) => merge::Part {
                    shape: refined(FieldSpec { description: "".into(), ..*spec }, merged.shape),
                    ..merged
                },
                Err(problem) => return place.error(format!("`allOf` cannot be enforced here: {problem}")),
            };
        }
        Ok(whole.shape)
    }

    fn reference(&mut self, reference: &Value, place: &Place<'_>) -> Result<Shape, SpecError> {
        let place = place.child("$ref");
        let Some(pointer) = reference.as_str() else { return place.error("a reference is a string") };
        if pointer != "#" && !pointer.starts_with("#/") {
            return place.error("only references to `#` and to places in it such as `#/$defs/…` are followed");
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
        let (spec, shape) = self.schema(target, &Place { parent: None, step: pointer })?;
        let name = pointer.rsplit('/').next().unwrap_or("#").to_owned();
        self.definitions[index] = Some(Definition::new(name, refined(*spec, shape)));
        Ok(Shape::Reference(index))
    }

    fn union(&mut self, alternatives: &'s Value, exclusive: bool, place: &Place<'_>) -> Result<Shape, SpecError> {
        let Some(alternatives) = alternatives.as_array().filter(|all| !all.is_empty()) else {
            return place.error("alternatives are a list of schemas");
        };
        let (mut shapes, mut variants, mut nullable) = (Vec::new(), Vec::new(), 0);
        for (index, alternative) in alternatives.iter().enumerate() {
            if is_never(alternative) {
                continue;
            }
            let step = index.to_string();
            let (spec, shape) = self.schema(alternative, &place.child(&step))?;
            if matches!(shape, Shape::Null) {
                nullable += 1;
                continue;
            }
            let title = alternative.get("title").and_then(Value::as_str);
            let described = alternative.get("description").and_then(Value::as_str).unwrap_or_default();
            variants.push(variant(title.map_or_else(|| kind_name(&shape), str::to_owned), described));
            let spec = FieldSpec { description: "".into(), ..*spec };
            shapes.push(refined(spec, shape));
        }
        let shape = match shapes.len() {
            0 if nullable > 0 => return Ok(Shape::Null),
            0 => return place.error("no value is valid by any of the alternatives"),
            1 => shapes.remove(0),
            _ if shapes.iter().all(|shape| matches!(shape, Shape::Enumeration { .. })) && exclusive => {
                merged(alternatives, &shapes)
            }
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

    fn kinds(
        &mut self,
        kinds: &[&str],
        keywords: &'s Map<String, Value>,
        place: &Place<'_>,
    ) -> Result<Shape, SpecError> {
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
        let object =
            ["properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties"];
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
            Some(items @ (Value::Object(_) | Value::Bool(true))) => {
                let (spec, shape) = self.schema(items, &place.child("items"))?;
                refined(*spec, shape)
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
        let mut required = names(keywords, "required", place)?;
        let mut known = HashSet::new();
        required.retain(|name| known.insert(*name));
        let (mut fields, mut members) = (Vec::with_capacity(properties.len()), Vec::with_capacity(properties.len()));
        let below = place.child("properties");
        for (name, schema) in properties {
            let (mut spec, shape) = self.schema(schema, &below.child(name))?;
            spec.key = Key::new(name.as_bytes());
            spec.name = name.clone().into();
            fields.push(*spec);
            members.push(Member {
                shape,
                required: known.contains(name.as_str()),
                default: schema.get("default").cloned(),
                refused_default: None,
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
            let spec =
                FieldSpec { key: Key::new(name.as_bytes()), name: (*name).to_owned().into(), ..FieldSpec::new("") };
            fields.push(spec);
            members.push(Member { shape, required: true, default: None, refused_default: None });
        }
        Ok(Shape::Object(Arc::new(ObjectShape { spec: FieldSpec::new(""), fields: fields.into(), members, extra })))
    }

    /// An object that declares no field and admits any is a map.
    fn map(
        &mut self,
        keywords: &'s Map<String, Value>,
        extra: &Extra,
        place: &Place<'_>,
    ) -> Result<Option<Shape>, SpecError> {
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
                refined(*spec, shape)
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
            Some(schema) if is_never(schema) => Ok(Extra::Refused),
            None if !free => Ok(Extra::Refused),
            // a tool whose schema declares `properties: {}` takes none; one that is silent takes any
            None if keywords.contains_key("properties") => Ok(Extra::Refused),
            None | Some(Value::Bool(true)) => Ok(Extra::Admitted(Box::new(Shape::Any))),
            Some(schema) => {
                let (spec, shape) = self.schema(schema, &place.child("additionalProperties"))?;
                Ok(Extra::Admitted(Box::new(refined(*spec, shape))))
            }
        }
    }

    /// The definitions, if none leads back to itself without a value in between.
    fn finish(self) -> Result<Vec<Definition>, SpecError> {
        let mut definitions: Vec<Definition> = self.definitions.into_iter().flatten().collect();
        let mut heights = vec![Height::Unknown; definitions.len()];
        let mut tallest = 0;
        for start in 0..definitions.len() {
            match height(&definitions, &Shape::Reference(start), &mut heights, 0) {
                Some(height) if height <= MAX_DEPTH => tallest = tallest.max(height),
                _ => {
                    let name = &definitions[start].name;
                    return Place::ROOT.error(format!(
                        "`{name}` refers to itself and to nothing else, or over more than {MAX_DEPTH} references"
                    ));
                }
            }
        }
        settle(&mut definitions, tallest);
        Ok(definitions)
    }
}
