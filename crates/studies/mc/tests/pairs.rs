//! Pairs from real runs: by folder, by manifest, by running a command; and the files written about
//! them.

use debunk_coverage::{CodeKind, CoverageReader, ReadOptions};
use debunk_mc::{
    CoverageMeasure, MethodComparison, Pair, RunOptions, RunPair, fix_lines, run_pairs, summary,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const PROGRAM: &str = "\
#include <stdlib.h>
static int small(int x) {
    return x + 1;
}
static int large(int x) {
    if (x > 100)
        return x - 1;
    return x;
}
int main(int argc, char **argv) {
    int x = argc > 1 ? atoi(argv[1]) : 0;
    return (x < 10 ? small(x) : large(x)) == 12345;
}
";

fn sh(folder: &Path, script: &str) -> String {
    let output =
        Command::new("sh").args(["-ec", script]).current_dir(folder).output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {said} {errors}");
    said
}

fn bench() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("main.c"), PROGRAM).expect("a program");
    sh(folder.path(), "gcc --coverage -O0 -c main.c -o main.o && gcc --coverage main.o -o main");
    folder
}

/// Leaves the coverage of a run as a tracefile.
fn run(folder: &Path, input: &str, out: &str) {
    sh(
        folder,
        &format!(
            "rm -f main.gcda; ./main {input}; mkdir -p \"$(dirname {out})\"; \
             lcov --rc lcov_branch_coverage=1 -q -c -d . -o {out} 2>/dev/null"
        ),
    );
}

