//! The witness on real engines: one binary, since linking takes longer than most tests.

mod contents;
mod corpus;
mod coverage;
mod debugger;
mod ends;
mod expressions;
mod held;
mod insertion;
mod judged;
mod languages;
mod library;
mod logs;
mod neutrality;
mod npm_packages;
mod standard_library;
mod support;
mod unions;
mod variants;
