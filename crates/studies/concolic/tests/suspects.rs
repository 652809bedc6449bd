//! Which branch a report says to look at first, and the changes that were tried.

use debunk_concolic::{
    LocalizeOptions, LocalizeReport, Localized, Ranking, SearchLimits, Sources, Trial, localize,
};

fn run(text: &str, options: LocalizeOptions<'_>) -> Localized {
    localize(&Sources::single("program.js", text), &options, &mut |_| {}).expect("runs")
}

fn report(text: &str, options: LocalizeOptions<'_>) -> LocalizeReport {
    run(text, options).report(&SearchLimits::default()).expect("can be reported")
}

/// The loop stops too early. Its condition is the same for all inputs of one length, so no search
/// can flip it.
const SHORT: &str = "export function P(A) {
  let best = A[0];
  for (let i = 0; i < A.length - 1; i++) {
    if (A[i] > best) best = A[i];
  }
  return best;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [-20, 20] }, length: [4, 4] };
";

#[test]
fn a_branch_that_no_input_can_turn_is_named() {
    let result = run(SHORT, LocalizeOptions::default());
    let place = |candidate: usize| {
        result.sites[result.candidates[candidate].site].place.span.of(SHORT).to_owned()
    };
    assert_eq!(place(0), "i < A.length - 1");
    let found = result.report(&SearchLimits::default()).expect("can be reported");
    let suspect = found.suspect.as_ref().expect("located");
    assert!(!suspect.is_critical && suspect.run <= 1, "{suspect:?}");
    let repair = suspect.repair.as_ref().expect("can be repaired");
    assert_eq!(repair.place.location.line, 3);
    assert!(repair.fixed > 0 && repair.passing > 0 && repair.same > 0, "{repair:?}");
    let text = found.text();
    assert!(text.starts_with("program.js: the runs diverge at line 4: A[i] > best"), "{text}");
    assert!(text.contains("look first at line 3: i < A.length - 1 and what"), "{text}");
    assert!(text.contains(", the relations hold on "), "{text}");
    assert!(
        found.html().contains("<p>Look first at line 3: i &lt; A.length - 1"),
        "{}",
        found.html()
    );
}

#[test]
fn critical_branches_alone_do_not_name_it() {
    let options = LocalizeOptions { ranking: Ranking::Combined, ..LocalizeOptions::default() };
    let found = report(SHORT, options);
    let suspect = found.suspect.expect("located");
    assert_eq!((suspect.place.text.as_str(), suspect.is_critical), ("A[i] > best", true));
    assert_eq!(suspect.repair, None);
}

#[test]
fn without_changes_there_is_no_repair() {
    let limits = SearchLimits { changes: false, ..SearchLimits::default() };
    let found = report(SHORT, LocalizeOptions { limits, ..LocalizeOptions::default() });
    assert_eq!(found.suspect.expect("located").repair, None);
}

#[test]
fn what_undoes_a_fault_is_left_out_of_evaluations() {
    let right = SHORT.replace("A.length - 1", "A.length");
    let undoes = |found: &LocalizeReport| {
        let repair = found.suspect.as_ref().and_then(|it| it.repair.as_ref());
        repair.is_some_and(|it| it.place.location.line == 3 && it.same == it.passing)
    };
    let with = report(SHORT, LocalizeOptions::default());
    let without =
        report(SHORT, LocalizeOptions { undone: Some(right), ..LocalizeOptions::default() });
    let repaired = |found: &LocalizeReport| found.suspect.as_ref().and_then(|it| it.repair.clone());
    assert!(repaired(&with).is_some());
    assert_ne!(repaired(&with), repaired(&without));
    assert!(!undoes(&without), "{:?}", without.suspect);
}

/// Many changes make the answer a constant, which satisfies the relation; that is not a repair.
#[test]
fn a_change_that_makes_the_program_constant_is_no_repair() {
    let text = "export function P(A) {
  let n = 1;
  for (let i = 0; i < A.length; i++) {
    n = n + A[i];
    if (A[i] > 7) n = n + i;
  }
  return n;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [0, 9] }, length: [1, 6] };
";
    let result = run(text, LocalizeOptions::default());
    let repairs: Vec<&Trial> =
        result.candidates.iter().filter_map(|it| it.change.as_ref()).collect();
    for it in &repairs {
        assert!(it.is_reportable() && it.fixed == it.failing && it.still == it.passing, "{it:?}");
        assert!(10 * it.same >= 6 * it.passing, "{it:?}");
    }
    let first = result.candidates[0].change.as_ref().expect("can be repaired");
    assert_eq!(first.span.of(text), "n = n + i;", "{repairs:?}");
    assert!(2 * first.same > first.passing, "{first:?}");
}

/// The published example lacks a statement, which no small change adds; leaving out another one
/// makes the answer always 0.
#[test]
fn a_program_that_always_answers_the_same_is_not_offered_as_a_repair() {
    let text = "export function P(A) {
  let ans = 0, cnt = 0;
  for (let i = 0; i < A.length; i++) {
    cnt += A[i];
    if (cnt > ans) ans = cnt;
    if (cnt < 0) { /* cnt = 0 is missing */ }
  }
  return ans;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [-9, 3] }, length: [1, 6] };
";
    let result = run(text, LocalizeOptions::default());
    for change in result.candidates.iter().filter_map(|it| it.change.as_ref()) {
        let is_constant = change.change.1 == ";" && change.span.of(text) == "cnt += A[i];";
        assert!(!is_constant, "{change:?}");
    }
}

#[test]
fn changed_programs_that_do_not_end_are_given_up() {
    let text = "export function P(A) {
  let n = 0;
  let left = A.length;
  while (left > 0) {
    left--;
    n = n * 2 + A[left];
  }
  return n;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
export const domain = { array: { int: [0, 9] }, length: [1, 5] };
";
    let found = report(text, LocalizeOptions::default());
    assert!(found.suspect.is_some(), "{}", found.text());
}
