//! Compile-time errors, each held to its text, and code that has to compile.
//!
//! The texts depend on the compiler, so they are compared on the version alone that `tests/ui/RUSTC` names.
//! `TRYBUILD=overwrite cargo test --test ui` writes them anew; write the version beside them then.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn ui() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");

    let made_with = fs::read_to_string(root.join("RUSTC")).expect("the version that the texts were made with");
    let here = rustc_version();
    if made_with.trim() != here {
        eprintln!("left out: the texts of compile-time errors, made with {}, and this is {here}", made_with.trim());
        return;
    }
    for entry in fs::read_dir(&root).expect("the cases") {
        let name = entry.expect("a readable folder").file_name().into_string().expect("a plain name");
        if name != "pass" && root.join(&name).is_dir() {
            cases.compile_fail(format!("tests/ui/{name}/*.rs"));
        }
    }
}

/// `rustc 1.95.0`.
fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let text = String::from_utf8(output.stdout).expect("its version is text");
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}
