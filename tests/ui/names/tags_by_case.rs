use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Action {
    Stop { now: bool },
    #[arg(rename = "STOP")]
    Halt { now: bool },
}

fn main() {}
