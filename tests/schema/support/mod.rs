//! Payloads made from a schema, and what the gate says of them.

pub(crate) mod generate;
pub(crate) mod mutate;
pub(crate) mod node;
pub(crate) mod outcome;
pub(crate) mod rng;

/// Runs a macro over every type of these tests.
macro_rules! subjects {
    ($run:ident) => {
        $run! {
            issue_refund: IssueRefund, numbers: Numbers, texts: Texts, names: Names, order: Order, maps: Maps, sets: Sets,
            action: Action, unions: Unions, newtypes: Newtypes, page_of_numbers: Page<u8>, page_of_pairs: Page<Pair<bool, Reason>, Cents>,
            tree: Tree, schedule: Schedule, anything: Anything, defaults: Defaults, policies: Policies, strict: Strict,
            opt_ins: OptIns, all_ins: AllIns, ping: Ping, lookup: Lookup,
        }
    };
}

pub(crate) use subjects;
