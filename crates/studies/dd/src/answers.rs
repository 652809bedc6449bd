//! What is known about a command's answers: those in the journal, what was odd, what went wrong.

use crate::journal::{Journal, Name};
use crate::{DdError, Reply};
use debunk_delta::Outcome;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was odd about the command; each is worth a word to the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oddities {
    /// So often it was killed because it took too long.
    pub timed_out: u64,
    /// So often it left another content in what it was asked about than it found.
    pub changed_input: u64,
    /// The same content got two answers: first this one, then that one.
    pub flaky: Option<(Outcome, Outcome)>,
}

/// The answers of one command.
pub(crate) struct Answers<'a> {
    state: Mutex<State>,
    /// Set when the user wants to end, or when something failed that ends everything.
    stop: &'a AtomicBool,
}

struct State {
    journal: Journal,
    oddities: Oddities,
    calls: u64,
    from_journal: u64,
    error: Option<DdError>,
}

impl<'a> Answers<'a> {
    /// Uses the answers of a journal and adds to it.
    pub fn new(journal: Journal, stop: &'a AtomicBool) -> Self {
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

    /// The answer to a question: the one in the journal, or else a new one, which is noted.
    ///
    /// # Errors
    /// When the command cannot be asked or the journal not be written.
    pub fn get(
        &self,
        name: Name,
        ask: impl FnOnce() -> Result<Outcome, DdError>,
    ) -> Result<Outcome, DdError> {
        {
            let mut state = self.lock();
            if let Some(outcome) = state.journal.get(&name) {
                state.from_journal += 1;
                return Ok(outcome);
            }
        }
        let outcome = ask()?;
        if self.stop.load(Ordering::SeqCst) {
            // The command may have been ended by what ends this program.
            return Ok(Outcome::Unresolved);
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
    pub fn fail(&self, error: DdError) -> Outcome {
        self.lock().error.get_or_insert(error);
        self.stop.store(true, Ordering::SeqCst);
        Outcome::Unresolved
    }

    /// What ended everything, if something did.
    ///
    /// # Errors
    /// When something did.
    pub fn check(&self) -> Result<(), DdError> {
        self.lock().error.take().map_or(Ok(()), Err)
    }

    /// How often the command was run.
    pub fn calls(&self) -> u64 {
        self.lock().calls
    }

    /// How many answers came out of the journal.
    pub fn known(&self) -> u64 {
        self.lock().from_journal
    }

    /// What was odd so far, and whether the command is flaky.
    pub fn oddities(&self, flaky: Option<(Outcome, Outcome)>) -> Oddities {
        Oddities { flaky, ..self.lock().oddities.clone() }
    }
}
