//! How Bun is started, and how a program gets into it.

use crate::events::{Connection, Message};
use crate::protocol::{Evaluated, Paused};
use crate::values;
use debunk_model::{Goal, Program};
use debunk_sandbox::{
    Child, Spawn, TempArea, TextTail, drain_in_background, read_line_matching, unguessable,
};
use debunk_session::OpenError;
use debunk_shell::inspector::{Events, read};
use debunk_shell::javascript::PRELUDE;
use debunk_shell::{LoadError, Patience, end_process, within};
use debunk_wire::{Channel, ChannelError};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const START_TIMEOUT_MS: u64 = 20_000;
const LOAD_TIMEOUT_MS: u64 = 8_000;
/// A dying Bun first writes a crash report.
const PATIENCE: Patience = Patience { exit_ms: 3_000, words_ms: 500 };
const MEMORY_LIMIT_MIB: u64 = 2_048;
/// Everything with an address, other than programs, is skipped when stepping.
const SKIPPED_SCRIPTS: &str = "^(?!debunk:program/).+";
/// Ends every piece of code that debunk itself evaluates, so that no step enters it.
const HOST_CODE_URL: &str = "\n//# sourceURL=debunk:host";
/// Bun runs its input through its own translator. A script of `node:vm` reaches the engine
/// unchanged, and has an address that does not depend on its folder.
const LAUNCH: &str = "(0, new (require('node:vm').Script)(HOST, { filename: 'debunk:host' })\
                      .runInThisContext())(require)";

/// How to start this Bun.
#[derive(Clone)]
pub(crate) struct BunSetup {
    pub binary: PathBuf,
    pub area: TempArea,
}

impl BunSetup {
    /// A process-to-be that runs the bare environment with `main` in it.
    pub fn spawn(&self, main: &str, flags: &[&str]) -> Spawn {
        let environment =
            include_str!("js/environment.js").replace("PRELUDE", &json!(PRELUDE).to_string());
        let host = json!(format!("(function (require) {{\n{environment}\n{main}\n}})"));
        Spawn::new(&self.binary)
            .arg("--no-install")
            .args(flags)
            .args(["-e", &LAUNCH.replace("HOST", &host.to_string())])
            .env("NO_COLOR", "1")
            .env("DO_NOT_TRACK", "1")
            .env("BUN_ENABLE_CRASH_REPORTING", "0")
            .env("BUN_RUNTIME_TRANSPILER_CACHE_PATH", "0")
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .stderr(true)
    }
}

/// A Bun with its debugger attached, ready for one program.
pub(crate) struct BunProcess {
    child: Child,
    stderr: TextTail,
    pub connection: Connection,
}

/// A program that is ready to start.
pub(crate) struct Loaded {
    pub script_id: String,
    /// The pause before the first statement in which a script is held: it is parsed only when it is
    /// about to run, and breakpoints need a parsed script.
    pub held: Option<Box<Paused>>,
    /// The request that runs the program, if it was already sent.
    pub run_request: Option<u64>,
}

/// The request that runs the loaded program. Its answer is a promise.
pub(crate) fn request_run(connection: &mut Connection) -> u64 {
    let run = json!({ "expression": format!("__debunkHost.run(0){HOST_CODE_URL}") });
    connection.request("Runtime.evaluate", &run)
}

/// The request for the value of a promise that an evaluation returned.
pub(crate) fn request_value(
    connection: &mut Connection,
    evaluated: &Evaluated,
) -> Result<u64, String> {
    let object_id = evaluated.result.object_id.as_ref();
    let object_id = object_id.ok_or_else(|| values::exception(&evaluated.result))?;
    let params = json!({ "promiseObjectId": object_id, "returnByValue": true });
    Ok(connection.request("Runtime.awaitPromise", &params))
}

impl BunProcess {
    /// Starts a process and attaches to it.
    pub fn start(setup: &BunSetup) -> Result<Self, String> {
        // Whoever knows the address can run code there.
        let inspect = format!("--inspect=127.0.0.1:0/{}", unguessable());
        let mut child = setup
            .spawn(include_str!("js/host.js"), &[&inspect])
            .spawn(&setup.area)
            .map_err(|error| error.to_string())?;
        let deadline = within(START_TIMEOUT_MS);
        let mut stderr = child.take_stderr().ok_or("no stderr")?;
        let url = read_line_matching(&mut stderr, deadline, |line| {
            line.split_once("ws://").map(|(_, rest)| format!("ws://{}", rest.trim()))
        })
        .map_err(|error| error.to_string())?;
        let channel = Channel::connect_by(&url, |address| child.connect(address.port()))
            .map_err(|error| error.to_string())?;
        let mut process = Self {
            child,
            stderr: drain_in_background(stderr),
            connection: Connection::new(channel),
        };
        process.attach(deadline).map_err(|error| error.to_string())?;
        Ok(process)
    }

