//! Delta debugging over anything, without any input or output.
//!
//! A *search* proposes candidates one after the other and learns from the answers; it knows
//! neither files nor programs. An [`Engine`] puts the candidates to the test on a [`Subject`],
//! remembers the answers by content, keeps the limits, and tests ahead on several threads with
//! exactly the result of testing one by one.
//!
//! What a search comes to is worth only what its own test says: results are passed on as [`Tested`],
//! which nothing but a test makes.
//!
//! * [`Ddmin`] minimises a list of deltas to a 1-minimal one, in the classic order.
//! * [`Probable`] minimises a list with fewer tests, from estimates of what is needed.
//! * [`OneByOne`] minimises a list of which nearly everything is needed.
//! * [`Isolate`] finds a minimal difference between a list that passes and one that fails.
//! * [`TreeSearch`] reduces a tree: deletes, puts descendants in the place of ancestors, and
//!   puts short texts in the place of long ones.

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
pub use engine::{Counts, End, Engine, Limits, Subject};
pub use isolate::{Difference, Isolate};
pub use one_by_one::OneByOne;
pub use outcome::Outcome;
pub use probable::Probable;
pub use search::{Proposal, Search};
pub use tested::Tested;
pub use tree::{Node, NodeId, NodeState, Shape, Tree};
pub use tree_search::{Stage, TreeSearch};

/// Runs the example in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
