use pollster::block_on;
use toolargs_agent::{Escalation, Ledger, Outcome, Reason, Session, ToolCall, Toolbox};

use super::support::{BAD_ORDER, CancelOrder, DOLLARS, GOOD, IssueRefund, NO_AMOUNT, body, call, refund};

fn toolbox() -> Toolbox {
    Toolbox::new().tool(|args: IssueRefund| args.amount_cents).tool(|args: CancelOrder| args.order).build().unwrap()
}

/// `None` while the session goes on.
fn reason(session: &Session, call: ToolCall) -> Option<Reason> {
    match block_on(session.call(call)).into_outcome() {
        Outcome::Escalate(Escalation { reason, .. }) => Some(reason),
        _ => None,
    }
}

#[test]
fn two_corrections_then_it_escalates_with_the_history() {
    let session = toolbox().session();
    assert_eq!(reason(&session, refund("c1", DOLLARS)), None);
    assert_eq!(reason(&session, refund("c2", BAD_ORDER)), None);
    let answer = block_on(session.call(refund("c3", NO_AMOUNT)));
    assert_eq!(answer.attempt(), 3);
    assert_eq!(body(&answer)["escalated"], "exhausted");
    let Outcome::Escalate(escalation) = answer.into_outcome() else { panic!() };
    let history: Vec<_> = escalation
        .history
        .iter()
        .map(|refused| (refused.call_id.as_str(), refused.faults[0].code.as_str(), refused.faults[0].path.as_str()))
        .collect();
    assert_eq!(
        history,
        [
            ("c1", "ambiguous_integer", "$.amount_cents"),
            ("c2", "pattern", "$.order_id"),
            ("c3", "missing", "$.amount_cents")
        ]
    );
    // it stays so until somebody helps
    assert_eq!(reason(&session, refund("c4", "{")), Some(Reason::Exhausted));
    session.forget("issue_refund");
    assert_eq!(reason(&session, refund("c5", "{")), None);
}

#[test]
fn the_same_error_twice_escalates_at_once() {
    let session = toolbox().session();
    assert_eq!(reason(&session, refund("c1", DOLLARS)), None);
    assert_eq!(reason(&session, refund("c2", &DOLLARS.replace("19.99", "1.5"))), Some(Reason::Repeated));
}

#[test]
fn a_good_call_ends_its_chain_and_no_other() {
    let session = toolbox().session();
    assert_eq!(reason(&session, refund("c1", DOLLARS)), None);
    assert_eq!(reason(&session, call("x1", "cancel_order", "[]")), None);
    assert_eq!(block_on(session.call(refund("c2", GOOD))).attempt(), 2);
    assert_eq!(reason(&session, refund("c3", DOLLARS)), None);
    assert_eq!(reason(&session, call("x2", "cancel_order", "[]")), Some(Reason::Repeated));
}

#[test]
fn calls_of_one_turn_are_one_attempt() {
    let session = toolbox().session();
    let answers = block_on(session.turn([refund("c1", DOLLARS), refund("c2", DOLLARS), refund("c3", GOOD)]));
    let names: Vec<bool> = answers.iter().map(|answer| matches!(answer.outcome(), Outcome::Rejected(_))).collect();
    assert_eq!(names, [true, true, false]);
    // the good call beside them does not end their chain, so a model that sends one of each cannot go on for ever
    let answers = block_on(session.turn([refund("c4", GOOD), refund("c5", DOLLARS)]));
    assert_eq!(answers[0].reply().text(), "1999");
    assert!(matches!(answers[1].outcome(), Outcome::Escalate(_)));
}

#[test]
fn unknown_tools_are_one_chain() {
    let session = toolbox().session();
    assert_eq!(reason(&session, call("c1", "refund", "{}")), None);
    assert_eq!(reason(&session, call("c2", "send_money", "{}")), Some(Reason::Repeated));
}

#[test]
fn no_model_goes_on_for_ever() {
    let toolbox = Toolbox::new()
        .tool(|args: IssueRefund| args.amount_cents)
        .tool(|args: CancelOrder| args.order)
        .corrections(1000)
        .session_rejections(10)
        .build()
        .unwrap();
    let session = toolbox.session();
    let turns = (0..)
        .take_while(|turn| {
            let bad = reason(&session, refund("bad", DOLLARS));
            assert_eq!(reason(&session, refund("good", GOOD)), None);
            assert!(*turn < 100);
            bad.is_none()
        })
        .count();
    assert_eq!(turns, 10);
}

#[test]
fn a_ledger_can_be_stored_and_put_together() {
    let toolbox = toolbox();
    let session = toolbox.session();
    reason(&session, refund("c1", DOLLARS));
    let stored = serde_json::to_string(&session.ledger()).unwrap();
    let ledger: Ledger = serde_json::from_str(&stored).unwrap();
    assert_eq!(ledger, session.ledger());
    assert!(!stored.contains("19.99"));

    let session = toolbox.session_from(ledger.clone());
    assert_eq!(reason(&session, refund("c2", DOLLARS)), Some(Reason::Repeated));

    let other = toolbox.session_from(ledger.clone());
    reason(&other, call("x1", "cancel_order", "[]"));
    let mut whole = session.ledger();
    whole.merge(other.ledger());
    assert_eq!((whole.rejections(), whole.chain("issue_refund").len(), whole.chain("cancel_order").len()), (3, 2, 1));
    let before = whole.clone();
    whole.merge(other.ledger());
    assert_eq!(whole, before);
}
