//! `dd changes`: which change between two versions of a source tree makes it fail.

use crate::diff::{Diff, commit_of};
use crate::groups::group;
use crate::versions::{Versions, copy_folder, read_files};
use crate::{Command, CommandOptions, DdError, Reply};
use debunk_delta::{Counts, End, Engine, Isolate, Limits, Outcome, Subject};
use debunk_sandbox::TempFolder;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What changes are tried together before they are tried one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Changes of one commit.
    Commit,
    /// Changes of one file.
    File,
    /// Changes that bring or take away the same name.
    Symbol,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct ChangesOptions {
    /// The two versions.
    pub versions: Versions,
    /// A command that builds; when it fails, nothing can be said.
    pub build: Option<OsString>,
    /// The command that tests; exit code 0 says that the version is good.
    pub command: CommandOptions,
    /// From the largest to the smallest.
    pub grouping: Vec<Grouping>,
    /// Tests side by side.
    pub jobs: usize,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// One step of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// What was tried together.
    pub grouping: Option<Grouping>,
    /// How many groups there were.
    pub groups: usize,
    /// How many changes were left afterwards.
    pub changes_left: usize,
    /// How many tests it took.
    pub tests: u64,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Changes {
    /// How many changes there are between the versions.
    pub changes: usize,
    /// The changes that make the difference.
    pub left: usize,
    /// Where each of them is: path and line in the new version.
    pub places: Vec<(PathBuf, usize)>,
    /// They as a patch.
    pub patch: String,
    /// Whether the patch makes the old version fail by itself.
    pub fails_alone: bool,
    /// The commits that the changes came with, where there is a history.
    pub commits: Vec<String>,
    /// The steps of the search.
    pub levels: Vec<Level>,
    /// How the search ended.
    pub end: End,
    /// What was tested.
    pub counts: Counts,
    /// How often the command was run.
    pub calls: u64,
}

/// Tests versions in folders of their own, which are used again.
struct Trees<'t> {
    diff: &'t Diff,
    base: &'t Path,
    test: &'t Command,
    build: Option<&'t Command>,
    /// The groups of changes, and what is applied anyway.
    groups: Vec<Vec<usize>>,
    applied: Vec<usize>,
    pool: &'t Pool,
}

/// Folders that nobody uses now, each with the files in it that differ from the old version.
#[derive(Default)]
struct Pool {
    free: Mutex<Vec<(TempFolder, BTreeSet<PathBuf>)>>,
    calls: AtomicU64,
    error: Mutex<Option<DdError>>,
}

impl Trees<'_> {
    fn chosen(&self, groups: &[usize]) -> Vec<usize> {
        let mut chosen: Vec<usize> =
            groups.iter().flat_map(|&group| &self.groups[group]).copied().collect();
        chosen.extend(&self.applied);
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    fn try_test(&self, chosen: &[usize]) -> Result<Reply, DdError> {
        let free = self.pool.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (folder, changed) = match free {
            Some(free) => free,
            None => {
                let folder = self.test.area().subfolder("tree")?;
                copy_folder(self.base, folder.path())?;
                (folder, BTreeSet::new())
            }
        };
        let files = self.diff.files(chosen);
        for path in changed.iter().filter(|path| !files.contains_key(*path)) {
            put(folder.path(), path, self.diff.old.get(path).map(Vec::as_slice))?;
        }
        for (path, content) in &files {
            put(folder.path(), path, content.as_deref())?;
        }
        self.pool.calls.fetch_add(1, Ordering::Relaxed);
        let mut reply = None;
        if let Some(build) = self.build {
            let built = build.ask_about(folder.path(), folder.path())?;
            if built.outcome != Outcome::Pass {
                reply = Some(Reply { outcome: Outcome::Unresolved, ..built });
            }
        }
        let reply = match reply {
            Some(reply) => reply,
            None => self.test.ask_about(folder.path(), folder.path())?,
        };
        let changed = files.into_keys().collect();
        self.pool.free.lock().unwrap_or_else(PoisonError::into_inner).push((folder, changed));
        Ok(reply)
    }
}

fn put(root: &Path, path: &Path, content: Option<&[u8]>) -> Result<(), DdError> {
    let target = root.join(path);
    match content {
        None => {
            let _ = fs::remove_file(&target);
            Ok(())
        }
        Some(content) => {
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent).map_err(DdError::file("create", parent))?;
            }
            fs::write(&target, content).map_err(DdError::file("write", &target))
        }
    }
}

impl Subject for Trees<'_> {
    type Candidate = Vec<usize>;
    type Content = Vec<usize>;

    fn build(&self, groups: &Vec<usize>) -> Option<Vec<usize>> {
        Some(self.chosen(groups))
    }

    fn test(&self, chosen: &Vec<usize>) -> Outcome {
        match self.try_test(chosen) {
            Ok(reply) => reply.outcome,
            Err(error) => {
                let mut first = self.pool.error.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(error);
                Outcome::Unresolved
            }
        }
    }
}

