//! `debunk dd` as a user sees it: results, options, limits.

mod support;

use std::fs;
use std::process::Command;
use support::dd::{check, dd, folder_with, read};

/// Files of all languages, what each must keep, and what should be left.
const TASKS: [(&str, &str, &str, &str); 6] = [
    (
        "a.js",
        "function outer(first, second) {\n  if (first > 1) {\n    console.log('one');\n    debugger;\n  }\n  return second;\n}\nlet unused = [1, 2, 3];\nouter(1, unused);\n",
        "debugger",
        "debugger",
    ),
    (
        "a.json",
        "{\"a\": [1, 2, {\"needle\": true}], \"b\": null, \"c\": \"text\"}\n",
        "needle",
        "needle",
    ),
    (
        "a.py",
        "import os\n\ndef outer(x):\n    if x:\n        for y in range(3):\n            raise KeyError(y)\n    return 1\n\nprint(outer(0))\n",
        "raise",
        "raise",
    ),
    (
        "a.html",
        "<html><body><p class=\"x\">text</p><marquee>fast</marquee></body></html>\n",
        "<marquee>",
        "<marquee>",
    ),
    (
        "a.c",
        "#include <stdio.h>\nint add(int a, int b) {\n  while (a) { goto end; }\nend:\n  return a + b;\n}\nint main(void) { return add(1, 2); }\n",
        "goto",
        "goto",
    ),
    ("a.txt", "one two\nthree four five\nsix needle seven\neight\n", "needle", "needle"),
];

#[test]
fn files_of_all_languages_become_small() {
    for (name, text, needle, result) in TASKS {
        let folder = folder_with(&[(name, text)]);
        let words = check(folder.path(), &["min", name, "--", "grep", "-q", needle], 0, "reduced");
        let reduced = name.replace("a.", "a.reduced.");
        assert_eq!(read(folder.path(), &reduced), result, "{words}");
        assert_eq!(read(folder.path(), name), text, "the input is as it was");
        // Nothing is left behind.
        assert_eq!(fs::read_dir(folder.path()).expect("folder").count(), 2);
    }
}

/// Texts whose parts are easily lost, with a command that needs them.
const FRAGILE: [(&str, &str, &str); 6] = [
    ("a.py", "a, = [1]\nprint(a)\n", "grep -q 'a, ='"),
    ("a.js", "\n\nf([1,,2]);\n", "grep -q 'f(\\[1,,2\\])'"),
    ("a.json", "\n\n{\"a\": [1,,2]}\n", "test -z \"$(head -n 1 \"$1\")\" && grep -q ,,"),
    ("a.c", "enum e {\n#ifdef A\n  A,\n#endif\n  B, C,\n};\n", "grep -q '^  A,$'"),
    ("b.c", "int x[] = { 1, , 2 };\r\n", "grep -q '1, ,'"),
    ("a.html", "\n<p>a, b</p>\n", "test -z \"$(head -n 1 \"$1\")\" && grep -q a,"),
];

#[test]
fn a_result_is_a_text_that_the_command_found_interesting() {
    for (name, text, wanted) in FRAGILE {
        for more in [&["--granularity", "syntax"][..], &["--max-tests", "3"], &["--jobs", "3"], &[]]
        {
            let folder = folder_with(&[(name, text)]);
            // Every text that it finds interesting is recorded by its checksum.
            let script = format!(
                "{wanted} \"$1\" && sha256sum < \"$1\" >> \"{}/seen\"",
                folder.path().display()
            );
            let mut arguments = vec!["min", name, "--out", "result"];
            arguments.extend(more);
            arguments.extend(["--", "sh", "-c", &script, "sh"]);
            let (code, words) = dd(folder.path(), &arguments);
            // A limit of tests may end the search early.
            let is_cut = code == 3 && more.contains(&"--max-tests");
            assert!(code == 0 || is_cut, "{name} {more:?}: {words}");
            let sum = Command::new("sha256sum")
                .stdin(fs::File::open(folder.path().join("result")).expect("a result"))
                .output()
                .expect("it runs");
            let sum = String::from_utf8_lossy(&sum.stdout).into_owned();
            assert!(read(folder.path(), "seen").contains(&sum), "{name} {more:?}: {words}");
        }
    }
}

