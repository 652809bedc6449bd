//! The raw floor: the messages of a session with nothing around them. No JSON is parsed and nothing
//! is kept; a step is sent in one write with the queries about the pause before it.

use crate::driver::HOST_CODE_URL;
use crate::host::Host;
use crate::host::SKIPPED_SCRIPTS;
use crate::host::node::{NodeHost, SESSIONS_PER_ENABLE, settle};
use debunk_model::{Action, Goal, Location, Program};
use debunk_shell::javascript::program_url;
use debunk_wire::Channel;
use serde_json::json;
use std::time::{Duration, Instant};

const TIMEOUT_S: u64 = 20;
const WARM_UP_SESSIONS: u64 = 40;

/// A session with a fixed course.
#[derive(Clone, Debug)]
pub struct RawSession {
    /// The program's text, a script.
    pub text: String,
    /// Breakpoints before the start.
    pub breakpoints: Vec<Location>,
    /// Control actions after the first pause; each must lead to another pause.
    pub actions: Vec<Action>,
}

/// The measurement.
#[derive(Clone, Copy, Debug)]
pub struct Floor {
    /// Sessions run.
    pub sessions: u64,
    /// Messages sent.
    pub messages: u64,
    /// Time taken, without starting the process.
    pub elapsed: Duration,
}

struct Raw<'channel> {
    channel: &'channel mut Channel,
    last_id: u64,
    /// The request for the next context, sent at the end of the session before.
    fresh_request: Option<u64>,
    deadline: Instant,
}

impl Raw<'_> {
    fn queue(&mut self, method: &str, params: &str) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        self.channel.queue(&format!(r#"{{"id":{id},"method":"{method}","params":{params}}}"#));
        id
    }

    fn request_fresh(&mut self) -> u64 {
        let expression = format!("debunkFresh(){HOST_CODE_URL}");
        let params = json!({ "expression": expression, "returnByValue": true }).to_string();
        self.queue("Runtime.evaluate", &params)
    }

    fn flush(&mut self) -> Result<(), String> {
        self.channel.flush(self.deadline).map_err(|error| error.to_string())
    }

    fn receive(&mut self) -> Result<String, String> {
        self.channel.receive(self.deadline).map_err(|error| error.to_string())
    }

    /// Reads up to the answer to `id` and returns it, with the last event that begins like this.
    fn answer(&mut self, id: u64, event: &str) -> Result<(String, String), String> {
        let head = format!(r#"{{"id":{id},"#);
        let mut noted = String::new();
        loop {
            let message = self.receive()?;
            if message.starts_with(&head) {
                return Ok((message, noted));
            }
            if !event.is_empty() && message.starts_with(event) {
                noted = message;
            }
        }
    }

    fn pause(&mut self) -> Result<String, String> {
        loop {
            let message = self.receive()?;
            if message.starts_with(r#"{"method":"Debugger.paused""#) {
                return Ok(message);
            }
        }
    }
}

/// The text between `before` and the next `after`.
fn between<'text>(text: &'text str, before: &str, after: char) -> Result<&'text str, String> {
    let start = text.find(before).ok_or_else(|| format!("no {before} in an answer"))?;
    let rest = &text[start + before.len()..];
    Ok(rest.split(after).next().unwrap_or(rest))
}

