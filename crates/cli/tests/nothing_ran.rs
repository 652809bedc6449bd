//! No green build for nothing: if something could not be run, the exit code is 3, with the reason
//! in every output.

mod support;

use debunk_results::{Store, TestResult};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use support::{check, debunk, text};

const LAUNCH: &str = "languages = ['c']\n[launch]\nprogram = '${program}'\n";

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("file");
}

fn script(folder: &Path, name: &str, text: &str) {
    write(folder, name, &format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).expect("mode");
}

fn json(folder: &Path, name: &str) -> Value {
    let text = fs::read_to_string(folder.join(name)).expect(name);
    serde_json::from_str(&text).expect("JSON")
}

/// Runs debunk, which must end with 3, and give this reason on its error output and in all files
/// that it writes or that are made from them.
#[track_caller]
fn is_refused(folder: &Path, arguments: &[&str], reason: &str) -> String {
    let output = debunk(folder, &[arguments, &["--out", "o"]].concat());
    let words = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{words}");
    assert!(words.contains(reason), "{reason} is missing: {words}");
    let summary = json(folder, "o/summary.json");
    assert_eq!(summary["complete"], false, "{summary}");
    assert_eq!(summary["execution"]["done"], 0, "{summary}");
    let problem = summary["incomplete"].as_str().expect("a problem").to_owned();
    assert!(problem.contains(reason), "{problem}");
    let short = fs::read_to_string(folder.join("o/summary.txt")).expect("summary");
    assert!(short.contains("incomplete: "), "{short}");
    check(folder, &["report", "o", "--sarif", "o.sarif", "--junit", "o.xml"], 0);
    let junit = fs::read_to_string(folder.join("o.xml")).expect("JUnit");
    assert!(junit.contains("errors=\"1\"") && junit.contains("incomplete: "), "{junit}");
    let invocation = &json(folder, "o.sarif")["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let page = fs::read_to_string(folder.join("o/report.html")).expect("page");
    assert!(page.contains("incomplete: "), "{page}");
    words
}

#[track_caller]
fn adapter_is_refused(description: &str, reason: &str) -> String {
    let folder = tempfile::tempdir().expect("folder");
    write(folder.path(), "a.toml", description);
    is_refused(folder.path(), &["run", "--adapter", "a.toml"], reason)
}

#[test]
fn an_adapter_whose_command_is_missing_is_refused() {
    let description = format!("name = 'a'\ncommand = ['no-such-adapter']\n{LAUNCH}");
    adapter_is_refused(&description, "find the program no-such-adapter");
}

#[test]
fn an_adapter_that_exits_at_once_is_refused_with_its_last_words() {
    let command = "['sh', '-c', 'echo no licence >&2; echo bye >&2; exit 3']";
    let description = format!("name = 'a'\ncommand = {command}\n{LAUNCH}");
    adapter_is_refused(&description, "exit code 3: no licence; bye");
}

#[test]
fn an_adapter_that_sends_malformed_json_is_refused() {
    let command = r#"["sh", "-c", "printf 'Content-Length: 9\\r\\n\\r\\n{not json'; sleep 9"]"#;
    let description = format!("name = 'a'\ncommand = {command}\n{LAUNCH}");
    adapter_is_refused(&description, "malformed JSON");
}

#[test]
fn an_adapter_that_says_nothing_is_refused() {
    let description = format!("name = 'a'\ncommand = ['sleep', '1000']\n{LAUNCH}");
    adapter_is_refused(&description, "initialize is not answered in time");
}

#[test]
fn a_misspelt_launch_is_refused_with_the_words_of_the_adapter() {
    let description = format!("name = 'a'\ncommand = ['lldb-dap-19']\n{LAUNCH}");
    adapter_is_refused(&description.replace("program =", "programm ="), "launch is refused");
}

#[test]
fn the_example_of_an_adapter_says_what_is_missing_and_how_to_install_it() {
    let folder = tempfile::tempdir().expect("folder");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/adapters/cdt-gdb.toml");
    fs::copy(example, folder.path().join("cdt-gdb.toml")).expect("the example");
    let words = check(folder.path(), &["run", "--adapter", "cdt-gdb.toml"], 3);
    assert!(words.contains("node_modules/cdt-gdb-adapter/dist/debugAdapter.js"), "{words}");
    assert!(words.contains("run: npm install cdt-gdb-adapter"), "{words}");
}

#[test]
fn no_tests_are_no_success() {
    let folder = tempfile::tempdir().expect("folder");
    is_refused(folder.path(), &["run", "-d", "node", "-n", "0"], "no tests were asked for");
    check(folder.path(), &["compare", "node", "node", "-n", "0", "-o", "c"], 3);
    check(folder.path(), &["levels", "-n", "0", "-o", "l"], 3);
    check(folder.path(), &["selftest", "-d", "node", "-n", "0"], 3);
}

#[test]
fn a_node_whose_process_always_dies_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let node =
        "case \"$1\" in -p|-e|--version|-v) exec node \"$@\";; esac\necho broken >&2\nexit 9";
    script(folder.path(), "dying", node);
    let name = format!("node:{}", folder.path().join("dying").display());
    is_refused(folder.path(), &["run", "-d", &name], "smoke test");
    let words = check(folder.path(), &["compare", "node", &name, "-o", "c"], 3);
    assert!(words.contains("smoke test"), "{words}");
    assert_eq!(json(folder.path(), "c/summary.json")["complete"], false);
}

