//! How the Python host is started, and how requests reach it.

use crate::message::{Answer, Request};
use debunk_native::{Builder, Workplace};
use debunk_sandbox::{Child, Spawn, TextTail, drain_in_background};
use debunk_shell::{Patience, end_process, within};
use debunk_wire::{Channel, ChannelError};
use std::fs;
use std::time::Instant;

const START_TIMEOUT_MS: u64 = 20_000;
const PATIENCE: Patience = Patience { exit_ms: 1_000, words_ms: 200 };
const MEMORY_LIMIT_MIB: u64 = 1_024;
const FILE_SIZE_LIMIT_MIB: u64 = 64;
const HOST: &str = include_str!("host.py");

/// A host that waits for programs.
pub(crate) struct BdbProcess {
    child: Child,
    stderr: TextTail,
    channel: Channel,
    pub workplace: Workplace,
    /// Whether it owes an answer that did not arrive.
    pub is_confused: bool,
}

impl BdbProcess {
    pub fn start(builder: &Builder) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let workplace = Workplace::new(builder.area()).map_err(|error| told(&error))?;
        let host = workplace.folder().join("debunk_host.py");
        fs::write(&host, HOST).map_err(|error| told(&error))?;
        let mut child = Spawn::new(&builder.compilers().python)
            .args(["-B", "-s"])
            .arg(&host)
            .env("PYTHONHASHSEED", "0")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("PYTHONUTF8", "1")
            .current_dir(workplace.folder())
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .file_size_limit_mib(Some(FILE_SIZE_LIMIT_MIB))
            .open_pipes()
            .stderr(true)
            .spawn(builder.area())
            .map_err(|error| told(&error))?;
        let (to, from) = child.take_pipes().ok_or("a pipe is missing")?;
        let stderr = drain_in_background(child.take_stderr().ok_or("a pipe is missing")?);
        let channel = Channel::pipes(to, from).map_err(|error| told(&error))?;
        let mut process = Self { child, stderr, channel, workplace, is_confused: false };
        match process.receive(within(START_TIMEOUT_MS)) {
            Ok(Answer::Ready) => Ok(process),
            Ok(other) => Err(format!("the host began with {other:?}")),
            Err(error) => Err(format!("{error}; {}", process.kill())),
        }
    }

    pub fn receive(&mut self, deadline: Instant) -> Result<Answer, ChannelError> {
        let text = self.channel.receive(deadline)?;
        serde_json::from_str(&text).map_err(|error| {
            ChannelError::Ended(format!("the host sent a malformed message: {error}"))
        })
    }

    pub fn send(&mut self, request: &Request<'_>, deadline: Instant) -> Result<(), ChannelError> {
        let text = serde_json::to_string(request)
            .map_err(|error| ChannelError::Ended(error.to_string()))?;
        self.channel.queue(&text);
        self.channel.flush(deadline)
    }

    pub fn call(
        &mut self,
        request: &Request<'_>,
        deadline: Instant,
    ) -> Result<Answer, ChannelError> {
        self.send(request, deadline)?;
        self.receive(deadline)
    }

    /// Ends the process and says how it ended.
    pub fn kill(&mut self) -> String {
        end_process(&mut self.child, &self.stderr, PATIENCE, |words| words.lines().last())
    }
}
