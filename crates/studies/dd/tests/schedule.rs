//! `dd schedule` on two programs under shuttle's control whose faulty switches are known.

use debunk_dd::{CommandOptions, ScheduleOptions, ScheduleResult, schedule};
use debunk_delta::Limits;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

const SEEDS_MAX: u32 = 500;

/// The example program, which is built along with the tests.
fn program() -> PathBuf {
    let own = std::env::current_exe().expect("this program");
    let target = own.parent().and_then(Path::parent).expect("its folder");
    target.join("examples/shuttle_programs")
}

/// The first random schedule with which the program fails.
fn failing(name: &str, file: &Path) {
    for seed in 1..SEEDS_MAX {
        let run = Command::new(program()).args([name, "--random", &seed.to_string()]).output();
        let run = run.expect("the example runs");
        if run.status.code() == Some(1) {
            let text = String::from_utf8_lossy(&run.stdout);
            let line = text.lines().find_map(|line| line.strip_prefix("schedule: "));
            fs::write(file, line.expect("a schedule")).expect("a file");
            return;
        }
    }
    panic!("no random schedule fails");
}

fn options(file: &Path, words: &[OsString]) -> ScheduleOptions {
    ScheduleOptions {
        failing: file.to_owned(),
        output: file.with_extension("reduced"),
        command: CommandOptions { words: words.to_vec(), ..CommandOptions::default() },
        jobs: 2,
        limits: Limits::default(),
    }
}

fn isolate(name: &str) -> ScheduleResult {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("schedule.txt");
    failing(name, &file);
    let options = options(&file, &[program().into(), name.into()]);
    let found = schedule(&options, &AtomicBool::new(false), &|_, _| {}).expect("isolated");
    // The written schedule fails, as reported.
    let run = Command::new(program()).arg(name).arg(&options.output).output().expect("it runs");
    assert_eq!(run.status.code(), Some(1));
    found
}

#[test]
fn the_teller_is_interrupted_between_reading_and_writing() {
    let found = isolate("lost-update");
    assert!(found.switches > found.cause.len(), "{found:?}");
    // A teller's first step is its start; it counts four visits and then reads.
    let reading = 6;
    let is_it = |one: &debunk_dd::Switch| one.after == reading && (1..=2).contains(&one.from);
    assert!(found.cause.iter().any(is_it), "{found:?}");
    assert!(found.cause.len() <= 2, "{found:?}");
}

#[test]
fn the_writer_is_interrupted_between_flag_and_data() {
    let found = isolate("early-flag");
    let switches: Vec<_> = found.cause.iter().map(|one| (one.from, one.after, one.to)).collect();
    // The writer's first step is its start, the second puts up the flag.
    assert_eq!(switches, [(1, 2, 2)]);
}

#[test]
fn unusable_commands_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("schedule.txt");
    fs::write(&file, "0 1 0 1").expect("a file");
    for (script, message) in [
        ("true", "prints no line"),
        ("echo schedule: 0 1 0 1", "the command must end with an exit code other than 0"),
        ("echo schedule: 0 1 0 1; exit 1", "does not pass without any switch"),
    ] {
        let words = ["sh", "-c", script].map(OsString::from);
        let error = schedule(&options(&file, &words), &AtomicBool::new(false), &|_, _| {});
        let error = error.expect_err("refused").to_string();
        assert!(error.contains(message), "{error}");
    }
    fs::write(&file, "nothing").expect("a file");
    let words = [OsString::from("true")];
    let error = schedule(&options(&file, &words), &AtomicBool::new(false), &|_, _| {});
    assert!(error.expect_err("refused").to_string().contains("no number of a task"));
}
