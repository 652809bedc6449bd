//! Runs programs and their copies without the debugger.

use crate::debugger::code_of;
use crate::log::Log;
use crate::machine::{Machine, PLAIN_INSTRUCTIONS_MAX, WATCHED_INSTRUCTIONS_MAX};
use debunk_model::{Goal, Program, Span};
use debunk_session::{PlainRun, PlainRunner};
use std::collections::BTreeSet;

/// The machine without the debugger.
pub(crate) struct FakeRunner;

impl FakeRunner {
    fn run_as(&self, program: &Program, log: Option<Log>, instructions_max: u64) -> PlainRun {
        if program.goal != Goal::Script {
            return PlainRun::Unsupported("the toy language has scripts only".to_owned());
        }
        let code = match code_of(program) {
            Ok(code) => code,
            Err(reason) => return PlainRun::DoesNotParse(reason),
        };
        match Machine::new(code, log, instructions_max).run_to_end() {
            Some(outcome) => PlainRun::Ended(outcome),
            None => PlainRun::TimedOut,
        }
    }
}

impl PlainRunner for FakeRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        self.run_as(program, None, PLAIN_INSTRUCTIONS_MAX)
    }

    fn run_with_secret(&mut self, copy: &Program, secret: &str) -> PlainRun {
        self.run_as(copy, Some(Log::new(secret)), WATCHED_INSTRUCTIONS_MAX)
    }

    fn run_in_decoy_with_secret(&mut self, copy: &Program, secret: &str) -> Option<PlainRun> {
        Some(self.run_with_secret(copy, secret))
    }

    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String> {
        let code = code_of(program)?;
        let mut machine = Machine::new(code.clone(), None, PLAIN_INSTRUCTIONS_MAX);
        machine.run_to_end().ok_or("it does not end")?;
        let statements = || code.statements.iter().zip(machine.has_begun());
        // What is done in any case is compiled more than once.
        let alive: BTreeSet<Span> =
            statements().filter(|(_, has_begun)| **has_begun).map(|(span, _)| *span).collect();
        let dead: BTreeSet<Span> =
            statements().map(|(span, _)| *span).filter(|span| !alive.contains(span)).collect();
        Ok(dead.into_iter().collect())
    }
}
