//! Compares the logs of two copies whose texts differ, and keeps what does not depend on that.

use crate::log::{Log, UNKNOWN};
use debunk_model::NotNeutral;

/// The log without the error messages that quote the program's text, as JavaScriptCore's do.
///
/// # Errors
/// When anything else differs: the program looks at its own text.
pub(crate) fn reconcile(mut log: Log, other: &Log) -> Result<Log, NotNeutral> {
    let refusal = || NotNeutral::because("looks at its own text");
    let unknown = log.texts.len() as u32;
    log.texts.push(UNKNOWN.to_owned());
    if log.entries.len() != other.entries.len() {
        return Err(refusal());
    }
    for (entry, twin) in log.entries.iter_mut().zip(&other.entries) {
        let point = |it: &crate::log::Entry| (it.statement, it.activation, it.depth);
        if point(entry) != point(twin) {
            return Err(refusal());
        }
        for (value, twin) in entry.values.iter_mut().zip(&twin.values) {
            let (text, twin) = (&log.texts[*value as usize], &other.texts[*twin as usize]);
            if text == twin {
                continue;
            }
            if !is_error(text) || !is_error(twin) {
                return Err(refusal());
            }
            *value = unknown;
        }
    }
    Ok(log)
}

/// Whether a value is told as an error with its message.
fn is_error(text: &str) -> bool {
    text.split_once(": ").is_some_and(|(name, _)| name.ends_with("Error") && !name.contains('"'))
}
