//! The shape of a value: what a type accepts, as data. The spec of a tool is the shape of its arguments with a name and limits.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::Value;

use crate::args::{FromArg, Parsed, Text, ToolArgs};
use crate::coerce::dynamic::Dynamic;
use crate::coerce::make::Make;
use crate::error::Rejection;
use crate::format::Format;
use crate::json::number::Integer;
use crate::payload::{self, Door, Payload};
use crate::rule::Rule;
use crate::spec::{FieldSpec, Tool, VariantSpec};

/// What a value may be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// Any JSON.
    Any,
    /// Null alone.
    Null,
    /// True or false.
    Boolean,
    /// A whole number of a type's range.
    Integer {
        /// The type's least value.
        min: Integer,
        /// The type's greatest value.
        max: Integer,
    },
    /// A number of a type that has no zero.
    NonZero {
        /// The type's least value.
        min: Integer,
        /// The type's greatest value.
        max: Integer,
    },
    /// A number that a double holds.
    Number,
    /// A number that a single holds.
    Single,
    /// An exact decimal, from a number or from text; canonical as text.
    #[cfg(feature = "rust_decimal")]
    Decimal,
    /// Text.
    Text {
        /// The format that the type itself demands.
        format: Option<Format>,
    },
    /// Text of one character.
    Character,
    /// One of some names.
    Enumeration {
        /// Policy and description of the type.
        spec: Arc<FieldSpec>,
        /// The names.
        variants: Arc<[VariantSpec]>,
    },
    /// One of some values.
    Constants {
        /// What the values are.
        base: Box<Shape>,
        /// The values.
        values: Arc<[Value]>,
    },
    /// Each kind of JSON under constraints of its own, as a schema without `type` has it.
    PerKind(Arc<PerKind>),
    /// A list.
    List {
        /// What each item is.
        item: Box<Shape>,
        /// The length that the type itself has.
        length: Option<usize>,
        /// No two items are equal.
        set: bool,
    },
    /// A map from names to values.
    Map {
        /// What each key is.
        key: Box<Shape>,
        /// What each value is.
        value: Box<Shape>,
    },
    /// An object.
    Object(Arc<ObjectShape>),
    /// An object whose tag tells its variant.
    Tagged(Arc<TaggedShape>),
    /// One of some shapes, told apart by trying.
    Untagged(Arc<UnionShape>),
    /// A shape, or null.
    Nullable(Box<Shape>),
    /// A shape under more constraints.
    Refined {
        /// The constraints.
        spec: Arc<FieldSpec>,
        /// What they constrain.
        inner: Box<Shape>,
    },
    /// A shape among the spec's definitions, by its index.
    Reference(usize),
}

/// The fields of an object.
#[derive(Clone, Debug)]
pub struct ObjectShape {
    /// Policy and description of the type.
    pub(crate) spec: FieldSpec,
    pub(crate) fields: Arc<[FieldSpec]>,
    pub(crate) members: Vec<Member>,
    pub(crate) extra: Extra,
}

/// What an object admits beside its declared fields.
#[derive(Clone, Debug)]
pub(crate) enum Extra {
    Refused,
    Admitted(Box<Shape>),
}

/// The shape of one field.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    pub(crate) default: Option<Value>,
    /// A default that the field itself does not take, which is no default: kept for [`ToolSpec::lint`].
    pub(crate) refused_default: Option<Value>,
}

/// The variants of a tagged union.
#[derive(Clone, Debug)]
pub struct TaggedShape {
    pub(crate) spec: FieldSpec,
    pub(crate) tag: std::borrow::Cow<'static, str>,
    pub(crate) variants: Arc<[VariantSpec]>,
    pub(crate) shapes: Vec<Shape>,
}

/// What a value of each kind has to be.
#[derive(Clone, Debug)]
pub struct PerKind {
    pub(crate) object: Shape,
    pub(crate) array: Shape,
    pub(crate) string: Shape,
    pub(crate) number: Shape,
}

/// The alternatives of an untagged union.
#[derive(Clone, Debug)]
pub struct UnionShape {
    /// Two alternatives that take the value as it is are too many, even where it is the same value.
    pub(crate) exclusive: bool,
    pub(crate) spec: FieldSpec,
    pub(crate) variants: Arc<[VariantSpec]>,
    pub(crate) shapes: Vec<Shape>,
}

