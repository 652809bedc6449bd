//! What fuzzing feeds: lines as gdb would write them.

use crate::live;
use crate::record::parse;

/// Reads gdb's lines and what they say about the end of a program.
pub fn records(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        if let Some(record) = parse(line) {
            let _ = live::ended(&record.results);
        }
    }
}
