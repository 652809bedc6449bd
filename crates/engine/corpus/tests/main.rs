//! The corpus: one binary, since linking takes longer than most tests.

mod built_in;
mod folders;
mod joining;
mod languages;
mod programs;
mod support;
mod test262;
