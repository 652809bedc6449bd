//! How the host is started, and how requests reach it.

use crate::frame::{Frame, Frames, encode};
use debunk_sandbox::{Child, Spawn, TempArea, TextTail, drain_in_background};
use debunk_shell::{Patience, end_process, within};
use debunk_wire::{Channel, ChannelError, Framing};
use std::path::Path;
use std::time::Instant;

const START_TIMEOUT_MS: u64 = 20_000;
const PATIENCE: Patience = Patience { exit_ms: 1_000, words_ms: 200 };
const MEMORY_LIMIT_MIB: u64 = 512;

/// A host that waits for programs.
pub(crate) struct HostProcess {
    child: Child,
    stderr: TextTail,
    channel: Channel,
    frames: Frames,
}

impl HostProcess {
    pub fn start(binary: &Path, area: &TempArea) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let mut child = Spawn::new(binary)
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .open_pipes()
            .stderr(true)
            .spawn(area)
            .map_err(|error| told(&error))?;
        let (to, from) = child.take_pipes().ok_or("a pipe is missing")?;
        let stderr = drain_in_background(child.take_stderr().ok_or("a pipe is missing")?);
        let channel =
            Channel::framed_pipes(to, from, Framing::LengthFirst).map_err(|error| told(&error))?;
        let mut process = Self { child, stderr, channel, frames: Frames::default() };
        match process.receive(within(START_TIMEOUT_MS)) {
            Ok(Frame { letter: b'r', .. }) => Ok(process),
            Ok(other) => Err(format!("the host began with {other:?}")),
            Err(error) => Err(format!("{error}; {}", process.kill())),
        }
    }

    /// Adds a frame to the send queue.
    pub fn queue(&mut self, letter: u8, parts: &[&[u8]]) {
        self.channel.queue_bytes(&encode(letter, parts));
    }

    /// Sends what was queued.
    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        self.channel.flush(deadline)
    }

    /// The next frame.
    pub fn receive(&mut self, deadline: Instant) -> Result<Frame, ChannelError> {
        loop {
            let next = self.frames.next();
            if let Some(frame) = next.map_err(|what| ChannelError::Ended(what.to_owned()))? {
                return Ok(frame);
            }
            let bytes = self.channel.receive_bytes(deadline)?;
            self.frames.feed(bytes);
        }
    }

    /// Ends the process and says how it ended.
    pub fn kill(&mut self) -> String {
        end_process(&mut self.child, &self.stderr, PATIENCE, |words| words.lines().last())
    }
}
