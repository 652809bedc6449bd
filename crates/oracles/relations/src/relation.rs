//! What a relation is.

use crate::{Plan, Violation};
use debunk_model::{
    Action, Capabilities, Capability, Language, LineIndex, Location, Outcome, Program, Quirks,
    Sites, Span, TestRng, Trace,
};
use debunk_testimony::Log;

/// What kind of transformation a relation makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// It changes the actions.
    Actions,
    /// It changes the program.
    Program,
    /// It makes additional requests to the debugger.
    Questions,
    /// It holds within one session.
    Invariant,
}

impl Group {
    /// The group's name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Actions => "actions",
            Group::Program => "program",
            Group::Questions => "questions",
            Group::Invariant => "invariant",
        }
    }
}

/// What must be known about the initial program, or be possible in the debugger, before a relation can
/// be applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Which parts never run.
    pub dead_code: bool,
    /// How the program behaves without a debugger.
    pub plain_outcome: bool,
    /// Every breakpoint was set where it was requested.
    pub exact_breakpoints: bool,
    /// What really happens in it.
    pub log: bool,
    /// That the debugger has breakpoints with conditions.
    pub conditions: bool,
}

/// Everything a relation may look at.
pub struct Initial<'run> {
    /// The program.
    pub program: &'run Program,
    /// Its sites.
    pub sites: &'run Sites,
    /// Its lines.
    pub lines: &'run LineIndex,
    /// What happened.
    pub trace: &'run Trace,
    /// What never ran, if requested.
    pub dead: Option<&'run [Span]>,
    /// How it ended without a debugger, if requested.
    pub plain: Option<&'run Outcome>,
    /// What really happens in it, if requested.
    pub log: Option<&'run Log>,
    /// What the debugger does by design.
    pub quirks: Quirks,
    /// What it can be asked for.
    pub capabilities: Capabilities,
}

impl Initial<'_> {
    /// Whether a breakpoint elsewhere that is set before step `index` may pause at a place, too.
    pub(crate) fn may_pause_beside(&self, index: usize, at: Location) -> bool {
        let standing = self.trace.standing_before(index);
        let asked: Vec<u32> =
            standing.iter().flat_map(|it| [it.requested.line, it.actual.line]).collect();
        self.quirks.granularity.is_lines()
            && self.sites.may_pause_beside(&self.program.text, self.lines, at.line, &asked)
    }
}

/// Why a relation cannot be applied here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inapplicable(pub &'static str);

/// The result of applying a relation to an initial run.
#[derive(Debug)]
pub enum Application {
    /// A follow-up session to run.
    FollowUp(Box<Plan>),
    /// It was already checked within the one session.
    Checked(Option<Box<Violation>>),
}

/// A transformation of a test with the expectation that links the two traces.
pub trait Relation: Sync {
    /// Its name, a verb phrase.
    fn name(&self) -> &'static str;
    /// What kind of transformation it is.
    fn group(&self) -> Group;
    /// What must hold, in one sentence.
    fn summary(&self) -> &'static str;
    /// A test before and after.
    fn example(&self) -> &'static str;
    /// Whether observations steer the follow-up session.
    fn is_interactive(&self) -> bool;
    /// What it needs to know.
    fn needs(&self) -> Needs {
        Needs::default()
    }
    /// What the debugger has to offer.
    fn requires(&self) -> &'static [Capability] {
        &[]
    }
    /// Whether it applies to programs of that language.
    fn is_for(&self, language: Language) -> bool {
        let _ = language;
        true
    }
    /// Whether it also holds for optimised code. A changed text is optimised differently.
    fn holds_optimised(&self) -> bool {
        matches!(self.group(), Group::Actions | Group::Questions)
    }
    /// Performs its transformation.
    ///
    /// # Errors
    /// If there is nothing to apply it to.
    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable>;

    /// Applies it, with what is known of the debugger and of the program's variables.
    ///
    /// # Errors
    /// If there is nothing to apply it to.
    fn apply(&self, initial: &Initial<'_>, rng: &mut TestRng) -> Result<Application, Inapplicable> {
        let is_optimised = initial.quirks.optimises(initial.program.language);
        if is_optimised && !self.holds_optimised() {
            return Err(Inapplicable("does not hold for optimised code"));
        }
        let mut required = self.requires().iter();
        if let Some(missing) = required.find(|required| !initial.capabilities.has(**required)) {
            return Err(Inapplicable(missing.absence()));
        }
        let mut applied = self.transform(initial, rng)?;
        if let Application::FollowUp(plan) = &mut applied {
            if initial.quirks.completes_steps && completed_step(initial) {
                return Err(Inapplicable("an interrupted step was completed"));
            }
            plan.rules.granularity = initial.quirks.granularity;
            plan.rules.completes_steps = initial.quirks.completes_steps;
            plan.rules.cuts_contents = initial.quirks.cuts_contents;
            plan.rules.is_optimised = is_optimised;
            plan.rules.uncertain = initial.sites.uncertain.clone();
            if initial.quirks.granularity.is_lines() {
                plan.rules.beside = initial.sites.beside(&initial.program.text, initial.lines);
            }
        }
        Ok(applied)
    }
}

/// Whether a continue ended without a breakpoint: with a step that was still pending. If anything
/// changes, that may not be reproducible.
fn completed_step(initial: &Initial<'_>) -> bool {
    initial.trace.pauses().any(|(index, pause)| {
        let standing = initial.trace.actual_before(index);
        initial.trace.steps[index].action == Action::Continue
            && pause.location().is_some_and(|at| !standing.contains(&at))
    })
}
