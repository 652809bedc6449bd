//! Reads what a child writes, without ever waiting longer than wanted.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{SandboxError, sys};

/// How much of the output an error carries.
const ERROR_TEXT_BYTES: usize = 4 * 1024;
/// How much of the output a [`TextTail`] keeps.
const TAIL_BYTES: usize = 16 * 1024;
/// A line without an end is cut here.
const LINE_BYTES: usize = 64 * 1024;
const CHUNK_BYTES: usize = 8 * 1024;
/// A longer answer is cut off.
const ANSWER_BYTES: usize = 64 * 1024 * 1024;
const ANSWER_CHUNK_BYTES: usize = 64 * 1024;

/// Reads lines until `pattern` returns a text for one, and returns that text.
///
/// It reads no further than the end of that line, so that the rest can be read from the same file
/// afterwards. The error carries the last 4 KiB that were read.
pub fn read_line_matching(
    file: &mut File,
    deadline: Instant,
    pattern: impl Fn(&str) -> Option<String>,
) -> Result<String, SandboxError> {
    let failed = |reason| SandboxError::Exchange { reason };
    let mut seen = Tail::new(ERROR_TEXT_BYTES);
    let mut line = Vec::new();
    loop {
        let ready = sys::poll_until(&mut [sys::watch(file, libc::POLLIN)], deadline);
        if !ready.map_err(failed)? {
            return Err(SandboxError::OutputLate { text: seen.text() });
        }
        let Some(byte) = read_byte(file).map_err(failed)? else {
            return pattern(&text(&line))
                .ok_or_else(|| SandboxError::OutputEnded { text: seen.text() });
        };
        seen.push(&[byte]);
        line.push(byte);
        if byte == b'\n' || line.len() >= LINE_BYTES {
            if let Some(found) = pattern(text(&line).trim_end_matches(['\r', '\n'])) {
                return Ok(found);
            }
            line.clear();
        }
    }
}

/// Reads a line of up to 64 MiB from a child that writes one line and then waits or ends:
/// everything after the line is dropped.
pub fn read_answer(file: &mut File, deadline: Instant) -> Result<String, SandboxError> {
    let failed = |reason| SandboxError::Exchange { reason };
    let tail = |answer: &[u8]| text(&answer[answer.len().saturating_sub(ERROR_TEXT_BYTES)..]);
    let mut answer = Vec::new();
    let mut chunk = vec![0; ANSWER_CHUNK_BYTES];
    loop {
        let ready = sys::poll_until(&mut [sys::watch(file, libc::POLLIN)], deadline);
        if !ready.map_err(failed)? {
            return Err(SandboxError::OutputLate { text: tail(&answer) });
        }
        let count = match file.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(failed)?,
        };
        if let Some(end) = chunk[..count].iter().position(|&byte| byte == b'\n') {
            answer.extend_from_slice(&chunk[..end]);
            return Ok(text(&answer));
        }
        answer.extend_from_slice(&chunk[..count]);
        if count == 0 || answer.len() > ANSWER_BYTES {
            return Err(SandboxError::OutputEnded { text: tail(&answer) });
        }
    }
}

/// One byte, since more might belong to the next reader; `None` at the end.
fn read_byte(file: &mut File) -> io::Result<Option<u8>> {
    let mut byte = [0];
    loop {
        match file.read(&mut byte) {
            Ok(0) => return Ok(None),
            Ok(_) => return Ok(Some(byte[0])),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Reads a child's output in its own thread, so that a full pipe never blocks the child.
pub fn drain_in_background(file: File) -> TextTail {
    keep_in_background(file, TAIL_BYTES)
}

/// The same for an output that matters, of which up to
/// [`OUTPUT_CAP_BYTES`](crate::OUTPUT_CAP_BYTES) are kept.
pub fn collect_in_background(file: File) -> TextTail {
    keep_in_background(file, crate::OUTPUT_CAP_BYTES)
}

fn keep_in_background(file: File, limit_bytes: usize) -> TextTail {
    let shared = Arc::new(Shared {
        state: Mutex::new(State { tail: Tail::new(limit_bytes), ended: false }),
        change: Condvar::new(),
    });
    let writer = Arc::clone(&shared);
    let thread = thread::Builder::new().name("debunk-drain".into());
    if thread.spawn(move || writer.drain(file)).is_err() {
        // Without a thread the pipe is closed at once, so the child cannot block either.
        shared.end();
    }
    TextTail { shared }
}

/// The last part of a child's output so far: 16 KiB, or everything that matters.
#[derive(Clone, Debug)]
pub struct TextTail {
    shared: Arc<Shared>,
}

impl TextTail {
    /// The text that has been read so far.
    pub fn text(&self) -> String {
        self.shared.lock().tail.text()
    }

    /// Waits for the end of the output, up to `timeout`, and returns the text. Meant for the moment
    /// after a child's death, when its last words may still be in the pipe.
    pub fn text_at_end(&self, timeout: Duration) -> String {
        let state = self.shared.lock();
        let waited = self.shared.change.wait_timeout_while(state, timeout, |state| !state.ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.tail.text()
    }
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    change: Condvar,
}

#[derive(Debug)]
struct State {
    tail: Tail,
    ended: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn drain(&self, mut file: File) {
        let mut chunk = [0; CHUNK_BYTES];
        loop {
            match file.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => self.lock().tail.push(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.end();
    }

    fn end(&self) {
        self.lock().ended = true;
        self.change.notify_all();
    }
}

/// The end of a text that may be much longer.
#[derive(Debug)]
struct Tail {
    bytes: VecDeque<u8>,
    limit: usize,
}

impl Tail {
    fn new(limit: usize) -> Tail {
        Tail { bytes: VecDeque::new(), limit }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        let excess = self.bytes.len().saturating_sub(self.limit);
        self.bytes.drain(..excess);
    }

    fn text(&self) -> String {
        let (front, back) = self.bytes.as_slices();
        text(&[front, back].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_keeps_the_end() {
        let mut tail = Tail::new(4);
        tail.push(b"ab");
        tail.push(b"cdef");
        assert_eq!(tail.text(), "cdef");
    }
}
