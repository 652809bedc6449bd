//! Deno: one process per program, and the next one started ahead.

use super::{ENGINE_SEED_FLAG, EndSign, Host, Loaded, Process, Product, Setup};
use crate::driver::V8;
use crate::events::{Connection, Event, Message};
use crate::plain::DenoRunner;
use crate::values;
use debunk_model::{Goal, Outcome, Program};
use debunk_sandbox::{
    Spawn, TempFolder, TextTail, collect_in_background, drain_in_background, read_line_matching,
};
use debunk_session::{Driver, OpenError, PlainRunner, secret};
use debunk_shell::inspector::read;
use debunk_shell::javascript::{Finish, PRELUDE};
use debunk_shell::{LoadError, Shell, within};
use debunk_wire::{Channel, ChannelError};
use serde::Deserialize;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::time::Duration;

const START_TIMEOUT_MS: u64 = 20_000;
const EXIT_TIMEOUT_MS: u64 = 5_000;
const MEMORY_LIMIT_MIB: u64 = 2_048;
/// Deno loses its first pause if it is resumed right after the debugger was enabled; on a busy
/// machine it takes longer. One attempt for each of these.
const SETTLE_AFTER_ENABLE_MS: [u64; 4] = [5, 40, 200, 600];
/// A first pause that has not arrived by then is lost.
const FIRST_PAUSE_TIMEOUT_MS: u64 = 5_000;

/// An installed Deno.
pub(crate) struct Deno(pub Setup);

impl Product for Deno {
    fn has_modules(&self) -> bool {
        true
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(V8 { host: DenoHost::new(self.0.clone()) }))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(DenoRunner::new(self.0.clone()))
    }
}

/// A program in its own folder.
pub(crate) struct Layout {
    pub folder: TempFolder,
    /// The prefix of the host's words; the program cannot see it.
    pub secret: String,
}

/// How Deno is started.
impl Setup {
    /// Writes the program with its host.
    pub fn deno_layout(&self, program: &Program) -> Result<Layout, String> {
        let folder = self.area.subfolder("deno").map_err(|error| error.to_string())?;
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text)
                .map_err(|error| format!("cannot write {name}: {error}"))
        };
        write("prelude.js", PRELUDE)?;
        write("gate.mjs", include_str!("../js/deno_host.mjs"))?;
        let main = match program.goal {
            Goal::Script => {
                write("program.txt", &program.text)?;
                include_str!("../js/deno_script.mjs")
            }
            Goal::Module => {
                write("program.mjs", &program.text)?;
                include_str!("../js/deno_module.mjs")
            }
        };
        write("main.mjs", main)?;
        Ok(Layout { folder, secret: secret() })
    }

    /// A process-to-be that runs the program.
    pub fn deno_spawn(&self, layout: &Layout, flags: &[&str]) -> Spawn {
        self.deno_spawn_with(layout, flags, ENGINE_SEED_FLAG)
    }

    /// The same with other engine flags.
    pub fn deno_spawn_with(&self, layout: &Layout, flags: &[&str], engine_flags: &str) -> Spawn {
        let read_only = format!("--allow-read={}", layout.folder.path().display());
        Spawn::new(&self.binary)
            .args(["run", "--no-check", "--no-config", "--no-prompt", &read_only])
            .arg(format!("--v8-flags={engine_flags}"))
            .args(flags)
            .arg("main.mjs")
            .env("DENO_NO_UPDATE_CHECK", "1")
            .env("NO_COLOR", "1")
            .current_dir(layout.folder.path())
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .stdout(true)
            .stderr(true)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InstrumentationSet {
    breakpoint_id: String,
}

/// What only a process of Deno has.
pub(crate) struct DenoExtra {
    stdout: TextTail,
    layout: Layout,
}

type DenoProcess = Process<DenoExtra>;

/// The host.
pub(crate) struct DenoHost {
    setup: Setup,
    /// How many processes were started for the present program.
    attempts: usize,
}

impl DenoHost {
    pub fn new(setup: Setup) -> Self {
        Self { setup, attempts: 0 }
    }

    fn try_start(&self, program: &Program) -> Result<DenoProcess, String> {
        let layout = self.setup.deno_layout(program)?;
        let mut child = self
            .setup
            .deno_spawn(&layout, &["--inspect-brk=127.0.0.1:0"])
            .stdin(true)
            .spawn(&self.setup.area)
            .map_err(|error| error.to_string())?;
        let deadline = within(START_TIMEOUT_MS);
        let mut stdin = child.take_stdin().ok_or("no stdin")?;
        stdin.write_all(layout.secret.as_bytes()).map_err(|error| error.to_string())?;
        drop(stdin);
        let mut stderr = child.take_stderr().ok_or("no stderr")?;
        let stdout = child.take_stdout().ok_or("no stdout")?;
        let url = read_line_matching(&mut stderr, deadline, |line| {
            line.split_once("ws://").map(|(_, rest)| format!("ws://{}", rest.trim()))
        })
        .map_err(|error| error.to_string())?;
        let channel = Channel::connect_by(&url, |address| child.connect(address.port()))
            .map_err(|error| error.to_string())?;
        Ok(Process {
            child,
            stderr: drain_in_background(stderr),
            connection: Connection::new(channel),
            sessions: 0,
            extra: DenoExtra { stdout: collect_in_background(stdout), layout },
        })
    }
}

/// The line of Deno's complaint that names the error.
pub(crate) fn first_error(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("Error")).unwrap_or("no reason given");
    line.trim_start_matches("error: ").to_owned()
}

