//! Every mistake of one derive, reported together.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::Span;
use quote::ToTokens;

/// Collects errors. Dropping it without [`Errors::finish`] is a bug in this crate and panics: an error nobody looked at would
/// let a bad spec compile.
pub(crate) struct Errors {
    found: RefCell<Option<Vec<syn::Error>>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self { found: RefCell::new(Some(Vec::new())) }
    }

    pub(crate) fn push(&self, error: syn::Error) {
        self.found.borrow_mut().as_mut().expect("errors are open until they are finished").push(error);
    }

    /// Records `message` under the whole of `tokens`.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Records `message` at a place that has no tokens of its own.
    pub(crate) fn at_span(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Records the error of a failed step and goes on without its value.
    pub(crate) fn take<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn finish(self) -> syn::Result<()> {
        let found = self.found.borrow_mut().take().expect("errors are finished once");
        found
            .into_iter()
            .reduce(|mut all, next| {
                all.combine(next);
                all
            })
            .map_or(Ok(()), Err)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if self.found.get_mut().is_some() && !std::thread::panicking() {
            panic!("errors were collected and never looked at");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_come_out_in_order() {
        let errors = Errors::new();
        errors.at_span(Span::call_site(), "first");
        errors.at_span(Span::call_site(), "second");
        let all: Vec<String> = errors.finish().unwrap_err().into_iter().map(|error| error.to_string()).collect();
        assert_eq!(all, ["first", "second"]);
    }

    #[test]
    #[should_panic(expected = "never looked at")]
    fn forgetting_them_is_loud() {
        drop(Errors::new());
    }
}
