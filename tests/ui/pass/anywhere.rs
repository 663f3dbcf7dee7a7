//! In functions, in modules that import nothing, beside other derives.
#![deny(warnings)]
#![no_implicit_prelude]

mod deep {
    pub mod er {
        #[derive(::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq, ::toolargs::ToolArgs)]
        pub struct Args {
            pub(in crate::deep) value: u8,
            #[arg(default)]
            pub list: ::std::vec::Vec<u8>,
        }
    }

    pub fn value(args: &er::Args) -> u8 {
        args.value
    }
}

fn main() {
    use ::std::result::Result;
    use ::toolargs::ToolArgs;

    #[derive(::std::fmt::Debug, ToolArgs)]
    enum Local {
        One { value: u8 },
        Two,
    }

    let args: Result<_, _> = deep::er::Args::parse(r#"{"value":1}"#);
    ::std::assert_eq!(deep::value(&args.unwrap().args), 1);
    ::std::assert!(Local::parse(r#"{"type":"two"}"#).is_ok());
    if let Local::One { value } = Local::parse(r#"{"type":"one","value":3}"#).unwrap().args {
        ::std::assert_eq!(value, 3);
    }
}
