//! How an adapter is started, reached and ended.

use crate::check::departures_of;
use crate::checker::Checker;
use crate::connection::{Connection, Event};
use crate::departure::Departure;
use crate::launch::Words;
use crate::spec::{AdapterSpec, Output, Transport};
use debunk_native::{
    Builder, Built, FILE_SIZE_LIMIT_MIB, MEMORY_LIMIT_MIB, OUTPUT_VARIABLE, Workplace, end_all_with,
};
use debunk_sandbox::{Child, Spawn, TextTail, drain_in_background, read_line_matching};
use debunk_session::CodeMap;
use debunk_wire::{Channel, ChannelError, Framing};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const START_TIMEOUT_MS: u64 = 15_000;
/// How long the output of a program may take to arrive after its end.
const OUTPUT_TIMEOUT_MS: u64 = 500;
const RETRY_PAUSE_MS: u64 = 5;
const EXIT_TIMEOUT_MS: u64 = 500;
const LAST_WORDS_TIMEOUT_MS: u64 = 200;
/// How many of the last error output lines are shown for an adapter that could not be used.
const FAILURE_LINES_MAX: usize = 8;
const OUTPUT_LIMIT_BYTES: u64 = 16 * 1024 * 1024;
const SUPPORT: [(&str, &str); 3] = [
    ("sitecustomize.py", include_str!("support/sitecustomize.py")),
    ("gate.py", include_str!("support/gate.py")),
    ("keep_bytecode.py", include_str!("support/keep_bytecode.py")),
];
/// Where an adapter's own scripts may keep their compiled form for later processes.
const BYTECODE_FOLDER: &str = "bytecode";

/// How to start this adapter.
#[derive(Clone)]
pub(crate) struct Setup {
    pub spec: Arc<AdapterSpec>,
    pub binary: Option<PathBuf>,
    pub builder: Builder,
    /// Where its counters are, if it has any.
    pub code: Option<Arc<CodeMap>>,
}

/// An adapter that has answered `initialize`.
pub(crate) struct AdapterProcess {
    child: Child,
    stderr: Option<TextTail>,
    stdout: Option<JoinHandle<Vec<u8>>>,
    pub workplace: Workplace,
    pub connection: Connection,
    /// The connection through which a second session was requested.
    parent: Option<Connection>,
    parent_has_ended: bool,
    port: Option<u16>,
    pub words: Words,
    /// The thread of the gate script, once that is paused.
    pub gate_thread: Option<i64>,
}

