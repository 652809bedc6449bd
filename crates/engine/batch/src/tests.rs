//! A batch of plain numbers: resumed, skipped, given up, refused.

use crate::{
    Batch, BatchError, BatchKind, BatchPlan, Collect, Halt, ItemOutcome, OutputFolder, Task,
    foreign_file,
};
use debunk_base::{Blocks, Numbers, in_order};
use debunk_results::{
    Counts, Cut, Event, Identity, Row, RunCounts, Share, SkippedTest, Store, StoreError, Tally,
    TestResult,
};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

const STATE: &str = "campaign.sqlite";
const KIND: BatchKind =
    BatchKind { noun: "campaign", unit: "tests", state: Some(STATE), purpose: "can be tested" };
const TOTAL: u64 = 40;

/// Squares numbers; some of them cannot be run.
struct Squares<'task> {
    is_skipped: &'task (dyn Fn(u64) -> bool + Sync),
    stop: &'task AtomicBool,
    /// After this number somebody asks for the end.
    last: u64,
    jobs: usize,
}

impl Task for Squares<'_> {
    type Item = Option<u64>;
    type Result = TestResult;
    type Tally = Tally;

    fn work(&self, numbers: Numbers, collect: Collect<'_, Option<u64>>) -> Result<(), Halt> {
        let blocks = Blocks {
            length: 8,
            make_state: &|| (),
            begin: &|()| {},
            work: &|(), number| (!(self.is_skipped)(number)).then_some(number * number),
        };
        in_order(self.jobs, numbers, self.stop, &blocks, |number, item| {
            // What is done after somebody asked for the end does not count.
            if self.stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            self.stop.store(number >= self.last, Ordering::SeqCst);
            collect(number, item)
        })
    }

    fn row(&self, item: &Option<u64>) -> Row<TestResult> {
        match item {
            None => Row::skipped("p.js", "it died".to_owned()),
            Some(square) => Row {
                class: (square % 2 == 1).then(|| "odd".to_owned()),
                ..Row::new("p.js", *square, TestResult::Passed)
            },
        }
    }

    fn add(&self, tally: &mut Tally, item: &Option<u64>, _row: &Row<TestResult>) {
        let (actions, skipped) = (item.unwrap_or(0), u64::from(item.is_none()));
        tally.add(&Tally { tests: 1, actions, skipped, ..Tally::default() });
    }

    fn retract(&self, tally: &mut Tally, _skipped: &SkippedTest) {
        tally.retract_skipped();
    }

    fn counted(&self, tally: &Tally) -> u64 {
        tally.tests
    }

    fn keep(
        &self,
        item: &Option<u64>,
        output: &mut OutputFolder<TestResult>,
    ) -> Result<Vec<Option<String>>, BatchError> {
        let Some(square) = item.filter(|square| square % 2 == 1) else { return Ok(Vec::new()) };
        let name = square.to_string();
        let files = [("finding.json", "{}".to_owned())];
        let write = |parent: &Path| debunk_results::write_folder(parent, &name, &files);
        Ok(vec![output.keep("findings", "odd", write)?])
    }

    fn events(
        &self,
        number: u64,
        _item: Option<u64>,
        row: Row<TestResult>,
        folders: Vec<Option<String>>,
    ) -> Vec<Event> {
        let folder = folders.into_iter().next().flatten();
        let (class, detail) = (row.class.unwrap_or_default(), String::new());
        vec![Event::Finding { test: number, class, detail, folder }]
    }

    fn counts(&self, tally: &Tally) -> Counts {
        Counts::Campaign(tally.clone())
    }
}

fn identity() -> Identity {
    vec![("seed".to_owned(), "1".to_owned())]
}

/// Does the numbers up to `last`, and returns the result with the numbers that were reported.
fn run(
    folder: &Path,
    resume: bool,
    is_skipped: &(dyn Fn(u64) -> bool + Sync),
    last: u64,
    jobs: usize,
) -> Result<(ItemOutcome<Tally>, Vec<u64>), BatchError> {
    let stop = AtomicBool::new(false);
    let plan = BatchPlan {
        kind: KIND,
        total: TOTAL,
        jobs,
        keep_per_class: 3,
        allow_skips: Share::default(),
        stop: &stop,
    };
    let mut batch =
        Batch::<TestResult>::open(plan, Some((folder, Some("findings"))), resume, &identity())?;
    let mut numbers = Vec::new();
    let task = Squares { is_skipped, stop: &stop, last, jobs };
    let mut listener = |event: &Event| {
        if let Event::Finding { test, .. } = event {
            numbers.push(*test);
        }
    };
    let outcome = batch.run(&task, &mut listener, &mut |_, _| Ok(()))?;
    Ok((outcome, numbers))
}

