//! What a call leaves behind: nothing. In a file of its own, as the counter stands in for the allocator.

use pollster::block_on;
use toolargs::ToolArgs;
use toolargs_agent::{ToolCall, Toolbox};

#[derive(ToolArgs)]
struct Refund {
    order: String,
    cents: u32,
}

async fn refund(args: Refund) -> String {
    format!("{} of {}", args.cents, args.order)
}

#[test]
fn memory_does_not_grow_with_calls() {
    let toolbox = Toolbox::new().tool(refund).build().unwrap();
    let session = toolbox.session();
    let arguments =
        [r#"{"order":"x","cents":5}"#, r#"{"order":"x","cents":"5"}"#, r#"{"order":"x","cents":"5.5"}"#, "{", "[]"];
    let serve = |calls: usize| {
        for arguments in arguments.iter().cycle().take(calls) {
            let call = || ToolCall { id: "c".into(), name: "refund".into(), arguments: (*arguments).into() };
            drop(block_on(session.call(call())));
            drop(block_on(toolbox.turn([call(), call()])));
        }
        // a good call last, which ends the chain
        drop(block_on(session.call(ToolCall {
            id: "c".into(),
            name: "refund".into(),
            arguments: arguments[0].into(),
        })));
    };
    serve(10);
    let measured = allocation_counter::measure(|| serve(2000));
    assert!(measured.count_total > 2000);
    assert_eq!((measured.count_current, measured.bytes_current), (0, 0));
    // calls that are never right are kept, but not all of them
    let hopeless = || ToolCall { id: "c".into(), name: "refund".into(), arguments: "[]".into() };
    (0..100).for_each(|_| drop(block_on(session.call(hopeless()))));
    let measured = allocation_counter::measure(|| (0..1000).for_each(|_| drop(block_on(session.call(hopeless())))));
    assert_eq!(measured.bytes_current, 0);
}
