//! Runs programs on the same engine without a debugger.

use crate::coverage::dead_spans;
use crate::events::Message;
use crate::host::{BunProcess, BunSetup, request_run, request_value};
use crate::protocol::{BasicBlocks, Evaluated};
use debunk_model::{Program, Span};
use debunk_sandbox::{
    Ahead, Child, SandboxError, TextTail, drain_in_background, read_answer, read_line_matching,
};
use debunk_session::{PlainRun, PlainRunner};
use debunk_shell::inspector::read;
use debunk_shell::javascript::Finish;
use debunk_wire::ChannelError;
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

/// A program that takes longer without a debugger cannot be used for tests.
const RUN_TIMEOUT_MS: u64 = 2_000;
const START_TIMEOUT_MS: u64 = 15_000;
/// How many more frames are below a program in the decoy.
const DECOY_FRAMES: u32 = 24;

/// Bun without an inspector: a process per program, and the next one started ahead.
pub(crate) struct BunRunner {
    setup: BunSetup,
    ahead: Ahead<PlainProcess>,
}

struct PlainProcess {
    child: Child,
    stdin: File,
    stdout: File,
    _stderr: TextTail,
}

#[derive(Deserialize)]
struct PlainAnswer {
    outcome: Option<Finish>,
    parse: Option<String>,
}

impl PlainProcess {
    fn start(setup: &BunSetup) -> Result<Self, String> {
        let spawn = setup.spawn(include_str!("js/plain.js"), &[]).stdin(true).stdout(true);
        let mut child = spawn.spawn(&setup.area).map_err(|error| error.to_string())?;
        let missing = "a pipe is missing";
        let stdin = child.take_stdin().ok_or(missing)?;
        let mut stdout = child.take_stdout().ok_or(missing)?;
        let stderr = drain_in_background(child.take_stderr().ok_or(missing)?);
        let deadline = Instant::now() + Duration::from_millis(START_TIMEOUT_MS);
        read_line_matching(&mut stdout, deadline, |line| (line == "ready").then(String::new))
            .map_err(|error| error.to_string())?;
        Ok(Self { child, stdin, stdout, _stderr: stderr })
    }

    fn run(mut self, program: &Program, frames: u32) -> PlainRun {
        let request =
            json!({ "text": &*program.text, "goal": program.goal, "frames": frames }).to_string();
        if let Err(error) = self.stdin.write_all(request.as_bytes()) {
            return PlainRun::Died(error.to_string());
        }
        drop(self.stdin);
        let deadline = Instant::now() + Duration::from_millis(RUN_TIMEOUT_MS);
        let answer = read_answer(&mut self.stdout, deadline);
        match answer.map(|text| serde_json::from_str::<PlainAnswer>(&text)) {
            Ok(Ok(PlainAnswer { parse: Some(reason), .. })) => PlainRun::DoesNotParse(reason),
            Ok(Ok(PlainAnswer { outcome: Some(finish), .. })) => {
                PlainRun::Ended(finish.into_outcome(None))
            }
            Ok(_) => PlainRun::Died("the host gave no answer".to_owned()),
            Err(SandboxError::OutputLate { .. }) => PlainRun::TimedOut,
            Err(_) => PlainRun::Died(self.child.kill().to_string()),
        }
    }
}

impl BunRunner {
    pub fn new(setup: BunSetup) -> Self {
        Self { setup, ahead: Ahead::new() }
    }

    fn run_above(&mut self, program: &Program, frames: u32) -> PlainRun {
        let setup = self.setup.clone();
        match self.ahead.take(move || PlainProcess::start(&setup)) {
            Ok(process) => process.run(program, frames),
            Err(error) => PlainRun::Died(error),
        }
    }
}

impl PlainRunner for BunRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        self.run_above(program, 0)
    }

    /// Higher on the stack, as a debugger may have more below a program.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        self.run_above(program, DECOY_FRAMES)
    }

    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String> {
        let mut process = BunProcess::start(&self.setup)?;
        measure(&mut process, program)
    }
}

/// Runs the program with the profiler on. The debugger is attached, since only it reports the
/// number of a script, but nothing makes it pause.
fn measure(process: &mut BunProcess, program: &Program) -> Result<Vec<Span>, String> {
    let told = |error: ChannelError| error.to_string();
    let deadline = Instant::now() + Duration::from_millis(START_TIMEOUT_MS);
    let never = json!({ "enabled": false });
    process.connection.request("Debugger.setPauseOnDebuggerStatements", &never);
    process.connection.request("Runtime.enableControlFlowProfiler", &json!({}));
    let loaded = process.load(program).map_err(|error| error.to_string())?;
    let connection = &mut process.connection;
    let run = loaded.run_request.unwrap_or_else(|| request_run(connection));
    connection.request("Debugger.resume", &json!({}));
    connection.flush(deadline).map_err(told)?;
    let mut end = None;
    let deadline = Instant::now() + Duration::from_millis(RUN_TIMEOUT_MS);
    loop {
        match connection.next(deadline).map_err(told)? {
            Message::Reply(id, answer) if id == run => {
                end = Some(request_value(connection, &read::<Evaluated>(answer)?)?);
            }
            Message::Reply(id, _) if Some(id) == end => break,
            Message::Reply(..) => {}
            Message::Event(_) => {
                connection.request("Debugger.resume", &json!({}));
            }
        }
        connection.flush(deadline).map_err(told)?;
    }
    let params = json!({ "sourceID": loaded.script_id });
    let answer = connection.call("Runtime.getBasicBlocks", &params, deadline).map_err(told)?;
    Ok(dead_spans(&program.text, &read::<BasicBlocks>(answer)?.basic_blocks))
}
