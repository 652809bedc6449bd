//! `dd changes`: which change between two versions of a source tree makes it fail.

use crate::answers::{AnswerCache, Oddities};
use crate::diff::{Diff, commit_of};
use crate::groups::group;
use crate::journal::JournalOptions;
use crate::trees::SourceTrees;
use crate::versions::{History, Versions, read_files};
use crate::{CommandOptions, DdError, TestCommand};
use debunk_delta::{Engine, Isolate, Limits, SearchCounts, SearchEnd, TestOutcome, TestedContent};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// Which changes are tried together before they are tried one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Changes of one commit.
    Commit,
    /// Changes of one file.
    File,
    /// Changes that add or remove the same name.
    Symbol,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct ChangesOptions {
    /// The two versions.
    pub versions: Versions,
    /// A command that builds; if it fails, the version is inconclusive.
    pub build: Option<OsString>,
    /// The command that tests; exit code 0 says that the version is good.
    pub command: CommandOptions,
    /// From the largest to the smallest.
    pub grouping: Vec<Grouping>,
    /// Where the answers are kept.
    pub journal: JournalOptions,
    /// Tests in parallel.
    pub jobs: usize,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// One step of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchLevel {
    /// What was tried together.
    pub grouping: Option<Grouping>,
    /// How many groups there were.
    pub groups: usize,
    /// How many changes were left afterwards.
    pub changes_left: usize,
    /// How many tests it took.
    pub tests: u64,
}

/// The result.
#[derive(Clone, Debug)]
pub struct Changes {
    /// How many changes there are between the versions.
    pub changes: usize,
    /// The changes that make the difference.
    pub left: usize,
    /// Where each of them is: path and line in the new version.
    pub places: Vec<(PathBuf, usize)>,
    /// The same as a patch.
    pub patch: Vec<u8>,
    /// Whether the patch alone makes the old version fail.
    pub fails_alone: bool,
    /// The commits of the changes, if there is a history.
    pub commits: Vec<String>,
    /// The steps of the search.
    pub levels: Vec<SearchLevel>,
    /// How the search ended.
    pub end: SearchEnd,
    /// What was tested.
    pub counts: SearchCounts,
    /// How often a version was built and tested.
    pub calls: u64,
    /// How many answers came from the journal.
    pub from_journal: u64,
    /// The oddities.
    pub oddities: Oddities,
}

/// Finds the changes that make the new version fail.
///
/// # Errors
/// If a version cannot be read, the command cannot be run, the old version does not pass, or
/// the new one does not fail.
pub fn changes(
    options: &ChangesOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&SearchCounts, usize),
) -> Result<Changes, DdError> {
    let (test, build) = commands(options)?;
    let checkout = options.versions.check_out(test.area())?;
    let journal = &options.journal;
    let read = |root: &Path| read_files(root, &journal.path);
    let diff = Diff::new(read(&checkout.old)?, read(&checkout.new)?);
    let identity = test.identity(diff.hash(), &format!("changes build={:?}", options.build));
    let answers = AnswerCache::new(journal.open(&identity)?, stop);
    let mut trees = SourceTrees {
        diff: &diff,
        base: &checkout.old,
        test: &test,
        build: build.as_ref(),
        groups: Vec::new(),
        applied: Vec::new(),
        answers,
        free: Mutex::default(),
    };
    begin(&trees).inspect_err(|_| journal.discard())?;
    let needs_history = options.grouping.contains(&Grouping::Commit);
    let paths = diff.paths().map(Path::to_owned).collect();
    let history = needs_history.then(|| options.versions.history(&paths, test.area())).flatten();
    let left = Cell::new(diff.changes.len());
    let mut engine = Engine::new(options.limits)
        .jobs(options.jobs)
        .stop_on(stop)
        .observe(|counts, _| observer(counts, left.get()));
    let mut passing: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = (0..diff.changes.len()).collect();
    let mut levels = Vec::new();
    let mut end = SearchEnd::Complete;
    let groupings = options.grouping.iter().copied().map(Some).chain([None]);
    for grouping in groupings {
        trees.groups = group(&diff, &open, grouping, history.as_ref());
        trees.applied = passing.clone();
        let tests = engine.counts().tests;
        let sizes = trees.groups.iter().map(|group| group.len() as u32);
        let mut search = Isolate::new(trees.groups.len()).weights(sizes);
        end = engine.run(&mut search, &trees);
        let difference = search.difference();
        passing = trees.chosen(&difference.passing);
        open = trees.chosen(&difference.failing);
        open.retain(|number| passing.binary_search(number).is_err());
        levels.push(SearchLevel {
            grouping,
            groups: trees.groups.len(),
            changes_left: open.len(),
            tests: engine.counts().tests - tests,
        });
        left.set(open.len());
        trees.answers.check()?;
        if end != SearchEnd::Complete {
            break;
        }
    }
    let counts = engine.counts();
    let (base, failing) = reported_versions(&trees, passing, &open, end);
    let fails_alone = base.content().is_empty();
    let flaky =
        if end == SearchEnd::Stopped { None } else { asked_again(&trees, failing.content())? };
    trees.answers.check()?;
    journal.close(end);
    let untested = || DdError::Untested(PathBuf::from("of dd changes"));
    Ok(Changes {
        changes: diff.changes.len(),
        left: open.len(),
        places: open
            .iter()
            .map(|&number| (diff.changes[number].path.clone(), diff.changes[number].line))
            .collect(),
        patch: diff.patch(&base, &failing).ok_or_else(untested)?,
        fails_alone,
        commits: history.map_or_else(Vec::new, |history| commits(&diff, &open, &history)),
        levels,
        end,
        counts,
        calls: trees.answers.calls(),
        from_journal: trees.answers.known(),
        oddities: trees.answers.oddities(flaky),
    })
}

