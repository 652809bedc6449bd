//! The worked examples that delta debugging is taught with.

use debunk_delta::{Ddmin, Engine, Isolate, Limits, Search, SearchEnd, Subject, TestOutcome};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A test on lists of numbers.
struct Numbers<F>(F);

impl<F: Fn(&[usize]) -> TestOutcome + Sync> Subject for Numbers<F> {
    type Candidate = Vec<usize>;
    type Content = Vec<usize>;

    fn build(&self, kept: &Vec<usize>) -> Option<Vec<usize>> {
        Some(kept.clone())
    }

    fn test(&self, kept: &Vec<usize>) -> TestOutcome {
        (self.0)(kept)
    }
}

#[test]
fn the_star_is_found_in_four_tests() {
    let text: Vec<char> = "ab*defgh".chars().collect();
    let subject = Numbers(|kept: &[usize]| {
        if kept.iter().any(|&number| text[number] == '*') {
            TestOutcome::Fail
        } else {
            TestOutcome::Pass
        }
    });
    let mut engine = Engine::new(Limits::default());
    let mut search = Ddmin::new(text.len());
    assert_eq!(engine.run(&mut search, &subject), SearchEnd::Complete);
    assert_eq!(search.kept(), [2]);
    // abcd fails, ab passes, *d fails, * fails.
    assert_eq!(engine.counts().tests, 4);
}

/// The failure shows with 1, 7 and 8; the even numbers and their pairs alone pass; the rest is
/// unresolved.
fn table(kept: &[usize]) -> TestOutcome {
    let numbers: Vec<usize> = kept.iter().map(|number| number + 1).collect();
    if [1, 7, 8].iter().all(|number| numbers.contains(number)) {
        return TestOutcome::Fail;
    }
    let harmless = [vec![3, 4], vec![5, 6], vec![2]];
    if harmless.contains(&numbers) { TestOutcome::Pass } else { TestOutcome::Unresolved }
}

#[test]
fn the_table_of_eight_ends_in_1_7_8_after_its_27_steps() {
    let steps = Mutex::new(0);
    let mut search = Ddmin::new(8);
    while let Some(proposal) = search.propose() {
        *steps.lock().expect("no panic") += 1;
        search.answer(table(&proposal.candidate));
    }
    assert_eq!(search.kept(), [0, 6, 7]);
    assert_eq!(*steps.lock().expect("no panic"), 27);

    // Ten of them repeat an earlier one, which the cache answers.
    let mut engine = Engine::new(Limits::default());
    let mut search = Ddmin::new(8);
    engine.run(&mut search, &Numbers(table));
    assert_eq!(search.kept(), [0, 6, 7]);
    assert_eq!((engine.counts().tests, engine.counts().cached), (17, 10));
}

#[test]
fn a_single_culprit_is_isolated_by_halving() {
    let subject = Numbers(
        |applied: &[usize]| {
            if applied.contains(&5) { TestOutcome::Fail } else { TestOutcome::Pass }
        },
    );
    let mut engine = Engine::new(Limits::default());
    let mut search = Isolate::new(8);
    engine.run(&mut search, &subject);
    assert_eq!(search.difference().deltas(), [5]);
    assert_eq!(engine.counts().tests, 3);
}

/// Runs ddmin with a judge that sees what is kept and what is proposed; returns the number of
/// tests, not counting repeated questions, as in the engine's cache.
fn tests_needed(count: usize, mut judge: impl FnMut(&[usize], &[usize]) -> TestOutcome) -> usize {
    let mut known: BTreeMap<Vec<usize>, TestOutcome> = BTreeMap::new();
    let mut search = Ddmin::new(count);
    while let Some(proposal) = search.propose() {
        let kept = search.kept().to_vec();
        let answer = known
            .entry(proposal.candidate.clone())
            .or_insert_with(|| judge(&kept, &proposal.candidate));
        search.answer(*answer);
    }
    known.len()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the answers are, there are at most n^2 + 3n tests.
    #[test]
    fn the_worst_case_is_n_squared_plus_3_n(
        count in 1usize..40,
        answers in prop::collection::vec(0u8..8, 3000),
    ) {
        let mut answers = answers.into_iter().cycle();
        let tests = tests_needed(count, |_, _| match answers.next() {
            Some(0) => TestOutcome::Fail,
            Some(1) => TestOutcome::Unresolved,
            _ => TestOutcome::Pass,
        });
        prop_assert!(tests <= count * count + 3 * count, "{tests} tests for {count}");
    }

    /// Only the list without the last delta fails: the worst known case.
    #[test]
    fn the_pathological_case_stays_below_the_bound(count in 2usize..60) {
        let tests = tests_needed(count, |kept, candidate| {
            let is_last = candidate.len() + 1 == kept.len() && candidate.last() != kept.last();
            if is_last { TestOutcome::Fail } else { TestOutcome::Unresolved }
        });
        prop_assert!(tests <= count * count + 3 * count, "{tests} tests for {count}");
    }
}
