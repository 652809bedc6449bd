//! SIGTERM and SIGINT end every command within two seconds, whatever it is waiting for, and nothing
//! of it is left behind; finished work is kept and reported as incomplete.

mod support;

use debunk_results::{Store, TestResult};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{check, text};

/// How long debunk may take to end, on a busy machine.
const LIMIT: Duration = Duration::from_millis(2_500);

fn start(folder: &Path, arguments: &[&str]) -> Child {
    start_with(folder, arguments, &std::env::var("PATH").unwrap_or_default())
}

fn start_with(folder: &Path, arguments: &[&str], path: &str) -> Child {
    let temporary = folder.join("tmp");
    fs::create_dir_all(&temporary).expect("folder");
    Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(arguments)
        .current_dir(folder)
        .env("TMPDIR", temporary)
        .env("PATH", path)
        .stdin(Stdio::null())
        .stdout(fs::File::create(folder.join("printed")).expect("file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("debunk runs")
}

fn wait_for(what: &dyn Fn() -> bool, reason: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !what() {
        assert!(Instant::now() < deadline, "{reason}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The processes that have this text in their environment, except debunk itself.
fn processes_of(marker: &str) -> Vec<u32> {
    let entries = fs::read_dir("/proc").expect("proc").flatten();
    entries
        .filter(|entry| {
            fs::read(entry.path().join("environ")).is_ok_and(|bytes| text(&bytes).contains(marker))
        })
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Sends a signal after a while; debunk must end in time with the code of the signal.
#[track_caller]
fn ends(folder: &Path, child: &mut Child, signal: i32) {
    let started = Instant::now();
    // SAFETY: the process is a child of this test.
    unsafe { libc::kill(child.id() as i32, signal) };
    let status = child.wait().expect("it ends");
    let elapsed = started.elapsed();
    assert!(elapsed < LIMIT, "it took {elapsed:?}");
    assert_eq!(status.code(), Some(128 + signal), "{status}");
    let temporary = folder.join("tmp");
    let marker = temporary.display().to_string();
    wait_for(&|| processes_of(&marker).is_empty(), "processes are left");
    wait_for(&|| fs::read_dir(&temporary).expect("folder").next().is_none(), "folders are left");
}

fn summary(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join(name)).expect("a summary");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_campaign_keeps_what_it_did_and_says_that_it_is_incomplete() {
    let folder = tempfile::tempdir().expect("folder");
    for (signal, out, name) in [(libc::SIGTERM, "t", "SIGTERM"), (libc::SIGINT, "i", "SIGINT")] {
        let arguments =
            ["run", "-d", "node", "-n", "100000", "--relations", "look-twice", "-o", out];
        let mut child = start(folder.path(), &arguments);
        let findings = folder.path().join(out).join("findings");
        wait_for(&|| findings.exists(), "it never began");
        thread::sleep(Duration::from_secs(4));
        ends(folder.path(), &mut child, signal);
        let summary = summary(folder.path(), &format!("{out}/summary.json"));
        assert_eq!(summary["complete"], false);
        let problem = summary["incomplete"].as_str().expect("a problem");
        assert!(problem.starts_with(&format!("interrupted by {name} after ")), "{problem}");
        assert_eq!(summary["tally"]["skipped"], 0, "what a signal ended is no skip: {summary}");
        check(folder.path(), &["report", out, "--junit", "o.xml"], 0);
        let junit = fs::read_to_string(folder.path().join("o.xml")).expect("JUnit");
        assert!(junit.contains(&format!("interrupted by {name}")), "{junit}");
    }
}

#[test]
fn programs_that_hang_while_they_are_checked_do_not_hold_it_up() {
    let folder = tempfile::tempdir().expect("folder");
    fs::create_dir(folder.path().join("corpus")).expect("folder");
    for number in 0..40 {
        let name = format!("corpus/{number}.js");
        fs::write(folder.path().join(name), "for (;;) {}\n").expect("file");
    }
    let mut child = start(folder.path(), &["run", "-d", "node", "--corpus", "corpus", "-o", "o"]);
    wait_for(&|| folder.path().join("o/findings").exists(), "it never began");
    thread::sleep(Duration::from_millis(1_500));
    ends(folder.path(), &mut child, libc::SIGTERM);
}

#[test]
fn a_debugger_that_hangs_does_not_hold_it_up() {
    let folder = tempfile::tempdir().expect("folder");
    let description = "name = 'a'\ncommand = ['sleep', '1000']\nlanguages = ['c']\n";
    fs::write(folder.path().join("a.toml"), description).expect("file");
    let mut child = start(folder.path(), &["run", "--adapter", "a.toml", "-o", "o"]);
    wait_for(&|| folder.path().join("o/findings").exists(), "it never began");
    thread::sleep(Duration::from_secs(1));
    ends(folder.path(), &mut child, libc::SIGINT);
    assert_eq!(summary(folder.path(), "o/summary.json")["complete"], false);
}

#[test]
fn a_comparison_and_a_check_of_levels_end() {
    let folder = tempfile::tempdir().expect("folder");
    for (arguments, out) in [
        (&["compare", "node", "node", "-n", "100000", "--gate", "100000", "-o", "c"][..], "c"),
        (&["levels", "-o", "l"], "l"),
    ] {
        let mut child = start(folder.path(), arguments);
        wait_for(&|| folder.path().join(out).exists(), "it never began");
        thread::sleep(Duration::from_secs(3));
        ends(folder.path(), &mut child, libc::SIGTERM);
        assert_eq!(summary(folder.path(), &format!("{out}/summary.json"))["complete"], false);
    }
}

#[test]
fn measurements_and_searches_say_that_they_are_incomplete() {
    let folder = tempfile::tempdir().expect("folder");
    let program = "export const P = n => { while (n < 1e9) n++; return n; };\n\
                   export const relations = { same: { T: n => [n], M: (a, b) => a === b } };\n\
                   export const domain = 'int';\n";
    fs::write(folder.path().join("slow.js"), program).expect("file");
    for arguments in [
        &["mc", "relations", "-d", "duktape", "-n", "100000", "--json"][..],
        &["mc", "guide", "-d", "duktape", "-n", "100000", "--json"],
        &["localize", "slow.js", "--fuel", "1000000", "--json"],
    ] {
        let mut child = start(folder.path(), arguments);
        thread::sleep(Duration::from_secs(4));
        ends(folder.path(), &mut child, libc::SIGINT);
        let printed = summary(folder.path(), "printed").to_string();
        assert!(
            printed.contains("incomplete") || printed.contains("\"by\":\"signal\""),
            "{printed}"
        );
    }
}

#[test]
fn a_fetch_that_hangs_does_not_hold_it_up() {
    let folder = tempfile::tempdir().expect("folder");
    fs::create_dir(folder.path().join("bin")).expect("folder");
    let npm = folder.path().join("bin/npm");
    fs::write(&npm, "#!/bin/sh\nsleep 1000\n").expect("file");
    fs::set_permissions(&npm, fs::Permissions::from_mode(0o755)).expect("mode");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().join("bin").display());
    let arguments = ["fetch", "node@11.2.0", "--cache", "cache"];
    let mut child = start_with(folder.path(), &arguments, &path);
    thread::sleep(Duration::from_secs(1));
    ends(folder.path(), &mut child, libc::SIGTERM);
}

#[test]
fn a_command_that_hangs_does_not_hold_delta_debugging_up() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("a.txt"), "one\ntwo\nthree\n").expect("file");
    let arguments = ["dd", "min", "a.txt", "--timeout", "1000", "--", "sh", "-c", "sleep 1000"];
    let mut child = start(folder.path(), &arguments);
    thread::sleep(Duration::from_secs(1));
    ends(folder.path(), &mut child, libc::SIGTERM);
}

#[test]
fn a_kill_loses_little_and_a_resumed_campaign_gains() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("p.js"), "let a = 1;\na += 1;\nprint(a);\n").expect("file");
    let mut arguments = vec!["run", "-d", "node", "--corpus", "p.js", "-n", "100000", "-j", "1"];
    arguments.extend(["--relations", "look-twice", "--no-reduce", "-o", "o"]);
    let database = folder.path().join("o/campaign.sqlite");
    let recorded = || Store::<TestResult>::read(&database).map_or(0, |store| store.next());
    let mut before = 0;
    for _ in 0..2 {
        let mut child = start(folder.path(), &arguments);
        // A resumed campaign repeats the interrupted block before it makes progress.
        wait_for(&|| database.exists() && recorded() > before, "nothing is kept");
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        let kept = recorded();
        assert!(kept > before, "{kept} after {before}");
        assert!(before > 0 || kept < 64, "it is kept by time, not only by the number: {kept}");
        before = kept;
        arguments.push("--resume");
        arguments.dedup();
    }
}
