//! What an expression is worth in a program, found out without a debugger: it is inserted into the program.

use crate::run::{WitnessResult, witness_against};
use debunk_languages::analyse;
use debunk_model::{Edit, Outcome, Program, SourceMap, Words};
use debunk_session::PlainRunner;
use debunk_testimony::{Log, UndecidedExpression, same_run};
use std::collections::BTreeMap;

/// The beginning of the name of the variable that is inserted.
const STEM: &str = "inserted";

/// What an expression is worth each time that a statement begins, by the entries of the program's log.
///
/// A copy of the program assigns the expression to a new variable just before the statement, and is
/// watched like any program. `None` if the copy cannot be run, or does not do what the program does: then
/// evaluating the expression has an effect, or fails.
pub fn insert_expression(
    runner: &mut dyn PlainRunner,
    program: &Program,
    plain: &Outcome,
    log: &Log,
    asked: &UndecidedExpression,
) -> Option<BTreeMap<usize, String>> {
    let offset = log.statements.get(asked.statement)?.span.start;
    let sites = analyse(program).ok()?;
    let mut insertions = sites.insertions.iter();
    insertions.find(|it| it.offset == offset && it.starts_line && !it.opens_finally)?;
    let name = (0..)
        .map(|number| format!("{STEM}{number}"))
        .find(|name| !program.text.contains(name.as_str()))?;
    let before = &program.text[..offset as usize];
    let indentation = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let declaration = Words::of(program.language).declaration(&name, &asked.expression);
    let edit = Edit::insert(offset, format!("{declaration}\n{indentation}"));
    let map = SourceMap::apply(&program.text, vec![edit]).ok()?;
    let changed = program.with_text(map.new_text().clone());
    let WitnessResult::Neutral(other) = witness_against(runner, &changed, plain) else {
        return None;
    };
    if log.truncated || other.truncated || same_run(log, &other, &map).is_err() {
        return None;
    }
    let start = map.forward(log.statements[asked.statement].start)?;
    let kind = log.statements[asked.statement].kind;
    let mut statements = other.statements.iter();
    let statement = statements.position(|it| it.start == start && it.kind == kind)?;
    let (runs, others) = (log.runs_of(asked.statement), other.runs_of(statement));
    if runs.len() != others.len() {
        return None;
    }
    let value = |entry: usize| other.value_at(entry, &name).map(str::to_owned);
    let values = runs.into_iter().zip(others);
    Some(values.filter_map(|(entry, other)| Some((entry, value(other)?))).collect())
}