impl Shape {
    pub(crate) fn list<T: FromArg>(defs: &mut Defs, length: Option<usize>, set: bool) -> Shape {
        Shape::List { item: Box::new(T::shape(defs)), length, set }
    }

    pub(crate) fn map<K: FromArg, V: FromArg>(defs: &mut Defs) -> Shape {
        Shape::Map { key: Box::new(K::shape(defs)), value: Box::new(V::shape(defs)) }
    }

    /// Of a derived enumeration.
    pub fn enumeration(tool: &'static Tool, variants: &'static [VariantSpec]) -> Shape {
        Shape::Enumeration { spec: Arc::new(tool.policy.clone()), variants: variants.into() }
    }

    pub(crate) fn nullable(self) -> Shape {
        Shape::Nullable(Box::new(self))
    }

    pub(crate) fn without_zero(self) -> Shape {
        match self {
            Shape::Integer { min, max } => Shape::NonZero { min, max },
            other => other,
        }
    }

    /// True when any part of it must not be shown.
    pub(crate) fn holds_sensitive(&self, definitions: &[Definition]) -> bool {
        self.sensitive_part(definitions, &mut Vec::new())
    }

    fn sensitive_part(&self, definitions: &[Definition], seen: &mut Vec<usize>) -> bool {
        let field = |spec: &FieldSpec| spec.sensitive || spec.each.is_some_and(|each| each.sensitive);
        let mut part = |shape: &Shape| shape.sensitive_part(definitions, seen);
        match self {
            Shape::List { item, .. } => part(item),
            Shape::Map { key, value } => part(key) || part(value),
            Shape::Nullable(inner) => part(inner),
            Shape::Refined { spec, inner } => field(spec) || part(inner),
            Shape::Object(object) => {
                field(&object.spec)
                    || object.fields.iter().any(field)
                    || object.members.iter().any(|member| part(&member.shape))
                    || matches!(&object.extra, Extra::Admitted(extra) if part(extra))
            }
            Shape::Tagged(union) => union.shapes.iter().any(part),
            Shape::Untagged(union) => union.shapes.iter().any(part),
            Shape::PerKind(kinds) => part(&kinds.object) || part(&kinds.array),
            Shape::Reference(index) if !seen.contains(index) => {
                seen.push(*index);
                definitions.get(*index).is_some_and(|definition| definition.shape.sensitive_part(definitions, seen))
            }
            _ => false,
        }
    }

    /// Which strings are values of it.
    pub(crate) fn text(&self, definitions: &[Definition]) -> Text {
        match self {
            Shape::Any | Shape::PerKind(_) => Text::Also,
            Shape::Text { format: None } => Text::Only,
            Shape::Character => Text::Only,
            Shape::Text { format: Some(_) } | Shape::Enumeration { .. } => Text::Formed,
            #[cfg(feature = "rust_decimal")]
            Shape::Decimal => Text::Mixed,
            Shape::Nullable(inner) => inner.text(definitions),
            Shape::Refined { spec, inner } => inner.text(definitions).under(spec),
            Shape::Untagged(union) => union.text(definitions),
            Shape::Constants { values, .. } => Text::any(
                &values
                    .iter()
                    .map(|value| if value.is_string() { Text::Formed } else { Text::Never })
                    .collect::<Vec<_>>(),
            ),
            Shape::Reference(index) => definitions.get(*index).map_or(Text::Never, |definition| definition.text),
            _ => Text::Never,
        }
    }

    /// Whether null is a value of it.
    pub(crate) fn nullable_here(&self, definitions: &[Definition]) -> bool {
        match self {
            Shape::Any | Shape::Null | Shape::PerKind(_) | Shape::Nullable(_) => true,
            Shape::Refined { inner, .. } => inner.nullable_here(definitions),
            Shape::Untagged(union) => union.shapes.iter().any(|shape| shape.nullable_here(definitions)),
            Shape::Constants { values, .. } => values.iter().any(Value::is_null),
            Shape::Reference(index) => definitions.get(*index).is_some_and(|definition| definition.nullable),
            _ => false,
        }
    }
}

