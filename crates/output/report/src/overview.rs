//! The numbers at the top of a report: tiles, tables and charts.

use crate::Item;
use debunk_base::visible;
use debunk_figures::{Figure, Lines, Ranking, Scale, StackedBars, Surface};
use debunk_results::{
    CampaignSummary, ComparisonSummary, Execution, ProgramSkip, Results, RuleUse,
};
use std::collections::{BTreeMap, BTreeSet};

/// One number with its name and an explanation.
pub(crate) struct Tile {
    pub label: &'static str,
    pub value: String,
    pub note: String,
}

/// A table that is shown on demand.
pub(crate) struct Table {
    pub title: String,
    pub head: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

/// A chart with its title.
pub(crate) struct Chart {
    pub title: String,
    pub svg: String,
}

/// What the top of a report shows.
pub(crate) struct Overview {
    /// The debuggers.
    pub title: String,
    /// Their engines, the seed, whether it is complete and why not.
    pub lines: Vec<String>,
    pub tiles: Vec<Tile>,
    pub charts: Vec<Chart>,
    pub tables: Vec<Table>,
    /// Findings by class, including those without a folder.
    pub classes: BTreeMap<String, u64>,
}

const RANKED_MAX: usize = 14;

/// A number as people write it.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

fn tile(label: &'static str, value: u64, note: impl Into<String>) -> Tile {
    Tile { label, value: grouped(value), note: note.into() }
}

fn per_thousand(part: u64, of: u64) -> String {
    if of == 0 { String::new() } else { format!("{:.1} in 1000", part as f64 * 1000.0 / of as f64) }
}

fn share(part: u64, of: u64) -> String {
    if of == 0 { String::new() } else { format!("{:.0} %", part as f64 * 100.0 / of as f64) }
}

fn proven(items: &[Item]) -> Tile {
    let count = items.iter().filter(|item| item.is_proven()).count() as u64;
    let all = items.len() as u64;
    let note = if all == 0 {
        String::new()
    } else {
        format!("{} of {} shown", share(count, all), grouped(all))
    };
    tile("Proven", count, note)
}

fn short(info: &debunk_session::DebuggerInfo) -> String {
    format!("{} {}", info.product, info.version)
}

/// Makes the overview of some results.
pub(crate) fn overview(results: &Results, items: &[Item]) -> Overview {
    let mut overview = match (&results.campaign, &results.comparison) {
        (Some(summary), _) => of_campaign(results.title(), summary, items),
        (None, Some(summary)) => of_comparison(results.title(), summary, items),
        (None, None) => unfinished(results, items),
    };
    let execution = results.execution();
    overview.lines.push(match execution.problem() {
        Some(problem) => format!("incomplete: {}", visible(&problem)),
        None => "complete".to_owned(),
    });
    overview.tables.extend(skipped_tests(&execution));
    if !results.unreadable.is_empty() {
        let rows = results.unreadable.iter();
        overview.tables.push(Table {
            title: format!("{} folders could not be read", results.unreadable.len()),
            head: vec!["folder", "reason"],
            rows: rows.map(|it| vec![it.folder.clone(), it.reason.clone()]).collect(),
        });
    }
    if !items.is_empty() || !results.course.is_empty() {
        overview.charts.extend(course(results, items));
    }
    overview
}

/// Without a summary only findings with a folder are known.
fn unfinished(results: &Results, items: &[Item]) -> Overview {
    let mut classes: BTreeMap<String, u64> = BTreeMap::new();
    let mut groups: BTreeMap<String, u64> = BTreeMap::new();
    for item in items {
        *classes.entry(item.head.class.clone()).or_default() += 1;
        *groups.entry(item.head.group.clone()).or_default() += 1;
    }
    Overview {
        title: results.title(),
        lines: Vec::new(),
        tiles: vec![
            tile("Findings", items.len() as u64, ""),
            proven(items),
            tile("Classes", classes.len() as u64, ""),
        ],
        charts: ranking("Findings by relation", &groups).into_iter().collect(),
        tables: Vec::new(),
        classes,
    }
}

fn engine(info: &debunk_session::DebuggerInfo) -> String {
    info.engine.as_ref().map_or_else(|| short(info), ToString::to_string)
}

fn of_campaign(title: String, summary: &CampaignSummary, items: &[Item]) -> Overview {
    let CampaignSummary { debugger, seed, programs, tally, ending, .. } = summary;
    let found = tally.relations.iter().map(|(name, count)| (name.clone(), count.found)).collect();
    let mut charts: Vec<Chart> = ranking("Findings by relation", &found).into_iter().collect();
    if tally.findings > 0 {
        charts.push(by_round(&tally.rounds));
    }
    let guards = tally.not_reproduced + tally.not_neutral;
    let mut tables = vec![Table {
        title: "Relations".to_owned(),
        head: vec!["relation", "applied", "inapplicable", "given up", "findings"],
        rows: tally
            .relations
            .iter()
            .map(|(name, count)| {
                let numbers = [count.applied, count.inapplicable, count.gave_up, count.found];
                std::iter::once(name.clone()).chain(numbers.map(grouped)).collect()
            })
            .collect(),
    }];
    tables.push(Table {
        title: format!("Guards stopped {}", grouped(guards)),
        head: vec!["guard", "violations"],
        rows: vec![
            vec!["did not come again in a fresh process".to_owned(), grouped(tally.not_reproduced)],
            vec!["came from a change that was not neutral".to_owned(), grouped(tally.not_neutral)],
        ],
    });
    if !tally.give_ups.is_empty() {
        let sum = tally.give_ups.values().sum();
        let rows = tally.give_ups.iter();
        tables.push(Table {
            title: format!("Given up {}", grouped(sum)),
            head: vec!["reason", "follow-ups"],
            rows: rows.map(|(reason, count)| vec![reason.clone(), grouped(*count)]).collect(),
        });
    }
    if !tally.by_design.is_empty() {
        let rows = tally.by_design.iter();
        tables.push(Table {
            title: format!("By design {}", grouped(tally.by_design.values().sum())),
            head: vec!["quirk", "answers accepted"],
            rows: rows.map(|(quirk, count)| vec![quirk.clone(), grouped(*count)]).collect(),
        });
    }
    tables.extend(skipped(&ending.skips));
    Overview {
        title,
        lines: vec![engine(debugger), format!("seed {seed}")],
        tiles: vec![
            tile("Findings", tally.findings, per_thousand(tally.findings, tally.tests) + " tests"),
            proven(items),
            tile("Classes", tally.classes.len() as u64, "kinds of contradiction"),
            tile("Tests", tally.tests, format!("{} could not be run", grouped(tally.skipped))),
            tile("Sessions", tally.sessions, format!("{} actions", grouped(tally.actions))),
            tile("Programs", *programs as u64, format!("{} skipped", ending.skips.len())),
            tile("Guards", guards, "violations stopped"),
        ],
        charts,
        tables,
        classes: tally.classes.clone(),
    }
}

fn skipped(skips: &[ProgramSkip]) -> Option<Table> {
    (!skips.is_empty()).then(|| Table {
        title: format!("Skipped {} programs", skips.len()),
        head: vec!["program", "reason"],
        rows: skips.iter().map(|skip| vec![skip.name.clone(), skip.reason.clone()]).collect(),
    })
}

/// The tests that could not be run, by reason.
fn skipped_tests(execution: &Execution) -> Option<Table> {
    (!execution.skipped.is_empty()).then(|| Table {
        title: format!("{} {} could not be run", execution.skipped.len(), execution.unit),
        head: vec!["reason", "how many", "for example"],
        rows: execution
            .reasons()
            .into_iter()
            .map(|(reason, count, first)| {
                vec![
                    reason.to_owned(),
                    grouped(count),
                    format!("{} on {}", first.number, first.program),
                ]
            })
            .collect(),
    })
}

fn of_comparison(title: String, summary: &ComparisonSummary, items: &[Item]) -> Overview {
    let ComparisonSummary { a, b, seed, programs, tally, rules, ending, .. } = summary;
    let counts = &tally.counts;
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for (class, count) in &tally.classes {
        let kind = class.split('/').next().unwrap_or(class);
        *kinds.entry(kind.to_owned()).or_default() += count;
    }
    let mut tables: Vec<Table> = Vec::new();
    tables.extend(accepted("Accepted by design", &rules.by_design));
    tables.extend(accepted("Accepted as known bugs", &rules.known_bugs));
    tables.extend(skipped(&ending.skips));
    Overview {
        title,
        lines: vec![engine(a), engine(b), format!("seed {seed}")],
        tiles: vec![
            tile(
                "Differences",
                counts.different,
                share(counts.different, counts.runs) + " of the runs",
            ),
            proven(items),
            tile("Classes", tally.classes.len() as u64, "kinds of difference"),
            tile("Runs", counts.runs, format!("{} could not be run", grouped(counts.skipped))),
            tile("Same", counts.same, share(counts.same, counts.runs)),
            tile("Accepted", counts.accepted, "known by rules"),
            tile("Programs", *programs as u64, format!("{} skipped", ending.skips.len())),
            tile("Guards", counts.not_reproduced, "did not come again"),
        ],
        charts: ranking("Differences by type", &kinds).into_iter().collect(),
        tables,
        classes: tally.classes.clone(),
    }
}

/// A table of the rules that were used, with their reasons.
fn accepted(title: &str, rules: &[RuleUse]) -> Option<Table> {
    let row = |rule: &RuleUse| {
        let unit = if rule.in_runs { "runs" } else { "times" };
        let count = format!("{} {unit}", grouped(rule.count));
        let bug = rule.bug.as_ref().map_or_else(String::new, |bug| format!("{bug}: "));
        vec![visible(&rule.id), count, visible(&format!("{bug}{}", rule.why))]
    };
    (!rules.is_empty()).then(|| Table {
        title: title.to_owned(),
        head: vec!["rule", "used", "reason"],
        rows: rules.iter().map(row).collect(),
    })
}

fn ranking(title: &str, counts: &BTreeMap<String, u64>) -> Option<Chart> {
    let mut rows: Vec<(String, f64)> = counts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(name, count)| (visible(name), *count as f64))
        .collect();
    rows.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    rows.truncate(RANKED_MAX);
    (!rows.is_empty()).then(|| {
        let figure = Ranking { title: title.to_owned(), label: String::new(), rows };
        Chart { title: title.to_owned(), svg: figure.draw(Surface::Page) }
    })
}

