//! Runs a program from start to end and collects what it writes.

use std::fs::File;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use crate::{Child, ExitInfo, SandboxError, Spawn, TempArea, sys};

/// How much of each output is kept; the rest is read and discarded.
pub const OUTPUT_CAP_BYTES: usize = 16 * 1024 * 1024;
const CHUNK_BYTES: usize = 64 * 1024;
/// How often to check whether the process has ended although its pipes are still open.
const LOOK_MS: u64 = 20;
/// How long after the end of the process a detached descendant may keep the pipes open.
const LAST_WORDS_MS: u64 = 200;

/// What a program did from start to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRun {
    /// How it ended; by SIGKILL if it timed out.
    pub exit: ExitInfo,
    /// Its output, up to [`OUTPUT_CAP_BYTES`].
    pub stdout: Vec<u8>,
    /// Its error output, up to [`OUTPUT_CAP_BYTES`].
    pub stderr: Vec<u8>,
    /// Whether it was killed because it timed out.
    pub timed_out: bool,
}

impl FinishedRun {
    /// The output as text.
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// The error output as text.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Starts the program, feeds it `stdin`, if there is any, and waits for its end; after `timeout` it is killed.
pub fn run_to_end(
    spawn: Spawn,
    area: &TempArea,
    stdin: &[u8],
    timeout: Duration,
) -> Result<FinishedRun, SandboxError> {
    let deadline = Instant::now() + timeout;
    let mut child = spawn.stdin(!stdin.is_empty()).stdout(true).stderr(true).spawn(area)?;
    let mut streams = Streams::new(&mut child, stdin).map_err(failed)?;
    let end = streams.pump(&mut child, deadline).map_err(failed)?;
    let exit = child.kill();
    let last = Instant::now() + Duration::from_millis(LAST_WORDS_MS);
    streams.stdin = None;
    while streams.is_open() && Instant::now() < last {
        streams.exchange(last).map_err(failed)?;
    }
    let [stdout, stderr] = streams.outputs.map(|output| output.bytes);
    Ok(FinishedRun { exit, stdout, stderr, timed_out: end == StreamEnd::TimedOut })
}

fn failed(reason: io::Error) -> SandboxError {
    SandboxError::Exchange { reason }
}

#[derive(PartialEq, Eq)]
enum StreamEnd {
    Exited,
    TimedOut,
}

/// The three pipes; each is dropped when its other end is closed.
struct Streams<'a> {
    stdin: Option<File>,
    rest_of_stdin: &'a [u8],
    outputs: [RunOutput; 2],
}

struct RunOutput {
    file: Option<File>,
    bytes: Vec<u8>,
}

impl<'a> Streams<'a> {
    fn new(child: &mut Child, stdin: &'a [u8]) -> io::Result<Streams<'a>> {
        let input = child.take_stdin().filter(|_| !stdin.is_empty());
        let files = [child.take_stdout(), child.take_stderr()];
        for file in files.iter().chain([&input]).flatten() {
            sys::set_nonblocking(file)?;
        }
        let outputs = files.map(|file| RunOutput { file, bytes: Vec::new() });
        Ok(Streams { stdin: input, rest_of_stdin: stdin, outputs })
    }

    /// Moves bytes until the process has ended or timed out.
    fn pump(&mut self, child: &mut Child, deadline: Instant) -> io::Result<StreamEnd> {
        loop {
            if child.try_wait().is_some() {
                return Ok(StreamEnd::Exited);
            }
            if Instant::now() >= deadline {
                return Ok(StreamEnd::TimedOut);
            }
            if self.is_open() {
                let look = Instant::now() + Duration::from_millis(LOOK_MS);
                self.exchange(look.min(deadline))?;
            } else {
                child.wait_timeout(deadline.saturating_duration_since(Instant::now()));
            }
        }
    }

    fn is_open(&self) -> bool {
        self.stdin.is_some() || self.outputs.iter().any(|output| output.file.is_some())
    }

    /// Waits for one of the pipes, then moves whatever is ready.
    fn exchange(&mut self, deadline: Instant) -> io::Result<()> {
        let mut watched: Vec<_> = self.stdin.iter().map(|f| sys::watch(f, libc::POLLOUT)).collect();
        let outputs = self.outputs.iter().filter_map(|output| output.file.as_ref());
        watched.extend(outputs.map(|file| sys::watch(file, libc::POLLIN)));
        if sys::poll_until(&mut watched, deadline)? {
            self.feed()?;
            for output in &mut self.outputs {
                output.collect()?;
            }
        }
        Ok(())
    }

    fn feed(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.stdin else { return Ok(()) };
        match file.write(self.rest_of_stdin) {
            Ok(count) => self.rest_of_stdin = &self.rest_of_stdin[count..],
            // A program need not read its input.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.rest_of_stdin = &[],
            Err(error) if is_temporary(&error) => {}
            Err(error) => return Err(error),
        }
        if self.rest_of_stdin.is_empty() {
            self.stdin = None;
        }
        Ok(())
    }
}

impl RunOutput {
    fn collect(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let mut chunk = [0; CHUNK_BYTES];
        match file.read(&mut chunk) {
            Ok(0) => self.file = None,
            Ok(count) => {
                let room = OUTPUT_CAP_BYTES - self.bytes.len();
                self.bytes.extend(&chunk[..count.min(room)]);
            }
            Err(error) if is_temporary(&error) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
