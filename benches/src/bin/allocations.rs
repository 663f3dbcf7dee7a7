//! Allocations of one call by each side: how many, and how many bytes were held at once.
//!
//! A program of its own, because the counting allocator would be in the way of the measure of time.

use allocation_counter::measure;
use toolargs_benches::sides::{SIDES, cases};

fn main() {
    println!("| call | {} |", SIDES.join(" | "));
    println!("|---|{}", "---:|".repeat(SIDES.len()));
    for case in cases() {
        let cells = case.sides().into_iter().map(|side| {
            let Some(side) = side else { return "–".to_owned() };
            // what is made once is made by a first call
            side();
            let info = measure(|| _ = side());
            format!("{} ({} B)", info.count_total, info.bytes_max)
        });
        println!("| {} | {} |", case.name, cells.collect::<Vec<_>>().join(" | "));
    }
}