#[test]
fn programs_without_debug_information_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let arguments = ["run", "-d", "gdb-mi", "--cflags", "-O0"];
    is_refused(folder.path(), &arguments, "expected a breakpoint at line 5");
    check(folder.path(), &["levels", "--cflags", "-O0", "-o", "l"], 3);
    assert_eq!(json(folder.path(), "l/summary.json")["complete"], false);
}

#[test]
fn optimised_programs_pass_the_smoke_test() {
    let folder = tempfile::tempdir().expect("folder");
    let mut arguments = vec!["run", "-d", "gdb-mi", "--cflags", "-O2 -g", "-n", "2", "--no-reduce"];
    arguments.extend(["--relations", "look-twice", "-o", "o"]);
    let output = debunk(folder.path(), &arguments);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", text(&output.stderr));
}

/// A Node that works for a while: its host dies if a file exists.
fn fragile_node(folder: &Path) -> String {
    let flag = folder.join("broken");
    let node = format!(
        "case \"$1\" in -p|-e|--version|-v) exec node \"$@\";; esac\n\
         case \" $*\" in *' --inspect'*|*\"inspector').open\"*) [ -e {flag} ] && exit 9;; esac\nexec node \"$@\"",
        flag = flag.display()
    );
    script(folder, "fragile", &node);
    format!("node:{}", folder.join("fragile").display())
}

#[test]
fn a_debugger_that_fails_test_after_test_is_given_up_and_skipped_tests_are_resumed() {
    let folder = tempfile::tempdir().expect("folder");
    let name = fragile_node(folder.path());
    write(folder.path(), "p.js", "let a = 1;\na += 1;\nprint(a);\n");
    let mut run = vec!["run", "-d", &name, "--corpus", "p.js", "-n", "100", "-j", "1"];
    run.extend(["--relations", "look-twice", "--no-reduce", "-o", "o"]);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_debunk"))
        .args(&run)
        .current_dir(folder.path())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("debunk runs");
    // It breaks once tests are recorded; the next block of tests needs a new process.
    let database = folder.path().join("o/campaign.sqlite");
    let recorded = || Store::<TestResult>::read(&database).map_or(0, |store| store.next());
    let deadline = Instant::now() + Duration::from_secs(60);
    while !database.exists() || recorded() == 0 {
        assert!(Instant::now() < deadline, "it never began");
        std::thread::sleep(Duration::from_millis(20));
    }
    write(folder.path(), "broken", "");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(3));
    let summary = json(folder.path(), "o/summary.json");
    let skipped = summary["execution"]["skipped"].as_array().expect("a list").len();
    assert!(skipped >= 16, "{summary}");
    assert_eq!(summary["execution"]["cut"]["by"], "broken", "{summary}");
    check(folder.path(), &["report", "o", "--junit", "o.xml"], 0);
    let junit = fs::read_to_string(folder.path().join("o.xml")).expect("JUnit");
    assert_eq!(junit.matches("<skipped message=\"the debugger is not there").count(), skipped);

    fs::remove_file(folder.path().join("broken")).expect("it works again");
    let words = check(folder.path(), &[run.as_slice(), &["--resume"]].concat(), 0);
    let summary = json(folder.path(), "o/summary.json");
    assert_eq!(summary["complete"], true, "{words}");
    assert_eq!(summary["tally"]["tests"], 100, "{words}");
    assert_eq!(summary["tally"]["skipped"], 0, "{words}");

    // As if it had never broken.
    run.truncate(run.len() - 1);
    run.push("whole");
    check(folder.path(), &run, 0);
    let file = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(file("o/summary.json"), file("whole/summary.json"));
    assert!(file("o/campaign.sqlite") == file("whole/campaign.sqlite"), "the states differ");
}

#[test]
fn no_workers_and_foreign_folders_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    for command in [
        &["run"][..],
        &["compare", "node", "node"],
        &["selftest"],
        &["mc", "relations"],
        &["localize", "eval"],
    ] {
        let words = check(folder.path(), &[command, &["-j", "0"]].concat(), 2);
        assert!(words.contains("1 or more"), "{words}");
    }
    fs::create_dir(folder.path().join("mine")).expect("folder");
    write(folder.path(), "mine/thesis.txt", "precious");
    for command in [
        &["run", "-d", "node", "-n", "1"][..],
        &["compare", "node", "node", "-n", "1"],
        &["levels", "-n", "1"],
        &["localize", "eval", "--per-program", "1"],
        &["selftest", "-d", "node", "-n", "1"],
    ] {
        let words = check(folder.path(), &[command, &["--out", "mine"]].concat(), 2);
        assert!(words.contains("it holds thesis.txt"), "{command:?}: {words}");
    }
    assert_eq!(fs::read_dir(folder.path().join("mine")).expect("folder").count(), 1);
}

#[test]
fn a_share_of_skips_is_read_as_a_number_or_a_percentage() {
    let folder = tempfile::tempdir().expect("folder");
    let words = check(folder.path(), &["run", "--allow-skips", "many"], 2);
    assert!(words.contains("such as 0.25 or 25%"), "{words}");
}
