//! A made-up history of 344 changes in 43 files and 12 commits, of which one is the culprit and 12
//! need each other in pairs.

use debunk_dd::{
    Changes, ChangesOptions, CommandOptions, DdError, Grouping, JournalOptions, Versions, changes,
};
use debunk_delta::Limits;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// Modules and changes in each of them: as many changes as there were between two versions of a
/// debugger that stopped working.
pub const MODULES: usize = 43;
pub const CHANGES_EACH: usize = 8;
pub const CHANGES: usize = MODULES * CHANGES_EACH;
const COMMITS: usize = 12;
/// One commit holds all of these except the halves of pairs that belong elsewhere.
const LARGE_COMMIT: std::ops::Range<usize> = 187..287;
const LARGE_COMMIT_NUMBER: usize = 6;
/// Changes of two files that need each other.
const PAIRS: usize = 6;

/// Loads all modules and calls their functions: a wrong sum is a failure, an error is inconclusive.
const CHECK: &str = "\
const lib = {};
for (let k = 0; k < 43; k++) Object.assign(lib, require(`./module_${k}.js`));
let sum = 0;
try {
  for (const name of Object.keys(lib)) sum += lib[name](lib, 1);
} catch (error) {
  process.exit(125);
}
process.exit(sum === 2 * 344 ? 0 : 1);
";

/// Whether the first change of a module is needed by the second one of the next module.
fn is_needed(module: usize) -> bool {
    module.is_multiple_of(MODULES / PAIRS) && module / (MODULES / PAIRS) < PAIRS
}

fn module_before(module: usize) -> usize {
    (module + MODULES - 1) % MODULES
}

/// The line of a change, before and after it.
fn line(number: usize, is_new: bool, culprit: usize) -> String {
    let (module, change) = (number / CHANGES_EACH, number % CHANGES_EACH);
    let before = module_before(module);
    let word = if is_new { "fresh" } else { "stale" };
    if change == 0 && is_needed(module) {
        return format!("exports.{word}_{module} = (lib, x) => x + 1;");
    }
    if change == 1 && is_needed(before) {
        return format!("exports.f_{module}_1 = (lib, x) => lib.{word}_{before}(lib, x);");
    }
    let body = if is_new && number == culprit { "x + 1 - 1" } else { "x + 1" };
    let remark = if is_new { " // tidied up" } else { "" };
    format!("exports.f_{module}_{change} = (lib, x) => {body};{remark}")
}

fn write_tree(folder: &Path, culprit: usize, is_made: &dyn Fn(usize) -> bool) {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("check.js"), CHECK).expect("the check");
    for module in 0..MODULES {
        let mut text = format!("// Module {module}.\n");
        for change in 0..CHANGES_EACH {
            let number = module * CHANGES_EACH + change;
            text.push_str(&line(number, is_made(number), culprit));
            text.push_str(&format!("\n\n// Behind {change}.\n"));
        }
        fs::write(folder.join(format!("module_{module}.js")), text).expect("a module");
    }
}

/// The commit of a change; both halves of a pair are in one.
fn commit(number: usize) -> usize {
    let (module, change) = (number / CHANGES_EACH, number % CHANGES_EACH);
    let owner = if change == 1 { module_before(module) * CHANGES_EACH } else { number };
    if LARGE_COMMIT.contains(&owner) { LARGE_COMMIT_NUMBER } else { owner * 7 % COMMITS }
}

/// How many changes the commit of a change holds: `git bisect` cannot be more precise.
pub fn commit_size(number: usize) -> usize {
    (0..CHANGES).filter(|&other| commit(other) == commit(number)).count()
}

pub fn git(folder: &Path, words: &[&str]) -> String {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"])
        .args(words)
        .current_dir(folder)
        .output()
        .expect("git runs");
    let output = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(done.status.success(), "{words:?}: {output}");
    output
}

/// Whether a change can be the culprit: halves of pairs have another purpose.
fn can_be_culprit(number: usize) -> bool {
    let (module, change) = (number / CHANGES_EACH, number % CHANGES_EACH);
    !((change == 0 && is_needed(module)) || (change == 1 && is_needed(module_before(module))))
}

/// The first change from this one on that can be the culprit.
pub fn culprit_from(number: usize) -> usize {
    (number..CHANGES).find(|&number| can_be_culprit(number)).unwrap_or(CHANGES - 1)
}

/// Writes the whole history with this culprit; `old` is its beginning.
pub fn write_history(root: &Path, culprit: usize) {
    assert!(can_be_culprit(culprit), "{culprit} is half of a pair");
    git(root, &["init", "-q", "."]);
    write_tree(root, culprit, &|_| false);
    git(root, &["add", "."]);
    git(root, &["commit", "-q", "-m", "old"]);
    git(root, &["tag", "old"]);
    for last in 0..COMMITS {
        write_tree(root, culprit, &|number| commit(number) <= last);
        git(root, &["commit", "-q", "--allow-empty", "-am", &format!("commit {last}")]);
    }
}

/// Finds the culprit of the history with one job.
pub fn find(root: &Path, grouping: &[Grouping]) -> Result<Changes, DdError> {
    let versions = Versions::Git {
        repository: root.to_owned(),
        old: "old".to_owned(),
        new: "HEAD".to_owned(),
    };
    run(&options(versions, grouping, &["node", "check.js"], root))
}

pub fn options(
    versions: Versions,
    grouping: &[Grouping],
    words: &[&str],
    folder: &Path,
) -> ChangesOptions {
    let words = words.iter().map(OsString::from).collect();
    ChangesOptions {
        versions,
        build: None,
        command: CommandOptions { words, ..CommandOptions::default() },
        grouping: grouping.to_vec(),
        journal: JournalOptions {
            path: folder.join("answers.journal"),
            resume: false,
            keep: false,
        },
        jobs: 1,
        limits: Limits::default(),
    }
}

pub fn run(options: &ChangesOptions) -> Result<Changes, DdError> {
    changes(options, &AtomicBool::new(false), &|_, _| {})
}

/// How many tests `git bisect run` makes.
pub fn bisect(root: &Path) -> usize {
    let counted = tempfile::NamedTempFile::new().expect("a file");
    let script = format!("echo x >> {}; node check.js", counted.path().display());
    git(root, &["bisect", "start", "HEAD", "old"]);
    git(root, &["bisect", "run", "sh", "-c", &script]);
    fs::read_to_string(counted.path()).expect("a count").lines().count()
}
