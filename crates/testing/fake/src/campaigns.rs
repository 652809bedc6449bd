//! Campaigns on the fake debugger, with one of its lies or without.

use crate::{FakeDebugger, programs};
use debunk_batch::BatchError;
use debunk_campaign::{Campaign, Guide, Options, Summary};
use debunk_faults::{FaultyDriver, by_name};
use debunk_relations::{ALL, GeneratorOptions};
use debunk_results::{Event, Share};
use debunk_session::{Debugger, Driver};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// A driver of the fake debugger that lies: one of `debunk-faults`, or one of its own.
/// `None` if there is no such lie.
pub fn lying_driver(debugger: &FakeDebugger, lie: &str) -> Option<Box<dyn Driver>> {
    if let Some(fault) = by_name(lie) {
        return Some(Box::new(FaultyDriver::new(debugger.driver(), fault)));
    }
    let own = debugger.built_in_faults().iter().find(|fault| fault.name == lie)?;
    Some(debugger.faulty_driver(own))
}

/// What a campaign on the fake debugger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FakeCampaign {
    /// The name of the lie, if any; one that does not exist is none.
    pub lie: Option<&'static str>,
    /// How many programs it has.
    pub programs: usize,
    /// How many tests it has.
    pub tests: u64,
    /// The seed of the tests.
    pub seed: u64,
    /// How many workers it has.
    pub jobs: usize,
    /// Whether it continues what is in the folder.
    pub resume: bool,
    /// After how many tests it is interrupted.
    pub stop_after: u64,
}

impl Default for FakeCampaign {
    fn default() -> Self {
        Self {
            lie: None,
            programs: 24,
            tests: 100,
            seed: 1,
            jobs: 1,
            resume: false,
            stop_after: u64::MAX,
        }
    }
}

impl FakeCampaign {
    /// Runs the campaign in a folder.
    ///
    /// # Errors
    /// If the campaign cannot be run.
    pub fn run(&self, folder: &Path) -> Result<Summary, BatchError> {
        let debugger = FakeDebugger::new();
        let make_driver = || {
            let lying = self.lie.and_then(|lie| lying_driver(&debugger, lie));
            lying.unwrap_or_else(|| debugger.driver())
        };
        let entries = programs(self.seed, self.programs);
        let stop = AtomicBool::new(false);
        let options = Options {
            debugger: &debugger,
            make_driver: &make_driver,
            entries: &entries,
            unreadable: &[],
            tests: self.tests,
            seed: self.seed,
            rounds: 3,
            relations: &ALL,
            generator: GeneratorOptions::default(),
            guide: Guide::None,
            jobs: self.jobs,
            keep_per_class: 2,
            allow_skips: Share::default(),
            stop: &stop,
        };
        let mut campaign = Campaign::prepare(options, Some(folder), self.resume, &mut |_| {})?;
        let mut listener = |event: &Event| {
            if matches!(event, Event::Test { number, .. } if *number + 1 >= self.stop_after) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        campaign.run(&mut listener, |_| {})
    }
}
