//! States of JavaScript programs through V8's inspector, in Node.

use super::{Assignment, RunEnding, RunInput, StateDriver, StateValue, StopPoint};
use debunk_sandbox::{Child, Spawn, TempArea, TextTail, drain_in_background, read_line_matching};
use debunk_wire::Channel;
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const LAST_WORDS_MS: u64 = 500;
/// The program has ended.
const CONTEXT_DESTROYED: &str = "Runtime.executionContextDestroyed";
/// What Node puts around a program that is not a module.
const WRAPPER_NAMES: [&str; 5] = ["exports", "require", "module", "__filename", "__dirname"];
/// Returns the contents of an object, without running code of the program.
const ENCODE: &str = include_str!("encode.js");

/// Drives Node.
pub struct V8States {
    binary: PathBuf,
    area: TempArea,
    timeout: Duration,
}

impl V8States {
    /// A driver for that binary; a run that takes longer is ended.
    pub fn new(binary: PathBuf, area: &TempArea, timeout: Duration) -> Self {
        Self { binary, area: area.clone(), timeout }
    }

    fn start(&self, run: &RunInput) -> Result<StateSession, String> {
        let failed = |error: &dyn std::fmt::Display| format!("start the debugger: {error}");
        let program = run
            .program
            .canonicalize()
            .map_err(|error| format!("read {}: {error}", run.program.display()))?;
        let folder = std::env::current_dir().map_err(|error| failed(&error))?;
        let mut child = Spawn::new(&self.binary)
            .arg("--inspect-brk=127.0.0.1:0")
            .arg(&program)
            .args(&run.arguments)
            // The program and its files are the user's own.
            .as_tool()
            .current_dir(folder)
            .stdout(true)
            .stderr(true)
            .spawn(&self.area)
            .map_err(|error| failed(&error))?;
        let deadline = Instant::now() + self.timeout;
        let mut stderr = child.take_stderr().ok_or_else(|| failed(&"no error output"))?;
        let stdout = child.take_stdout().ok_or_else(|| failed(&"no output"))?;
        let url = read_line_matching(&mut stderr, deadline, |line| {
            line.split_once("ws://").map(|(_, rest)| format!("ws://{}", rest.trim()))
        })
        .map_err(|error| failed(&error))?;
        let output = [drain_in_background(stdout), drain_in_background(stderr)];
        let channel = Channel::connect(&url).map_err(|error| failed(&error))?;
        let address = format!("file://{}", program.display());
        let mut session =
            StateSession { child, channel: Some(channel), output, last_id: 0, deadline, address };
        session.call("Runtime.enable", &json!({}))?;
        session.call("Debugger.enable", &json!({}))?;
        Ok(session)
    }
}

/// A program under the debugger.
struct StateSession {
    child: Child,
    channel: Option<Channel>,
    output: [TextTail; 2],
    last_id: u64,
    deadline: Instant,
    address: String,
}

impl StateSession {
    fn send(&mut self, method: &str, params: &Json) -> Result<u64, String> {
        self.last_id += 1;
        let id = self.last_id;
        let channel = self.channel.as_mut().ok_or("the debugger is gone")?;
        channel.queue(&json!({ "id": id, "method": method, "params": params }).to_string());
        channel.flush(self.deadline).map_err(|error| format!("write to the debugger: {error}"))?;
        Ok(id)
    }

