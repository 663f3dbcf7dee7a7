use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};

use pollster::block_on;
use toolargs::ToolArgs;
use toolargs_agent::observe::{Event, JsonLines, Observer};
use toolargs_agent::{Reply, Toolbox};

use super::support::{DOLLARS, GOOD, IssueRefund, REPAIRED, call, refund};

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Everything that an observer can see.
struct Debugged(Shared);

impl Observer for Debugged {
    fn event(&self, event: &Event<'_>) {
        writeln!(self.0.clone(), "{event:?}").unwrap();
    }
}

#[derive(Debug, ToolArgs)]
struct Notify {
    user: Person,
    by_address: BTreeMap<String, u8>,
    urgent: bool,
}

#[derive(Debug, ToolArgs)]
struct Person {
    name: String,
    age: u8,
    #[arg(sensitive)]
    card: Option<u64>,
}

/// Marks that stand in the payloads below wherever a model can write: values, undeclared keys, keys of maps, the tool's name.
const MARK: &str = "zq7x";
const NUMBER: &str = "4111";

fn payloads() -> Vec<(&'static str, String)> {
    let mut payloads = vec![
        (r#"{"user":{"name":"zq7x","age":"41"},"by_address":{"zq7x@x":"5"},"urgent":"TRUE"}"#),
        (r#"{"user":{"name":"zq7x","age":"4111","card":"4111zq7x"},"by_address":{"zq7x@x":"4111","a\"].zq7x[\"":300},"urgent":"zq7x"}"#),
        (r#"{"user":{"name":4111,"zq7x":1},"zq7x":{"zq7x":1},"by_address":"zq7x","urgent":4111}"#),
        (r#"{"user":{"name":"x","age":1},"user":{"zq7x":1,"zq7x":1},"by_address":{"zq7x":NaN},"urgent":true}"#),
        (r#"{"user":"{\"name\":\"zq7x\",\"age\":1}","by_address":{},"urgent":true}"#),
        "zq7x 4111",
        "\"zq7x 4111\"",
        "```json\n{\"zq7x\":4111}\n```",
        r#"{"user":{"name":"zq7x","age":4111"#,
    ]
    .into_iter()
    .map(|payload| ("notify", payload.to_owned()))
    .collect::<Vec<_>>();
    payloads.push(("zq7x4111", "{}".to_owned()));
    payloads.push((
        "notify",
        format!(r#"{{"user":{{"name":"x","age":1,"card":"{}"}},"by_address":{{}},"urgent":false}}"#, "4111".repeat(50)),
    ));
    payloads
}

fn noted(args: Notify) -> Result<Reply, String> {
    match args.urgent {
        // what a tool says is the tool's business, and must not be logged either
        true => Err(format!("{} {:?} {:?}", args.user.name, args.user.card, args.by_address)),
        false => Ok(Reply::plain(args.user.name)),
    }
}

fn play(observe: impl FnOnce(toolargs_agent::Builder<()>) -> toolargs_agent::Builder<()>) {
    let session = observe(Toolbox::new().tool(noted)).build().unwrap().session();
    for (at, (tool, payload)) in payloads().into_iter().enumerate() {
        block_on(session.call(call(&format!("c{at}"), tool, payload)));
    }
}

fn assert_clean(text: &str) {
    assert!(!text.contains(MARK), "{text}");
    assert!(!text.contains(NUMBER), "{text}");
    assert!(text.contains("notify"), "something was written: {text}");
}

#[test]
fn no_value_reaches_an_observer() {
    let (seen, lines) = (Shared::default(), Shared::default());
    play(|builder| builder.observe(Debugged(seen.clone())).observe(JsonLines::new(lines.clone())));
    assert_clean(&seen.text());
    assert_clean(&lines.text());
    for kind in ["Judged", "Escalated", "Started", "Finished"] {
        assert!(seen.text().contains(kind), "{kind}: {}", seen.text());
    }
    assert!(seen.text().contains("$.by_address.*"));
    for line in lines.text().lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    }
}

#[test]
fn lines_say_where_and_why() {
    let lines = Shared::default();
    let toolbox = Toolbox::new()
        .tool(|args: IssueRefund| args.amount_cents)
        .observe(JsonLines::new(lines.clone()).with("model", "m-1").with("model", "m-2").with("tool", "other"))
        .build()
        .unwrap();
    let session = toolbox.session().conversation("talk-7");
    for (id, arguments) in [("c1", GOOD), ("c2", REPAIRED), ("c3", DOLLARS), ("c4", DOLLARS)] {
        block_on(session.call(refund(id, arguments)));
    }
    block_on(toolbox.call(call("c5", "no_such_tool", "{}")));
    let text = lines.text();
    let (judged, ended): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.contains("tool_args_judged"));
    assert_eq!(
        judged,
        [
            r#"{"event":"tool_args_judged","tool":"issue_refund","call_id":"c1","attempt":1,"conversation":"talk-7","outcome":"clean","repairs":[],"errors":[],"model":"m-2"}"#,
            r#"{"event":"tool_args_judged","tool":"issue_refund","call_id":"c2","attempt":1,"conversation":"talk-7","outcome":"repaired","repairs":[{"path":"$.amount_cents","rule":"numeric_string_to_int"}],"errors":[],"model":"m-2"}"#,
            r#"{"event":"tool_args_judged","tool":"issue_refund","call_id":"c3","attempt":1,"conversation":"talk-7","outcome":"rejected","repairs":[],"errors":[{"path":"$.amount_cents","code":"ambiguous_integer"}],"model":"m-2"}"#,
            r#"{"event":"tool_args_judged","tool":"issue_refund","call_id":"c4","attempt":2,"conversation":"talk-7","outcome":"rejected","repairs":[],"errors":[{"path":"$.amount_cents","code":"ambiguous_integer"}],"model":"m-2"}"#,
            r#"{"event":"tool_args_judged","tool":"(unknown)","call_id":"c5","attempt":1,"outcome":"rejected","repairs":[],"errors":[{"path":"$","code":"unknown_tool"}],"model":"m-2"}"#,
        ]
    );
    let without_time: Vec<&str> = ended.iter().map(|line| line.split(r#","seconds""#).next().unwrap()).collect();
    assert_eq!(
        without_time,
        [
            r#"{"event":"tool_call_finished","tool":"issue_refund","call_id":"c1","attempt":1,"conversation":"talk-7","outcome":"replied""#,
            r#"{"event":"tool_call_finished","tool":"issue_refund","call_id":"c2","attempt":1,"conversation":"talk-7","outcome":"replied""#,
            r#"{"event":"tool_call_finished","tool":"issue_refund","call_id":"c3","attempt":1,"conversation":"talk-7","outcome":"rejected""#,
            r#"{"event":"tool_args_escalated","tool":"issue_refund","call_id":"c4","attempt":2,"conversation":"talk-7","reason":"repeated","model":"m-2"}"#,
            r#"{"event":"tool_call_finished","tool":"issue_refund","call_id":"c4","attempt":2,"conversation":"talk-7","outcome":"escalated""#,
            r#"{"event":"tool_call_finished","tool":"(unknown)","call_id":"c5","attempt":1,"outcome":"rejected""#,
        ]
    );
}

#[test]
fn a_call_is_judged_once_and_before_it_begins() {
    let seen = Shared::default();
    let toolbox =
        Toolbox::new().tool(|args: IssueRefund| args.amount_cents).observe(Debugged(seen.clone())).build().unwrap();
    let kinds = |arguments: &str| {
        seen.0.lock().unwrap().clear();
        block_on(toolbox.call(refund("c", arguments)));
        let text = seen.text();
        let kind = |line: &str| line.split("kind: ").nth(1).unwrap().split([' ', '}']).next().unwrap().to_owned();
        text.lines().map(kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(GOOD), ["Judged", "Started", "Finished"]);
    assert_eq!(kinds(&REPAIRED.replace('}', r#","tags":"fragile"}"#)), ["Judged", "Started", "Finished"]);
    assert_eq!(kinds(r#"{"amount_cents":"19.99"}"#), ["Judged", "Finished"]);
}

#[cfg(feature = "tracing")]
#[test]
fn no_value_reaches_tracing() {
    use toolargs_agent::observe::Tracing;
    use tracing_subscriber::fmt::format::FmtSpan;

    let written = Shared::default();
    let writer = written.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_span_events(FmtSpan::FULL)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::with_default(subscriber, || play(|builder| builder.observe(Tracing)));
    let text = written.text();
    assert_clean(&text);
    for part in [
        "tool_args_repaired",
        "tool_args_rejected",
        "tool_args_escalated",
        "execute_tool",
        "gen_ai.tool.name=\"notify\"",
        "gen_ai.tool.call.id=\"c0\"",
        "rule=\"numeric_string_to_int\"",
        "code=\"unknown_field\"",
        "attempt=1",
        "path=\"$.user.age\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[cfg(feature = "metrics")]
#[test]
fn no_value_reaches_metrics() {
    use metrics_util::debugging::DebuggingRecorder;
    use toolargs_agent::observe::Metrics;

    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    metrics::with_local_recorder(&recorder, || play(|builder| builder.observe(Metrics)));
    let text = snapshotter
        .snapshot()
        .into_vec()
        .iter()
        .map(|(key, _, _, value)| format!("{key:?} {value:?}\n"))
        .collect::<String>();
    assert_clean(&text);
    for part in [
        "toolargs_calls_total",
        "toolargs_repairs_total",
        "toolargs_rejections_total",
        "toolargs_escalations_total",
        "toolargs_call_duration_seconds",
        "numeric_string_to_int",
        "unknown_field",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