/// Finds the changes that make the new version fail.
///
/// # Errors
/// When a version cannot be read, the command cannot be run, the old version does not pass, or
/// the new one does not fail.
pub fn changes(
    options: &ChangesOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&Counts, usize),
) -> Result<Changes, DdError> {
    // Exit code 0 is good here; the command itself says what is interesting.
    let asked = CommandOptions {
        invert: !options.command.invert,
        in_folder: true,
        ..options.command.clone()
    };
    let test = Command::new(asked.clone(), OsStr::new("tree"))?.without_file();
    let build = match &options.build {
        None => None,
        Some(line) => {
            let words = [OsStr::new("/bin/sh"), OsStr::new("-c"), line].map(OsStr::to_owned);
            let asked = CommandOptions { words: words.to_vec(), invert: true, ..asked };
            Some(Command::new(asked, OsStr::new("tree"))?.without_file())
        }
    };
    let checkout = options.versions.check_out(test.area())?;
    let diff = Diff::new(read_files(&checkout.old)?, read_files(&checkout.new)?);
    let pool = Pool::default();
    let mut trees = Trees {
        diff: &diff,
        base: &checkout.old,
        test: &test,
        build: build.as_ref(),
        groups: Vec::new(),
        applied: Vec::new(),
        pool: &pool,
    };
    begin(&trees)?;
    let paths = diff.changes.iter().map(|change| change.path.clone()).collect();
    let needs_history = options.grouping.contains(&Grouping::Commit);
    let history = needs_history.then(|| options.versions.history(&paths, test.area())).flatten();
    let mut engine = Engine::new(options.limits).jobs(options.jobs).stop_on(stop);
    let mut passing: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = (0..diff.changes.len()).collect();
    let mut levels = Vec::new();
    let mut end = End::Complete;
    let groupings = options.grouping.iter().copied().map(Some).chain([None]);
    for grouping in groupings {
        trees.groups = group(&diff, &open, grouping, history.as_ref());
        trees.applied = passing.clone();
        let tests = engine.counts().tests;
        let mut search = Isolate::new(trees.groups.len());
        end = engine.run(&mut search, &trees);
        let difference = search.difference();
        passing = trees.chosen(&difference.passing);
        open = trees.chosen(&difference.failing);
        open.retain(|number| passing.binary_search(number).is_err());
        levels.push(Level {
            grouping,
            groups: trees.groups.len(),
            changes_left: open.len(),
            tests: engine.counts().tests - tests,
        });
        observer(&engine.counts(), open.len());
        if let Some(error) = pool.error.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        if end != End::Complete {
            break;
        }
    }
    // Alone on the old version the changes are easier to understand, if they fail there too.
    let fails_alone =
        end == End::Complete && !passing.is_empty() && trees.try_test(&open)?.outcome.is_fail()
            || passing.is_empty();
    let base = if fails_alone { Vec::new() } else { passing.clone() };
    let mut failing: Vec<usize> = base.iter().chain(&open).copied().collect();
    failing.sort_unstable();
    let commits: BTreeSet<usize> = open
        .iter()
        .filter_map(|&number| commit_of(&diff, &diff.changes[number], history.as_ref()?))
        .collect();
    Ok(Changes {
        changes: diff.changes.len(),
        left: open.len(),
        places: open
            .iter()
            .map(|&number| (diff.changes[number].path.clone(), diff.changes[number].line))
            .collect(),
        patch: diff.patch(&base, &failing),
        fails_alone,
        commits: history
            .iter()
            .flat_map(|history| commits.iter().filter_map(|&number| history.commits.get(number)))
            .cloned()
            .collect(),
        levels,
        end,
        counts: engine.counts(),
        calls: pool.calls.load(Ordering::Relaxed),
    })
}

/// The old version must pass and the new one must fail.
fn begin(trees: &Trees<'_>) -> Result<(), DdError> {
    if trees.diff.changes.is_empty() {
        let text = "begin: the two versions are the same; give two that differ".to_owned();
        return Err(DdError::Usage(text));
    }
    let old = trees.try_test(&[])?;
    if old.outcome != Outcome::Pass {
        return Err(DdError::Usage(format!(
            "begin: the old version does not pass ({}); the command must end with exit code 0 there",
            old.how
        )));
    }
    let all: Vec<usize> = (0..trees.diff.changes.len()).collect();
    let new = trees.try_test(&all)?;
    if !new.outcome.is_fail() {
        return Err(DdError::Usage(format!(
            "begin: the new version does not fail ({}); the command must end with an exit code \
             other than 0 and those of --unresolved there",
            new.how
        )));
    }
    Ok(())
}