    fn receive(&mut self) -> Result<Json, String> {
        let channel = self.channel.as_mut().ok_or("the debugger is gone")?;
        let text = channel
            .receive(self.deadline)
            .map_err(|error| format!("read from the debugger: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("parse the debugger's answer: {error}"))
    }

    fn call(&mut self, method: &str, params: &Json) -> Result<Json, String> {
        let id = self.send(method, params)?;
        loop {
            let mut message = self.receive()?;
            if message["id"] == id {
                return match message["error"]["message"].as_str() {
                    Some(error) => Err(format!("do {method}: {error}")),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    /// The next pause, or `None` if the program has ended.
    fn pause(&mut self) -> Result<Option<Json>, String> {
        loop {
            let mut message = self.receive()?;
            match message["method"].as_str() {
                Some("Debugger.paused") => return Ok(Some(message["params"].take())),
                Some(CONTEXT_DESTROYED) => return Ok(None),
                _ => {}
            }
        }
    }

    /// Runs to a place; returns the frame there, or `None` if the program ends before.
    fn run_to(&mut self, stop: StopPoint) -> Result<Option<Json>, String> {
        let params = json!({ "lineNumber": stop.line - 1, "url": self.address });
        let answer = self.call("Debugger.setBreakpointByUrl", &params)?;
        let own = answer["breakpointId"].clone();
        self.send("Runtime.runIfWaitingForDebugger", &json!({}))?;
        let mut hits = 0;
        while let Some(mut paused) = self.pause()? {
            let is_hit = paused["hitBreakpoints"].as_array().is_some_and(|hit| hit.contains(&own))
                || (hits == 0 && self.is_at(&paused, stop));
            hits += u32::from(is_hit);
            if hits == stop.hit {
                return Ok(Some(paused["callFrames"][0].take()));
            }
            self.send("Debugger.resume", &json!({}))?;
        }
        Ok(None)
    }

    /// The pause before the first statement does not hit a breakpoint, even if one is set there.
    fn is_at(&self, paused: &Json, stop: StopPoint) -> bool {
        let frame = &paused["callFrames"][0];
        frame["url"] == self.address.as_str()
            && frame["location"]["lineNumber"].as_u64() == Some(u64::from(stop.line - 1))
    }

    /// The names of the readable variables of a frame that have a value.
    fn names(&mut self, frame: &Json) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for scope in frame["scopeChain"].as_array().into_iter().flatten() {
            if scope["type"] == "global" {
                continue;
            }
            let params = json!({ "objectId": scope["object"]["objectId"], "ownProperties": true });
            let answer = self.call("Runtime.getProperties", &params)?;
            for property in answer["result"].as_array().into_iter().flatten() {
                let Some(name) = property["name"].as_str() else { continue };
                let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
                let has_value = property["value"].is_object();
                let is_known = names.iter().any(|known| known == name);
                if is_name && has_value && !is_known && !WRAPPER_NAMES.contains(&name) {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(names)
    }

    fn variables(&mut self, frame: &Json) -> Result<StateValue, String> {
        let names = self.names(frame)?;
        let expression = format!("({{ __proto__: null, {} }})", names.join(", "));
        let evaluated = self.evaluate(frame, &expression)?;
        let params = json!({
            "objectId": evaluated["result"]["objectId"],
            "functionDeclaration": ENCODE,
            "returnByValue": true,
        });
        let answer = self.call("Runtime.callFunctionOn", &params)?;
        let text = answer["result"]["value"].as_str().unwrap_or_default();
        serde_json::from_str(text).map_err(|error| format!("read the variables: {error}"))
    }

    fn evaluate(&mut self, frame: &Json, expression: &str) -> Result<Json, String> {
        let params = json!({
            "callFrameId": frame["callFrameId"], "expression": expression, "silent": true,
        });
        self.call("Debugger.evaluateOnCallFrame", &params)
    }

    /// Changes one part of the state; false if it cannot be set.
    fn assign(&mut self, frame: &Json, assignment: &Assignment) -> Result<bool, String> {
        let expression = match &assignment.value {
            Some(value) => format!("{} = {value}", assignment.path),
            None => format!("delete {}", assignment.path),
        };
        let answer = self.evaluate(frame, &expression)?;
        Ok(answer["exceptionDetails"].is_null())
    }

    /// Lets the program run to its end without the debugger.
    fn end(mut self) -> RunEnding {
        let _ = self.send("Debugger.disable", &json!({}));
        let _ = self.send("Runtime.runIfWaitingForDebugger", &json!({}));
        // Node waits at the end of the program until the debugger disconnects. Disconnecting
        // earlier can crash it.
        while self.receive().is_ok_and(|message| message["method"] != CONTEXT_DESTROYED) {}
        self.channel = None;
        let left = self.deadline.saturating_duration_since(Instant::now());
        let code = self.child.wait_timeout(left).and_then(|exit| exit.code);
        let _ = self.child.kill();
        let wait = Duration::from_millis(LAST_WORDS_MS);
        let output = self.output.each_ref().map(|tail| tail.text_at_end(wait)).concat();
        RunEnding { code, output }
    }
}

impl StateDriver for V8States {
    fn look(
        &self,
        run: &RunInput,
        stop: StopPoint,
    ) -> Result<Option<(String, StateValue)>, String> {
        let mut session = self.start(run)?;
        let Some(frame) = session.run_to(stop)? else { return Ok(None) };
        let function = frame["functionName"].as_str().unwrap_or_default().to_owned();
        let variables = session.variables(&frame)?;
        Ok(Some((function, variables)))
    }

    fn settable(
        &self,
        run: &RunInput,
        stop: StopPoint,
        assignments: &[Assignment],
    ) -> Result<Vec<bool>, String> {
        let mut session = self.start(run)?;
        let Some(frame) = session.run_to(stop)? else { return Ok(Vec::new()) };
        let mut settable = Vec::new();
        for Assignment { path, before, .. } in assignments {
            // A missing part of an object can be added.
            settable.push(match before {
                Some(_) => {
                    let answer = session.evaluate(&frame, &format!("{path} = {path}"))?;
                    answer["exceptionDetails"].is_null()
                }
                None => true,
            });
        }
        Ok(settable)
    }

    fn finish(
        &self,
        run: &RunInput,
        stop: Option<StopPoint>,
        assignments: &[&Assignment],
    ) -> Result<Option<RunEnding>, String> {
        let mut session = self.start(run)?;
        if let Some(stop) = stop {
            let Some(frame) = session.run_to(stop)? else { return Ok(None) };
            for assignment in assignments {
                if !session.assign(&frame, assignment)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(session.end()))
    }
}
