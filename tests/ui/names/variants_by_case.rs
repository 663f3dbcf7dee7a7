use toolargs::ToolArgs;

#[derive(ToolArgs)]
enum Reason {
    #[arg(rename = "other")]
    Unspecified,
    #[arg(rename = "Other")]
    Other,
}

fn main() {}
