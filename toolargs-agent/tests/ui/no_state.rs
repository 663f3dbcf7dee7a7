use toolargs::ToolArgs;
use toolargs_agent::{State, Toolbox};

#[derive(ToolArgs)]
struct Search {
    query: String,
}

async fn search(args: Search, State(limit): State<u32>) -> String {
    format!("{} {limit}", args.query)
}

fn main() {
    let _ = Toolbox::new().tool(search);
}