impl UnionShape {
    /// Which strings are values of some alternative.
    pub(crate) fn text(&self, definitions: &[Definition]) -> Text {
        let mut texts = self.shapes.iter().map(|shape| shape.text(definitions));
        texts.next().map_or(Text::Never, |first| texts.fold(first.or(first), Text::or))
    }
}

/// A type that has a name of its own in the schema.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) text: Text,
    pub(crate) nullable: bool,
}

impl Definition {
    pub(crate) fn new(name: String, shape: Shape) -> Self {
        Definition { name, text: shape.text(&[]), nullable: shape.nullable_here(&[]), shape }
    }
}

/// Learns what each definition admits from those that it refers to, over at most as many references as there are rounds.
pub(crate) fn settle(definitions: &mut [Definition], rounds: usize) {
    for _ in 0..definitions.len().min(rounds) {
        for index in 0..definitions.len() {
            let shape = &definitions[index].shape;
            let (text, nullable) = (shape.text(definitions), shape.nullable_here(definitions));
            definitions[index].text = text;
            definitions[index].nullable = nullable;
        }
    }
}

/// Tells types apart: their name and the address of their static data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeKey(&'static str, usize);

/// The key of a derived type.
pub fn type_key<T>(tool: &'static Tool) -> TypeKey {
    TypeKey(std::any::type_name::<T>(), std::ptr::from_ref(tool).addr())
}

/// True when any part of a type must not be shown.
pub(crate) fn holds_sensitive<T: FromArg>() -> bool {
    let mut defs = Defs::default();
    let shape = T::shape(&mut defs);
    shape.holds_sensitive(&defs.finish())
}

/// The definitions that a shape refers to, while it is being made.
#[derive(Debug, Default)]
pub struct Defs {
    /// A definition stands here from when its making began, so that recursive types end.
    keys: Vec<TypeKey>,
    made: Vec<Option<Definition>>,
}

impl Defs {
    /// The shape of a derived struct.
    pub fn object(&mut self, key: TypeKey, tool: &'static Tool, add: impl FnOnce(&mut Members<'_>)) -> Shape {
        self.define(key, tool, |defs| Shape::Object(Arc::new(Members::collect(defs, tool.policy.clone(), add))))
    }

    /// The shape of a derived tagged union.
    pub fn tagged(
        &mut self,
        key: TypeKey,
        tool: &'static Tool,
        tag: &'static str,
        add: impl FnOnce(&mut VariantShapes<'_>),
    ) -> Shape {
        self.define(key, tool, |defs| {
            let (variants, shapes) = VariantShapes::collect(defs, add);
            Shape::Tagged(Arc::new(TaggedShape { spec: tool.policy.clone(), tag: tag.into(), variants, shapes }))
        })
    }

    /// The shape of a derived untagged union.
    pub fn untagged(&mut self, key: TypeKey, tool: &'static Tool, add: impl FnOnce(&mut VariantShapes<'_>)) -> Shape {
        self.define(key, tool, |defs| {
            let (variants, shapes) = VariantShapes::collect(defs, add);
            Shape::Untagged(Arc::new(UnionShape { exclusive: true, spec: tool.policy.clone(), variants, shapes }))
        })
    }

    /// The shape of a derived newtype.
    pub fn newtype<T: FromArg>(&mut self, _: &'static Tool, spec: &'static FieldSpec) -> Shape {
        Shape::Refined { spec: Arc::new(spec.clone()), inner: Box::new(T::shape(self)) }
    }

    fn define(&mut self, key: TypeKey, tool: &'static Tool, make: impl FnOnce(&mut Defs) -> Shape) -> Shape {
        if let Some(index) = self.keys.iter().position(|known| *known == key) {
            return Shape::Reference(index);
        }
        let index = self.keys.len();
        self.keys.push(key);
        self.made.push(None);
        let shape = make(self);
        self.made[index] = Some(Definition::new(tool.type_name.to_owned(), shape));
        Shape::Reference(index)
    }

    /// The definitions, at the indices by which shapes refer to them.
    pub(crate) fn finish(self) -> Vec<Definition> {
        let mut definitions = self.made.into_iter().flatten().collect::<Vec<_>>();
        settle(&mut definitions, 64);
        definitions
    }
}

