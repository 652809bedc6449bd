//! The judge on hand-made traces of a small program.

use crate::{
    ContradictionKind, Exception, LevelFrame, LevelJudgement, LevelMoment, LevelTrace, LineTable,
    TableFunction, TableRow, TraceEnd,
};
use crate::{Dialect, LevelRules, LevelStep};
use std::collections::BTreeMap;

/// The program: `main` has the lines 10 to 13 and calls `callee`, lines 1 to 3, from line 11.
///
/// ```text
/// 0x10 callee entered (1)   0x14 line 2   0x18 line 3   0x1c return
/// 0x40 main entered (9)     0x44 line 10  0x48 line 11, 0x4a call, 0x4c back
/// 0x50 line 12              0x52 line 12 again          0x54 line 13     0x58 return
/// ```
fn table() -> LineTable {
    let row = |address, line| TableRow { address, line: Some(line), is_statement: true };
    let end = |address| TableRow { address, line: None, is_statement: false };
    let mut rows = vec![row(0x10, 1), row(0x14, 2), row(0x18, 3), end(0x20), row(0x40, 9)];
    rows.extend([row(0x44, 10), row(0x48, 11), row(0x50, 12), row(0x52, 12), row(0x54, 13)]);
    rows.push(end(0x60));
    let function = |name: &str, from, to| TableFunction {
        name: name.to_owned(),
        entry: from,
        ranges: std::iter::once(from..to).collect(),
    };
    let functions = vec![function("callee", 0x10, 0x20), function("main", 0x40, 0x60)];
    LineTable { rows, functions, inlined: Vec::new() }
}

fn line_of(address: u64) -> u32 {
    table().lines_over(address).first().copied().unwrap_or_default()
}

/// A moment with these addresses, innermost first.
fn moment(by: LevelStep, addresses: &[u64], value: &str) -> LevelMoment {
    let frames = addresses.iter().enumerate().map(|(level, address)| LevelFrame {
        function: if *address < 0x40 { "callee" } else { "main" }.to_owned(),
        // A caller's line is that of its call.
        line: line_of(address - u64::from(level > 0)),
        address: *address,
    });
    let variables = BTreeMap::from([("x".to_owned(), value.to_owned())]);
    LevelMoment { by: vec![by], frames: frames.collect(), variables: Some(variables) }
}

fn trace(step: LevelStep, stops: &[&[u64]]) -> LevelTrace {
    let moments = stops.iter().map(|stop| moment(step, stop, "1")).collect();
    LevelTrace { moments, last: vec![step], end: TraceEnd::Finished }
}

/// The machine: through main and the callee.
fn machine() -> LevelTrace {
    trace(
        LevelStep::Instruction,
        &[
            &[0x44],
            &[0x48],
            &[0x4a],
            &[0x10, 0x4c],
            &[0x12, 0x4c],
            &[0x14, 0x4c],
            &[0x18, 0x4c],
            &[0x1c, 0x4c],
            &[0x4c],
            &[0x50],
            &[0x52],
            &[0x54],
            &[0x58],
        ],
    )
}

fn into(stops: &[&[u64]]) -> LevelTrace {
    trace(LevelStep::Into, stops)
}

fn judge(
    table: &LineTable,
    machine: &LevelTrace,
    lines: &LevelTrace,
    is_certain: &dyn Fn(&str, u32) -> bool,
) -> LevelJudgement {
    let exceptions = Exception::of(Dialect::Gdb);
    crate::judge(table, machine, lines, &LevelRules { is_certain, exceptions: &exceptions })
}

fn judged(lines: &LevelTrace) -> LevelJudgement {
    judge(&table(), &machine(), lines, &|_, _| true)
}

fn kinds(judgement: &LevelJudgement) -> Vec<ContradictionKind> {
    judgement.contradictions.iter().map(|one| one.kind).collect()
}

#[track_caller]
fn check(lines: &LevelTrace, expected: &[ContradictionKind]) {
    let judgement = judged(lines);
    assert_eq!(kinds(&judgement), expected, "{:#?}", judgement.contradictions);
}

const WHOLE: [&[u64]; 7] =
    [&[0x44], &[0x48], &[0x14, 0x4c], &[0x18, 0x4c], &[0x50], &[0x54], &[0x58]];

