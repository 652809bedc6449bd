//! What is known about a command's answers: those in the journal, oddities, failures.

use crate::journal::{AnswerJournal, Name};
use crate::{DdError, Reply};
use debunk_delta::TestOutcome;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Oddities of the command; each is worth a message to the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oddities {
    /// How often it was killed because it took too long.
    pub timed_out: u64,
    /// How often it changed the content that it was given.
    pub changed_input: u64,
    /// The same content got two answers: first this one, then that one.
    pub flaky: Option<(TestOutcome, TestOutcome)>,
}

/// The answers of one command.
pub(crate) struct AnswerCache<'a> {
    state: Mutex<State>,
    /// Set if the user wants to end, or if a failure ends everything.
    stop: &'a AtomicBool,
}

struct State {
    journal: AnswerJournal,
    oddities: Oddities,
    calls: u64,
    from_journal: u64,
    error: Option<DdError>,
}

impl<'a> AnswerCache<'a> {
    /// Uses the answers of a journal and adds to it.
    pub fn new(journal: AnswerJournal, stop: &'a AtomicBool) -> Self {
        let state = State {
            journal,
            oddities: Oddities::default(),
            calls: 0,
            from_journal: 0,
            error: None,
        };
        Self { state: Mutex::new(state), stop }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to a question: the one in the journal, or else a new one, which is recorded.
    ///
    /// # Errors
    /// If the command cannot be run or the journal cannot be written.
    pub fn get(
        &self,
        name: Name,
        ask: impl FnOnce() -> Result<TestOutcome, DdError>,
    ) -> Result<TestOutcome, DdError> {
        {
            let mut state = self.lock();
            if let Some(outcome) = state.journal.get(&name) {
                state.from_journal += 1;
                return Ok(outcome);
            }
        }
        let outcome = ask()?;
        if self.stop.load(Ordering::SeqCst) {
            // Whatever ends this program may have ended the command.
            return Ok(TestOutcome::Unresolved);
        }
        self.lock().journal.note(name, outcome)?;
        Ok(outcome)
    }

    /// Counts a run of the command.
    pub fn count(&self, reply: &Reply) {
        let mut state = self.lock();
        state.calls += 1;
        state.oddities.timed_out += u64::from(reply.timed_out);
        state.oddities.changed_input += u64::from(reply.changed_input);
    }

    /// Keeps a failure for later and ends everything.
    pub fn fail(&self, error: DdError) -> TestOutcome {
        self.lock().error.get_or_insert(error);
        self.stop.store(true, Ordering::SeqCst);
        TestOutcome::Unresolved
    }

    /// What ended everything, if something did.
    ///
    /// # Errors
    /// If something did.
    pub fn check(&self) -> Result<(), DdError> {
        self.lock().error.take().map_or(Ok(()), Err)
    }

    /// How often the command was run.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// How many answers came from the journal.
    pub fn known(&self) -> u64 {
        self.lock().from_journal
    }

    /// The oddities so far, and whether the command is flaky.
    pub fn oddities(&self, flaky: Option<(TestOutcome, TestOutcome)>) -> Oddities {
        Oddities { flaky, ..self.lock().oddities.clone() }
    }
}
