//! Every lie is found by the relation that is meant for it, and no verdict blames an honest session.

use crate::support::{checked, search};
use debunk_fake::{FakeDebugger, lying_driver, programs};
use debunk_model::Action;
use debunk_relations::by_name;
use debunk_results::{Finding, Side};
use debunk_session::{Debugger, Session};
use std::collections::BTreeSet;

/// A lie that is not found after this many tests is not found.
const TESTS_MAX: u64 = 700;
/// How many findings of each lie are judged.
const FINDINGS: usize = 10;
/// What finds something in one session without any relation.
const SELF_EVIDENT: &str = "self-evident";

/// Every lie, and the relation that finds it.
const LIES: [(&str, &str); 44] = [
    ("breakpoint-not-hit", "witness"),
    ("breakpoint-hit-twice", "replace-by-finer"),
    ("breakpoint-needs-another", "never-true-condition"),
    ("breakpoint-hit-in-dead-code", "add-breakpoint"),
    ("breakpoint-slides-too-far", "slide-breakpoints"),
    ("direct-set-differs-from-slid", "slide-breakpoints"),
    ("breakpoint-not-removable", "pause-for-a-reason"),
    ("breakpoint-refuses-removal", SELF_EVIDENT),
    ("breakpoint-lost-while-paused", "reorder-breakpoints"),
    ("condition-ignored", "never-true-condition"),
    ("order-matters", "reorder-breakpoints"),
    ("comment-shifts-breakpoint", "slide-breakpoints"),
    ("step-over-becomes-continue", "never-true-condition"),
    ("step-in-misses-calls", "add-breakpoint"),
    ("step-out-stops-early", "add-breakpoint"),
    ("step-out-overshoots", "evaluate-variables"),
    ("step-interrupted-stays-pending", "pause-for-a-reason"),
    ("look-changes-step", "look-twice"),
    ("pause-without-reason", "pause-for-a-reason"),
    ("frame-missing", "add-breakpoint"),
    ("wrong-column", "witness"),
    ("never-answers", "add-breakpoint"),
    ("crash", "evaluate-variables"),
    ("output-changed-by-debugging", "keep-output"),
    ("variable-missing", "evaluate-variables"),
    ("variable-stale", "replace-by-finer"),
    ("variable-wrong", "replace-by-finer"),
    ("variable-shadowed", "evaluate-variables"),
    ("variable-missing-once-captured", "insert-dead-code"),
    ("variable-optimised-out", "evaluate-variables"),
    ("parameters-shifted", "add-parameter"),
    ("look-changes-state", "look-twice"),
    ("evaluate-wrong", "evaluate-variables"),
    ("evaluation-changes-value", "evaluate-variables"),
    ("condition-changes-value", "never-true-condition"),
    ("loops-share-variables", "keep-output"),
    ("caller-shows-callee", "inspect-frames"),
    ("caller-order-mixed", "inspect-frames"),
    ("evaluate-in-wrong-frame", "inspect-frames"),
    ("hover-changes-run", "evaluate-expressions"),
    ("completion-missing", "complete-names"),
    ("operators-out-of-order", "evaluate-expressions"),
    ("context-decides", "evaluate-expressions"),
    ("fraction-lost", "witness"),
];

/// A lie that the relation which finds it does not provoke, and the relation that does.
const PROVOKED: (&str, &str) = ("fraction-lost", "evaluate-expressions");

/// Lies about what values hold, which the values of the toy language do not.
const ABOUT_CONTAINERS: [&str; 11] = [
    "contents-stale",
    "last-child-missing",
    "page-repeated",
    "children-reordered",
    "child-hidden",
    "child-of-another",
    "expanding-changes-run",
    "getter-run",
    "text-truncated",
    "sign-lost",
    "siblings-mixed-up",
];

#[test]
fn the_table_has_every_lie() {
    let debugger = FakeDebugger::new();
    let planted = debunk_faults::ALL.iter().map(|fault| fault.name);
    let own = debugger.built_in_faults().iter().map(|fault| fault.name);
    let expected: BTreeSet<&str> = planted.chain(own).collect();
    let listed = LIES.iter().map(|(lie, _)| *lie).chain(ABOUT_CONTAINERS);
    let listed: BTreeSet<&str> = listed.collect();
    assert_eq!(listed, expected);
}

#[test]
fn every_lie_is_found_and_no_honest_session_is_blamed() {
    let debugger = FakeDebugger::new();
    let programs = checked(&debugger, &programs(2, 60));
    let mut problems = Vec::new();
    for (lie, relation) in LIES {
        let meant = by_name(relation).unwrap_or_else(|| by_name("add-breakpoint").expect("it is"));
        let provoking = if lie == PROVOKED.0 { by_name(PROVOKED.1) } else { None };
        let relations: Vec<_> = std::iter::once(meant).chain(provoking).collect();
        let make = || lying_driver(&debugger, lie).expect("a lie");
        let found = search(&debugger, &make, &programs, &relations, TESTS_MAX, FINDINGS);
        let is_meant = |finding: &&Finding| finding.relation == relation;
        match found.findings.iter().find(is_meant) {
            Some(finding) => println!("{lie}: {} in test {}", finding.class, finding.test),
            None => problems.push(format!("{relation} does not find {lie}")),
        }
        for finding in &found.findings {
            problems.extend(wrong_verdict(&debugger, finding).map(|it| format!("{lie}: {it}")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with a verdict: it blames a session in which the honest debugger gives the same answers.
fn wrong_verdict(debugger: &FakeDebugger, finding: &Finding) -> Option<String> {
    let liar = finding.verdict.liar.word(&debunk_results::SESSIONS);
    let sides = [("initial", Some(&finding.initial)), ("follow-up", finding.follow_up.as_ref())];
    let blamed = sides.into_iter().filter(|(name, _)| liar == *name || liar == "both");
    let mut honest = blamed.filter(|(_, side)| side.is_some_and(|side| is_honest(debugger, side)));
    let (name, _) = honest.next()?;
    Some(format!(
        "the {name} session of test {} is honest, but blamed:\n{}",
        finding.test,
        debunk_results::markdown(finding)
    ))
}

/// Whether the honest debugger answers as in this session.
fn is_honest(debugger: &FakeDebugger, side: &Side) -> bool {
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &side.program).expect("it opens");
    for step in &side.trace.steps {
        let actions: [Action; 1] = [step.action.clone()];
        // What is not legal could not be asked of an honest debugger.
        let Ok(answers) = session.act(&actions) else { return false };
        if answers.last().map(|answer| &answer.observation) != Some(&step.observation) {
            return false;
        }
    }
    true
}