#[test]
fn stepping_into_everything_contradicts_nothing() {
    let lines = into(&WHOLE[..6]);
    check(&lines, &[]);
    let judgement = judged(&lines);
    assert_eq!(judgement.steps, 5);
    assert!(judgement.exceptions[&Exception::SameLine] > 0, "line 12 begins twice");
}

#[test]
fn stepping_over_passes_calls_by() {
    let stops: [&[u64]; 4] = [&[0x44], &[0x48], &[0x50], &[0x54]];
    check(&trace(LevelStep::Over, &stops), &[]);
    check(&into(&stops), &[ContradictionKind::SkippedLineOfCallee]);
}

#[test]
fn every_stop_that_is_dropped_is_missed() {
    let expected = [
        (1, ContradictionKind::SkippedLine),
        (2, ContradictionKind::SkippedLineOfCallee),
        (3, ContradictionKind::SkippedLine),
        (4, ContradictionKind::SkippedLine),
        (5, ContradictionKind::SkippedLine),
    ];
    for (dropped, kind) in expected {
        let mut stops = WHOLE[..6].to_vec();
        stops.remove(dropped);
        check(&into(&stops), &[kind]);
    }
}

#[test]
fn a_step_may_end_where_a_call_has_returned_but_not_elsewhere_in_a_line() {
    let back = into(&[&[0x44], &[0x48], &[0x14, 0x4c], &[0x18, 0x4c], &[0x4c], &[0x50], &[0x54]]);
    check(&back, &[]);
    assert_eq!(judged(&back).exceptions[&Exception::ReturnInTheMiddle], 1);
    let over: [&[u64]; 5] = [&[0x44], &[0x48], &[0x4a], &[0x50], &[0x54]];
    check(&trace(LevelStep::Over, &over), &[ContradictionKind::MiddleOfLine]);
}

#[test]
fn a_step_into_a_function_may_end_in_its_prologue() {
    let stops: [&[u64]; 7] =
        [&[0x44], &[0x48], &[0x12, 0x4c], &[0x14, 0x4c], &[0x18, 0x4c], &[0x50], &[0x54]];
    check(&into(&stops), &[]);
    assert_eq!(judged(&into(&stops)).exceptions[&Exception::Prologue], 1);
}

#[test]
fn a_step_over_that_enters_a_call_is_found() {
    let stops: [&[u64]; 6] = [&[0x44], &[0x48], &[0x14, 0x4c], &[0x18, 0x4c], &[0x50], &[0x54]];
    check(&trace(LevelStep::Over, &stops), &[ContradictionKind::EnteredCall]);
}

#[test]
fn a_step_out_that_stays_or_goes_too_far_is_found() {
    let mut lines = into(&WHOLE[..6]);
    lines.moments[3].by = vec![LevelStep::Out];
    check(&lines, &[ContradictionKind::NotLeft]);
    let mut lines = into(&[&[0x44], &[0x48], &[0x14, 0x4c], &[0x54]]);
    lines.moments[3].by = vec![LevelStep::Out];
    check(&lines, &[ContradictionKind::SkippedLine]);
    let mut lines = into(&[&[0x44], &[0x48], &[0x14, 0x4c], &[0x4c], &[0x50], &[0x54]]);
    lines.moments[3].by = vec![LevelStep::Out];
    check(&lines, &[]);
}

#[test]
fn another_value_line_or_caller_at_one_moment_is_found() {
    let mut lines = into(&WHOLE[..6]);
    lines.moments[3] = moment(LevelStep::Into, &[0x18, 0x4c], "2");
    check(&lines, &[ContradictionKind::Value]);
    let mut lines = into(&WHOLE[..6]);
    lines.moments[3].frames[0].line = 2;
    check(&lines, &[ContradictionKind::Line]);
    let mut lines = into(&WHOLE[..6]);
    lines.moments[3].frames[1].line = 12;
    check(&lines, &[ContradictionKind::Backtrace]);
}

#[test]
fn a_variable_without_a_value_is_not_compared() {
    let mut lines = into(&WHOLE[..6]);
    lines.moments[3] = moment(LevelStep::Into, &[0x18, 0x4c], "2");
    let judgement = judge(&table(), &machine(), &lines, &|_, line| line != 3);
    assert_eq!(kinds(&judgement), []);
}

