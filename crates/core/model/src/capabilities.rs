//! What a debugger can be asked for, beyond what every debugger offers.

use std::fmt;

/// Something that some debuggers offer and others do not. A driver declares it, and a relation
/// requires it: to add one, add it here, and nowhere else but there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Capability {
    /// To rerun a program, [`Action::Restart`](crate::Action::Restart).
    Restarting,
    /// To show the variables of all frames, [`Action::LookAtCallers`](crate::Action::LookAtCallers).
    CallerVariables,
    /// To write a text where a breakpoint would pause,
    /// [`Action::AddLogpoint`](crate::Action::AddLogpoint).
    Logpoints,
    /// To show what a variable holds, [`Action::Expand`](crate::Action::Expand).
    Contents,
    /// To evaluate and expand in the frames of callers.
    FrameQuestions,
    /// To say for what an expression is evaluated, [`EvaluationContext`](crate::EvaluationContext).
    EvaluationContexts,
    /// To complete names, [`Action::Complete`](crate::Action::Complete).
    Completions,
    /// To expand what a script makes a property of the global object, which no pause shows.
    Globals,
}

impl Capability {
    /// All of them.
    pub const ALL: [Capability; 8] = [
        Capability::Restarting,
        Capability::CallerVariables,
        Capability::Logpoints,
        Capability::Contents,
        Capability::FrameQuestions,
        Capability::EvaluationContexts,
        Capability::Completions,
        Capability::Globals,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Capability::Restarting => "restarting",
            Capability::CallerVariables => "caller-variables",
            Capability::Logpoints => "logpoints",
            Capability::Contents => "contents",
            Capability::FrameQuestions => "frame-questions",
            Capability::EvaluationContexts => "evaluation-contexts",
            Capability::Completions => "completions",
            Capability::Globals => "globals",
        }
    }

    /// What is said where a debugger does not offer it.
    pub const fn absence(self) -> &'static str {
        match self {
            Capability::Restarting => "the debugger cannot restart",
            Capability::CallerVariables => "the debugger is not asked for other frames",
            Capability::Logpoints => "the debugger has no logpoints",
            Capability::Contents => "the debugger is not asked for contents",
            Capability::FrameQuestions => "the debugger is not asked in other frames",
            Capability::EvaluationContexts => "the debugger has no contexts of evaluation",
            Capability::Completions => "the debugger has no completions",
            Capability::Globals => "the debugger is not asked for globals",
        }
    }

    const fn bit(self) -> u64 {
        1 << self as u64
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What a debugger offers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Capabilities(u64);

impl Capabilities {
    /// Nothing.
    pub const NONE: Capabilities = Capabilities(0);

    /// Exactly these.
    pub const fn of(offered: &[Capability]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < offered.len() {
            bits |= offered[index].bit();
            index += 1;
        }
        Self(bits)
    }

    /// The same with one more, if it is offered.
    pub const fn with(self, capability: Capability, is_offered: bool) -> Self {
        if is_offered { Self(self.0 | capability.bit()) } else { self }
    }

    /// Whether it is offered.
    pub const fn has(self, capability: Capability) -> bool {
        self.0 & capability.bit() != 0
    }

    /// All that are offered.
    pub fn iter(self) -> impl Iterator<Item = Capability> {
        Capability::ALL.into_iter().filter(move |capability| self.has(*capability))
    }
}

impl fmt::Debug for Capabilities {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_into_it() {
        let set = Capabilities::of(&[Capability::Logpoints]).with(Capability::Restarting, false);
        assert!(set.has(Capability::Logpoints) && !set.has(Capability::Restarting));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Capability::Logpoints]);
        assert_eq!(Capabilities::of(&Capability::ALL).iter().count(), Capability::ALL.len());
        assert_eq!(Capabilities::NONE.iter().count(), 0);
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::BTreeSet<_> =
            Capability::ALL.iter().map(|capability| capability.name()).collect();
        assert_eq!(names.len(), Capability::ALL.len());
    }
}
