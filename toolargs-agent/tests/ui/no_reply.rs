use toolargs::ToolArgs;
use toolargs_agent::Toolbox;

#[derive(ToolArgs)]
struct Search {
    query: String,
}

struct Hits(Vec<String>);

async fn search(args: Search) -> Hits {
    Hits(vec![args.query])
}

fn main() {
    let _ = Toolbox::new().tool(search);
}
