//! Node: one warm process, a new context for each program.

use super::{
    Ask, ENGINE_SEED_FLAG, EndSign, Host, Leaving, Loaded, Process, Product, SKIPPED_SCRIPTS, Setup,
};
use crate::driver::{HOST_CODE_URL, V8};
use crate::events::{Connection, Event, Message};
use crate::plain::NodeRunner;
use crate::protocol::{Compiled, Evaluated, ExceptionDetails};
use crate::raw::{self, Floor, RawSession};
use crate::values;
use debunk_model::{Goal, Program};
use debunk_sandbox::{Spawn, drain_in_background, read_line_matching};
use debunk_session::{Driver, OpenError, PlainRunner};
use debunk_shell::inspector::read;
use debunk_shell::javascript::{PRELUDE, program_url};
use debunk_shell::{LoadError, Shell, within};
use debunk_wire::{Channel, ChannelError};
use serde_json::{Value, json};
use std::time::Instant;

const START_TIMEOUT_MS: u64 = 20_000;
const LOAD_TIMEOUT_MS: u64 = 8_000;
/// V8 keeps the functions of every session in a list that each step walks; disabling and enabling
/// the debugger empties it.
pub(crate) const SESSIONS_PER_ENABLE: u32 = 6;
/// A process is replaced after this many sessions, so that nothing piles up in it.
const SESSIONS_PER_PROCESS: u32 = 600;
/// Older engines get slower with every context; disabling the debugger does not help.
const SESSIONS_PER_OLD_PROCESS: u32 = 20;
const FIRST_MAJOR_THAT_LASTS: u32 = 16;
const MEMORY_LIMIT_MIB: u64 = 2_048;
/// The first version of which every release can keep the inspector's address secret. Older ones
/// rely on their network namespace alone.
const FIRST_MAJOR_WITH_SECRET_ADDRESS: u32 = 13;
/// From here on modules can be made in a context.
const FIRST_MAJOR_WITH_MODULES: u32 = 10;
/// From here on a context decides by itself whether texts become code in it.
const FIRST_MAJOR_WITH_CODE_BY_CONTEXT: u32 = 12;
/// Where a host script closes its own context.
const CLOSED: &str = "CLOSED\n";

/// An installed Node.
pub(crate) struct Node(pub Setup);

impl Product for Node {
    fn has_modules(&self) -> bool {
        self.0.major >= FIRST_MAJOR_WITH_MODULES
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(V8 { host: NodeHost::new(self.0.clone(), true) }))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(NodeRunner::new(self.0.clone()))
    }

    fn raw_floor(&self, session: &RawSession, sessions: u64) -> Result<Floor, String> {
        raw::measure(NodeHost::new(self.0.clone(), true), session, sessions)
    }
}

/// How Node is started.
impl Setup {
    /// The arguments that every process of Node gets.
    fn node_flags(&self) -> Vec<&'static str> {
        let mut flags = vec![ENGINE_SEED_FLAG, "--no-warnings", "--max-old-space-size=512"];
        if self.major >= FIRST_MAJOR_WITH_MODULES {
            flags.push("--experimental-vm-modules");
        }
        if self.major >= FIRST_MAJOR_WITH_SECRET_ADDRESS {
            // Otherwise anybody on this machine could request the address and run code there.
            flags.push("--inspect-publish-uid=stderr");
        }
        if self.major >= FIRST_MAJOR_WITH_CODE_BY_CONTEXT {
            // For the host's own context; the programs' decide for themselves.
            flags.push("--disallow-code-generation-from-strings");
        }
        flags
    }

    /// A script that begins with the prelude as a constant.
    pub fn node_script(&self, text: &str) -> String {
        let text = text.replace(CLOSED, include_str!("../js/node_closed.js"));
        format!("'use strict';\nconst PRELUDE = {};\n{text}", json!(PRELUDE))
    }

    /// A process-to-be with the limits of every program.
    pub fn node_spawn(&self) -> Spawn {
        Spawn::new(&self.binary).memory_limit_mib(Some(MEMORY_LIMIT_MIB)).args(self.node_flags())
    }
}

