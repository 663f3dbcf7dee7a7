//! The idempotency key of a call.

use std::fmt;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The same for the same call: 32 bytes of SHA-256 over tool, call id and canonical arguments.
///
/// A handler takes it as a further argument and hands it to whatever must not happen twice. The form of the arguments does not
/// matter: `1999` and a repaired `"1999"` give one key, and so does any order of the keys.
///
/// ```
/// use serde_json::json;
/// use toolargs_agent::IdempotencyKey;
///
/// let key = IdempotencyKey::new("issue_refund", "call_1", &json!({"order": 17, "all": true}));
/// assert_eq!(key, IdempotencyKey::new("issue_refund", "call_1", &json!({"all": true, "order": 17})));
/// assert_ne!(key, IdempotencyKey::new("issue_refund", "call_2", &json!({"order": 17, "all": true})));
/// assert_eq!(key.to_string().len(), 64);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct IdempotencyKey([u8; 32]);

impl IdempotencyKey {
    /// Of a call; `arguments` are canonical, as [`ToolArgs::to_value`](toolargs::ToolArgs::to_value) writes them.
    pub fn new(tool: &str, call_id: &str, arguments: &Value) -> Self {
        let mut hash = Sha256::new();
        for part in [tool, call_id] {
            // the length keeps `ab`, `c` apart from `a`, `bc`
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        update(&mut hash, arguments);
        IdempotencyKey(hash.finalize().into())
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Objects by their keys in order: `serde_json` keeps them as they came where any crate asks it to.
fn update(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Object(object) => {
            let mut entries: Vec<_> = object.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            hash.update(b"{");
            for (key, value) in entries {
                hash.update((key.len() as u64).to_le_bytes());
                hash.update(key);
                update(hash, value);
            }
            hash.update(b"}");
        }
        Value::Array(items) => {
            hash.update(b"[");
            items.iter().for_each(|item| update(hash, item));
            hash.update(b"]");
        }
        Value::String(text) => {
            hash.update(b"\"");
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        scalar => {
            hash.update(scalar.to_string());
            hash.update(b",");
        }
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
