//! What the loop costs: 100,000 calls through a toolbox of 50 tools, beside `parse` and the same function called by hand.
//! `cargo run --release -p toolargs-agent --example load`

use std::hint::black_box;
use std::time::Instant;

use toolargs::ToolArgs;
use toolargs_agent::{ToolCall, Toolbox};

const CALLS: usize = 100_000;
const ARGUMENTS: [&str; 2] = [
    r#"{"order_id":"ord_A1b2C3d4","amount_cents":1999,"notify_customer":true,"tags":["fragile","gift"]}"#,
    r#"{"order_id":"ord_A1b2C3d4","amount_cents":"1999","notify_customer":"true","tags":["fragile","gift"]}"#,
];

macro_rules! tools {
    ($($tool:ident)+) => {
        $(
            #[derive(ToolArgs)]
            struct $tool {
                order_id: String,
                #[arg(min = 1, max = 50000)]
                amount_cents: i64,
                #[arg(default)]
                notify_customer: bool,
                #[arg(default)]
                tags: Vec<String>,
            }

            impl $tool {
                fn serve(self) -> i64 {
                    self.amount_cents + self.order_id.len() as i64 + self.tags.len() as i64 + i64::from(self.notify_customer)
                }

                async fn serve_later(self) -> i64 {
                    self.serve()
                }
            }
        )+

        const NAMES: &[&str] = &[$(stringify!($tool)),+];
        const DIRECT: &[fn(&str) -> i64] = &[$(|arguments| $tool::parse(arguments).map_or(0, |parsed| parsed.args.serve())),+];

        fn at_once() -> Toolbox {
            Toolbox::new()$(.tool($tool::serve))+.build().expect("fifty names")
        }

        fn later() -> Toolbox {
            Toolbox::new()$(.tool($tool::serve_later))+.build().expect("fifty names")
        }
    };
}

tools! {
    T00 T01 T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T22 T23 T24
    T25 T26 T27 T28 T29 T30 T31 T32 T33 T34 T35 T36 T37 T38 T39 T40 T41 T42 T43 T44 T45 T46 T47 T48 T49
}

/// What is measured, by name.
type Round<'r> = (&'r str, Box<dyn FnMut() -> u64 + 'r>);

/// Nanoseconds a call: the median of rounds that take turns, so that a busy machine is busy for all.
fn medians(rounds: &mut [Round<'_>]) -> Vec<f64> {
    let mut times = vec![Vec::new(); rounds.len()];
    for _ in 0..9 {
        for ((_, round), times) in rounds.iter_mut().zip(&mut times) {
            times.push(round());
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_unstable();
            times[times.len() / 2] as f64 / CALLS as f64
        })
        .collect()
}

fn main() {
    let names: Vec<String> = NAMES.iter().map(|name| name.to_lowercase()).collect();
    let (at_once, later) = (at_once(), later());
    let sessions = later.session();
    for (what, arguments) in ["clean", "repaired"].iter().zip(ARGUMENTS) {
        // both sides own the text and the strings of a call before the clock runs, as an SDK would have made them
        let calls = || -> Vec<ToolCall> {
            let call = |index: usize| ToolCall {
                id: format!("call_{index}"),
                name: names[index % names.len()].clone(),
                arguments: arguments.into(),
            };
            (0..CALLS).map(call).collect()
        };
        let timed = |serve: &dyn Fn(ToolCall)| {
            let calls = calls();
            let began = Instant::now();
            calls.into_iter().for_each(serve);
            began.elapsed().as_nanos() as u64
        };
        let text = |call: &ToolCall| match &call.arguments {
            toolargs_agent::Arguments::Text(text) => text.clone(),
            _ => String::new(),
        };
        let mut rounds: Vec<Round<'_>> = vec![
            (
                "direct",
                Box::new(|| {
                    let texts: Vec<(usize, String)> = calls().iter().map(text).enumerate().collect();
                    let began = Instant::now();
                    for (index, text) in texts {
                        black_box(DIRECT[index % DIRECT.len()](&text).to_string());
                    }
                    began.elapsed().as_nanos() as u64
                }),
            ),
            ("fn", Box::new(|| timed(&|call| drop(black_box(pollster::block_on(at_once.call(call))))))),
            ("async fn", Box::new(|| timed(&|call| drop(black_box(pollster::block_on(later.call(call))))))),
            ("in a session", Box::new(|| timed(&|call| drop(black_box(pollster::block_on(sessions.call(call))))))),
        ];
        let medians = medians(&mut rounds);
        println!("{what}: direct {:.0} ns", medians[0]);
        for ((name, _), time) in rounds.iter().zip(&medians).skip(1) {
            println!("  {name}: {time:.0} ns, {:.0} ns more, ratio {:.2}", time - medians[0], time / medians[0]);
        }
    }
}
