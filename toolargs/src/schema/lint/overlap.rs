//! Whether two alternatives are known to take one and the same value.

use crate::shape::{Extra, ObjectShape, Shape, ToolSpec};

/// True only where it is certain; constraints make it uncertain.
pub(super) fn overlap<'s>(spec: &'s ToolSpec, a: &'s Shape, b: &'s Shape) -> bool {
    Overlap { spec, steps: 0 }.shapes(a, b)
}

struct Overlap<'s> {
    spec: &'s ToolSpec,
    steps: usize,
}

impl<'s> Overlap<'s> {
    fn shapes(&mut self, a: &'s Shape, b: &'s Shape) -> bool {
        self.steps += 1;
        if self.steps > 1000 {
            return false;
        }
        let (a, b) = (self.plain(a), self.plain(b));
        let (Some(a), Some(b)) = (a, b) else { return false };
        match (a, b) {
            (Shape::Any, _) | (_, Shape::Any) => true,
            (Shape::Null | Shape::Nullable(_), Shape::Null | Shape::Nullable(_)) => true,
            (Shape::Nullable(inner), other) | (other, Shape::Nullable(inner)) => self.shapes(inner, other),
            (Shape::Boolean, Shape::Boolean) => true,
            (
                Shape::Integer { .. } | Shape::Number | Shape::Single,
                Shape::Integer { .. } | Shape::Number | Shape::Single,
            ) => true,
            (Shape::Text { format: None }, Shape::Text { .. } | Shape::Enumeration { .. } | Shape::Character)
            | (Shape::Text { .. } | Shape::Enumeration { .. } | Shape::Character, Shape::Text { format: None }) => true,
            (Shape::Text { format: Some(a) }, Shape::Text { format: Some(b) }) => a == b,
            (Shape::Enumeration { variants: a, .. }, Shape::Enumeration { variants: b, .. }) => {
                a.len() * b.len() < 10_000 && a.iter().any(|one| b.iter().any(|other| one.name == other.name))
            }
            // the empty list is of both
            (Shape::List { length: None, .. }, Shape::List { length: None, .. }) => true,
            (Shape::Map { .. }, Shape::Map { .. }) => true,
            (Shape::Map { value, .. }, Shape::Object(object)) | (Shape::Object(object), Shape::Map { value, .. }) => {
                matches!(self.plain(value), Some(Shape::Any)) || object.members.iter().all(|member| !member.required)
            }
            (Shape::Object(a), Shape::Object(b)) => self.objects(a, b),
            _ => false,
        }
    }

    /// An object of both has every field that either requires, so each has to admit those of the other.
    fn objects(&mut self, a: &'s ObjectShape, b: &'s ObjectShape) -> bool {
        let admits = |this: &ObjectShape, other: &ObjectShape| {
            matches!(this.extra, Extra::Admitted(..))
                || required(other).all(|name| this.fields.iter().any(|field| field.name == name))
        };
        if !admits(a, b) || !admits(b, a) {
            return false;
        }
        let shared: Vec<(usize, usize)> = (0..a.fields.len())
            .filter_map(|left| Some((left, b.fields.iter().position(|field| field.name == a.fields[left].name)?)))
            .filter(|&(left, right)| a.members[left].required || b.members[right].required)
            .collect();
        shared.into_iter().all(|(left, right)| {
            let free = |object: &ObjectShape, index: usize| {
                let spec = &object.fields[index];
                !spec.bounded && !spec.textual && spec.min_items.is_none() && spec.max_items.is_none()
            };
            free(a, left) && free(b, right) && self.shapes(&a.members[left].shape, &b.members[right].shape)
        })
    }

    fn plain(&self, shape: &'s Shape) -> Option<&'s Shape> {
        self.plain_within(shape, 8)
    }

    /// The shape behind references and annotations; none under constraints.
    fn plain_within(&self, shape: &'s Shape, levels: usize) -> Option<&'s Shape> {
        match shape {
            _ if levels == 0 => None,
            Shape::Reference(index) => self.plain_within(&self.spec.definitions.get(*index)?.shape, levels - 1),
            Shape::Refined { spec, .. }
                if spec.bounded || spec.textual || spec.min_items.is_some() || spec.max_items.is_some() =>
            {
                None
            }
            Shape::Refined { inner, .. } => self.plain_within(inner, levels - 1),
            shape => Some(shape),
        }
    }
}

fn required(object: &ObjectShape) -> impl Iterator<Item = &str> {
    object.fields.iter().zip(&object.members).filter(|(_, member)| member.required).map(|(field, _)| field.name())
}
