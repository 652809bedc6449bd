//! Runs programs on the same engines without a debugger.

use crate::coverage::{CoveredFunction, dead_spans};
use crate::driver::{V8, describe, parse_finish, read_finish};
use crate::events::{Connection, Event, Message};
use crate::host::chromium::ChromiumHost;
use crate::host::deno::{Layout, first_error, read_outcome};
use crate::host::node::NodeHost;
use crate::host::{EndSign, Host, Loaded, Setup, decoy_flags};
use crate::protocol::Evaluated;
use debunk_model::{Goal, Outcome, Program, Span};
use debunk_sandbox::{Child, Spawn, TextTail, drain_in_background, read_answer, run_to_end};
use debunk_session::{OpenError, PlainRun, PlainRunner};
use debunk_shell::inspector::read;
use debunk_shell::javascript::{Finish, PROGRAM_URL_PREFIX};
use debunk_shell::{Shell, within};
use serde::Deserialize;
use serde_json::json;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

/// A program that takes longer without a debugger cannot be used for tests.
const RUN_TIMEOUT_MS: u64 = 2_000;
/// The start of a process adds to a run.
const START_TIMEOUT_MS: u64 = 15_000;
/// How long a process that has closed its pipes may take to end.
const END_TIMEOUT_MS: u64 = 500;
/// A process is replaced after this many runs, so that nothing piles up in it.
const RUNS_PER_PROCESS: u32 = 1_000;

/// How the host in deno_script.mjs says that a script does not parse.
const DENO_UNPARSED: i32 = 77;

/// Node without an inspector: a process that takes one program per line.
pub(crate) struct NodeRunner {
    setup: Setup,
    process: Option<NodeProcess>,
    decoy: Option<Shell<V8<NodeHost>>>,
    /// Whether the last process had to be ended. Hangs often come in a row; each then begins in a
    /// process that has shown that it answers, and costs no more than its own time.
    has_failed: bool,
}

struct NodeProcess {
    child: Child,
    stdin: File,
    stdout: File,
    stderr: TextTail,
    runs: u32,
}

#[derive(Deserialize)]
struct NodeAnswer {
    outcome: Option<Finish>,
    parse: Option<String>,
    unsupported: Option<String>,
    functions: Option<Vec<CoveredFunction>>,
}

enum Failure {
    TimedOut,
    Died(String),
}

impl NodeRunner {
    pub fn new(setup: Setup) -> Self {
        Self { setup, process: None, decoy: None, has_failed: false }
    }

    fn start(&self) -> Result<NodeProcess, Failure> {
        let died = |error: &dyn std::fmt::Display| Failure::Died(error.to_string());
        let script = self.setup.node_script(include_str!("js/node_plain.js"));
        let mut child = self
            .setup
            .node_spawn()
            .args(["-e", &script])
            .stdin(true)
            .stdout(true)
            .stderr(true)
            .spawn(&self.setup.area)
            .map_err(|error| died(&error))?;
        let missing = || died(&"a pipe is missing");
        Ok(NodeProcess {
            stdin: child.take_stdin().ok_or_else(missing)?,
            stdout: child.take_stdout().ok_or_else(missing)?,
            stderr: drain_in_background(child.take_stderr().ok_or_else(missing)?),
            child,
            runs: 0,
        })
    }

    fn ask(&mut self, program: &Program, coverage: bool) -> Result<NodeAnswer, Failure> {
        if self.process.as_ref().is_some_and(|process| process.runs >= RUNS_PER_PROCESS) {
            self.process = None;
        }
        let mut limit_ms = RUN_TIMEOUT_MS;
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let mut started = self.start()?;
                if self.has_failed {
                    let nothing = program.with_text("");
                    started.exchange(&nothing, false, RUN_TIMEOUT_MS + START_TIMEOUT_MS)?;
                } else {
                    limit_ms += START_TIMEOUT_MS;
                }
                self.process.insert(started)
            }
        };
        process.runs += 1;
        let answer = process.exchange(program, coverage, limit_ms);
        self.has_failed = answer.is_err();
        if self.has_failed {
            self.process = None;
        }
        answer
    }
}

impl NodeProcess {
    fn exchange(
        &mut self,
        program: &Program,
        coverage: bool,
        limit_ms: u64,
    ) -> Result<NodeAnswer, Failure> {
        let request = json!({
            "text": &*program.text, "goal": program.goal, "coverage": coverage,
        });
        let died = |error: &dyn std::fmt::Display| Failure::Died(error.to_string());
        if self.stdin.write_all(format!("{request}\n").as_bytes()).is_err() {
            return Err(Failure::Died(self.end()));
        }
        let deadline = within(limit_ms);
        match read_answer(&mut self.stdout, deadline) {
            Ok(line) => serde_json::from_str(&line).map_err(|error| died(&error)),
            Err(_) if Instant::now() >= deadline => {
                self.child.kill();
                Err(Failure::TimedOut)
            }
            Err(_) => Err(Failure::Died(self.end())),
        }
    }

