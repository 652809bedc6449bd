//! Every format, made by its real tool, agrees with that tool's own report.

mod tools;

use debunk_coverage::{CoverageReader, CoverageReport, ReadOptions};
use serde_json::Value;
use std::path::Path;
use tools::{Bench, numbers, of};

fn read(path: &Path) -> CoverageReport {
    CoverageReader::default().read(&[path]).unwrap_or_else(|error| panic!("failed to {error}"))
}

/// Covered and total of lines, branches and functions.
fn sums(report: &CoverageReport) -> [[usize; 2]; 3] {
    let (covered, totals) = (report.covered(), report.totals());
    [0, 1, 2].map(|kind| [covered[kind], totals[kind]])
}

fn count(value: &Value, covered: &str, total: &str) -> [usize; 2] {
    [covered, total].map(|key| value[key].as_u64().expect("a number") as usize)
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn parse_file(path: &Path) -> Value {
    parse(&std::fs::read_to_string(path).expect("a file"))
}

#[test]
fn lcov_agrees_with_its_summary() {
    let bench = Bench::new();
    bench.gcc("1");
    let branches = "--rc lcov_branch_coverage=1";
    bench.sh(&format!("lcov {branches} -q -c -d . -o all.info 2>/dev/null"));
    let summary = bench.sh(&format!("lcov {branches} --summary all.info 2>&1"));
    let expected = ["lines.", "branches.", "functions."].map(|word| of(&summary, word));
    assert_eq!(sums(&read(&bench.file("all.info"))), expected);
}

#[test]
fn gcov_json_agrees_with_gcov() {
    let bench = Bench::new();
    bench.gcc("1");
    let said = bench.sh("gcov --json-format --branch-probabilities main.gcda");
    let report = read(&bench.file("main.gcov.json.gz"));
    let (mut lines, mut taken) = ([0.0, 0.0], [0.0, 0.0]);
    for line in said.lines().collect::<Vec<_>>().split(|line| line.is_empty()) {
        // The last group is the sum of all files.
        if !line.iter().any(|line| line.starts_with("File")) {
            continue;
        }
        for (word, sum) in [("Lines executed", &mut lines), ("Taken at least", &mut taken)] {
            let found = line.iter().find(|line| line.starts_with(word)).expect("a line of gcov");
            let [percent, total] = numbers(found)[..] else { panic!("{found}") };
            sum[0] += (percent * total / 100.0).round();
            sum[1] += total;
        }
    }
    let [own_lines, own_branches, own_functions] = sums(&report);
    assert_eq!(own_lines.map(|it| it as f64), lines);
    assert_eq!(own_branches.map(|it| it as f64), taken);
    assert_eq!(own_functions, [3, 4]);
    let unpacked = bench.file("plain.json");
    bench.sh("gunzip -c main.gcov.json.gz > plain.json");
    assert_eq!(read(&unpacked).files, report.files, "packed or not makes no difference");
    assert_eq!(read(&bench.file("main.gcda")).files, report.files, "gcov is called for .gcda");
}

#[test]
fn gcovr_json_and_cobertura_agree_with_gcovr() {
    let bench = Bench::new();
    bench.gcc("1");
    bench.sh("gcovr --json -o all.json . && gcovr --json-summary -o sum.json . && \
              gcovr --xml -o all.xml .");
    let summary = parse_file(&bench.file("sum.json"));
    let expected = ["line", "branch", "function"]
        .map(|kind| count(&summary, &format!("{kind}_covered"), &format!("{kind}_total")));
    assert_eq!(sums(&read(&bench.file("all.json"))), expected);
    let [lines, branches, _] = sums(&read(&bench.file("all.xml")));
    assert_eq!([lines, branches], [expected[0], expected[1]]);
}

#[test]
fn llvm_cov_json_and_profraw_agree_with_llvm_cov() {
    let bench = Bench::new();
    bench.clang("1");
    bench.sh("llvm-profdata merge -o main.profdata main.profraw && \
              llvm-cov export main -instr-profile main.profdata > all.json && \
              llvm-cov export main -instr-profile main.profdata -format=lcov > all.info");
    let summary =
        parse(&bench.sh("llvm-cov export -summary-only main -instr-profile main.profdata"));
    let totals = &summary["data"][0]["totals"];
    let expected =
        ["lines", "branches", "functions"].map(|kind| count(&totals[kind], "covered", "count"));
    assert_eq!(sums(&read(&bench.file("all.json"))), expected);
    assert_eq!(sums(&read(&bench.file("all.info"))), expected);
    let options = ReadOptions { binaries: vec![bench.file("main")], ..ReadOptions::default() };
    let reader = CoverageReader::new(options);
    for name in ["main.profraw", "main.profdata"] {
        let report = reader.read(&[bench.file(name)]).expect("a report");
        assert_eq!(sums(&report), expected, "{name}");
    }
}

#[test]
fn coverage_py_agrees_with_its_totals() {
    let bench = Bench::new();
    bench.pip();
    let tool = "python3 -m coverage";
    bench.sh(&format!(
        "{tool} run --branch sign.py 1 && {tool} json -q -o all.json && \
                       {tool} xml -q -o all.xml && {tool} lcov -q -o all.info"
    ));
    let totals = &parse_file(&bench.file("all.json"))["totals"];
    let lines = count(totals, "covered_lines", "num_statements");
    let branches = count(totals, "covered_branches", "num_branches");
    for name in ["all.json", "all.xml", "all.info"] {
        let [own_lines, own_branches, _] = sums(&read(&bench.file(name)));
        assert_eq!([own_lines, own_branches], [lines, branches], "{name}");
    }
    assert_eq!(sums(&read(&bench.file("all.json")))[2], [1, 3]);
}

#[test]
fn v8_json_agrees_with_c8() {
    let bench = Bench::new();
    bench.npm();
    bench.sh("c8 --temp-directory v8 -r json -r json-summary -r lcovonly node sign.js 1");
    let summary = parse_file(&bench.file("coverage/coverage-summary.json"));
    let expected = ["lines", "branches", "functions"]
        .map(|kind| count(&summary["total"][kind], "covered", "total"));
    for name in ["v8", "coverage/coverage-final.json", "coverage/lcov.info"] {
        assert_eq!(sums(&read(&bench.file(name))), expected, "{name}");
    }
}

#[test]
fn istanbul_json_agrees_with_nyc() {
    let bench = Bench::new();
    bench.npm();
    bench.sh("nyc -r json -r json-summary -r cobertura -r lcovonly node sign.js 1");
    let summary = parse_file(&bench.file("coverage/coverage-summary.json"));
    let expected = ["lines", "branches", "functions"]
        .map(|kind| count(&summary["total"][kind], "covered", "total"));
    for name in ["coverage-final.json", "cobertura-coverage.xml", "lcov.info"] {
        let path = bench.file("coverage").join(name);
        assert_eq!(sums(&read(&path)), expected, "{name}");
    }
}

#[test]
fn jacoco_xml_agrees_with_its_counters() {
    let bench = Bench::new();
    let jars =
        ["asm", "asm-tree", "asm-commons", "asm-analysis", "org.jacoco.core", "org.jacoco.report"]
            .map(|name| format!("/usr/share/java/{name}.jar"))
            .join(":");
    bench.sh(&format!(
        "javac --release 11 -g -d classes Main.java && javac -cp {jars} -d tool Report.java && \
         java -cp {jars}:tool Report classes all.xml shop.Main 1"
    ));
    let text = std::fs::read_to_string(bench.file("all.xml")).expect("a file");
    // The counters of the whole report come last.
    let expected = ["LINE", "BRANCH", "METHOD"].map(|kind| {
        let mark = format!("<counter type=\"{kind}\"");
        let last = text.rsplit(&mark).next().expect("a counter");
        let [missed, covered] = numbers(last.split('>').next().expect("a tag"))[..] else {
            panic!("{last}")
        };
        [covered as usize, (missed + covered) as usize]
    });
    assert_eq!(sums(&read(&bench.file("all.xml"))), expected);
}

#[test]
fn a_block_of_v8_that_is_not_listed_ran_like_the_one_around_it() {
    let bench = Bench::new();
    for (argument, folder) in [("1", "one"), ("-1", "two")] {
        bench.sh(&format!("NODE_V8_COVERAGE={folder} node sign.js {argument}"));
    }
    let reports = ["one", "two"].map(|folder| read(&bench.file(folder)));
    let universe = debunk_coverage::Universe::of(&reports, false).expect("one build");
    let sets = reports.each_ref().map(|report| universe.set(report));
    let lines = sets[0].difference(&sets[1]);
    // With 1 only the block of the second `if` runs, with -1 only `return -1`; a line counts as run
    // if some part of it did.
    let found: Vec<usize> =
        lines.of(debunk_coverage::CodeKind::Lines).iter().map(|it| it + 1).collect();
    assert_eq!(found, [5, 6], "{sets:?}");
    let shape = &universe.files()[0].shape;
    let parted: Vec<u32> = lines
        .of(debunk_coverage::CodeKind::Branches)
        .iter()
        .map(|number| shape.branches[number].line)
        .collect();
    assert_eq!(parted, [3, 4, 4], "{shape:?}");
    let blocks = sets[0].counts()[1];
    assert!(blocks > 0 && blocks < universe.totals()[1]);
    // Two processes on one side are the union of both.
    let folders = ["one", "two"].map(|folder| bench.file(folder));
    let together = CoverageReader::default().read(&folders).expect("a report");
    let mut union = sets[0].clone();
    union.unite(&sets[1]);
    assert_eq!(universe.set(&together), union);
}