    fn attach(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        let connection = &mut self.connection;
        let nothing = json!({});
        let skip = json!({
            "url": SKIPPED_SCRIPTS, "shouldBlackbox": true, "isRegex": true, "caseSensitive": true,
        });
        let requests: [(&str, Value); 7] = [
            ("Inspector.enable", nothing.clone()),
            ("Runtime.enable", nothing.clone()),
            ("Debugger.enable", nothing.clone()),
            ("Debugger.setBreakpointsActive", json!({ "active": true })),
            ("Debugger.setPauseOnDebuggerStatements", json!({ "enabled": true })),
            ("Debugger.setShouldBlackboxURL", skip),
            ("Inspector.initialized", nothing),
        ];
        let ids = requests.map(|(method, params)| connection.request(method, &params));
        connection.flush(deadline)?;
        for id in ids {
            connection.reply(id, deadline)?.map_err(ChannelError::Ended)?;
        }
        self.wait_for_host(deadline)
    }

    /// The inspector listens before the host has run.
    fn wait_for_host(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        let there = json!({ "expression": format!("typeof __debunkHost{HOST_CODE_URL}") });
        loop {
            let answer = self.connection.call("Runtime.evaluate", &there, deadline)?;
            let evaluated: Evaluated = read(answer).map_err(ChannelError::Ended)?;
            if values::normal_form(&evaluated.result) == "\"object\"" {
                return Ok(());
            }
            if Instant::now() >= deadline {
                return Err(ChannelError::TimedOut);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Loads the program of this process.
    pub fn load(&mut self, program: &Program) -> Result<Loaded, LoadError> {
        let deadline = within(LOAD_TIMEOUT_MS);
        let connection = &mut self.connection;
        // What was parsed until now is Bun's and the host's.
        connection.noted.forget();
        let (text, goal) = (json!(&*program.text), json!(program.goal));
        let load = format!("__debunkHost.load({text}, {goal}){HOST_CODE_URL}");
        let answer =
            connection.call("Runtime.evaluate", &json!({ "expression": load }), deadline)?;
        let promise: Evaluated = read(answer).map_err(ChannelError::Ended)?;
        let value = request_value(connection, &promise).map_err(ChannelError::Ended)?;
        connection.flush(deadline)?;
        let evaluated: Evaluated =
            read(connection.reply(value, deadline)?).map_err(ChannelError::Ended)?;
        let reason = values::text(&evaluated.result).unwrap_or_default();
        if !reason.is_empty() {
            return Err(OpenError::DoesNotParse(reason).into());
        }
        if program.goal == Goal::Module {
            let Some(script_id) = connection.noted.program.clone() else {
                return Err(ChannelError::Ended("the module is not known".to_owned()).into());
            };
            return Ok(Loaded { script_id, held: None, run_request: None });
        }
        connection.request("Debugger.pause", &json!({}));
        let run = request_run(connection);
        connection.flush(deadline)?;
        loop {
            match connection.next(deadline)? {
                Message::Event(paused) => {
                    let Some(script_id) = connection.noted.program.clone() else {
                        connection.request("Debugger.stepOut", &json!({}));
                        connection.flush(deadline)?;
                        continue;
                    };
                    let held = Some(paused);
                    return Ok(Loaded { script_id, held, run_request: Some(run) });
                }
                // The engine rejected the program's declarations before anything ran.
                Message::Reply(id, answer) if id == run => {
                    connection.put_back(Message::Reply(id, answer));
                    let script_id = connection.noted.program.clone().unwrap_or_default();
                    return Ok(Loaded { script_id, held: None, run_request: Some(run) });
                }
                Message::Reply(..) => {}
            }
        }
    }

    /// Ends the process and says how it ended.
    pub fn kill(&mut self) -> String {
        end_process(&mut self.child, &self.stderr, PATIENCE, fatal_line)
    }
}

/// The line of a dying process that says why, without addresses, which differ each time.
fn fatal_line(text: &str) -> Option<&str> {
    let line = text.lines().find(|line| {
        ["panic", "Segmentation fault", "ASSERTION FAILED"].iter().any(|word| line.contains(word))
    })?;
    line.split(" at address").next().map(str::trim)
}
