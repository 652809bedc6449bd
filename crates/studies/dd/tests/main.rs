//! Delta debugging with real tools: one binary, since linking takes longer than most tests.

mod changes;
mod history;
mod reductions;
mod schedule;
mod states;
mod tasks;
