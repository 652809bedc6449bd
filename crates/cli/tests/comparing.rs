//! `compare`, `inspect`, `figures` and the replay of a difference, on real debuggers.

mod support;

use std::fs;
use support::check;

/// What Firefox is known to get wrong: of two parameters of one name it shows the first.
const DUPLICATE: &str = "\
function twice(p, p) {
  let sum = p;
  return sum;
}
print(twice(1, 2));
print(twice(3, 4));
";

#[test]
fn a_debugger_does_not_differ_from_itself() {
    let folder = tempfile::tempdir().expect("folder");
    for name in ["node", "chromium", "bun", "firefox"] {
        let out = format!("out-{name}");
        let arguments = ["compare", name, name, "--runs", "12", "--gate", "0", "--out", &out];
        let words = check(folder.path(), &arguments, 0);
        assert!(words.contains("0 differences in 0 classes"), "{words}");
    }
}

#[test]
fn two_browsers_differ_about_parameters_of_one_name() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("twice.js"), DUPLICATE).expect("file");
    let compare = |more: &[&str], code| {
        let mut arguments = vec!["compare", "chromium", "firefox", "--corpus", "twice.js"];
        arguments.extend([
            "--runs",
            "12",
            "--gate",
            "1",
            "--jobs",
            "1",
            "--no-reduce",
            "--no-rules",
        ]);
        arguments.extend(more);
        check(folder.path(), &arguments, code)
    };
    let words = compare(&["--out", "first", "--write-baseline", "known.toml"], 1);
    assert!(words.contains("p: chromium says 2, firefox says 1"), "{words}");
    // Known differences are counted, and nothing new differs.
    let words = compare(&["--out", "second", "--baseline", "known.toml"], 0);
    assert!(words.contains("seen when the baseline was written"), "{words}");

    let listed = check(folder.path(), &["inspect", "first", "--json"], 0);
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let class = listed[0]["class"].as_str().expect("a class").to_owned();
    let mark = ["inspect", "first", "--class", &class, "--mark", "bug-b", "--note", "first wins"];
    check(folder.path(), &mark, 0);
    let words = check(folder.path(), &["inspect", "first", "--list"], 0);
    assert!(words.contains("bug-b: first wins"), "{words}");
    let words = check(folder.path(), &["inspect", "first", "--class", &class], 0);
    assert!(words.contains("A: chromium") && words.contains("B: firefox"), "{words}");

    let words = check(folder.path(), &["figures", "first"], 0);
    assert!(words.contains("Root causes seen"), "{words}");
    for name in ["runs-by-actions", "largest-classes", "time-per-program", "root-causes"] {
        let svg = folder.path().join(format!("first/figures/{name}.svg"));
        let svg = fs::read_to_string(svg).expect("a figure");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{name}");
    }

    let kept = listed[0]["kept"][0].as_str().expect("a folder").to_owned();
    let words = check(folder.path(), &["replay", &kept], 1);
    assert!(words.contains("still differ, exactly as it was found"), "{words}");
    // It was found without rules; the rule that accepts it is named.
    assert!(words.contains("accepted by the rule first-of-two-parameters"), "{words}");
}

const PATTERN: &str = "\
var a, b;
print('begin');
function double(n) {
  return n * 2;
}
[a, b] = [double(1), 2];
for (var i = 0; i < 2; i++) {
  print(i);
}
print(a, b);
";

#[test]
fn a_difference_is_reduced_and_reproducible() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("p.js"), PATTERN).expect("file");
    let mut arguments = vec!["compare", "node@20.20.2", "node@18", "--corpus", "p.js"];
    arguments.extend(["--runs", "1", "--gate", "0", "--out", "out"]);
    let words = check(folder.path(), &arguments, 1);
    assert!(words.contains("1 difference in 1 class, 1 after reduction"), "{words}");
    let reduced = "out/differences/000000-paused-line-step-over/reduced";
    let program = fs::read_to_string(folder.path().join(reduced).join("program.js"));
    let program = program.expect("a reduced program");
    assert!(program.len() < PATTERN.len() / 2 && program.contains("[a, b] = "), "{program}");
    let words = check(folder.path(), &["replay", reduced, "--times", "20"], 1);
    assert!(words.contains("differed 20 times out of 20"), "{words}");
    let words = check(folder.path(), &["reduce", "out/differences/none"], 2);
    assert!(words.contains("not the folder of a finding"), "{words}");
    let again = check(folder.path(), &["reduce", reduced, "--sessions", "4"], 0);
    assert!(again.contains("the limit of sessions was reached"), "{again}");
}

#[test]
fn bad_input_gets_a_clear_error_and_code_2() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("malformed.toml"), "accept = 3\n").expect("file");
    fs::write(folder.path().join("other.toml"), "pair = [\"deno\", \"bun\"]\n").expect("file");
    for (arguments, words) in [
        (vec!["compare", "node", "netscape"], "netscape"),
        (vec!["compare", "node", "node", "--baseline", "missing.toml"], "missing.toml"),
        (vec!["compare", "node", "node", "--baseline", "malformed.toml"], "not a rule file"),
        (vec!["compare", "node", "node", "--baseline", "other.toml"], "not for these two"),
        (vec!["compare", "node", "node", "--resume", "--out", "none"], "no comparison in it"),
        (vec!["inspect", "none"], "no comparison in it"),
        (vec!["figures", "none"], "no comparison in it"),
        (vec!["replay", "none/difference.json"], "none/difference.json"),
    ] {
        let said = check(folder.path(), &arguments, 2);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn a_comparison_resumes_where_it_was() {
    let folder = tempfile::tempdir().expect("folder");
    let compare = |runs: &str, more: &[&str]| {
        let mut arguments = vec!["compare", "node", "node", "--lines", "--gate", "0"];
        arguments.extend(["--corpus", "p.js", "--out", "out", "--runs", runs]);
        arguments.extend(more);
        check(folder.path(), &arguments, 0)
    };
    fs::write(folder.path().join("p.js"), DUPLICATE).expect("file");
    compare("5", &[]);
    let words = compare("9", &["--resume"]);
    assert!(words.contains("resuming after 5 runs"), "{words}");
    assert!(words.contains("9 runs on 1 program"), "{words}");
    let times = fs::read_to_string(folder.path().join("out/times.tsv")).expect("times");
    assert_eq!(times.lines().count(), 9);
}
