//! An axum extractor: a request's body is the arguments of a tool.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use toolargs::{Parsed, Rejection, ToolArgs};

/// The arguments in a request's body, with their repairs.
#[derive(Debug)]
pub struct Args<T>(pub Parsed<T>);

/// A request without arguments that a tool takes: 422 with the text for the model, or what the body itself was refused with.
#[derive(Debug)]
pub enum Refused {
    /// The arguments.
    Arguments(Rejection),
    /// The body.
    Body(Response),
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self {
            Refused::Arguments(rejection) => {
                let json = [(header::CONTENT_TYPE, "application/json")];
                (StatusCode::UNPROCESSABLE_ENTITY, json, rejection.for_model()).into_response()
            }
            Refused::Body(response) => response,
        }
    }
}

impl<S: Send + Sync, T: ToolArgs> FromRequest<S> for Args<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let body = Bytes::from_request(request, state).await.map_err(|error| Refused::Body(error.into_response()))?;
        T::parse(&body[..]).map(Args).map_err(Refused::Arguments)
    }
}
