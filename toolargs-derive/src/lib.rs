//! The derive macro of [`toolargs`](https://docs.rs/toolargs).
#![forbid(unsafe_code)]

mod ast;
mod attr;
mod case;
mod check;
mod errors;
mod expand;
mod kind;
mod rules;
mod suggest;
mod value;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// TODO
#[proc_macro_derive(ToolArgs, attributes(tool, arg))]
pub fn derive_tool_args(input: TokenStream) -> TokenStream {
    let node = parse_macro_input!(input as DeriveInput);
    derive(&node).into()
}

fn derive(node: &DeriveInput) -> proc_macro2::TokenStream {
    let errors = errors::Errors::new();
    let container = ast::Container::read(node, &errors);
    check::check(&container, &errors);
    match errors.finish() {
        Ok(()) => expand::expand(&container),
        Err(error) => {
            let mut out = error.into_compile_error();
            out.extend(expand::placeholder(&container));
            out
        }
    }
}
