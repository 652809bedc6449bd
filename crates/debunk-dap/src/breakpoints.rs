//! The breakpoints of a session. The protocol sets all of a file at once, so that every change
//! tells the whole list again.

use crate::connection::{Connection, Event};
use debunk_model::{LOGPOINT_MESSAGE, Language, Location, Observation};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::time::Instant;

/// What was asked for.
#[derive(Clone, Debug)]
struct Wish {
    at: Location,
    kind: Kind,
}

/// What shall happen there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Pause, if the condition is true.
    Pause(Option<String>),
    /// Write [`LOGPOINT_MESSAGE`].
    Log,
}

/// All breakpoints of a session.
#[derive(Clone, Debug)]
pub(crate) struct Breakpoints {
    source: Value,
    language: Language,
    verifies_late: bool,
    wishes: Vec<Wish>,
}

impl Breakpoints {
    pub fn new(source: &str, language: Language, verifies_late: bool) -> Self {
        let name = source.rsplit('/').next().unwrap_or(source);
        let source = json!({ "name": name, "path": source });
        Self { source, language, verifies_late, wishes: Vec::new() }
    }

    /// The lines that are wanted, each once, and what shall happen there so that all of its wishes
    /// to pause are fulfilled. The protocol has one breakpoint for a line: one that logs where
    /// another pauses is left out.
    fn lines(&self) -> Vec<(u32, Kind)> {
        let mut lines: Vec<(u32, Kind)> = Vec::new();
        for wish in &self.wishes {
            match lines.iter_mut().find(|(line, _)| *line == wish.at.line) {
                None => lines.push((wish.at.line, wish.kind.clone())),
                Some((_, kind)) => *kind = self.joined(kind, &wish.kind),
            }
        }
        lines
    }

    fn joined(&self, one: &Kind, other: &Kind) -> Kind {
        let or = if self.language == Language::Python { "or" } else { "||" };
        match (one, other) {
            (Kind::Log, kind) | (kind, Kind::Log) => kind.clone(),
            (Kind::Pause(Some(one)), Kind::Pause(Some(other))) => {
                Kind::Pause(Some(format!("({one}) {or} ({other})")))
            }
            _ => Kind::Pause(None),
        }
    }

    /// Tells the adapter the whole list and gives what it says about each line.
    pub fn tell(
        &self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<Result<Vec<(u32, Value)>, String>, ChannelError> {
        let lines = self.lines();
        let breakpoints: Vec<Value> = lines
            .iter()
            .map(|(line, kind)| match kind {
                Kind::Pause(Some(condition)) => json!({ "line": line, "condition": condition }),
                Kind::Pause(None) => json!({ "line": line }),
                Kind::Log => json!({ "line": line, "logMessage": LOGPOINT_MESSAGE }),
            })
            .collect();
        let numbers: Vec<u32> = lines.iter().map(|(line, _)| *line).collect();
        let arguments = json!({
            "source": self.source, "breakpoints": breakpoints, "lines": numbers,
            "sourceModified": false,
        });
        let response = connection.call("setBreakpoints", arguments, deadline)?;
        Ok(response.map(|mut body| {
            let told = body["breakpoints"].as_array_mut().map(std::mem::take).unwrap_or_default();
            numbers.into_iter().zip(told).collect()
        }))
    }

    pub fn add(
        &mut self,
        connection: &mut Connection,
        at: Location,
        condition: Option<&str>,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        if condition.is_some() && !connection.can("supportsConditionalBreakpoints") {
            let reason = "the adapter has no conditions".to_owned();
            return Ok(Observation::BreakpointRefused { reason });
        }
        let kind = Kind::Pause(condition.map(str::to_owned));
        self.wish(connection, Wish { at, kind }, deadline)
    }

    pub fn add_logpoint(
        &mut self,
        connection: &mut Connection,
        at: Location,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        if !connection.can("supportsLogPoints") {
            let reason = "the adapter has no logpoints".to_owned();
            return Ok(Observation::BreakpointRefused { reason });
        }
        self.wish(connection, Wish { at, kind: Kind::Log }, deadline)
    }

    fn wish(
        &mut self,
        connection: &mut Connection,
        wish: Wish,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let at = wish.at;
        self.wishes.push(wish);
        let told = match self.tell(connection, deadline)? {
            Ok(told) => told,
            Err(reason) => {
                self.wishes.pop();
                return Ok(Observation::BreakpointRefused { reason });
            }
        };
        let answer = told.into_iter().find(|(line, _)| *line == at.line).map(|(_, value)| value);
        let mut answer = answer.unwrap_or_default();
        merge_events(connection, &mut answer);
        let line = answer["line"].as_u64().map_or(at.line, |line| line as u32);
        if answer["verified"].as_bool().unwrap_or(false) || self.verifies_late {
            return Ok(Observation::BreakpointSet { at: Location::new(line, 0) });
        }
        // One that was refused must not come to life later.
        self.wishes.pop();
        if let Err(reason) = self.tell(connection, deadline)? {
            return Ok(Observation::Refused { reason });
        }
        let reason = answer["message"].as_str().unwrap_or("it is not verified").to_owned();
        Ok(Observation::BreakpointRefused { reason })
    }

    pub fn remove(
        &mut self,
        connection: &mut Connection,
        at: Location,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let Some(position) = self.wishes.iter().position(|wish| wish.at == at) else {
            let reason = "it was never set".to_owned();
            return Ok(Observation::BreakpointNotRemoved { reason });
        };
        let wish = self.wishes.remove(position);
        Ok(match self.tell(connection, deadline)? {
            Ok(_) => Observation::BreakpointRemoved,
            Err(reason) => {
                self.wishes.insert(position, wish);
                Observation::BreakpointNotRemoved { reason }
            }
        })
    }

    /// Removes all of them, if there are any.
    pub fn clear(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<(), ChannelError> {
        if self.wishes.is_empty() {
            return Ok(());
        }
        self.wishes.clear();
        // A refusal shows at the next session, which sets its own.
        self.tell(connection, deadline)?.map(drop).or(Ok(()))
    }
}

/// Takes over what the adapter has said since about the same breakpoint.
fn merge_events(connection: &mut Connection, answer: &mut Value) {
    let id = answer["id"].clone();
    let is_it = |event: &Event| matches!(event, Event::Breakpoint(told) if told["id"] == id);
    while !id.is_null()
        && let Some(Event::Breakpoint(told)) = connection.take_event_if(is_it)
    {
        for name in ["verified", "line", "message"] {
            if !told[name].is_null() {
                answer[name] = told[name].clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_for_one_line_are_joined() {
        let mut breakpoints = Breakpoints::new("/p.py", Language::Python, false);
        let pause = |condition: Option<&str>| Kind::Pause(condition.map(str::to_owned));
        let wish = |column: u32, kind: Kind| Wish { at: Location::new(3, column), kind };
        breakpoints.wishes = vec![wish(0, Kind::Log)];
        assert_eq!(breakpoints.lines(), [(3, Kind::Log)]);
        breakpoints.wishes.extend([wish(2, pause(Some("a"))), wish(4, pause(Some("b")))]);
        assert_eq!(breakpoints.lines(), [(3, pause(Some("(a) or (b)")))]);
        breakpoints.wishes.push(wish(8, pause(None)));
        assert_eq!(breakpoints.lines(), [(3, pause(None))]);
    }
}