    /// How it ended; if it never answered, its last words as well.
    fn end(&mut self) -> String {
        let limit = Duration::from_millis(END_TIMEOUT_MS);
        let exit = self.child.wait_timeout(limit).unwrap_or_else(|| self.child.kill());
        let words = self.stderr.text_at_end(limit);
        let last = words.lines().rev().map(str::trim).find(|line| !line.is_empty());
        match last {
            Some(line) if self.runs <= 1 => format!("{exit}: {line}"),
            _ => exit.to_string(),
        }
    }
}

impl PlainRunner for NodeRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        match self.ask(program, false) {
            Ok(NodeAnswer { parse: Some(reason), .. }) => PlainRun::DoesNotParse(reason),
            Ok(NodeAnswer { unsupported: Some(reason), .. }) => PlainRun::Unsupported(reason),
            Ok(NodeAnswer { outcome: Some(finish), .. }) => {
                PlainRun::Ended(finish.into_outcome(None))
            }
            Ok(_) => PlainRun::Died("the host gave no answer".to_owned()),
            Err(Failure::TimedOut) => PlainRun::TimedOut,
            Err(Failure::Died(how)) => PlainRun::Died(how),
        }
    }

    /// With the inspector, which has other code below the program, but without its debugger.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        let setup = &self.setup;
        let decoy = || Shell::new(V8 { host: NodeHost::new(setup.clone(), false) });
        run_undisturbed(self.decoy.get_or_insert_with(decoy), program)
    }

    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String> {
        match self.ask(program, true) {
            Ok(NodeAnswer { functions: Some(functions), .. }) => {
                Ok(dead_spans(&program.text, &functions))
            }
            Ok(_) => Err("this Node gives no coverage".to_owned()),
            Err(Failure::TimedOut) => Err("the program did not end in time".to_owned()),
            Err(Failure::Died(how)) => Err(how),
        }
    }
}

/// Runs a program to its end on a host whose debugger is disabled.
fn run_undisturbed<H: Host>(shell: &mut Shell<V8<H>>, program: &Program) -> PlainRun {
    let run = run_and_stay(shell, program);
    shell.close();
    run
}

/// The same, without leaving the program's environment.
fn run_and_stay<H: Host>(shell: &mut Shell<V8<H>>, program: &Program) -> PlainRun {
    match shell.open(program) {
        Ok(()) => {}
        Err(OpenError::DoesNotParse(reason)) => return PlainRun::DoesNotParse(reason),
        Err(OpenError::Unsupported(reason)) => return PlainRun::Unsupported(reason),
        Err(OpenError::Dead(how)) => return PlainRun::Died(how),
    }
    let Some((_, process, live)) = shell.session() else {
        return PlainRun::Died("no process".to_owned());
    };
    let deadline = within(RUN_TIMEOUT_MS);
    match run_loaded(&mut process.connection, &live.loaded, deadline) {
        Ok(outcome) => PlainRun::Ended(outcome),
        Err(_) => {
            shell.discard();
            PlainRun::TimedOut
        }
    }
}

/// Chromium with the debugger disabled.
pub(crate) struct ChromiumRunner {
    setup: Setup,
    shell: Shell<V8<ChromiumHost>>,
    decoy: Option<Shell<V8<ChromiumHost>>>,
}

#[derive(Deserialize)]
struct Coverage {
    result: Vec<CoveredScript>,
}

#[derive(Deserialize)]
struct CoveredScript {
    url: String,
    functions: Vec<CoveredFunction>,
}

impl ChromiumRunner {
    pub fn new(setup: Setup) -> Self {
        let host = ChromiumHost::new(setup.clone(), false);
        Self { shell: Shell::new(V8 { host }), setup, decoy: None }
    }
}

/// Runs a loaded program to its end, with nothing that could make it pause.
fn run_loaded(
    connection: &mut Connection,
    loaded: &Loaded,
    deadline: Instant,
) -> Result<Outcome, String> {
    let text = |error: debunk_wire::ChannelError| error.to_string();
    let answer = connection.call(loaded.start.0, &loaded.start.1, deadline).map_err(text)?;
    let evaluated: Evaluated = read(answer)?;
    let (EndSign::Settle(ask) | EndSign::Report(ask, _)) = &loaded.end else {
        return Err("no end".to_owned());
    };
    let asked = connection.request(ask.method, &ask.params);
    connection.flush(deadline).map_err(text)?;
    let finish = loop {
        match (connection.next(deadline).map_err(text)?, &loaded.end) {
            (Message::Reply(id, answer), EndSign::Settle(_)) if id == asked => {
                break read_finish(answer)?;
            }
            (Message::Event(Event::Reported(context, text)), EndSign::Report(_, own))
                if context == *own =>
            {
                break parse_finish(&text)?;
            }
            (Message::Event(Event::Detached), _) => return Err("the debugger detached".to_owned()),
            _ => {}
        }
    };
    let control = loaded.control.as_deref();
    let thrown = evaluated.exception_details.as_ref();
    let thrown =
        thrown.map(|details| describe(connection, control, details, deadline).map_err(text));
    Ok(finish.into_outcome(thrown.transpose()?))
}

