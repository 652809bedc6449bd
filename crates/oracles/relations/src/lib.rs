//! Metamorphic relations, pure: how an initial run is generated, how a program and its
//! actions are transformed, how the follow-up session is steered while it runs, and what
//! must hold between the two traces.
//!
//! A relation makes a [`Plan`]; one interpreter, the [`Follower`], runs every plan. Neither
//! knows a debugger: they answer observations with actions.
//!
//! The [`Generator`] of initial runs and the [`Follower`] are each a [`Policy`]: they get the latest
//! steps of a trace and say what to do [`Next`]. [`compare()`] judges two observations through the location
//! map, and [`self_evident`] finds what is wrong by itself: a crash, a hang, an error in place of an
//! answer, a pause outside the program.
//!
//! # How a follow-up is steered
//!
//! A relation does not steer. It makes a [`Plan`]: the changed program, the map from old to new
//! locations, the initial trace with its expectations, a list of [`PlannedStep`]s, and the [`Rules`] that
//! say what may differ (an added variable, a renamed one, outer scopes that are shown in part). The
//! follower sends planned steps up to the next control action together, and compares each answer with
//! the initial step that it stands for, through the location map. Where it has to steer:
//!
//! * **Extra pauses.** A breakpoint that only the follow-up has may pause. After a continue, the follower
//!   continues. If the pause interrupts a step, the session has to be resynchronised.
//! * **Temporary breakpoints** do that: one is set at the place where the initial step went. The follower
//!   continues to it, passes it while the call stack is a different one (recursion), and removes it on
//!   arrival.
//! * **Inserted code.** A pause in inserted text is left by repeating the step; a step out becomes a step
//!   over.
//! * **Finer actions.** Every pause is allowed until the expected one comes. At the location of a
//!   breakpoint, with the expected stack, other variables are a violation. Elsewhere, and after a call has
//!   returned, the pause may be an earlier visit or the rest of the statement.
//! * **Giving up.** Where there is no honest verdict, the follower gives up and the summary counts the
//!   reason. Among them: the new breakpoint is refused, or silences a `debugger` statement; no breakpoint
//!   is possible where the step went; the place is in code made at run time; a temporary breakpoint was
//!   passed (two points of the code can have one location, and a breakpoint there stands for only one of
//!   them); the follower would need more than 240 actions of its own. The campaign adds one: in a program
//!   with threads, a pause in a thread other than the first proves nothing, since threads take turns as
//!   they like and every breakpoint shifts that in each run alike.
//!
//! * **Questions.** An [`Inquiry`] asks about one pause: contents of variables, paths into them, frames of
//!   callers, expressions whose value is known, completions. What to ask may depend on an answer before it;
//!   what must hold depends on the other answers at that pause alone.
//!
//! Relations that change the program need breakpoints that stand exactly where they were requested, since
//! a debugger may slide them differently in a changed program. If some slid, [`SLIDE_BREAKPOINTS`] is
//! applied instead, and the next round starts from exact ones.
//!
//! Variables are compared by name, with shadowing, and by normalised value: no object ids, no source text
//! of functions, no stacks of errors. What the sites call uncertain on a line is not compared there.
//!
//! # Debuggers that know lines only
//!
//! They report column 0, and their location map is one of lines: a line goes where the first thing on it
//! goes that is left. One line is several places: the head of a loop has its first entry and every later
//! round, and a call returns to the middle of its line. A breakpoint stands for one of them. Therefore
//!
//! * an interrupted step is not resynchronised by a temporary breakpoint but by leaving the extra calls
//!   and stepping on,
//! * finer actions are judged only where the expected line holds one plain statement and was not returned
//!   to from a call,
//! * a verdict is inferred from a pause only where the log knows when it happened.

mod compare;
mod evident;
mod expressions;
mod fixed;
mod follow;
mod generate;
mod inquiry;
mod plan;
mod relation;
mod relations;
mod shown;
mod twins;
mod violation;

pub use compare::{ObservationDifference, Rules, compare};
pub use evident::self_evident;
pub use fixed::FixedActions;
pub use follow::Follower;
pub use generate::{Generator, GeneratorOptions};
pub use inquiry::Inquiry;
pub use plan::{Plan, PlannedStep};
pub use relation::{Application, Group, Inapplicable, Initial, Needs, Relation};
pub use relations::{ALL, SLIDE_BREAKPOINTS, WITNESS, by_name};
pub use violation::{Violation, ViolationKind};

use debunk_model::{Action, TraceStep};

/// What a policy wants next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Perform these actions together, and return with their steps.
    Act(Vec<Action>),
    /// Nothing more to do.
    Done,
    /// The debugger contradicted itself.
    Violated(Box<Violation>),
    /// The session cannot be steered any further; no verdict.
    GiveUp(&'static str),
}

/// Something that decides, from what was just observed, what to do next.
pub trait Policy {
    /// Takes the steps that the last actions produced (none at first) and decides.
    fn next(&mut self, steps: &[TraceStep]) -> Next;
}