/// The fields of an object, being collected.
#[derive(Debug)]
pub struct Members<'d> {
    defs: &'d mut Defs,
    fields: Vec<FieldSpec>,
    members: Vec<Member>,
}

impl Members<'_> {
    fn collect(defs: &mut Defs, spec: FieldSpec, add: impl FnOnce(&mut Members<'_>)) -> ObjectShape {
        let mut members = Members { defs, fields: Vec::new(), members: Vec::new() };
        add(&mut members);
        let Members { fields, members, .. } = members;
        ObjectShape { spec, fields: fields.into(), members, extra: Extra::Refused }
    }

    /// A field without a default of its own.
    pub fn add<T: FromArg>(&mut self, spec: &'static FieldSpec) {
        let shape = T::shape(self.defs);
        let required = T::absent().is_none();
        // an optional field's null is a repair and no value
        let shape = match shape {
            Shape::Nullable(inner) if !required => *inner,
            shape => shape,
        };
        self.push(spec, Member { shape, required, default: None, refused_default: None });
    }

    /// A field with a default.
    pub fn add_default<T: FromArg>(&mut self, spec: &'static FieldSpec, default: impl FnOnce() -> T) {
        let shape = T::shape(self.defs);
        self.push(spec, Member { shape, required: false, default: Some(default().to_json()), refused_default: None });
    }

    fn push(&mut self, spec: &FieldSpec, member: Member) {
        self.fields.push(spec.clone());
        self.members.push(member);
    }
}

/// The variants of a union, being collected.
#[derive(Debug)]
pub struct VariantShapes<'d> {
    defs: &'d mut Defs,
    variants: Vec<VariantSpec>,
    shapes: Vec<Shape>,
}

impl VariantShapes<'_> {
    fn collect(defs: &mut Defs, add: impl FnOnce(&mut VariantShapes<'_>)) -> (Arc<[VariantSpec]>, Vec<Shape>) {
        let mut variants = VariantShapes { defs, variants: Vec::new(), shapes: Vec::new() };
        add(&mut variants);
        (variants.variants.into(), variants.shapes)
    }

    /// A variant with fields of its own.
    pub fn object(&mut self, variant: &'static VariantSpec, add: impl FnOnce(&mut Members<'_>)) {
        let object = Members::collect(self.defs, FieldSpec::new(""), add);
        self.push(variant, Shape::Object(Arc::new(object)));
    }

    /// A variant that holds another type.
    pub fn newtype<T: FromArg>(&mut self, variant: &'static VariantSpec) {
        let shape = T::shape(self.defs);
        self.push(variant, shape);
    }

    /// A variant that is null.
    pub fn null(&mut self, variant: &'static VariantSpec) {
        self.push(variant, Shape::Null);
    }

    fn push(&mut self, variant: &VariantSpec, shape: Shape) {
        self.variants.push(variant.clone());
        self.shapes.push(shape);
    }
}

/// The spec of a tool: the same data for derived and for run-time tools.
#[derive(Clone, Debug)]
pub struct ToolSpec {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) max_bytes: usize,
    /// The policy of the tool as a whole.
    pub(crate) policy: FieldSpec,
    pub(crate) root: Shape,
    pub(crate) definitions: Vec<Definition>,
}

impl ToolSpec {
    /// Of a derived type.
    pub fn derived<T: ToolArgs>() -> ToolSpec {
        let tool = T::tool();
        let mut defs = Defs::default();
        let root = T::shape(&mut defs);
        ToolSpec {
            name: tool.name.to_owned(),
            description: tool.policy.description.clone().into_owned(),
            max_bytes: tool.max_bytes,
            policy: tool.policy.policy_alone(),
            root,
            definitions: defs.finish(),
        }
    }