#[test]
fn a_stop_where_the_machine_never_comes_is_found() {
    check(&into(&[&[0x44], &[0x48], &[0x14, 0x4c], &[0x44]]), &[ContradictionKind::NeverThere]);
}

#[test]
fn what_lies_behind_the_limit_is_not_judged() {
    let mut short = machine();
    short.moments.truncate(6);
    short.end = TraceEnd::Limit;
    let judgement = judge(&table(), &short, &into(&WHOLE), &|_, _| true);
    assert_eq!(kinds(&judgement), []);
    assert_eq!(judgement.steps, 2);
}

#[test]
fn callers_that_change_within_a_call_are_found() {
    let mut odd = machine();
    odd.moments[7].frames.pop();
    let judgement = judge(&table(), &odd, &into(&WHOLE[..6]), &|_, _| true);
    assert_eq!(kinds(&judgement), [ContradictionKind::OddCallers]);
    assert_eq!(judgement.contradictions[0].instruction_moment, Some(7));
}

#[test]
fn frames_of_inlined_calls_are_no_frames_of_their_own() {
    let mut table = table();
    let inlined = TableFunction {
        name: "inlined".to_owned(),
        entry: 0x50,
        ranges: std::iter::once(0x50..0x52).collect(),
    };
    table.inlined.push(inlined);
    let mut lines = trace(LevelStep::Over, &[&[0x44], &[0x48], &[0x54]]);
    let judgement = judge(&table, &machine(), &lines, &|_, _| true);
    assert_eq!(
        kinds(&judgement),
        [ContradictionKind::SkippedLine],
        "0x52 is behind the inlined call"
    );
    let mut machine = machine();
    let frame = machine.moments[9].frames[0].clone();
    machine.moments[9].frames.insert(0, frame);
    lines = trace(LevelStep::Over, &[&[0x44], &[0x48], &[0x52], &[0x54]]);
    let judgement = judge(&table, &machine, &lines, &|_, _| true);
    assert_eq!(kinds(&judgement), []);
    assert_eq!(judgement.exceptions[&Exception::InlinedCall], 1);
}

#[test]
fn a_return_to_the_same_line_of_another_call_continues() {
    let recursive: [&[u64]; 7] = [
        &[0x14, 0x4c],
        &[0x10, 0x18, 0x4c],
        &[0x14, 0x18, 0x4c],
        &[0x18, 0x18, 0x4c],
        &[0x18, 0x4c],
        &[0x4c],
        &[0x50],
    ];
    let machine = trace(LevelStep::Instruction, &recursive);
    let lines = into(&[&[0x14, 0x4c], &[0x14, 0x18, 0x4c], &[0x18, 0x18, 0x4c], &[0x50]]);
    let judgement = judge(&table(), &machine, &lines, &|_, _| true);
    assert_eq!(kinds(&judgement), []);
    assert_eq!(judgement.exceptions[&Exception::Recursion], 1);
}

#[test]
fn a_row_that_begins_no_statement_is_a_place_to_stop_for_lldb_only() {
    let mut table = table();
    table.rows.insert(7, TableRow { address: 0x4a, line: Some(11), is_statement: false });
    let stops: [&[u64]; 5] = [&[0x44], &[0x48], &[0x4a], &[0x50], &[0x54]];
    let lines = trace(LevelStep::Over, &stops);
    for (dialect, expected) in [(Dialect::Gdb, 1), (Dialect::Lldb, 0)] {
        let exceptions = Exception::of(dialect);
        let rules = LevelRules { is_certain: &|_, _| true, exceptions: &exceptions };
        let judgement = crate::judge(&table, &machine(), &lines, &rules);
        assert_eq!(judgement.contradictions.len(), expected);
    }
}

#[test]
fn an_instruction_of_two_lines_may_be_on_either() {
    let mut table = table();
    table.rows.insert(8, TableRow { address: 0x50, line: Some(11), is_statement: false });
    let lines = trace(LevelStep::Over, &[&[0x44], &[0x48], &[0x52], &[0x54]]);
    let judgement = judge(&table, &machine(), &lines, &|_, _| true);
    assert_eq!(kinds(&judgement), []);
    assert_eq!(judgement.exceptions[&Exception::SeveralLines], 1);
}
