//! Reports what an adapter does at the handshake, what it can do, and where it violates the
//! protocol.

use crate::connection::Connection;
use crate::departure::{Departure, Peer};
use crate::live::Live;
use crate::process::{AdapterProcess, Setup};
use crate::{Checker, DapDebugger};
use debunk_languages::sample_program;
use debunk_model::{Action, Language, Location, Observation, Program};
use debunk_native::Built;
use debunk_wire::ChannelError;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

const OPEN_TIMEOUT_MS: u64 = 15_000;
const ACTION_TIMEOUT_MS: u64 = 8_000;
/// The text of the line at which the sample is stopped.
const BREAK_TEXT: &str = "* 2";

/// One message at the handshake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandshakeStep {
    /// `debunk` or `adapter`.
    pub who: &'static str,
    /// The message.
    pub what: String,
}

/// One action of the trial session and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TrialStep {
    /// The action.
    pub action: String,
    /// The observation.
    pub observation: String,
    /// Whether it is what a working adapter answers.
    pub is_good: bool,
}

/// What the check of an adapter found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AdapterReport {
    /// The conversation until the program ran, in order.
    pub handshake: Vec<HandshakeStep>,
    /// Its declared capabilities, sorted.
    pub capabilities: Vec<String>,
    /// The trial session.
    pub session: Vec<TrialStep>,
    /// Where either side violates the protocol.
    pub departures: Vec<Departure>,
    /// Why there is no more to report, if something went wrong.
    pub problem: Option<String>,
}

impl AdapterReport {
    /// Whether a whole session went well.
    pub fn works(&self) -> bool {
        self.problem.is_none() && self.session.iter().all(|step| step.is_good)
    }

    /// Where one side violates the protocol.
    pub fn departures_of(&self, peer: Peer) -> impl Iterator<Item = &Departure> {
        self.departures.iter().filter(move |departure| departure.by == peer)
    }

    /// Whether the adapter has declared a capability.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|one| one == capability)
    }
}

/// The program of the trial session.
fn sample(language: Language) -> Program {
    Program::script("sample", language, sample_program(language))
}

/// Runs a trial session with the adapter and watches every message.
pub fn check(debugger: &DapDebugger) -> AdapterReport {
    let setup = &debugger.setup;
    let language = setup.spec.languages.first().copied();
    let mut program = sample(language.unwrap_or(Language::Python));
    let mut report = AdapterReport::default();
    let built = match (&setup.spec.sample, &setup.spec.extension) {
        (Some(text), extension) => {
            program = program.with_text(text.as_str());
            let extension = extension.as_deref().unwrap_or(program.extension());
            setup.builder.file(text, extension)
        }
        (None, _) => setup.builder.build(&program),
    };
    let built = match built {
        Ok(built) => built,
        Err(error) => {
            return AdapterReport { problem: Some(format!("failed to {error}")), ..report };
        }
    };
    match AdapterProcess::start(setup, Some(&built), true) {
        Ok(mut process) => play(setup, &mut process, &program, built, &mut report),
        Err(reason) => report.problem = Some(reason),
    }
    report
}

fn play(
    setup: &Setup,
    process: &mut AdapterProcess,
    program: &Program,
    built: Arc<Built>,
    report: &mut AdapterReport,
) {
    report.capabilities = capabilities(&process.connection);
    let deadline = Instant::now() + Duration::from_millis(OPEN_TIMEOUT_MS);
    let result = match Live::open(setup, process, program, built, deadline) {
        Ok(Ok(mut live)) => try_all(setup, process, &mut live, program, report),
        Ok(Err(error)) => Err(error.to_string()),
        Err(error) => Err(problem(&error)),
    };
    report.problem = result.err().map(|reason| process.words.mask(&reason));
    if report.handshake.is_empty() {
        report.handshake = handshake(&process.connection);
    }
    if report.capabilities.is_empty() {
        report.capabilities = capabilities(&process.connection);
    }
    report.departures = process.departures();
    for departure in &mut report.departures {
        departure.what = process.words.mask(&departure.what);
    }
}

fn problem(error: &ChannelError) -> String {
    match error {
        ChannelError::TimedOut => "it did not answer in time".to_owned(),
        ChannelError::Ended(reason) => reason.clone(),
    }
}

fn try_all(
    setup: &Setup,
    process: &mut AdapterProcess,
    live: &mut Live,
    program: &Program,
    report: &mut AdapterReport,
) -> Result<(), String> {
    let number = program.text.lines().position(|line| line.contains(BREAK_TEXT)).unwrap_or(0);
    let at = Location::new(number as u32 + 1, 0);
    let evaluate = Action::evaluate("amount");
    let actions = [
        Action::add_breakpoint(at),
        // As an editor does that sends all of a file's breakpoints again.
        Action::add_breakpoint(at),
        Action::Start,
        Action::StepOver,
        Action::Look,
        evaluate,
        Action::RemoveBreakpoint { at },
        Action::RemoveBreakpoint { at },
        Action::StepOut,
        Action::StepIn,
        Action::Continue,
    ];
    for action in actions {
        let deadline = Instant::now() + Duration::from_millis(ACTION_TIMEOUT_MS);
        let observation =
            live.perform(setup, process, &action, deadline).map_err(|error| problem(&error))?;
        if action == Action::Start {
            report.handshake = handshake(&process.connection);
            process.connection.spoken = None;
        }
        let text = match &observation {
            Observation::Looked { variables } => {
                let shown: Vec<String> = variables
                    .iter()
                    .flat_map(|scope| &scope.variables)
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                format!("variables {}", shown.join(", "))
            }
            Observation::Finished(outcome) => {
                format!("{observation}, after the output {:?}", outcome.output.join("\n"))
            }
            other => other.to_string(),
        };
        let is_good = is_good(&action, &observation);
        report.session.push(TrialStep { action: action.to_string(), observation: text, is_good });
        if observation.is_end() {
            break;
        }
    }
    Ok(())
}

/// Whether the answer is what a working adapter gives for the sample.
fn is_good(action: &Action, observation: &Observation) -> bool {
    match (action, observation) {
        (Action::AddBreakpoint { at, .. }, Observation::BreakpointSet { at: actual }) => {
            at.line == actual.line
        }
        (Action::RemoveBreakpoint { .. }, Observation::BreakpointRemoved) => true,
        (Action::Continue, Observation::Finished(outcome)) => {
            outcome.output.last().is_some_and(|line| line.ends_with('7'))
        }
        (Action::Continue, _) => false,
        (_, Observation::Paused(_)) => action.is_control(),
        (Action::Look, Observation::Looked { variables }) => {
            variables.iter().any(|scope| scope.variables.contains_key("amount"))
        }
        (Action::Evaluate(_), Observation::Evaluated { value }) => value.contains('3'),
        _ => false,
    }
}

fn handshake(connection: &Connection) -> Vec<HandshakeStep> {
    connection
        .spoken
        .iter()
        .flatten()
        .map(|one| HandshakeStep {
            who: if one.is_ours { "debunk" } else { "adapter" },
            what: one.what.clone(),
        })
        .collect()
}

fn capabilities(connection: &Connection) -> Vec<String> {
    let declared = connection.capabilities.as_object();
    let mut names: Vec<String> = declared
        .into_iter()
        .flatten()
        .filter(|(_, value)| value.as_bool() == Some(true))
        .map(|(name, _)| name.clone())
        .collect();
    names.sort();
    names
}

/// What was noticed on one connection.
pub(crate) fn departures_of(connection: &Connection) -> Vec<Departure> {
    connection.checker.as_ref().map(Checker::departures).unwrap_or_default().to_vec()
}
