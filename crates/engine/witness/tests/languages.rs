//! Logs of programs in other languages than JavaScript, against what the programs do.

use crate::support;

use debunk_model::{Language, Program};
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_testimony::{Log, LoggedChild};
use debunk_witness::{WitnessResult, witness};

pub(crate) fn log(language: Language, text: &str) -> Log {
    match witness(&mut support::native_runner(), &Program::script("test", language, text)) {
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

/// A value with what it held, as far as that was logged.
fn in_full(log: &Log, number: u32) -> String {
    let text = log.texts[number as usize].clone();
    let Some(contents) = log.contents.get(&number) else { return text };
    let children = contents.children.iter().map(|(key, child)| match child {
        LoggedChild::Value(number) => format!("{key}: {}", in_full(log, *number)),
        LoggedChild::Ancestor(up) => format!("{key}: ^{up}"),
    });
    let end = if contents.is_whole { "" } else { ", …" };
    format!("{text}<{}{end}>", children.collect::<Vec<_>>().join(", "))
}

/// What a variable held when a line began for the last time.
#[track_caller]
pub(crate) fn check_held(log: &Log, line: u32, name: &str, expected: &str) {
    let is_there = |index: &usize| log.statements[log.entries[*index].statement].start.line == line;
    let index = (0..log.entries.len()).rfind(is_there).expect("the line runs");
    let Some(number) = log.number_at(index, name) else { panic!("{name} is not logged") };
    assert_eq!(in_full(log, number), expected, "{name} on line {line}");
}

#[test]
fn a_program_in_python_logs_what_its_values_hold_and_runs_no_code_of_its_own_for_that() {
    let text = include_str!("programs/python/holds.py");
    let log = log(Language::Python, text);
    assert_eq!(log.outcome.output, ["end"], "nothing of the program ran for the log");
    let is_last = |line: &str| line.contains("return print");
    let end = text.lines().position(is_last).expect("a last line") as u32 + 1;
    let check = |name: &str, expected: &str| check_held(&log, end, name, expected);
    check(
        "words",
        "['a', \"it's\", None, True, 2.5, b'x\\n', 3j]<0: 'a', 1: \"it's\", 2: None, 3: True, 4: 2.5, 5: b'x\\n', 6: 3j>",
    );
    check("named", "{'k': (1, 2), 3: []}<'k': (1, 2)<0: 1, 1: 2>, 3: []<>>");
    check("odd_keys", "?<'k': 1, …>");
    check("single", "?<0: 1>");
    check("circle", "?<0: 1, 1: ^0>");
    check("point", "?<x: 1, y: ?>");
    check("slots", "?<first: 1>");
    check("queue", "?<0: 1, 1: 2>");
    check(
        "long",
        "?<0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13, 14: 14, 15: 15, 16: 16, 17: 17, 18: 18, 19: 19, 20: 20, 21: 21, 22: 22, 23: 23, 24: 24, 25: 25, 26: 26, 27: 27, 28: 28, 29: 29, 30: 30, 31: 31, …>",
    );
    check("some", "?<0: 1, 1: 2>");
    check("own_list", "?");
    check("large", "?");
    let check = |name: &str, expected: &str| check_held(&log, end + 6, name, expected);
    check("fixed", "?<0: b'x'>");
    check("steps", "[range(0, 3), range(9, -1, -2)]<0: range(0, 3), 1: range(9, -1, -2)>");
    check("pair", "?<0: 1, 1: [2]<0: 2>>");
    check("counted", "?<'a': 2>");
    check("shadowed", "?<own: 1, hidden: ?>");
}

#[test]
fn a_log_in_python_knows_who_called_and_who_resumed() {
    let text = "def count():\n    yield 1\n    yield 2\n    yield 3\ndef take(numbers):\n    return next(numbers)\nnumbers = count()\nnext(numbers)\ntake(numbers)\n[take(numbers) for _ in 'x']\nprint('end')\n";
    let log = log(Language::Python, text);
    let stacks = log.entries.iter().enumerate().map(|(index, entry)| {
        let names = log.callers_at(index).into_iter().map(|activation| {
            let name = &log.functions[log.activations[activation].function].name;
            format!("{name}#{activation}")
        });
        let names = names.collect::<Vec<_>>().join(" ");
        assert_eq!(log.callers_at(index).len(), entry.depth as usize, "{names}");
        format!("{} {names}", log.statements[entry.statement].start.line)
    });
    assert_eq!(
        stacks.collect::<Vec<_>>(),
        [
            "1 #0",
            "5 #0",
            "7 #0",
            "8 #0",
            "2 count#1 #0",
            "9 #0",
            "6 take#2 #0",
            "3 count#1 take#2 #0",
            "10 #0",
            "6 take#4 <listcomp>#3 #0",
            "4 count#1 take#4 <listcomp>#3 #0",
            "11 #0",
        ]
    );
    let returned: Vec<usize> = log.returns.iter().map(|it| it.activation).collect();
    assert_eq!(returned, [2, 4, 3, 0], "a suspension is no return");
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
fn a_program_in_c_logs_every_kind_of_value_and_who_called_whom() {
    let text = include_str!("programs/c/holds.c");
    let log = log(Language::C, text);
    let line = |words: &str| {
        let is_it = |line: &str| line.contains(words);
        text.lines().position(is_it).expect("a line") as u32 + 1
    };
    let end = line("printf(");
    let check = |name: &str, expected: &str| check_held(&log, end, name, expected);
    check("letter", "97 'a'");
    check("quote", "39 '\\''");
    check("end", "0 '\\000'");
    check("is_done", "true");
    check("fraction", "0.1");
    check("small", "0.10000000149011612");
    check("large", "18446744073709551615");
    check("colour", "GREEN");
    check("mixed", "?");
    check("nothing", "0x0");
    check("something", "?<*: 3, …>");
    check("numbers", "?<0: 3, 1: 4, 2: 0>");
    check("grid", "?<0: ?<0: 1, 1: 0>, 1: ?<0: 2, 1: 3>>");
    check("box", "?<at: ?<x: 1, y: -2>, colour: RED, flags: 5, name: \"box\", next: 0x0>");
    check("pairs", "?<0: ?<x: 1, y: 2>, 1: ?<x: 3, y: 0>>");
    let is_logged = |name: &str| {
        log.statements.iter().any(|it| it.variables.iter().any(|known| &**known == name))
    };
    assert!(!is_logged("copied") && !is_logged("replaced") && !is_logged("raw"));
    check_held(&log, line("sum += 1"), "numbers", "?<*: 3, …>");
    let inner = log.entries.iter().position(|entry| entry.depth == 3).expect("an inner call");
    let names = log
        .callers_at(inner)
        .into_iter()
        .map(|activation| log.functions[log.activations[activation].function].name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["inner", "outer", "main"]);
    let returned: Vec<usize> = log.returns.iter().map(|it| it.activation).collect();
    assert_eq!(returned, [3, 2, 1]);
    for entry in 0..log.entries.len() {
        assert_eq!(log.callers_at(entry).len(), log.entries[entry].depth as usize);
    }
}

#[test]
fn a_log_in_c_knows_what_addresses_of_living_variables_lead_to() {
    let text = include_str!("programs/c/points.c");
    let log = log(Language::C, text);
    assert_eq!(log.outcome.output, ["6 7"]);
    let line = |words: &str| {
        let is_it = |line: &str| line.contains(words);
        text.lines().position(is_it).expect("a line") as u32 + 1
    };
    let check =
        |words: &str, name: &str, expected: &str| check_held(&log, line(words), name, expected);
    check("sum += first->value", "first", "?<*: ?<value: 3, next: 0x0>, …>");
    let end = "printf(";
    check(end, "first", "?<value: 1, next: ?<*: ?<value: 2, next: ?>, …>>");
    check(end, "at", "?<*: 4, …>");
    check(end, "inside", "?");
    check(end, "dead", "?");
    check(end, "heap", "?");
    check(end, "word", "\"hey\"");
    check(end, "letters", "?<*: 101 'e', …>");
    check(end, "flag", "?<is_set: 1, state: ON, …>");
    check(end, "words", "?<0: \"ab\", 1: \"\">");
}

#[test]
fn every_compiler_and_level_makes_the_same_log_of_a_program_in_c() {
    let texts = [include_str!("programs/c/holds.c"), include_str!("programs/c/unions.c")];
    for text in texts {
        let program = Program::script("test.c", Language::C, text);
        let usual = describe(&log(Language::C, text));
        for (cc, level) in [("gcc", "-O2"), ("clang", "-O0"), ("clang", "-O2")] {
            let area = TempArea::new().expect("temporary folder");
            let cflags = [level, "-g"].map(str::to_owned).to_vec();
            let compilers = Compilers { cc: cc.to_owned(), cflags, ..Compilers::default() };
            let mut runner = NativeRunner::new(Builder::new(&area, compilers));
            match witness(&mut runner, &program) {
                WitnessResult::Neutral(log) => assert_eq!(describe(&log), usual, "{cc} {level}"),
                other => panic!("{cc} {level}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_named_tuple_or_a_data_class_is_no_reason_against_a_log_in_python() {
    let text = "from collections import namedtuple\nfrom dataclasses import dataclass\nPair = namedtuple('Pair', 'a b')\n@dataclass\nclass Point:\n    x: int = 1\npoint = Point()\nprint(Pair(1, 2), point)\n";
    let log = log(Language::Python, text);
    assert_eq!(log.outcome.output, ["Pair(a=1, b=2) Point(x=1)"]);
    check_held(&log, 8, "point", "?<x: 1>");
}

#[test]
fn a_program_in_c_that_may_jump_has_a_log_without_calls() {
    let text = "#include <setjmp.h>\nstatic jmp_buf at;\nstatic void f(void)\n{\n  longjmp(at, 1);\n}\nint main(void)\n{\n  int a = 1;\n  if (setjmp(at) == 0)\n    f();\n  return a;\n}\n";
    let log = log(Language::C, text);
    assert!(log.entries.iter().all(|entry| (entry.activation, entry.depth) == (0, 1)));
    assert_eq!(describe(&log), ["9", "10 a=1", "5", "12 a=1"]);
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
        let witnessed = witness(&mut support::native_runner(), &program);
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
            "20 sum=0 name=\"x\"",
            "21 sum=0 name=\"x\" i=0",
            "22 sum=0 name=\"x\" i=0",
            "9",
            "10 n=0 r=0",
            "11 n=0 r=0 odd=false",
            "12 n=0 r=0 odd=false",
            "15 n=0 r=0 odd=false",
            "9",
            "21 sum=1 name=\"x\" i=1",
            "22 sum=1 name=\"x\" i=1",
            "9",
            "10 n=2 r=0",
            "11 n=2 r=0 odd=false",
            "12 n=2 r=-4 odd=false",
            "15 n=2 r=-4 odd=false",
            "9",
            "24 sum=-2 name=\"x\"",
            "25 sum=-2 name=\"x\"",
        ]
    );
}

#[test]
fn copies_compile_whatever_a_program_in_rust_moves_and_lends() {
    let log = log(Language::Rust, include_str!("programs/rust/lends.rs"));
    let is_logged = |name: &str| {
        log.statements.iter().any(|it| it.variables.iter().any(|known| &**known == name))
    };
    for name in ["fixed", "stack", "total", "pair", "matched", "shared", "option"] {
        assert!(is_logged(name), "{name} is logged");
    }
    for name in ["lent", "mutable", "captured"] {
        assert!(!is_logged(name), "{name} is not logged");
    }
}

#[test]
fn copies_compile_whatever_classes_a_program_in_cpp_has() {
    let text = include_str!("programs/cpp/classes.cpp");
    for cxx in ["gcc", "clang"] {
        let area = TempArea::new().expect("temporary folder");
        let compilers = Compilers { cc: cxx.to_owned(), ..Compilers::default() };
        let mut runner = NativeRunner::new(Builder::new(&area, compilers));
        let program = Program::script("classes.cpp", Language::Cpp, text);
        let log = match witness(&mut runner, &program) {
            WitnessResult::Neutral(log) => *log,
            other => panic!("{cxx}: {other:?}"),
        };
        let line = text.lines().position(|line| line.contains("try {")).expect("a line") as u32 + 1;
        check_held(&log, line, "numbers", "?<0: 2, 1: 4, 2: 6>");
        check_held(&log, line, "flags", "?<low: 1, high: 2, is_set: true>");
        check_held(&log, line, "square", "?<side: 3, asked: 0, touched: ?, …>");
    }
}

#[test]
fn beyond_its_budget_a_log_knows_no_more_contents_and_is_not_cut() {
    let go = "package main\n\nfunc main() {\n\tv := make([]int, 32)\n\tn := 0\n\tfor i := 0; i < 4000; i++ {\n\t\tv[i%32] = i\n\t\tn++\n\t}\n\tprintln(n)\n}\n";
    let cpp = "#include <vector>\nint main() {\n  std::vector<int> v(32);\n  int n = 0;\n  for (int i = 0; i < 4000; i++) {\n    v[i % 32] = i;\n    n++;\n  }\n  return n == 1;\n}\n";
    let rust = "fn main() {\n    let mut v = vec![0; 32];\n    let mut n = 0;\n    for i in 0..4000 {\n        v[i % 32] = i;\n        n += 1;\n    }\n    println!(\"{}\", n + v[0]);\n}\n";
    for (language, text) in [(Language::Go, go), (Language::Cpp, cpp), (Language::Rust, rust)] {
        let log = log(language, text);
        assert!(!log.truncated, "{language}");
        let numbers = (0..log.entries.len()).filter_map(|index| log.number_at(index, "v"));
        let (known, unknown): (Vec<u32>, Vec<u32>) =
            numbers.partition(|number| log.contents.contains_key(number));
        assert!(known.len() > 500 && unknown.len() > 500, "{language}: {} known", known.len());
    }
}

#[test]
fn most_built_in_programs_have_a_witness() {
    let enough = [
        (Language::C, 50),
        (Language::Python, 55),
        (Language::Go, 18),
        (Language::Cpp, 25),
        (Language::Rust, 17),
    ];
    for (language, least) in enough {
        let mut runner = support::native_runner();
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
            "25 sum=0 name=\"x\"",
            "26 sum=0 name=\"x\" i=0",
            "13 n=0 odd=false",
            "16 n=0 odd=false",
            "17 n=0 odd=false",
            "18 n=0 odd=false",
            "26 sum=1 name=\"x\" i=1",
            "13 n=1 odd=false",
            "16 n=1 odd=false",
            "17 n=1 odd=false",
            "18 n=1 odd=false",
            "28 sum=4 name=\"x\"",
            "7",
            "29 sum=4 name=\"x\"",
            "30 sum=4 name=\"x\" code=4",
        ]
    );
}
