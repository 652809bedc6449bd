//! Concolic metamorphic debugging: finds the branch at which a failing and a passing run of a
//! program part, without an oracle but for a relation between several runs.
//!
//! A program exports `P`, its `relations` and, where inputs are restricted, `valid`. The program
//! runs on an embedded QuickJS. An instrumented copy tells how each value was made from the input
//! and which conditions were decided. From the end of a failing run backwards, conditions are
//! turned by solving for another input, until the relation holds: the condition that was turned is
//! the critical branch. Every input that was solved for is run, so that an answer never rests on
//! the solver alone.
//!
//! [`localize()`] takes [`Sources`] and gives a [`Localized`], of which a [`Report`] is made. The
//! copies come from `debunk-javascript`, the inputs from `debunk-solver`; no debugger takes part.

mod breakpoint;
mod calls;
mod distance;
mod engine;
mod error;
mod evaluate;
mod files;
mod flip;
mod fraction;
mod html;
mod input;
mod linear;
mod localize;
mod localized;
mod nearest;
mod neighbours;
mod neutral;
mod options;
mod parting;
mod published;
mod query;
mod rank;
mod reduce;
mod render;
mod report;
mod search;
mod sentence;
mod shapes;
mod sources;
mod suspects;
mod tell;
mod testing;
mod text;
mod trace;
mod trials;

pub use distance::Distance;
pub use engine::Site;
pub use error::ConcolicError;
pub use input::Domain;
pub use localize::localize;
pub use localized::{Conclusion, CriticalBranch, Localized, Others, Search};
pub use neutral::{Agreement, Disagreement, agreement, printed_by_both};
pub use options::{Limits, Options, Progress};
pub use published::{FaultAt, published_distance};
pub use query::Outside;
pub use rank::{Candidate, Ranking};
pub use report::{
    AttemptReport, Change, Critical, Decision, Further, Lost, Place, Repair, Report, SearchReport,
    Side, Suspect,
};
pub use search::{Attempt, Turned};
pub use sources::Sources;
pub use testing::{Bench, Failing, Tested, Thrown};
pub use trace::Verdict;
pub use trials::Trial;
