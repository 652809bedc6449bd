//! Logs of programs in other languages than JavaScript, against what the programs do.

use debunk_model::{Language, Program};
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_testimony::Log;
use debunk_witness::{WitnessResult, witness};

fn runner() -> NativeRunner {
    let area = TempArea::new().expect("temporary folder");
    NativeRunner::new(Builder::new(&area, Compilers::default()))
}

fn log(language: Language, text: &str) -> Log {
    match witness(&mut runner(), &Program::script("test", language, text)) {
        WitnessResult::Neutral(log) => *log,
        other => panic!("no log: {other:?}"),
    }
}

/// The lines that ran, with the values logged there.
fn describe(log: &Log) -> Vec<String> {
    assert!(!log.truncated, "the log is whole");
    (0..log.entries.len())
        .map(|index| {
            let line = log.statements[log.entries[index].statement].start.line;
            let values: Vec<String> = log
                .values_at(index)
                .into_iter()
                .filter(|(_, value)| *value != "?")
                .map(|(name, value)| format!(" {name}={value}"))
                .collect();
            format!("{line}{}", values.concat())
        })
        .collect()
}

#[test]
fn a_program_in_c_logs_its_statements_and_certain_integers() {
    let text = "#include <stdio.h>\nstatic int twice(int n)\n{\n  int r = n * 2;\n  return r;\n}\nint main(void)\n{\n  int sum = 0;\n  for (int i = 0; i < 2; i++) {\n    sum += twice(i);\n  }\n  printf(\"%d\", sum);\n  return 3;\n}\n";
    let log = log(Language::C, text);
    assert_eq!(log.outcome.output, ["2"]);
    assert_eq!(
        describe(&log),
        [
            "9",
            "10 sum=0",
            "11 sum=0 i=0",
            "4 n=0",
            "5 n=0 r=0",
            "11 sum=0 i=1",
            "4 n=1",
            "5 n=1 r=2",
            "13 sum=2",
            "14 sum=2"
        ]
    );
}

#[test]
fn a_program_in_python_logs_its_lines_and_plain_values() {
    let text = "def twice(n):\n    r = n * 2\n    return r\n\nsum = 0\nfor i in range(2):\n    sum += twice(i)\nprint(sum, end='')\n";
    let log = log(Language::Python, text);
    assert_eq!(log.outcome.output, ["2"]);
    assert_eq!(
        describe(&log),
        [
            "1",
            "5",
            "6 sum=0",
            "7 i=0 sum=0",
            "2 n=0",
            "3 n=0 r=0",
            "6 i=0 sum=0",
            "7 i=1 sum=0",
            "2 n=1",
            "3 n=1 r=2",
            "6 i=1 sum=2",
            "8 i=1 sum=2"
        ]
    );
}

#[test]
fn a_program_in_python_that_runs_code_after_its_end_has_no_log() {
    let named = "import sys\ndef late(*given):\n    print('late')\n";
    let hook = format!("{named}setattr(sys, 'except' + 'hook', late)\n1 // 0\n");
    let object = format!("{named}kept = type('Kept', (), {{'__d' + 'el__': late}})()\n");
    for text in [hook, object] {
        let program = Program::script("test", Language::Python, &*text);
        let witnessed = witness(&mut runner(), &program);
        let reason = format!("{witnessed:?}");
        assert!(reason.contains("runs code after its end"), "{reason}");
    }
    let waiting = "def count():\n    yield 1\n    yield 2\nkept = count()\nprint(next(kept))\n";
    assert_eq!(describe(&log(Language::Python, waiting)).len(), 4);
}

#[test]
fn a_program_in_cpp_logs_what_its_objects_and_lambdas_do() {
    let text = "#include <iostream>\nstruct Guard {\n  int number;\n  ~Guard() {\n    std::cout << number;\n  }\n};\nstatic Guard last{7};\ntemplate <typename T> T twice(T value, int times) {\n  if (times == 0) {\n    throw value;\n  }\n  return value * times;\n}\nint main() {\n  Guard guard{1};\n  auto next = [&](int by) {\n    return guard.number + by;\n  };\n  for (int i : {2, 0}) {\n    try {\n      std::cout << twice(next(3), i);\n    } catch (int value) {\n      return value;\n    }\n  }\n}\n";
    let log = log(Language::Cpp, text);
    assert_eq!(log.outcome.output, ["817"]);
    assert_eq!(log.outcome.error.as_deref(), Some("exit code 4"));
    assert_eq!(
        describe(&log),
        [
            "16",
            "17",
            "20",
            "21 i=2",
            "22 i=2",
            "18 by=3",
            "10 times=2",
            "13 times=2",
            "21 i=0",
            "22 i=0",
            "18 by=3",
            "10 times=0",
            "11 times=0",
            "24 i=0",
            "5",
            "5"
        ]
    );
}

