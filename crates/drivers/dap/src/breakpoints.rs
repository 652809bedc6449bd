//! The breakpoints of a session. The protocol sets all of a file at once, so every change sends the
//! whole list again.

use crate::connection::{Connection, Event};
use crate::pause::{is_file, reported_location};
use crate::spec::AdapterSpec;
use debunk_model::{LOGPOINT_MESSAGE, Language, Location, Observation};
use debunk_wire::ChannelError;
use serde_json::{Value, json};
use std::time::Instant;

/// The requested location.
#[derive(Clone, Debug)]
struct BreakpointRequest {
    at: Location,
    kind: Kind,
}

/// What happens there.
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
    columns: bool,
    requests: Vec<BreakpointRequest>,
    /// The adapter's id for each breakpoint, by the requested place.
    ids: Vec<(Location, Value)>,
    /// Their ids in earlier answers.
    earlier_ids: Vec<(Location, Value)>,
    /// Where breakpoints are, according to events since they were set.
    moved: Vec<(Location, Location)>,
}

impl Breakpoints {
    pub fn new(source: &str, language: Language, spec: &AdapterSpec) -> Self {
        let name = source.rsplit('/').next().unwrap_or(source);
        Self {
            source: json!({ "name": name, "path": source }),
            language,
            verifies_late: spec.verifies_late,
            columns: spec.columns,
            requests: Vec::new(),
            ids: Vec::new(),
            earlier_ids: Vec::new(),
            moved: Vec::new(),
        }
    }

    /// The place that an adapter accepts: a line, unless it knows columns.
    fn place(&self, at: Location) -> Location {
        if self.columns { at } else { Location::new(at.line, 0) }
    }

    /// The requested places, each once, and what happens there so that all requested pauses occur.
    /// The protocol has one breakpoint per place: one that logs where another pauses is left out.
    fn places(&self) -> Vec<(Location, Kind)> {
        let mut places: Vec<(Location, Kind)> = Vec::new();
        for request in &self.requests {
            let at = self.place(request.at);
            match places.iter_mut().find(|(place, _)| *place == at) {
                None => places.push((at, request.kind.clone())),
                Some((_, kind)) => *kind = self.joined(kind, &request.kind),
            }
        }
        places
    }

