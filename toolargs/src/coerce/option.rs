//! Values that may be absent, and values behind a pointer.

use serde_json::Value;

use crate::args::{Flow, FromArg, Text};
use crate::at::At;
use crate::input::Input;
use crate::object::{may_be_absent, read_absence, settle_absence};
use crate::shape::{Defs, Shape};

impl<T: FromArg> FromArg for Option<T> {
    const TEXT: Text = T::TEXT;
    const NULLABLE: bool = true;

    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        let text = T::TEXT.under(at.spec);
        if may_be_absent(input, text, T::NULLABLE)
            && let Some(absent) = absent(input, at, text)?
        {
            return Ok(absent.then_some(None));
        }
        Ok(T::from_arg(input, at)?.map(Some))
    }

    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_json)
    }

    fn shape(defs: &mut Defs) -> Shape {
        T::shape(defs).nullable()
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// Whether an absence stands here and is admitted. As the item of a list or the value of a map, null is a value and no absence.
#[cold]
#[inline(never)]
fn absent(input: &mut Input<'_>, at: &At<'_>, text: Text) -> Result<Option<bool>, crate::json::reader::Stop> {
    if at.is_element() {
        return Ok(if input.reader.peek() == b'n' { input.reader.skip(at).map(|()| Some(true))? } else { None });
    }
    let Some(absence) = read_absence(input, at, text)? else { return Ok(None) };
    Ok(Some(settle_absence(input, at, absence, Value::Null).is_some()))
}

impl<T: FromArg> FromArg for Box<T> {
    const TEXT: Text = T::TEXT;
    const NULLABLE: bool = T::NULLABLE;
    const KEY: bool = T::KEY;

    #[inline]
    fn from_arg(input: &mut Input<'_>, at: &At<'_>) -> Flow<Self> {
        Ok(T::from_arg(input, at)?.map(Box::new))
    }

    fn to_json(&self) -> Value {
        T::to_json(self)
    }

    fn shape(defs: &mut Defs) -> Shape {
        T::shape(defs)
    }

    fn absent() -> Option<Self> {
        T::absent().map(Box::new)
    }

    fn is_absent(&self) -> bool {
        T::is_absent(self)
    }
}