#[test]
fn a_program_in_go_logs_its_statements_and_certain_plain_values() {
    let text = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc twice(n uint8) (r int) {\n\tdefer func() { r++ }()\n\todd := n%2 == 1\n\tr = int(n) * -2\n\tif odd {\n\t\tpanic(\"odd\")\n\t}\n\treturn r\n}\n\nfunc main() {\n\tsum, name := 0, \"x\"\n\tfor i := 0; i < 2; i++ {\n\t\tdefer fmt.Println(name)\n\t\tsum += twice(uint8(i * 2))\n\t}\n\tfmt.Print(sum)\n\tos.Exit(sum + 5)\n}\n";
    let log = log(Language::Go, text);
    assert_eq!(log.outcome.output, ["-2"]);
    assert_eq!(log.outcome.error.as_deref(), Some("exit code 3"));
    assert_eq!(
        describe(&log),
        [
            "19",
            "20 sum=0",
            "21 sum=0 i=0",
            "22 sum=0 i=0",
            "9",
            "10 n=0 r=0",
            "11 n=0 r=0 odd=false",
            "12 n=0 r=0 odd=false",
            "15 n=0 r=0 odd=false",
            "9",
            "21 sum=1 i=1",
            "22 sum=1 i=1",
            "9",
            "10 n=2 r=0",
            "11 n=2 r=0 odd=false",
            "12 n=2 r=-4 odd=false",
            "15 n=2 r=-4 odd=false",
            "9",
            "24 sum=-2",
            "25 sum=-2",
        ]
    );
}

#[test]
fn most_built_in_programs_have_a_witness() {
    let enough = [
        (Language::C, 50),
        (Language::Python, 55),
        (Language::Go, 13),
        (Language::Cpp, 20),
        (Language::Rust, 10),
    ];
    for (language, least) in enough {
        let mut runner = runner();
        let mut refused = Vec::new();
        let entries = debunk_corpus::built_in_of(language).entries;
        for entry in &entries {
            match witness(&mut runner, &entry.program) {
                WitnessResult::Neutral(log) if !log.truncated => {}
                other => {
                    let mut reason = format!("{other:?}");
                    reason.truncate(120);
                    refused.push(format!("{}: {reason}", entry.program.name));
                }
            }
        }
        let known = entries.len() - refused.len();
        assert!(known >= least, "{language}: {known} of {}\n{}", entries.len(), refused.join("\n"));
    }
}

#[test]
fn a_program_in_rust_logs_its_statements_and_certain_plain_values() {
    let text = "use std::fmt;\n\nstruct Step(u8);\n\nimpl fmt::Display for Step {\n    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {\n        write!(to, \"<{}>\", self.0)?;\n        Ok(())\n    }\n}\n\nfn twice(n: i64, odd: bool) -> i64 {\n    if odd {\n        panic!(\"odd\");\n    }\n    let mut kept = n * 2;\n    let lent = &mut kept;\n    *lent += 1;\n    kept\n}\n\nfn main() {\n    let mut sum = 0;\n    let name = String::from(\"x\");\n    for i in 0..2 {\n        sum += twice(i, sum < 0);\n    }\n    print!(\"{}{}\", name, Step(7));\n    let code = sum as i32;\n    std::process::exit(code);\n}\n";
    let log = log(Language::Rust, text);
    assert_eq!(log.outcome.output, ["x<7>"]);
    assert_eq!(log.outcome.error.as_deref(), Some("exit code 4"));
    assert_eq!(
        describe(&log),
        [
            "23",
            "24 sum=0",
            "25 sum=0",
            "26 sum=0 i=0",
            "13 n=0 odd=false",
            "16 n=0 odd=false",
            "17 n=0 odd=false",
            "18 n=0 odd=false",
            "26 sum=1 i=1",
            "13 n=1 odd=false",
            "16 n=1 odd=false",
            "17 n=1 odd=false",
            "18 n=1 odd=false",
            "28 sum=4",
            "7",
            "29 sum=4",
            "30 sum=4 code=4",
        ]
    );
}
