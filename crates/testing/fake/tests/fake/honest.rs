//! An honest debugger yields no finding, whatever the program and the relation.

use crate::support::{checked, search};
use debunk_batch::CheckedProgram;
use debunk_campaign::{SessionEnd, run_session};
use debunk_fake::{FakeDebugger, programs};
use debunk_languages::analyse;
use debunk_model::{Language, Seed};
use debunk_relations::{
    ALL, Application, Follower, Generator, GeneratorOptions, Initial, Relation, Violation,
};
use debunk_session::Debugger;

const PROGRAMS: usize = 100;
const TESTS: u64 = 400;
/// It needs values that hold others, which the toy language does not have.
const ABOUT_CONTAINERS: &str = "copy-container";

#[test]
fn an_honest_debugger_yields_no_finding_for_any_relation() {
    let debugger = FakeDebugger::new();
    let programs = checked(&debugger, &programs(1, PROGRAMS));
    let found = search(&debugger, &|| debugger.driver(), &programs, &ALL, TESTS, usize::MAX);
    let text = |finding: &debunk_results::Finding| debunk_results::markdown(finding);
    let findings: Vec<String> = found.findings.iter().map(text).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    // A guard that rejects something hides a false alarm.
    assert_eq!(found.rejected, Vec::<String>::new());
    for relation in ALL.iter().filter(|relation| relation.is_for(Language::JavaScript)) {
        let count = found.tally.relations.get(relation.name()).map_or(0, |count| count.applied);
        let is_possible = relation.name() != ABOUT_CONTAINERS;
        assert!(count > 20 || !is_possible, "{} was applied {count} times only", relation.name());
    }
}

/// Campaigns apply some relations to other languages only, because debuggers of JavaScript cannot do what they
/// ask for. The fake debugger can.
#[test]
fn relations_for_other_languages_hold_too() {
    let debugger = FakeDebugger::new();
    let mut programs = checked(&debugger, &programs(4, PROGRAMS));
    // No other language has statements that pause by themselves, in the middle of a step.
    programs.retain(|checked| !checked.program.text.contains("debugger;"));
    let others = ALL.iter().filter(|relation| !relation.is_for(Language::JavaScript));
    for relation in others {
        let mut applied = 0;
        for (number, checked) in programs.iter().enumerate() {
            let seed = Seed::new(4).split(relation.name(), number as u64);
            match follow(&debugger, *relation, checked, seed) {
                None => {}
                Some(Ok(())) => applied += 1,
                Some(Err(violation)) => {
                    panic!("{}: {violation:?}\n{}", relation.name(), checked.program.text)
                }
            }
        }
        assert!(applied > PROGRAMS / 5, "{} was applied {applied} times only", relation.name());
    }
}

/// One initial run and its follow-up; `None` if the relation cannot be applied or the follow-up not steered.
fn follow(
    debugger: &FakeDebugger,
    relation: &dyn Relation,
    checked: &CheckedProgram,
    seed: Seed,
) -> Option<Result<(), Box<Violation>>> {
    let program = &checked.program;
    let (sites, lines) = (analyse(program).expect("it parses"), program.lines());
    let mut driver = debugger.driver();
    let (rng, options) = (seed.split("initial", 0).rng(), GeneratorOptions::default());
    let mut generator = Generator::new(program, &sites, &lines, rng, options);
    let (trace, _) = run_session(&mut *driver, program, &mut generator).expect("it opens");
    let initial = Initial {
        program,
        sites: &sites,
        lines: &lines,
        trace: &trace,
        dead: None,
        plain: Some(&checked.plain),
        log: None,
        quirks: debugger.quirks(),
        capabilities: debugger.capabilities(),
    };
    match relation.transform(&initial, &mut seed.split("relation", 0).rng()).ok()? {
        Application::Checked(violation) => Some(violation.map_or(Ok(()), Err)),
        Application::FollowUp(plan) => {
            let mut follower = Follower::new(&plan);
            match run_session(&mut *driver, &plan.program, &mut follower).expect("it opens").1 {
                SessionEnd::Done => Some(Ok(())),
                SessionEnd::Violated(violation) => Some(Err(violation)),
                SessionEnd::GaveUp(_) => None,
            }
        }
    }
}