/// What only a process of Node has.
pub(crate) struct NodeExtra {
    with_debugger: bool,
    /// The request for the next context, if it was already sent.
    fresh_request: Option<u64>,
}

type NodeProcess = Process<NodeExtra>;

/// The host, with or without the debugger enabled.
pub(crate) struct NodeHost {
    setup: Setup,
    with_debugger: bool,
    session_number: u64,
}

impl NodeHost {
    pub fn new(setup: Setup, with_debugger: bool) -> Self {
        Self { setup, with_debugger, session_number: 0 }
    }
}

impl NodeProcess {
    fn enable(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        let mut last = self.connection.request("Runtime.enable", &json!({}));
        if self.extra.with_debugger {
            last = self.enable_debugger();
        }
        self.connection.flush(deadline)?;
        self.connection.reply(last, deadline)?.map(drop).map_err(ChannelError::Ended)
    }

    fn enable_debugger(&mut self) -> u64 {
        self.connection.request("Debugger.enable", &json!({}));
        let patterns = json!({ "patterns": [SKIPPED_SCRIPTS] });
        self.connection.request("Debugger.setBlackboxPatterns", &patterns)
    }

    /// Queries the host script.
    fn request_host(&mut self, call: &str) -> u64 {
        self.connection.request("Runtime.evaluate", &host_call(call))
    }

    fn request_fresh(&mut self) -> u64 {
        self.request_host("debunkFresh()")
    }

    fn fresh_context(&mut self, deadline: Instant) -> Result<i64, ChannelError> {
        let request = self.extra.fresh_request.take().unwrap_or_else(|| self.request_fresh());
        let made = self.ask_until_free(request, Self::request_fresh, deadline)?;
        made.map_err(|details| ChannelError::Ended(values::exception(&details)))?;
        let context = self.connection.noted.newest_context.take();
        context.ok_or_else(|| ChannelError::Ended("no new context was announced".to_owned()))
    }

    /// Waits for the answer to a query of the host's; it is 1 if it ran in the middle of other
    /// code, and the query is repeated as long as it is.
    fn ask_until_free(
        &mut self,
        mut request: u64,
        ask: impl Fn(&mut Self) -> u64,
        deadline: Instant,
    ) -> Result<Result<(), ExceptionDetails>, ChannelError> {
        loop {
            self.connection.flush(deadline)?;
            let answer = self.connection.reply(request, deadline)?;
            let evaluated: Evaluated = read(answer).map_err(ChannelError::Ended)?;
            if let Some(details) = evaluated.exception_details {
                return Ok(Err(details));
            }
            let value = evaluated.result.and_then(|object| object.value);
            if value.is_none_or(|value| value.get() != "1") {
                return Ok(Ok(()));
            }
            request = ask(self);
        }
    }

    fn load_script(
        &mut self,
        program: &Program,
        url: &str,
        context: i64,
        deadline: Instant,
    ) -> Result<Loaded, LoadError> {
        let taken = self.take_control(context);
        let params = json!({
            "expression": &*program.text,
            "sourceURL": url,
            "persistScript": true,
            "executionContextId": context,
        });
        let compile = self.connection.request("Runtime.compileScript", &params);
        self.connection.flush(deadline)?;
        let control = self.control(taken, deadline)?;
        let answer = self.connection.reply(compile, deadline)?;
        let end = EndSign::Settle(settle_ask());
        Ok(loaded_script(read(answer), context, end, control)?)
    }

    /// Requests the prelude's object, and that the program does not find it.
    fn take_control(&mut self, context: i64) -> u64 {
        let take = "((control) => (delete globalThis.__debunk, control))(globalThis.__debunk)";
        let params = json!({
            "expression": format!("{take}{HOST_CODE_URL}"), "contextId": context,
        });
        self.connection.request("Runtime.evaluate", &params)
    }

    fn control(&mut self, taken: u64, deadline: Instant) -> Result<String, ChannelError> {
        let evaluated: Evaluated =
            read(self.connection.reply(taken, deadline)?).map_err(ChannelError::Ended)?;
        let control = evaluated.result.and_then(|object| object.object_id);
        control.ok_or_else(|| ChannelError::Ended("there is no prelude".to_owned()))
    }

