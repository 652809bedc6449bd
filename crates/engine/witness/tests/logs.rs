//! What the logs of small programs say, on a real engine.

use crate::support;

use debunk_model::{Goal, Program};
use debunk_session::PlainRunner;
use debunk_witness::{Log, WitnessResult, witness};

fn log_of(runner: &mut dyn PlainRunner, goal: Goal, text: &str) -> Box<Log> {
    match witness(runner, &Program::javascript("test", goal, text)) {
        WitnessResult::Neutral(log) => log,
        other => panic!("{text}: {other:?}"),
    }
}

/// One word per entry: the line, a letter for each kind that is not a statement, the activation,
/// and the depth.
fn describe(log: &Log) -> String {
    let word = |index: usize| {
        let entry = &log.entries[index];
        let statement = &log.statements[entry.statement];
        let kind = format!("{:?}", statement.kind);
        format!("{}{}#{}/{}", statement.start.line, &kind[..1], entry.activation, entry.depth)
    };
    (0..log.entries.len()).map(word).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(goal: Goal, text: &str, expected: &str) {
    let mut runner = support::runner("node");
    assert_eq!(describe(&log_of(&mut *runner, goal, text)), expected, "{text}");
}

#[test]
fn statements_are_logged_in_order() {
    check(
        Goal::Script,
        "let a = 1;\nif (a)\n  a++;\nelse\n  a--;\nfor (let i = 0;\n  i < 2;\n  i++)\n  print(i);",
        "1D#0/1 2I#0/1 3E#0/1 6F#0/1 7T#0/1 9E#0/1 8U#0/1 7T#0/1 9E#0/1 8U#0/1 7T#0/1 9E#0/1",
    );
}

#[test]
fn calls_have_activations_and_depths() {
    check(
        Goal::Script,
        "function f(n) {\n  if (n) f(n - 1) + g();\n}\nconst g = () =>\n  1;\nf(1);\nf(0);",
        "4D#0/1 6E#0/1 2I#1/2 2E#1/2 2I#2/3 3E#2/3 5A#3/3 3E#1/2 7E#0/1 2I#4/2 3E#4/2 7E#0/1",
    );
}

#[test]
fn an_error_ends_activations() {
    check(
        Goal::Script,
        "function f() {\n  throw 1;\n}\ntry {\n  f();\n} catch {\n  g();\n}\nfunction g() {\n}",
        "4T#0/1 5E#0/1 2T#1/2 7E#0/1 10E#2/2 10E#0/1",
    );
}

#[test]
fn a_generator_continues_in_its_activation() {
    check(
        Goal::Script,
        "function* g() {\n  f(yield 1);\n}\nfunction f() {\n}\nconst i = g();\ni.next();\nf();\ni.next();",
        "6D#0/1 7E#0/1 2E#1/2 8E#0/1 5E#2/2 9E#0/1 5E#3/3 3E#1/2 9E#0/1",
    );
}

#[test]
fn an_asynchronous_function_continues_in_its_activation() {
    check(
        Goal::Script,
        "async function a() {\n  await 1;\n  f();\n}\nfunction f() {\n}\na();\nf();\nsetTimeout(() => {\n  f();\n});",
        "7E#0/1 2E#1/2 8E#0/1 6E#2/2 9E#0/1 11E#0/1 3E#1/1 6E#3/2 4E#1/1 10E#4/1 6E#5/2 11E#4/1",
    );
}

#[test]
fn jobs_after_an_error_at_the_top_level_have_no_caller() {
    check(
        Goal::Script,
        "setTimeout(() => {\n  print(1); });\nfunction f() {\n  throw 1;\n}\nf();",
        "1E#0/1 6E#0/1 4T#1/2 2E#2/1 2E#2/1",
    );
}

#[test]
fn a_module_continues_after_waiting() {
    check(
        Goal::Module,
        "print(1);\nawait f();\nprint(2);\nfunction f() {\n}",
        "1E#0/1 2E#0/1 5E#1/2 3E#0/1 5E#0/1",
    );
}

#[test]
fn default_values_run_in_the_activation_of_their_function() {
    check(
        Goal::Script,
        "function f(a = g(),\n  b = 2) {\n  return a + b;\n}\nfunction g() {\n  return 1;\n}\nf();",
        "8E#0/1 1P#1/2 6R#2/3 2P#1/2 3R#1/2 8E#0/1",
    );
}

#[test]
fn fields_and_static_blocks_run_like_functions() {
    check(
        Goal::Script,
        "class A {\n  x = f();\n  static {\n    f();\n  }\n}\nfunction f() {\n}\nnew A();",
        "1C#0/1 4E#1/2 8E#2/3 5E#1/2 9E#0/1 2F#3/2 8E#4/3 9E#0/1",
    );
}

#[test]
fn iterations_of_loops_are_logged() {
    check(
        Goal::Script,
        "for (const a of [1, 2])\n  if (a == 1) continue;\n  else print(a);\nlet b = 1,\n  c = 2;",
        "1F#0/1 1I#0/1 2I#0/1 2C#0/1 1I#0/1 2I#0/1 3E#0/1 4D#0/1 5D#0/1 5E#0/1",
    );
}

#[test]
fn values_have_the_normal_form() {
    let mut runner = support::runner("node");
    let text = "let a = -0, b = NaN, c = 10n, d = Symbol('s'), e = null, f, g = /x/gi, h = 'q\"é', \
         i = new Map([[1, 2]]), j = new Set(), k = new Uint8Array(3), l = Object.create(null), \
         m = new (class Q extends Map {})(), n = new TypeError('m'), o = [1, 2], p = { a: 1 }, \
         q = class K extends Map {}, r = async function z() {}, s = () => 1, \
         t = new (class P { get name() { return 1 } })(), u = new Promise(() => {}), v = true, \
         w = (function* () {})();\n\
         print(a);";
    let log = log_of(&mut *runner, Goal::Script, text);
    let index = log.runs_on_line(2)[0];
    let expected = [
        ("a", "-0"),
        ("b", "NaN"),
        ("c", "10n"),
        ("d", "Symbol(s)"),
        ("e", "null"),
        ("f", "undefined"),
        ("g", "/x/gi"),
        ("h", "\"q\\\"é\""),
        ("i", "Map(1)"),
        ("j", "Set(0)"),
        ("k", "Uint8Array(3)"),
        ("l", "Object"),
        ("m", "Q(0)"),
        ("n", "TypeError: m"),
        ("o", "Array(2)"),
        ("p", "Object"),
        ("q", "class K"),
        ("r", "async function z"),
        ("s", "function"),
        ("t", "P"),
        ("u", "Promise"),
        ("v", "true"),
        ("w", "?"),
    ];
    assert_eq!(log.values_at(index), expected);
}

#[test]
fn a_variable_has_a_value_once_its_declaration_has_run() {
    let mut runner = support::runner("node");
    let text = "function f() {\n  return x;\n}\ntry { f() } catch {}\nlet x = 1;\nf();";
    let log = log_of(&mut *runner, Goal::Script, text);
    let values: Vec<_> =
        log.runs_on_line(2).iter().map(|&index| log.value_at(index, "x")).collect();
    assert_eq!(values, [Some("uninitialised"), Some("1")]);
}

#[test]
fn a_log_has_an_end() {
    let mut runner = support::runner("node");
    let text = "let n = 0;\nfor (let i = 0; i < 300000; i++) n += i;\nprint(n);";
    let log = log_of(&mut *runner, Goal::Script, text);
    assert!(log.truncated);
    assert_eq!(log.entries.len(), 20_000);
    assert_eq!(log.did_run(debunk_model::Location::new(3, 0)), None);
}

#[test]
fn a_program_without_an_end_has_no_log() {
    let mut runner = support::runner("node");
    let endless = debunk_kit::sessions::script("for (;;) { let x = 1; }");
    assert!(matches!(witness(&mut *runner, &endless), WitnessResult::Failed(_)));
}
