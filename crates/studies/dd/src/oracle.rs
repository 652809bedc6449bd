//! Asks the command about the contents of a file, and keeps the best on disk.

use crate::answers::AnswerCache;
use crate::journal::Name;
use crate::{DdError, Reply, TestCommand};
use debunk_delta::{Subject, TestOutcome, TestedContent};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A content to ask about; the number distinguishes repeated questions from the first.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Question {
    pub content: Arc<Vec<u8>>,
    pub check: Option<u32>,
}

impl Question {
    /// The first question about a content.
    pub fn about(content: impl Into<Arc<Vec<u8>>>) -> Self {
        Self { content: content.into(), check: None }
    }
}

/// A content with the command's answer to it. Results are written from nothing else.
pub(crate) type AnsweredContent = TestedContent<Question>;

/// The command with everything known about its answers.
pub(crate) struct Oracle<'o> {
    command: &'o TestCommand,
    repeat: u32,
    pub answers: AnswerCache<'o>,
    best: Mutex<BestContent>,
}

/// The shortest interesting content that was used so far, and where it is kept.
#[derive(Default)]
struct BestContent {
    path: Option<PathBuf>,
    answered: Option<AnsweredContent>,
}

impl<'o> Oracle<'o> {
    pub fn new(command: &'o TestCommand, repeat: u32, answers: AnswerCache<'o>) -> Self {
        Self { command, repeat: repeat.max(1), answers, best: Mutex::default() }
    }

    fn best(&self) -> MutexGuard<'_, BestContent> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts with an interesting content, and writes each new shortest one to a file, whole or not
    /// at all.
    pub fn keep_best(&self, path: &Path, answered: AnsweredContent) {
        *self.best() = BestContent { path: Some(path.to_owned()), answered: Some(answered) };
    }

    /// The size of the shortest interesting content so far.
    pub fn best_size(&self) -> usize {
        self.best().answered.as_ref().map_or(usize::MAX, |best| best.content().content.len())
    }

    /// The shortest interesting content that was used, if any was.
    pub fn take_best(&self) -> Option<AnsweredContent> {
        self.best().answered.take()
    }

    /// Asks about a content. A failure sets the stop flag and is kept for later.
    pub fn ask(&self, content: &[u8]) -> TestOutcome {
        let name: Name = *blake3::hash(content).as_bytes();
        self.answers
            .get(name, || Ok(self.ask_afresh(content)?.outcome))
            .unwrap_or_else(|error| self.answers.fail(error))
    }

    /// Takes a used answer into account.
    pub fn note(&self, answered: &AnsweredContent) {
        let mut best = self.best();
        let BestContent { path: Some(path), answered: Some(known) } = &mut *best else { return };
        let is_shorter = answered.content().content.len() < known.content().content.len();
        if !answered.is_fail() || !is_shorter {
            return;
        }
        *known = answered.clone();
        if let Err(error) = write_result(path, answered, TestOutcome::Fail) {
            drop(best);
            self.answers.fail(error);
        }
    }

    /// Asks the command itself, whatever is known, as often as wanted; all answers must be
    /// "interesting".
    ///
    /// # Errors
    /// If the command cannot be started.
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

    /// The same, but a failure sets the stop flag and is kept for later.
    pub fn ask_anew(&self, content: &[u8]) -> TestOutcome {
        match self.ask_afresh(content) {
            Ok(reply) => reply.outcome,
            Err(error) => self.answers.fail(error),
        }
    }

    /// Asks about contents of which the first must be interesting. The others are asked about only
    /// if it is, or at the same time if there are threads for that.
    ///
    /// # Errors
    /// If the first is not interesting, with what to do about it.
    pub fn begin(
        &self,
        what: &str,
        contents: &[&[u8]],
        jobs: usize,
    ) -> Result<Vec<AnsweredContent>, DdError> {
        let put = |content: &[u8]| TestedContent::put(self, Question::about(content.to_vec()));
        let answered = if jobs > 1 {
            side_by_side(contents, |content| put(content))
        } else {
            in_turn(contents, put)
        };
        self.answers.check()?;
        if answered.first().is_some_and(TestedContent::is_fail) {
            return Ok(answered);
        }
        // Asked once more, to report how it ended.
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
}

impl Subject for Oracle<'_> {
    type Candidate = Question;
    type Content = Question;

    fn build(&self, question: &Question) -> Option<Question> {
        Some(question.clone())
    }

    fn test(&self, question: &Question) -> TestOutcome {
        match question.check {
            None => self.ask(&question.content),
            // Whether the answer is as before is judged when it is used: this one may be about a
            // text that never becomes the result.
            Some(_) => self.ask_anew(&question.content),
        }
    }

    fn used(&self, answered: &AnsweredContent) {
        self.note(answered);
    }
}

/// Asks about one after the other, and stops if the first is not interesting.
fn in_turn(contents: &[&[u8]], put: impl Fn(&[u8]) -> AnsweredContent) -> Vec<AnsweredContent> {
    let mut answered: Vec<AnsweredContent> = Vec::new();
    for content in contents {
        answered.push(put(content));
        if !answered[0].is_fail() {
            break;
        }
    }
    answered
}

/// Does the same with each, on a thread each.
fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = items.iter().map(|item| scope.spawn(move || work(item))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    })
}

/// Writes a result, whole or not at all. It must itself have had that answer.
///
/// # Errors
/// If it had another one, or the file system refuses.
pub(crate) fn write_result(
    path: &Path,
    result: &AnsweredContent,
    expected: TestOutcome,
) -> Result<(), DdError> {
    if result.outcome() != expected {
        return Err(DdError::Untested(path.to_owned()));
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, &*result.content().content)
        .and_then(|()| fs::rename(&part, path))
        .map_err(DdError::file("write the result", path))
}