/// The scope objects of the top frame, without the global one.
fn scope_objects(paused: &str) -> Vec<&str> {
    let chain = paused.split(r#""scopeChain":["#).nth(1).unwrap_or("");
    let chain = chain.split(r#""this":"#).next().unwrap_or("");
    // Each scope is its type and then its object, which begins with a type too.
    let parts: Vec<&str> = chain.split(r#"{"type":""#).skip(1).collect();
    parts
        .chunks(2)
        .filter(|scope| !scope[0].starts_with("global"))
        .filter_map(|scope| scope.get(1)?.split(r#""objectId":""#).nth(1)?.split('"').next())
        .collect()
}

fn method(action: &Action) -> Result<&'static str, String> {
    Ok(match action {
        Action::Continue => "Debugger.resume",
        Action::StepIn => "Debugger.stepInto",
        Action::StepOver => "Debugger.stepOver",
        Action::StepOut => "Debugger.stepOut",
        other => return Err(format!("{other} is no part of a raw session")),
    })
}

pub(crate) fn measure(
    mut host: NodeHost,
    session: &RawSession,
    sessions: u64,
) -> Result<Floor, String> {
    let program = Program::javascript("raw.js", Goal::Script, session.text.as_str());
    let mut process = host.start(&program).map_err(|error| error.to_string())?;
    let channel = process.connection.channel();
    // The host has used the first numbers.
    let mut raw = Raw { channel, last_id: 1_000, fresh_request: None, deadline: Instant::now() };
    // A process gets faster with its first sessions; debunk's own is warm too.
    for number in 0..WARM_UP_SESSIONS {
        raw.deadline = Instant::now() + Duration::from_secs(TIMEOUT_S);
        run(&mut raw, session, sessions + number)?;
    }
    let first_id = raw.last_id;
    let started = Instant::now();
    for number in 0..sessions {
        raw.deadline = Instant::now() + Duration::from_secs(TIMEOUT_S);
        run(&mut raw, session, number)?;
    }
    let (messages, elapsed) = (raw.last_id - first_id, started.elapsed());
    Ok(Floor { sessions, messages, elapsed })
}

fn run(raw: &mut Raw<'_>, session: &RawSession, number: u64) -> Result<(), String> {
    let created = fresh_context(raw)?;
    let context = between(&created, r#""context":{"id":"#, ',')?;
    let params = json!({
        "expression": session.text, "sourceURL": program_url(number), "persistScript": true,
    });
    let params =
        params.to_string().replacen('{', &format!(r#"{{"executionContextId":{context},"#), 1);
    let compile = raw.queue("Runtime.compileScript", &params);
    raw.flush()?;
    let (compiled, _) = raw.answer(compile, "")?;
    let script = between(&compiled, r#""scriptId":""#, '"')?.to_owned();
    for at in &session.breakpoints {
        let (line, column) = (at.line - 1, at.column);
        raw.queue("Debugger.setBreakpoint", &format!(
            r#"{{"location":{{"scriptId":"{script}","lineNumber":{line},"columnNumber":{column}}}}}"#
        ));
    }
    raw.queue("Runtime.runScript", &format!(
        r#"{{"scriptId":"{script}","executionContextId":{context},"returnByValue":false,"silent":true}}"#
    ));
    raw.flush()?;
    let mut paused = raw.pause()?;
    raw.queue("Runtime.evaluate", &settle().to_string());
    for action in &session.actions {
        ask_scopes(raw, &paused);
        raw.queue(method(action)?, "{}");
        raw.flush()?;
        paused = raw.pause()?;
    }
    ask_scopes(raw, &paused);
    raw.queue("Debugger.setSkipAllPauses", r#"{"skip":true}"#);
    raw.queue("Debugger.resume", "{}");
    let settled = raw.queue("Runtime.evaluate", &settle().to_string());
    raw.flush()?;
    raw.answer(settled, "")?;
    raw.queue("Debugger.setSkipAllPauses", r#"{"skip":false}"#);
    if (number + 1).is_multiple_of(u64::from(SESSIONS_PER_ENABLE)) {
        raw.queue("Debugger.disable", "{}");
        raw.queue("Debugger.enable", "{}");
        let patterns = json!({ "patterns": [SKIPPED_SCRIPTS] }).to_string();
        raw.queue("Debugger.setBlackboxPatterns", &patterns);
    }
    raw.fresh_request = Some(raw.request_fresh());
    raw.flush()
}

/// Requests a context until the host is not in the middle of something.
fn fresh_context(raw: &mut Raw<'_>) -> Result<String, String> {
    loop {
        let fresh = match raw.fresh_request.take() {
            Some(request) => request,
            None => {
                let request = raw.request_fresh();
                raw.flush()?;
                request
            }
        };
        let (_, created) = raw.answer(fresh, r#"{"method":"Runtime.executionContextCreated""#)?;
        if !created.is_empty() {
            return Ok(created);
        }
    }
}

fn ask_scopes(raw: &mut Raw<'_>, paused: &str) {
    for object in scope_objects(paused) {
        let params = format!(r#"{{"objectId":"{object}","ownProperties":true}}"#);
        raw.queue("Runtime.getProperties", &params);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_global_scope_is_not_asked_for() {
        let paused = r#"{"method":"Debugger.paused","params":{"callFrames":[{"scopeChain":[
            {"type":"local","object":{"type":"object","objectId":"1.2"},"name":"f"},
            {"type":"script","object":{"type":"object","objectId":"1.3"}},
            {"type":"global","object":{"type":"object","objectId":"1.4"}}],"this":{}}]}}"#;
        assert_eq!(scope_objects(paused), ["1.2", "1.3"]);
    }
}
