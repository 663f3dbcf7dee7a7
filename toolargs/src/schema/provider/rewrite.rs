//! Our own schema, rewritten into a provider's dialect.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value, json};

use super::GateOnly;
use super::clause::{clause, described};
use super::dialect::{Alternatives, Dialect, Formats, Keywords, Nulls, References};
use super::place::{Place, Result};
use super::read::{Schema, admits_null, alternatives, kind_of, kinds, named_constants, object, target_of, unwrapped};
use crate::format::Format;

/// Parts of one rewritten schema, and levels of it, at the most: references that are written out can be many.
const MAX_PARTS: usize = 20_000;
const MAX_LEVELS: usize = 256;

/// A schema in a dialect.
pub(super) struct Rewritten {
    pub(super) schema: Map<String, Value>,
    pub(super) description: String,
    pub(super) gate_only: Vec<GateOnly>,
    pub(super) size: Size,
}

/// What limits are about.
#[derive(Default)]
pub(super) struct Size {
    pub(super) properties: usize,
    pub(super) depth: usize,
    /// Of names, definitions' names, enum values and constants.
    pub(super) characters: usize,
    pub(super) enum_values: usize,
    /// Characters of the longest enum among those of more than 250 values.
    pub(super) longest_enum: usize,
    pub(super) optional: usize,
    pub(super) unions: usize,
}

struct Rewriter<'d> {
    dialect: &'d Dialect,
    definitions: Schema,
    /// Definitions that have been rewritten, with whether null meant absence where they were met.
    met: HashSet<(String, bool)>,
    written: Schema,
    /// Definitions within which the rewriting stands.
    open: Vec<String>,
    parts: usize,
    gate_only: BTreeSet<GateOnly>,
    size: Size,
}

/// Rewrites a schema of ours.
pub(super) fn rewrite(schema: Value, dialect: &Dialect) -> Result<Rewritten> {
    let mut root = object(schema);
    let definitions = object(root.remove("$defs").unwrap_or_default());
    let mut rewriter = Rewriter {
        dialect,
        definitions,
        met: HashSet::new(),
        written: Map::new(),
        open: Vec::new(),
        parts: 0,
        gate_only: BTreeSet::new(),
        size: Size::default(),
    };
    let place = Place { path: "$".to_owned(), levels: 0, strict: false, denied: false };
    // arguments that are a definition are written out
    if let Some(target) =
        root.remove("$ref").and_then(|reference| rewriter.definitions.get(&target_of(&reference)).cloned())
    {
        root.remove("type");
        let mut target = object(target);
        target.extend(root);
        root = target;
    }
    if !dialect.root_union && ["oneOf", "anyOf"].iter().any(|keyword| root.contains_key(*keyword)) {
        return place
            .fault("the arguments are a union, which is refused there; make them a struct with the union as a field");
    }
    let mut schema = rewriter.schema(&root, &place)?;
    let description = match schema.remove("description") {
        Some(Value::String(description)) => description,
        _ => String::new(),
    };
    let Rewriter { written, gate_only, mut size, .. } = rewriter;
    if !written.is_empty() {
        size.characters += written.keys().map(String::len).sum::<usize>();
        schema.insert("$defs".to_owned(), written.into());
    }
    Ok(Rewritten { schema, description, gate_only: gate_only.into_iter().collect(), size })
}

/// Constraints that are a keyword and a value.
const CONSTRAINTS: &[&str] = &[
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "not",
];

