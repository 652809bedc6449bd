//! What one worker has at hand.

use debunk_languages::analyse;
use debunk_model::{Outcome, Program, Sites, Span};
use debunk_session::{Debugger, Driver, PlainRun, PlainRunner};
use debunk_testimony::{Log, UndecidedExpression};
use debunk_witness::{WitnessResult, insert_expression, witness_against};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Cached plain runs and coverages, so that iterated programs are not rerun.
const REMEMBERED_MAX: usize = 512;
/// Cached logs, which may be large.
const LOGS_MAX: usize = 64;
/// The limit of expressions that are inserted into a program for one session.
const INSERTED_MAX: usize = 3;

/// What is known of a program's log.
#[derive(Clone)]
enum KnownLog {
    /// It is complete, or cut off at its limit.
    Found(Arc<Log>),
    /// The copy that logs did not end in time.
    TooLong,
    /// There is none that can be believed.
    None,
}

/// The processes and caches of one worker.
pub struct WorkerTools {
    /// Drives the sessions.
    pub driver: Box<dyn Driver>,
    runner: Box<dyn PlainRunner>,
    outcomes: BTreeMap<u64, PlainRun>,
    dead: BTreeMap<u64, Result<Vec<Span>, String>>,
    logs: BTreeMap<u64, KnownLog>,
    sites: BTreeMap<u64, Result<Arc<Sites>, String>>,
}

impl WorkerTools {
    /// Tools for one worker; processes start on first use.
    pub fn new(debugger: &dyn Debugger, driver: Box<dyn Driver>) -> Self {
        Self {
            driver,
            runner: debugger.runner(),
            outcomes: BTreeMap::new(),
            dead: BTreeMap::new(),
            logs: BTreeMap::new(),
            sites: BTreeMap::new(),
        }
    }

    /// Starts afresh: no used process, nothing cached.
    pub fn renew(&mut self, debugger: &dyn Debugger) {
        self.driver.discard();
        self.runner = debugger.runner();
        self.outcomes.clear();
        self.dead.clear();
        self.logs.clear();
        self.sites.clear();
    }

    /// What is found in a program by parsing it, which is done once.
    ///
    /// # Errors
    /// If it does not parse.
    pub fn sites(&mut self, program: &Program) -> Result<Arc<Sites>, String> {
        if self.sites.len() >= REMEMBERED_MAX {
            self.sites.clear();
        }
        let parse = || analyse(program).map(Arc::new).map_err(|error| error.to_string());
        self.sites.entry(program.fingerprint()).or_insert_with(parse).clone()
    }

    /// Notes what is known of a program already.
    pub(crate) fn know_sites(&mut self, program: &Program, sites: &Arc<Sites>) {
        self.sites.insert(program.fingerprint(), Ok(sites.clone()));
    }

    /// The plain runner itself.
    pub fn runner(&mut self) -> &mut dyn PlainRunner {
        &mut *self.runner
    }

    /// How a program behaves without a debugger.
    pub fn plain(&mut self, program: &Program) -> Option<Outcome> {
        let fingerprint = program.fingerprint();
        if self.outcomes.len() >= REMEMBERED_MAX {
            self.outcomes.clear();
        }
        let runner = &mut self.runner;
        match self.outcomes.entry(fingerprint).or_insert_with(|| runner.run(program)) {
            PlainRun::Ended(outcome) => Some(outcome.clone()),
            _ => None,
        }
    }

    /// What really happens in a program, if that can be found out.
    pub fn log(&mut self, program: &Program) -> Option<Arc<Log>> {
        match self.known_log(program) {
            KnownLog::Found(log) => Some(log),
            KnownLog::TooLong | KnownLog::None => None,
        }
    }

    /// The log of a program with what some expressions are worth in it, which copies of the program find out.
    pub fn log_with(
        &mut self,
        program: &Program,
        expressions: &[UndecidedExpression],
    ) -> Option<Arc<Log>> {
        let (known, plain) = (self.log(program)?, self.plain(program)?);
        let mut log = Log::clone(&known);
        for asked in expressions.iter().take(INSERTED_MAX) {
            let values = insert_expression(&mut *self.runner, program, &plain, &known, asked);
            log.inserted
                .entry(asked.expression.clone())
                .or_default()
                .extend(values.into_iter().flatten());
        }
        Some(Arc::new(log))
    }

    /// Whether so much happens in a program that not all of it can be logged.
    pub fn runs_long(&mut self, program: &Program) -> bool {
        match self.known_log(program) {
            KnownLog::Found(log) => log.truncated,
            KnownLog::TooLong => true,
            KnownLog::None => false,
        }
    }

    fn known_log(&mut self, program: &Program) -> KnownLog {
        let fingerprint = program.fingerprint();
        if let Some(known) = self.logs.get(&fingerprint) {
            return known.clone();
        }
        if self.logs.len() >= LOGS_MAX {
            self.logs.clear();
        }
        let known = match self.plain(program) {
            None => KnownLog::None,
            Some(plain) => match witness_against(&mut *self.runner, program, &plain) {
                WitnessResult::Neutral(log) => KnownLog::Found(Arc::from(log)),
                WitnessResult::Failed(_) => KnownLog::TooLong,
                WitnessResult::NotNeutral(_) => KnownLog::None,
            },
        };
        self.logs.insert(fingerprint, known.clone());
        known
    }

    /// Whether it is already known what really happens in a program.
    pub fn has_log(&self, program: &Program) -> bool {
        self.logs.contains_key(&program.fingerprint())
    }

    /// The parts of a program that never run.
    pub fn dead_spans(&mut self, program: &Program) -> Option<Vec<Span>> {
        let fingerprint = program.fingerprint();
        if self.dead.len() >= REMEMBERED_MAX {
            self.dead.clear();
        }
        let runner = &mut self.runner;
        let spans = self.dead.entry(fingerprint).or_insert_with(|| runner.dead_spans(program));
        spans.as_ref().ok().cloned()
    }
}

/// One worker's view of a campaign.
pub struct TestRunner<'campaign> {
    /// The debugger under test.
    pub debugger: &'campaign dyn Debugger,
    /// The worker's processes.
    pub tools: WorkerTools,
}
