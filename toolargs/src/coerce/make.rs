//! What a walk by shape makes of what it reads: the arguments, or nothing where the judgement alone is asked for.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::union::tagged_value;
use crate::spec::{FieldSpec, VariantSpec};

/// What becomes of a value that was read and accepted. The walk cannot tell which it is, so both judge alike.
pub(crate) trait Make: Sized {
    /// The declared fields of an object, by their index.
    type Fields;
    /// Entries by their key.
    type Entries: Default;

    /// Of a value that is made only where it is kept.
    fn of(value: impl FnOnce() -> Value) -> Self;

    /// Of a value that had to be made, to be shown or compared.
    fn made(value: Value) -> Self {
        Self::of(|| value)
    }

    fn list(items: Vec<Self>) -> Self;

    fn fields(count: usize) -> Self::Fields;

    fn put(fields: &mut Self::Fields, index: usize, value: Self);

    /// False for a key that stands already.
    fn enter(entries: &mut Self::Entries, key: String, value: Self) -> bool;

    /// The fields in declared order, then the entries.
    fn object(specs: &[FieldSpec], fields: Self::Fields, entries: Self::Entries) -> Self;

    fn tagged(self, tag: &str, variant: &VariantSpec) -> Self;
}

impl Make for Value {
    type Fields = Vec<Option<Value>>;
    type Entries = Map<String, Value>;

    fn of(value: impl FnOnce() -> Value) -> Self {
        value()
    }

    fn list(items: Vec<Self>) -> Self {
        Value::Array(items)
    }

    fn fields(count: usize) -> Self::Fields {
        vec![None; count]
    }

    fn put(fields: &mut Self::Fields, index: usize, value: Self) {
        fields[index] = Some(value);
    }

    fn enter(entries: &mut Self::Entries, key: String, value: Self) -> bool {
        entries.insert(key, value).is_none()
    }

    fn object(specs: &[FieldSpec], fields: Self::Fields, mut entries: Self::Entries) -> Self {
        let fields = specs.iter().zip(fields);
        let mut object: Map<String, Value> =
            fields.filter_map(|(spec, value)| Some((spec.name.clone().into_owned(), value?))).collect();
        object.append(&mut entries);
        Value::Object(object)
    }

    fn tagged(self, tag: &str, variant: &VariantSpec) -> Self {
        tagged_value(tag, variant, self)
    }
}

impl Make for () {
    type Fields = ();
    /// The keys alone: of two spellings of one key, the second is a duplicate.
    type Entries = BTreeSet<String>;

    fn of(_: impl FnOnce() -> Value) -> Self {}

    fn list(_: Vec<Self>) -> Self {}

    fn fields(_: usize) -> Self::Fields {}

    fn put((): &mut Self::Fields, _: usize, (): Self) {}

    fn enter(entries: &mut Self::Entries, key: String, (): Self) -> bool {
        entries.insert(key)
    }

    fn object(_: &[FieldSpec], (): Self::Fields, _: Self::Entries) -> Self {}

    fn tagged(self, _: &str, _: &VariantSpec) -> Self {}
}
