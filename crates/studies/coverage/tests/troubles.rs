//! Damaged, empty, foreign, mismatched or huge files are reported clearly or handled within limits.

mod tools;

use debunk_coverage::{CoverageError, CoverageReader, ReadOptions, Universe};
use std::io::Write;
use std::path::Path;
use tools::Bench;

fn trouble(path: &Path) -> String {
    match CoverageReader::default().read(&[path]) {
        Ok(report) => panic!("{} was read: {report:?}", path.display()),
        Err(error) => error.to_string(),
    }
}

fn write(bench: &Bench, name: &str, content: &[u8]) -> std::path::PathBuf {
    let path = bench.file(name);
    std::fs::write(&path, content).expect("a written file");
    path
}

#[test]
fn a_truncated_file_is_reported_with_its_position() {
    let bench = Bench::new();
    bench.gcc("1");
    bench.sh("lcov -q -c -d . -o all.info 2>/dev/null; gcovr --json -o all.json . ; \
              gcovr --xml -o all.xml . ; gcov --json-format main.gcda");
    for (name, position) in [
        ("all.info", "line "),
        ("all.json", "column "),
        ("all.xml", "byte "),
        ("main.gcov.json.gz", ""),
    ] {
        let content = std::fs::read(bench.file(name)).expect("a file");
        for part in [2, 3, 5] {
            let half = write(&bench, "half", &content[..content.len() * (part - 1) / part]);
            let text = trouble(&half);
            assert!(text.contains("half") && text.contains(position), "{name}: {text}");
            assert!(text.contains("regenerate the file"), "{name}: {text}");
        }
    }
}

#[test]
fn names_with_signs_of_xml_are_read_as_they_are_meant() {
    let bench = Bench::new();
    let document = "<?xml version=\"1.0\"?><coverage><sources><source>/s/a&amp;b &#x3c;c&gt;<![CDATA[&d]]>\
                    </source></sources><packages><package><classes><class name=\"x\" \
                    filename=\"e&quot;f.c\"><lines><line number=\"1\" hits=\"1\"/></lines></class>\
                    </classes></package></packages></coverage>";
    let report = CoverageReader::default().read(&[write(&bench, "a.xml", document.as_bytes())]);
    let report = format!("{:?}", report.expect("read"));
    assert!(report.contains("/s/a&b <c>&d/e\\\"f.c"), "{report}");
}

#[test]
fn truncated_counters_are_reported_wherever_they_end() {
    let bench = Bench::new();
    bench.gcc("1");
    let content = std::fs::read(bench.file("main.gcda")).expect("a file");
    for length in [13, 40, content.len() / 2, content.len() - 12, content.len() - 4] {
        let text = trouble(&write(&bench, "main.gcda", &content[..length]));
        assert!(text.contains("it ends too early"), "{length}: {text}");
    }
}

#[test]
fn empty_and_foreign_files_are_reported_as_such() {
    let bench = Bench::new();
    assert!(trouble(&write(&bench, "none", b"")).contains("the file is empty"));
    assert!(trouble(&bench.file("missing")).contains("No such file"));
    assert!(
        trouble(&write(&bench, "text", b"hello")).contains("does not begin like a coverage file")
    );
    assert!(
        trouble(&write(&bench, "a.json", b"{\"name\":\"x\",\"a\":[1,{}]}"))
            .contains("not of a coverage tool")
    );
    assert!(trouble(&write(&bench, "a.xml", b"<html></html>")).contains("from neither Cobertura"));
    assert!(trouble(&write(&bench, "a.info", b"TN:\n")).contains("no line of code"));
    assert!(trouble(&write(&bench, "b.info", b"SF:a\nDA:x,1\n")).contains("line 2"));
    std::fs::create_dir(bench.file("folder")).expect("a folder");
    assert!(trouble(&bench.file("folder")).contains("no coverage in this folder"));
}

