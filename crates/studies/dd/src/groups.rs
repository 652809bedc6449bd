//! Groups changes that belong together, so that fewer versions fail to build.

use crate::Grouping;
use crate::diff::{Diff, commit_of};
use crate::versions::History;
use std::collections::{BTreeMap, BTreeSet};

/// A name in more changes than this is no evidence for what belongs together.
const COMMON_NAME_CHANGES: usize = 16;
/// Shorter words do not count as names.
const NAME_BYTES_MIN: usize = 3;

/// Groups changes, in order; each alone if there is no grouping.
///
/// Changes that add or remove the same name stay together, except for commits, which are taken
/// unchanged, and if each is alone.
pub(crate) fn group(
    diff: &Diff,
    open: &[usize],
    grouping: Option<Grouping>,
    history: Option<&History>,
) -> Vec<Vec<usize>> {
    let Some(grouping) = grouping else {
        return open.iter().map(|&number| vec![number]).collect();
    };
    let mut groups = Groups::new(open.len());
    match grouping {
        Grouping::Commit => {
            let commit = |number: usize| commit_of(diff, &diff.changes[number], history?);
            groups.join_equal(open.iter().map(|&number| Some(commit(number))));
        }
        Grouping::File => {
            groups.join_equal(open.iter().map(|&number| Some(&diff.changes[number].path)));
            groups.join_names(diff, open);
        }
        Grouping::Symbol => groups.join_names(diff, open),
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (position, &number) in open.iter().enumerate() {
        members.entry(groups.root(position)).or_default().push(number);
    }
    let mut all: Vec<Vec<usize>> = members.into_values().collect();
    // Commits follow each other in time, whatever files they touch.
    if let (Grouping::Commit, Some(history)) = (grouping, history) {
        all.sort_by_key(|group| {
            group.first().and_then(|&number| commit_of(diff, &diff.changes[number], history))
        });
    }
    all
}

/// Positions that belong together; each knows an earlier one of its group.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Groups((0..count).collect())
    }

    fn root(&self, mut position: usize) -> usize {
        while self.0[position] != position {
            position = self.0[position];
        }
        position
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }

    /// Joins the positions with equal keys.
    fn join_equal<K: Ord>(&mut self, keys: impl Iterator<Item = Option<K>>) {
        let mut first: BTreeMap<K, usize> = BTreeMap::new();
        for (position, key) in keys.enumerate() {
            if let Some(key) = key {
                let known = *first.entry(key).or_insert(position);
                self.join(known, position);
            }
        }
    }

    /// Joins the changes that add or remove the same name.
    fn join_names(&mut self, diff: &Diff, open: &[usize]) {
        let mut all: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for number in 0..diff.changes.len() {
            for name in changed_names(diff, number) {
                *all.entry(name).or_default() += 1;
            }
        }
        let mut uses: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
        for (position, &number) in open.iter().enumerate() {
            for name in changed_names(diff, number) {
                if all.get(&name).is_some_and(|count| *count <= COMMON_NAME_CHANGES) {
                    uses.entry(name).or_default().push(position);
                }
            }
        }
        for positions in uses.into_values() {
            for pair in positions.windows(2) {
                self.join(pair[0], pair[1]);
            }
        }
    }
}

/// The names that are on one side of a change only.
fn changed_names(diff: &Diff, number: usize) -> BTreeSet<Vec<u8>> {
    let change = &diff.changes[number];
    let Some(hunk) = change.hunk.and_then(|number| diff.hunks.get(&change.path)?.get(number))
    else {
        return BTreeSet::new();
    };
    let old = diff.old.get(&change.path).and_then(|text| text.get(hunk.old.clone()));
    let (before, after) = (names(old.unwrap_or_default()), names(&hunk.new));
    before.symmetric_difference(&after).cloned().collect()
}

fn names(text: &[u8]) -> BTreeSet<Vec<u8>> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    text.split(|byte| !is_part(byte))
        .filter(|word| word.len() >= NAME_BYTES_MIN && !word[0].is_ascii_digit())
        .map(<[u8]>::to_vec)
        .collect()
}
