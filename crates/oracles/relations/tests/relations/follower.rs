//! The follower against a debugger that answers from a list: what it does next, and what it takes
//! for a lie. Each fixed false alarm has its test here.

use crate::support::{apply, follow, script, trace};
use debunk_model::{Action, Edit, Location, SourceMap, UncertainLines};
use debunk_relations::{Plan, PlannedStep, Rules};

const PROGRAM: &str = "\
function f(n) {
  let x = n;
  return x;
}
f(1);
f(2);
print('end');
";

const INITIAL: &str = "
    break 2:10 = 2:10
    start = f 2:10 < 5:0; n=1, x=undefined
    over = f 3:2 < 5:0; n=1, x=1
    continue = f 2:10 < 6:0; n=2, x=undefined
    continue = end";

fn with_extra(at: &str, position: usize) -> Plan {
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(INITIAL), "test");
    let (line, column) = at.split_once(':').expect("location");
    let at = Location::new(line.parse().expect("line"), column.parse().expect("column"));
    let action = Action::add_breakpoint(at);
    plan.steps.insert(position, PlannedStep::Extra { action, pauses: true });
    plan
}

#[test]
fn the_same_answers_are_the_same() {
    let plan = Plan::repeat(&script(PROGRAM), &trace(INITIAL), "test");
    assert_eq!(follow(&plan, INITIAL), "same");
}

#[test]
fn a_wrong_value_is_reported_with_both_sides() {
    let plan = Plan::repeat(&script(PROGRAM), &trace(INITIAL), "test");
    let answers = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=7, x=undefined";
    assert_eq!(follow(&plan, answers), "variables: n is 7, expected 1");
}

#[test]
fn a_crash_and_a_hang_are_violations_at_any_step() {
    let plan = Plan::repeat(&script(PROGRAM), &trace(INITIAL), "test");
    assert_eq!(follow(&plan, "break 2:10 = 2:10\nstart = crashed"), "crashed: signal");
    assert_eq!(follow(&plan, "break 2:10 = 2:10\nstart = hung"), "hung: no answer");
}

#[test]
fn an_extra_pause_after_continue_is_continued() {
    let answers = "
        break 7:0 = 7:0
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1, x=undefined
        over = f 3:2 < 5:0; n=1, x=1
        continue = f 2:10 < 6:0; n=2, x=undefined
        continue = 7:0
        continue = end";
    assert_eq!(follow(&with_extra("7:0", 0), answers), "same");
}

#[test]
fn a_pause_at_the_extra_breakpoint_is_no_excuse_for_another() {
    let answers = "
        break 7:0 = 7:0
        break 2:10 = 2:10
        start = 5:0";
    assert_eq!(
        follow(&with_extra("7:0", 0), answers),
        "paused-elsewhere: paused at 5:0, expected 2:10"
    );
}

#[test]
fn a_step_that_met_the_extra_breakpoint_is_resynchronised() {
    let initial = "
        break 5:0 = 5:0
        start = 5:0
        over = 6:0
        continue = end";
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(initial), "test");
    let action = Action::add_breakpoint(Location::new(3, 2));
    plan.steps.insert(1, PlannedStep::Extra { action, pauses: true });
    let answers = "
        break 5:0 = 5:0
        break 3:2 = 3:2
        start = 5:0
        over = f 3:2 < 5:0; n=1, x=1
        break 6:0 = 6:0
        continue = 6:0
        remove 6:0 = gone
        continue = f 3:2 < 6:0; n=2, x=2
        continue = end";
    assert_eq!(follow(&plan, answers), "same");
}

#[test]
fn a_temporary_breakpoint_that_slides_gives_no_verdict() {
    let initial = "
        break 5:0 = 5:0
        start = 5:0
        over = 6:0
        continue = end";
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(initial), "test");
    let action = Action::add_breakpoint(Location::new(3, 2));
    plan.steps.insert(1, PlannedStep::Extra { action, pauses: true });
    let answers = "
        break 5:0 = 5:0
        break 3:2 = 3:2
        start = 5:0
        over = f 3:2 < 5:0; n=1, x=1
        break 6:0 = 7:0";
    assert_eq!(follow(&plan, answers), "gave up: no breakpoint possible where the step went");
}

#[test]
fn a_resynchronised_step_that_runs_past_its_target_gives_no_verdict() {
    // Two points of the code can share a location; the breakpoint may cover the other.
    let initial = "
        break 5:0 = 5:0
        start = 5:0
        over = 6:0
        continue = end";
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(initial), "test");
    let action = Action::add_breakpoint(Location::new(3, 2));
    plan.steps.insert(1, PlannedStep::Extra { action, pauses: true });
    let answers = "
        break 5:0 = 5:0
        break 3:2 = 3:2
        start = 5:0
        over = f 3:2 < 5:0; n=1, x=1
        break 6:0 = 6:0
        continue = end";
    assert_eq!(follow(&plan, answers), "gave up: a step could not be resynchronised");
}

fn inserted(statement: &str, rules: Rules) -> Plan {
    inserted_after(INITIAL, statement, rules)
}

