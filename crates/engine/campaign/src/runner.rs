//! What one worker has at hand.

use debunk_languages::analyse;
use debunk_model::{Outcome, Program, Sites, Span};
use debunk_session::{Debugger, Driver, PlainRun, PlainRunner};
use debunk_testimony::Log;
use debunk_witness::{Witnessed, witness_against};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Cached plain runs and coverages, so that iterated programs are not rerun.
const REMEMBERED_MAX: usize = 512;
/// Cached logs, which may be large.
const LOGS_MAX: usize = 64;

/// The processes and caches of one worker.
pub struct WorkerTools {
    /// Drives the sessions.
    pub driver: Box<dyn Driver>,
    runner: Box<dyn PlainRunner>,
    outcomes: BTreeMap<u64, PlainRun>,
    dead: BTreeMap<u64, Result<Vec<Span>, String>>,
    logs: BTreeMap<u64, Option<Arc<Log>>>,
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
        let fingerprint = program.fingerprint();
        if let Some(known) = self.logs.get(&fingerprint) {
            return known.clone();
        }
        if self.logs.len() >= LOGS_MAX {
            self.logs.clear();
        }
        let plain = self.plain(program);
        let log =
            plain.and_then(|plain| match witness_against(&mut *self.runner, program, &plain) {
                Witnessed::Neutral(log) => Some(Arc::from(log)),
                Witnessed::NotNeutral(_) | Witnessed::Failed(_) => None,
            });
        self.logs.insert(fingerprint, log.clone());
        log
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
