//! A guided search on a real Duktape: the same with any number of workers.

use debunk_batch::BatchError;
use debunk_campaign::{Campaign, Guide, Options};
use debunk_duktape::{DuktapeDebugger, is_current, set_up};
use debunk_kit::debuggers::info;
use debunk_relations::{ALL, GeneratorOptions};
use debunk_results::{Share, Tally};
use debunk_sandbox::TempArea;
use debunk_session::Debugger;
use debunk_toolchain::{Cache, locate};
use std::sync::atomic::AtomicBool;

const TESTS: u64 = 80;

fn duktape() -> DuktapeDebugger {
    let cache = Cache::open(None).expect("cache");
    let found = locate(&"duktape".parse().expect("a name"), &cache, &mut |_| {});
    let found = found.ok().filter(|found| is_current(&found.binary));
    let located = found.unwrap_or_else(|| set_up(&cache, &mut |_| {}).expect("Duktape is built"));
    let info = info("duktape", &located);
    DuktapeDebugger::new(info, located.binary, &TempArea::new().expect("a folder"))
}

fn run(
    debugger: &dyn Debugger,
    guide: Guide,
    jobs: usize,
    resume: bool,
) -> Result<Tally, BatchError> {
    let mut entries = debunk_corpus::built_in().entries;
    entries.retain(|entry| {
        ["recursion/", "loops/", "closures/"]
            .iter()
            .any(|topic| entry.program.name.starts_with(topic))
    });
    let stop = AtomicBool::new(false);
    let options = Options {
        debugger,
        make_driver: &|| debugger.driver(),
        entries: &entries,
        unreadable: &[],
        tests: TESTS,
        seed: 5,
        rounds: 2,
        relations: &ALL,
        generator: GeneratorOptions::default(),
        guide,
        jobs,
        keep_per_class: 0,
        allow_skips: Share::default(),
        stop: &stop,
    };
    let mut campaign = Campaign::prepare(options, None, resume, &mut |_| {})?;
    Ok(campaign.run(&mut |_| {}, |_| {})?.tally)
}

#[test]
fn a_guided_search_is_the_same_with_any_number_of_workers_and_unlike_one_without_a_guide() {
    let debugger = duktape();
    let tally = |guide, jobs| run(&debugger, guide, jobs, false).expect("it runs");
    let plain = tally(Guide::None, 2);
    for guide in [Guide::Coverage, Guide::Mc] {
        let one = tally(guide, 1);
        assert_eq!(one, tally(guide, 3), "{}", guide.name());
        assert_eq!(one.tests, TESTS);
        assert_ne!(one, plain, "{}", guide.name());
    }
}

#[test]
fn a_guided_search_cannot_be_resumed() {
    let refused = run(&duktape(), Guide::Mc, 1, true);
    assert!(matches!(refused, Err(BatchError::GuidedResume("mc"))));
}
