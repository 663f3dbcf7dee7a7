use toolargs_agent::Toolbox;

fn search(query: u32) -> u32 {
    query
}

fn main() {
    let _ = Toolbox::new().tool(search);
}
