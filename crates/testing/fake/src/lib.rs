//! The fake debugger: a debugger for a toy language that runs in the process of a test, so that
//! thousands of sessions take seconds.
//!
//! The language is a small part of JavaScript: functions, closures, `var`, `let` and `const`, `if`,
//! loops, `try`, numbers, strings, `print` and `debugger`. So sites, relations, location maps and the
//! witness apply to it as they are. A program is parsed with exact places, compiled to instructions,
//! and run by a machine that can be paused at every statement.
//!
//! [`FakeDebugger`] is honest. Its lies are switched on from outside: those of `debunk-faults` by a
//! layer over its driver, and those that change how a program runs by
//! [`Debugger::faulty_driver`](debunk_session::Debugger::faulty_driver). [`programs()`] makes programs
//! from a seed, and a [`FakeCampaign`] tests the debugger with them.
//!
//! # Where it pauses
//!
//! Before every statement, at its first character; at the test and the update of a loop each time they
//! are evaluated; at the closing brace of a function whose end is reached. A declaration without a value,
//! a block and an empty statement are no places to pause. A breakpoint slides to the next such place in
//! the text.
//!
//! # How copies are run
//!
//! The copy of a program that logs what it does begins with a header that needs much more of JavaScript
//! than the toy language has. The lexer leaves the header out, the parser knows the few words by which a
//! copy calls it, and the machine has the same log built in. Everything else in a copy is run as it is.

mod campaigns;
mod code;
mod compiler;
mod debugger;
mod lexer;
mod lies;
mod log;
mod machine;
mod parser;
mod plain;
mod programs;
mod syntax;
mod value;

pub use campaigns::{FakeCampaign, lying_driver};
pub use debugger::FakeDebugger;
pub use programs::programs;
