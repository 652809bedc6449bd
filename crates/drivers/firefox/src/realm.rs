//! A fresh environment for one program: a new frame in the page, which is a debugging target with
//! its own thread.
//!
//! A thread for each program matters: a thread remembers where it paused last and does not pause
//! there again for another reason, and a step that reached the end of a program would continue in
//! the next one.

use crate::browser::{Browser, actor_of, target_form};
use crate::connection::{Answer, Connection, Event, Message};
use crate::positions::Positions;
use debunk_model::{Goal, LineIndex, Program};
use debunk_session::OpenError;
use debunk_shell::javascript::program_url;
use debunk_wire::ChannelError;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Instant;

/// The address of the scouted text, as long as that of a program: the end of the text is a place.
pub(crate) const SCOUT_URL: &str = "debunk:scouting/0000000";
/// The text before the address in its line.
const ADDRESS_COMMENT: &str = "//# sourceURL=";

/// A program in its environment, not yet started.
pub(crate) struct Realm {
    pub thread: String,
    pub console: String,
    pub target: String,
    pub url: String,
    pub lines: LineIndex,
    pub positions: Positions,
}

/// How a run ended, in the words of the page.
#[derive(Deserialize)]
pub(crate) struct Ending {
    pub finish: debunk_shell::javascript::Finish,
    pub error: Option<String>,
}

impl Browser {
    /// Requests the next frame, before anybody needs it.
    pub fn prepare(&mut self) -> u64 {
        self.connection.evaluate(&self.console, "debunkHost.fresh()")
    }

    /// Compiles a program in the requested frame, and learns where breakpoints can be set.
    pub fn load(
        &mut self,
        program: &Program,
        prepared: u64,
        number: u64,
        deadline: Instant,
    ) -> Result<Result<Realm, OpenError>, ChannelError> {
        let Browser { connection, console: page, .. } = self;
        let event = connection.evaluated(prepared, deadline)?.map_err(ChannelError::Ended)?;
        if event["hasException"] == true {
            return Err(ChannelError::Ended(format!("no fresh frame: {event}")));
        }
        let form = target_form(connection, deadline)?;
        let thread = actor_of(Ok(form.clone()), "/threadActor")?;
        let console = actor_of(Ok(form.clone()), "/consoleActor")?;
        let target = actor_of(Ok(form), "/actor")?;
        connection.request(&thread, "attach", json!({ "options": {} }));
        let scouted = connection.evaluate(page, &scout(program));
        connection.flush(deadline)?;
        let event = connection.evaluated(scouted, deadline)?.map_err(ChannelError::Ended)?;
        if let Err(reason) = verdict(&event["result"]) {
            return Ok(Err(OpenError::DoesNotParse(reason)));
        }
        let source = scouted_source(connection, &thread, deadline)?;
        let answer = connection
            .call(&source, "getBreakpointPositionsCompressed", json!({ "query": null }), deadline)?
            .map_err(ChannelError::Ended)?;
        let lines = program.lines();
        let address_columns = (ADDRESS_COMMENT.len() + SCOUT_URL.len()) as u32;
        let positions = Positions::read(&answer, &program.text, &lines, address_columns);
        let url = program_url(number);
        Ok(Ok(Realm { thread, console, target, url, lines, positions }))
    }
}

/// The call that compiles a program without running it.
pub(crate) fn scout(program: &Program) -> String {
    let goal = match program.goal {
        Goal::Script => "script",
        Goal::Module => "module",
    };
    format!("debunkHost.scout({}, '{goal}', '{SCOUT_URL}')", json!(&*program.text))
}

/// The call that runs the scouted program, with this many more frames below it.
pub(crate) fn start(url: &str, frames: u32) -> String {
    format!("debunkHost.start('{url}', {frames})")
}

/// Whether the scouted text failed as a correct program does; else the error.
pub(crate) fn verdict(error: &Value) -> Result<(), String> {
    match error.as_str() {
        Some(text) if text.contains("__debunk") || text.contains("debunk-nowhere") => Ok(()),
        Some(text) => Err(text.to_owned()),
        None => Err("the engine does not say why".to_owned()),
    }
}

fn scouted_source(
    connection: &mut Connection,
    thread: &str,
    deadline: Instant,
) -> Result<String, ChannelError> {
    let event = connection.wait_for(deadline, |message| match message {
        Message::Event(Event::NewSource(event))
            if event["from"] == thread && event["source"]["url"] == SCOUT_URL =>
        {
            Ok(event)
        }
        other => Err(other),
    })?;
    actor_of(Ok(event), "/source/actor")
}

/// Reads the page's words at the end of a run; a long text needs another request.
pub(crate) fn read_ending(
    connection: &mut Connection,
    event: &Value,
    deadline: Instant,
) -> Result<Result<Ending, String>, ChannelError> {
    if event["hasException"] == true {
        return Ok(Err(event["exceptionMessage"].as_str().unwrap_or("no reason").to_owned()));
    }
    let result = &event["result"];
    let text = match (result.as_str(), result["actor"].as_str()) {
        (Some(text), _) => Ok(text.to_owned()),
        (None, Some(actor)) => whole_text(connection, actor, &result["length"], deadline)?,
        (None, None) => Err("no text".to_owned()),
    };
    Ok(text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string())))
}

fn whole_text(
    connection: &mut Connection,
    actor: &str,
    length: &Value,
    deadline: Instant,
) -> Result<Result<String, String>, ChannelError> {
    let parameters = json!({ "start": 0, "end": length });
    let answer: Answer = connection.call(actor, "substring", parameters, deadline)?;
    Ok(answer.map(|answer| answer["substring"].as_str().unwrap_or_default().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scouted_texts_end_where_programs_end() {
        assert_eq!(SCOUT_URL.len(), program_url(1).len());
    }

    #[test]
    fn only_the_planted_error_is_a_good_sign() {
        let planted = "SyntaxError: redeclaration of non-configurable global property __debunk";
        assert_eq!(verdict(&json!(planted)), Ok(()));
        assert!(verdict(&json!("SyntaxError: missing ) after argument list")).is_err());
        assert!(verdict(&json!(null)).is_err());
    }
}