impl Rewriter<'_> {
    fn schema(&mut self, schema: &Schema, place: &Place) -> Result<Schema> {
        let place = &self.enter(schema, place)?;
        match self.dialect.keywords {
            Keywords::All => self.whole(schema, place),
            Keywords::Only(_) => {
                let narrowed = self.narrowed(schema, place)?;
                Ok(self.finish(narrowed))
            }
        }
    }

    /// The place under the schema's own policy, if there is room for one more schema.
    fn enter(&mut self, schema: &Schema, place: &Place) -> Result<Place> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return place.fault(format!("the schema has more than {MAX_PARTS} parts in this form"));
        }
        if place.levels > MAX_LEVELS {
            return place.fault(format!("the schema is nested more than {MAX_LEVELS} deep"));
        }
        self.size.depth = self.size.depth.max(place.levels);
        Ok(place.under(schema))
    }

    /// As it is, without our own annotations.
    fn whole(&mut self, schema: &Schema, place: &Place) -> Result<Schema> {
        let mut out = Map::new();
        for (keyword, value) in schema.iter().filter(|(keyword, _)| !keyword.starts_with("x-") && *keyword != "$schema")
        {
            let value = match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => self.properties(properties, place)?.into(),
                ("items" | "additionalProperties", Value::Object(inner)) => self.schema(inner, &place.items())?.into(),
                ("propertyNames", Value::Object(inner)) => self.schema(inner, place)?.into(),
                ("oneOf" | "anyOf" | "allOf", Value::Array(all)) => self.each(all, place)?.into(),
                ("$ref", reference) => self.reference(reference, place)?,
                (_, value) => value.clone(),
            };
            out.insert(keyword.clone(), value);
        }
        Ok(unwrapped(out))
    }

    fn each(&mut self, schemas: &[Value], place: &Place) -> Result<Vec<Value>> {
        schemas.iter().filter_map(Value::as_object).map(|schema| Ok(self.schema(schema, place)?.into())).collect()
    }

    fn properties(&mut self, properties: &Schema, place: &Place) -> Result<Schema> {
        let mut out = Map::new();
        for (name, schema) in properties {
            let place = place.field(name);
            if !self.dialect.parameter_name.admits(name) {
                return place
                    .fault(format!("the parameter's name is refused; a name has {}", self.dialect.parameter_name));
            }
            self.size.properties += 1;
            self.size.characters += name.len();
            let Some(schema) = schema.as_object() else { continue };
            out.insert(name.clone(), self.schema(schema, &place)?.into());
        }
        Ok(out)
    }

    /// The definition is rewritten where it is first met, so that it is reported at a path.
    fn reference(&mut self, reference: &Value, place: &Place) -> Result<Value> {
        let name = target_of(reference);
        let met = (name.clone(), place.strict || place.denied);
        if self.dialect.references == References::Acyclic && self.open.contains(&name) {
            return place
                .fault(format!("`{name}` holds itself, which this form cannot say; use the form that is not strict"));
        }
        if self.met.insert(met)
            && let Some(target) = self.definitions.get(&name).and_then(Value::as_object).cloned()
        {
            self.open.push(name.clone());
            let place = Place { levels: place.levels + 1, ..place.clone() };
            let written = self.schema(&target, &place)?;
            self.open.pop();
            self.written.entry(name).or_insert(written.into());
        }
        Ok(reference.clone())
    }

    /// In the words that the dialect has; what it has none for becomes a clause of the description.
    fn narrowed(&mut self, schema: &Schema, place: &Place) -> Result<Narrowed> {
        let mut said = Said::default();
        let mut null = false;
        let inner = if let Some(reference) = schema.get("$ref") {
            self.referred(reference, place)?
        } else if let Some(names) = named_constants(schema) {
            Narrowed::of(self.names(schema, names, &mut said, &mut null))
        } else if let Some((keyword, alternatives)) = alternatives(schema) {
            self.union(keyword, &alternatives, place, &mut null)?
        } else {
            Narrowed::of(self.typed(schema, place, &mut said, &mut null)?)
        };
        let Narrowed { mut out, mut clauses, description, null: inner_null } = inner;
        // beside alternatives and references no constraint is read
        let beside = out.contains_key("anyOf") || out.contains_key("$ref");
        for keyword in CONSTRAINTS {
            match schema.get(*keyword) {
                Some(value) if out.get(*keyword) == Some(value) => {}
                Some(value) if !beside && !out.contains_key(*keyword) && self.keeps(keyword, value) => {
                    out.insert((*keyword).to_owned(), value.clone());
                }
                Some(value) => said.constraint(keyword, value),
                None => {}
            }
        }
        for demand in schema.get("allOf").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object) {
            for keyword in CONSTRAINTS.iter().chain(&["format"]) {
                if let Some(value) = demand.get(*keyword) {
                    said.constraint(keyword, value);
                }
            }
        }
        self.format(schema, beside, &mut said, &mut out);
        if let Some(default) = schema.get("default") {
            said.constraint("default", default);
        }
        said.clauses.extend(schema.get("examples").and_then(|examples| clause("examples", examples)));
        let path = &place.path;
        self.gate_only.extend(said.keywords.into_iter().map(|keyword| GateOnly { path: path.clone(), keyword }));
        let own = |keyword: &str| schema.get(keyword).and_then(Value::as_str);
        if let Some(title) = own("title") {
            out.insert("title".to_owned(), title.into());
        }
        clauses.append(&mut said.clauses);
        let description = own("description").map_or(description, str::to_owned);
        Ok(Narrowed { out, clauses, description, null: null || inner_null })
    }

    fn finish(&mut self, narrowed: Narrowed) -> Schema {
        let Narrowed { mut out, clauses, description, null } = narrowed;
        if null {
            self.size.unions += usize::from(!out.contains_key("anyOf"));
            out = self.nullable(out);
        }
        self.with_description(out, described(&description, &clauses))
    }

    fn keeps(&self, keyword: &str, value: &Value) -> bool {
        let Keywords::Only(kept) = self.dialect.keywords else { return true };
        let small = |most: u64| value.as_u64().is_some_and(|value| value <= most);
        kept.contains(&keyword) && (keyword != "minItems" || self.dialect.most_min_items.is_none_or(small))
    }

    fn format(&self, schema: &Schema, beside: bool, said: &mut Said, out: &mut Schema) {
        let Some(name) = schema.get("format").and_then(Value::as_str) else { return };
        // a number's format tells how it is stored
        let Some(format) = Format::from_name(name) else { return };
        let kept = match self.dialect.formats {
            Formats::All => true,
            Formats::Only(kept) => kept.contains(&name),
        };
        if kept && !beside {
            out.insert("format".to_owned(), name.into());
        } else if format.pattern().is_none() || !out.contains_key("pattern") {
            said.constraint("format", &name.into());
        }
    }

    fn referred(&mut self, reference: &Value, place: &Place) -> Result<Narrowed> {
        if self.dialect.references != References::Inlined {
            let reference = self.reference(reference, place)?;
            return Ok(Narrowed::of(object(json!({"$ref": reference}))));
        }
        let name = target_of(reference);
        if self.open.contains(&name) {
            return place.fault(format!("`{name}` holds itself, which this form cannot say; use `gemini-json-schema`"));
        }
        let Some(target) = self.definitions.get(&name).and_then(Value::as_object).cloned() else {
            return Ok(Narrowed::of(Map::new()));
        };
        self.open.push(name);
        let place = self.enter(&target, &Place { levels: place.levels + 1, ..place.clone() })?;
        let narrowed = self.narrowed(&target, &place);
        self.open.pop();
        narrowed
    }

    /// An enum whose names are described one by one.
    fn names(&mut self, schema: &Schema, names: Vec<&Schema>, said: &mut Said, null: &mut bool) -> Schema {
        *null = kinds(schema).1;
        for name in &names {
            let description = name.get("description").and_then(Value::as_str);
            said.clauses.extend(description.map(|text| format!("{}: {text}", name["const"])));
        }
        let values = names.iter().map(|name| name["const"].clone()).collect();
        let mut out = object(json!({"type": "string"}));
        self.enumerate(values, &mut out);
        out
    }

    fn union(&mut self, keyword: &str, alternatives: &[Schema], place: &Place, null: &mut bool) -> Result<Narrowed> {
        let is_null = |schema: &&Schema| schema.get("type").is_some_and(|kind| kind == "null");
        *null = alternatives.iter().any(|schema| is_null(&schema));
        let others: Vec<&Schema> = alternatives.iter().filter(|schema| !is_null(schema)).collect();
        if let [only] = others[..] {
            let place = self.enter(only, place)?;
            return self.narrowed(only, &place);
        }
        if keyword == "oneOf" && !self.exclusive(&others) {
            self.gate_only.insert(GateOnly { path: place.path.clone(), keyword: "oneOf" });
        }
        self.size.unions += 1;
        let place = Place { levels: place.levels + 1, ..place.clone() };
        let mut written = Vec::new();
        for schema in others {
            written.push(Value::from(self.schema(schema, &place)?));
        }
        Ok(Narrowed::of(object(json!({"anyOf": written}))))
    }

    /// True where no value can be valid by two of the alternatives: they differ in type, or in a constant.
    fn exclusive(&self, alternatives: &[&Schema]) -> bool {
        let resolved: Vec<&Schema> = alternatives
            .iter()
            .map(|schema| {
                let target = schema.get("$ref").and_then(|reference| self.definitions.get(&target_of(reference)));
                target.and_then(Value::as_object).unwrap_or(schema)
            })
            .collect();
        let distinct = |values: Vec<Option<&str>>| {
            let known: HashSet<&str> = values.iter().flatten().copied().collect();
            known.len() == values.len() && !(known.contains("integer") && known.contains("number"))
        };
        let constant = |schema: &&Schema, name: &str| {
            schema.get("properties")?.get(name)?.get("const")?.as_str().map(str::to_owned)
        };
        let first = resolved.first().and_then(|schema| schema.get("properties")).and_then(Value::as_object);
        let tagged = first.into_iter().flat_map(Map::keys).any(|name| {
            let tags: Vec<Option<String>> = resolved.iter().map(|schema| constant(schema, name)).collect();
            distinct(tags.iter().map(Option::as_deref).collect())
        });
        tagged || distinct(resolved.iter().map(|schema| schema.get("type").and_then(Value::as_str)).collect())
    }

    fn typed(&mut self, schema: &Schema, place: &Place, said: &mut Said, null: &mut bool) -> Result<Schema> {
        let (kinds, nullable) = kinds(schema);
        *null = nullable;
        let mut out = Map::new();
        let values: Option<Vec<Value>> = match (schema.get("const"), schema.get("enum").and_then(Value::as_array)) {
            (Some(constant), _) if self.dialect.constants && !nullable => {
                self.size.characters += constant.as_str().map_or(0, str::len);
                out.insert("const".to_owned(), constant.clone());
                None
            }
            (Some(constant), _) => Some(vec![constant.clone()]),
            (None, values) => values.map(|values| values.iter().filter(|value| !value.is_null()).cloned().collect()),
        };
        let kind = match (&kinds[..], &values) {
            ([kind], _) => Some(*kind),
            ([], Some(values)) => kind_of(values),
            ([], None) if nullable => {
                *null = false;
                Some("null")
            }
            _ => None,
        };
        match kind {
            Some("object") => self.object(schema, place, said, &mut out)?,
            Some("array") => {
                out.insert("type".to_owned(), "array".into());
                let items = match schema.get("items").and_then(Value::as_object) {
                    Some(items) => self.schema(items, &place.items())?,
                    None => Map::new(),
                };
                out.insert("items".to_owned(), items.into());
            }
            Some(kind) => {
                out.insert("type".to_owned(), kind.into());
            }
            None if self.dialect.typed => {
                return place
                    .fault("any JSON is admitted here, and in this form every value has a type; give the field one");
            }
            None => {}
        }
        match values {
            Some(values) if self.dialect.text_enums && !values.iter().all(Value::is_string) => {
                said.constraint("enum", &values.into());
            }
            Some(values) => self.enumerate(values, &mut out),
            None => {}
        }
        Ok(out)
    }

    fn enumerate(&mut self, values: Vec<Value>, out: &mut Schema) {
        let characters: usize = values.iter().filter_map(Value::as_str).map(|value| value.chars().count()).sum();
        self.size.enum_values += values.len();
        self.size.characters += characters;
        if values.len() > 250 {
            self.size.longest_enum = self.size.longest_enum.max(characters);
        }
        out.insert("enum".to_owned(), values.into());
    }

    fn object(&mut self, schema: &Schema, place: &Place, said: &mut Said, out: &mut Schema) -> Result<()> {
        out.insert("type".to_owned(), "object".into());
        let empty = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
        let declared: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let mut written = self.properties(properties, place)?;
        let mut required: Vec<Value> = Vec::new();
        for (name, property) in properties {
            let optional = !declared.contains(&name.as_str());
            self.size.optional += usize::from(optional);
            if self.dialect.all_required || !optional {
                required.push(name.as_str().into());
            }
            if self.dialect.all_required && optional {
                let place = property.as_object().map_or(place.clone(), |property| place.field(name).under(property));
                let known = written.remove(name).map(object).unwrap_or_default();
                if !admits_null(&known) && (place.strict || place.denied) {
                    return place.fault("this form sends null for an optional field, and the field's policy forbids `null_to_absent`; make it required, or lift `strict` or the denial");
                }
                let optional = if admits_null(&known) { known } else { self.nullable(known) };
                written.insert(name.clone(), optional.into());
            }
        }
        // in declared order, where the schema has one for what is required
        if !self.dialect.all_required {
            required = declared.iter().map(|name| Value::from(*name)).collect();
        }
        self.extra(schema, place, said, written.is_empty(), out)?;
        if self.dialect.empty_objects || !written.is_empty() || place.path == "$" {
            out.insert("properties".to_owned(), written.into());
        }
        if !required.is_empty() {
            out.insert("required".to_owned(), required.into());
        }
        if schema.contains_key("propertyNames") {
            self.gate_only.insert(GateOnly { path: place.path.clone(), keyword: "propertyNames" });
            let names = schema["propertyNames"].get("pattern").or(schema["propertyNames"].get("enum"));
            said.clauses
                .extend(names.map(|names| {
                    format!("names: {}", names.as_str().map_or_else(|| names.to_string(), str::to_owned))
                }));
        }
        Ok(())
    }

    /// What an object admits beside its properties.
    fn extra(&mut self, schema: &Schema, place: &Place, said: &mut Said, empty: bool, out: &mut Schema) -> Result<()> {
        let extra = schema.get("additionalProperties").unwrap_or(&Value::Bool(true));
        let refused = *extra == Value::Bool(false);
        if self.dialect.closed && !refused {
            return place.fault("names that are not declared are admitted here, and a strict form takes declared ones only; use a list of names and values, or the form that is not strict");
        }
        if !self.dialect.additional {
            if empty && (place.path != "$" || !refused) {
                return place
                    .fault("an object without declared fields cannot be said in this form; use `gemini-json-schema`");
            }
            if refused {
                self.gate_only.insert(GateOnly { path: place.path.clone(), keyword: "additionalProperties" });
            } else {
                said.clauses.push("other names are admitted".to_owned());
            }
            return Ok(());
        }
        let extra = match extra {
            Value::Object(inner) => self.schema(inner, &place.items())?.into(),
            extra => extra.clone(),
        };
        out.insert("additionalProperties".to_owned(), extra);
        Ok(())
    }

    /// The schema, or null.
    fn nullable(&self, mut schema: Schema) -> Schema {
        let typed = schema.get("type").and_then(Value::as_str).map(str::to_owned);
        match (&self.dialect.nulls, typed) {
            (Nulls::Keyword, _) => {
                match schema.get_mut("anyOf") {
                    Some(Value::Array(all)) => all.iter_mut().filter_map(Value::as_object_mut).for_each(|one| {
                        one.insert("nullable".to_owned(), true.into());
                    }),
                    _ => {
                        schema.insert("nullable".to_owned(), true.into());
                    }
                }
                schema
            }
            (Nulls::Type, Some(kind)) => {
                schema.insert("type".to_owned(), json!([kind, "null"]));
                if let Some(constant) = schema.remove("const") {
                    schema.insert("enum".to_owned(), json!([constant]));
                }
                if let Some(Value::Array(values)) = schema.get_mut("enum") {
                    values.push(Value::Null);
                }
                schema
            }
            _ if schema.is_empty() => schema,
            _ => {
                if let Some(Value::Array(all)) = schema.get_mut("anyOf") {
                    all.push(json!({"type": "null"}));
                    return schema;
                }
                let description = schema.remove("description");
                let mut out = object(json!({"anyOf": [schema, {"type": "null"}]}));
                out.extend(description.map(|text| ("description".to_owned(), text)));
                out
            }
        }
    }

    /// A description beside a reference or alternatives stands where the dialect reads it.
    fn with_description(&self, mut out: Schema, description: String) -> Schema {
        let alone = matches!(self.dialect.alternatives, Alternatives::AnyAlone) && out.contains_key("anyOf");
        if alone {
            out.retain(|keyword, _| keyword == "anyOf");
            if let Some(Value::Array(all)) = out.get_mut("anyOf") {
                for one in all.iter_mut().filter_map(Value::as_object_mut) {
                    let inner = one.get("description").and_then(Value::as_str).unwrap_or_default();
                    let both = [description.as_str(), inner]
                        .into_iter()
                        .filter(|text| !text.is_empty())
                        .collect::<Vec<_>>()
                        .join(" ");
                    if !both.is_empty() {
                        one.insert("description".to_owned(), both.into());
                    }
                }
            }
            return out;
        }
        if description.is_empty() {
            return out;
        }
        if out.contains_key("$ref") {
            out.remove("title");
            out = object(json!({"anyOf": [out]}));
        }
        out.insert("description".to_owned(), description.into());
        out
    }
}

/// A schema in a dialect before null and the description are added, so that what stands around it can add to both.
struct Narrowed {
    out: Schema,
    clauses: Vec<String>,
    description: String,
    null: bool,
}

impl Narrowed {
    fn of(out: Schema) -> Narrowed {
        Narrowed { out, clauses: Vec::new(), description: String::new(), null: false }
    }
}

/// What goes into the description.
#[derive(Default)]
struct Said {
    clauses: Vec<String>,
    keywords: Vec<&'static str>,
}

impl Said {
    fn constraint(&mut self, keyword: &'static str, value: &Value) {
        self.keywords.push(keyword);
        self.clauses.extend(clause(keyword, value));
    }
}
