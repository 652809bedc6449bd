//! Composes the stages into tests and tests into a campaign: prepare programs, run initial
//! sessions, follow relations, guard violations, hand over findings, report events.
//!
//! A [`TestRunner`] runs one test; a [`Campaign`] is a batch of them (`debunk-batch`), and
//! [`replay()`] runs a finding again. This is where drivers, relations and witness meet; the command
//! line is above it.
//!
//! # A test
//!
//! 1. **Programs** are checked on the debugger's own engine without the debugger (`check_program`). Each
//!    must parse, end within 2 s, and do the same twice, the second time in a decoy
//!    (`PlainRunner::run_in_decoy`): surroundings such as a debugger makes. What fails is skipped with a
//!    reason. The debugger itself has to pass the smoke test.
//! 2. **The initial run** sets one to four breakpoints at random places, starts the program, and performs
//!    random actions among those that are legal.
//! 3. **One session is checked alone**: what is wrong by itself, and the invariants, such as `keep-output`
//!    and `pause-for-a-reason`.
//! 4. **Rounds.** A relation is chosen at random and makes a plan, which runs as a follow-up session. If
//!    nothing contradicts, the follow-up is the initial run of the next round, so that transformations pile
//!    up.
//! 5. **A violation ends the test.** It becomes a finding if it passes the guards.
//!
//! [`Search`] runs tests. With a [`Guide`] it does so in generations, and a [`Queue`] proposes each generation
//! from what the ones before it covered.
//!
//! # The guards
//!
//! * **The program must be deterministic.** Two runs without the debugger must agree before any test.
//! * **The change must be neutral.** Both programs run without the debugger. If they behave differently, the
//!   program noticed the change (it reads its own source text, say) and the debugger is not to blame. For a
//!   violation in one session, the program must behave like the one it was made from.
//! * **The violation must be reproducible.** Each session is run again, in a fresh process, and must give the
//!   same trace, step for step, with the same violation; in a program that may run threads, six times. What
//!   came from an earlier session in the same process, or from a busy machine, does not.
//! * **It must not be by design.** `Quirks` and the rules of a plan remove what a debugger does openly and on
//!   purpose.
//!
//! The summary counts how many violations each guard rejected. A guard that rejects many points to a relation
//! that is wrong.
//!
//! # Who is wrong
//!
//! `debunk-testimony` weighs both sessions against the logs of their programs. Where that does not decide, the
//! arbiter (`arbiter.rs`) runs further sessions: on from where the two parted, without the one breakpoint in
//! question, or only to find out where a breakpoint can stand and whether it pauses there (`standing.rs`).
//!
//! # How determinism is kept
//!
//! The same debugger, corpus, options and seed give the same findings and the same files.
//!
//! * One seed is split by purpose and number (`seed.split("test", 17)`), so that a test depends neither on the
//!   tests before it nor on the worker that runs it.
//! * What a debugger's process went through before can show in a test. So tests are done in blocks of 32, or
//!   of 8 when they are guided. Each block begins with new processes and is done by one worker, in order. The
//!   history of a test is then the same with any number of workers. A resumed campaign repeats the block in
//!   which it was interrupted from its beginning, and every block with a skipped test up to that test
//!   (`Numbers`).
//! * Results are collected in the order of test numbers (`in_order`). No worker gets more than 256 tests
//!   ahead.
//! * Programs see a fixed clock, timers without waiting, no sign of garbage collection, and the engine's
//!   random numbers from a fixed seed. Children run with `LANG=C.UTF-8` and `TZ=UTC`.
//! * No file holds a time. The store records tests in the order of their numbers and commits them in groups;
//!   at the end it rewrites its file, so that commits leave no trace in it.
//! * Wherever order could come from a hash table, a sorted one is used.
//! * A finding is confirmed in fresh processes, so that the history of a warm process cannot leak into it.
//!
//! An interrupted campaign continues at the first test that was not committed; its findings and its summary
//! end up as if it had never stopped. What is left to chance is a machine so slow that a debugger does not
//! answer within its time limit.

mod arbiter;
mod campaign;
mod guide;
mod replay;
mod runner;
mod search;
mod session_run;
mod standing;
mod test_run;
mod verdict;

pub use campaign::{Campaign, Options, Summary};
pub use guide::{Guide, Proposal, Queue, TestCoverage};
pub use replay::{Attempt, Attempted, Replayed, again as rerun, replay};
pub use runner::{TestRunner, WorkerTools};
pub use search::Search;
pub use session_run::{Ended, run_session};
pub use test_run::{TestContext, TestOutcome, TestRun, class_of};
pub use verdict::{Contradiction, judge, verdict};