/// The two versions between which the changes are reported, each with its own answer. If the
/// changes also fail alone on the old version, they are easier to understand there.
fn reported_versions(
    trees: &SourceTrees<'_>,
    passing: Vec<usize>,
    open: &[usize],
    end: SearchEnd,
) -> (TestedContent<Vec<usize>>, TestedContent<Vec<usize>>) {
    if passing.is_empty() || end == SearchEnd::Complete {
        let alone = TestedContent::put(trees, open.to_vec());
        if alone.is_fail() {
            return (TestedContent::put(trees, Vec::new()), alone);
        }
    }
    let mut failing: Vec<usize> = passing.iter().chain(open).copied().collect();
    failing.sort_unstable();
    (TestedContent::put(trees, passing), TestedContent::put(trees, failing))
}

/// The commands that test and build a version in its folder.
fn commands(options: &ChangesOptions) -> Result<(TestCommand, Option<TestCommand>), DdError> {
    // Exit code 0 is good here; the command itself says what is interesting.
    let asked = CommandOptions {
        invert: !options.command.invert,
        in_folder: true,
        ..options.command.clone()
    };
    let test = TestCommand::new(asked.clone(), OsStr::new("tree"))?.without_file();
    let Some(line) = &options.build else { return Ok((test, None)) };
    let words = [OsStr::new("/bin/sh"), OsStr::new("-c"), line].map(OsStr::to_owned);
    let asked = CommandOptions { words: words.to_vec(), invert: true, ..asked };
    let build = TestCommand::new(asked, OsStr::new("tree"))?.without_file();
    Ok((test, Some(build)))
}

/// The commits of changes, in the order of the history.
fn commits(diff: &Diff, open: &[usize], history: &History) -> Vec<String> {
    let numbers: BTreeSet<usize> =
        open.iter().filter_map(|&number| commit_of(diff, &diff.changes[number], history)).collect();
    numbers.iter().filter_map(|&number| history.commits.get(number)).cloned().collect()
}

/// The old version must pass and the new one must fail.
fn begin(trees: &SourceTrees<'_>) -> Result<(), DdError> {
    if trees.diff.changes.is_empty() {
        let text = "begin: the two versions are the same; give two that differ".to_owned();
        return Err(DdError::Usage(text));
    }
    let all: Vec<usize> = (0..trees.diff.changes.len()).collect();
    let sides: [(&[usize], TestOutcome, &str, &str); 2] = [
        (&[], TestOutcome::Pass, "the old version does not pass", "0"),
        (&all, TestOutcome::Fail, "the new version does not fail", "other than 0 and --unresolved"),
    ];
    for (chosen, expected, what, code) in sides {
        let outcome = trees.ask(chosen);
        trees.answers.check()?;
        if outcome == expected {
            continue;
        }
        // Asked once more, to report how it ended.
        let again = trees.ask_afresh(chosen)?;
        if again.outcome == expected {
            return Err(DdError::Flaky {
                what: what.split(" does").next().unwrap_or(what).to_owned(),
                first: word(outcome),
                second: word(again.outcome),
            });
        }
        let hint = again.hint("the command must distinguish the two versions by its exit code");
        let how = again.how;
        let text = format!("begin: {what} ({how}); it must end with exit code {code}; {hint}");
        return Err(DdError::Usage(text));
    }
    Ok(())
}

fn word(outcome: TestOutcome) -> &'static str {
    match outcome {
        TestOutcome::Pass => "good",
        TestOutcome::Fail => "bad",
        TestOutcome::Unresolved => "inconclusive",
    }
}

/// Asks about the result once more: two different answers, if there are any.
fn asked_again(
    trees: &SourceTrees<'_>,
    failing: &[usize],
) -> Result<Option<(TestOutcome, TestOutcome)>, DdError> {
    let second = trees.ask_afresh(failing)?.outcome;
    Ok((!second.is_fail()).then_some((TestOutcome::Fail, second)))
}
