//! Asks the command about the contents of a file, and keeps the best on disk.

use crate::answers::Answers;
use crate::journal::Name;
use crate::{Command, DdError, Reply};
use debunk_delta::Outcome;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The command with all that is known about its answers.
pub(crate) struct Oracle<'o> {
    command: &'o Command,
    repeat: u32,
    pub answers: Answers<'o>,
    best: Mutex<Best>,
}

/// The shortest interesting content so far, and where it is kept.
struct Best {
    path: Option<PathBuf>,
    size: usize,
}

impl<'o> Oracle<'o> {
    pub fn new(command: &'o Command, repeat: u32, answers: Answers<'o>) -> Self {
        let best = Mutex::new(Best { path: None, size: usize::MAX });
        Self { command, repeat: repeat.max(1), answers, best }
    }

    fn best(&self) -> MutexGuard<'_, Best> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes every content that is shorter than all before to a file, whole or not at all.
    pub fn keep_best(&self, path: &Path, size: usize) {
        *self.best() = Best { path: Some(path.to_owned()), size };
    }

    /// The size of the shortest interesting content so far.
    pub fn best_size(&self) -> usize {
        self.best().size
    }

    /// Asks about a content. A failure sets the flag to stop and is kept for later.
    pub fn ask(&self, content: &[u8]) -> Outcome {
        self.try_ask(content).unwrap_or_else(|error| self.answers.fail(error))
    }

    fn try_ask(&self, content: &[u8]) -> Result<Outcome, DdError> {
        let name: Name = *blake3::hash(content).as_bytes();
        let outcome = self.answers.get(name, || Ok(self.ask_afresh(content)?.outcome))?;
        let mut best = self.best();
        if outcome.is_fail() && content.len() < best.size {
            best.size = content.len();
            if let Some(path) = &best.path {
                write_whole(path, content)?;
            }
        }
        Ok(outcome)
    }

    /// Asks the command itself, whatever is known, as often as wanted; all answers must be
    /// "interesting".
    ///
    /// # Errors
    /// When the command cannot be started.
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
        self.answers.count(&reply);
        Ok(reply)
    }

    /// The same, where a failure sets the flag to stop and is kept for later.
    pub fn ask_anew(&self, content: &[u8]) -> Outcome {
        match self.ask_afresh(content) {
            Ok(reply) => reply.outcome,
            Err(error) => self.answers.fail(error),
        }
    }

    /// Asks about contents of which the first must be interesting. The others are asked about only
    /// if it is, or at the same time where there are threads for that.
    ///
    /// # Errors
    /// When the first is not interesting, with what can be done about it.
    pub fn begin(
        &self,
        what: &str,
        contents: &[&[u8]],
        jobs: usize,
    ) -> Result<Vec<Outcome>, DdError> {
        let outcomes = if jobs > 1 {
            side_by_side(contents, |content| self.ask(content))
        } else {
            self.ask_in_turn(contents)
        };
        self.answers.check()?;
        if outcomes.first().is_some_and(|outcome| outcome.is_fail()) {
            return Ok(outcomes);
        }
        // Asked once more, to be able to say how it ended.
        let again = self.ask_afresh(contents.first().copied().unwrap_or_default())?;
        if again.outcome.is_fail() {
            return Err(DdError::Flaky {
                what: what.to_owned(),
                first: "not interesting",
                second: "interesting",
            });
        }
        let hint =
            again.hint("it must end with exit code 0 there, or with another one under --invert");
        Err(DdError::NotInteresting { what: what.to_owned(), how: again.how, hint })
    }

    fn ask_in_turn(&self, contents: &[&[u8]]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for content in contents {
            outcomes.push(self.ask(content));
            if !outcomes[0].is_fail() {
                break;
            }
        }
        outcomes
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
///
/// # Errors
/// When the file system does not take it.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), DdError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, content)
        .and_then(|()| fs::rename(&part, path))
        .map_err(DdError::file("write the result", path))
}
