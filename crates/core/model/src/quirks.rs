//! What is known of a debugger, so that it is not held against it.

use crate::{Language, OptimisationLevel};

/// What is known to be so by design in a debugger, and therefore no lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Quirks {
    /// Scopes of enclosing functions list only what inner functions mention.
    pub outer_scopes_partial: bool,
    /// A caller that has nothing left to do may be missing from the stack.
    pub tail_calls: bool,
    /// A step may end where it began, before anything has run.
    pub rests_twice: bool,
    /// A step may end where no breakpoint can stand.
    pub rests_between: bool,
    /// It knows lines only: locations have column 0, and a breakpoint is asked for by its line.
    pub whole_lines: bool,
    /// A step that a breakpoint interrupted stays pending, and a later continue may end with it.
    pub completes_steps: bool,
    /// A step out may end where the function is left, before it has returned.
    pub rests_at_return: bool,
    /// Where an asynchronous function ends it may also rest when its call returns the promise, whatever
    /// becomes of the function.
    pub ends_at_call: bool,
    /// A step from a statement that leaves an asynchronous function by an error may end where the function
    /// ends, since that is where the engine rejects the promise.
    pub ends_rejected: bool,
    /// It stops reading the contents of a container after some time and marks the rest, so that how much it
    /// shows is chance.
    pub cuts_contents: bool,
    /// It can run a program once more, [`Action::Restart`](crate::Action::Restart).
    pub restarts: bool,
    /// It shows the variables of all frames,
    /// [`Action::LookAtCallers`](crate::Action::LookAtCallers).
    pub shows_callers: bool,
    /// It may have logpoints, [`Action::AddLogpoint`](crate::Action::AddLogpoint).
    pub logs: bool,
    /// How programs in C are compiled for it; other languages are never optimised.
    pub c_level: OptimisationLevel,
}

impl Quirks {
    /// Whether programs of that language are optimised.
    pub fn optimises(&self, language: Language) -> bool {
        language == Language::C && self.c_level.is_optimised()
    }
}
