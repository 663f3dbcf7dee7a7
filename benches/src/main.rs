//! Time beside plain serde: every side in one run, in turn, as medians of the ratios of each round.
//!
//! ```text
//! cargo run --release --manifest-path benches/Cargo.toml
//! cargo run --release --manifest-path benches/Cargo.toml --bin allocations
//! benches/linear.sh
//! ```
//!
//! `run CASE SIDE COUNT` and `hostile KIND BYTES COUNT` only work, to be counted from outside (see `linear.sh`).

use std::hint::black_box;
use std::time::{Duration, Instant};

use toolargs::ToolArgs;
use toolargs_benches::calls;
use toolargs_benches::sides::{Case, SIDES, Side, cases, ours};

const ROUNDS: usize = 101;
/// How long one side works in one round.
const TURN: Duration = Duration::from_micros(400);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => table(),
        ["run", case, side, count] => {
            let case = cases().into_iter().find(|known| known.name == *case).expect("a case of the table");
            let index = SIDES.iter().position(|known| known == side).expect("a side of the table");
            let side = case.sides().swap_remove(index).expect("a side that reads this case");
            (0..count.parse().expect("a count")).for_each(|_| _ = black_box(side()));
        }
        ["hostile", kind, bytes, count] => {
            let text = calls::hostile(kind, bytes.parse().expect("a count of bytes"));
            for _ in 0..count.parse().expect("a count") {
                drop(black_box(ours::IssueRefund::parse(black_box(&text))));
            }
        }
        _ => {
            eprintln!("usage: toolargs-benches [run CASE SIDE COUNT | hostile KIND BYTES COUNT]");
            std::process::exit(2);
        }
    }
}

fn table() {
    println!("| call | {} ns | {} |", SIDES[0], SIDES[1..].join(" | "));
    println!("|---|{}", "---:|".repeat(SIDES.len()));
    for case in cases() {
        let sides = case.sides();
        check(&case, &sides);
        let (serde, ratios) = measure(&sides);
        let ratios = ratios.iter().map(|ratio| ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}")));
        println!("| {} | {serde:.0} | {} |", case.name, ratios.collect::<Vec<_>>().join(" | "));
    }
    println!();
    println!("Medians over {ROUNDS} rounds of the ratio to serde in the same round; below 1 is faster than serde.");
    println!("On the repaired call the peers read the clean one, because they refuse the other.");
    println!("The rejected call is refused by all; serde stops at its first error there.");
    println!("A decoded call is a `&Value`, which serde need not parse and toolargs writes as text again.");
}

/// A side that does not do what it is measured for would look fast.
fn check(case: &Case, sides: &[Option<Side<'_>>]) {
    for (side, name) in sides.iter().zip(SIDES) {
        let accepted = side.as_ref().is_none_or(|side| side() == (case.name != "rejected"));
        assert!(accepted, "{name} does not do its part on the {} call", case.name);
    }
}

/// Nanoseconds of the first side, and the other sides' ratios to it.
fn measure(sides: &[Option<Side<'_>>]) -> (f64, Vec<Option<f64>>) {
    let counts: Vec<u32> = sides.iter().map(|side| side.as_ref().map_or(0, |side| turns(side))).collect();
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let mut times = vec![f64::NAN; sides.len()];
        for turn in 0..sides.len() {
            // no side always follows the same other one
            let at = (turn * if round % 2 == 0 { 1 } else { sides.len() - 1 } + round) % sides.len();
            if let Some(side) = &sides[at] {
                times[at] = time(side, counts[at]).as_nanos() as f64 / f64::from(counts[at]);
            }
        }
        rounds.push(times);
    }
    let ratios =
        (1..sides.len()).map(|at| sides[at].as_ref().map(|_| median(rounds.iter().map(|times| times[at] / times[0]))));
    (median(rounds.iter().map(|times| times[0])), ratios.collect())
}

/// How many calls fill a turn.
fn turns(side: &Side<'_>) -> u32 {
    let mut count = 1;
    while time(side, count) < TURN {
        count *= 2;
    }
    count
}

fn time(side: &Side<'_>, count: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..count {
        black_box(side());
    }
    start.elapsed()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
