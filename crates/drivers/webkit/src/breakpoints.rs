//! The breakpoints of a session. The engine has at most one at each place and rejects a second
//! request that slides there, so the driver shares one among all requests, as every user interface
//! must.

use crate::events::Connection;
use crate::frames::location;
use crate::protocol::BreakpointAnswer;
use debunk_model::{Location, Observation};
use debunk_shell::inspector::{Reply, read};
use debunk_wire::ChannelError;
use serde_json::json;
use std::time::Instant;

/// How the engine's rejection of a second breakpoint at one place begins.
const ALREADY_THERE: &str = "Breakpoint for given location already exists";

/// The request.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub at: Location,
    pub condition: Option<String>,
}

/// A breakpoint of the engine with all requests that slid to its place.
struct Stand {
    id: String,
    actual: Location,
    wishes: Vec<Wish>,
}

/// All breakpoints of a session.
pub(crate) struct Breakpoints {
    script_id: String,
    stands: Vec<Stand>,
}

impl Breakpoints {
    pub fn new(script_id: String) -> Self {
        Self { script_id, stands: Vec::new() }
    }

    /// All requests that slid to this place.
    pub fn wishes_at(&self, actual: Location) -> impl Iterator<Item = &Wish> {
        self.stands.iter().filter(move |stand| stand.actual == actual).flat_map(|s| &s.wishes)
    }

    /// Queues the request for a breakpoint.
    pub fn request(&self, connection: &mut Connection, wish: &Wish) -> u64 {
        self.request_for(connection, std::slice::from_ref(wish))
    }

    fn request_for(&self, connection: &mut Connection, wishes: &[Wish]) -> u64 {
        let at = wishes.last().map_or(Location::new(1, 0), |wish| wish.at);
        let mut params = json!({ "location": {
            "scriptId": self.script_id,
            "lineNumber": at.line.saturating_sub(1),
            "columnNumber": at.column,
        }});
        if let Some(condition) = joined(wishes) {
            params["options"] = json!({ "condition": condition });
        }
        connection.request("Debugger.setBreakpoint", &params)
    }

    /// Takes the answer to [`Breakpoints::request`].
    pub fn collect(
        &mut self,
        connection: &mut Connection,
        wish: Wish,
        answer: Reply,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        match read::<BreakpointAnswer>(answer) {
            Ok(answer) => Ok(self.stand(answer, vec![wish])),
            Err(reason) if reason.starts_with(ALREADY_THERE) => {
                let shared = self.share(connection, &wish, deadline)?;
                Ok(shared.unwrap_or(Observation::BreakpointRefused { reason }))
            }
            Err(reason) => Ok(Observation::BreakpointRefused { reason }),
        }
    }

    fn stand(&mut self, answer: BreakpointAnswer, wishes: Vec<Wish>) -> Observation {
        let actual = location(&answer.actual_location);
        self.stands.push(Stand { id: answer.breakpoint_id, actual, wishes });
        Observation::BreakpointSet { at: actual }
    }

    /// Adds a request to the breakpoint that is in its way. The engine does not say which one that
    /// is: it is the one without which the request succeeds, most likely the next one below.
    fn share(
        &mut self,
        connection: &mut Connection,
        wish: &Wish,
        deadline: Instant,
    ) -> Result<Option<Observation>, ChannelError> {
        let mut candidates = std::mem::take(&mut self.stands);
        candidates.sort_by_key(|stand| (stand.actual < wish.at, stand.actual));
        let mut found = None;
        for stand in candidates {
            if found.is_some() {
                self.stands.push(stand);
                continue;
            }
            let mut wishes = stand.wishes.clone();
            wishes.push(wish.clone());
            found = self.replace(connection, &stand.id, wishes, deadline)?;
            if found.is_none() {
                self.set_again(connection, stand.wishes, deadline)?;
            }
        }
        Ok(found)
    }

    /// Removes a breakpoint and sets another one at the same moment, if the engine allows it.
    fn replace(
        &mut self,
        connection: &mut Connection,
        id: &str,
        wishes: Vec<Wish>,
        deadline: Instant,
    ) -> Result<Option<Observation>, ChannelError> {
        let removal = request_removal(connection, id);
        let request = self.request_for(connection, &wishes);
        connection.flush(deadline)?;
        connection.reply(removal, deadline)?.ok();
        let answer = read::<BreakpointAnswer>(connection.reply(request, deadline)?);
        Ok(answer.ok().map(|answer| self.stand(answer, wishes)))
    }

    fn set_again(
        &mut self,
        connection: &mut Connection,
        wishes: Vec<Wish>,
        deadline: Instant,
    ) -> Result<(), ChannelError> {
        let request = self.request_for(connection, &wishes);
        connection.flush(deadline)?;
        if let Ok(answer) = read::<BreakpointAnswer>(connection.reply(request, deadline)?) {
            self.stand(answer, wishes);
        }
        Ok(())
    }

    /// Removes what was requested at this location.
    pub fn remove(
        &mut self,
        connection: &mut Connection,
        at: Location,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let is_wanted = |stand: &Stand| stand.wishes.iter().any(|wish| wish.at == at);
        let Some(position) = self.stands.iter().position(is_wanted) else {
            let reason = "it was never set".to_owned();
            return Ok(Observation::BreakpointNotRemoved { reason });
        };
        let mut stand = self.stands.swap_remove(position);
        let before = joined(&stand.wishes);
        let others: Vec<Wish> = stand.wishes.iter().filter(|wish| wish.at != at).cloned().collect();
        if others.is_empty() {
            let removal = request_removal(connection, &stand.id);
            connection.flush(deadline)?;
            if let Err(reason) = connection.reply(removal, deadline)? {
                self.stands.push(stand);
                return Ok(Observation::BreakpointNotRemoved { reason });
            }
        } else if joined(&others) == before {
            stand.wishes = others;
            self.stands.push(stand);
        } else {
            self.replace(connection, &stand.id, others, deadline)?;
        }
        Ok(Observation::BreakpointRemoved)
    }
}

fn request_removal(connection: &mut Connection, id: &str) -> u64 {
    connection.request("Debugger.removeBreakpoint", &json!({ "breakpointId": id }))
}

/// The condition under which some request pauses; `None` if one of them has no condition.
fn joined(wishes: &[Wish]) -> Option<String> {
    let conditions: Option<Vec<&str>> =
        wishes.iter().map(|wish| wish.condition.as_deref()).collect();
    match conditions?.as_slice() {
        [] => None,
        [one] => Some((*one).to_owned()),
        several => {
            let parts: Vec<String> = several.iter().map(|one| format!("(\n{one}\n)")).collect();
            Some(parts.join(" || "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_breakpoint_pauses_when_one_of_them_would() {
        let wish = |condition: Option<&str>| Wish {
            at: Location::new(1, 0),
            condition: condition.map(str::to_owned),
        };
        assert_eq!(joined(&[wish(Some("a"))]).as_deref(), Some("a"));
        assert_eq!(joined(&[wish(Some("a")), wish(None)]), None);
        let both = joined(&[wish(Some("a")), wish(Some("b"))]);
        assert_eq!(both.as_deref(), Some("(\na\n) || (\nb\n)"));
    }
}
