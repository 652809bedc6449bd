//! Call stacks: which frames are the program's, where they are and what they are called.

use crate::positions::Positions;
use debunk_host::{PROGRAM_URL_PREFIX, mask_program_url};
use debunk_model::{Frame, Location, Place};
use serde_json::Value;
use std::collections::BTreeMap;

/// Where a source comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It is the program.
    Program,
    /// The program made it at run time.
    Dynamic,
    /// It is neither.
    Outside(String),
}

/// The sources that the thread has told of, by their actors.
#[derive(Default)]
pub(crate) struct Sources {
    origins: BTreeMap<String, Origin>,
}

impl Sources {
    /// Notes what a `newSource` event tells.
    pub fn note(&mut self, event: &Value) {
        let source = &event["source"];
        let origin = match source["url"].as_str() {
            None | Some("") => Origin::Dynamic,
            Some(url) if url.starts_with(PROGRAM_URL_PREFIX) => Origin::Program,
            Some(url) => Origin::Outside(url.to_owned()),
        };
        if let Some(actor) = source["actor"].as_str() {
            self.origins.insert(actor.to_owned(), origin);
        }
    }

    fn origin(&self, frame: &Value) -> Option<&Origin> {
        self.origins.get(frame["where"]["actor"].as_str()?)
    }

    /// Whether the thread has told of all sources of these frames.
    pub fn know_all(&self, frames: &[Value]) -> bool {
        frames.iter().all(|frame| self.origin(frame).is_some())
    }

    /// Where a frame is.
    pub fn place(&self, frame: &Value, positions: &Positions) -> Place {
        let number = |name: &str| {
            let told = frame["where"][name].as_u64().unwrap_or(0);
            u32::try_from(told).unwrap_or(u32::MAX)
        };
        let at = Location::new(number("line"), number("column"));
        match self.origin(frame) {
            Some(Origin::Program) => Place::Program { at: positions.in_program(at) },
            Some(Origin::Dynamic) => Place::Dynamic { at },
            Some(Origin::Outside(url)) => Place::Outside { url: mask_program_url(url) },
            None => Place::Outside { url: "unknown".to_owned() },
        }
    }

    /// The program's frames. Host frames below the program are of no interest; one on top is.
    pub fn frames(&self, frames: &[Value], positions: &Positions) -> Vec<Frame> {
        let mut kept = Vec::with_capacity(frames.len());
        for (index, frame) in frames.iter().enumerate() {
            let place = self.place(frame, positions);
            if index > 0 && matches!(place, Place::Outside { .. }) {
                continue;
            }
            let function = function_name(frame["displayName"].as_str().unwrap_or("")).to_owned();
            kept.push(Frame { function, place });
        }
        kept
    }
}

/// A function's plain name from the engine's display name.
///
/// The engine tells the way to a function that has no name of its own: `outer/inner` is `inner`
/// within `outer`, `owner.member` is what is assigned to that member, and `<` at the end stands
/// for a function that only contributes to what is named before it. Frames that are no call have
/// a word in parentheses.
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
