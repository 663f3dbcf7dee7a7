//! A server of the Model Context Protocol whose tools are a [`Toolbox`]: its schemas, its gate, its answers.

pub mod tools;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value};
use toolargs::Code;
use toolargs::provider::{DefinitionError, Provider};
use toolargs_agent::{Answer, Outcome, ToolCall, Toolbox};

/// The tools of one connection.
#[derive(Debug)]
pub struct Server {
    toolbox: Toolbox,
    tools: Vec<Tool>,
    connection: String,
}

impl Server {
    /// Serves a toolbox. Requests are numbered anew in each connection, so `connection` tells their calls apart: it is part of the
    /// calls' ids, and so of their idempotency keys.
    ///
    /// # Errors
    ///
    /// A [`DefinitionError`] where the protocol cannot define one of the tools.
    pub fn new(toolbox: Toolbox, connection: impl Into<String>) -> Result<Self, DefinitionError> {
        let definitions = toolbox.definitions(Provider::Mcp)?;
        let tools = definitions.into_iter().filter_map(|tool| serde_json::from_value(tool).ok()).collect();
        Ok(Server { toolbox, tools, connection: connection.into() })
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments: Map<String, Value> = request.arguments.unwrap_or_default();
        let call = ToolCall {
            id: format!("{}/{}", self.connection, context.id),
            name: request.name.into_owned(),
            arguments: Value::from(arguments).into(),
        };
        tokio::select! {
            answer = self.toolbox.call(call) => result(&answer).map(CallToolResponse::from),
            // the call's future is dropped, and its handler with it
            () = context.ct.cancelled() => Err(ErrorData::internal_error("the request was cancelled", None)),
        }
    }
}

fn result(answer: &Answer) -> Result<CallToolResult, ErrorData> {
    if let Outcome::Rejected(rejection) = answer.outcome() {
        let first = rejection.first();
        if first.code() == Code::UnknownTool {
            return Err(ErrorData::invalid_params(format!("unknown tool: {}", first.message()), None));
        }
    }
    let reply = answer.reply();
    let content = vec![ContentBlock::text(reply.text())];
    Ok(if reply.is_error() { CallToolResult::error(content) } else { CallToolResult::success(content) })
}
