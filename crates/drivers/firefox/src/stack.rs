//! Call stacks: which frames are the program's, where they are and their names.

use crate::positions::Positions;
use debunk_model::{Frame, Location, Place};
use debunk_shell::javascript::{ENDING_FUNCTION, PRELUDE, PRELUDE_URL, PROGRAM_URL_PREFIX};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a source comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is the program.
    Program,
    /// The program made it at run time.
    Dynamic,
    /// It is the prelude, or claims so.
    Outside {
        /// Whether it is as long as the prelude.
        is_prelude: bool,
    },
}

/// What leads to a frame of the program.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallFrame {
    pub actor: String,
    /// The grip of its `this`.
    pub this: Value,
}

/// The sources that the thread has announced, by their actors.
#[derive(Default)]
pub(crate) struct Sources {
    origins: BTreeMap<String, Origin>,
}

impl Sources {
    /// Notes what a `newSource` event reports.
    pub fn note(&mut self, event: &Value) {
        let source = &event["source"];
        let origin = match source["url"].as_str() {
            // The first is the program; it can give the same address to what it makes.
            Some(url) if url.starts_with(PROGRAM_URL_PREFIX) => {
                let is_known = self.origins.values().any(|origin| *origin == Origin::Program);
                if is_known { Origin::Dynamic } else { Origin::Program }
            }
            Some(PRELUDE_URL) => {
                Origin::Outside { is_prelude: source["sourceLength"] == prelude_length() }
            }
            // The code of the page belongs to another thread.
            _ => Origin::Dynamic,
        };
        if let Some(actor) = source["actor"].as_str() {
            self.origins.insert(actor.to_owned(), origin);
        }
    }

    fn origin(&self, frame: &Value) -> Option<&Origin> {
        self.origins.get(frame["where"]["actor"].as_str()?)
    }

    /// Whether the thread has announced all sources of these frames.
    pub fn know_all(&self, frames: &[Value]) -> bool {
        frames.iter().all(|frame| self.origin(frame).is_some())
    }

    /// Where a frame is.
    pub fn place(&self, frame: &Value, positions: &Positions) -> Place {
        let number = |name: &str| {
            let reported = frame["where"][name].as_u64().unwrap_or(0);
            u32::try_from(reported).unwrap_or(u32::MAX)
        };
        let at = Location::new(number("line"), number("column"));
        match self.origin(frame) {
            Some(Origin::Program) => Place::Program { at: positions.in_program(at) },
            Some(Origin::Dynamic) => Place::Dynamic { at },
            Some(Origin::Outside { .. }) => Place::Outside { url: PRELUDE_URL.to_owned() },
            None => Place::Outside { url: "unknown".to_owned() },
        }
    }

    /// Whether the run is over and the host reports what was printed: what a proxy does to that is
    /// not part of the run.
    pub fn is_over(&self, frames: &[Value]) -> bool {
        let outermost = frames.iter().rposition(|frame| {
            matches!(self.origin(frame), Some(Origin::Program | Origin::Dynamic))
        });
        let below = frames.get(outermost.map_or(0, |index| index + 1)..).unwrap_or_default();
        below.iter().any(|frame| {
            self.origin(frame) == Some(&Origin::Outside { is_prelude: true })
                && frame["displayName"] == ENDING_FUNCTION
        })
    }

    /// The program's frames. Host frames below the program do not matter; one on top does.
    pub fn frames(&self, frames: &[Value], positions: &Positions) -> (Vec<Frame>, Vec<CallFrame>) {
        let placed = frames.iter().map(|frame| (frame, self.place(frame, positions)));
        let counts = |(index, (_, place)): &(usize, (&Value, Place))| {
            *index == 0 || !matches!(place, Place::Outside { .. })
        };
        let kept = placed.enumerate().filter(counts);
        kept.map(|(_, (frame, place))| {
            let function = function_name(frame["displayName"].as_str().unwrap_or("")).to_owned();
            let actor = frame["actor"].as_str().unwrap_or_default().to_owned();
            (Frame { function, place }, CallFrame { actor, this: frame["this"].clone() })
        })
        .unzip()
    }
}

/// The length of the prelude according to the server, with the line of its address.
fn prelude_length() -> usize {
    PRELUDE.encode_utf16().count() + "\n//# sourceURL=".len() + PRELUDE_URL.len()
}

/// A function's plain name from the engine's display name.
///
/// The engine reports the path to a function that has no name: `outer/inner` is `inner` within
/// `outer`, `owner.member` is what is assigned to that member, and `<` at the end marks a function
/// that only contributes to what is named before it. Frames that are not calls have a word in
/// parentheses.
fn function_name(display_name: &str) -> &str {
    if display_name.starts_with('(') || display_name.ends_with(['<', ']', ')']) {
        return "";
    }
    let last = display_name.rsplit('/').next().unwrap_or("");
    last.rsplit('.').next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sources(forged_length: usize) -> Sources {
        let mut sources = Sources::default();
        for (actor, url, length) in [
            ("program", "debunk:program/00000001", 10),
            ("prelude", PRELUDE_URL, prelude_length()),
            ("forged", PRELUDE_URL, forged_length),
            ("copied", "debunk:program/00000001", 10),
            ("named", "debunk:host", 10),
        ] {
            let source = json!({ "actor": actor, "url": url, "sourceLength": length });
            sources.note(&json!({ "source": source }));
        }
        sources
    }

    fn frame(actor: &str, name: &str) -> Value {
        json!({ "displayName": name, "where": { "actor": actor, "line": 1, "column": 0 } })
    }

    #[test]
    fn only_the_prelude_says_that_a_run_is_over() {
        let end =
            [frame("program", "ownKeys"), frame("prelude", "show"), frame("prelude", "finish")];
        assert!(sources(85).is_over(&end));
        let forged =
            [frame("program", "work"), frame("forged", "finish"), frame("prelude", "turn")];
        assert!(!sources(85).is_over(&forged));
        let called = [frame("program", "f"), frame("forged", "finish"), frame("program", "g")];
        assert!(!sources(prelude_length()).is_over(&called));
        assert!(!sources(85).is_over(&[frame("program", "f"), frame("prelude", "runTimer")]));
    }

    #[test]
    fn what_a_program_makes_is_its_own_whatever_it_is_called() {
        let sources = sources(85);
        let origin = |actor: &str| sources.origin(&frame(actor, "f")).cloned();
        assert_eq!(origin("program"), Some(Origin::Program));
        assert_eq!(origin("copied"), Some(Origin::Dynamic));
        assert_eq!(origin("named"), Some(Origin::Dynamic));
    }

    #[test]
    fn names_are_plain() {
        for (display_name, name) in [
            ("(global)", ""),
            ("(module)", ""),
            ("add", "add"),
            ("m/<", ""),
            ("settle/next<", ""),
            ("foo/bar", "bar"),
            ("o.method", "method"),
            ("a/o.method", "method"),
            ("o[x]", ""),
            ("", ""),
        ] {
            assert_eq!(function_name(display_name), name, "{display_name}");
        }
    }
}
