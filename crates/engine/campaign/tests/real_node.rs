//! Campaigns on a real Node: the same seed gives the same files, whatever the number of workers,
//! and an interrupted campaign ends with the same result.

use debunk_campaign::{Campaign, Guide, Options, Replayed, Summary, replay};
use debunk_corpus::CorpusEntry;
use debunk_kit::debuggers::located;
use debunk_kit::folders::files;
use debunk_relations::{ALL, GeneratorOptions};
use debunk_results::{Event, Finding, Share, read};
use debunk_sandbox::TempArea;
use debunk_session::Debugger;
use debunk_v8::V8Debugger;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

const TESTS: u64 = 100;

/// This release gives the same answers each time, and has enough bugs for a short campaign to find
/// some.
fn node() -> V8Debugger {
    let (located, info) = located("node@20.20.2");
    let area = TempArea::new().expect("temporary folder");
    V8Debugger::new(info, located.binary, &area).expect("Node has V8")
}

fn entries() -> Vec<CorpusEntry> {
    debunk_corpus::built_in().entries
}

fn options<'a>(
    debugger: &'a V8Debugger,
    make_driver: &'a (dyn Fn() -> Box<dyn debunk_session::Driver> + Sync),
    entries: &'a [CorpusEntry],
    jobs: usize,
    stop: &'a AtomicBool,
) -> Options<'a> {
    Options {
        debugger,
        make_driver,
        entries,
        unreadable: &[],
        tests: TESTS,
        seed: 1,
        rounds: 5,
        relations: &ALL,
        generator: GeneratorOptions::default(),
        guide: Guide::None,
        jobs,
        keep_per_class: 2,
        allow_skips: Share::default(),
        stop,
    }
}

/// Runs a campaign; stops it by itself after `stop_after` tests.
fn run(folder: &Path, jobs: usize, resume: bool, stop_after: u64) -> Summary {
    let debugger = node();
    let entries = entries();
    let stop = AtomicBool::new(false);
    let make_driver = || debugger.driver();
    let options = options(&debugger, &make_driver, &entries, jobs, &stop);
    let mut campaign =
        Campaign::prepare(options, Some(folder), resume, &mut |_| {}).expect("prepared");
    let mut listener = |event: &Event| {
        if matches!(event, Event::Test { number, .. } if *number + 1 >= stop_after) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let summary = campaign.run(&mut listener, |_| {}).expect("ran");
    debunk_schemas::check_folder(folder);
    summary
}

#[test]
fn the_same_seed_gives_the_same_files_with_one_worker_or_two_or_in_two_parts() {
    let folder = tempfile::tempdir().expect("folder");
    let [one, two, parts] = ["one", "two", "parts"].map(|name| folder.path().join(name));
    let first = run(&one, 1, false, u64::MAX);
    assert!(first.execution.is_complete());
    assert!(first.tally.findings > 0, "this Node has bugs: {:?}", first.tally);
    let second = run(&two, 2, false, u64::MAX);
    assert_eq!(first.tally, second.tally);
    assert_eq!(files(&one), files(&two));

    // Two workers could finish all blocks before the first is collected.
    let half = run(&parts, 1, false, TESTS / 2);
    assert!(!half.execution.is_complete());
    let whole = run(&parts, 2, true, u64::MAX);
    assert!(whole.execution.is_complete());
    assert_eq!(whole.tally, first.tally);
    assert_eq!(files(&one), files(&parts));

    let debugger = node();
    for entry in fs::read_dir(one.join("findings")).expect("findings").take(4) {
        let path = entry.expect("entry").path();
        let finding: Finding = read(&path).expect("a finding");
        let again = replay(&debugger, debugger.driver(), &finding);
        assert!(
            matches!(again, Replayed::Holds { identical: true, .. }),
            "{}: {again:?}",
            path.display()
        );
    }
}

#[test]
fn a_folder_is_not_used_twice() {
    let folder = tempfile::tempdir().expect("folder");
    run(folder.path(), 2, false, 1);
    let debugger = node();
    let entries = entries();
    let stop = AtomicBool::new(false);
    let make_driver = || debugger.driver();
    let again = Campaign::prepare(
        options(&debugger, &make_driver, &entries, 1, &stop),
        Some(folder.path()),
        false,
        &mut |_| {},
    );
    let message = again.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(message.contains("--resume"), "{message}");
}
