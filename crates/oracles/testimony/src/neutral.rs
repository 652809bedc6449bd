//! Whether two programs run in the same way, if one was made from the other.

use crate::log::{Log, UNKNOWN, agrees};
use crate::values::is_plain;
use debunk_model::{Location, SourceMap, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

type Point = (Location, StatementKind);

/// Whether the remaining parts of the first program run in the second in the same order, at the
/// same depths and with the same values. Inserted parts may run too.
///
/// # Errors
/// The first difference.
pub fn same_run(before: &Log, after: &Log, map: &SourceMap) -> Result<(), String> {
    if before.truncated || after.truncated {
        return Ok(());
    }
    let images: BTreeMap<usize, Point> = before
        .statements
        .iter()
        .enumerate()
        .filter_map(|(index, statement)| {
            Some((index, (map.forward(statement.start)?, statement.kind)))
        })
        .collect();
    let known: BTreeSet<(u32, u32, usize)> =
        images.values().map(|(at, kind)| (at.line, at.column, *kind as usize)).collect();
    let first = (0..before.entries.len()).filter_map(|index| {
        let entry = &before.entries[index];
        Some((index, *images.get(&entry.statement)?))
    });
    let second = (0..after.entries.len()).filter_map(|index| {
        let statement = &after.statements[after.entries[index].statement];
        let at = statement.start;
        let is_known = known.contains(&(at.line, at.column, statement.kind as usize));
        is_known.then_some((index, (at, statement.kind)))
    });
    let (mut first, mut second) = (first, second);
    loop {
        match (first.next(), second.next()) {
            (None, None) => return Ok(()),
            (Some((left, point)), Some((right, other))) if point == other => {
                same_values(before, left, after, right)?;
            }
            (Some((_, (at, _))), None) => return Err(format!("{at} no longer runs")),
            (None, Some((_, (at, _)))) => return Err(format!("{at} runs once more")),
            (Some((_, (expected, _))), Some((_, (found, _)))) => {
                return Err(format!("{found} runs where {expected} ran before"));
            }
        }
    }
}

/// Whether two entries are at the same depth and show the same plain values.
fn same_values(before: &Log, left: usize, after: &Log, right: usize) -> Result<(), String> {
    let (entry, other) = (&before.entries[left], &after.entries[right]);
    let at = after.statements[other.statement].start;
    if entry.depth != other.depth {
        return Err(format!("{at} runs in {} calls, not in {}", other.depth, entry.depth));
    }
    let values: BTreeMap<&str, &str> = after.values_at(right).into_iter().collect();
    for (name, value) in before.values_at(left) {
        let Some(found) = values.get(name) else { continue };
        let is_logged = is_plain(value) && is_plain(found) && *found != UNKNOWN;
        if is_logged && agrees(value, found) == Some(false) {
            return Err(format!("at {at} {name} is {found}, not {value}"));
        }
    }
    Ok(())
}
