//! Chromium: one headless browser, a new isolated world for each program.

use super::node::{USE_UP_STEP, loaded_script, run_out, use_up_step};
use super::{
    Ask, ENGINE_SEED_FLAG, EndSign, Host, Leaving, Loaded, Process, Product, SKIPPED_SCRIPTS,
    Setup, decoy_flags,
};
use crate::driver::{HOST_CODE_URL, V8};
use crate::events::Connection;
use crate::plain::ChromiumRunner;
use crate::protocol::Evaluated;
use debunk_model::{Goal, Program};
use debunk_sandbox::{Spawn, TempFolder, drain_in_background};
use debunk_session::{Driver, OpenError, PlainRunner};
use debunk_shell::inspector::read;
use debunk_shell::javascript::{PRELUDE, program_url};
use debunk_shell::{LoadError, Shell, within};
use debunk_wire::{Channel, ChannelError};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const START_TIMEOUT_MS: u64 = 30_000;
const LOAD_TIMEOUT_MS: u64 = 10_000;
const SESSIONS_PER_ENABLE: u32 = 6;
/// Worlds and scripts pile up in a page; a new document drops them.
const SESSIONS_PER_DOCUMENT: u32 = 48;
const SESSIONS_PER_PROCESS: u32 = 1_200;
/// The function by which a world reports what its program did; the prelude removes it before the
/// program runs. A program that changes promises could keep a promise from being answered.
const TELL: &str = "debunkTell";

/// An installed Chromium, or one of its relatives.
pub(crate) struct Chromium(pub Setup);

impl Product for Chromium {
    fn has_modules(&self) -> bool {
        false
    }

    fn driver(&self) -> Box<dyn Driver> {
        Box::new(Shell::new(V8 { host: ChromiumHost::new(self.0.clone(), true) }))
    }

    fn runner(&self) -> Box<dyn PlainRunner> {
        Box::new(ChromiumRunner::new(self.0.clone()))
    }
}

/// What only a process of Chromium has.
pub(crate) struct ChromiumExtra {
    frame: String,
    _profile: TempFolder,
}

type ChromiumProcess = Process<ChromiumExtra>;

