//! The command line as a user sees it: exit codes, messages, files.

mod support;

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{debunk, text};

#[track_caller]
fn check_fails(arguments: &[&str], code: i32, words: &str) {
    let folder = tempfile::tempdir().expect("folder");
    let output = debunk(folder.path(), arguments);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.contains(words), "{message}");
}

#[test]
fn bad_input_gets_a_clear_error_and_code_2() {
    check_fails(&["run", "--debugger", "netscape"], 2, "netscape");
    check_fails(&["run", "--relations", "no-such"], 2, "debunk relations lists them all");
    check_fails(&["run", "--corpus", "missing.js"], 2, "missing.js");
    check_fails(&["run", "--tests", "many"], 2, "many");
    check_fails(&["run", "--debugger", "node:/no/such/node"], 2, "/no/such/node");
    check_fails(&["run", "--out", "/proc/nowhere"], 2, "/proc/nowhere");
    check_fails(&["run", "--resume", "--out", "nothing-here"], 2, "no campaign in it");
    check_fails(&["replay", "no-such-finding"], 2, "no-such-finding");
    check_fails(&["reduce", "no-such-finding"], 2, "no-such-finding");
    check_fails(&["reduce", "."], 2, "finding.json");
    check_fails(&["run", "--debugger", "node@6"], 2, "no inspector");
}

#[test]
fn a_finding_that_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("finding.json"), "{\"schema\": 99}").expect("file");
    let output = debunk(folder.path(), &["replay", "finding.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("schema 99"));
}

#[test]
fn relations_are_listed_with_an_example_each() {
    let folder = tempfile::tempdir().expect("folder");
    let output = debunk(folder.path(), &["relations", "--json"]);
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let list = list.as_array().expect("a list");
    assert!(list.len() >= 18);
    assert!(list.iter().all(|relation| relation["example"].as_str().is_some()));
}

#[test]
fn doctor_knows_all_products() {
    let folder = tempfile::tempdir().expect("folder");
    let output = debunk(folder.path(), &["doctor", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let words = text(&output.stdout);
    for product in ["node", "deno", "chromium", "bun", "firefox"] {
        assert!(words.contains(product), "{words}");
    }
    let report: serde_json::Value = serde_json::from_str(&words).expect("JSON");
    assert!(report["debuggers"].as_array().is_some_and(|list| list.len() > 10));
    assert_eq!(report["isolation"]["mode"], "namespaces", "{words}");
    let protections = report["isolation"]["protections"].as_array().expect("a list");
    let active =
        |name: &str| protections.iter().any(|one| one["name"] == name && one["active"] == true);
    assert!(active("PID namespace") && active("mount namespace") && !active("Landlock"));
}

#[test]
fn a_run_without_isolation_is_explicit_and_warned_about() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("p.js"), "let a = 1;\na += 1;\nprint(a);\n").expect("file");
    let run = |more: &[&str]| {
        let words = ["run", "-d", "node", "--corpus", "p.js", "-n", "1", "--out"];
        let out = format!("out{}", more.len());
        debunk(folder.path(), &[&words[..], &[out.as_str()], more].concat())
    };
    assert!(!text(&run(&[]).stderr).contains("not isolated"));
    let warned = text(&run(&["--no-isolation"]).stderr);
    assert!(warned.contains("warning: programs are not isolated (--no-isolation was given)"));
    let doctor = text(&debunk(folder.path(), &["--no-isolation", "doctor"]).stdout);
    assert!(doctor.contains("are isolated by: off"), "{doctor}");
}

#[test]
fn odd_files_are_skipped_with_their_reasons() {
    let folder = tempfile::tempdir().expect("folder");
    let corpus = folder.path().join("corpus");
    fs::create_dir(&corpus).expect("folder");
    let write = |name: &str, bytes: &[u8]| fs::write(corpus.join(name), bytes).expect("file");
    write("fine.js", b"function f(a) { let b = a + 1; return b; }\nprint(f(1));\nprint(f(2));\n");
    write("endless.js", b"for (;;) {}\n");
    write("rubbish.js", &[0, 159, 146, 150, 255, 0, 1]);
    write("broken.js", b"let = = 1;\n");
    write("deep.js", format!("{}{}", "[".repeat(20_000), "]".repeat(20_000)).as_bytes());
    write("huge.js", "let x = 1; // ten megabytes\n".repeat(400_000).as_bytes());
    let arguments =
        ["run", "--debugger", "node", "--corpus", "corpus", "--tests", "12", "--out", "o"];
    let output = debunk(folder.path(), &arguments);
    let message = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{message}");
    for words in [
        "skipped endless.js: it does not end in time",
        "skipped rubbish.js: it is not text",
        "skipped broken.js: it does not parse",
        "skipped deep.js: it is nested too deeply",
        "skipped huge.js: it is too large",
    ] {
        assert!(message.contains(words), "{words} is missing in {message}");
    }
    let summary = fs::read_to_string(folder.path().join("o/summary.json")).expect("summary");
    assert!(summary.contains("\"complete\": true"), "{summary}");
}

#[test]
fn nothing_to_run_has_its_own_message() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("broken.js"), "let = = 1;").expect("file");
    let arguments = ["run", "--debugger", "node", "--corpus", "broken.js", "--out", "o"];
    let output = debunk(folder.path(), &arguments);
    let message = text(&output.stderr);
    assert!(message.contains("find a program that can be tested"), "{message}");
    assert_eq!(output.status.code(), Some(3), "{message}");
}

