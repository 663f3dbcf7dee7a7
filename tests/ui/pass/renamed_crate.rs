//! `crate = path`: the crate under another name, re-exported, and through a macro's `$crate`.
#![deny(warnings)]

mod vendor {
    pub mod gate {
        pub use toolargs::*;
    }
}

use vendor::gate::ToolArgs as Gate;

/// Hides the crate's own name.
#[allow(dead_code)]
mod toolargs {}

#[derive(Debug, PartialEq, Gate)]
#[tool(crate = crate::vendor::gate)]
struct Args {
    value: u8,
    kind: Kind,
}

#[derive(Debug, PartialEq, Gate)]
#[tool(crate = vendor::gate)]
enum Kind {
    One,
    Two,
}

#[macro_export]
macro_rules! tool {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(Debug, PartialEq, $crate::vendor::gate::ToolArgs)]
        #[tool(crate = $crate::vendor::gate)]
        struct $name { $($field: $ty),* }
    };
}

tool!(Other { value: u8 });

fn main() {
    assert_eq!(Args::parse(r#"{"value":1,"kind":"two"}"#).unwrap().args, Args { value: 1, kind: Kind::Two });
    assert_ne!(Kind::One, Kind::Two);
    assert_eq!(Other::parse(r#"{"value":1}"#).unwrap().args, Other { value: 1 });
}