fn measure(pairs: &[Pair]) -> CoverageMeasure {
    CoverageMeasure::of(pairs, &CoverageReader::default(), false, 2)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The lines that pairs differ in.
fn lines(measure: &CoverageMeasure) -> Vec<u32> {
    let file = &measure.universe.files()[0];
    measure.mc.of(CodeKind::Lines).iter().map(|number| file.shape.lines[number]).collect()
}

#[test]
fn folder_manifest_and_command_give_the_same() {
    let bench = bench();
    let folder = bench.path();
    run(folder, "1", "pairs/norec/one/first.info");
    run(folder, "50", "pairs/norec/one/second.info");
    let by_folder = measure(&debunk_mc::from_folder(&folder.join("pairs")).expect("pairs"));
    assert_eq!(lines(&by_folder), [2, 3, 5, 6, 8]);
    assert_eq!(by_folder.pairs[0].method, "norec");
    // `small` and `large` differ; `main` runs in both.
    assert_eq!(by_folder.mc.counts()[CodeKind::Functions as usize], 2);

    let line = "{\"pair\": \"p\", \"method\": \"norec\", \"first\": \"pairs/norec/one/first.info\", \
                \"second\": [\"pairs/norec/one/second.info\"]}\n";
    std::fs::write(folder.join("pairs.jsonl"), line).expect("a manifest");
    let manifest = debunk_mc::from_manifest(&folder.join("pairs.jsonl")).expect("pairs");
    assert_eq!(measure(&manifest).mc, by_folder.mc);

    let ran = run_pairs(&[pair(&["1"], &["50"])], &options(folder, "main")).expect("runs");
    assert_eq!(ran.failed, []);
    let by_run = ran.measure;
    assert_eq!(lines(&by_run), lines(&by_folder));
    assert_eq!(by_run.mc.counts(), by_folder.mc.counts());
}

fn pair(first: &[&str], second: &[&str]) -> RunPair {
    let inputs = |side: &[&str]| side.iter().map(|&input| input.to_owned()).collect();
    RunPair {
        pair: "p".to_owned(),
        method: "norec".to_owned(),
        suite: String::new(),
        first: inputs(first),
        second: inputs(second),
    }
}

fn refused(pairs: &[RunPair], options: &RunOptions) -> String {
    match run_pairs(pairs, options) {
        Ok(ran) => panic!("it ran: {:?}", ran.failed),
        Err(error) => error.to_string(),
    }
}

fn options(folder: &Path, program: &str) -> RunOptions {
    RunOptions {
        words: vec![folder.join(program).into(), "{input}".into()],
        timeout: Duration::from_secs(20),
        memory_mib: None,
        allow_one_sided_failure: false,
        read: ReadOptions::default(),
        any_build: false,
        jobs: 2,
    }
}

#[test]
fn a_command_without_coverage_is_reported() {
    let bench = bench();
    sh(bench.path(), "gcc -O0 main.c -o plain");
    let text = refused(&[pair(&["1"], &["2"])], &options(bench.path(), "plain"));
    assert!(text.contains("without leaving coverage") && text.contains("--coverage"), "{text}");
}

/// For this input the program ends with exit code 1.
const FAILING: &str = "12346";

#[test]
fn a_failure_on_one_side_is_an_error_unless_it_is_allowed() {
    let bench = bench();
    let mut options = options(bench.path(), "main");
    for (first, second, side) in [("1", FAILING, "second"), (FAILING, "50", "first")] {
        let text = refused(&[pair(&[first], &[second])], &options);
        let expected = format!("pair p: the command failed on the {side} side (exit code 1)");
        assert!(text.contains(&expected), "{text}");
        assert!(text.contains("--allow-one-sided-failure"), "{text}");
    }
    // One failing input among several makes its side fail.
    let text = refused(&[pair(&["1"], &["50", FAILING])], &options);
    assert!(text.contains("on the second side"), "{text}");
    options.allow_one_sided_failure = true;
    let ran = run_pairs(&[pair(&["1"], &[FAILING])], &options).expect("allowed");
    assert_eq!(ran.failed.len(), 1);
    assert_eq!(ran.failed[0].first, None);
    assert!(ran.failed[0].second.as_ref().is_some_and(|how| how.contains('1')), "{:?}", ran.failed);
}

#[test]
fn a_failure_on_both_sides_counts_and_is_said() {
    let bench = bench();
    let ran = run_pairs(&[pair(&[FAILING], &["1", FAILING])], &options(bench.path(), "main"));
    let ran = ran.expect("both fail");
    assert_eq!(ran.failed.len(), 1);
    assert!(ran.failed[0].first.is_some() && ran.failed[0].second.is_some());
    // The second side additionally covers `small`.
    assert_eq!(lines(&ran.measure), [2, 3]);
}

#[test]
fn a_run_that_is_killed_is_not_compared() {
    let bench = bench();
    let script = format!("'{}' \"$DEBUNK_INPUT\"; sleep 20", bench.path().join("main").display());
    let mut options = options(bench.path(), "main");
    options.words = ["sh", "-c", &script].map(Into::into).to_vec();
    options.timeout = Duration::from_millis(400);
    options.allow_one_sided_failure = true;
    let text = refused(&[pair(&["1"], &["2"])], &options);
    assert!(text.contains("did not end within 0.4 s"), "{text}");
}

#[test]
fn a_side_may_be_several_inputs() {
    let bench = bench();
    let folder = bench.path();
    let text = "{\"first\": [\"1\", \"50\"], \"second\": \"500\"}\n";
    std::fs::write(folder.join("inputs.jsonl"), text).expect("a file");
    let pairs = debunk_mc::read_inputs(&folder.join("inputs.jsonl")).expect("pairs");
    let ran = run_pairs(&pairs, &options(folder, "main")).expect("runs");
    // Both `small` and the end of `large` run on the first side only, and `x - 1` on the second.
    assert_eq!(lines(&ran.measure), [2, 3, 7, 8]);
    for wrong in ["{\"first\": [], \"second\": \"1\"}", "{\"first\": 1, \"second\": \"1\"}"] {
        std::fs::write(folder.join("inputs.jsonl"), wrong).expect("a file");
        let error = debunk_mc::read_inputs(&folder.join("inputs.jsonl")).expect_err("refused");
        assert!(error.to_string().contains("line 1: a side"), "{error}");
    }
}

#[test]
fn hostile_inputs_are_passed_as_they_are() {
    let bench = bench();
    let folder = bench.path();
    let hostile = [
        "a b",
        "$(touch pwned)",
        "`touch pwned`",
        "'; touch pwned; '",
        "\"; touch pwned; \"",
        "line\nend",
        "{out}{input}",
        "-n",
        "*",
        "\u{202e}x",
    ];
    for input in hostile {
        std::fs::write(folder.join(input), "50").expect("a file of that name");
    }
    let main = folder.join("main");
    // The program gets the content of the file; the name itself is recorded in all three ways.
    let script = format!(
        "cd '{0}' && '{1}' \"$(cat -- \"$DEBUNK_INPUT\")\" && printf '%s' \"$DEBUNK_INPUT\" > by-name && \
         cat \"$DEBUNK_INPUT_FILE\" > by-file && printf '%s' \"$1\" > by-argument",
        folder.display(),
        main.display()
    );
    std::fs::write(folder.join("plain"), "1").expect("a file");
    let mut options = options(folder, "main");
    options.jobs = 1;
    options.words = ["sh", "-c", &script, "sh", "{input}"].map(Into::into).to_vec();
    for input in hostile {
        let ran = run_pairs(&[pair(&["plain"], &[input])], &options);
        let ran = ran.unwrap_or_else(|error| panic!("{input:?}: {error}"));
        assert_eq!(lines(&ran.measure), [2, 3, 5, 6, 8], "{input:?}");
        for name in ["by-name", "by-file", "by-argument"] {
            let seen = std::fs::read_to_string(folder.join(name)).expect("a note");
            assert_eq!(seen, input, "{name}");
        }
        assert!(!folder.join("pwned").exists(), "{input:?} was run");
    }
    // If it would be part of the shell's text, it is rejected before anything runs.
    options.words = ["sh", "-c", "cat {input}"].map(Into::into).to_vec();
    let text = refused(&[pair(&["plain"], &["$(touch pwned)"])], &options);
    assert!(text.contains("use \"$DEBUNK_INPUT\" instead"), "{text}");
}

#[test]
fn what_is_written_is_read_by_others_and_by_itself() {
    let bench = bench();
    let folder = bench.path();
    for (pair, first, second) in [("one", "1", "50"), ("two", "50", "500")] {
        run(folder, first, &format!("pairs/{pair}/first.info"));
        run(folder, second, &format!("pairs/{pair}/second.info"));
    }
    let measure = measure(&debunk_mc::from_folder(&folder.join("pairs")).expect("pairs"));
    std::fs::write(folder.join("mc.info"), debunk_mc::lcov(&measure)).expect("a file");
    std::fs::write(folder.join("mc.xml"), debunk_mc::cobertura(&measure)).expect("a file");
    for name in ["mc.info", "mc.xml"] {
        let report = CoverageReader::default().read(&[folder.join(name)]).expect("a report");
        assert_eq!(report.covered(), measure.mc.counts(), "{name}");
        assert_eq!(report.totals(), measure.universe.totals(), "{name}");
    }
    let said = sh(
        folder,
        "genhtml --branch-coverage -q -o page mc.info 2>&1; \
                           lcov --rc lcov_branch_coverage=1 --summary mc.info 2>&1",
    );
    let [lines, branches, functions] = measure.mc.counts();
    for text in [format!("({lines} of"), format!("({branches} of"), format!("({functions} of")] {
        assert!(said.contains(&text), "{text}: {said}");
    }
    let page = debunk_mc::html(&measure, folder);
    assert!(page.contains("int x = argc &gt; 1 ? atoi(argv[1]) : 0;"), "{page}");
    assert!(page.contains("class=\"first\"") && page.contains("class=\"mixed\""));
    let numbers = summary(&measure);
    assert_eq!(numbers.pairs.len(), 2);
    assert!(numbers.pairs.iter().all(|pair| pair.mc.lines > 0 && pair.mc.lines < numbers.mc.lines));
}

#[test]
fn methods_are_compared_with_bugs_and_fixes() {
    let bench = bench();
    let folder = bench.path();
    for (name, first, second) in [
        ("broad/1/a", "1", "50"),
        ("broad/2/a", "1", "500"),
        ("narrow/1/a", "50", "500"),
        ("narrow/2/a", "50", "51"),
    ] {
        run(folder, first, &format!("pairs/{name}/first.info"));
        run(folder, second, &format!("pairs/{name}/second.info"));
    }
    sh(
        folder,
        "sed 's/return x - 1;/return x - 2;/' main.c > new.c; \
                diff -u --label a/main.c --label b/main.c main.c new.c > fix.patch || true",
    );
    let fixes = [fix_lines(&folder.join("fix.patch")).expect("a patch")];
    let measure = measure(&debunk_mc::from_folder(&folder.join("pairs")).expect("pairs"));
    let bugs = BTreeMap::from([("broad".to_owned(), 3.0), ("narrow".to_owned(), 1.0)]);
    let comparison = MethodComparison::of(&measure, CodeKind::Lines, &bugs, &fixes);
    let [broad, narrow] = comparison.methods.as_slice() else { panic!("{comparison:?}") };
    assert_eq!((broad.suites, narrow.suites), (2, 2));
    // 50 and 500 differ in lines 7 and 8, 50 and 51 in nothing.
    assert_eq!((broad.mc.mean, narrow.mc.mean), (5.0, 1.0));
    assert_eq!(comparison.mc.correlation, Some(1.0));
    assert!(comparison.mc.variation > comparison.coverage.variation, "{comparison:?}");
    assert_eq!((broad.fixes, narrow.fixes), (Some([1, 1]), Some([1, 1])));
}

#[test]
fn wrong_manifests_and_folders_are_reported_with_their_place() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("pairs.jsonl");
    std::fs::write(&path, "\n{\"first\": 3}\n").expect("a file");
    let text = debunk_mc::from_manifest(&path).expect_err("wrong").to_string();
    assert!(text.contains("line 2") && text.contains("a line is like"), "{text}");
    let text = debunk_mc::from_folder(folder.path()).expect_err("no pairs").to_string();
    assert!(text.contains("'first'"), "{text}");
    std::fs::write(folder.path().join("first.info"), "").expect("a file");
    let text = debunk_mc::from_folder(folder.path()).expect_err("half a pair").to_string();
    assert!(text.contains("'second'"), "{text}");
    std::fs::write(folder.path().join("second.info"), "TN:").expect("a file");
    let pairs = debunk_mc::from_folder(folder.path()).expect("a pair");
    let error =
        CoverageMeasure::of(&pairs, &CoverageReader::default(), false, 1).expect_err("empty");
    assert!(error.to_string().contains("the first side of pair"), "{error}");
}

#[test]
fn hostile_names_and_sources_stay_text_in_the_page() {
    let folder = TempDir::new().expect("a folder");
    let source = folder.path().join("<b>x.c");
    std::fs::write(&source, "<script>alert(1)</script>\u{202e}\n").expect("a file");
    for (side, count) in [("first", 1), ("second", 0)] {
        let text = format!("SF:{}\nDA:1,{count}\nend_of_record\n", source.display());
        std::fs::write(folder.path().join(format!("{side}.info")), text).expect("a file");
    }
    let measure = measure(&debunk_mc::from_folder(folder.path()).expect("a pair"));
    let page = debunk_mc::html(&measure, folder.path());
    assert!(!page.contains("<script") && !page.contains("<b>x.c") && !page.contains('\u{202e}'));
    assert!(page.contains("&lt;script&gt;"));
}
