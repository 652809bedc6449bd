//! What fuzzing feeds: patches.

use crate::patches::parse;

/// Reads a patch.
pub fn patch(data: &[u8]) {
    let _ = parse(&String::from_utf8_lossy(data));
}