#[test]
fn reports_of_two_builds_do_not_go_together() {
    let bench = Bench::new();
    bench.gcc("1");
    bench.sh("lcov -q -c -d . -o one.info 2>/dev/null; rm main.gcda; \
              sed -i '3a int added(void) { return 4; }' main.c");
    bench.gcc("1");
    bench.sh("lcov -q -c -d . -o two.info 2>/dev/null");
    let read = |name: &str| CoverageReader::default().read(&[bench.file(name)]).expect("a report");
    let reports = [read("one.info"), read("two.info")];
    let text = match Universe::of(&reports, false) {
        Err(error @ CoverageError::Mismatch { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(text.contains("different builds") && text.contains("begins at line"), "{text}");
    assert!(Universe::of(&reports, true).is_ok());
}

#[test]
fn gcovr_may_take_a_brace_for_code_in_only_one_run() {
    let bench = Bench::new();
    let report = |name: &str, brace: &str| {
        let line = |number: u32, rest: &str| {
            format!("{{\"line_number\":{number},\"branches\":[],{rest}}}")
        };
        let lines = [line(1, "\"count\":1,\"gcovr/noncode\":false"), line(2, brace)].join(",");
        let text =
            format!("{{\"files\":[{{\"file\":\"a.c\",\"lines\":[{lines}],\"functions\":[]}}]}}");
        CoverageReader::default().read(&[write(&bench, name, text.as_bytes())]).expect("a report")
    };
    let ran = report("ran", "\"count\":1,\"gcovr/noncode\":false");
    let none = report("none", "\"count\":0,\"gcovr/noncode\":true");
    let idle = report("idle", "\"count\":0,\"gcovr/noncode\":false");
    assert!(Universe::of([&ran, &none], false).is_ok());
    assert!(Universe::of([&idle, &none], false).is_err());
}

#[test]
fn counters_of_another_build_are_refused_by_gcov() {
    let bench = Bench::new();
    bench.gcc("1");
    bench.sh("cp main.gcda old.gcda; sed -i 's/x + 1/x > 1 ? 4 : 5/' main.c");
    bench.gcc("1");
    bench.sh("cp old.gcda main.gcda");
    let text = trouble(&bench.file("main.gcda"));
    assert!(text.contains("mismatch") && text.contains("one build"), "{text}");
}

#[test]
fn counters_find_their_notes_in_the_folder_of_the_build() {
    let bench = Bench::new();
    bench.gcc("1");
    bench.sh("mkdir run && mv main.gcda run/");
    assert!(trouble(&bench.file("run")).contains("--objects"));
    let options = ReadOptions { objects: vec![bench.path().to_owned()], ..ReadOptions::default() };
    let report = CoverageReader::new(options).read(&[bench.file("run")]).expect("a report");
    assert_eq!(report.covered()[2], 3);
}

#[test]
fn a_profile_without_its_program_is_reported() {
    let bench = Bench::new();
    bench.clang("1");
    assert!(trouble(&bench.file("main.profraw")).contains("--binary"));
}

/// The most memory that this process ever had, in MiB.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("a peak");
    line.split_whitespace().nth(1).and_then(|it| it.parse::<u64>().ok()).expect("kB") / 1024
}

#[test]
fn huge_files_are_read_in_bounded_memory() {
    const SIZE_BYTES: u64 = 96 << 20;
    /// More than the longest accepted tag needs, and less than a file has.
    const ALLOWED_MIB: u64 = 64;
    let bench = Bench::new();
    let before = peak_mib();
    let path = bench.file("huge");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("a file"));
    let mut record = String::from("SF:/a.c\n");
    for line in 1..2000 {
        record.push_str(&format!("DA:{line},{}\nBRDA:{line},0,0,-\n", line % 3));
    }
    record.push_str("end_of_record\n");
    for _ in 0..SIZE_BYTES / record.len() as u64 {
        file.write_all(record.as_bytes()).expect("space");
    }
    file.flush().expect("space");
    let report = CoverageReader::default().read(&[&path]).expect("a report");
    assert_eq!(report.totals(), [1999, 1999, 0]);

    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("a file"));
    file.write_all(b"{\"type\":\"llvm.coverage.json.export\",\"data\":[{\"files\":[")
        .expect("space");
    let one = "{\"filename\":\"/a.c\",\"expansions\":[[1,2,3]],\"segments\":[[1,1,1,true,true,false],[9,1,0,false,false,false]]}";
    for number in 0..SIZE_BYTES / one.len() as u64 {
        let comma = if number > 0 { "," } else { "" };
        write!(file, "{comma}{one}").expect("space");
    }
    file.write_all(b"]}]}").expect("space");
    file.flush().expect("space");
    let report = CoverageReader::default().read(&[&path]).expect("a report");
    assert_eq!(report.totals()[0], 9);
    assert!(peak_mib() - before < ALLOWED_MIB, "{} MiB", peak_mib() - before);

    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("a file"));
    file.write_all(b"<coverage><class filename=\"").expect("space");
    let chunk = vec![b'a'; 1 << 20];
    for _ in 0..SIZE_BYTES >> 20 {
        file.write_all(&chunk).expect("space");
    }
    file.flush().expect("space");
    assert!(trouble(&path).contains("longer than 16 MiB"));
    assert!(peak_mib() - before < ALLOWED_MIB, "{} MiB", peak_mib() - before);
}
