//! Whether verdicts name the side that really lied, counted by relation.

use super::excerpt::FindingExcerpt;
use crate::display::printable;
use crate::table::layout;
use debunk_results::Finding;
use debunk_testimony::Liar;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Whether verdicts named the side that really lied.
#[derive(Default)]
pub(super) struct Verdicts {
    right: u64,
    undecided: Vec<FindingExcerpt>,
    wrong: Vec<FindingExcerpt>,
}

impl Verdicts {
    /// Counts the verdict of a finding; `liars` are the sides that lied up to the contradiction. One that
    /// lied later only is rightly blamed, too: the proof may be in all that it said.
    pub fn hear(&mut self, finding: &Finding, liars: &[Liar], lies_later: &dyn Fn(Liar) -> bool) {
        let named = match finding.verdict.liar {
            Liar::Undecided => {
                self.undecided.push(FindingExcerpt::new(finding));
                return;
            }
            Liar::Both => vec![Liar::First, Liar::Second],
            liar => vec![liar],
        };
        if named.iter().all(|liar| liars.contains(liar) || lies_later(*liar)) {
            self.right += 1;
        } else {
            self.wrong.push(FindingExcerpt::new(finding));
        }
    }

    /// How many were right, undecided and wrong.
    pub fn counts(&self) -> [u64; 3] {
        [self.right, self.undecided.len() as u64, self.wrong.len() as u64]
    }

    /// The counts in a cell of a table.
    pub fn cell(&self) -> String {
        self.counts().map(|count| count.to_string()).join("/")
    }

    /// Those that named the wrong side.
    pub fn wrong(&self) -> &[FindingExcerpt] {
        &self.wrong
    }

    /// Everything as JSON.
    pub fn json(&self) -> Value {
        let excerpt = |findings: &[FindingExcerpt]| {
            findings.iter().map(FindingExcerpt::json).collect::<Vec<_>>()
        };
        json!({
            "right": self.right,
            "undecided": excerpt(&self.undecided),
            "wrong": excerpt(&self.wrong),
        })
    }
}

/// Verdicts by relation.
#[derive(Default)]
pub(super) struct VerdictTable {
    by_relation: BTreeMap<String, Verdicts>,
    /// Findings for which it is unknown who lied.
    pub without_truth: u64,
}

impl VerdictTable {
    /// Counts the verdict of a finding; `liars` are the sides that really lied up to the contradiction,
    /// none if unknown.
    pub fn hear(&mut self, finding: &Finding, liars: &[Liar], lies_later: &dyn Fn(Liar) -> bool) {
        if liars.is_empty() {
            self.without_truth += 1;
            return;
        }
        self.by_relation
            .entry(finding.relation.clone())
            .or_default()
            .hear(finding, liars, lies_later);
    }

    /// How many were right, undecided and wrong in all.
    pub fn counts(&self) -> [u64; 3] {
        let mut sums = [0; 3];
        for verdicts in self.by_relation.values() {
            for (sum, count) in sums.iter_mut().zip(verdicts.counts()) {
                *sum += count;
            }
        }
        sums
    }

    /// Whether no verdict blames an honest session.
    pub fn is_just(&self) -> bool {
        self.counts()[2] == 0
    }

    /// One row per relation, then the wrong verdicts.
    pub fn text(&self) -> String {
        let row = |name: &str, counts: [u64; 3]| {
            let mut cells = vec![name.to_owned()];
            cells.extend(counts.map(|count| count.to_string()));
            cells
        };
        let mut table =
            vec![["relation", "right", "undecided", "wrong"].map(str::to_owned).to_vec()];
        table.extend(self.by_relation.iter().map(|(name, it)| row(name, it.counts())));
        table.push(row("all", self.counts()));
        let mut text = layout(&table);
        for verdicts in self.by_relation.values() {
            for (word, list) in [("wrong", &verdicts.wrong), ("undecided", &verdicts.undecided)] {
                for excerpt in list {
                    let (class, detail) = (&excerpt.class, printable(&excerpt.detail));
                    let _ = writeln!(text, "    {word}: test {}, {class}: {detail}", excerpt.test);
                }
            }
        }
        let _ = writeln!(text, "\n{} further findings without a known truth", self.without_truth);
        text
    }

    /// Everything as JSON.
    pub fn json(&self) -> Value {
        let [right, undecided, wrong] = self.counts();
        let relations: BTreeMap<&str, Value> =
            self.by_relation.iter().map(|(name, it)| (name.as_str(), it.json())).collect();
        json!({
            "right": right,
            "undecided": undecided,
            "wrong": wrong,
            "without_truth": self.without_truth,
            "relations": relations,
        })
    }
}
