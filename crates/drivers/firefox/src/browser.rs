//! The browser: one headless process with one permanent page, and how it is started and ended.
//!
//! The page is read from the profile's folder. The browser listens on a socket in that folder and
//! nowhere else.

use crate::connection::{Connection, Event, Message};
use crate::preferences::user_js;
use debunk_sandbox::{Child, ExitInfo, Spawn, TempArea, TempFolder};
use debunk_session::OpenError;
use debunk_shell::javascript::PRELUDE;
use debunk_wire::{Channel, ChannelError};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const START_TIMEOUT_MS: u64 = 60_000;
const POLL_PAUSE_MS: u64 = 20;
/// How long to wait until a process that somebody else killed is seen dead.
const EXIT_PATIENCE_MS: u64 = 200;
const PAGE_NAME: &str = "host.html";
/// For each of the browser's processes. They map far more address space than they use, but need
/// well under this much private memory; it stops a program that eats memory.
const MEMORY_LIMIT_MIB: u64 = 2_048;

/// How to start this Firefox.
#[derive(Clone)]
pub(crate) struct FirefoxSetup {
    pub binary: PathBuf,
    pub area: TempArea,
}

/// A running browser.
pub(crate) struct Browser {
    pub connection: Connection,
    /// The console of the permanent page.
    pub console: String,
    pub sessions: u32,
    /// The request for the frame of the next program, if it was already sent.
    pub prepared: Option<u64>,
    child: Child,
    _profile: TempFolder,
}

/// How much of the server is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Frames announce themselves as targets, and the prelude's source is black-boxed in each.
    Debugger,
    /// There is a console for the page and no debugger anywhere.
    Plain,
}

impl FirefoxSetup {
    /// Starts a browser.
    pub fn start(&self, mode: Mode) -> Result<Browser, OpenError> {
        let dead = |error: &dyn std::fmt::Display| OpenError::Dead(error.to_string());
        let deadline = Instant::now() + Duration::from_millis(START_TIMEOUT_MS);
        let profile = self.area.subfolder("firefox").map_err(|error| dead(&error))?;
        lay_out(profile.path()).map_err(|error| dead(&error))?;
        let socket = profile.path().join("socket");
        let mut spawn = Spawn::new(&self.binary);
        if is_root() {
            // Its own sandbox would use user namespaces, which root without rights cannot make.
            spawn = spawn.env("MOZ_ASSUME_USER_NS", "0");
        }
        let mut child = spawn
            .args(["--headless", "--offline", "--no-remote", "--new-instance", "--profile"])
            .arg(profile.path())
            .arg("--start-debugger-server")
            .arg(&socket)
            .arg(format!("file://{}", profile.path().join(PAGE_NAME).display()))
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .writable(profile.path())
            // A crash is an observation, and must not be reported to anybody else.
            .env("MOZ_CRASHREPORTER_DISABLE", "1")
            .env("MOZ_DISABLE_AUTO_SAFE_MODE", "1")
            // Without this a release fetches its remote settings, whatever the preferences say.
            .env("MOZ_REMOTE_SETTINGS_DEVTOOLS", "1")
            .spawn(&self.area)
            .map_err(|error| dead(&error))?;
        let mut connection = Connection::new(connect(&socket, &mut child, deadline)?);
        let console = attach(&mut connection, mode, deadline).map_err(|error| dead(&error))?;
        Ok(Browser { connection, console, sessions: 0, prepared: None, child, _profile: profile })
    }
}

impl Browser {
    /// Ends the browser with all its processes, and returns how it ended if we did not end it.
    pub fn kill(mut self) -> Option<ExitInfo> {
        let exit = self.child.wait_timeout(Duration::from_millis(EXIT_PATIENCE_MS));
        self.child.kill();
        exit
    }
}

fn is_root() -> bool {
    // SAFETY: the call takes no arguments and cannot fail.
    unsafe { libc::geteuid() == 0 }
}

fn lay_out(folder: &Path) -> std::io::Result<()> {
    fs::write(folder.join("user.js"), user_js())?;
    fs::write(folder.join(PAGE_NAME), include_str!("page/host.html"))?;
    fs::write(folder.join("host.js"), include_str!("page/host.js"))?;
    let prelude = json!(PRELUDE);
    fs::write(folder.join("prelude_text.js"), format!("globalThis.debunkPrelude = {prelude};\n"))
}

