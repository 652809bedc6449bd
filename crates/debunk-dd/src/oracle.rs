//! Asks the command about contents: remembers answers, notes what is odd, keeps the best.

use crate::journal::{Journal, Name};
use crate::{Command, DdError, Reply};
use debunk_delta::Outcome;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was odd about the command; each is worth a word to the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oddities {
    /// So often it was killed because it took too long.
    pub timed_out: u64,
    /// So often it left another content in its file than it found.
    pub changed_input: u64,
    /// The same content got two answers: first this one, then that one.
    pub flaky: Option<(Outcome, Outcome)>,
}

/// The command with all that is known about its answers.
pub(crate) struct Oracle<'o> {
    command: &'o Command,
    repeat: u32,
    state: Mutex<State>,
    /// Set when the user wants to end, or when something failed that ends everything.
    stop: &'o AtomicBool,
}

struct State {
    journal: Option<Journal>,
    oddities: Oddities,
    calls: u64,
    from_journal: u64,
    error: Option<DdError>,
    best: Option<Best>,
    best_size: usize,
}

/// Where the best result so far is kept.
struct Best {
    path: PathBuf,
}

impl<'o> Oracle<'o> {
    pub fn new(command: &'o Command, repeat: u32, stop: &'o AtomicBool) -> Self {
        let state = State {
            journal: None,
            oddities: Oddities::default(),
            calls: 0,
            from_journal: 0,
            error: None,
            best: None,
            best_size: usize::MAX,
        };
        Self { command, repeat: repeat.max(1), state: Mutex::new(state), stop }
    }

    /// Uses the answers of a journal and adds to it.
    pub fn with_journal(self, journal: Journal) -> Self {
        self.lock().journal = Some(journal);
        self
    }

    /// Writes every content that is shorter than all before to a file, whole or not at all.
    pub fn keep_best(&self, path: &Path, size: usize) {
        let mut state = self.lock();
        state.best = Some(Best { path: path.to_owned() });
        state.best_size = size;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often the command was run.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// How many answers came out of the journal.
    pub fn known_answers(&self) -> u64 {
        self.lock().from_journal
    }

    pub fn oddities(&self) -> Oddities {
        self.lock().oddities.clone()
    }

    /// What ended everything, if something did.
    pub fn take_error(&self) -> Option<DdError> {
        self.lock().error.take()
    }

    /// Asks about a content. A failure sets the flag to stop and is kept for later.
    pub fn ask(&self, content: &[u8]) -> Outcome {
        self.try_ask(content).unwrap_or_else(|error| self.fail(error))
    }

    fn fail(&self, error: DdError) -> Outcome {
        self.lock().error.get_or_insert(error);
        self.stop.store(true, Ordering::SeqCst);
        Outcome::Unresolved
    }

    fn try_ask(&self, content: &[u8]) -> Result<Outcome, DdError> {
        let name: Name = *blake3::hash(content).as_bytes();
        let known = self.lock().journal.as_ref().and_then(|journal| journal.get(&name));
        let outcome = match known {
            Some(outcome) => {
                self.lock().from_journal += 1;
                outcome
            }
            None => {
                let reply = self.ask_afresh(content)?;
                if self.stop.load(Ordering::SeqCst) {
                    return Ok(Outcome::Unresolved);
                }
                let mut state = self.lock();
                if let Some(journal) = &mut state.journal {
                    journal.note(name, reply.outcome)?;
                }
                reply.outcome
            }
        };
        self.remember(content, outcome)?;
        Ok(outcome)
    }

    /// Asks the command itself, as often as wanted; all answers must be "interesting".
    pub fn ask_afresh(&self, content: &[u8]) -> Result<Reply, DdError> {
        let mut reply = self.ask_once(content)?;
        for _ in 1..self.repeat {
            if !reply.outcome.is_fail() {
                break;
            }
            reply = self.ask_once(content)?;
        }
        Ok(reply)
    }

    fn ask_once(&self, content: &[u8]) -> Result<Reply, DdError> {
        let reply = self.command.ask(content)?;
        let mut state = self.lock();
        state.calls += 1;
        state.oddities.timed_out += u64::from(reply.timed_out);
        state.oddities.changed_input += u64::from(reply.changed_input);
        Ok(reply)
    }

    fn remember(&self, content: &[u8], outcome: Outcome) -> Result<(), DdError> {
        let mut state = self.lock();
        if outcome.is_fail() && content.len() < state.best_size {
            state.best_size = content.len();
            if let Some(best) = &state.best {
                write_whole(&best.path, content)?;
            }
        }
        Ok(())
    }

    /// Asks the command itself, whatever is known.
    pub fn ask_anew(&self, content: &[u8]) -> Outcome {
        match self.ask_afresh(content) {
            Ok(reply) => reply.outcome,
            Err(error) => self.fail(error),
        }
    }

    /// Asks about several contents, the first of which matters most: the others are asked about
    /// only if it is interesting, or at the same time where there are threads for that.
    pub fn ask_all(&self, contents: &[&[u8]], jobs: usize) -> Vec<Outcome> {
        if jobs > 1 {
            return side_by_side(contents, |content| self.ask(content));
        }
        let mut outcomes = Vec::new();
        for content in contents {
            outcomes.push(self.ask(content));
            if !outcomes[0].is_fail() {
                break;
            }
        }
        outcomes
    }

    /// The size of the shortest interesting content so far.
    pub fn best_size(&self) -> usize {
        self.lock().best_size
    }
}

/// Does the same with each, on a thread each.
fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = items.iter().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    })
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), DdError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, content)
        .and_then(|()| fs::rename(&part, path))
        .map_err(DdError::file("write the result", path))
}
