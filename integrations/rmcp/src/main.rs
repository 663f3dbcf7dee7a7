//! Serves the tools over the standard input and output.

use rmcp::ServiceExt;
use rmcp::transport::stdio;
use toolargs_rmcp::{Server, tools};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let connection = std::process::id().to_string();
    let server = Server::new(tools::toolbox()?, connection)?.serve(stdio()).await?;
    server.waiting().await?;
    Ok(())
}