fn connect(socket: &Path, child: &mut Child, deadline: Instant) -> Result<Channel, OpenError> {
    loop {
        if let Ok(channel) = Channel::connect_unix(socket) {
            return Ok(channel);
        }
        if let Some(exit) = child.try_wait() {
            return Err(OpenError::Dead(format!("the browser ended at its start: {exit}")));
        }
        if Instant::now() > deadline {
            return Err(OpenError::Dead("the browser did not start in time".to_owned()));
        }
        std::thread::sleep(Duration::from_millis(POLL_PAUSE_MS));
    }
}

/// Attaches to the page and returns its console.
fn attach(
    connection: &mut Connection,
    mode: Mode,
    deadline: Instant,
) -> Result<String, ChannelError> {
    let tab = find_tab(connection, deadline)?;
    let page = match mode {
        Mode::Debugger => watch_frames(connection, &tab, deadline)?,
        Mode::Plain => {
            let answer = connection.call(&tab, "getTarget", json!({}), deadline)?;
            answer.map_err(ChannelError::Ended)?["frame"].take()
        }
    };
    host_console(connection, page, deadline)
}

/// Makes frames announce themselves, and returns the first, which is the page's own.
fn watch_frames(
    connection: &mut Connection,
    tab: &str,
    deadline: Instant,
) -> Result<Value, ChannelError> {
    let parameters = json!({
        "isServerTargetSwitchingEnabled": true, "isPopupDebuggingEnabled": false,
    });
    let watcher = connection.call(tab, "getWatcher", parameters, deadline)?;
    let watcher = actor_of(watcher, "/actor")?;
    let blackboxing = connection.call(&watcher, "getBlackboxingActor", json!({}), deadline)?;
    let blackboxing = actor_of(blackboxing, "/blackboxing/actor")?;
    let parameters = json!({ "url": "debunk:prelude", "range": [] });
    let boxed = connection.call(&blackboxing, "blackbox", parameters, deadline)?;
    boxed.map_err(ChannelError::Ended)?;
    connection.request(&watcher, "watchTargets", json!({ "targetType": "frame" }));
    connection.flush(deadline)?;
    loop {
        let form = target_form(connection, deadline)?;
        if form["isTopLevelTarget"] == true {
            return Ok(form);
        }
    }
}

/// Finds the tab with our page.
fn find_tab(connection: &mut Connection, deadline: Instant) -> Result<String, ChannelError> {
    loop {
        let answer = connection.call("root", "listTabs", json!({}), deadline)?;
        let tabs = answer.map_err(ChannelError::Ended)?;
        let ours = tabs["tabs"].as_array().into_iter().flatten().find(|tab| {
            tab["url"].as_str().is_some_and(|url| url.ends_with(&format!("/{PAGE_NAME}")))
        });
        match ours.and_then(|tab| tab["actor"].as_str()) {
            Some(actor) => return Ok(actor.to_owned()),
            None if Instant::now() > deadline => return Err(ChannelError::TimedOut),
            None => std::thread::sleep(Duration::from_millis(POLL_PAUSE_MS)),
        }
    }
}

/// Waits until the scripts of the page have run, and returns its console.
fn host_console(
    connection: &mut Connection,
    page: Value,
    deadline: Instant,
) -> Result<String, ChannelError> {
    connection.watch_page(actor_of(Ok(page.clone()), "/actor")?);
    let console = actor_of(Ok(page), "/consoleActor")?;
    loop {
        let id = connection.evaluate(&console, "typeof debunkHost");
        connection.flush(deadline)?;
        let event = connection.evaluated(id, deadline)?.map_err(ChannelError::Ended)?;
        if event["result"] == "object" {
            return Ok(console);
        }
        std::thread::sleep(Duration::from_millis(POLL_PAUSE_MS));
    }
}

/// Waits for the next target that announces itself.
pub(crate) fn target_form(
    connection: &mut Connection,
    deadline: Instant,
) -> Result<Value, ChannelError> {
    connection.wait_for(deadline, |message| match message {
        Message::Event(Event::TargetAvailable(mut event)) => Ok(event["target"].take()),
        other => Err(other),
    })
}

/// The name of an actor in an answer.
pub(crate) fn actor_of(
    answer: Result<Value, String>,
    pointer: &str,
) -> Result<String, ChannelError> {
    let answer = answer.map_err(ChannelError::Ended)?;
    let actor = answer.pointer(pointer).and_then(Value::as_str);
    actor.map(str::to_owned).ok_or_else(|| ChannelError::Ended(format!("no actor at {pointer}")))
}
