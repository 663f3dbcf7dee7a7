//! JSONTestSuite: what JSON is and what it is not.

use std::path::PathBuf;

use serde_json::Value;
use toolargs::{Code, Rejection, ToolArgs};

use crate::support::{equal, shared};

/// A tool that takes any value, so that a document can be read whole.
#[derive(Debug, ToolArgs)]
struct Anything {
    value: Option<Value>,
}

/// The files whose names begin with `prefix`, or nothing where the suite is not there.
fn files(prefix: &str) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = shared("suites/jsontestsuite/test_parsing") else { return Vec::new() };
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = paths.map(|path| (name(&path), std::fs::read(&path).unwrap())).collect();
    files.retain(|(name, _)| name.starts_with(prefix));
    files.sort();
    files
}

/// The document as the value of the field.
fn wrapped(document: &[u8]) -> Vec<u8> {
    [b"{\"value\":", document, b"}"].concat()
}

fn refusal(document: &[u8]) -> Option<Rejection> {
    Anything::parse(document).err()
}

#[test]
fn what_is_json_is_read() {
    let files = files("y_");
    for (name, document) in &files {
        let whole = refusal(document).map(|rejection| rejection.first().code());
        let inside = Anything::parse(wrapped(document).as_slice());
        if name.starts_with("y_object_duplicated_key") {
            assert_eq!(whole, Some(Code::DuplicateKey), "{name}");
            assert_eq!(inside.unwrap_err().first().code(), Code::DuplicateKey, "{name}");
            continue;
        }
        assert!(matches!(whole, None | Some(Code::NotObject | Code::UnknownField)), "{name}: {whole:?}");
        let read = inside.unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
        let want: Value = serde_json::from_slice(document).unwrap();
        assert!(equal(&read.args.value.clone().unwrap_or_default(), &want), "{name}: {:?}", read.args);
    }
    assert!(files.is_empty() || files.len() == 95, "{} files", files.len());
}

#[test]
fn what_is_no_json_is_refused() {
    let files = files("n_");
    for (name, document) in &files {
        for document in [document.clone(), wrapped(document)] {
            let rejection = refusal(&document).unwrap_or_else(|| panic!("{name} is accepted"));
            let code = rejection.first().code();
            let want = match name.as_str() {
                "n_structure_100000_opening_arrays.json" | "n_structure_open_array_object.json" => Code::TooDeep,
                "n_number_NaN.json" | "n_number_infinity.json" | "n_number_minus_infinity.json" => {
                    Code::NonFiniteNumber
                }
                _ => Code::InvalidJson,
            };
            assert_eq!(code, want, "{name}: {rejection}");
        }
    }
    assert!(files.is_empty() || files.len() == 188, "{} files", files.len());
}

#[test]
fn what_json_leaves_open_is_decided() {
    let files = files("i_");
    for (name, document) in &files {
        let whole = refusal(document).map(|rejection| rejection.first().code());
        let inside = refusal(&wrapped(document)).map(|rejection| rejection.first().code());
        match name.as_str() {
            name if name.starts_with("i_number") => {
                assert_eq!(whole, Some(Code::NotObject), "{name}");
                // a number that no value here can hold is refused by the field and not by the reader
                assert!(matches!(inside, None | Some(Code::OutOfRange | Code::LossyNumber)), "{name}: {inside:?}");
            }
            "i_structure_500_nested_arrays.json" => {
                assert_eq!((whole, inside), (Some(Code::TooDeep), Some(Code::TooDeep)), "{name}");
            }
            _ => assert_eq!((whole, inside), (Some(Code::InvalidJson), Some(Code::InvalidJson)), "{name}"),
        }
    }
    assert!(files.is_empty() || files.len() == 35, "{} files", files.len());
}

#[test]
fn values_keep_their_digits_and_names_their_letters() {
    let Some(folder) = shared("suites/jsontestsuite/test_transform") else { return };
    let mut ran = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let document = std::fs::read(&path).unwrap();
        let outcome = Anything::parse(wrapped(&document).as_slice());
        ran += 1;
        if name.starts_with("object_same_key") {
            assert_eq!(outcome.unwrap_err().first().code(), Code::DuplicateKey, "{name}");
        } else if name.starts_with("string_") && name.contains("invalid_codepoint") {
            assert_eq!(outcome.unwrap_err().first().code(), Code::InvalidJson, "{name}");
        } else if let Ok(parsed) = outcome {
            let want: Value = serde_json::from_slice(&document).unwrap();
            assert!(parsed.args.value.as_ref().is_some_and(|read| equal(read, &want)), "{name}: {:?}", parsed.args);
        } else {
            let rejection = outcome.unwrap_err();
            assert_eq!(rejection.first().code(), Code::LossyNumber, "{name}: {rejection}");
        }
    }
    assert_eq!(ran, 22);
}
