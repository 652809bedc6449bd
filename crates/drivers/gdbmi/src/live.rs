//! One running session: turns actions into commands and what comes back into observations.

use crate::connection::{Answer, Connection, quoted};
use crate::process::GdbProcess;
use debunk_model::{
    Action, Frame, LOGPOINT_MESSAGE, Language, Location, Observation, Pause, Place, Program, Scope,
    ScopeKind,
};
use debunk_native::{Built, EndedHow, Masks, outcome};
use debunk_wire::ChannelError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How often the driver leaves code outside the program before it reports such a pause.
const OUTSIDE_MAX: u32 = 64;
/// gdb's number of a program's first thread.
pub(crate) const FIRST_THREAD: &str = "1";
/// How gdb refuses to leave the outermost function; leaving it means running to the end.
const OUTERMOST: &str = "not meaningful in the outermost frame";

/// The state of the running session.
pub(crate) struct Live {
    /// Keeps the file as long as the session.
    _built: Arc<Built>,
    source: String,
    pub(crate) language: Language,
    pub(crate) masks: Masks,
    line_count: u32,
    /// Requested location and gdb's number.
    breakpoints: Vec<(Location, String)>,
    /// gdb's numbers of the program's frames, the innermost first.
    pub(crate) levels: Vec<String>,
    /// gdb's number of the thread that is paused.
    thread: String,
}

/// Where the program is paused.
enum PauseState {
    /// In its own text.
    Inside { frames: Vec<Frame>, levels: Vec<String> },
    /// Elsewhere; this many frames are above the program's own, if there are any of those.
    Outside { above: Option<usize>, function: String },
}

impl Live {
    pub fn new(program: &Program, built: Arc<Built>) -> Self {
        Self {
            source: built.source().to_string_lossy().into_owned(),
            language: program.language,
            masks: built.masks(),
            line_count: program.lines().line_count(),
            _built: built,
            breakpoints: Vec::new(),
            levels: Vec::new(),
            thread: FIRST_THREAD.to_owned(),
        }
    }

    /// The options that select a frame of the paused thread, by gdb's number of the frame. Of a command
    /// with a frame, gdb demands the thread as well.
    pub(crate) fn at_level(&self, level: &str) -> String {
        format!("--thread {} --frame {level}", self.thread)
    }

    pub fn perform(
        &mut self,
        process: &mut GdbProcess,
        action: &Action,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let connection = &mut process.connection;
        Ok(match action {
            Action::AddBreakpoint { at, condition } => {
                self.add(connection, *at, condition.as_deref(), deadline)?
            }
            Action::AddLogpoint { at } => self.add_logpoint(connection, *at, deadline)?,
            Action::RemoveBreakpoint { at } => self.remove(connection, *at, deadline)?,
            Action::Start => self.run(process, "exec-run", deadline)?,
            Action::Restart => {
                process.workplace.clear();
                self.run(process, "exec-run", deadline)?
            }
            Action::Continue => self.run(process, "exec-continue", deadline)?,
            Action::StepIn => self.run(process, "exec-step", deadline)?,
            Action::StepOver => self.run(process, "exec-next", deadline)?,
            Action::StepOut => self.run(process, "exec-finish", deadline)?,
            Action::Look => {
                let answer = connection.call(VARIABLES, deadline)?;
                match answer {
                    Ok(results) => Observation::Looked { variables: self.variables(&results) },
                    Err(reason) => Observation::Refused { reason: self.masks.apply(&reason) },
                }
            }
            Action::LookAtCallers { order } => self.callers(connection, *order, deadline)?,
            Action::Evaluate(evaluation) => self.evaluate(connection, evaluation, deadline)?,
            Action::Expand(expansion) => self.expand(connection, expansion, deadline)?,
            Action::Complete(completion) => self.complete(connection, completion, deadline)?,
        })
    }

    fn add(
        &mut self,
        connection: &mut Connection,
        at: Location,
        condition: Option<&str>,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let condition = condition.map(|text| format!("-c {} ", quoted(text))).unwrap_or_default();
        let command = format!(
            "break-insert {condition}--source {} --line {}",
            quoted(&self.source),
            at.line.min(self.line_count + 1)
        );
        self.insert(connection, at, &command, deadline)
    }

    /// gdb calls it a dynamic printf.
    fn add_logpoint(
        &mut self,
        connection: &mut Connection,
        at: Location,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let place = format!("{}:{}", self.source, at.line.min(self.line_count + 1));
        let message = format!("{LOGPOINT_MESSAGE}\n");
        let command = format!("dprintf-insert {} {}", quoted(&place), quoted(&message));
        self.insert(connection, at, &command, deadline)
    }

    fn insert(
        &mut self,
        connection: &mut Connection,
        at: Location,
        command: &str,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let results = match connection.call(command, deadline)? {
            Ok(results) => results,
            Err(reason) => {
                return Ok(Observation::BreakpointRefused { reason: self.masks.apply(&reason) });
            }
        };
        let breakpoint = &results["bkpt"];
        let number = text(&breakpoint["number"]).to_owned();
        let Some(line) = line_of(breakpoint) else {
            let reason = "it is set nowhere".to_owned();
            return Ok(Observation::BreakpointRefused { reason });
        };
        self.breakpoints.push((at, number));
        Ok(Observation::BreakpointSet { at: Location::new(line, 0) })
    }

