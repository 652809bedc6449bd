//! The search for critical branches: one binary, since linking takes longer than most tests.

mod answers;
mod domains;
mod foreign;
mod maxsub;
mod promises;
mod reporting;
mod suspects;
