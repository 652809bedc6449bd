//! The tables and the figure of an evaluation, beside the published ones.

use crate::evaluate::{EvaluationOptions, SubjectEvaluation, planted};
use crate::measure::{EvaluationSummary, MutantMeasure, SearchEnding, summarise};
use crate::subjects::SubjectProgram;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The published figures over all programs. Those of single programs are not available.
pub const PUBLISHED: PublishedFigures =
    PublishedFigures { faulty: 2330, success: 0.884, distance: 1.68, exact: 0.36, seconds: 65.8 };

const TIME_COLUMN: &str = "s each";

/// Larger distances share a bar.
const LAST_BAR: usize = 10;

/// Figures of the publication.
#[derive(Clone, Copy, Debug)]
pub struct PublishedFigures {
    /// Faulty programs.
    pub faulty: usize,
    /// The share with a report.
    pub success: f64,
    /// The average branch distance.
    pub distance: f64,
    /// The share of exact reports.
    pub exact: f64,
    /// Seconds for each.
    pub seconds: f64,
}

/// The first table: the programs.
pub fn programs(
    subjects: &[SubjectProgram],
    setting: &EvaluationOptions,
    evaluation: &SubjectEvaluation,
) -> Vec<Vec<String>> {
    let mut rows = vec![words(&["program", "lines", "relations", "mutants", "noticed"])];
    for subject in subjects {
        let text = subject.sources.entry_text();
        let program = text.split("export const relations").next().unwrap_or("");
        let lines = program.lines().filter(|line| is_code(line)).count();
        let relations = text.matches("T: ").count();
        let of = evaluation.measures.iter().filter(|it| it.subject == subject.number);
        let summary = summarise(of);
        let mutants = planted(subject, setting).len();
        rows.push(vec![
            subject.name.clone(),
            lines.to_string(),
            relations.to_string(),
            mutants.to_string(),
            summary.killed.to_string(),
        ]);
    }
    rows
}

fn is_code(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with("//")
}

/// The head of a table with averages, whose first column has a name.
pub fn header(first: &str) -> Vec<String> {
    let mut names = words(&[first]);
    names.extend(words(&[
        "noticed",
        "success",
        "never",
        "distance",
        "exact",
        "in three",
        "inside",
        "between",
        "adjacent",
        "all between",
    ]));
    names.push(TIME_COLUMN.to_owned());
    names
}

/// A table without the times, which always differ.
pub fn without_times(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let has_times = rows.first().and_then(|row| row.last()).is_some_and(|it| it == TIME_COLUMN);
    let kept = |row: &Vec<String>| row[..row.len() - usize::from(has_times)].to_vec();
    rows.iter().map(kept).collect()
}

/// The order of candidates was tuned on this many mutants of each program, those that the default
/// seed picks; the others were not used for it.
const CHOSEN_ON: usize = 30;

/// The second table: how well faults are located.
pub fn results(subjects: &[SubjectProgram], evaluation: &SubjectEvaluation) -> Vec<Vec<String>> {
    let mut rows = vec![header("program")];
    for subject in subjects {
        let of = evaluation.measures.iter().filter(|it| it.subject == subject.number);
        rows.push(row(&subject.name, &summarise(of)));
    }
    let all = summarise(&evaluation.measures);
    rows.push(row("all", &all));
    let mut by_statement = row("all, one branch for each statement", &all);
    by_statement[4] = format!("{:.2}", all.distance_by_statement);
    by_statement[5] = percent(all.exact_share_by_statement());
    by_statement[6..].fill(String::new());
    rows.push(by_statement);
    let looked_at = EvaluationOptions { per_subject: CHOSEN_ON, ..EvaluationOptions::default() };
    let chosen: BTreeSet<(usize, usize)> = subjects
        .iter()
        .flat_map(|it| planted(it, &looked_at).into_iter().map(|(number, _)| (it.number, number)))
        .collect();
    let is_chosen = |it: &&MutantMeasure| chosen.contains(&(it.subject, it.number));
    let of =
        |wanted: bool| summarise(evaluation.measures.iter().filter(|it| is_chosen(it) == wanted));
    rows.push(row("mutants that the order was chosen on", &of(true)));
    rows.push(row("the other mutants", &of(false)));
    rows.push(vec![
        "published".to_owned(),
        PUBLISHED.faulty.to_string(),
        percent(PUBLISHED.success),
        String::new(),
        format!("{:.2}", PUBLISHED.distance),
        percent(PUBLISHED.exact),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        format!("{:.2}", PUBLISHED.seconds),
    ]);
    rows
}

