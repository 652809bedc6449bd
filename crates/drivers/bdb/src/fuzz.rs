//! What fuzzing feeds: answers as the Python host would send them.

use crate::message::HostAnswer;

/// Reads lines as answers.
pub fn answers(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        let _ = serde_json::from_str::<HostAnswer>(line);
    }
}