    fn remove(
        &mut self,
        connection: &mut Connection,
        at: Location,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let Some(position) = self.breakpoints.iter().position(|(other, _)| *other == at) else {
            let reason = "it was never set".to_owned();
            return Ok(Observation::BreakpointNotRemoved { reason });
        };
        let command = format!("break-delete {}", self.breakpoints[position].1);
        Ok(match connection.call(&command, deadline)? {
            Ok(_) => {
                self.breakpoints.swap_remove(position);
                Observation::BreakpointRemoved
            }
            Err(reason) => Observation::BreakpointNotRemoved { reason },
        })
    }

    /// Lets the program run until it pauses in its own text or has ended.
    fn run(
        &mut self,
        process: &mut GdbProcess,
        command: &str,
        deadline: Instant,
    ) -> Result<Observation, ChannelError> {
        let mut command = command.to_owned();
        for passed in 0.. {
            let connection = &mut process.connection;
            match connection.call(&command, deadline)? {
                Ok(_) => {}
                Err(reason) if reason.contains(OUTERMOST) => {
                    command = "exec-continue".to_owned();
                    continue;
                }
                Err(reason) => {
                    return Ok(Observation::Refused { reason: self.masks.apply(&reason) });
                }
            }
            let stop = connection.stop(deadline)?;
            if let Some(ended) = ended(&stop) {
                let outcome = outcome(&process.workplace.output(), &ended, &self.masks);
                return Ok(Observation::Finished(outcome));
            }
            self.thread = text(&stop["thread-id"]).to_owned();
            let stack = connection.request("stack-list-frames");
            let variables = connection.request(VARIABLES);
            connection.flush(deadline)?;
            let rest = self.rest(connection.answer(stack, deadline)?);
            let variables = connection.answer(variables, deadline)?;
            match rest {
                PauseState::Inside { frames, levels } => {
                    self.levels = levels;
                    let variables = variables.map(|results| self.variables(&results));
                    let variables = variables.unwrap_or_default();
                    return Ok(Observation::Paused(Pause { frames, variables }));
                }
                PauseState::Outside { function, .. } if passed >= OUTSIDE_MAX => {
                    let frame =
                        Frame { function: String::new(), place: Place::Outside { url: function } };
                    let pause = Pause { frames: vec![frame], variables: Vec::new() };
                    return Ok(Observation::Paused(pause));
                }
                PauseState::Outside { above: Some(above), .. } => {
                    command = format!("exec-finish {}", self.at_level(&(above - 1).to_string()));
                }
                PauseState::Outside { above: None, .. } => command = "exec-continue".to_owned(),
            }
        }
        Ok(Observation::Hung)
    }

    fn rest(&self, stack: Answer) -> PauseState {
        let stack = stack.unwrap_or_default();
        let frames = stack["stack"].as_array().map(Vec::as_slice).unwrap_or_default();
        match frames.iter().position(|frame| self.place(frame).is_some()) {
            Some(0) => {
                let mine = frames.iter().filter_map(|frame| {
                    Some((self.frame(frame)?, text(&frame["level"]).to_owned()))
                });
                let (frames, levels) = mine.unzip();
                PauseState::Inside { frames, levels }
            }
            above => {
                let function = frames.first().map_or("", |frame| text(&frame["func"])).to_owned();
                PauseState::Outside { above, function }
            }
        }
    }

    fn frame(&self, frame: &Value) -> Option<Frame> {
        let function = text(&frame["func"]).to_owned();
        Some(Frame { function, place: self.place(frame)? })
    }

    /// Where a frame is, if that is in the program's own text.
    fn place(&self, frame: &Value) -> Option<Place> {
        let is_mine = text(&frame["fullname"]) == self.source;
        let line = text(&frame["line"]).parse().ok().filter(|_| is_mine)?;
        Some(Place::Program { at: Location::new(line, 0) })
    }

    /// The variables of the innermost frame. Of several with one name, the innermost comes first.
    pub(crate) fn variables(&self, results: &Value) -> Vec<Scope> {
        let mut variables = BTreeMap::new();
        for variable in results["variables"].as_array().into_iter().flatten() {
            let name = text(&variable["name"]).to_owned();
            variables.entry(name).or_insert_with(|| self.value(&variable["value"]));
        }
        vec![Scope { kind: ScopeKind::Own, variables }]
    }

    pub(crate) fn value(&self, value: &Value) -> String {
        self.masks.apply(text(value))
    }
}

/// Requests the variables of the innermost frame.
pub(crate) const VARIABLES: &str = "stack-list-variables --all-values";

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The line of a breakpoint; if it is at several places, that of the first.
fn line_of(breakpoint: &Value) -> Option<u32> {
    let line = |value: &Value| text(&value["line"]).parse().ok();
    line(breakpoint).or_else(|| breakpoint["locations"].as_array()?.iter().find_map(line))
}

/// How the program ended, if it did.
pub(crate) fn ended(stop: &Value) -> Option<EndedHow> {
    match text(&stop["reason"]) {
        "exited-normally" => Some(EndedHow::Code(0)),
        // gdb reports it in octal digits.
        "exited" => {
            let code = i64::from_str_radix(text(&stop["exit-code"]), 8);
            Some(code.map_or(EndedHow::Unknown, EndedHow::Code))
        }
        "exited-signalled" => Some(EndedHow::Signal(text(&stop["signal-name"]).to_owned())),
        _ => None,
    }
}