/// One row of the second table.
pub fn row(name: &str, summary: &EvaluationSummary) -> Vec<String> {
    vec![
        name.to_owned(),
        summary.killed.to_string(),
        percent(summary.success()),
        summary.never.to_string(),
        format!("{:.2}", summary.distance),
        percent(summary.exact_share()),
        percent(summary.three_share()),
        percent(summary.inside_share()),
        format!("{:.2}", summary.between),
        percent(summary.adjacent_share()),
        format!("{:.2}", summary.all_between),
        format!("{:.2}", summary.seconds),
    ]
}

/// The third table: which kinds of faults are located.
pub fn operators(evaluation: &SubjectEvaluation) -> Vec<Vec<String>> {
    let mut groups: BTreeMap<&str, Vec<&MutantMeasure>> = BTreeMap::new();
    for measure in &evaluation.measures {
        groups.entry(measure.operator).or_default().push(measure);
    }
    let mut rows = vec![header("fault")];
    rows.extend(groups.into_iter().map(|(name, of)| row(name, &summarise(of))));
    rows
}

/// How many reports have which distance; the last count includes all larger ones.
pub fn distances(evaluation: &SubjectEvaluation) -> Vec<(String, usize)> {
    let mut counts = vec![0; LAST_BAR + 1];
    for first in evaluation.measures.iter().filter_map(|measure| measure.distances.first()) {
        counts[first.published.min(LAST_BAR)] += 1;
    }
    let name = |place| if place < LAST_BAR { format!("{place}") } else { format!("{place}+") };
    counts.into_iter().enumerate().map(|(place, count)| (name(place), count)).collect()
}

/// One mutant as JSON, without times.
pub fn as_json(measure: &MutantMeasure, subjects: &[SubjectProgram]) -> Value {
    let subject = subjects.iter().find(|it| it.number == measure.subject);
    json!({
        "program": subject.map(|it| it.name.clone()),
        "number": measure.number,
        "operator": measure.operator,
        "line": measure.line,
        "before": measure.before,
        "after": measure.after,
        "conclusion": format!("{:?}", measure.conclusion),
        "never_passes": measure.never_passes,
        "critical_line": measure.critical,
        "published": measure.distances.iter().map(|it| it.published).collect::<Vec<_>>(),
        "by_statement": measure.distances.iter().map(|it| it.by_statement).collect::<Vec<_>>(),
        "distances": measure.distances.iter().map(|it| it.between).collect::<Vec<_>>(),
        "all_distances": measure.distances.iter().map(|it| it.all_between).collect::<Vec<_>>(),
        "inside": measure.distances.first().map(|it| it.is_inside),
        "searches": measure.searches,
        "partings": measure.partings.iter().map(ending_json).collect::<Vec<_>>(),
    })
}

fn ending_json(ending: &SearchEnding) -> Value {
    json!({
        "site": ending.critical.site,
        "suffix": ending.critical.suffix,
        "length": ending.critical.length,
        "turned": ending.critical.is_exact,
        "suspiciousness": (ending.suspiciousness * 1000.0).round() / 1000.0,
        "published": ending.distance.published,
        "distance": ending.distance.between,
        "all": ending.distance.all_between,
    })
}

/// A table in Markdown.
pub fn markdown(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        text.push_str(&format!("| {} |\n", row.join(" | ")));
        if number == 0 {
            text.push_str(&format!("|{}\n", "---|".repeat(row.len())));
        }
    }
    text
}

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