fn inserted_after(initial: &str, statement: &str, rules: Rules) -> Plan {
    let program = script(PROGRAM);
    let edit = Edit::insert(PROGRAM.find("  return").expect("there") as u32 + 2, statement);
    let map = SourceMap::apply(&program.text, vec![edit]).expect("fits");
    Plan::on_changed_program(&program, &trace(initial), map, rules, "test")
}

#[test]
fn pauses_in_inserted_code_are_stepped_through() {
    let answers = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1, x=undefined
        over = f 3:2 < 5:0; n=1, x=1
        over = f 3:9 < 5:0; n=1, x=1
        continue = f 2:10 < 6:0; n=2, x=undefined
        continue = end";
    assert_eq!(follow(&inserted("x = x; ", Rules::default()), answers), "same");
}

#[test]
fn locations_are_compared_through_the_map() {
    let answers = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1, x=undefined
        over = f 4:2 < 5:0; n=1, x=1";
    assert_eq!(
        follow(&inserted("x = x; ", Rules::default()), answers),
        "paused-elsewhere: paused at 4:2, expected 3:9"
    );
}

#[test]
fn a_contradiction_is_reported_so_that_its_sides_differ() {
    let plan = inserted("x = x; ", Rules::default());
    let below = "break 2:10 = 2:10\nstart = f 2:10 < 5:0; n=1, x=undefined\nover = f 3:9 < 3:2";
    assert_eq!(follow(&plan, below), "call-stack: call stack f 3:9 < 3:2, expected f 3:9 < 5:0");
    let name = "break 2:10 = 2:10\nstart = f 2:10 < 5:0; n=1, x=undefined\nover = 3:9 < 5:0";
    assert_eq!(
        follow(&plan, name),
        "paused-elsewhere: paused at 3:9 in a function without a name, expected in f"
    );
    let initial = "break 2:10 = 2:10\nstart = f 2:10 < 3:2; n=1";
    let moved = inserted_after(initial, "x = x; ", Rules::default());
    assert_eq!(
        follow(&moved, initial),
        "call-stack: call stack f 2:10 < 3:2, expected f 2:10 < 3:9"
    );
}

#[test]
fn a_renamed_variable_shows_under_its_new_name_also_in_messages() {
    let initial = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1, e=ReferenceError: x is not defined";
    let renamed = Some(("local0".to_owned(), "x".to_owned()));
    let rules = Rules { renamed, ..Rules::default() };
    let program = script(PROGRAM);
    let map = SourceMap::identity(&program.text);
    let plan = Plan::on_changed_program(&program, &trace(initial), map, rules, "test");
    let answers = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1, e=ReferenceError: local0 is not defined";
    assert_eq!(follow(&plan, answers), "same");
}

#[test]
fn a_name_that_shadows_the_renamed_one_is_not_confused_with_it() {
    let initial = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; x=1
        evaluate x = 1";
    let renamed = Some(("local0".to_owned(), "x".to_owned()));
    let rules = Rules { renamed, ..Rules::default() };
    let program = script(PROGRAM);
    let map = SourceMap::identity(&program.text);
    let plan = Plan::on_changed_program(&program, &trace(initial), map, rules, "test");
    // The old name is not evaluated: it may mean another variable now.
    assert_eq!(follow(&plan, "break 2:10 = 2:10\nstart = f 2:10 < 5:0; local0=1"), "same");
}

#[test]
fn an_added_variable_may_show_and_no_other() {
    let rules = Rules { added_variable: Some("extra0".to_owned()), ..Rules::default() };
    let plan = inserted("", rules);
    let first = "break 2:10 = 2:10\nstart = f 2:10 < 5:0; extra0=undefined, n=1, x=undefined\n\
        over = f 3:2 < 5:0; extra0=undefined, n=1, x=1\n\
        continue = f 2:10 < 6:0; n=2, x=undefined\ncontinue = end";
    assert_eq!(follow(&plan, first), "same");
    let second = "break 2:10 = 2:10\nstart = f 2:10 < 5:0; n=1, other=1, x=undefined";
    assert_eq!(follow(&plan, second), "variables: other is 1, expected no such variable");
}

#[test]
fn a_finer_step_must_reach_the_pause_in_the_end() {
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(INITIAL), "test");
    plan.steps[3] = PlannedStep::Finer { action: Action::StepIn, index: 3, repeat: true };
    let start = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1, x=undefined
        over = f 3:2 < 5:0; n=1, x=1
        in = f 4:0 < 5:0; n=1, x=1
        in = 6:0\n";
    let right = format!("{start}in = f 2:10 < 6:0; n=2, x=undefined\ncontinue = end");
    assert_eq!(follow(&plan, &right), "same");
    let wrong = format!("{start}in = end");
    assert_eq!(
        follow(&plan, &wrong),
        "missed-pause: the program ran to its end, expected a pause at 2:10"
    );
}

