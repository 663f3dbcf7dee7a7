use toolargs::ToolArgs;

struct Money(i64);

#[derive(ToolArgs)]
struct Args {
    amount: Money,
}

fn main() {}
