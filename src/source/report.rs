//! Bad records: the first are named, the others counted.

/// As many are named in a run; a log of another form would fill the screen.
const NAMED: usize = 20;

/// A record that is none.
#[derive(Debug)]
pub(super) struct Bad {
    line: u64,
    why: String,
}

/// The bad records of a chunk.
#[derive(Debug, Default)]
pub(super) struct BadRecords {
    named: Vec<Bad>,
    count: u64,
}

impl BadRecords {
    pub(super) fn push(&mut self, line: u64, why: String) {
        self.count += 1;
        if self.named.len() < NAMED {
            self.named.push(Bad { line, why });
        }
    }
}

/// What was seen of a chunk. Lines are counted from its beginning, which is known when it is merged; those of values are
/// counted from the beginning of the input, and leave `lines` at 0.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) lines: u64,
    pub(super) records: u64,
    pub(super) bytes: u64,
    pub(super) bad: BadRecords,
}

/// The tallies of a run, in the order of the input.
#[derive(Debug, Default)]
pub(super) struct Report {
    input: usize,
    lines_before: u64,
    pub(super) records: u64,
    pub(super) bytes: u64,
    pub(super) bad: u64,
}

impl Report {
    /// Adds what was seen of the next chunk, which is from this input.
    pub(super) fn add(&mut self, input: usize, name: impl Fn() -> String, tally: Tally, mut say: impl FnMut(&str)) {
        if input != self.input {
            (self.input, self.lines_before) = (input, 0);
        }
        let left = (NAMED as u64).saturating_sub(self.bad);
        for Bad { line, why } in tally.bad.named.iter().take(usize::try_from(left).unwrap_or(NAMED)) {
            say(&format!("{}:{}: bad_record: {why}", name(), self.lines_before + line));
        }
        self.lines_before += tally.lines;
        self.records += tally.records;
        self.bytes += tally.bytes;
        self.bad += tally.bad.count;
    }

    /// Says how many bad records were not named.
    pub(super) fn close(&self, mut say: impl FnMut(&str)) {
        match self.bad.saturating_sub(NAMED as u64) {
            0 => {}
            more => say(&format!("{more} more bad_record")),
        }
    }
}
