//! `dd changes` on real folders and git repositories.

use debunk_dd::{Changes, ChangesOptions, CommandOptions, DdError, Grouping, Versions, changes};
use debunk_delta::Limits;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;

/// Modules and changes in each of them: as many changes as there were between two versions of a
/// debugger that stopped working.
const MODULES: usize = 43;
const CHANGES_EACH: usize = 8;
const COMMITS: usize = 12;
/// The commit with the culprit holds so many changes.
const LARGE_COMMIT: usize = 100;
/// Changes of two files that need each other.
const PAIRS: usize = 6;
const CULPRIT: (usize, usize) = (29, 5);

/// Loads all modules and calls what is in them: a wrong sum is a failure, an error is no answer.
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

/// What stands on the line of a change, before and after it.
fn line(module: usize, change: usize, is_new: bool) -> String {
    let is_pair = |module: usize| {
        module.is_multiple_of(MODULES / PAIRS) && module / (MODULES / PAIRS) < PAIRS
    };
    let before = (module + MODULES - 1) % MODULES;
    let word = if is_new { "fresh" } else { "stale" };
    if change == 0 && is_pair(module) {
        return format!("exports.{word}_{module} = (lib, x) => x + 1;");
    }
    if change == 1 && is_pair(before) {
        return format!("exports.f_{module}_1 = (lib, x) => lib.{word}_{before}(lib, x);");
    }
    let body = if is_new && (module, change) == CULPRIT { "x + 1 - 1" } else { "x + 1" };
    let remark = if is_new { " // tidied up" } else { "" };
    format!("exports.f_{module}_{change} = (lib, x) => {body};{remark}")
}

fn write_module(folder: &Path, module: usize, made: &dyn Fn(usize, usize) -> bool) {
    let mut text = format!("// Module {module}.\n");
    for change in 0..CHANGES_EACH {
        text.push_str(&line(module, change, made(module, change)));
        text.push_str(&format!("\n\n// Behind {change}.\n"));
    }
    fs::write(folder.join(format!("module_{module}.js")), text).expect("a module");
}

fn write_tree(folder: &Path, made: &dyn Fn(usize, usize) -> bool) {
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("check.js"), CHECK).expect("the check");
    for module in 0..MODULES {
        write_module(folder, module, made);
    }
}

/// The commit of a change; both halves of a pair are in one.
fn commit(module: usize, change: usize) -> usize {
    let owner = if change == 1 { (module + MODULES - 1) % MODULES } else { module };
    let number = owner * CHANGES_EACH + if change == 1 { 0 } else { change };
    let culprit = CULPRIT.0 * CHANGES_EACH + CULPRIT.1;
    let large = culprit.saturating_sub(LARGE_COMMIT / 2)..culprit + LARGE_COMMIT / 2;
    if large.contains(&number) { COMMITS / 2 } else { number * 7 % COMMITS }
}

fn git(folder: &Path, words: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"])
        .args(words)
        .current_dir(folder)
        .output()
        .expect("git runs");
    assert!(
        done.status.success(),
        "{words:?}: {}",
        String::from_utf8_lossy(&[done.stdout, done.stderr].concat())
    );
}

fn options(versions: Versions, grouping: &[Grouping], words: &[&str]) -> ChangesOptions {
    let words = words.iter().map(OsString::from).collect();
    ChangesOptions {
        versions,
        build: None,
        command: CommandOptions { words, ..CommandOptions::default() },
        grouping: grouping.to_vec(),
        jobs: 1,
        limits: Limits::default(),
    }
}

fn run(options: &ChangesOptions) -> Result<Changes, DdError> {
    changes(options, &AtomicBool::new(false), &|_, _| {})
}

