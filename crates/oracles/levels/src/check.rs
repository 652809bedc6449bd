//! Checks one program: one run by instructions, some by lines, and reruns of what contradicts.

use crate::contradiction::{LevelContradiction, LevelJudgement, LevelRules};
use crate::driver::{LevelDriver, LevelError};
use crate::exception::Exception;
use crate::judge::judge;
use crate::record::{RecordLimits, StepPolicy, record_instructions, record_lines};
use crate::script::Dialect;
use crate::table::LineTable;
use crate::trace::LevelTrace;
use debunk_model::{Program, Seed, Sites};
use std::collections::BTreeMap;

/// What determines a run by lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The number of the test, which determines its choices.
    pub number: u64,
    /// Which test of the program it is: the first steps into calls, the second over them, further
    /// ones mix.
    pub round: u64,
}

impl Test {
    /// How the run steps.
    pub fn policy(&self, seed: u64) -> StepPolicy {
        match self.round {
            0 => StepPolicy::Into,
            1 => StepPolicy::Over,
            _ => StepPolicy::Mixed(Box::new(Seed::new(seed).split("levels", self.number).rng())),
        }
    }
}

/// The result of one test.
#[derive(Clone, Debug)]
pub struct CheckedTest {
    /// The test.
    pub test: Test,
    /// Contradictions that were reproduced in new processes.
    pub contradictions: Vec<LevelContradiction>,
    /// Contradictions that were not reproduced.
    pub unconfirmed: usize,
    /// How often each exception applied.
    pub exceptions: BTreeMap<Exception, u64>,
    /// Steps by lines that were judged.
    pub steps: usize,
    /// The run by lines.
    pub lines: LevelTrace,
}

/// What is checked, and how.
pub struct Check<'parts> {
    /// The program.
    pub program: &'parts Program,
    /// Its line table.
    pub table: &'parts LineTable,
    /// Where its variables have values.
    pub sites: &'parts Sites,
    /// Which exceptions apply.
    pub dialect: Dialect,
    /// How far its runs are followed.
    pub limits: RecordLimits,
    /// The seed of all tests.
    pub seed: u64,
}

impl Check<'_> {
    /// The run by instructions, which serves all tests of the program.
    ///
    /// # Errors
    /// If the program or the debugger does not cooperate.
    pub fn instructions(&self, driver: &mut dyn LevelDriver) -> Result<LevelTrace, LevelError> {
        record_instructions(driver, self.program, self.table, self.limits)
    }

    fn lines(&self, driver: &mut dyn LevelDriver, test: Test) -> Result<LevelTrace, LevelError> {
        let mut policy = test.policy(self.seed);
        record_lines(driver, self.program, self.table, self.limits, &mut policy)
    }

    fn judge(&self, instructions: &LevelTrace, lines: &LevelTrace) -> LevelJudgement {
        let is_certain = |name: &str, line: u32| self.sites.is_certain(name, line);
        let exceptions = Exception::of(self.dialect);
        let rules = LevelRules { is_certain: &is_certain, exceptions: &exceptions };
        judge(self.table, instructions, lines, &rules)
    }

    /// Runs one test. `fresh` is an unused driver; a contradiction must be reproduced there, too.
    ///
    /// # Errors
    /// If the program or the debugger does not cooperate.
    pub fn test(
        &self,
        driver: &mut dyn LevelDriver,
        fresh: &mut dyn LevelDriver,
        instructions: &LevelTrace,
        test: Test,
    ) -> Result<CheckedTest, LevelError> {
        let lines = self.lines(driver, test)?;
        let LevelJudgement { mut contradictions, exceptions, steps } =
            self.judge(instructions, &lines);
        let found = contradictions.len();
        if found > 0 {
            let again = self.judge(&self.instructions(fresh)?, &self.lines(fresh, test)?);
            contradictions.retain(|one| again.contradictions.contains(one));
        }
        let unconfirmed = found - contradictions.len();
        Ok(CheckedTest { test, contradictions, unconfirmed, exceptions, steps, lines })
    }
}
