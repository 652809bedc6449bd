//! `debunk dd` that is interrupted or killed, and resumes: no answer is requested twice.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE_S: u64 = 60;
/// A run is ended when its journal has this many lines; two of them are its head.
const LINES_AT_END: usize = 8;

/// One kind of run: a slow command, so that there is time to end it.
struct Kind {
    words: &'static [&'static str],
    journal: &'static str,
    results: &'static [&'static str],
    prepare: fn(&Path),
}

fn numbered(wrong: bool) -> String {
    let word = |number: usize| if wrong { format!("word {number}!") } else { "word".to_owned() };
    (0..60).map(|number| format!("line {number}\n{}\n", word(number))).collect()
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Every run records that it happened, waits, and looks for something.
const ASK_MIN: &str =
    "echo x >> ../calls; sleep 0.03; grep -q 'word 7!' \"$1\" && grep -q 'word 23!' \"$1\"";
const ASK_ISOLATE: &str = "echo x >> ../calls; sleep 0.03; grep -q 'word 37!' \"$1\"";

const KINDS: [Kind; 3] = [
    Kind {
        words: &["min", "bad.txt", "-j1", "--", "sh", "-c", ASK_MIN, "sh"],
        journal: "bad.reduced.txt.journal",
        results: &["bad.reduced.txt"],
        prepare: |folder| write(&folder.join("bad.txt"), &numbered(true)),
    },
    Kind {
        words: &["isolate", "good.txt", "bad.txt", "-j1", "--", "sh", "-c", ASK_ISOLATE, "sh"],
        journal: "bad.failing.txt.journal",
        results: &["bad.passing.txt", "bad.failing.txt"],
        prepare: |folder| {
            write(&folder.join("good.txt"), &numbered(false));
            write(&folder.join("bad.txt"), &numbered(true));
        },
    },
    Kind {
        words: &["changes", "old", "new", "-j1", "--out", "cause.patch", "--", "./check"],
        journal: "cause.patch.journal",
        results: &["cause.patch"],
        prepare: |folder| {
            for (version, wrong) in [("old", false), ("new", true)] {
                let root = folder.join(version);
                fs::create_dir(&root).expect("folder");
                write(&root.join("a.txt"), &numbered(wrong));
                let calls = folder.join("../calls");
                let script = format!(
                    "#!/bin/sh\necho x >> {}\nsleep 0.03\n! grep -q 'word 37!' a.txt\n",
                    calls.display()
                );
                write(&root.join("check"), &script);
                let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
                fs::set_permissions(root.join("check"), mode).expect("mode");
            }
        },
    },
];

/// A folder for a run, inside one that counts the calls.
fn prepared(kind: &Kind) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    fs::create_dir(folder.path().join("work")).expect("folder");
    (kind.prepare)(&folder.path().join("work"));
    folder
}

fn start(folder: &Path, kind: &Kind, is_resumed: bool) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_debunk"));
    command.arg("dd").arg(kind.words[0]);
    if is_resumed {
        command.arg("--resume");
    }
    command.args(&kind.words[1..]).current_dir(folder.join("work"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("debunk runs")
}

fn wait(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("debunk ends");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

/// Waits until there are some answers.
fn wait_for_answers(folder: &Path, kind: &Kind) {
    let journal = folder.join("work").join(kind.journal);
    let deadline = Instant::now() + Duration::from_secs(PATIENCE_S);
    while fs::read_to_string(&journal).unwrap_or_default().lines().count() < LINES_AT_END {
        assert!(Instant::now() < deadline, "nothing happens");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn calls(folder: &Path) -> usize {
    fs::read_to_string(folder.join("calls")).map_or(0, |text| text.lines().count())
}

fn results(folder: &Path, kind: &Kind) -> Vec<String> {
    let read = |name: &&str| fs::read_to_string(folder.join("work").join(name)).expect("a result");
    kind.results.iter().map(read).collect()
}

#[test]
fn a_run_that_was_killed_or_interrupted_loses_nothing() {
    for kind in &KINDS {
        let whole = prepared(kind);
        let (code, told) = wait(start(whole.path(), kind, false));
        assert_eq!(code, Some(0), "{told}");
        assert!(!whole.path().join("work").join(kind.journal).exists(), "the journal is gone");
        for signal in [libc::SIGKILL, libc::SIGINT] {
            let folder = prepared(kind);
            let child = start(folder.path(), kind, false);
            wait_for_answers(folder.path(), kind);
            // SAFETY: the process is ours and has not been waited for.
            unsafe { libc::kill(child.id().cast_signed(), signal) };
            let (code, told) = wait(child);
            if signal == libc::SIGINT {
                assert_eq!(code, Some(130), "{told}");
                assert!(told.contains("incomplete (interrupted)"), "{told}");
            }
            let (code, told) = wait(start(folder.path(), kind, true));
            assert_eq!(code, Some(0), "{told}");
            assert!(told.contains(" came from"), "{told}");
            assert_eq!(results(folder.path(), kind), results(whole.path(), kind));
            // Only what was running at the end is asked again.
            let (both, once) = (calls(folder.path()), calls(whole.path()));
            assert!(both <= once + 1, "{} {both} calls, {once} in one go", kind.words[0]);
        }
    }
}

#[test]
fn a_journal_of_something_else_is_refused() {
    for kind in &KINDS {
        let folder = prepared(kind);
        let (code, told) = wait(start(folder.path(), kind, true));
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("there is no journal"), "{told}");
        write(&folder.path().join("work").join(kind.journal), "debunk dd answers 1\nother\n");
        let (code, told) = wait(start(folder.path(), kind, true));
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("the journal of another reduction"), "{told}");
    }
}
