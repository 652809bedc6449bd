//! How far the places of a program are from one branch execution, by the published distance.

use crate::trace::{TraceEvent, TracedRun};

/// A run of P as branch executions and what was computed between them. A spot is the place of a
/// condition, by its number, or what a statement computes, by its number after those.
pub(crate) struct Path {
    items: Vec<SequenceItem>,
    /// Where the branch executions are among the items.
    branches: Vec<usize>,
}

#[derive(Clone, Copy)]
enum SequenceItem {
    Branch(usize),
    Value(usize),
}

impl Path {
    pub fn of(run: &TracedRun, sites: usize) -> Self {
        let items: Vec<SequenceItem> = run
            .events_of_p()
            .filter_map(|(_, event)| match event {
                TraceEvent::Branch { site, .. } => Some(SequenceItem::Branch(site)),
                TraceEvent::Place(place) => Some(SequenceItem::Value(sites + place)),
                _ => None,
            })
            .collect();
        let is_branch = |at: &usize| matches!(items[*at], SequenceItem::Branch(_));
        let branches = (0..items.len()).filter(is_branch).collect();
        Self { items, branches }
    }

    /// The distance from a branch execution to the nearest execution of each spot; `None` for spots
    /// that the run does not pass.
    pub fn distances(&self, from: usize, spots: usize) -> Vec<Option<usize>> {
        let mut found: Vec<Option<usize>> = vec![None; spots];
        let mut note = |spot: usize, distance: usize| {
            let known = &mut found[spot];
            *known = Some(known.map_or(distance, |it| it.min(distance)));
        };
        let start = self.branches[from];
        let mut passed = PassedBranches { seen: vec![false; spots], count: 0 };
        let mut next = from + 1;
        for item in &self.items[start + 1..] {
            match *item {
                SequenceItem::Branch(site) => {
                    passed.add(site);
                    note(site, passed.count);
                    next += 1;
                }
                // One less than the branch that follows; the end of the run counts as a branch.
                SequenceItem::Value(spot) => {
                    let follows = self.branches.get(next).map(|at| self.items[*at]);
                    let is_new =
                        !matches!(follows, Some(SequenceItem::Branch(site)) if passed.seen[site]);
                    note(spot, passed.count + usize::from(is_new) - 1);
                }
            }
        }
        passed = PassedBranches { seen: vec![false; spots], count: 0 };
        for item in self.items[..=start].iter().rev() {
            match *item {
                SequenceItem::Branch(site) => {
                    // The branch itself is at distance 0 and is not passed.
                    if next > from {
                        next = from;
                    } else {
                        passed.add(site);
                    }
                    note(site, passed.count);
                }
                // One more than the branch that follows.
                SequenceItem::Value(spot) => note(spot, passed.count + 1),
            }
        }
        found
    }
}

/// Distinct branch statements.
struct PassedBranches {
    seen: Vec<bool>,
    count: usize,
}

impl PassedBranches {
    fn add(&mut self, site: usize) {
        self.count += usize::from(!self.seen[site]);
        self.seen[site] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::{FaultPlace, published_distance};
    use crate::trace::RunVerdict;
    use debunk_model::Seed;

    const SITES: usize = 4;
    const PLACES: usize = 3;

    /// A run as letters: `a` to `d` for branches, `x` to `z` for what is computed.
    fn run(text: &str) -> TracedRun {
        let mut run = TracedRun::empty(RunVerdict::Fail);
        run.events.push(TraceEvent::Phase(1));
        run.events.extend(text.bytes().map(|letter| match letter {
            b'x'.. => TraceEvent::Place(usize::from(letter - b'x')),
            _ => TraceEvent::Branch { site: usize::from(letter - b'a'), term: None, taken: true },
        }));
        run
    }

    /// All distances are those of the published definition.
    fn check(text: &str) {
        let path = Path::of(&run(text), SITES);
        let statements: Vec<usize> =
            text.bytes().filter(|it| *it < b'x').map(|it| usize::from(it - b'a')).collect();
        for from in 0..statements.len() {
            let found = path.distances(from, SITES + PLACES);
            for (spot, letter) in "abcdxyz".bytes().enumerate() {
                let executions = text.bytes().enumerate().filter(|(_, it)| *it == letter);
                let faults = executions.map(|(at, _)| {
                    let before = text[..at].bytes().filter(|it| *it < b'x').count();
                    if letter < b'x' {
                        FaultPlace::Branch(before)
                    } else {
                        FaultPlace::Assignments(before)
                    }
                });
                let expected = published_distance(&statements, from, faults);
                assert_eq!(found[spot], expected, "{text}: from {from} to {}", letter as char);
            }
        }
    }

    #[test]
    fn distances_are_the_published_ones() {
        for text in ["a", "xa", "ax", "xaybz", "abcd", "xababxcay", "aaaa", "axayazb"] {
            check(text);
        }
        let mut rng = Seed::new(5).rng();
        for _ in 0..300 {
            let letters = (0..1 + rng.below(14)).map(|_| b"abcdxyz"[rng.below(7)] as char);
            check(&letters.collect::<String>());
        }
    }
}