    fn load_module(
        &mut self,
        program: &Program,
        url: &str,
        context: i64,
        deadline: Instant,
    ) -> Result<Loaded, LoadError> {
        let taken = self.take_control(context);
        self.connection.noted.newest_program = None;
        let text = json!(&*program.text);
        let make = self.request_host(&format!("debunkModule({text}, {})", json!(url)));
        let ask = |process: &mut Self| process.request_host("debunkLinked()");
        let linked = ask(self);
        self.connection.flush(deadline)?;
        let made: Evaluated = match read(self.connection.reply(make, deadline)?) {
            Ok(evaluated) => evaluated,
            Err(reason) => return Err(OpenError::Unsupported(reason).into()),
        };
        let problem = match made.exception_details {
            Some(details) => Some(details),
            None => self.ask_until_free(linked, ask, deadline)?.err(),
        };
        if let Some(details) = problem {
            return Err(OpenError::DoesNotParse(values::exception(&details)).into());
        }
        let control = Some(self.control(taken, deadline)?);
        let script_id = match self.connection.noted.newest_program.take() {
            Some(script_id) => script_id,
            None if !self.extra.with_debugger => String::new(),
            None => {
                let reason = "the module's script was not announced".to_owned();
                return Err(OpenError::Unsupported(reason).into());
            }
        };
        let start = ("Runtime.evaluate", host_call("debunkRunModule()"));
        let end = EndSign::Settle(settle_ask());
        Ok(Loaded { script_id, start, end, control, held: None })
    }

    /// Lets a paused program run to its end and requests the next context, without waiting.
    fn prepare_next(&mut self, leaving: Leaving) -> Result<(), ChannelError> {
        let deadline = within(LOAD_TIMEOUT_MS);
        if leaving.is_paused {
            run_out(&mut self.connection, &EndSign::Settle(settle_ask()), deadline)?;
        }
        if self.extra.with_debugger && self.sessions.is_multiple_of(SESSIONS_PER_ENABLE) {
            self.connection.request("Debugger.disable", &json!({}));
            self.enable_debugger();
        }
        self.connection.noted.newest_context = None;
        if leaving.after_step {
            use_up_step(&mut self.connection, &json!({ "expression": USE_UP_STEP }));
        }
        self.extra.fresh_request = Some(self.request_fresh());
        self.connection.flush(deadline)
    }
}

/// Code without an address, which a leftover step stops in. The engine forgets every step at a
/// `debugger` statement, even one that waits for a throw or for a frame to be left.
pub(crate) const USE_UP_STEP: &str = "(function () {})(); debugger";

/// A step that reached the end of a program would pause in whatever runs next. If pauses are off at
/// that point, the step is used up.
pub(crate) fn use_up_step(connection: &mut Connection, evaluation: &Value) -> u64 {
    connection.request("Debugger.setSkipAllPauses", &json!({ "skip": true }));
    connection.request("Runtime.evaluate", evaluation);
    connection.request("Debugger.setSkipAllPauses", &json!({ "skip": false }))
}

/// A call of the host script, as an evaluation.
fn host_call(call: &str) -> Value {
    json!({ "expression": format!("{call}{HOST_CODE_URL}"), "returnByValue": true })
}

/// The query that is answered once the program has no work left.
pub(crate) fn settle() -> Value {
    json!({
        "expression": format!("debunkSettle(){HOST_CODE_URL}"),
        "awaitPromise": true,
        "returnByValue": true,
    })
}

fn settle_ask() -> Ask {
    Ask { method: "Runtime.evaluate", params: settle() }
}

