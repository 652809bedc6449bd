//! Reductions with a judge that follows a script: no debugger, every answer known.

use debunk_delta::TestVerdict;
use debunk_model::{Action, Edit, Goal, Location, Program, SourceMap};
use debunk_reduce::{Case, Effort, Judge, ReductionLimits, reduce};
use debunk_relations::{PlannedStep, Rules};
use debunk_results::{Figures, ReductionEnd, Transformation};
use std::sync::atomic::AtomicBool;

struct Script<Answer>(Answer);

impl<Answer: Fn(&Case) -> TestVerdict + Sync> Judge for Script<Answer> {
    fn judge(&self, case: &Case) -> (TestVerdict, u64) {
        ((self.0)(case), 1)
    }
}

fn fails_if(is_there: bool) -> TestVerdict {
    if is_there { TestVerdict::Fail } else { TestVerdict::Pass }
}

fn run(
    case: &Case,
    limits: ReductionLimits,
    jobs: usize,
    answer: impl Fn(&Case) -> TestVerdict + Sync,
) -> Option<(Case, Figures)> {
    let stop = AtomicBool::new(false);
    let effort = Effort { limits, jobs, stop: &stop };
    let (small, figures) = reduce(case, None, &Script(answer), &effort, &mut |_| {})?;
    assert!(small.is_fail());
    Some((small.into_content(), figures))
}

/// Says that everything fails, but in fresh processes only the whole.
struct OnlyWarm<'case>(&'case Case);

impl Judge for OnlyWarm<'_> {
    fn judge(&self, _: &Case) -> (TestVerdict, u64) {
        (TestVerdict::Fail, 1)
    }

    fn confirm(&self, case: &Case) -> (TestVerdict, u64) {
        (fails_if(case == self.0), 1)
    }
}

#[test]
fn what_fails_in_warm_processes_only_is_no_result() {
    let (whole, stop) = (case(), AtomicBool::new(false));
    let effort = Effort { limits: ReductionLimits::default(), jobs: 1, stop: &stop };
    let reduced = reduce(&whole, None, &OnlyWarm(&whole), &effort, &mut |_| {});
    assert_eq!(reduced.expect("fails").0.content(), &whole);
}

const TEXT: &str = "\
// A comment.
const list = [1, 2, 3];
function helper(a, b) {
  const sum = a + b;
  if (sum > 3) {
    target(sum, list);
  }
  return sum;
}
for (const item of list) {
  helper(item, 2);
}
print('done');
";

/// A breakpoint at the call that is needed and others around it.
fn case() -> Case {
    let program = Program::javascript("p.js", Goal::Script, TEXT);
    let at = |line, column| Action::add_breakpoint(Location::new(line, column));
    let actions = vec![
        at(2, 0),
        at(6, 4),
        at(11, 2),
        Action::Start,
        Action::StepOver,
        Action::RemoveBreakpoint { at: Location::new(2, 0) },
        Action::Continue,
        Action::StepIn,
    ];
    Case { program, actions, change: None }
}

/// The text at a breakpoint of the case.
fn text_at(case: &Case, at: Location) -> String {
    let offset = case.program.lines().offset(&case.program.text, at);
    offset.map_or_else(String::new, |offset| case.program.text[offset as usize..].to_owned())
}

fn breaks_at_target(case: &Case) -> bool {
    case.actions.iter().any(|action| match action {
        Action::AddBreakpoint { at, .. } => text_at(case, *at).starts_with("target("),
        _ => false,
    })
}

#[test]
fn program_and_actions_are_reduced_together_and_the_breakpoint_follows() {
    let answer =
        |case: &Case| fails_if(breaks_at_target(case) && case.actions.contains(&Action::Continue));
    let (small, figures) = run(&case(), ReductionLimits::default(), 1, answer).expect("fails");
    assert_eq!(&*small.program.text, "target();\n");
    let texts: Vec<String> = small.actions.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["add breakpoint at 1:0", "start", "continue"]);
    assert_eq!(figures.ended, ReductionEnd::Complete);
    assert_eq!((figures.before.statements, figures.after.statements), (9, 1));
    assert!(figures.sessions < 100, "{figures:?}");
}

#[test]
fn several_jobs_change_nothing() {
    let answer = |case: &Case| fails_if(breaks_at_target(case));
    let one = run(&case(), ReductionLimits::default(), 1, answer).expect("fails");
    let many = run(&case(), ReductionLimits::default(), 4, answer).expect("fails");
    assert_eq!(one, many);
}

#[test]
fn a_limit_of_sessions_keeps_the_smallest_so_far() {
    let answer = |case: &Case| fails_if(breaks_at_target(case));
    let limits = ReductionLimits { sessions: Some(6), time: None };
    let (small, figures) = run(&case(), limits, 1, answer).expect("fails");
    assert_eq!(figures.ended, ReductionEnd::SessionLimit);
    assert!(small.program.text.len() < TEXT.len(), "{}", small.program.text);
    assert!(breaks_at_target(&small));
}

