//! The extractor in a router.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::routing::post;
use serde_json::Value;
use toolargs::ToolArgs;
use toolargs_axum::Args;
use tower::ServiceExt;

#[derive(Debug, ToolArgs)]
struct Refund {
    amount_cents: u32,
}

async fn refund(Args(parsed): Args<Refund>) -> String {
    format!("{} cents, {} repairs", parsed.args.amount_cents, parsed.repairs.len())
}

async fn send(body: impl Into<Body>) -> (StatusCode, String) {
    let router = Router::new().route("/refund", post(refund));
    let response = router.oneshot(Request::post("/refund").body(body.into()).unwrap()).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn arguments_are_taken_out_of_the_body() {
    let answer = send(r#"{"amount_cents":"1999"}"#).await;
    assert_eq!(answer, (StatusCode::OK, "1999 cents, 1 repairs".to_owned()));
}

#[tokio::test]
async fn what_is_refused_says_why() {
    let (status, body) = send(r#"{"amount_cents":"19.99"}"#).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&body["error"], &body["path"]), (&"ambiguous_integer".into(), &"$.amount_cents".into()));
    // the reader sees the text, so what a decoder would have dropped is found
    assert!(send(r#"{"amount_cents":1,"amount_cents":2}"#).await.1.contains("duplicate_key"));
    assert!(send(vec![b'{', 0xff]).await.1.contains("invalid_json"));
    // axum's own limit of 2 MB on a body
    assert_eq!(send("x".repeat(3 << 20)).await.0, StatusCode::PAYLOAD_TOO_LARGE);
}
