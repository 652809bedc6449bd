//! Concolic metamorphic debugging: finds the branch at which a failing and a passing run of a
//! program diverge, without an oracle but for a relation between several runs.
//!
//! A program exports `P`, its `relations` and, where inputs are restricted, `valid`. The program
//! runs on an embedded QuickJS. An instrumented copy reports how each value was made from the
//! input and which conditions were decided. From the end of a failing run backwards, conditions are
//! turned by solving for another input, until the relation holds: the condition that was turned is
//! the critical branch. Every input that was solved for is run, so that an answer never depends
//! on the solver alone.
//!
//! [`localize()`] takes [`Sources`] and gives a [`Localized`], of which a [`LocalizeReport`] is made. The
//! copies come from `debunk-javascript`, the inputs from `debunk-solver`; no debugger takes part.
//!
//! # How a critical branch is found
//!
//! **The copy.** Operators that can meet a value made from the input become calls, `a + b` becomes
//! `add(a, b)`. Conditions are announced one by one, including those joined by `&&`. Natives that compare,
//! or that ask a callback for a truth value, are replaced in the traced engine by ones that do the same and
//! announce it. Anything else that meets such a value gets its plain value through `Symbol.toPrimitive`, and
//! a *pin* is noted: from then on that term must keep its value. So nothing has to be modelled for the
//! answer to be right. What is not modelled only makes fewer inputs reachable.
//!
//! **The gate.** Every input passes one gate in the host (`js/host/domains.js`) before it is run, plainly or
//! traced: random ones, those of the user, smaller ones, neighbours, other shapes, and solved ones. An
//! input outside the domain gets the verdict `ExternalSolver` and no run, so that it is neither evidence nor part
//! of a report. What a function of the program returns is settled first: the host runs the pending jobs
//! within the fuel of the run, and refuses what cannot be run to its end. Fuel, not time, ends a run, so
//! that the same seed gives the same report on any machine.
//!
//! **The path.** Terms are numbered in the order in which they are made, and events refer to them. A step of
//! the path is a condition or a pin. Conditions of `P` may be turned; those of `valid` and of the
//! transformation `T`, and all pins, are kept. The relation's comparison `M` runs on plain values.
//!
//! **Turning one condition.** Only steps that share parts of the input with it are considered. First a
//! single number is moved as little as possible; then the linear solver runs, with factors of products
//! held fixed; then a short local search on the terms themselves. Quotients by constants get a variable of
//! their own. The result is evaluated by the rules of JavaScript before it is run. Where that fails because
//! a value was used as it is, such as an index, the conditions are solved once more without holding it
//! fixed (`Flipper::loosened`), and a few random inputs are tried: the run decides whether they keep the
//! path.
//!
//! **When nothing turns.** Inputs near the failing one are tried, then inputs with one part less or one part
//! twice (`shapes`), then random ones. Of those that pass, the one whose run keeps the path longest gives the
//! critical branch, and the report says that it was found in this way. A search is exhausted when every
//! condition was turned, or was shown by the exact solver, without a pin, to have no input that turns it,
//! and `M` decided nothing by the input. The answer is *inevitable* only if all searches are exhausted;
//! otherwise it is *given up*.
//!
//! **Checks.** Every solved input is run: it must keep the path and turn the condition, and its verdict must
//! be that of the plain program. The plain engine has the last word. The tests compare the verdicts of
//! copies and programs, what the built-in programs print, and the solver with z3.
//!
//! **Hits.** A debugger pauses once before a statement, however many decisions a function of the language
//! makes in it. So the failing input runs again with a mark at the expression that the statement evaluates
//! first (`breakpoint.rs`), and the executions that begin before the critical decision are counted, as a
//! session would meet them: while the program is loaded, in `P`, in `T`, and in `P` on the follow-ups.
//!
//! **Distance.** The evaluation marks the mutated expression or statement, so that each of its executions is
//! an event. The distance is counted in the failing run, between the critical branch and the nearest of
//! these executions: [`published_distance`] by the published definition, over all branch executions, and
//! beside it the number of conditions in between that depend on the input.
//!
//! **Suspects.** `trials` changes the program a little and tries it, `suspects` names the branch execution to
//! look at first (the one nearest to where the fault may be), and `rank` orders critical branches.
//!
//! No process is started, and no file but those of the program is read. [`TestBench`] tests many versions of one
//! program on the same inputs.

mod breakpoint;
mod calls;
mod describe;
mod distance;
mod divergence;
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
mod testing;
mod text;
mod trace;
mod trials;

pub use distance::Distance;
pub use engine::CodeSite;
pub use error::ConcolicError;
pub use input::Domain;
pub use localize::localize;
pub use localized::{Conclusion, CriticalBranch, InputSearch, Localized, RandomComparison};
pub use neutral::{Agreement, Disagreement, agreement, printed_by_both};
pub use options::{LocalizeOptions, LocalizeProgress, SearchLimits};
pub use published::{FaultPlace, published_distance};
pub use query::ExternalSolver;
pub use rank::{RankedBranch, Ranking};
pub use report::{
    AttemptReport, CriticalReport, Decision, FilePlace, FurtherPlace, InputChange, InputSide,
    LocalizeReport, LostTracking, Repair, SearchReport, Suspect,
};
pub use search::{FlipAttempt, FlipResult};
pub use sources::Sources;
pub use testing::{FailingInput, TestBench, TestingResult, ThrownError};
pub use trace::RunVerdict;
pub use trials::Trial;