#[test]
fn jobs_change_nothing_but_the_time() {
    let (name, text, needle, _) = TASKS[0];
    let folder = folder_with(&[(name, text)]);
    let mut seen = Vec::new();
    for jobs in ["1", "2", "5"] {
        let arguments = ["min", name, "--json", "--jobs", jobs, "--", "grep", "-q", needle];
        let (code, line) = dd(folder.path(), &arguments);
        assert_eq!(code, 0, "{line}");
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        seen.push((line["tests"].clone(), read(folder.path(), "a.reduced.js")));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn granularities_and_ways_to_ask() {
    let text = "aa bb\ncc needle dd\nee\n";
    let folder = folder_with(&[("f.txt", text)]);
    let path = folder.path();
    let check_kept = |more: &[&str], kept: &str| {
        let mut arguments = vec!["min", "f.txt", "--out", "o.txt"];
        arguments.extend(more);
        check(path, &arguments, 0, "reduced");
        assert_eq!(read(path, "o.txt"), kept, "{more:?}");
    };
    check_kept(&["-g", "line", "--", "grep", "-q", "needle"], "cc needle dd\n");
    check_kept(&["-g", "token", "--", "grep", "-q", "needle"], "needle");
    check_kept(&["-g", "char", "--", "grep", "-q", "d e\\|le"], "le");
    check_kept(&["--", "grep", "-q", "needle", "{}"], "needle");
    check_kept(&["--", "sh", "-c", "grep -q needle $DEBUNK_FILE"], "needle");
    check_kept(&["--in-folder", "--", "sh", "-c", "grep -q needle f.txt"], "needle");
    check_kept(&["--invert", "--", "sh", "-c", "! grep -q needle $DEBUNK_FILE"], "needle");
    check(path, &["min", "f.txt", "--in-place", "--", "grep", "-q", "needle"], 0, " to 6 with");
    assert_eq!(read(path, "f.txt"), "needle");
}

#[test]
fn limits_give_the_best_so_far_and_resuming_continues() {
    let (name, text, needle, result) = TASKS[2];
    let folder = folder_with(&[(name, text)]);
    let path = folder.path();
    let ask = ["--", "grep", "-q", needle];
    let limited = [&["min", name, "--max-tests", "3"][..], &ask].concat();
    check(path, &limited, 3, "incomplete (limit of tests)");
    let best = read(path, "a.reduced.py");
    assert!(best.contains(needle) && best.len() < text.len(), "{best}");
    let resumed = [&["min", name, "--resume"][..], &ask].concat();
    check(path, &resumed, 0, " came from");
    assert_eq!(read(path, "a.reduced.py"), result);
    check(path, &resumed, 2, "there is no journal");
    check(path, &limited, 3, "incomplete");
    let other = ["min", name, "--resume", "--", "grep", "-q", "range"];
    check(path, &other, 2, "the journal of another reduction");
}

#[test]
fn answers_in_a_cache_are_not_asked_for_again() {
    let (name, text, needle, _) = TASKS[0];
    let folder = folder_with(&[(name, text)]);
    let script = format!("echo x >> calls; grep -q {needle} \"$1\"");
    let arguments = ["min", name, "-j1", "--cache", "answers", "--", "sh", "-c", &script, "sh"];
    check(folder.path(), &arguments, 0, "reduced");
    let first = read(folder.path(), "calls").len();
    check(folder.path(), &arguments, 0, " came from answers");
    // Only the check at the end is repeated.
    assert!(read(folder.path(), "calls").len() - first <= first / 4);
}

#[test]
fn an_empty_result_that_is_only_remembered_is_asked_about_again() {
    let folder = folder_with(&[("f.txt", "one needle two\n"), ("check.sh", "exit 0\n")]);
    let path = folder.path();
    let arguments = ["min", "f.txt", "-g", "token", "--cache", "answers", "--", "sh", "check.sh"];
    check(path, &arguments, 0, "reduced");
    assert_eq!(read(path, "f.reduced.txt"), "");
    // The cache knows the command by its words, so its answers are out of date now.
    fs::write(path.join("check.sh"), "grep -q needle \"$1\"\n").expect("written");
    let (code, _) = dd(path, &arguments);
    let result = read(path, "f.reduced.txt");
    let is_tested = result.contains("needle") || code != 0;
    assert!(is_tested, "{result:?} was stored although the command rejects it");
}

#[test]
fn in_place_reduces_the_file_and_not_a_link_to_it() {
    let folder = folder_with(&[("f.txt", "one needle two\n")]);
    let path = folder.path();
    std::os::unix::fs::symlink("f.txt", path.join("link.txt")).expect("linked");
    check(path, &["min", "link.txt", "--in-place", "--", "grep", "-q", "needle"], 0, "reduced");
    assert!(path.join("link.txt").is_symlink());
    assert_eq!(read(path, "f.txt"), "needle");
}

#[test]
fn the_difference_between_two_inputs_is_isolated() {
    let good = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
    let bad = "alpha!\nbeta\ngimma\ndolta\nepsilon 2\nmore\n";
    let folder = folder_with(&[("good.txt", good), ("bad.txt", bad)]);
    let arguments = ["isolate", "good.txt", "bad.txt", "--", "grep", "-q", "dolta"];
    let words = check(folder.path(), &arguments, 0, " to 1 with");
    assert!(words.contains("+dolta") && words.contains("-delta"), "{words}");
    assert!(!words.contains("+gimma"), "{words}");
    let (passing, failing) =
        (read(folder.path(), "bad.passing.txt"), read(folder.path(), "bad.failing.txt"));
    assert_eq!(passing.len(), failing.len());
    let differing = passing.bytes().zip(failing.bytes()).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 1);
}

#[test]
fn the_culprit_of_two_folders_is_a_patch() {
    let folder = tempfile::tempdir().expect("folder");
    for (version, word) in [("old", "fine"), ("new", "broken")] {
        let root = folder.path().join(version);
        fs::create_dir(&root).expect("folder");
        fs::write(root.join("a.txt"), format!("{version} a\n")).expect("file");
        fs::write(root.join("b.txt"), format!("top\n{word}\nend {version}\n")).expect("file");
    }
    let arguments =
        ["changes", "old", "new", "--out", "cause.patch", "--", "grep", "-q", "fine", "b.txt"];
    check(folder.path(), &arguments, 0, "changes to 1 with");
    let patch = read(folder.path(), "cause.patch");
    assert!(patch.contains("-fine") && patch.contains("+broken"), "{patch}");
    let applied = Command::new("patch")
        .args(["-p1", "-s", "-i", "../cause.patch"])
        .current_dir(folder.path().join("old"))
        .output();
    if let Ok(applied) = applied {
        assert!(applied.status.success(), "{applied:?}");
    }
}
