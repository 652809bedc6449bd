//! The breakpoints of a session. The server knows one for each place, but several requested ones
//! may slide to the same.

use debunk_model::Location;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A requested breakpoint that is set.
struct ActiveBreakpoint {
    actual: Location,
    condition: Option<String>,
}

/// All of them, by requested location.
#[derive(Default)]
pub(crate) struct Breakpoints {
    standing: BTreeMap<Location, ActiveBreakpoint>,
}

impl Breakpoints {
    pub fn add(&mut self, requested: Location, actual: Location, condition: Option<String>) {
        self.standing.insert(requested, ActiveBreakpoint { actual, condition });
    }

    /// Removes one and returns where it was.
    pub fn remove(&mut self, requested: Location) -> Option<Location> {
        self.standing.remove(&requested).map(|standing| standing.actual)
    }

    /// The server's options for a place; `None` if no breakpoint is left there. If one has no
    /// condition, the others do not matter; else any of the conditions is enough.
    pub fn options(&self, actual: Location) -> Option<Value> {
        let here: Vec<&ActiveBreakpoint> =
            self.standing.values().filter(|standing| standing.actual == actual).collect();
        if here.is_empty() {
            return None;
        }
        let conditions: Option<Vec<&str>> =
            here.iter().map(|standing| standing.condition.as_deref()).collect();
        Some(match conditions.as_deref() {
            None => json!({}),
            Some([one]) => json!({ "condition": one }),
            Some(several) => json!({ "condition": format!("({})", several.join(") || (")) }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breakpoints_at_one_place_are_one_to_the_server() {
        let actual = Location::new(3, 4);
        let mut breakpoints = Breakpoints::default();
        breakpoints.add(Location::new(3, 0), actual, Some("a".to_owned()));
        assert_eq!(breakpoints.options(actual), Some(json!({ "condition": "a" })));
        breakpoints.add(Location::new(3, 2), actual, Some("b".to_owned()));
        assert_eq!(breakpoints.options(actual), Some(json!({ "condition": "(a) || (b)" })));
        breakpoints.add(actual, actual, None);
        assert_eq!(breakpoints.options(actual), Some(json!({})));
        for requested in [actual, Location::new(3, 2), Location::new(3, 0)] {
            assert_eq!(breakpoints.remove(requested), Some(actual));
        }
        assert_eq!(breakpoints.options(actual), None);
    }
}
