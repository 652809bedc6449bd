//! The known properties of a debugger, so that they are not reported as lies.

use crate::{Granularity, Language, OptimisationLevel};

/// What a debugger does by design, so it is not a lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Quirks {
    /// Scopes of enclosing functions list only what inner functions mention.
    pub outer_scopes_partial: bool,
    /// A caller that has nothing left to do may be missing from the call stack.
    pub tail_calls: bool,
    /// A step may end where it began, before anything has run.
    pub pauses_twice: bool,
    /// A step may end where no breakpoint can be set.
    pub pauses_between: bool,
    /// How finely it knows places.
    pub granularity: Granularity,
    /// An interrupted step stays pending after a breakpoint, and a later continue may end with it.
    pub completes_steps: bool,
    /// A step out may end where the function is left, before it has returned.
    pub pauses_at_return: bool,
    /// At the end of an asynchronous function it may also pause when the call returns the promise,
    /// whatever happens to the function.
    pub ends_at_call: bool,
    /// A step from a statement that leaves an asynchronous function by an error may end at the
    /// function's end, since that is where the engine rejects the promise.
    pub ends_rejected: bool,
    /// It stops reading the contents of a container after some time and marks the rest, so how much
    /// it shows is random.
    pub cuts_contents: bool,
    /// How C programs are compiled for it; other languages are never optimised.
    pub c_level: OptimisationLevel,
}

impl Quirks {
    /// Whether programs of that language are optimised.
    pub fn optimises(&self, language: Language) -> bool {
        matches!(language, Language::C | Language::Cpp) && self.c_level.is_optimised()
    }
}