impl PlainRunner for ChromiumRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        run_undisturbed(&mut self.shell, program)
    }

    /// With a smaller stack.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        let setup = &self.setup;
        let decoy = || Shell::new(V8 { host: ChromiumHost::decoy(setup.clone()) });
        run_undisturbed(self.decoy.get_or_insert_with(decoy), program)
    }

    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String> {
        let deadline = within(START_TIMEOUT_MS);
        // Loading starts the process if there is none yet.
        self.run(program);
        let connection = &mut self.shell.process().ok_or("no process")?.connection;
        connection.request("Profiler.enable", &json!({}));
        let params = json!({ "callCount": true, "detailed": true });
        connection.request("Profiler.startPreciseCoverage", &params);
        let run = run_and_stay(&mut self.shell, program);
        let connection = &mut self.shell.process().ok_or("no process")?.connection;
        let text = |error: debunk_wire::ChannelError| error.to_string();
        let taken =
            connection.call("Profiler.takePreciseCoverage", &json!({}), deadline).map_err(text)?;
        connection.request("Profiler.stopPreciseCoverage", &json!({}));
        connection.call("Profiler.disable", &json!({}), deadline).map_err(text)??;
        self.shell.close();
        if !matches!(run, PlainRun::Ended(_)) {
            return Err("the program did not end".to_owned());
        }
        let coverage: Coverage = read(taken)?;
        let script = coverage
            .result
            .into_iter()
            .rfind(|script| script.url.starts_with(PROGRAM_URL_PREFIX))
            .ok_or("the program is not in the report")?;
        Ok(dead_spans(&program.text, &script.functions))
    }
}

/// Deno without an inspector: a process per program.
pub(crate) struct DenoRunner {
    setup: Setup,
}

impl DenoRunner {
    pub fn new(setup: Setup) -> Self {
        Self { setup }
    }

    fn run_with(
        &self,
        program: &Program,
        flags: &[&str],
    ) -> Result<(PlainRun, Option<String>), String> {
        self.run_by(program, |setup, layout| setup.deno_spawn(layout, flags))
    }

    fn run_by(
        &self,
        program: &Program,
        spawn: impl FnOnce(&Setup, &Layout) -> Spawn,
    ) -> Result<(PlainRun, Option<String>), String> {
        let layout = self.setup.deno_layout(program)?;
        let spawn = spawn(&self.setup, &layout);
        let limit = Duration::from_millis(RUN_TIMEOUT_MS + START_TIMEOUT_MS);
        let finished = run_to_end(spawn, &self.setup.area, layout.secret.as_bytes(), limit)
            .map_err(|error| error.to_string())?;
        if finished.timed_out {
            return Ok((PlainRun::TimedOut, None));
        }
        let run = match read_outcome(&finished.stdout_text(), &layout.secret) {
            Some(Outcome { error: Some(error), .. })
                if program.goal == Goal::Script && finished.exit.code == Some(DENO_UNPARSED) =>
            {
                PlainRun::DoesNotParse(error)
            }
            Some(outcome) => PlainRun::Ended(outcome),
            // A module that does not parse never reaches its host.
            None => match first_error(&finished.stderr_text()) {
                error if program.goal == Goal::Module => PlainRun::DoesNotParse(error),
                error => PlainRun::Died(error),
            },
        };
        let report = layout.folder.path().join("coverage");
        Ok((run, read_coverage_folder(&report)))
    }
}

fn read_coverage_folder(folder: &std::path::Path) -> Option<String> {
    std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok())
        .find(|text| text.contains(PROGRAM_URL_PREFIX) || text.contains("/program.mjs"))
}

impl PlainRunner for DenoRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        match self.run_with(program, &[]) {
            Ok((run, _)) => run,
            Err(error) => PlainRun::Died(error),
        }
    }

    /// With a smaller stack.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        let flags = decoy_flags();
        match self.run_by(program, |setup, layout| setup.deno_spawn_with(layout, &[], &flags)) {
            Ok((run, _)) => run,
            Err(error) => PlainRun::Died(error),
        }
    }

    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String> {
        let (_, report) =
            self.run_with(program, &["--coverage=coverage", "--allow-write=coverage"])?;
        let report = report.ok_or("this Deno gives no coverage of such a program")?;
        let script: CoveredScript =
            serde_json::from_str(&report).map_err(|error| error.to_string())?;
        Ok(dead_spans(&program.text, &script.functions))
    }
}
