//! Compile-time errors of handlers, each held to its text on the one compiler that the texts were made with.
//! `TRYBUILD=overwrite cargo test -p toolargs-agent --test ui` writes them anew; write the version beside them then.

use std::process::Command;

#[test]
fn ui() {
    let made_with = include_str!("ui/RUSTC").trim();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let here = String::from_utf8(output.stdout).expect("its version is text");
    if !here.starts_with(made_with) {
        eprintln!("left out: the texts of compile-time errors, made with {made_with}, and this is {here}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