#[test]
fn one_of_344_changes_is_found() {
    let folder = tempfile::tempdir().expect("folder");
    let root = folder.path();
    git(root, &["init", "-q", "."]);
    write_tree(root, &|_, _| false);
    git(root, &["add", "."]);
    git(root, &["commit", "-q", "-m", "old"]);
    git(root, &["tag", "old"]);
    for number in 0..COMMITS {
        write_tree(root, &|module, change| commit(module, change) <= number);
        git(root, &["commit", "-q", "--allow-empty", "-am", &format!("commit {number}")]);
    }
    let versions = Versions::Git {
        repository: root.to_owned(),
        old: "old".to_owned(),
        new: "HEAD".to_owned(),
    };
    let words = ["node", "check.js"];
    let check = |grouping: &[Grouping], tests_max: u64| {
        let found = run(&options(versions.clone(), grouping, &words)).expect("it is found");
        assert_eq!((found.changes, found.left), (MODULES * CHANGES_EACH, 1));
        assert!(found.patch.contains("x + 1 - 1"), "{}", found.patch);
        assert_eq!(found.places[0].0, Path::new("module_29.js"));
        assert!(found.counts.tests <= tests_max, "{:?} {:?}", found.counts, found.levels);
        println!("{grouping:?}: {:?} {:?}", found.counts, found.levels);
        found
    };
    check(&[], 31);
    let found = check(&[Grouping::Commit, Grouping::File, Grouping::Symbol], 12);
    // The commit alone, which is all that git bisect can name, holds many changes.
    assert_eq!(found.commits.len(), 1);
    assert!(found.levels[0].changes_left > 80, "{:?}", found.levels);
    let counted = tempfile::NamedTempFile::new().expect("a file");
    let script = format!("echo x >> {}; node check.js", counted.path().display());
    git(root, &["bisect", "start", "HEAD", "old"]);
    git(root, &["bisect", "run", "sh", "-c", &script]);
    let bad = Command::new("git").args(["rev-parse", "refs/bisect/bad"]).current_dir(root).output();
    let bad = String::from_utf8_lossy(&bad.expect("git runs").stdout).trim().to_owned();
    assert_eq!(found.commits, [bad]);
    let tests = fs::read_to_string(counted.path()).expect("a count").lines().count();
    println!("git bisect: {tests} tests, {} changes left", found.levels[0].changes_left);
}

#[test]
fn two_folders_are_compared_file_by_file() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    for (root, word, extra) in [(&old, "good", "gone.txt"), (&new, "bad", "added.txt")] {
        fs::create_dir_all(root.join("deep")).expect("folder");
        fs::write(root.join("deep/word.txt"), format!("one\n{word}\nthree\n")).expect("file");
        fs::write(root.join("same.txt"), "same\n").expect("file");
        fs::write(root.join(extra), "x\n").expect("file");
        fs::write(root.join("picture"), [0, word.len() as u8, 255]).expect("file");
    }
    let versions = Versions::Folders { old: old.clone(), new };
    // It fails with the bad word, but only where the added file is there.
    let script = "test ! -f added.txt || grep -q good deep/word.txt";
    let found = run(&options(versions, &[Grouping::File], &["sh", "-c", script])).expect("found");
    assert_eq!(found.changes, 4);
    assert_eq!(found.left, 1);
    // One of the two is the difference; the other is there on both sides.
    assert!(!found.fails_alone);
    assert!(found.patch.contains("+bad") || found.patch.contains("b/added.txt"), "{}", found.patch);
    // The versions themselves are as they were.
    assert!(fs::read_to_string(old.join("deep/word.txt")).expect("file").contains("good"));
}

#[test]
fn a_build_that_fails_says_nothing() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    for (root, a, b, c) in [(&old, "1", "1", "fine"), (&new, "2", "2", "broken")] {
        fs::create_dir_all(root).expect("folder");
        for (name, content) in [("a", a), ("b", b), ("c", c)] {
            fs::write(root.join(name), format!("{content}\n")).expect("file");
        }
    }
    let versions = Versions::Folders { old, new };
    let mut asked = options(versions, &[], &["grep", "-q", "fine", "c"]);
    asked.build = Some("cmp -s a b".into());
    let found = run(&asked).expect("found");
    assert_eq!((found.changes, found.left), (3, 1));
    assert!(found.patch.contains("+broken"), "{}", found.patch);
    assert!(found.fails_alone);
    assert!(found.counts.unresolved > 0, "{:?}", found.counts);
}

#[test]
fn versions_that_cannot_be_told_apart_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    for (root, word) in [(&old, "a"), (&new, "b")] {
        fs::create_dir_all(root).expect("folder");
        fs::write(root.join("f"), word).expect("file");
    }
    let folders = |old: &Path, new: &Path| Versions::Folders { old: old.into(), new: new.into() };
    for (versions, words, message) in [
        (folders(&old, &new), ["true"], "the new version does not fail"),
        (folders(&old, &new), ["false"], "the old version does not pass"),
        (folders(&old, &old), ["true"], "the two versions are the same"),
        (folders(&old, &folder.path().join("none")), ["true"], "it is not a folder"),
        (folders(&old, &new), ["no-such-program"], "no-such-program"),
    ] {
        let error = run(&options(versions, &[], &words)).expect_err("refused").to_string();
        assert!(error.contains(message), "{error}");
    }
    let missing = Versions::Git {
        repository: folder.path().to_owned(),
        old: "x".to_owned(),
        new: "y".to_owned(),
    };
    let error = run(&options(missing, &[], &["true"])).expect_err("refused").to_string();
    assert!(error.contains("run git"), "{error}");
}
