//! The numbers behind the figures of a comparison. Pure.

use crate::inspection::Inspection;
use debunk_model::Seed;
use debunk_results::{Judgement, Row, RowResult as _, RunResult};
use std::collections::{BTreeMap, BTreeSet};

/// How often sampling is repeated in another order, to get its mean.
const SHUFFLES: u64 = 200;

/// Runs that were completed, by number of actions and result; a result is `same`, `accepted` or
/// the type of the difference.
pub fn runs_by_actions(rows: &[Row<RunResult>]) -> (Vec<u64>, Vec<(String, Vec<f64>)>) {
    let mut counts: BTreeMap<String, BTreeMap<u64, f64>> = BTreeMap::new();
    for row in rows {
        let result = match (row.result, &row.class) {
            (RunResult::Different, Some(class)) => class.split('/').next().unwrap_or("").to_owned(),
            (RunResult::Same | RunResult::Accepted, _) => row.result.name().to_owned(),
            _ => continue,
        };
        *counts.entry(result).or_default().entry(row.actions).or_default() += 1.0;
    }
    let most = counts.values().filter_map(|by| by.keys().next_back()).max().copied().unwrap_or(0);
    let places: Vec<u64> = (1..=most).collect();
    // The good result first, so that it is at the bottom of every bar.
    let mut series: Vec<(String, Vec<f64>)> = counts
        .into_iter()
        .map(|(name, by)| {
            (name, places.iter().map(|place| by.get(place).copied().unwrap_or(0.0)).collect())
        })
        .collect();
    series.sort_by_key(|(name, _)| (name != "same", name != "accepted", name.clone()));
    (places, series)
}

/// The classes with the most differences, largest first.
pub fn largest_classes(rows: &[Row<RunResult>], count: usize) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for class in rows
        .iter()
        .filter(|row| row.result == RunResult::Different)
        .filter_map(|row| row.class.as_deref())
    {
        *counts.entry(class).or_default() += 1;
    }
    let mut sorted: Vec<(String, u64)> =
        counts.into_iter().map(|(class, count)| (class.to_owned(), count)).collect();
    sorted.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(&right.0)));
    sorted.truncate(count);
    sorted
}

/// Mean time of the runs of each program in milliseconds, shortest first.
pub fn time_per_program(rows: &[Row<RunResult>], times: &[(u64, u64)]) -> Vec<(String, f64)> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (run, micros) in times {
        if let Some(row) = rows.get(*run as usize) {
            let (sum, count) = sums.entry(row.program.as_str()).or_default();
            *sum += *micros as f64 / 1000.0;
            *count += 1.0;
        }
    }
    let mut means: Vec<(String, f64)> =
        sums.into_iter().map(|(program, (sum, count))| (program.to_owned(), sum / count)).collect();
    means.sort_by(|left, right| left.1.total_cmp(&right.1).then_with(|| left.0.cmp(&right.0)));
    means
}

/// How many different root causes a person has seen after inspecting a number of differences, taken
/// class by class or at random. A root cause is a mark with its note; differences of unmarked
/// classes are left out. `None` if nothing is marked.
pub fn root_causes(inspection: &Inspection) -> Option<[Vec<f64>; 2]> {
    let marks = inspection.marks();
    let mut by_class: BTreeMap<&str, Vec<&Judgement>> = BTreeMap::new();
    for row in inspection.rows().iter().filter(|row| row.result == RunResult::Different) {
        let Some(class) = row.class.as_deref() else { continue };
        if let Some(judgement) = marks.get(class) {
            by_class.entry(class).or_default().push(judgement);
        }
    }
    let classes: Vec<Vec<&Judgement>> = by_class.into_values().collect();
    let total: usize = classes.iter().map(Vec::len).sum();
    if total == 0 {
        return None;
    }
    let (mut by_class, mut uniform) = (vec![0.0; total + 1], vec![0.0; total + 1]);
    for shuffle in 0..SHUFFLES {
        let mut rng = Seed::new(1).split("sampling", shuffle).rng();
        let mut order: Vec<usize> = (0..classes.len()).collect();
        rng.shuffle(&mut order);
        let laps = classes.iter().map(Vec::len).max().unwrap_or(0);
        let robin: Vec<&Judgement> = (0..laps)
            .flat_map(|lap| order.iter().map(move |class| (*class, lap)))
            .filter_map(|(class, lap)| classes[class].get(lap).copied())
            .collect();
        let mut any: Vec<&Judgement> = classes.iter().flatten().copied().collect();
        rng.shuffle(&mut any);
        for (curve, sequence) in [(&mut by_class, robin), (&mut uniform, any)] {
            let mut seen = BTreeSet::new();
            for (index, judgement) in sequence.into_iter().enumerate() {
                seen.insert(judgement);
                curve[index + 1] += seen.len() as f64 / SHUFFLES as f64;
            }
        }
    }
    Some([by_class, uniform])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(program: &str, actions: u64, result: RunResult, class: Option<&str>) -> Row<RunResult> {
        Row { class: class.map(str::to_owned), ..Row::new(program, actions, result) }
    }

    #[test]
    fn runs_are_counted_by_actions_and_result() {
        let rows = [
            row("p", 2, RunResult::Same, None),
            row("p", 2, RunResult::Different, Some("variables/start/Program")),
            row("q", 3, RunResult::Different, Some("variables/start/Program")),
            row("q", 9, RunResult::Skipped, None),
        ];
        let (places, series) = runs_by_actions(&rows);
        assert_eq!(places, [1, 2, 3]);
        assert_eq!(
            series,
            [
                ("same".to_owned(), vec![0.0, 1.0, 0.0]),
                ("variables".to_owned(), vec![0.0, 1.0, 1.0])
            ]
        );
        assert_eq!(largest_classes(&rows, 5), [("variables/start/Program".to_owned(), 2)]);
    }

    #[test]
    fn times_are_means_by_program() {
        let rows = [
            row("p", 1, RunResult::Same, None),
            row("q", 1, RunResult::Same, None),
            row("p", 1, RunResult::Same, None),
        ];
        let times = [(0, 1_000), (1, 9_000), (2, 3_000)];
        let expected = [("p".to_owned(), 2.0), ("q".to_owned(), 9.0)];
        assert_eq!(time_per_program(&rows, &times), expected);
    }
}
