//! What the loop around tool calls promises.

mod suite {
    mod budget;
    mod cancel;
    mod dispatch;
    mod dynamic;
    mod handlers;
    mod observe;
    mod support;
    mod wire;
}