/// Lets a paused program run to its end with all pauses disabled.
pub(crate) fn run_out(
    connection: &mut Connection,
    end: &EndSign,
    deadline: Instant,
) -> Result<(), ChannelError> {
    let (EndSign::Settle(ask) | EndSign::Report(ask, _)) = end else { return Ok(()) };
    connection.request("Debugger.setSkipAllPauses", &json!({ "skip": true }));
    connection.request("Debugger.resume", &json!({}));
    let settled = connection.request(ask.method, &ask.params);
    connection.flush(deadline)?;
    loop {
        match connection.next(deadline)? {
            Message::Reply(id, _) if id == settled && matches!(end, EndSign::Settle(_)) => break,
            Message::Event(Event::Reported(context, _)) if matches!(end, EndSign::Report(_, it) if *it == context) =>
            {
                break;
            }
            // It was sent before the pauses were disabled.
            Message::Event(Event::Paused(_)) => {
                connection.request("Debugger.resume", &json!({}));
                connection.flush(deadline)?;
            }
            Message::Event(Event::Detached) => {
                return Err(ChannelError::Ended("detached".to_owned()));
            }
            _ => {}
        }
    }
    connection.request("Debugger.setSkipAllPauses", &json!({ "skip": false }));
    Ok(())
}

/// What a compiled script becomes.
pub(crate) fn loaded_script(
    compiled: Result<Compiled, String>,
    context: i64,
    end: EndSign,
    control: String,
) -> Result<Loaded, OpenError> {
    match compiled {
        Ok(Compiled { exception_details: Some(details), .. }) => {
            Err(OpenError::DoesNotParse(values::exception(&details)))
        }
        Ok(Compiled { script_id: Some(script_id), .. }) => {
            let params = json!({
                "scriptId": script_id,
                "executionContextId": context,
                "returnByValue": false,
                "silent": true,
            });
            let start = ("Runtime.runScript", params);
            Ok(Loaded { script_id, start, end, control: Some(control), held: None })
        }
        Ok(_) => Err(OpenError::DoesNotParse("the engine gave no script".to_owned())),
        Err(reason) => Err(OpenError::Unsupported(reason)),
    }
}

impl Host for NodeHost {
    type Extra = NodeExtra;

    fn start(&mut self, _program: &Program) -> Result<NodeProcess, OpenError> {
        let dead = |error: &dyn std::fmt::Display| OpenError::Dead(error.to_string());
        let host = self.setup.node_script(include_str!("../js/node_host.js"));
        let mut child = self
            .setup
            .node_spawn()
            .args(["-e", &host])
            .stderr(true)
            .spawn(&self.setup.area)
            .map_err(|error| dead(&error))?;
        let deadline = within(START_TIMEOUT_MS);
        let mut stderr = child.take_stderr().ok_or_else(|| dead(&"no stderr"))?;
        let url = read_line_matching(&mut stderr, deadline, |line| {
            line.split_once("ws://").map(|(_, rest)| format!("ws://{}", rest.trim()))
        })
        .map_err(|error| dead(&error))?;
        let stderr = drain_in_background(stderr);
        let channel = Channel::connect_by(&url, |address| child.connect(address.port()))
            .map_err(|error| dead(&error))?;
        let extra = NodeExtra { with_debugger: self.with_debugger, fresh_request: None };
        let connection = Connection::new(channel);
        let mut process = Process { child, stderr, connection, sessions: 0, extra };
        process.enable(deadline).map_err(|error| dead(&error))?;
        Ok(process)
    }

    fn load(&mut self, process: &mut NodeProcess, program: &Program) -> Result<Loaded, LoadError> {
        self.session_number += 1;
        let url = program_url(self.session_number);
        let deadline = within(LOAD_TIMEOUT_MS);
        let context = process.fresh_context(deadline)?;
        match program.goal {
            Goal::Script => process.load_script(program, &url, context, deadline),
            Goal::Module => process.load_module(program, &url, context, deadline),
        }
    }

    fn leave(&mut self, process: &mut NodeProcess, leaving: Leaving) -> Result<(), ChannelError> {
        process.prepare_next(leaving)
    }

    fn sessions_max(&self) -> u32 {
        if self.setup.major < FIRST_MAJOR_THAT_LASTS {
            SESSIONS_PER_OLD_PROCESS
        } else {
            SESSIONS_PER_PROCESS
        }
    }
}