#[test]
fn json_lines_tell_the_whole_campaign() {
    let folder = tempfile::tempdir().expect("folder");
    // Reductions are reported after the end of the tests.
    let arguments =
        ["run", "--debugger", "node", "--tests", "5", "--out", "o", "--json", "--no-reduce"];
    let output = debunk(folder.path(), &arguments);
    let lines: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect();
    assert_eq!(lines.first().map(|line| line["type"].clone()), Some("begin".into()));
    assert_eq!(lines.last().map(|line| line["type"].clone()), Some("end".into()));
    assert_eq!(lines.iter().filter(|line| line["type"] == "test").count(), 5);
}

/// The processes that have this text in their environment or arguments.
fn processes_of(marker: &str) -> usize {
    fs::read_dir("/proc")
        .expect("proc")
        .filter_map(|entry| fs::read(entry.ok()?.path().join("environ")).ok())
        .filter(|bytes| text(bytes).contains(marker))
        .count()
}

#[test]
fn an_interrupt_ends_cleanly_and_a_kill_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("folder");
    let temporary = folder.path().join("tmp");
    fs::create_dir(&temporary).expect("folder");
    let marker = temporary.display().to_string();
    fs::write(folder.path().join("p.js"), "let a = 1;\na += 1;\nprint(a);\n").expect("file");
    let start = |out: &str| {
        Command::new(env!("CARGO_BIN_EXE_debunk"))
            .args(["run", "--debugger", "node", "--corpus", "p.js"])
            .args(["--tests", "100000", "--out", out])
            .current_dir(folder.path())
            .env("TMPDIR", &temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("debunk runs")
    };
    let wait_for = |what: &dyn Fn() -> bool, reason: &str| {
        let deadline = Instant::now() + Duration::from_secs(30);
        while !what() {
            assert!(Instant::now() < deadline, "{reason}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let is_empty = || fs::read_dir(&temporary).expect("folder").next().is_none();

    let mut child = start("interrupted");
    wait_for(&|| !is_empty(), "it never started a debugger");
    std::thread::sleep(Duration::from_secs(2));
    // SAFETY: the process is a child of this test.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130), "{status}");
    assert!(folder.path().join("interrupted/summary.json").exists());
    wait_for(&is_empty, "temporary folders are left");

    let mut child = start("killed");
    let has_begun = || !is_empty() && folder.path().join("killed/campaign.sqlite").exists();
    wait_for(&has_begun, "it never began");
    std::thread::sleep(Duration::from_secs(1));
    // SAFETY: the process is a child of this test.
    unsafe { libc::kill(child.id() as i32, libc::SIGKILL) };
    child.wait().expect("it ends");
    wait_for(&is_empty, "temporary folders are left after kill -9");
    wait_for(&|| processes_of(&marker) == 0, "processes are left after kill -9");
    let mut again = vec!["run", "--debugger", "node", "--corpus", "p.js"];
    again.extend(["--tests", "3", "--out", "killed", "--resume"]);
    let resumed = debunk(folder.path(), &again);
    assert!(matches!(resumed.status.code(), Some(0 | 1)), "{}", text(&resumed.stderr));
}
