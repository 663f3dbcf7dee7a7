//! A derived type and the spec that its own schema gives say the same of every payload.

use std::collections::BTreeMap;

use serde_json::Value;
use toolargs::Code;

use crate::support::generate::Generator;
use crate::support::mutate;
use crate::support::outcome::{Outcome, Subject, plain};
use crate::support::rng::Rng;
use crate::support::subjects;
use crate::types::*;

const PAYLOADS: usize = 10_000;

/// A rejection lists no more.
const MOST_ERRORS: usize = 16;

/// Says where the two differ.
fn difference(subject: &Subject, payload: &str) -> Option<String> {
    let (derived, imported) = (subject.derived(payload), subject.imported(payload));
    let told = |what: &str| Some(format!("{what}\n derived  {derived:?}\n imported {imported:?}"));
    // a schema cannot carry a `validate` function
    let refused: Vec<&(Code, String)> = derived.errors.iter().filter(|(code, _)| *code == Code::Custom).collect();
    if !refused.is_empty() {
        let others: Vec<_> = derived.errors.iter().filter(|(code, _)| *code != Code::Custom).collect();
        let (theirs, full) = (imported.errors.iter().collect::<Vec<_>>(), derived.errors.len() == MOST_ERRORS);
        let same = theirs == others || (full && theirs.starts_with(&others));
        return if same { None } else { told("errors beside `custom`") };
    }
    if derived.errors != imported.errors {
        return told("errors");
    }
    if plain_records(&derived) != plain_records(&imported) {
        return told("repairs");
    }
    // texts of times and addresses are canonical in a derived type and as sent in a run-time one; sets are in order
    let again = imported.args.as_ref().map(|args| subject.canonical(args));
    match (&derived.args, again) {
        (None, None) => None,
        (Some(args), Some(Some(again))) if plain(args) == plain(&again) => None,
        _ => told("arguments"),
    }
}

/// The records, without the parts of values that only a type has: canonical spellings.
fn plain_records(outcome: &Outcome) -> Vec<Value> {
    outcome.repairs.iter().map(plain).collect()
}

fn hold(subject: &Subject) {
    let generator = Generator::new(&subject.schema);
    let mut rng = Rng::new(subject.name);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut codes: BTreeMap<Code, usize> = BTreeMap::new();
    let mut differing = Vec::new();
    for _ in 0..PAYLOADS {
        let mut value = generator.value(&mut rng);
        for _ in 0..[0, 1, 1, 1, 2, 3][rng.below(6)] {
            mutate::node(&mut value, &mut rng);
        }
        let payload = mutate::payload(&value, subject.imported.name(), &mut rng);
        differing.extend(difference(subject, &payload).map(|difference| format!("{payload}\n {difference}")));
        let outcome = subject.imported(&payload);
        let kind = match (&outcome.args, outcome.repairs.is_empty()) {
            (None, _) => "rejected",
            (Some(_), true) => "clean",
            (Some(_), false) => "repaired",
        };
        *counts.entry(kind).or_default() += 1;
        if let Some((code, _)) = outcome.errors.first() {
            *codes.entry(*code).or_default() += 1;
        }
    }
    println!("{}: {counts:?} {codes:?}", subject.name);
    assert!(differing.is_empty(), "{} of {PAYLOADS} differ:\n{}", differing.len(), shortest(&differing));
    // the payloads say something of each outcome
    assert!(counts["clean"] > PAYLOADS / 20 && counts["rejected"] > PAYLOADS / 20, "{counts:?}");
}

fn shortest(differing: &[String]) -> String {
    let mut sorted: Vec<&String> = differing.iter().collect();
    sorted.sort_by_key(|text| text.len());
    sorted.iter().take(8).map(|text| text.chars().take(2000).collect::<String>() + "\n").collect()
}

macro_rules! agreements {
    ($($test:ident: $type:ty,)+) => {$(
        #[test]
        fn $test() {
            hold(&Subject::new::<$type>(stringify!($test)));
        }
    )+};
}

subjects!(agreements);

/// A payload that fails in the middle of a list full of errors says what it is, and not nothing.
#[test]
fn a_flood_of_errors_hides_no_other() {
    let flood = "null,".repeat(30);
    for call in
        [format!("{{\"lists\":{{\"a\":[{flood}True"), format!("{{\"any\":{{}},\"lists\":{{\"a\":[{flood}1]}}}} x")]
    {
        for subject in [Subject::new::<Maps>("maps"), Subject::new::<AllIns>("all_ins")] {
            let encoded = Value::from(call.as_str()).to_string();
            assert_eq!(subject.derived(&encoded).errors, [(Code::NotObject, "$".to_owned())], "{encoded}");
            assert_eq!(subject.imported(&encoded).errors, [(Code::NotObject, "$".to_owned())], "{encoded}");
            assert_eq!(subject.derived(&call).errors, [(Code::InvalidJson, "$".to_owned())], "{call}");
        }
    }
}
