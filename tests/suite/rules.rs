//! Every repair rule: what it repairs, what it leaves alone beside that, and how the policy forbids it.
//!
//! A rule of a field stands at depth, at `$.orders[1].amount`; a rule of the payload on a tool of its own.

mod field;
mod payload;
mod sensitive;

use serde_json::Value;
use toolargs::{Code, Payload, Rule};

use crate::support::{Outcome, broken_promise, equal};

type Gate = Box<dyn Fn(Payload<'_>) -> Outcome>;

/// The gates of one rule: where it runs, where the place is strict, where the rule is denied, and where it was not asked for.
struct Gates {
    lax: Gate,
    strict: Gate,
    denied: Gate,
    sensitive: Gate,
    /// Of an opt-in rule: the same tool without `allow`.
    unasked: Option<Gate>,
}

/// One rule on one kind of value.
struct Probe {
    rule: Rule,
    gates: Gates,
    path: &'static str,
    /// Payloads that the rule repairs, with the value before, the value after, and the rules besides that it takes.
    repairs: Vec<(String, Value, Value)>,
    /// Payloads just beside, and why they are refused.
    refused: Vec<(String, Code)>,
}

fn probes() -> Vec<Probe> {
    field::probes().into_iter().chain(payload::probes()).collect()
}

#[test]
fn every_rule_is_in_the_table() {
    let probes = probes();
    for rule in Rule::ALL {
        let of_rule: Vec<_> = probes.iter().filter(|probe| probe.rule == *rule).collect();
        assert!(of_rule.iter().any(|probe| !probe.repairs.is_empty()), "{rule} repairs nothing");
        assert!(of_rule.iter().any(|probe| !probe.refused.is_empty()), "nothing beside {rule} is refused");
        let opt_in = of_rule.iter().any(|probe| probe.gates.unasked.is_some());
        assert!(rule.default_on() || opt_in, "{rule} is opt-in and never left out");
    }
}

#[test]
fn each_rule_repairs_and_records() {
    for Probe { rule, gates, path, repairs, .. } in probes() {
        for (raw, before, after) in repairs {
            let outcome = (gates.lax)(Payload::from(&raw));
            assert_eq!(broken_promise(&gates.lax, &outcome), None, "{rule}: {raw}");
            let parsed = outcome.unwrap_or_else(|rejection| panic!("{rule}: {raw}: {rejection}"));
            let [repair] = parsed.repairs.as_slice() else { panic!("{rule}: {raw}: {:?}", parsed.repairs) };
            assert_eq!((repair.rule, repair.path.as_str()), (rule, path), "{raw}");
            // by value: whether a number keeps its spelling depends on how `serde_json` is built
            assert!(equal(&repair.before, &before) && equal(&repair.after, &after), "{rule}: {raw}: {repair:?}");
            assert_eq!(repair.to_string(), format!("{path}: {rule}"));
        }
    }
}

#[test]
fn each_rule_leaves_alone_what_has_two_meanings() {
    for Probe { rule, gates, refused, .. } in probes() {
        for (raw, code) in refused {
            let outcome = (gates.lax)(Payload::from(&raw));
            assert_eq!(broken_promise(&gates.lax, &outcome), None, "{rule}: {raw}");
            match outcome {
                Ok(parsed) => panic!("{rule}: {raw} is accepted: {} after {:?}", parsed.args, parsed.repairs),
                Err(rejection) => assert_eq!(rejection.first().code(), code, "{rule}: {raw}: {rejection}"),
            }
        }
    }
}

#[test]
fn strict_and_deny_forbid_each_rule_and_name_it() {
    for Probe { rule, gates, path, repairs, .. } in probes() {
        for (raw, ..) in repairs {
            for (how, gate) in [("strict", &gates.strict), ("deny", &gates.denied)] {
                let Err(rejection) = gate(Payload::from(&raw)) else { panic!("{rule}: {raw} is repaired under {how}") };
                let first = rejection.first();
                assert_eq!(
                    (first.code(), first.path()),
                    (Code::RepairForbidden, path),
                    "{rule}, {how}: {raw}: {rejection}"
                );
                assert!(first.message().contains(rule.as_str()), "{rule}, {how}: {}", first.message());
                assert!(rejection.repairs().iter().all(|repair| repair.rule != rule), "{rule}, {how}: {raw}");
            }
        }
    }
}

#[test]
fn opt_in_rules_do_not_run_unasked() {
    for Probe { rule, gates, repairs, .. } in probes() {
        let Some(unasked) = gates.unasked else { continue };
        for (raw, ..) in repairs {
            match unasked(Payload::from(&raw)) {
                Err(rejection) => assert_ne!(rejection.first().code(), Code::RepairForbidden, "{rule}: {raw}"),
                Ok(parsed) => panic!("{rule} ran unasked on {raw}: {:?}", parsed.repairs),
            }
        }
    }
}

#[test]
fn repairs_of_sensitive_values_show_none() {
    for Probe { rule, gates, path, repairs, .. } in probes() {
        for (raw, ..) in repairs {
            let parsed =
                (gates.sensitive)(Payload::from(&raw)).unwrap_or_else(|rejection| panic!("{rule}: {raw}: {rejection}"));
            for repair in &parsed.repairs {
                let shown = (repair.before.as_str(), repair.after.as_str());
                assert_eq!(shown, (Some("[redacted]"), Some("[redacted]")), "{rule} at {path}: {raw}");
            }
            assert!(
                parsed.repairs.iter().any(|repair| repair.rule == rule && repair.path == path),
                "{rule}: {raw}: {:?}",
                parsed.repairs
            );
        }
    }
}