#[test]
fn what_does_not_fail_is_not_reduced() {
    assert!(run(&case(), ReductionLimits::default(), 1, |_| TestVerdict::Pass).is_none());
    assert!(run(&case(), ReductionLimits::default(), 1, |_| TestVerdict::Unresolved).is_none());
}

#[test]
fn what_is_inconclusive_is_not_taken_for_a_failure() {
    let whole = case();
    let answer = |case: &Case| {
        if *case == whole { TestVerdict::Fail } else { TestVerdict::Unresolved }
    };
    let (small, _) = run(&whole, ReductionLimits::default(), 1, answer).expect("fails");
    assert_eq!(small, whole);
}

#[test]
fn an_edit_of_the_follow_up_stays_at_its_statement() {
    let mut case = case();
    let place = TEXT.find("target").expect("there") as u32;
    let steps = (0..case.actions.len())
        .map(|index| PlannedStep::Same { action: case.actions[index].clone(), index })
        .collect();
    case.change = Some(Transformation {
        edits: vec![Edit::insert(place, "sum = sum; ")],
        steps,
        rules: Rules::default(),
        may_pause_within: None,
        note: String::new(),
    });
    let follow_up = |case: &Case| {
        let edits = case.change.as_ref().map(|change| change.edits.clone()).unwrap_or_default();
        SourceMap::apply(&case.program.text, edits).expect("fits").new_text().to_string()
    };
    let answer = |case: &Case| {
        fails_if(follow_up(case).contains("sum = sum; target(") && breaks_at_target(case))
    };
    let (small, _) = run(&case, ReductionLimits::default(), 1, answer).expect("fails");
    assert_eq!(follow_up(&small), "sum = sum; target();\n");
    let change = small.change.expect("there");
    assert_eq!(change.note, "inserted sum = sum; at 1:0");
    assert!(matches!(
        &change.steps[0],
        PlannedStep::Same { action: Action::AddBreakpoint { at, .. }, index: 0 }
            if *at == Location::new(1, 11)
    ));
}

const ORDERS: &str = "\
const label = 'orders';
const orders = [
  { id: 1, amount: 5, tags: ['new'] },
  { id: 2, amount: 7, tags: ['paid', 'sent'] },
  { id: 3, amount: 9, tags: [] },
  { id: 4, amount: 11, tags: [] },
];
function total(list) {
  return list.length;
}
use(orders, label);
print(total(orders));
";

/// The members of the array `orders`, as their texts.
fn orders(case: &Case) -> Vec<String> {
    let Some((_, text)) = case.program.text.split_once("orders = [") else { return Vec::new() };
    let (mut depth, mut members) = (0, vec![String::new()]);
    for letter in text.chars() {
        match letter {
            '{' | '[' => depth += 1,
            ']' if depth == 0 => break,
            '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                members.push(String::new());
                continue;
            }
            _ => {}
        }
        members.last_mut().expect("one").push(letter);
    }
    members
}

/// A finding about what `orders[2].amount` is: a breakpoint where `orders` is used, and a reading of it there.
#[test]
fn of_a_container_only_what_is_on_the_path_stays() {
    let actions = vec![
        Action::add_breakpoint(Location::new(11, 0)),
        Action::add_breakpoint(Location::new(12, 0)),
        Action::Start,
        Action::Expand(debunk_model::Expansion {
            name: "orders".to_owned(),
            frame: 0,
            depth: 2,
            width: 100,
            page: 2,
            depth_first: true,
        }),
        Action::Continue,
    ];
    let case =
        Case { program: Program::javascript("p.js", Goal::Script, ORDERS), actions, change: None };
    let answer = |case: &Case| {
        let is_at_use = case.actions.iter().any(|action| match action {
            Action::AddBreakpoint { at, .. } => text_at(case, *at).starts_with("use(orders"),
            _ => false,
        });
        let is_read = case
            .actions
            .iter()
            .any(|action| matches!(action, Action::Expand(reading) if reading.depth == 2));
        let has_path = orders(case).get(2).is_some_and(|member| member.contains("amount:"));
        fails_if(is_at_use && is_read && has_path)
    };
    let (small, _) = run(&case, ReductionLimits::default(), 1, answer).expect("fails");
    let members = orders(&small);
    let texts: Vec<&str> = members.iter().map(|member| member.trim()).collect();
    assert_eq!(texts, ["0", "0", "{ amount: 9 }", ""], "{}", small.program.text);
    assert_eq!(small.program.text.lines().filter(|line| line.contains("use(")).count(), 1);
    assert!(!small.program.text.contains("total"), "{}", small.program.text);
    let texts: Vec<String> = small.actions.iter().map(ToString::to_string).collect();
    let breakpoint = texts[0].as_str();
    assert_eq!(texts, [breakpoint, "start", "expand orders to depth 2"]);
}