/// Reads what the host wrote when it ended.
pub(crate) fn read_outcome(stdout: &str, secret: &str) -> Option<Outcome> {
    let line = stdout.lines().rev().find_map(|line| line.strip_prefix(secret))?;
    let finish: Finish = serde_json::from_str(line).ok()?;
    Some(finish.into_outcome(None))
}

impl Host for DenoHost {
    type Extra = DenoExtra;

    fn start(&mut self, program: &Program) -> Result<DenoProcess, OpenError> {
        self.try_start(program).map_err(OpenError::Dead)
    }

    fn load(&mut self, process: &mut DenoProcess, program: &Program) -> Result<Loaded, LoadError> {
        let settle_ms = SETTLE_AFTER_ENABLE_MS[self.attempts % SETTLE_AFTER_ENABLE_MS.len()];
        self.attempts += 1;
        let deadline = within(FIRST_PAUSE_TIMEOUT_MS);
        let connection = &mut process.connection;
        connection.request("Runtime.enable", &json!({}));
        connection.request("Debugger.enable", &json!({}));
        let patterns = json!({ "patterns": ["^(?!debunk:program/|.*/program\\.mjs$)"] });
        let id = connection.request("Debugger.setBlackboxPatterns", &patterns);
        connection.flush(deadline)?;
        connection.reply(id, deadline)?.map_err(ChannelError::Ended)?;
        std::thread::sleep(Duration::from_millis(settle_ms));
        let before = json!({ "instrumentation": "beforeScriptExecution" });
        let mut instrumentation = None;
        if program.goal == Goal::Script {
            let method = "Debugger.setInstrumentationBreakpoint";
            let answer = read(connection.call(method, &before, deadline)?);
            let set: InstrumentationSet = answer.map_err(ChannelError::Ended)?;
            instrumentation = Some(set.breakpoint_id);
        }
        connection.request("Runtime.runIfWaitingForDebugger", &json!({}));
        connection.flush(deadline)?;
        // A module is parsed before the gate in front of it runs, where the first pause is; a
        // script is parsed later, and the engine announces that it is about to run.
        loop {
            match connection.next(deadline)? {
                Message::Event(Event::Paused(paused)) => {
                    if let Some(script_id) = connection.noted.newest_program.take() {
                        if let Some(id) = instrumentation {
                            let params = json!({ "breakpointId": id });
                            connection.call("Debugger.removeBreakpoint", &params, deadline)?.ok();
                        }
                        let start = ("Debugger.resume", json!({}));
                        let end = EndSign::ContextDestroyed;
                        // A script is held at its first statement, a module before it.
                        let held = paused
                            .call_frames
                            .first()
                            .filter(|_| program.goal == Goal::Script)
                            .map(|frame| values::location(&frame.location));
                        return Ok(Loaded { script_id, start, end, control: None, held });
                    }
                    connection.request("Debugger.resume", &json!({}));
                    connection.flush(deadline)?;
                }
                Message::Event(Event::ContextDestroyed | Event::Detached) => {
                    let text = process.stderr.text_at_end(Duration::from_millis(500));
                    return Err(OpenError::DoesNotParse(first_error(&text)).into());
                }
                Message::Reply(..) | Message::Event(Event::Reported(..)) => {}
            }
        }
    }

    /// A process gets its program on its command line.
    fn sessions_max(&self) -> u32 {
        1
    }

    fn reloads_max(&self) -> u32 {
        SETTLE_AFTER_ENABLE_MS.len() as u32 - 1
    }

    fn forget_last(&mut self) {
        self.attempts = 0;
    }

    fn outcome_at_exit(&mut self, process: &mut DenoProcess) -> Outcome {
        let limit = Duration::from_millis(EXIT_TIMEOUT_MS);
        // Deno waits for the debugger to disconnect before it ends.
        process.connection.channel().disconnect();
        process.child.wait_timeout(limit);
        let DenoExtra { stdout, layout } = &process.extra;
        read_outcome(&stdout.text_at_end(limit), &layout.secret).unwrap_or_else(|| Outcome {
            output: Vec::new(),
            error: Some("the program's output was lost".to_owned()),
        })
    }
}
