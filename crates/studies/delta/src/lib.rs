//! Delta debugging over anything, without any input or output.
//!
//! A *search* proposes candidates one after the other and learns from the answers; it knows
//! neither files nor programs. A [`SearchEngine`] puts the candidates to the test on a [`Subject`],
//! remembers the answers by content, keeps the limits, and tests ahead on several threads with
//! exactly the result of testing one by one.
//!
//! What a search comes to is worth only what its own test says: results are passed on as [`TestedContent`],
//! which nothing but a test makes.
//!
//! * [`Ddmin`] minimises a list of deltas to a 1-minimal one, in the classic order.
//! * [`Probable`] minimises a list with fewer tests, from estimates of what is needed.
//! * [`OneByOne`] minimises a list of which nearly everything is needed.
//! * [`Isolate`] finds a minimal difference between a list that passes and one that fails.
//! * [`TreeSearch`] reduces a tree: deletes, puts descendants in the place of ancestors, and
//!   puts short texts in the place of long ones.
//!
//! A search is a state that can be copied. With several jobs the engine copies it, assumes likely answers,
//! and tests ahead what would come next, but uses answers in the order of one job. It counts what is used,
//! not what is tested ahead, so that a limit of tests ends a search at the same candidate with any number
//! of jobs. A clock serves the limit of time alone. [`Isolate`] cuts a difference by weight, moves away
//! from a cut that is unresolved, and takes parts from the middle last.

mod ddmin;
mod engine;
mod foresight;
mod hoisting;
mod isolate;
mod one_by_one;
mod outcome;
mod parts;
mod probable;
mod search;
mod speculation;
mod tested;
mod tree;
mod tree_search;

pub use ddmin::Ddmin;
pub use engine::{Limits, SearchCounts, SearchEnd, SearchEngine, Subject};
pub use isolate::{Isolate, IsolatedDifference};
pub use one_by_one::OneByOne;
pub use outcome::TestVerdict;
pub use probable::Probable;
pub use search::{Proposal, Search};
pub use tested::TestedContent;
pub use tree::{Node, NodeId, NodeState, Tree, TreeShape};
pub use tree_search::{TreeSearch, TreeStage};

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
