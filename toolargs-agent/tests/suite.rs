//! What the loop around tool calls promises.

mod suite {
    mod budget;
    mod cancel;
    mod dispatch;
    mod handlers;
    mod observe;
    mod support;
    mod wire;
}