    /// The adapter's actual location of a breakpoint; the requested one if it reports none in the program,
    /// since the line of another file means nothing there.
    fn reported_place(&self, reported: &Value, asked: Location) -> Location {
        let is_here = reported["source"]["path"].as_str().is_none_or(|path| {
            let own = self.source["path"].as_str().unwrap_or_default();
            is_file(path, own)
        });
        let reported = reported_location(reported, self.columns).filter(|_| is_here);
        reported.unwrap_or(self.place(asked))
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

    /// Sends the adapter the whole list and returns what it says about each place.
    pub fn send_all(
        &mut self,
        connection: &mut Connection,
        deadline: Instant,
    ) -> Result<Result<Vec<(Location, Value)>, String>, ChannelError> {
        let places = self.places();
        let breakpoint = |(place, kind): &(Location, Kind)| {
            let mut breakpoint = json!({ "line": place.line });
            if place.column > 0 {
                breakpoint["column"] = json!(u64::from(place.column) + 1);
            }
            match kind {
                Kind::Pause(Some(condition)) => breakpoint["condition"] = json!(condition),
                Kind::Pause(None) => {}
                Kind::Log => breakpoint["logMessage"] = json!(LOGPOINT_MESSAGE),
            }
            breakpoint
        };
        let breakpoints: Vec<Value> = places.iter().map(breakpoint).collect();
        let lines: Vec<u32> = places.iter().map(|(place, _)| place.line).collect();
        let has_places = !places.is_empty();
        let arguments = json!({
            "source": self.source, "breakpoints": breakpoints, "lines": lines,
            "sourceModified": false,
        });
        let response = connection.call("setBreakpoints", arguments, deadline)?;
        // Events before the answer concern the breakpoints that it replaces.
        self.read_events(connection);
        Ok(response.map(|mut body| {
            let reported =
                body["breakpoints"].as_array_mut().map(std::mem::take).unwrap_or_default();
            let reported: Vec<(Location, Value)> =
                places.into_iter().map(|(place, _)| place).zip(reported).collect();
            // An answer that says nothing about the requested breakpoints changes nothing.
            if reported.is_empty() != has_places {
                let ids = reported
                    .iter()
                    .map(|(place, reported)| (*place, reported["id"].clone()))
                    .collect();
                self.earlier_ids.extend(std::mem::replace(&mut self.ids, ids));
            }
            reported
        }))
    }

    /// Where breakpoints are, according to the adapter's events: their requested and actual
    /// locations.
    pub fn moved(&mut self, connection: &mut Connection) -> Vec<(Location, Location)> {
        self.read_events(connection);
        // The rest concerns breakpoints of which nothing is known.
        while connection.take_event_if(|event| matches!(event, Event::Breakpoint(_))).is_some() {}
        std::mem::take(&mut self.moved)
    }

    /// Takes what was said about breakpoints that were set. An id that the adapter has dropped
    /// since is still understood; an id that it gave to two of them says nothing.
    fn read_events(&mut self, connection: &mut Connection) {
        let Self { ids, earlier_ids, .. } = self;
        let is_known = |event: &Event| {
            let mut known = ids.iter().chain(&*earlier_ids);
            matches!(event, Event::Breakpoint(reported) if known.any(|(_, id)| *id == reported["id"]))
        };
        let mut events = Vec::new();
        while let Some(Event::Breakpoint(reported)) = connection.take_event_if(is_known) {
            events.push(reported);
        }
        for reported in events {
            if reported["id"].is_null() || !reported["verified"].as_bool().unwrap_or(false) {
                continue;
            }
            let mut asked = called(&self.ids, &reported["id"]);
            if asked.is_empty() {
                asked = called(&self.earlier_ids, &reported["id"]);
            }
            let [asked] = asked[..] else { continue };
            let requests = self.requests.iter().filter(|request| self.place(request.at) == asked);
            let moved =
                requests.map(|request| (request.at, self.reported_place(&reported, request.at)));
            self.moved.extend(moved.collect::<Vec<_>>());
        }
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
        self.request(connection, BreakpointRequest { at, kind }, deadline)
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
        self.request(connection, BreakpointRequest { at, kind: Kind::Log }, deadline)
    }

    fn request(
        &mut self,
        connection: &mut Connection,
        request: BreakpointRequest,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let at = request.at;
        self.requests.push(request);
        let reported = match self.send_all(connection, deadline)? {
            Ok(reported) => reported,
            Err(reason) => {
                self.requests.pop();
                return Ok(Observation::BreakpointRefused { reason });
            }
        };
        let place = self.place(at);
        let answer =
            reported.into_iter().find(|(other, _)| *other == place).map(|(_, value)| value);
        let mut answer = answer.unwrap_or_default();
        merge_events(connection, &mut answer);
        if answer["verified"].as_bool().unwrap_or(false) || self.verifies_late {
            return Ok(Observation::BreakpointSet { at: self.reported_place(&answer, at) });
        }
        // A rejected breakpoint must not become active later.
        self.requests.pop();
        if let Err(reason) = self.send_all(connection, deadline)? {
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
        let Some(position) = self.requests.iter().position(|request| request.at == at) else {
            let reason = "it was never set".to_owned();
            return Ok(Observation::BreakpointNotRemoved { reason });
        };
        let request = self.requests.remove(position);
        Ok(match self.send_all(connection, deadline)? {
            Ok(_) => Observation::BreakpointRemoved,
            Err(reason) => {
                self.requests.insert(position, request);
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
        if self.requests.is_empty() {
            return Ok(());
        }
        self.requests.clear();
        // A refusal shows in the next session, which sets its own.
        self.send_all(connection, deadline)?.map(drop).or(Ok(()))
    }
}

/// The places of the breakpoints with this id.
fn called(ids: &[(Location, Value)], id: &Value) -> Vec<Location> {
    let mut places: Vec<Location> =
        ids.iter().filter(|(_, other)| other == id).map(|(place, _)| *place).collect();
    places.dedup();
    places
}

/// Adopts what the adapter has said since about the same breakpoint.
fn merge_events(connection: &mut Connection, answer: &mut Value) {
    let id = answer["id"].clone();
    let is_it =
        |event: &Event| matches!(event, Event::Breakpoint(reported) if reported["id"] == id);
    while !id.is_null()
        && let Some(Event::Breakpoint(reported)) = connection.take_event_if(is_it)
    {
        for name in ["verified", "line", "column", "message", "source"] {
            if !reported[name].is_null() {
                answer[name] = reported[name].clone();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_another_file_is_no_place_in_the_program() {
        let spec = "name = 'a'\ncommand = ['a']".parse().expect("a description");
        let breakpoints = Breakpoints::new("/p.rs", Language::Rust, &spec);
        let place = |answer: Value| breakpoints.reported_place(&answer, Location::new(3, 0)).line;
        assert_eq!(place(json!({ "line": 4 })), 4);
        assert_eq!(place(json!({ "line": 4, "source": { "path": "/p.rs" } })), 4);
        assert_eq!(place(json!({ "line": 317, "source": { "path": "/rt.rs" } })), 3);
        assert_eq!(place(json!({ "line": 4, "source": { "name": "p.rs" } })), 4);
    }

    #[test]
    fn wishes_for_one_line_are_joined() {
        let spec = "name = 'a'\ncommand = ['a']".parse().expect("a description");
        let mut breakpoints = Breakpoints::new("/p.py", Language::Python, &spec);
        let at = Location::new(3, 0);
        let pause = |condition: Option<&str>| Kind::Pause(condition.map(str::to_owned));
        let request =
            |column: u32, kind: Kind| BreakpointRequest { at: Location::new(3, column), kind };
        breakpoints.requests = vec![request(0, Kind::Log)];
        assert_eq!(breakpoints.places(), [(at, Kind::Log)]);
        breakpoints.requests.extend([request(2, pause(Some("a"))), request(4, pause(Some("b")))]);
        assert_eq!(breakpoints.places(), [(at, pause(Some("(a) or (b)")))]);
        breakpoints.requests.push(request(8, pause(None)));
        assert_eq!(breakpoints.places(), [(at, pause(None))]);
        breakpoints.columns = true;
        assert_eq!(breakpoints.places().len(), 4);
    }
}
