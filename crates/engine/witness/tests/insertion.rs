//! What expressions are worth, found out by inserting them into programs of every kind.

use crate::support;

use debunk_model::{Goal, Language, Program};
use debunk_testimony::UndecidedExpression;
use debunk_witness::{WitnessResult, insert_expression, witness};

/// The values of an expression each time that the statement on a line begins, or none.
fn values(program: &Program, line: u32, expression: &str) -> Option<Vec<String>> {
    let mut runner = match program.language {
        Language::JavaScript => support::runner("node"),
        _ => Box::new(support::native_runner()),
    };
    let log = match witness(&mut *runner, program) {
        WitnessResult::Neutral(log) => log,
        other => panic!("{other:?}"),
    };
    let statement = log.entries[log.runs_on_line(line)[0]].statement;
    let asked = UndecidedExpression { statement, expression: expression.to_owned() };
    let plain = log.outcome.clone();
    let values = insert_expression(&mut *runner, program, &plain, &log, &asked)?;
    assert!(values.keys().all(|entry| log.entries[*entry].statement == statement));
    Some(values.into_values().collect())
}

#[test]
fn an_expression_has_its_value_each_time_that_the_statement_begins() {
    let text = "let n = 1;\nfor (let i = 1; i < 4; i++) {\n  n = n * i;\n  print(n);\n}\n";
    let program = Program::javascript("test", Goal::Script, text);
    assert_eq!(
        values(&program, 3, "(n / i)").as_deref(),
        Some(&["1", "0.5", "0.6666666666666666"].map(String::from)[..])
    );
    let text = "n = 1\nfor i in range(1, 4):\n    n = n * i\n    print(n)\n";
    let program = Program::script("test", Language::Python, text);
    assert_eq!(
        values(&program, 3, "(n / i)").as_deref(),
        Some(&["1.0", "0.5", "0.6666666666666666"].map(String::from)[..])
    );
    let text = "#include <stdio.h>\nint main(void) {\n  int n = 7;\n  double d = n;\n  n = n + 1;\n  \
        printf(\"%d %g\\n\", n, d);\n  return 0;\n}\n";
    let program = Program::script("test", Language::C, text);
    assert_eq!(values(&program, 5, "(n / 2)").as_deref(), Some(&["3".to_owned()][..]));
    assert_eq!(values(&program, 5, "(d / 2)").as_deref(), Some(&["3.5".to_owned()][..]));
}

#[test]
fn an_expression_with_an_effect_or_an_error_has_no_value() {
    let text = "let n = 1;\nfunction f() {\n  n += 1;\n  return n;\n}\nprint(n);\nprint(f());\n";
    let program = Program::javascript("test", Goal::Script, text);
    assert_eq!(values(&program, 6, "f()"), None);
    assert_eq!(values(&program, 6, "n.a.b"), None);
    assert_eq!(values(&program, 6, "unknown"), None);
    assert_eq!(values(&program, 6, "(("), None);
}