/// The host, with or without the debugger enabled.
pub(crate) struct ChromiumHost {
    setup: Setup,
    with_debugger: bool,
    engine_flags: String,
    session_number: u64,
    /// The world of the program, and the object that the prelude made in it.
    context: i64,
    control: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Targets {
    target_infos: Vec<TargetInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct World {
    execution_context_id: i64,
}

impl ChromiumHost {
    pub fn new(setup: Setup, with_debugger: bool) -> Self {
        Self {
            setup,
            with_debugger,
            engine_flags: ENGINE_SEED_FLAG.to_owned(),
            session_number: 0,
            context: 0,
            control: String::new(),
        }
    }

    /// Without the debugger, and with a smaller stack.
    pub fn decoy(setup: Setup) -> Self {
        Self { engine_flags: decoy_flags(), ..Self::new(setup, false) }
    }
}

/// The prelude's object, which now reports the end by a function that the program does not see.
fn prelude() -> String {
    format!(
        "((control, tell) => (delete globalThis.{TELL}, Object.freeze({{ __proto__: null, \
         describe: control.describe, begin: () => {{ control.report(tell); }} }})))\
         ({PRELUDE}, globalThis.{TELL})"
    )
}

/// A call with the prelude's object as `this`.
fn call_on(control: &str, body: &str) -> Ask {
    let code = format!("function () {{ {body} }}{HOST_CODE_URL}\n");
    let params = json!({ "objectId": control, "functionDeclaration": code });
    Ask { method: "Runtime.callFunctionOn", params }
}

/// How the end of a program in that world shows.
fn end(context: i64, control: &str) -> EndSign {
    EndSign::Report(call_on(control, "this.begin()"), context)
}

/// Finds the page, attaches to it and returns its frame.
fn attach(connection: &mut Connection, deadline: Instant) -> Result<String, ChannelError> {
    let page = loop {
        let answer = connection.call("Target.getTargets", &json!({}), deadline)?;
        let targets: Targets = read(answer).map_err(ChannelError::Ended)?;
        match targets.target_infos.into_iter().find(|target| target.kind == "page") {
            Some(page) => break page.target_id,
            None if Instant::now() > deadline => return Err(ChannelError::TimedOut),
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let params = json!({ "targetId": page, "flatten": true });
    let answer = connection.call("Target.attachToTarget", &params, deadline)?;
    let attached: Attached = read(answer).map_err(ChannelError::Ended)?;
    connection.set_session(attached.session_id);
    let answer = connection.call("Page.getFrameTree", &json!({}), deadline)?;
    let tree: Value = read(answer).map_err(ChannelError::Ended)?;
    tree["frameTree"]["frame"]["id"]
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| ChannelError::Ended("the page has no frame".to_owned()))
}

impl ChromiumProcess {
    fn enable(&mut self, with_debugger: bool, deadline: Instant) -> Result<(), ChannelError> {
        self.connection.request("Page.enable", &json!({}));
        let mut last = self.connection.request("Runtime.enable", &json!({}));
        if with_debugger {
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

    /// Drops everything that past sessions left in the page. The browser passes the debugger's
    /// settings to the new document as it knows them, so they must be settled before.
    fn renew_document(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        let pauses_on = json!({ "skip": false });
        self.connection.call("Debugger.setSkipAllPauses", &pauses_on, deadline)?.ok();
        let params = json!({ "url": "about:blank" });
        self.connection.call("Page.navigate", &params, deadline)?.ok();
        self.connection.call("Debugger.setSkipAllPauses", &pauses_on, deadline)?.ok();
        Ok(())
    }

    fn after_session(
        &mut self,
        leaving: Leaving,
        context: i64,
        control: &str,
        with_debugger: bool,
    ) -> Result<(), ChannelError> {
        let deadline = within(LOAD_TIMEOUT_MS);
        if leaving.is_paused {
            run_out(&mut self.connection, &end(context, control), deadline)?;
        }
        if with_debugger && leaving.after_step {
            let evaluation = json!({ "contextId": context, "expression": USE_UP_STEP });
            let last = use_up_step(&mut self.connection, &evaluation);
            self.connection.flush(deadline)?;
            self.connection.reply(last, deadline)?.ok();
        }
        if self.sessions.is_multiple_of(SESSIONS_PER_DOCUMENT) {
            self.renew_document(deadline)?;
        }
        if with_debugger && self.sessions.is_multiple_of(SESSIONS_PER_ENABLE) {
            self.connection.request("Debugger.disable", &json!({}));
            let last = self.enable_debugger();
            self.connection.flush(deadline)?;
            self.connection.reply(last, deadline)?.ok();
        }
        Ok(())
    }
}

impl Host for ChromiumHost {
    type Extra = ChromiumExtra;

    fn start(&mut self, _program: &Program) -> Result<ChromiumProcess, OpenError> {
        let dead = |error: &dyn std::fmt::Display| OpenError::Dead(error.to_string());
        let profile = self.setup.area.subfolder("chromium").map_err(|error| dead(&error))?;
        let mut spawn = Spawn::new(&self.setup.binary)
            .args([
                "--headless",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
                "--disable-dev-shm-usage",
                "--mute-audio",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--js-flags={}", self.engine_flags))
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .writable(profile.path())
            .open_pipes()
            .stderr(true);
        // SAFETY: geteuid has no preconditions.
        if unsafe { libc::geteuid() } == 0 {
            // The browser refuses to use its own sandbox for root.
            spawn = spawn.arg("--no-sandbox");
        }
        let mut child =
            spawn.arg("about:blank").spawn(&self.setup.area).map_err(|error| dead(&error))?;
        let stderr = drain_in_background(child.take_stderr().ok_or_else(|| dead(&"no stderr"))?);
        let (to, from) = child.take_pipes().ok_or_else(|| dead(&"no pipes"))?;
        let mut connection = Connection::new(Channel::pipes(to, from).map_err(|e| dead(&e))?);
        let deadline = within(START_TIMEOUT_MS);
        let frame = attach(&mut connection, deadline).map_err(|error| dead(&error))?;
        let extra = ChromiumExtra { frame, _profile: profile };
        let mut process = Process { child, stderr, connection, sessions: 0, extra };
        process.enable(self.with_debugger, deadline).map_err(|error| dead(&error))?;
        Ok(process)
    }

    fn load(
        &mut self,
        process: &mut ChromiumProcess,
        program: &Program,
    ) -> Result<Loaded, LoadError> {
        if program.goal == Goal::Module {
            let reason = "modules cannot run in an isolated world".to_owned();
            return Err(OpenError::Unsupported(reason).into());
        }
        self.session_number += 1;
        let url = program_url(self.session_number);
        let deadline = within(LOAD_TIMEOUT_MS);
        let connection = &mut process.connection;
        // A world is looked up by its name, so each has its own.
        let tell = json!({ "name": TELL, "executionContextName": url });
        connection.request("Runtime.addBinding", &tell);
        let params = json!({ "frameId": process.extra.frame, "worldName": url });
        let answer = connection.call("Page.createIsolatedWorld", &params, deadline)?;
        let world: World = read(answer).map_err(ChannelError::Ended)?;
        self.context = world.execution_context_id;
        let params = json!({
            "contextId": self.context,
            "expression": format!("{}\n//# sourceURL=debunk:prelude", prelude()),
        });
        let made = connection.request("Runtime.evaluate", &params);
        let params = json!({
            "expression": &*program.text,
            "sourceURL": url,
            "persistScript": true,
            "executionContextId": self.context,
        });
        let compile = connection.request("Runtime.compileScript", &params);
        connection.flush(deadline)?;
        let made: Evaluated =
            read(connection.reply(made, deadline)?).map_err(ChannelError::Ended)?;
        let control = made.result.and_then(|object| object.object_id);
        self.control = control.ok_or_else(|| ChannelError::Ended("no prelude".to_owned()))?;
        let answer = connection.reply(compile, deadline)?;
        let end = end(self.context, &self.control);
        Ok(loaded_script(read(answer), self.context, end, self.control.clone())?)
    }

    fn leave(
        &mut self,
        process: &mut ChromiumProcess,
        leaving: Leaving,
    ) -> Result<(), ChannelError> {
        process.after_session(leaving, self.context, &self.control, self.with_debugger)
    }

    fn sessions_max(&self) -> u32 {
        SESSIONS_PER_PROCESS
    }

    fn keeps_order(&self) -> bool {
        false
    }
}