    /// Reads the arguments of a call.
    ///
    /// # Errors
    ///
    /// A [`Rejection`] with every error that one pass finds.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs::ToolSpec;
    ///
    /// let schema = json!({"type": "object", "properties": {"limit": {"type": "integer"}}, "required": ["limit"]});
    /// let spec = ToolSpec::from_json_schema("search", &schema).unwrap();
    /// let parsed = spec.parse(r#"{"limit":"20"}"#).unwrap();
    /// assert_eq!(parsed.args, json!({"limit": 20}));
    /// assert_eq!(parsed.repairs[0].to_string(), "$.limit: numeric_string_to_int");
    /// assert_eq!(spec.parse(r#"{"limit":"20.5"}"#).unwrap_err().first().path(), "$.limit");
    /// ```
    pub fn parse<'p>(&self, raw: impl Into<Payload<'p>>) -> Result<Parsed<Value>, Rejection> {
        self.judge(raw.into())
    }

    /// Judges the arguments of a call as [`parse`](Self::parse) does, with the same errors and repairs, and does not
    /// make them: for a log of calls that are to be counted.
    ///
    /// # Errors
    ///
    /// A [`Rejection`] with every error that one pass finds.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolargs::ToolSpec;
    ///
    /// let schema = json!({"type": "object", "properties": {"limit": {"type": "integer"}}, "required": ["limit"]});
    /// let spec = ToolSpec::from_json_schema("search", &schema).unwrap();
    /// let log = [r#"{"limit":20}"#, r#"{"limit":"20"}"#, r#"{"limit":"many"}"#];
    /// let clean = log.iter().filter(|call| spec.check(**call).is_ok_and(|parsed| parsed.repairs.is_empty()));
    /// assert_eq!(clean.count(), 1);
    /// assert_eq!(spec.check(log[1]).unwrap().repairs, spec.parse(log[1]).unwrap().repairs);
    /// assert_eq!(spec.check(log[2]).unwrap_err().to_string(), spec.parse(log[2]).unwrap_err().to_string());
    /// ```
    pub fn check<'p>(&self, raw: impl Into<Payload<'p>>) -> Result<Parsed<()>, Rejection> {
        self.judge(raw.into())
    }

    fn judge<T: Make>(&self, raw: Payload<'_>) -> Result<Parsed<T>, Rejection> {
        let door =
            Door { name: &self.name, max_bytes: self.max_bytes, has_fields: self.has_fields(), policy: &self.policy };
        let dynamic = Dynamic { definitions: &self.definitions };
        payload::parse(raw, &door, |input, at| dynamic.read(input, at, &self.root), || self.holds_sensitive())
    }

    fn has_fields(&self) -> bool {
        match self.resolve(&self.root) {
            Shape::Object(object) => !object.fields.is_empty() || matches!(object.extra, Extra::Admitted(..)),
            _ => true,
        }
    }

    /// The spec with rules that run although they are opt-in, for every field that does not say otherwise.
    #[must_use]
    pub fn allow(mut self, rules: &[Rule]) -> Self {
        self.policy = self.policy.allow(rules);
        self
    }

    /// The spec with rules that do not run, for every field that does not say otherwise.
    #[must_use]
    pub fn deny(mut self, rules: &[Rule]) -> Self {
        self.policy = self.policy.deny(rules);
        self
    }

    /// The spec without any repair.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.policy = self.policy.strict();
        self
    }

    /// The spec with a limit on the payload's length, in bytes.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// The tool's name on the wire.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the model reads of the tool.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// True when any field must not be shown.
    pub(crate) fn holds_sensitive(&self) -> bool {
        self.policy.sensitive || self.root.holds_sensitive(&self.definitions)
    }

    /// The shape behind references.
    pub(crate) fn resolve<'s>(&'s self, mut shape: &'s Shape) -> &'s Shape {
        while let Shape::Reference(index) = shape {
            match self.definitions.get(*index) {
                Some(definition) => shape = &definition.shape,
                None => return &Shape::Any,
            }
        }
        shape
    }
}

/// The spec of a generic type: one for each type that stands for its parameters, made once and kept.
pub fn generic_spec<T: ToolArgs + 'static>() -> &'static ToolSpec {
    static SPECS: LazyLock<Mutex<HashMap<TypeId, &'static ToolSpec>>> = LazyLock::new(Mutex::default);
    let key = TypeId::of::<T>();
    let lock = || SPECS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(spec) = lock().get(&key) {
        return spec;
    }
    let spec = Box::leak(Box::new(ToolSpec::derived::<T>()));
    lock().entry(key).or_insert(spec)
}
