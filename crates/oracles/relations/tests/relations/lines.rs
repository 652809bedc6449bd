//! Programs in languages other than JavaScript, whose debuggers know lines only.

use crate::support::{apply, charge, follow, trace};
use debunk_model::{Action, Granularity, Language, Location, Program, UncertainLines};
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
    plan.rules.granularity = Granularity::Lines;
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
fn what_may_be_garbage_is_not_compared() {
    let program = Program::script("test.c", Language::C, C);
    let mut plan = Plan::repeat(&program, &trace("start = main 7:0; a=1"), "");
    let answers = "start = main 7:0; a=32767";
    assert!(follow(&plan, answers).starts_with("variables"));
    plan.rules.uncertain =
        vec![UncertainLines { name: Some("a".into()), first_line: 6, last_line: 7 }];
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

#[test]
fn a_generator_that_a_step_out_left_proves_nothing() {
    let answers = "break 3:0 = 3:0
                   break 8:0 = 8:0
                   start = main 8:0; a=1
                   over = f 3:0 < main 8:0; n=1
                   out = end";
    let mut plan = interrupted(INITIAL, 0);
    let said = follow(&plan, answers);
    assert_ne!(said, "gave up: a generator was left", "no generator is in this program");
    plan.program.language = Language::Python;
    plan.program.text = "def g():\n    yield 1\n".into();
    assert_eq!(follow(&plan, answers), "gave up: a generator was left");
}

fn c_program() -> Program {
    let text = "int f(int n) {\n  return n;\n}\nint main(void) { return f(1); }\n";
    Program::script("test.c", Language::C, text)
}

const RUN: &str = "
    break 2:0 = 2:0
    start = f 2:0 < main 4:0; n=1
    over = main 4:0
    continue = end
";

#[test]
fn a_restarted_program_runs_as_at_first() {
    let program = c_program();
    let plans = (0..20).map(|seed| apply("restart", &program, &trace(RUN), seed).expect("a plan"));
    let mut notes: Vec<String> = Vec::new();
    for plan in plans.filter(|plan| plan.note.contains("step 2,")) {
        let again = format!(
            "{}{}",
            "break 2:0 = 2:0\nstart = f 2:0 < main 4:0; n=1\n",
            RUN.replace("break 2:0 = 2:0", "").replace("start", "restart")
        );
        assert_eq!(follow(&plan, &again), "same");
        let lost = "break 2:0 = 2:0\nstart = f 2:0 < main 4:0; n=1\nrestart = end";
        assert!(follow(&plan, lost).starts_with("missed-pause"), "a breakpoint is lost");
        let refused = "break 2:0 = 2:0\nstart = f 2:0 < main 4:0; n=1\nrestart = no";
        assert_eq!(follow(&plan, refused), "refused: not now");
        notes.push(plan.note);
    }
    assert!(!notes.is_empty());
}

#[test]
fn a_restart_after_the_end_may_be_refused_but_not_forgotten() {
    let program = c_program();
    let plans = (0..40).map(|seed| apply("restart", &program, &trace(RUN), seed).expect("a plan"));
    let plan =
        plans.into_iter().find(|plan| plan.note.contains("step 4,")).expect("one at the end");
    assert_eq!(
        follow(&plan, &format!("{RUN}restart = no")),
        "gave up: a restart after the end is refused"
    );
    assert!(follow(&plan, &format!("{RUN}restart = hung")).starts_with("hung"));
}

#[test]
fn a_restart_comes_before_breakpoints_change() {
    let run = "
        break 2:0 = 2:0
        start = f 2:0 < main 4:0; n=1
        remove 2:0 = gone
        over = main 4:0
    ";
    for seed in 0..20 {
        let plan = apply("restart", &c_program(), &trace(run), seed).expect("a plan");
        assert!(plan.note.contains("after step 2,"), "{}", plan.note);
    }
}

#[test]
fn the_variables_of_callers_can_be_read() {
    let plans =
        (0..20).filter_map(|seed| apply("look-at-callers", &c_program(), &trace(RUN), seed).ok());
    let plan = plans.into_iter().next().expect("a plan");
    let with = |answer: &str| RUN.replace("over", &format!("callers = {answer}\nover"));
    assert_eq!(follow(&plan, &with("m=1")), "same");
    assert_eq!(follow(&plan, &with("no")), "refused: refused: not now");
    assert!(follow(&plan, &with("m=1 < k=2")).starts_with("refused"), "there is one caller");
}

#[test]
fn a_logpoint_changes_nothing() {
    let at_first = |seed: u64| {
        let plan = apply("add-logpoint", &c_program(), &trace(RUN), seed).ok()?;
        plan.note.ends_with("before step 1").then_some(plan)
    };
    let plan = (0..40).find_map(at_first).expect("one before all");
    let Some(PlannedStep::Extra { action: Action::AddLogpoint { at }, pauses: false }) =
        plan.steps.first()
    else {
        panic!("{:?}", plan.steps)
    };
    let at = format!("{}:0", at.line);
    assert_eq!(follow(&plan, &format!("log {at} = {at}\n{RUN}")), "same");
    assert_eq!(follow(&plan, &format!("log {at} = refused\n{RUN}")), "gave up: breakpoint refused");
    let paused = format!("log {at} = {at}\nbreak 2:0 = 2:0\nstart = main {at}");
    assert!(follow(&plan, &paused).starts_with("paused-elsewhere"), "{}", follow(&plan, &paused));
}

#[test]
fn a_call_that_returns_to_the_line_of_a_step_may_be_too_early() {
    let program = c_program();
    let follow_on = |ends_at: u32| {
        let initial = format!("break 4:0 = 4:0\nstart = main 4:0\nover = main {ends_at}:0");
        let plans = SEEDS.filter_map(|seed| {
            apply("add-breakpoint", &program, &trace(&format!("{initial}\nover = end")), seed).ok()
        });
        let wanted = |plan: &Plan| plan.note == "added a breakpoint at 2:0 before step 1";
        let plan = plans.into_iter().find(wanted).expect("such a plan");
        let met = "break 2:0 = 2:0\nbreak 4:0 = 4:0\nstart = main 4:0\nover = f 2:0 < main 4:0";
        follow(&plan, &format!("{met}\nout = main 4:0\nover = main 5:0\nover = end"))
    };
    assert_eq!(follow_on(4), "gave up: a call returned to the line");
    assert_eq!(follow_on(5), "same");
}

#[test]
fn a_finer_step_that_stays_on_its_line_has_not_arrived() {
    let initial = trace(
        "break 2:0 = 2:0\nstart = f 2:0 < main 4:0\ncontinue = f 2:0 < main 4:0\ncontinue = end",
    );
    let mut plan = Plan::repeat(&c_program(), &initial, "test");
    plan.rules.granularity = Granularity::Lines;
    plan.steps[2] = PlannedStep::Finer { action: Action::StepOver, index: 2, repeat: true };
    let start = "break 2:0 = 2:0\nstart = f 2:0 < main 4:0\n";
    let stayed = format!("{start}over = f 2:0 < main 4:0");
    assert_eq!(follow(&plan, &stayed), "gave up: a step stayed on its line");
    let left = format!("{start}over = f 3:0 < main 4:0\nover = f 2:0 < main 4:0\ncontinue = end");
    assert_eq!(follow(&plan, &left), "same");
}

#[test]
fn an_added_breakpoint_may_pause_at_its_other_place() {
    let text = "int g() { return 0; }\ntemplate <class T> int f(T t) {\n  if constexpr (sizeof t == 1)\n    return 1;\n  else\n    return 2;\n}\nint main() {\n  f(1);\n  f('a');\n}\n";
    let program = Program::script("test", Language::Cpp, text);
    let initial = trace("break 9:0 = 9:0\nstart = main 9:0\ncontinue = end");
    let plans = SEEDS.filter_map(|seed| apply("add-breakpoint", &program, &initial, seed).ok());
    let at_six = |plan: &Plan| plan.note == "added a breakpoint at 6:0 before step 1";
    let plan = plans.into_iter().find(at_six).expect("such a plan");
    let answers = "break 6:0 = 6:0
                   break 9:0 = 9:0
                   start = main 9:0
                   continue = f 6:0 < main 9:0
                   continue = ";
    assert_eq!(follow(&plan, &format!("{answers}f 4:0 < main 10:0\ncontinue = end")), "same");
    let said = follow(&plan, &format!("{answers}g 1:0 < main 10:0"));
    assert!(said.starts_with("unexpected-pause"), "{said}");
}

#[test]
fn a_step_may_end_deeper_where_a_breakpoint_has_another_place() {
    let said = |language, text: &str, run: &str| {
        charge("keep-step-promises", &Program::script("test", language, text), &trace(run))
    };
    let closure = "fn main() {\n    [1].map(|n| {\n        n + 1\n    });\n}\n";
    let run = "break 2:0 = 2:0\nstart = main 2:0\nover = c 3:0 < main 2:0";
    assert_eq!(said(Language::Rust, closure, run), None);
    let removed = "break 2:0 = 2:0\nstart = main 2:0\nremove 2:0 = gone\nover = c 3:0 < main 2:0";
    assert!(said(Language::Rust, closure, removed).is_some_and(|it| it.ends_with("stands")));
    let template = "\ntemplate <class T> int f(T t) {\n  if constexpr (sizeof t == 1)\n    return 1;\n  else\n    return 2;\n}\nint main() {\n  f(1);\n  f('a');\n}\n";
    let run =
        "break 1:0 = 6:0\nstart = f 6:0 < main 9:0\nout = main 10:0\nover = f 4:0 < main 10:0";
    assert_eq!(said(Language::Cpp, template, run), None);
}
