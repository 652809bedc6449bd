//! Expressions over logged values: the computed values are those that a real engine computes.

use crate::support;

use debunk_model::{Goal, Language, Program, Seed, TestRng};
use debunk_testimony::{ExpressionEvaluator, Log, LoggedValues, evaluate};
use debunk_witness::{WitnessResult, witness};

/// Their values are of every kind, and some contain others.
const VARIABLES: &str = "let n = 3, z = 0, m = -7, s = 'ab', e = '', t = true, f = false, u, w = null, d = 1.5; \
    let o = { n: 4, s: 'x y', l: [1, 2, 'c'], t: false, o: { n: 5 }, length: 6 }; o.me = o; \
    let a = [3, 'b', [4, o], , true]; let g = new Map([[0, 1]]);";
/// Expressions in a program, and programs.
const COUNT: usize = 400;
const PROGRAMS: u64 = 6;
const DEPTH_MAX: u32 = 4;

const LEAVES: [&str; 30] = [
    "n",
    "z",
    "m",
    "s",
    "e",
    "t",
    "f",
    "u",
    "w",
    "d",
    "o",
    "a",
    "g",
    "o.n",
    "o.s",
    "o.l[1]",
    "o.t",
    "o.o.n",
    "o['n']",
    "a[0]",
    "a[2][1].s",
    "a[3]",
    "o.me.n",
    "o.length",
    "g[0]",
    "7",
    "0",
    "'ab'",
    "\"q\"",
    "undefined",
];
const INFIX: [&str; 14] =
    ["+", "-", "*", "===", "!==", "<", ">", "<=", ">=", "&&", "||", "+", "/", "%"];

fn expression(rng: &mut TestRng, depth: u32) -> String {
    if depth == DEPTH_MAX || rng.chance(20) {
        return LEAVES[rng.below(LEAVES.len())].to_owned();
    }
    let mut inner = || expression(rng, depth + 1);
    let (left, right, third) = (inner(), inner(), inner());
    match rng.below(16) {
        0 => format!("!{left}"),
        1 => format!("typeof {left}"),
        2 => format!("({left} ? {right} : {third})"),
        3 => format!("[{left}, {right}][{}]", rng.below(3)),
        4 => format!("({left}).length"),
        5 => format!("- {left}"),
        6 => format!("a[{left}]"),
        7 => format!("{left} ? {right} : {third}"),
        8 => format!("{left} {} {right}", INFIX[rng.below(INFIX.len())]),
        _ => format!("({left} {} {right})", INFIX[rng.below(INFIX.len())]),
    }
}

/// Whether a value has one form only.
fn is_plain(value: &str) -> bool {
    let is_number = || value.parse::<f64>().is_ok();
    value.starts_with('"')
        || matches!(value, "true" | "false" | "null" | "undefined")
        || is_number()
}

/// Whether an expression can be evaluated without failing, as far as the log says.
fn is_safe(log: &Log, expression: &str, number_of: &dyn Fn(&str) -> Option<u32>) -> bool {
    let program = Program::javascript("test", Goal::Script, "");
    let source = LoggedValues { log, number_of };
    ExpressionEvaluator::of(&program).evaluate(expression, &source).is_some()
}

/// How many expressions of a program have a known value, and those with another one on the engine.
fn check(seed: u64) -> (usize, Vec<String>) {
    let mut rng = Seed::new(seed).rng();
    let expressions: Vec<String> = (0..COUNT).map(|_| expression(&mut rng, 0)).collect();
    let line = |it: &String| format!("\ntry {{ print([{it}]); }} catch {{ print('throws'); }}");
    let text = format!("{VARIABLES}{}", expressions.iter().map(line).collect::<String>());
    let program = Program::javascript("test", Goal::Script, text);
    let log = match witness(&mut *support::runner("node"), &program) {
        WitnessResult::Neutral(log) => log,
        other => panic!("{other:?}"),
    };
    let entry = log.runs_on_line(2)[0];
    let number_of = |name: &str| log.number_at(entry, name);
    let (mut known, mut wrong) = (0, Vec::new());
    for (expression, printed) in expressions.iter().zip(&log.outcome.output) {
        let value = evaluate(&log, Language::JavaScript, expression, &number_of);
        if is_safe(&log, expression, &number_of) && printed == "throws" {
            wrong.push(format!("{expression} throws, and it was said that it does not"));
        }
        let Some(value) = value.filter(|value| is_plain(value)) else { continue };
        known += 1;
        if *printed != format!("[{value}]") {
            wrong.push(format!("{expression} is {printed}, computed as {value}"));
        }
    }
    (known, wrong)
}

#[test]
fn expressions_have_the_values_that_node_computes() {
    let mut all = 0;
    for seed in 1..=PROGRAMS {
        let (known, wrong) = check(seed);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        all += known;
    }
    println!("{all} expressions have a known value");
    assert!(all > COUNT / 2, "{all}");
}
