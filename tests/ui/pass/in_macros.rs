//! The derive inside `macro_rules!`, where types and literals arrive in invisible groups.
#![deny(warnings)]

use toolargs::ToolArgs;

macro_rules! tool {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $ty:ty, min $min:literal, max $max:expr, default $default:expr;)* }) => {
        $(#[$meta])*
        #[derive(Debug, PartialEq, ToolArgs)]
        struct $name {
            $(
                #[arg(min = $min, max = $max, default = $default)]
                $field: $ty,
            )*
        }
    };
}

tool! {
    /// Moves the arm.
    MoveArm { x: u8, min 1, max 9, default 5; y: i64, min -1, max 1, default -1; }
}

macro_rules! enumeration {
    ($name:ident: $($variant:ident = $wire:literal / $doc:expr),*) => {
        #[derive(Debug, PartialEq, ToolArgs)]
        enum $name {
            $(#[doc = $doc] #[arg(rename = $wire)] $variant,)*
        }
    };
}

enumeration!(Reason: Late = "too-late" / "After the day.", Lost = "lost" / "Never came.");

macro_rules! list {
    ($name:ident<$($param:ident),*> { $($field:ident: $ty:ty = $pattern:literal),* }) => {
        #[derive(Debug, PartialEq, ToolArgs)]
        struct $name<$($param),*> {
            $(#[arg(each(pattern = $pattern))] $field: $ty,)*
            #[arg(default)]
            rest: Vec<u8>,
            reason: Option<Reason>,
        }
    };
}

list!(Tags<> { tags: Vec<String> = "[a-z]+", more: Option<Vec<String>> = "[0-9]+" });

macro_rules! local {
    ($field:ident) => {{
        // a name that the macro makes up must not meet those of the derive
        #[derive(ToolArgs)]
        struct Local {
            $field: u8,
            input: u8,
        }
        let args = Local::parse(r#"{"field":1,"input":2}"#).unwrap().args;
        args.$field + args.input
    }};
}

fn main() {
    assert_eq!(MoveArm::parse("{}").unwrap().args, MoveArm { x: 5, y: -1 });
    assert!(MoveArm::parse(r#"{"x":10}"#).is_err());
    let tags = Tags::parse(r#"{"tags":["a"],"reason":"Too-Late"}"#).unwrap().args;
    assert_eq!(tags.reason, Some(Reason::Late));
    assert_ne!(tags.reason, Some(Reason::Lost));
    assert_eq!(local!(field), 3);
}
