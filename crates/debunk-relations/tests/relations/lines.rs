//! Programs of other languages than JavaScript, whose debuggers know lines only.

use crate::support::{apply, follow, trace};
use debunk_model::{Action, Language, Location, Program, Uncertain};
use debunk_relations::{Plan, PlannedStep};

const SEEDS: std::ops::Range<u64> = 0..60;

const C: &str =
    "int f(int n)\n{\n  return n;\n}\nint main(void)\n{\n  int a = 1;\n  f(a);\n  return a;\n}\n";

fn changed(relation: &str, language: Language, text: &str) -> Vec<String> {
    let program = Program::script("test", language, text);
    let initial = trace("start = end");
    let plans = SEEDS.filter_map(|seed| apply(relation, &program, &initial, seed).ok());
    let mut texts: Vec<String> = plans.map(|plan| plan.program.text.to_string()).collect();
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn dead_code_in_python_has_a_line_of_its_own_with_the_same_blanks() {
    let texts = changed("insert-dead-code", Language::Python, "if x:\n\ta = 1; f(a)\n");
    assert!(texts.contains(&"if x:\n\tif False: a = 7\n\ta = 1; f(a)\n".to_owned()), "{texts:?}");
    assert!(texts.iter().all(|text| text.contains("if False: a = ")));
}

#[test]
fn comments_and_blank_lines_keep_the_blanks_of_python() {
    let texts = changed("add-comments", Language::Python, "if x:\n  f()\n");
    let expected = [
        "\nif x:\n  f()\n",
        "# said\nif x:\n  f()\n",
        "if x:\n  \n  f()\n",
        "if x:\n  # said\n  f()\n",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn a_no_op_in_c_names_what_has_a_value() {
    for text in changed("add-no-op", Language::C, C) {
        assert!(text.contains("a = a;") || text.contains("n = n;"), "{text}");
        assert!(!text.contains("a = a; int a"), "{text}");
    }
}

#[test]
fn integers_in_python_stay_integers() {
    let texts = changed("split-integer", Language::Python, "x = 6\n");
    let expected = ["x = (5 + 1)\n", "x = (6 * 1)\n", "x = (6 // 1)\n", "x = (7 - 1)\n"];
    assert_eq!(texts, expected);
}

/// A plan for the C program with a breakpoint on line 3 that only the follow-up has.
fn interrupted(initial: &str, at_step: usize) -> Plan {
    let program = Program::script("test.c", Language::C, C);
    let mut plan = Plan::repeat(&program, &trace(initial), "");
    let action = Action::add_breakpoint(Location::new(3, 0));
    plan.steps.insert(at_step, PlannedStep::Extra { action, pauses: true });
    plan.rules.whole_lines = true;
    plan
}

const INITIAL: &str = "break 8:0 = 8:0
                       start = main 8:0; a=1
                       over = main 9:0; a=1";

#[test]
fn an_interrupted_step_is_completed_by_stepping_out_and_on() {
    let answers = "break 3:0 = 3:0
                   break 8:0 = 8:0
                   start = main 8:0; a=1
                   over = f 3:0 < main 8:0; n=1
                   out = main 8:0; a=1
                   over = main 9:0; a=1";
    assert_eq!(follow(&interrupted(INITIAL, 0), answers), "same");
}

#[test]
fn a_step_out_that_is_lost_is_a_contradiction() {
    let answers = "break 3:0 = 3:0
                   break 8:0 = 8:0
                   start = main 8:0; a=1
                   over = f 3:0 < main 8:0; n=1
                   out = end";
    let said = follow(&interrupted(INITIAL, 0), answers);
    assert!(said.starts_with("missed-pause"), "{said}");
}

#[test]
fn a_step_out_is_not_refined_since_it_ends_in_the_middle_of_a_line() {
    let program = Program::script("test.c", Language::C, C);
    let initial = trace(
        "break 3:0 = 3:0
         start = f 3:0 < main 8:0; n=1
         out = main 8:0; a=1",
    );
    for seed in SEEDS {
        assert!(apply("replace-by-finer", &program, &initial, seed).is_err());
    }
}

#[test]
fn a_step_that_is_pending_may_end_a_continue() {
    let initial = "break 8:0 = 8:0
                   start = main 8:0; a=1
                   over = f 3:0 < main 8:0; n=1
                   continue = end";
    let program = Program::script("test.c", Language::C, C);
    let mut plan = Plan::repeat(&program, &trace(initial), "");
    let answers = "break 8:0 = 8:0
                   start = main 8:0; a=1
                   over = f 3:0 < main 8:0; n=1
                   continue = main 9:0; a=1";
    assert!(follow(&plan, answers).starts_with("unexpected-pause"));
    plan.rules.completes_steps = true;
    assert!(follow(&plan, answers).starts_with("unexpected-pause"), "no step met a breakpoint");
    let at = Action::add_breakpoint(Location::new(3, 0));
    plan.steps.insert(0, PlannedStep::Extra { action: at, pauses: true });
    let answers = "break 3:0 = 3:0
                   break 8:0 = 8:0
                   start = main 8:0; a=1
                   over = f 3:0 < main 8:0; n=1
                   continue = main 9:0; a=1
                   continue = end";
    assert_eq!(follow(&plan, answers), "same");
}

#[test]
fn what_may_be_rubbish_is_not_compared() {
    let program = Program::script("test.c", Language::C, C);
    let mut plan = Plan::repeat(&program, &trace("start = main 7:0; a=1"), "");
    let answers = "start = main 7:0; a=32767";
    assert!(follow(&plan, answers).starts_with("variables"));
    plan.rules.uncertain = vec![Uncertain { name: Some("a".into()), first_line: 6, last_line: 7 }];
    assert_eq!(follow(&plan, answers), "same");
}

#[test]
fn a_changed_program_is_compared_by_lines() {
    let program = Program::script("test.c", Language::C, C);
    let initial = trace("break 8:0 = 8:0\nstart = main 8:0; a=1\nover = main 9:0; a=1");
    let own_line = |plan: &Plan| plan.program.text.contains("/* said */\n  f(a);");
    let plans = SEEDS.filter_map(|seed| apply("add-comments", &program, &initial, seed).ok());
    let plan = plans.into_iter().find(own_line).expect("a comment on its own line");
    let answers = "break 9:0 = 9:0\nstart = main 9:0; a=1\nover = main 10:0; a=1";
    assert_eq!(follow(&plan, answers), "same");
}
