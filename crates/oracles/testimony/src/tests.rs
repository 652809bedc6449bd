//! Queries on a small handwritten log.

use crate::{Activation, Log, LogEntry, agrees};
use debunk_model::{
    ConstantFunction, Location, LoggedFunction, LoggedStatement, Outcome, Span, StatementKind,
};
use std::collections::BTreeMap;

const TEXT: &str = "function f(a) {\n  g(a);\n}\nf(1); f(2);\nend();";

/// `f` is called twice from the top level, and the last statement is not reached.
fn log() -> Log {
    let lines = debunk_model::LineIndex::new(TEXT);
    let statement = |start: u32, end: u32, kind, function, names: &[&str]| LoggedStatement {
        span: Span::new(start, end),
        start: lines.location(TEXT, start),
        kind,
        function,
        variables: names.iter().map(|&name| name.into()).collect(),
        constants: vec![ConstantFunction { name: "f".into(), span: Span::new(0, 25) }],
    };
    let function = |name: &str, start, end| LoggedFunction {
        name: name.to_owned(),
        span: Span::new(start, end),
        exit_is_seen: true,
        is_generator: false,
        is_async: false,
    };
    let entry = |statement, activation, depth, values: &[u32]| LogEntry {
        statement,
        activation,
        depth,
        values: values.to_vec(),
    };
    Log {
        statements: vec![
            statement(18, 23, StatementKind::Expression, 1, &["a"]),
            statement(24, 25, StatementKind::End, 1, &["a"]),
            statement(26, 31, StatementKind::Expression, 0, &[]),
            statement(32, 37, StatementKind::Expression, 0, &[]),
            statement(38, 44, StatementKind::Expression, 0, &[]),
        ],
        functions: vec![function("", 0, 44), function("f", 0, 25)],
        activations: vec![
            Activation { function: 0, parent: None },
            Activation { function: 1, parent: Some(0) },
            Activation { function: 1, parent: Some(0) },
        ],
        entries: vec![
            entry(2, 0, 1, &[]),
            entry(0, 1, 2, &[0]),
            entry(1, 1, 2, &[0]),
            entry(3, 0, 1, &[]),
            entry(0, 2, 2, &[1]),
            entry(1, 2, 2, &[2]),
        ],
        texts: vec!["1".to_owned(), "2".to_owned(), "?".to_owned()],
        contents: Default::default(),
        headings: BTreeMap::from([(Span::new(0, 25), "function f".to_owned())]),
        inserted: BTreeMap::new(),
        outcome: Outcome::default(),
        truncated: false,
        size_bytes: 0,
        returns: Vec::new(),
        resumptions: Vec::new(),
    }
}

#[test]
fn runs_are_counted_by_statement_and_by_line() {
    let log = log();
    assert_eq!(log.runs_of(0), [1, 4]);
    assert!(log.runs_of(4).is_empty());
    assert_eq!(log.runs_on_line(4), [0, 3]);
    assert_eq!(log.entries_of(1), [1, 2]);
}

#[test]
fn only_a_whole_log_can_say_no() {
    let mut log = log();
    assert_eq!(log.did_run(Location::new(2, 2)), Some(true));
    assert_eq!(log.did_run(Location::new(5, 0)), Some(false));
    assert_eq!(log.did_run(Location::new(5, 1)), None);
    log.truncated = true;
    assert_eq!(log.did_run(Location::new(2, 2)), Some(true));
    assert_eq!(log.did_run(Location::new(5, 0)), None);
}

#[test]
fn statements_are_found_by_place() {
    let log = log();
    assert_eq!(log.statements_starting_at(Location::new(4, 6)), [3]);
    assert_eq!(log.innermost_statement(20), Some(0));
    assert_eq!(log.innermost_statement(31), None);
}

#[test]
fn steps_lead_where_the_log_says() {
    let log = log();
    assert_eq!(log.next_at_any_depth(0), Some(1));
    assert_eq!(log.next_at_same_depth(0), Some(3));
    assert_eq!(log.next_at_same_depth(2), Some(3));
    assert_eq!(log.next_in_caller(1), Some(3));
    assert_eq!(log.next_in_caller(4), None);
    assert_eq!(log.next_at_any_depth(5), None);
    assert_eq!(log.next_in_activation(0), Some(3));
    assert_eq!(log.callers_at(4), [2, 0]);
}

#[test]
fn values_are_those_of_the_moment() {
    let log = log();
    assert_eq!(log.values_at(1), [("a", "1"), ("f", "function f")]);
    assert_eq!(log.value_at(4, "a"), Some("2"));
    assert_eq!(log.value_at(5, "a"), None, "the log does not say");
    assert_eq!(log.value_at(0, "a"), None, "it is not visible");
}

#[test]
fn strings_agree_in_every_spelling() {
    assert_eq!(agrees("\"é\"", "\"\\u00e9\""), Some(true));
    assert_eq!(agrees("\"a\"", "\"b\""), Some(false));
    assert_eq!(agrees("1", "\"1\""), Some(false));
    assert_eq!(agrees("?", "1"), None);
}
