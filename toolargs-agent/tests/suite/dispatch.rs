use std::sync::{Arc, Mutex};
use std::time::Duration;

use pollster::block_on;
use serde_json::json;
use toolargs::{Code, ToolArgs};
use toolargs_agent::wire::Wire;
use toolargs_agent::{Arguments, CallLog, Confirm, Outcome, Toolbox};

use super::support::{CancelOrder, DOLLARS, GOOD, IssueRefund, REPAIRED, body, call, refund, rejection};

fn cents(args: IssueRefund) -> i64 {
    args.amount_cents
}

fn cancel(args: CancelOrder) -> u32 {
    args.order
}

fn toolbox() -> Toolbox {
    Toolbox::new().tool(cents).tool(cancel).build().unwrap()
}

#[test]
fn an_unknown_tool_is_refused_with_a_hint_and_the_list() {
    let answer = block_on(toolbox().call(call("c1", "issue_refunds", GOOD)));
    assert_eq!(rejection(&answer).first().code(), Code::UnknownTool);
    let message = body(&answer)["message"].to_string();
    assert!(message.contains("did you mean \\\"issue_refund\\\"?"), "{message}");
    assert!(message.contains("cancel_order"), "{message}");
    assert!(answer.reply().is_error());
}

#[test]
fn names_are_checked_when_the_toolbox_is_made() {
    #[derive(ToolArgs)]
    #[tool(name = "math.sqrt")]
    struct Sqrt {
        of: f64,
    }
    #[derive(ToolArgs)]
    #[tool(name = "cancel_order")]
    struct Again {
        of: f64,
    }
    let sqrt = |args: Sqrt| args.of.sqrt();
    let error = Toolbox::new().tool(cents).tool(sqrt).build().unwrap_err();
    assert_eq!(error.name(), "math.sqrt");
    assert!(error.to_string().starts_with("OpenAI Chat Completions refuses the tool name"), "{error}");
    assert!(Toolbox::new().wires([Wire::Mcp, Wire::Gemini]).tool(sqrt).build().is_ok());

    let error = Toolbox::new().tool(cancel).tool(|args: Again| args.of).build().unwrap_err();
    assert_eq!(error.to_string(), r#"two tools have the name "cancel_order""#);
}

#[test]
fn a_call_that_was_cut_off_is_refused_unseen() {
    let answer = block_on(toolbox().call(call("c1", "issue_refund", Arguments::CutOff)));
    assert_eq!(rejection(&answer).first().code(), Code::InvalidJson);
    assert!(rejection(&answer).repairs().is_empty());
}

#[test]
fn all_errors_are_told_at_once() {
    let answer = block_on(toolbox().call(refund("c1", r#"{"order_id":"x","amount_cents":"19.99","tags":"a,b"}"#)));
    assert_eq!(body(&answer)["errors"].as_array().unwrap().len(), 3);
    assert!(body(&answer)["errors"][2]["message"].as_str().unwrap().contains("do not leave the field out"));
}

#[test]
fn a_panic_is_a_tool_error_and_stays_with_its_call() {
    #[derive(ToolArgs)]
    struct Fall {
        #[arg(validate = check)]
        at: u8,
    }
    fn check(at: &u8) -> Result<(), String> {
        if *at == 3 { panic!("in the check") } else { Ok(()) }
    }
    #[derive(ToolArgs)]
    struct FallLater {
        at: u8,
    }
    fn fall(args: Fall) -> u8 {
        if args.at == 0 { panic!("secret 4111") } else { args.at }
    }
    async fn fall_later(args: FallLater) -> u8 {
        tokio::task::yield_now().await;
        if args.at == 0 { panic!("secret 4111") } else { args.at }
    }
    let toolbox = Toolbox::new().tool(fall).tool(fall_later).build().unwrap();
    let calls = ["fall", "fall_later", "fall", "fall_later"];
    let calls = calls.iter().enumerate().map(|(at, name)| call(&at.to_string(), name, json!({"at": at})));
    let calls = calls.chain([call("later", "fall_later", json!({"at": 0})), call("check", "fall", json!({"at": 3}))]);
    let answers = block_on(toolbox.turn(calls));
    let panicked: Vec<bool> = answers.iter().map(|answer| matches!(answer.outcome(), Outcome::Panicked)).collect();
    assert_eq!(panicked, [true, false, false, false, true, true]);
    for answer in &answers {
        assert!(!answer.reply().text().contains("4111"));
        assert_eq!(answer.reply().is_error(), matches!(answer.outcome(), Outcome::Panicked));
    }
}

#[derive(ToolArgs)]
struct Wait {
    millis: u64,
}

async fn wait(args: Wait) -> u64 {
    tokio::time::sleep(Duration::from_millis(args.millis)).await;
    args.millis
}

#[tokio::test]
async fn calls_of_a_turn_run_side_by_side_and_answer_in_order() {
    let toolbox = Toolbox::new().tool(wait).concurrency(3).build().unwrap();
    let began = std::time::Instant::now();
    let calls = [60, 50, 40].map(|millis| call(&millis.to_string(), "wait", json!({"millis": millis})));
    let answers = toolbox.turn(calls).await;
    let replies: Vec<String> = answers.iter().map(|answer| answer.reply().text().to_owned()).collect();
    assert_eq!(replies, ["60", "50", "40"]);
    assert!(began.elapsed() < Duration::from_millis(140), "{:?}", began.elapsed());
}

#[tokio::test]
async fn no_more_run_than_the_limit_and_a_slow_one_holds_up_no_other() {
    #[derive(ToolArgs)]
    struct Step {
        slow: bool,
    }
    #[derive(Default)]
    struct Seen {
        running: usize,
        most: usize,
        ended: Vec<bool>,
    }
    let seen = Arc::new(Mutex::new(Seen::default()));
    let shared = seen.clone();
    let step = move |args: Step| {
        let seen = shared.clone();
        async move {
            {
                let mut seen = seen.lock().unwrap();
                seen.running += 1;
                seen.most = seen.most.max(seen.running);
            }
            tokio::time::sleep(Duration::from_millis(if args.slow { 120 } else { 1 })).await;
            let mut seen = seen.lock().unwrap();
            seen.running -= 1;
            seen.ended.push(args.slow);
        }
    };
    let toolbox = Toolbox::new().tool(step).concurrency(2).build().unwrap();
    let answers = toolbox.turn((0..12).map(|at| call(&at.to_string(), "step", json!({"slow": at == 0})))).await;
    assert_eq!(answers.len(), 12);
    let seen = seen.lock().unwrap();
    assert_eq!(seen.most, 2);
    assert_eq!(seen.ended.iter().position(|slow| *slow), Some(11), "the slow one ends last: {:?}", seen.ended);
}

#[tokio::test]
async fn a_call_ends_when_its_time_is_up() {
    let limited = |millis: u64| {
        Toolbox::new()
            .tool(wait)
            .time_limit(move |_| tokio::time::sleep(Duration::from_millis(millis)))
            .build()
            .unwrap()
    };
    let answer = limited(5).call(call("c", "wait", json!({"millis": 5000}))).await;
    assert!(matches!(answer.outcome(), Outcome::TimedOut));
    assert_eq!(body(&answer)["error"], "tool_timed_out");
    let answer = limited(5000).call(call("c", "wait", json!({"millis": 1}))).await;
    assert_eq!(answer.reply().text(), "1");
}

#[test]
fn repaired_calls_wait_where_that_is_asked_for() {
    let ran = Arc::new(Mutex::new(0));
    let count = ran.clone();
    let serve = move |args: IssueRefund| {
        *count.lock().unwrap() += 1;
        args.amount_cents
    };
    let toolbox = Toolbox::new().confirm(Confirm::repaired()).tool(serve).build().unwrap();
    assert_eq!(block_on(toolbox.call(refund("c1", GOOD))).reply().text(), "1999");

    let answer = block_on(toolbox.call(refund("c2", REPAIRED)));
    assert_eq!(body(&answer)["error"], "needs_confirmation");
    assert_eq!(*ran.lock().unwrap(), 1);
    let Outcome::NeedsConfirmation(pending) = answer.into_outcome() else { panic!() };
    assert_eq!((pending.tool(), pending.repairs().len()), ("issue_refund", 1));
    assert_eq!(pending.arguments()["amount_cents"], 1999);
    let answer = block_on(pending.approve());
    assert_eq!((answer.id(), answer.reply().text()), ("c2", "1999"));

    let Outcome::NeedsConfirmation(pending) = block_on(toolbox.call(refund("c3", REPAIRED))).into_outcome() else {
        panic!()
    };
    let answer = pending.refuse("too much");
    assert!(answer.reply().is_error() && answer.reply().text().contains("too much"));
    assert_eq!(*ran.lock().unwrap(), 2);

    // after a restart there is the call alone
    assert_eq!(block_on(toolbox.confirmed(refund("c2", REPAIRED))).reply().text(), "1999");
    assert!(matches!(block_on(toolbox.confirmed(refund("c2", DOLLARS))).outcome(), Outcome::Rejected(_)));
}

#[test]
fn a_confirmation_can_be_asked_for_by_path_or_by_value() {
    let waits = |confirm: Confirm, arguments: &str| {
        let toolbox = Toolbox::new().tool_if(confirm, cents).build().unwrap();
        matches!(block_on(toolbox.call(refund("c", arguments))).outcome(), Outcome::NeedsConfirmation(_))
    };
    let tags = r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"tags":"fragile"}"#;
    assert!(waits(Confirm::paths(["$.amount_cents"]), REPAIRED));
    assert!(!waits(Confirm::paths(["$.amount_cents"]), tags));
    assert!(!waits(Confirm::paths(["$.amount"]), REPAIRED));
    assert!(waits(Confirm::paths(["$.order_id", "$.tags"]), tags));
    assert!(!waits(Confirm::paths(["$"]), tags));
    assert!(waits(Confirm::paths(["$"]), &format!("```json\n{tags}\n```")));
    let large = || Confirm::when(|review| review.arguments()["amount_cents"].as_i64() > Some(1999));
    assert!(!waits(large(), GOOD));
    assert!(waits(large(), &GOOD.replace("1999", "2000")));
    assert!(!waits(Confirm::never(), REPAIRED));
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_call_log_holds_what_redaction_passed() {
    let written = Shared::default();
    let log = CallLog::new(written.clone(), |tool, arguments| match arguments {
        Arguments::Text(text) if tool == "issue_refund" => Some(text.replace("ord_A1b2C3d4", "ord_00000000").into()),
        _ => None,
    });
    let toolbox = Toolbox::new().tool(cents).tool(cancel).call_log(log).build().unwrap();
    block_on(toolbox.call(refund("c1", DOLLARS)));
    block_on(toolbox.call(call("c2", "cancel_order", json!({"order": 1}))));
    block_on(toolbox.call(call("c3", "no_such_tool", "{}")));
    let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    let line: serde_json::Value = serde_json::from_str(&text).expect("one line");
    assert_eq!((&line["id"], &line["tool"]), (&json!("c1"), &json!("issue_refund")));
    assert_eq!(line["arguments"], DOLLARS.replace("ord_A1b2C3d4", "ord_00000000"));
}
