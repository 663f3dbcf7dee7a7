//! Defaults that their own fields would not take.

use std::sync::Arc;

use serde_json::Value;

use crate::at::At;
use crate::coerce::dynamic::Dynamic;
use crate::input::Input;
use crate::json::value;
use crate::shape::{Member, ObjectShape, Shape, TaggedShape, ToolSpec, UnionShape};
use crate::spec::FieldSpec;

impl ToolSpec {
    /// Leaves out each default that its own field would not take as it is.
    pub(super) fn drop_failing_defaults(&mut self) {
        let definitions = self.definitions.clone();
        let dynamic = Dynamic { definitions: &definitions };
        let keep = |spec: &FieldSpec, member: &Member| {
            member.default.as_ref().is_none_or(|default| takes(dynamic, spec, member, default))
        };
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
    let read = dynamic.read::<()>(&mut input, &root.field(spec, false), &member.shape);
    read.is_ok_and(|value| value.is_some()) && input.records.repairs.is_empty() && input.records.errors.is_empty()
}

fn with_defaults(shape: &Shape, keep: &dyn Fn(&FieldSpec, &Member) -> bool) -> Shape {
    let each = |shape: &Shape| with_defaults(shape, keep);
    match shape {
        Shape::Object(object) => {
            let members = object.fields.iter().zip(&object.members).map(|(spec, member)| {
                let kept = keep(spec, member);
                Member {
                    shape: each(&member.shape),
                    required: member.required,
                    default: member.default.clone().filter(|_| kept),
                    refused_default: member.default.clone().filter(|_| !kept),
                }
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
