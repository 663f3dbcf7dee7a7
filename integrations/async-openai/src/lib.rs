//! The typed messages of async-openai into calls, and answers into the next request.

use std::error::Error;

use async_openai::types::chat::{ChatCompletionRequestMessage, ChatCompletionTools, CreateChatCompletionResponse};
use toolargs::provider::Provider;
use toolargs_agent::wire::Wire;
use toolargs_agent::{Answer, ToolCall, Toolbox};

/// The tools of a request.
///
/// # Errors
///
/// Where the provider's form cannot define one of them.
pub fn tools(toolbox: &Toolbox) -> Result<Vec<ChatCompletionTools>, Box<dyn Error>> {
    let tools = toolbox.definitions(Provider::OpenAiChat)?;
    Ok(tools.into_iter().map(serde_json::from_value).collect::<Result<_, _>>()?)
}

/// The calls of a response.
///
/// # Errors
///
/// Where it calls what is no function.
pub fn calls(response: &CreateChatCompletionResponse) -> Result<Vec<ToolCall>, Box<dyn Error>> {
    Ok(Wire::OpenAiChat.calls(&serde_json::to_value(response)?)?)
}

/// The messages that answer.
///
/// # Errors
///
/// None that is known.
pub fn replies(answers: &[Answer]) -> Result<Vec<ChatCompletionRequestMessage>, Box<dyn Error>> {
    Ok(Wire::OpenAiChat.replies(answers).into_iter().map(serde_json::from_value).collect::<Result<_, _>>()?)
}
