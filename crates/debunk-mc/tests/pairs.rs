//! Pairs from real runs: by folder, by manifest, by running a command; and what is written of them.

use debunk_coverage::{Kind, ReadOptions, Reader};
use debunk_mc::{Comparison, Measure, Pair, RunOptions, RunPair, fix_lines, run_pairs, summary};
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

fn measure(pairs: &[Pair]) -> Measure {
    Measure::of(pairs, &Reader::default(), false, 2).unwrap_or_else(|error| panic!("{error}"))
}

/// The lines that pairs differ in.
fn lines(measure: &Measure) -> Vec<u32> {
    let file = &measure.universe.files()[0];
    measure.mc.of(Kind::Lines).iter().map(|number| file.shape.lines[number]).collect()
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
    assert_eq!(by_folder.mc.counts()[Kind::Functions as usize], 2);

    let line = "{\"pair\": \"p\", \"method\": \"norec\", \"first\": \"pairs/norec/one/first.info\", \
                \"second\": [\"pairs/norec/one/second.info\"]}\n";
    std::fs::write(folder.join("pairs.jsonl"), line).expect("a manifest");
    let manifest = debunk_mc::from_manifest(&folder.join("pairs.jsonl")).expect("pairs");
    assert_eq!(measure(&manifest).mc, by_folder.mc);

    let pair = RunPair {
        pair: "p".to_owned(),
        method: "norec".to_owned(),
        suite: String::new(),
        first: "1".to_owned(),
        second: "50".to_owned(),
    };
    let by_run = run_pairs(&[pair], &options(folder, "main")).expect("runs");
    assert_eq!(lines(&by_run), lines(&by_folder));
    assert_eq!(by_run.mc.counts(), by_folder.mc.counts());
}

fn options(folder: &Path, program: &str) -> RunOptions {
    RunOptions {
        words: vec![folder.join(program).into(), "{input}".into()],
        timeout: Duration::from_secs(20),
        memory_mib: None,
        read: ReadOptions::default(),
        any_build: false,
        jobs: 2,
    }
}

#[test]
fn a_command_without_coverage_is_told() {
    let bench = bench();
    sh(bench.path(), "gcc -O0 main.c -o plain");
    let pair = RunPair {
        pair: "p".to_owned(),
        method: String::new(),
        suite: String::new(),
        first: "1".to_owned(),
        second: "2".to_owned(),
    };
    let error = run_pairs(&[pair], &options(bench.path(), "plain")).expect_err("no coverage");
    let text = error.to_string();
    assert!(text.contains("without leaving coverage") && text.contains("--coverage"), "{text}");
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
        let report = Reader::default().read(&[folder.join(name)]).expect("a report");
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
    let comparison = Comparison::of(&measure, Kind::Lines, &bugs, &fixes);
    let [broad, narrow] = comparison.methods.as_slice() else { panic!("{comparison:?}") };
    assert_eq!((broad.suites, narrow.suites), (2, 2));
    // 50 and 500 differ in lines 7 and 8, 50 and 51 in nothing.
    assert_eq!((broad.mc.mean, narrow.mc.mean), (5.0, 1.0));
    assert_eq!(comparison.mc.correlation, Some(1.0));
    assert!(comparison.mc.variation > comparison.coverage.variation, "{comparison:?}");
    assert_eq!((broad.fixes, narrow.fixes), (Some([1, 1]), Some([1, 1])));
}

#[test]
fn wrong_manifests_and_folders_are_told_with_their_place() {
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
    let error = Measure::of(&pairs, &Reader::default(), false, 1).expect_err("empty");
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