fn as_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl AdapterProcess {
    /// Starts an adapter, connects to it and introduces debunk. `watch` also notes every violation
    /// of the protocol.
    pub fn start(setup: &Setup, built: Option<&Built>, watch: bool) -> Result<Self, String> {
        let deadline = Instant::now() + Duration::from_millis(START_TIMEOUT_MS);
        let mut process = Self::reach(setup, built, deadline)?;
        if watch {
            process.connection.checker = Some(Checker::new());
            process.connection.spoken = Some(Vec::new());
        }
        match process.initialize(deadline) {
            Ok(Ok(())) => Ok(process),
            Ok(Err(reason)) => Err(format!("initialize is refused: {reason}; {}", process.fail())),
            Err(ChannelError::TimedOut) => {
                Err(format!("initialize is not answered in time; {}", process.fail()))
            }
            Err(error) => Err(format!("{error}; {}", process.fail())),
        }
    }

    fn reach(setup: &Setup, built: Option<&Built>, deadline: Instant) -> Result<Self, String> {
        let Setup { spec, binary, builder, .. } = setup;
        let workplace = Workplace::new(builder.area()).map_err(as_text)?;
        let support = workplace.folder().join("support");
        fs::create_dir(&support).map_err(as_text)?;
        for (name, text) in SUPPORT {
            fs::write(support.join(name), text).map_err(as_text)?;
        }
        let bytecode = builder.area().path().join(BYTECODE_FOLDER);
        fs::create_dir_all(&bytecode).map_err(as_text)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(as_text)?;
        let mut words = Words::new(&workplace, &support, &builder.compilers().python);
        words.set("bytecode", &bytecode.to_string_lossy());
        let port = listener.local_addr().map_err(as_text)?.port();
        words.set("port", &port.to_string());
        // The port was free a moment ago, which has to be enough.
        drop(listener);
        if let Some(binary) = binary {
            words.set("binary", &binary.to_string_lossy());
        }
        if let Some(built) = built {
            words.set_program(built);
        }
        let mut command = spec.command.iter().map(|word| words.replace(word));
        let mut spawn = Spawn::new(command.next().unwrap_or_default())
            .args(command)
            .env(OUTPUT_VARIABLE, workplace.output_file())
            .env("PYTHONHASHSEED", "0")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PYTHONUTF8", "1")
            .current_dir(workplace.folder())
            .writable(&bytecode)
            .connects()
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .file_size_limit_mib(Some(FILE_SIZE_LIMIT_MIB));
        for (name, value) in &spec.environment {
            spawn = spawn.env(name, words.replace(value));
        }
        if spec.transport == Transport::Listen {
            spawn = spawn.listen(port);
        }
        let child = spawn
            .stdin(spec.transport == Transport::Stdio)
            .stdout(true)
            .stderr(true)
            .spawn(builder.area())
            .map_err(as_text)?;
        Self::connected(setup, child, workplace, words, deadline)
    }

    fn connected(
        setup: &Setup,
        mut child: Child,
        workplace: Workplace,
        words: Words,
        deadline: Instant,
    ) -> Result<Self, String> {
        let spec = &setup.spec;
        let missing = "a pipe is missing";
        let mut stdout = child.take_stdout().ok_or(missing)?;
        let mut stderr = child.take_stderr().ok_or(missing)?;
        let pattern = spec.port_pattern().map_err(as_text)?;
        let port_in = |line: &str| {
            let found = pattern.as_ref()?.captures(line)?.get(1)?;
            Some(found.as_str().to_owned())
        };
        let mut reached = None;
        let mut rest = None;
        let framing = Framing::ContentLength;
        let channel = match &spec.transport {
            Transport::Stdio => {
                let to = child.take_stdin().ok_or(missing)?;
                Channel::framed_pipes(to, stdout, framing)
            }
            transport => {
                let port = match transport {
                    Transport::TcpPortRegex(_) => {
                        Some(read_line_matching(&mut stdout, deadline, port_in).map_err(as_text)?)
                    }
                    Transport::TcpPortRegexOnStderr(_) => {
                        Some(read_line_matching(&mut stderr, deadline, port_in).map_err(as_text)?)
                    }
                    Transport::TcpPort => Some(words.replace("${port}")),
                    _ => None,
                };
                rest = Some(stdout);
                match (port, transport, child.take_listener()) {
                    (Some(port), ..) => {
                        let port = port.parse::<u16>().map_err(as_text)?;
                        reached = Some(port);
                        thread::sleep(Duration::from_millis(spec.settle_ms));
                        let tcp = retry(&mut child, deadline, |child| child.connect(port))?;
                        Channel::framed_tcp(tcp, framing)
                    }
                    (None, Transport::Listen, Some(listener)) => {
                        listener.set_nonblocking(true).map_err(as_text)?;
                        let (tcp, _) = retry(&mut child, deadline, |_| listener.accept())?;
                        Channel::framed_tcp(tcp, framing)
                    }
                    _ => {
                        let socket = words.replace("${socket}");
                        let unix = retry(&mut child, deadline, |_| UnixStream::connect(&socket))?;
                        Channel::framed_unix(unix, framing)
                    }
                }
            }
        };
        let keeps_output = spec.output == Output::Stdout;
        Ok(Self {
            child,
            stderr: Some(drain_in_background(stderr)),
            stdout: rest.map(|file| collect(file, keeps_output)),
            workplace,
            connection: Connection::new(channel.map_err(as_text)?),
            parent: None,
            parent_has_ended: false,
            port: reached,
            words,
            gate_thread: None,
        })
    }

    fn initialize(&mut self, deadline: Instant) -> Result<Result<(), String>, ChannelError> {
        let arguments = json!({
            "clientID": "debunk", "clientName": "debunk", "adapterID": "debunk",
            "pathFormat": "path", "linesStartAt1": true, "columnsStartAt1": true,
            "supportsVariableType": true, "supportsVariablePaging": true, "supportsRunInTerminalRequest": false,
            "supportsStartDebuggingRequest": true, "locale": "en-US",
        });
        let response = self.connection.call("initialize", arguments, deadline)?;
        Ok(response.map(|capabilities| self.connection.capabilities = capabilities))
    }

    /// A further connection to an adapter that listens.
    fn connect_again(&self) -> Result<Connection, ChannelError> {
        let Some(port) = self.port else {
            let reason = "a second session needs a port".to_owned();
            return Err(ChannelError::Ended(reason));
        };
        let ended = |error: std::io::Error| ChannelError::Ended(error.to_string());
        let tcp = self.child.connect(port).map_err(ended)?;
        Ok(Connection::new(Channel::framed_tcp(tcp, Framing::ContentLength)?))
    }

    /// Begins the second session that the adapter requested; it replaces the first.
    pub fn begin_child(&mut self, deadline: Instant) -> Result<Value, ChannelError> {
        let is_it = |event: &Event| matches!(event, Event::StartDebugging(_));
        let Event::StartDebugging(configuration) = self.connection.event(deadline, is_it)? else {
            return Err(ChannelError::Ended("no second session was asked for".to_owned()));
        };
        let mut child = self.connect_again()?;
        if self.connection.checker.is_some() {
            child.checker = Some(Checker::new());
            child.spoken = self.connection.spoken.take();
        }
        self.parent = Some(std::mem::replace(&mut self.connection, child));
        self.parent_has_ended = false;
        self.initialize(deadline)?.map_err(ChannelError::Ended)?;
        Ok(configuration)
    }

    /// Every violation of the protocol that was noticed.
    pub fn departures(&self) -> Vec<Departure> {
        let mut departures = self.parent.as_ref().map(departures_of).unwrap_or_default();
        departures.extend(departures_of(&self.connection));
        departures
    }

    /// Ends the process with everything it started, and returns how it ended, with its last words.
    pub fn kill(&mut self) -> String {
        self.kill_with_words(1)
    }

    /// The same for an unusable adapter, with more of its last words.
    pub fn fail(&mut self) -> String {
        self.kill_with_words(FAILURE_LINES_MAX)
    }

    fn kill_with_words(&mut self, lines_max: usize) -> String {
        let exit = match self.child.wait_timeout(Duration::from_millis(EXIT_TIMEOUT_MS)) {
            Some(exit) => exit,
            None => self.child.kill(),
        };
        self.sweep();
        let words = self
            .stderr
            .take()
            .map(|stderr| stderr.text_at_end(Duration::from_millis(LAST_WORDS_TIMEOUT_MS)))
            .unwrap_or_default();
        let lines = words.lines().rev().map(str::trim).filter(|line| !line.is_empty());
        let mut lines: Vec<&str> = lines.take(lines_max).collect();
        lines.reverse();
        if lines.is_empty() {
            return exit.to_string();
        }
        format!("{exit}: {}", self.words.mask(&lines.join("; ")))
    }

    /// Ends programs that the adapter left running. They all have the name of this process's own
    /// file in their environment.
    fn sweep(&self) {
        self.end_all_but(None);
    }

    fn end_all_but(&self, spared: Option<u32>) {
        let file = self.workplace.output_file();
        end_all_with(OUTPUT_VARIABLE, &file.to_string_lossy(), spared);
    }

    /// Ends the session, and starts a new conversation with the same process. Only the adapter
    /// itself survives this.
    pub fn renew(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        // The program may have ended, and the session with it. If an adapter is disconnected while
        // it still has something to say, it may not survive.
        let _ = self.connection.call("disconnect", json!({ "terminateDebuggee": true }), deadline);
        self.await_parent();
        self.parent = None;
        self.end_all_but(Some(self.child.pid()));
        self.connection = self.connect_again()?;
        self.initialize(deadline)?.map_err(ChannelError::Ended)
    }

    /// What the adapter reported of the program's output; some report it in the first of two
    /// sessions.
    pub fn reported_output(&mut self) -> Vec<u8> {
        let mut output = std::mem::take(&mut self.connection.output);
        self.await_parent();
        if let Some(parent) = &mut self.parent {
            output.append(&mut parent.output);
        }
        output
    }

    /// Waits until the first of two sessions has ended too; output that has not arrived by then is
    /// lost.
    fn await_parent(&mut self) {
        if let Some(parent) = &mut self.parent
            && !self.parent_has_ended
        {
            let deadline = Instant::now() + Duration::from_millis(OUTPUT_TIMEOUT_MS);
            self.parent_has_ended =
                parent.event(deadline, |event| *event == Event::Terminated).is_ok();
        }
    }

    /// Whether the process has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_some()
    }

    /// What the program wrote to the output of the adapter, which ends here.
    pub fn stdout(&mut self) -> Vec<u8> {
        self.child.kill();
        self.sweep();
        self.stdout.take().and_then(|thread| thread.join().ok()).unwrap_or_default()
    }
}

impl Drop for AdapterProcess {
    fn drop(&mut self) {
        self.child.kill();
        self.sweep();
    }
}

/// Retries until it works, the adapter has ended or the time is over.
fn retry<T>(
    child: &mut Child,
    deadline: Instant,
    mut attempt: impl FnMut(&Child) -> std::io::Result<T>,
) -> Result<T, String> {
    loop {
        match attempt(child) {
            Ok(made) => return Ok(made),
            Err(error) if Instant::now() >= deadline => {
                return Err(format!("the adapter cannot be reached: {error}"));
            }
            Err(_) => {}
        }
        if let Some(exit) = child.try_wait() {
            return Err(format!("the adapter ended before it could be reached: {exit}"));
        }
        thread::sleep(Duration::from_millis(RETRY_PAUSE_MS));
    }
}

/// Reads an output to its end, so that a full pipe blocks nobody.
fn collect(mut file: File, keeps: bool) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let limit = if keeps { OUTPUT_LIMIT_BYTES } else { 0 };
        // What cannot be read counts as missing.
        let _ = (&mut file).take(limit).read_to_end(&mut bytes);
        let _ = std::io::copy(&mut file, &mut std::io::sink());
        bytes
    })
}
