//! A finding or a difference as a report shows it.

use crate::align::{self, Row};
use crate::escape::shell;
use crate::side::{SideView, marks};
use debunk_model::{Granularity, Location, Observation, SourceMap, Trace};
use debunk_results::files::{FOLLOW_UP, INITIAL, PROGRAM, REDUCED_FOLDER};
use debunk_results::{DifferenceReport, Discovery as _, Finding, Kept, Results, wording};
use debunk_testimony::{Liar, Verdict, WitnessRecord};
use serde::Serialize;

/// What a list shows of an item.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Head {
    /// The name of its folder.
    pub id: String,
    /// Its folder, relative to the results.
    pub folder: String,
    /// The number of its test or run.
    pub number: u64,
    /// The relation, or the type of difference.
    pub group: String,
    /// The class.
    pub class: String,
    /// The program's name.
    pub program: String,
    /// The contradiction in words.
    pub sentence: String,
    /// The sentences that prove who is wrong.
    pub proof: Vec<String>,
    /// Whether it is proven.
    pub proven: bool,
    /// Who is wrong, in a few words.
    pub verdict: String,
}

/// Everything else, which is needed only when the item is opened.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Body {
    /// Who is wrong, in a sentence.
    pub verdict: String,
    /// Which side is wrong: `left`, `right`, `both` or nothing.
    pub wrong: &'static str,
    /// What was changed, and facts about the test, with their names.
    pub facts: Vec<(&'static str, String)>,
    /// The sessions.
    pub sides: Vec<SideView>,
    /// The steps side by side.
    pub rows: Vec<Row>,
    /// The row that shows the contradiction.
    pub divergence: Option<usize>,
    /// A variable that was renamed, the new and the old name.
    pub renamed: Option<(String, String)>,
    /// A variable that only the second session has.
    pub added: Option<String>,
    /// The command that reruns it.
    pub replay: String,
    /// The report in Markdown.
    pub markdown: String,
}

/// A finding or a difference, ready to show.
#[derive(Clone, Debug)]
pub struct Item {
    pub(crate) head: Head,
    pub(crate) body: Body,
    pub(crate) reproduction: Option<String>,
    /// The file and the place of the contradiction.
    pub(crate) place: (String, Location),
    /// How finely the place is known.
    pub(crate) granularity: Granularity,
}

impl Item {
    /// All items of a result folder: the proven ones first, class by class, in the order of tests.
    pub fn all(results: &Results) -> Vec<Self> {
        let mut items: Vec<Self> = results
            .findings
            .iter()
            .map(|kept| finding(kept, &results.folder))
            .chain(results.differences.iter().map(|kept| difference(kept, &results.folder)))
            .collect();
        items.sort_by(|one, other| {
            let key = |item: &Self| (!item.head.proven, item.head.class.clone(), item.head.number);
            key(one).cmp(&key(other))
        });
        items
    }

    /// Whether it is proven who is wrong.
    pub fn is_proven(&self) -> bool {
        self.head.proven
    }
}

fn id(folder: &str) -> String {
    let whole = folder.strip_suffix(REDUCED_FOLDER).map_or(folder, |it| it.trim_end_matches('/'));
    whole.rsplit('/').next().unwrap_or(whole).to_owned()
}

fn replay(results: &str, folder: &str) -> String {
    format!("debunk replay {}", shell(&format!("{}/{folder}", results.trim_end_matches('/'))))
}

/// Where a session is at a step: the pause or breakpoint there, else the last one before it.
fn place_at(trace: &Trace, step: usize) -> Location {
    let steps = &trace.steps[..(step + 1).min(trace.steps.len())];
    let at = steps.iter().rev().find_map(|step| match &step.observation {
        Observation::Paused(pause) => pause.location(),
        Observation::BreakpointSet { at } => Some(*at),
        _ => None,
    });
    at.unwrap_or(Location::new(1, 0))
}

const fn wrong(verdict: &Verdict) -> &'static str {
    match verdict.liar {
        Liar::First => "left",
        Liar::Second => "right",
        Liar::Both => "both",
        Liar::Undecided => "",
    }
}