#[test]
fn a_finer_step_may_return_to_the_middle_of_the_statement_with_the_breakpoint() {
    let program = "function f(i) {\n  return i;\n}\nfor (let i = 0; i < 2; i++) print(f(i));\n";
    let initial = "
        break 2:2 = 2:2
        break 4:28 = 4:28
        start = 4:28; i=0
        continue = f 2:2 < 4:34; i=0
        continue = 4:28; i=1
        continue = end";
    let mut plan = Plan::repeat(&script(program), &trace(initial), "test");
    plan.steps[4] = PlannedStep::Finer { action: Action::StepOut, index: 4, repeat: false };
    let start = "
        break 2:2 = 2:2
        break 4:28 = 4:28
        start = 4:28; i=0
        continue = f 2:2 < 4:34; i=0
        out = 4:28; i=0\n";
    let right = format!("{start}continue = 4:28; i=1\ncontinue = end");
    assert_eq!(follow(&plan, &right), "same");
    let wrong = format!("{start}continue = 4:28; i=7");
    assert_eq!(follow(&plan, &wrong), "variables: i is 7, expected 1");
}

#[test]
fn a_breakpoint_that_never_pauses_may_silence_a_debugger_statement() {
    let program = "let a = 1;\ndebugger;\na = 2;\n";
    let initial = trace("start = 2:0; a=1\ncontinue = end");
    let mut at_statement = 0;
    for seed in 0..60 {
        let plan =
            apply("never-true-condition", &script(program), &initial, seed).expect("applies");
        let Some(PlannedStep::Extra { action, .. }) = plan.steps.first() else { continue };
        let added = action.to_string().replace("add breakpoint at", "break");
        let silenced = format!("{added} = 2:0\nstart = end");
        assert_eq!(follow(&plan, &silenced), "gave up: a debugger statement is silenced");
        let elsewhere = format!("{added} = 3:0\nstart = end");
        assert!(follow(&plan, &elsewhere).starts_with("missed-pause"));
        at_statement += 1;
    }
    assert!(at_statement > 0);
}

#[test]
fn an_uninitialised_variable_may_be_shown_in_several_ways() {
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(INITIAL), "test");
    plan.steps.insert(
        2,
        PlannedStep::EvaluateName { index: 1, name: "x".to_owned(), value: "undefined".to_owned() },
    );
    let start = "break 2:10 = 2:10\nstart = f 2:10 < 5:0; n=1, x=undefined\n";
    let dead_zone = format!(
        "{start}evaluate x = throws ReferenceError: x\nover = f 3:2 < 5:0; n=1, x=1\n\
         continue = f 2:10 < 6:0; n=2, x=undefined\ncontinue = end"
    );
    assert_eq!(follow(&plan, &dead_zone), "same");
    let away = dead_zone.replace("throws ReferenceError: x", "optimised away");
    assert_eq!(follow(&plan, &away), "same", "the debugger does not have it");
    let wrong = format!("{start}evaluate x = 9\nover = f 3:2 < 5:0; n=1, x=1");
    assert_eq!(
        follow(&plan, &wrong),
        "evaluate-differs: x evaluates to 9, the variables show undefined"
    );
}

#[test]
fn what_is_evaluated_over_garbage_may_differ() {
    let session = |value: u32| {
        format!(
            "break 2:10 = 2:10\nstart = f 2:10 < 5:0; n=1\nevaluate x = {value}\ncontinue = end"
        )
    };
    let mut plan = Plan::repeat(&script(PROGRAM), &trace(&session(6)), "test");
    assert_eq!(follow(&plan, &session(6)), "same");
    assert_eq!(follow(&plan, &session(9)), "evaluate-differs: evaluates to 9, expected 6");
    let garbage = |name: &str, line| UncertainLines {
        name: Some(name.into()),
        first_line: line,
        last_line: line,
    };
    plan.rules.uncertain.extend([garbage("x", 3), garbage("y", 2)]);
    assert_eq!(follow(&plan, &session(9)), "evaluate-differs: evaluates to 9, expected 6");
    plan.rules.uncertain.push(garbage("x", 2));
    assert_eq!(follow(&plan, &session(9)), "same");
}

#[test]
fn slid_breakpoints_with_conditions_are_left_out() {
    let initial = trace(
        "break 1:0 if false = 2:10
         break 2:0 = 2:10
         start = f 2:10 < 5:0; n=1",
    );
    let plan = apply("slide-breakpoints", &script(PROGRAM), &initial, 1).expect("applies");
    assert_eq!(follow(&plan, "break 2:10 = 2:10\nstart = f 2:10 < 5:0; n=1"), "same");
}

#[test]
fn two_breakpoints_that_slid_to_one_place_are_removed_once() {
    let initial = trace(
        "break 1:0 = 2:10
         break 2:0 = 2:10
         remove 1:0 = gone
         start = f 2:10 < 5:0; n=1
         remove 2:0 = gone
         continue = end",
    );
    let plan = apply("slide-breakpoints", &script(PROGRAM), &initial, 1).expect("applies");
    let answers = "
        break 2:10 = 2:10
        start = f 2:10 < 5:0; n=1
        remove 2:10 = gone
        continue = end";
    assert_eq!(follow(&plan, answers), "same");
}