#[test]
fn a_resumed_batch_leaves_the_same_file_as_an_uninterrupted_one() -> Result<(), BatchError> {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let (outcome, numbers) = run(&whole, false, &|_| false, TOTAL, 1)?;
    assert!(outcome.execution.is_complete());
    assert_eq!(numbers, (0..TOTAL).collect::<Vec<_>>());
    let (outcome, _) = run(&parts, false, &|_| false, 13, 3)?;
    assert_eq!(outcome.execution.cut, Some(Cut::Signal { number: None }));
    let (outcome, numbers) = run(&parts, true, &|_| false, TOTAL, 2)?;
    assert_eq!(outcome.done_now, numbers.len() as u64);
    assert_eq!(outcome.before.tests + outcome.done_now, TOTAL);
    let file = |folder: &Path| fs::read(folder.join(STATE)).expect("a file");
    assert_eq!(file(&whole), file(&parts));
    let kept = |folder: &Path| fs::read_dir(folder.join("findings")).expect("a folder").count();
    assert_eq!((kept(&whole), kept(&parts)), (3, 3), "a class has a limit of kept findings");
    Ok(())
}

#[test]
fn skipped_numbers_are_counted_and_done_once_more() -> Result<(), BatchError> {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let (outcome, _) = run(&out, false, &|number| number % 9 == 4, TOTAL, 2)?;
    let skipped: Vec<u64> = outcome.execution.skipped.iter().map(|it| it.number).collect();
    assert_eq!(skipped, [4, 13, 22, 31]);
    assert_eq!((outcome.execution.done, outcome.tally.skipped), (36, 4));
    let (outcome, numbers) = run(&out, true, &|number| number == 22, TOTAL, 2)?;
    assert_eq!(numbers, [4, 13, 22, 31]);
    assert_eq!((outcome.execution.done, outcome.done_now, outcome.tally.tests), (39, 3, TOTAL));
    Ok(())
}

#[test]
fn a_debugger_that_runs_nothing_is_given_up() -> Result<(), BatchError> {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let (outcome, _) = run(&out, false, &|number| number > 9, TOTAL, 1)?;
    let cut = Cut::Broken { tests: 16, reason: "it died".to_owned() };
    assert_eq!(outcome.execution.cut, Some(cut));
    assert_eq!(outcome.execution.done, 10);
    Ok(())
}

#[test]
fn totals_that_cannot_be_read_are_an_error() -> Result<(), BatchError> {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let mut store = Store::<TestResult>::create(&out.join(STATE), &identity())?;
    let foreign = serde_json::to_string(&RunCounts::default());
    store.record(0, &Row::new("p.js", 1, TestResult::Passed), || Ok(String::new()))?;
    store.commit(|| foreign, true)?;
    drop(store);
    let error = run(&out, true, &|_| false, TOTAL, 1).expect_err("other totals");
    assert!(matches!(error, BatchError::Store(StoreError::Totals { .. })), "{error}");
    Ok(())
}

#[test]
fn folders_of_others_and_of_other_batches_are_refused() -> Result<(), BatchError> {
    let folder = tempfile::tempdir().expect("a folder");
    let open =
        |name: &str, resume| run(&folder.path().join(name), resume, &|_| false, TOTAL, 1).map(drop);
    let text = |result: Result<(), BatchError>| result.expect_err("refused").to_string();
    assert!(text(open("out", true)).contains("there is no campaign in it"));
    open("out", false)?;
    assert!(text(open("out", false)).contains("holds a campaign already; add --resume"));
    fs::create_dir(folder.path().join("other")).expect("a folder");
    fs::write(folder.path().join("other/thesis.tex"), "").expect("a file");
    assert!(text(open("other", false)).contains("holds thesis.tex, which debunk did not write"));
    fs::write(folder.path().join("file"), "").expect("a file");
    assert!(matches!(foreign_file(&folder.path().join("file")), Err(BatchError::Output { .. })));
    assert!(matches!(foreign_file(&folder.path().join("none")), Ok(None)));
    Ok(())
}