fn by_round(rounds: &BTreeMap<u32, u64>) -> Chart {
    let last = rounds.keys().next_back().copied().unwrap_or(0);
    let count = |round| rounds.get(&round).copied().unwrap_or(0) as f64;
    let title = "Findings by round".to_owned();
    let figure = StackedBars {
        title: title.clone(),
        x_label: "transformations up to the finding".to_owned(),
        y_label: String::new(),
        places: (0..=last).map(|round| round.to_string()).collect(),
        series: vec![("findings".to_owned(), (0..=last).map(count).collect())],
    };
    Chart { title, svg: figure.draw(Surface::Page) }
}

/// How findings and classes add up over the tests.
fn course(results: &Results, items: &[Item]) -> Option<Chart> {
    let mut course = results.course.clone();
    if course.is_empty() {
        course = items.iter().map(|item| (item.head.number, item.head.class.clone())).collect();
        course.sort();
    }
    let (kind, what, all) = match (&results.campaign, &results.comparison) {
        (Some(summary), _) => ("Findings", "tests", summary.tally.tests),
        (None, Some(summary)) => ("Differences", "runs", summary.tally.counts.runs),
        (None, None) => ("Findings", "tests", course.last()?.0 + 1),
    };
    let (mut found, mut classes) = (vec![(0.0, 0.0)], vec![(0.0, 0.0)]);
    let mut seen = BTreeSet::new();
    for (index, (number, class)) in course.iter().enumerate() {
        let x = *number as f64 + 1.0;
        found.push((x, index as f64));
        found.push((x, index as f64 + 1.0));
        if seen.insert(class) {
            classes.push((x, seen.len() as f64 - 1.0));
            classes.push((x, seen.len() as f64));
        }
    }
    found.push((all as f64, course.len() as f64));
    classes.push((all as f64, seen.len() as f64));
    let title = format!("{kind} over {what}");
    let figure = Lines {
        title: title.clone(),
        x_label: what.to_owned(),
        y_label: String::new(),
        scale: Scale::Linear,
        series: vec![(kind.to_lowercase(), found), ("classes".to_owned(), classes)],
    };
    Some(Chart { title, svg: figure.draw(Surface::Page) })
}
