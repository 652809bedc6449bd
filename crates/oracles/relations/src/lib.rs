//! Metamorphic relations, pure: how an initial run is generated, how a program and its
//! actions are transformed, how the follow-up session is steered while it runs, and what
//! must hold between the two traces.
//!
//! A relation makes a [`Plan`]; one interpreter, the [`Follower`], runs every plan. Neither
//! knows a debugger: they answer observations with actions.

mod compare;
mod evident;
mod follow;
mod generate;
mod plan;
mod relation;
mod relations;
mod violation;

pub use compare::{Difference, Rules, compare};
pub use evident::self_evident;
pub use follow::Follower;
pub use generate::{Generator, GeneratorOptions};
pub use plan::{Plan, PlannedStep};
pub use relation::{Applied, Group, Inapplicable, Initial, Needs, Relation};
pub use relations::{ALL, SLIDE_BREAKPOINTS, by_name};
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