fn finding(kept: &Kept<Finding>, results: &str) -> Item {
    let Kept { folder, class, reduced_from, found, witness, markdown, reproduction } = kept;
    let violation = &found.violation;
    let is_alone = found.follow_up.is_none();
    let file = |name: &str| format!("{folder}/{name}.{}", found.initial.program.extension());
    let (initial, follow_up) = excerpts(witness.as_ref());
    let mut facts = vec![("Relation", relation(&found.relation))];
    let edits = found.transformation.as_ref().map_or(&[][..], |change| &change.edits);
    if let Some(change) = &found.transformation {
        facts.push(("Change", change.note.clone()));
    }
    if !found.history.is_empty() {
        facts.push(("Changes before", found.history.join("; ")));
    }
    facts.push((
        "Found",
        format!("test {} of seed {}, round {}", found.test, found.seed, found.round),
    ));
    facts.push(("Debugger", found.debugger.to_string()));
    facts.push(("Program", found.initial.program.name.clone()));
    facts.push(("Class", class.clone()));
    facts.extend(reduced_from.clone().map(|whole| ("Reduced from", whole)));
    let (sides, alignment) = match &found.follow_up {
        None => {
            let side = &found.initial;
            let view = SideView::new(
                "Session",
                file(INITIAL),
                &side.program,
                &side.trace,
                Vec::new(),
                initial,
            );
            (vec![view], align::alone(&side.trace, violation.step))
        }
        Some(second) => {
            let first = &found.initial;
            let (removed, inserted) = marks(&first.program, &second.program, edits);
            let map = SourceMap::apply(&first.program.text, edits.to_vec())
                .unwrap_or_else(|_| SourceMap::identity(&first.program.text));
            let map = found.granularity().map(map);
            let (step, expected) = (violation.step, violation.expected_step);
            let alignment = align::align(&first.trace, &second.trace, &map, expected, step);
            let view = |title, name, side: &debunk_results::Side, marks, excerpt| {
                SideView::new(title, file(name), &side.program, &side.trace, marks, excerpt)
            };
            let first = view("First session", INITIAL, first, removed, initial);
            let second = view("Second session", FOLLOW_UP, second, inserted, follow_up);
            (vec![first, second], alignment)
        }
    };
    let rules = found.transformation.as_ref().map(|change| &change.rules);
    let words = wording(found);
    // The session that is wrong, or else the one that shows the contradiction.
    let (name, side, step) = match (&words.first, &words.second, &found.follow_up) {
        (_, Some(mark), Some(second)) => (FOLLOW_UP, second, mark.step),
        (Some(mark), ..) => (INITIAL, &found.initial, mark.step),
        _ => (if is_alone { INITIAL } else { FOLLOW_UP }, found.showing(), violation.step),
    };
    Item {
        place: (file(name), place_at(&side.trace, step)),
        granularity: found.granularity(),
        head: Head {
            id: id(folder),
            folder: folder.clone(),
            number: found.test,
            group: found.relation.clone(),
            class: class.clone(),
            program: found.initial.program.name.clone(),
            sentence: words.headline,
            proof: words.proof,
            proven: found.verdict.is_proven(),
            verdict: words.badge.to_owned(),
        },
        body: Body {
            verdict: words.verdict.to_owned(),
            wrong: wrong(&found.verdict),
            facts,
            sides,
            rows: alignment.rows,
            divergence: alignment.divergence,
            renamed: rules.and_then(|rules| rules.renamed.clone()),
            added: rules.and_then(|rules| rules.added_variable.clone()),
            replay: replay(results, folder),
            markdown: markdown.clone(),
        },
        reproduction: reproduction.clone(),
    }
}

/// A relation with its description.
fn relation(name: &str) -> String {
    match debunk_relations::by_name(name) {
        Some(relation) => format!("{name}: {}", relation.summary()),
        None => format!("{name}: an answer that is wrong by itself"),
    }
}

fn excerpts(
    witness: Option<&WitnessRecord>,
) -> (Option<&debunk_testimony::Excerpt>, Option<&debunk_testimony::Excerpt>) {
    witness.map_or((None, None), |record| (record.first.as_ref(), record.second.as_ref()))
}

fn difference(kept: &Kept<DifferenceReport>, results: &str) -> Item {
    let Kept { folder, class, reduced_from, found, witness, markdown, reproduction } = kept;
    let (a, b) = found.names();
    let file = format!("{folder}/{PROGRAM}.{}", found.program.extension());
    let map = SourceMap::identity(&found.program.text);
    let count = found.trace_a.steps.len().min(found.trace_b.steps.len());
    let last = count.saturating_sub(1);
    let alignment = align::align(&found.trace_a, &found.trace_b, &map, Some(last), last);
    let (initial, follow_up) = excerpts(witness.as_ref());
    let view = |title: &str, trace, excerpt| {
        SideView::new(title, file.clone(), &found.program, trace, Vec::new(), excerpt)
    };
    let is_b = found.verdict.liar == Liar::Second;
    let (near, far) = (found.difference.a_at, found.difference.b_at);
    let at = if is_b { far.or(near) } else { near.or(far) };
    Item {
        place: (file.clone(), at.unwrap_or_else(|| place_at(&found.trace_a, last))),
        granularity: Granularity::usual(found.program.language),
        head: Head {
            id: id(folder),
            folder: folder.clone(),
            number: found.run,
            group: found.class.kind.name().to_owned(),
            class: class.clone(),
            program: found.program.name.clone(),
            sentence: found.sentence(),
            proof: found.verdict.proof.clone(),
            proven: found.verdict.is_proven(),
            verdict: match found.verdict.liar {
                Liar::Undecided => "not proven".to_owned(),
                _ => found.verdict_text(),
            },
        },
        body: Body {
            verdict: found.verdict_text(),
            wrong: wrong(&found.verdict),
            facts: [
                ("Found", format!("run {} of seed {}", found.run, found.seed)),
                ("First", found.a.to_string()),
                ("Second", found.b.to_string()),
                ("Program", found.program.name.clone()),
                ("Class", class.clone()),
            ]
            .into_iter()
            .chain(reduced_from.clone().map(|whole| ("Reduced from", whole)))
            .collect(),
            sides: vec![view(&a, &found.trace_a, initial), view(&b, &found.trace_b, follow_up)],
            rows: alignment.rows,
            divergence: alignment.divergence,
            renamed: None,
            added: None,
            replay: replay(results, folder),
            markdown: markdown.clone(),
        },
        reproduction: reproduction.clone(),
    }
}
