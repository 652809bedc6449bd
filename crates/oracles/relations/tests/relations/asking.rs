//! Questions about one pause, and relations that ask them.

use crate::support::{apply, expansion, follow, script, trace};
use debunk_model::{
    Action, Completion, CopyForm, Evaluation, EvaluationContext, FrameOrder, Language,
    OPTIMISED_AWAY, Program, UncertainLines,
};
use debunk_relations::{Inquiry, Plan, PlannedStep};

const INITIAL: &str = "start = f 1:0 < 2:0; x=1, a=List\n";

fn contents(name: &str) -> Inquiry {
    Inquiry::Contents { expansion: expansion(name) }
}

fn path(pick: u32) -> Inquiry {
    Inquiry::Path { name: "a".to_owned(), pick }
}

/// What follows from these answers to questions at the first pause.
#[track_caller]
fn check(inquiries: &[Inquiry], answers: &str, expected: &str) {
    let mut plan = Plan::repeat(&script("f();\nf();\n"), &trace(INITIAL), "");
    for inquiry in inquiries {
        plan.steps.push(PlannedStep::Ask { index: 0, inquiry: inquiry.clone() });
    }
    assert_eq!(follow(&plan, &format!("{INITIAL}{answers}")), expected);
}

#[test]
fn two_readings_agree() {
    let twice = [contents("a"), contents("a")];
    check(&twice, "expand a = List [1, 2]\nexpand a = List [1, 2]", "same");
    let stale = "look-changed: read again, a[1] is 3, expected 2";
    check(&twice, "expand a = List [1, 2]\nexpand a = List [1, 3]", stale);
    let missing = "look-changed: read again, a[1] is missing";
    check(&twice, "expand a = List [1, 2]\nexpand a = List [1]", missing);
    check(&twice, "expand a = List [1]\nexpand a = no", "refused: refused: not now");
    let other = [contents("a"), contents("x")];
    check(&other, "expand a = List [1]\nexpand x = 1", "same");
}

#[test]
fn what_is_shown_in_another_way_each_time_is_not_compared_between_sessions() {
    let initial = format!("{INITIAL}expand a = List [1, 2]\n");
    let mut plan = Plan::repeat(&script("f();\nf();\n"), &trace(&initial), "");
    let again = |plan: &Plan| follow(plan, &format!("{INITIAL}expand a = List [2, 1]"));
    assert_eq!(again(&plan), "look-changed: it[0] is 2, expected 1");
    let everywhere = UncertainLines { name: Some("a".into()), ..UncertainLines::EVERYTHING };
    plan.rules.uncertain.push(everywhere);
    assert_eq!(again(&plan), "same");
}

#[test]
fn the_expression_of_a_child_gives_the_child() {
    let asked = [contents("a"), path(3)];
    check(&asked, "expand a = List [1, 2]\nevaluate a[1] = 2", "same");
    let wrong = "evaluate-differs: a[1] evaluates to 1, its parent shows 2";
    check(&asked, "expand a = List [1, 2]\nevaluate a[1] = 1", wrong);
    check(&asked, "expand a = List []", "same");
    check(&[path(0)], "", "same");
}

#[test]
fn a_variable_that_was_read_evaluates_to_what_was_read() {
    let asked = [contents("g"), Inquiry::Variable { name: "g".to_owned() }];
    check(&asked, "expand g = 3\nevaluate g = 3", "same");
    let wrong = "evaluate-differs: g evaluates to 4, its reading shows 3";
    check(&asked, "expand g = 3\nevaluate g = 4", wrong);
    check(&asked[1..], "", "same");
    let made = Inquiry::Made { pick: 1, frame: 0, context: EvaluationContext::default() };
    let asked = [contents("g"), contents("h"), made];
    check(&asked, "expand g = List []\nexpand h = List []", "same");
    let sum = "expand g = 3\nexpand h = List []\nevaluate";
    check(&asked, &format!("{sum} ((g * g) - 7) = 2"), "same");
    let wrong = "evaluate-differs: ((g * g) - 7) evaluates to 77, the variables make it 2";
    check(&asked, &format!("{sum} ((g * g) - 7) = 77"), wrong);
}

#[test]
fn callers_are_the_same_in_every_order_and_their_names_have_their_values() {
    let look = Inquiry::Callers { order: FrameOrder::default() };
    let asked = [look.clone(), look.clone()];
    check(&asked, "callers = y=1\ncallers = y=1", "same");
    let changed = "look-changed: y of caller 1 is 2, another order shows 1";
    check(&asked, "callers = y=1\ncallers = y=2", changed);
    let once = "look-changed: z of caller 1 is shown in one order only";
    check(&asked, "callers = y=1\ncallers = y=1, z=2", once);
    assert_eq!(name_of_caller("y=1", Some("1"), None), "same");
    let wrong =
        "evaluate-differs: y of caller 1 evaluates to 7, the variables of that frame show 1";
    assert_eq!(name_of_caller("y=1", Some("7"), None), wrong);
    assert_eq!(name_of_caller("y=1", Some(OPTIMISED_AWAY), None), "same", "it is not known");
}

/// What follows if a variable of the caller on line 2 has this value when it is evaluated, or is not
/// evaluated at all. It may hold garbage on a line.
fn name_of_caller(callers: &str, evaluated: Option<&str>, garbage_line: Option<u32>) -> String {
    let mut plan = Plan::repeat(&script("f();\nf();\n"), &trace(INITIAL), "");
    let unsure =
        |line| UncertainLines { name: Some("y".into()), first_line: line, last_line: line };
    plan.rules.uncertain.extend(garbage_line.map(unsure));
    let look = Inquiry::Callers { order: FrameOrder::default() };
    for inquiry in [look, Inquiry::CallerName { pick: 0 }] {
        plan.steps.push(PlannedStep::Ask { index: 0, inquiry });
    }
    let mut answers = trace(&format!("{INITIAL}callers = {callers}"));
    if let Some(value) = evaluated {
        let context = EvaluationContext::default();
        let evaluation = Evaluation { expression: "y".to_owned(), frame: 1, context };
        let observation = debunk_model::Observation::Evaluated { value: value.to_owned() };
        answers.push(Action::Evaluate(evaluation), observation);
    }
    crate::support::follow_trace(&plan, answers)
}

#[test]
fn names_of_callers_that_may_hold_garbage_are_evaluated_only_if_they_show_numbers() {
    assert_eq!(name_of_caller("y=List", None, Some(2)), "same");
    assert_eq!(name_of_caller("y=1", Some("1"), Some(2)), "same");
    assert_eq!(name_of_caller("y=List", Some("List"), Some(1)), "same");
}

#[test]
fn values_and_completions_are_known() {
    let evaluation = Evaluation {
        expression: "(x + 2)".to_owned(),
        frame: 0,
        context: EvaluationContext::default(),
    };
    let sum = [Inquiry::Value { evaluation, value: "3".to_owned() }];
    check(&sum, "evaluate (x + 2) = 3", "same");
    let wrong = "evaluate-differs: (x + 2) evaluates to 4, the variables make it 3";
    check(&sum, "evaluate (x + 2) = 4", wrong);
    let completion = Completion { text: "al".to_owned(), frame: 0 };
    let name = [Inquiry::Name { completion, name: "alpha".to_owned() }];
    check(&name, "complete al = alpha also", "same");
    let missing = "completion-missing: alpha is visible, but it is no completion";
    check(&name, "complete al = also", missing);
}

#[test]
fn a_copy_holds_what_its_original_holds() {
    let twin = |added| {
        let copy = Inquiry::Twin {
            expansion: expansion("t"),
            original: "a".to_owned(),
            added,
            form: CopyForm::Elements,
        };
        [contents("a"), copy]
    };
    check(&twin(0), "expand a = List [1, 2]\nexpand t = List [1, 2]", "same");
    check(&twin(1), "expand a = List [1, 2]\nexpand t = List [1, 2, 7]", "same");
    let missing = "look-changed: t has 1 children; made from a, it has 2";
    check(&twin(0), "expand a = List [1, 2]\nexpand t = List [1]", missing);
    let wrong = "look-changed: t[0] is 2, expected 1, as in a";
    check(&twin(0), "expand a = List [1, 2]\nexpand t = List [2, 1]", wrong);
}

fn expression(text: &str, frame: u32, context: EvaluationContext) -> Inquiry {
    Inquiry::Expression { evaluation: Evaluation { expression: text.to_owned(), frame, context } }
}

#[test]
fn an_expression_over_what_is_shown_has_the_value_that_follows() {
    let watch = EvaluationContext::default();
    let asked = |text| [contents("a"), expression(text, 0, watch)];
    check(&asked("x * 2"), "expand a = Array(2) [3, 4]\nevaluate x * 2 = 2", "same");
    let wrong = "evaluate-differs: a[1] + x evaluates to 4, the variables make it 5";
    check(&asked("a[1] + x"), "expand a = Array(2) [3, 4]\nevaluate a[1] + x = 4", wrong);
    // Nothing is asked that may fail or run code.
    check(&asked("a[7]"), "expand a = Array(2) [3, 4]", "same");
    let undefined = "start = f 1:0 < 2:0; x=undefined\n";
    let mut plan = Plan::repeat(&script("f();\nf();\n"), &trace(undefined), "");
    let inquiry = expression("typeof x", 0, watch);
    plan.steps.push(PlannedStep::Ask { index: 0, inquiry });
    assert_eq!(follow(&plan, undefined), "same");
    check(&asked("unknown + 1"), "expand a = Array(2) [3, 4]", "same");
}

/// What follows if these questions at the first pause get these answers, and then one for another purpose.
fn with_last(
    asked: Vec<Inquiry>,
    answers: &str,
    (text, context, value): (&str, EvaluationContext, &str),
) -> String {
    let mut plan = Plan::repeat(&script("f();\nf();\n"), &trace(INITIAL), "");
    let asked = asked.into_iter().map(|inquiry| PlannedStep::Ask { index: 0, inquiry });
    plan.steps.extend(asked);
    let mut answers = trace(&format!("{INITIAL}{answers}"));
    let evaluation = Evaluation { expression: text.to_owned(), frame: 0, context };
    let observation = debunk_model::Observation::Evaluated { value: value.to_owned() };
    answers.push(Action::Evaluate(evaluation), observation);
    crate::support::follow_trace(&plan, answers)
}

#[test]
fn an_expression_of_unknown_value_has_the_same_one_for_every_purpose() {
    let (watch, repl) = (EvaluationContext::default(), EvaluationContext::Repl);
    let follow = |value| {
        let asked = vec![expression("x / 3", 0, watch), expression("x / 3", 0, repl)];
        with_last(asked, "evaluate x / 3 = 0.3333333333333333", ("x / 3", repl, value))
    };
    assert_eq!(follow("0.3333333333333333"), "same");
    let wrong =
        "evaluate-differs: x / 3 evaluates to 0 for repl, and to 0.3333333333333333 for watch";
    assert_eq!(follow("0"), wrong);
}

#[test]
fn a_console_is_not_asked_for_what_it_does_not_write() {
    let program = Program::script("p.py", Language::Python, "f()\nf()\n");
    let initial = "start = f 1:0 < 2:0; x=None\n";
    let follow = |context, answers: &str| {
        let mut plan = Plan::repeat(&program, &trace(initial), "");
        let inquiry = expression("x or None", 0, context);
        plan.steps.push(PlannedStep::Ask { index: 0, inquiry });
        crate::support::follow(&plan, &format!("{initial}{answers}"))
    };
    assert_eq!(follow(EvaluationContext::Repl, ""), "same");
    assert_eq!(follow(EvaluationContext::Watch, "evaluate x or None = None"), "same");
}

#[test]
fn expressions_are_made_of_what_was_read() {
    let hover = EvaluationContext::Hover;
    let made = Inquiry::Made { pick: 0, frame: 0, context: hover };
    let follow = |value| {
        let asked = vec![contents("a"), made.clone()];
        with_last(asked, "expand a = Array(1) [3]", ("a[0]", hover, value))
    };
    assert_eq!(follow("3"), "same");
    assert_eq!(follow("4"), "evaluate-differs: a[0] evaluates to 4, the variables make it 3");
    check(std::slice::from_ref(&made), "", "same");
}

#[test]
fn copies_of_sets_may_have_another_order() {
    let twin = |form| {
        let copy =
            Inquiry::Twin { expansion: expansion("t"), original: "a".to_owned(), added: 1, form };
        [contents("a"), copy]
    };
    let answers = "expand a = {1, 2} [1, 2]\nexpand t = {2, 1, 7} [2, 1, 7]";
    check(&twin(CopyForm::InAnyOrder), answers, "same");
    let wrong = "look-changed: t[0] is 2, expected 1, as in a";
    check(&twin(CopyForm::Elements), answers, wrong);
    let missing = "look-changed: t does not hold 1, as a does";
    let answers = "expand a = {1, 2} [1, 2]\nexpand t = {2, 3, 7} [2, 3, 7]";
    check(&twin(CopyForm::InAnyOrder), answers, missing);
}

/// The first plan of a relation with any seed.
fn first_plan(relation: &str, program: &Program, initial: &str) -> Option<Plan> {
    (0..20).find_map(|seed| apply(relation, program, &trace(initial), seed).ok())
}

#[test]
fn relations_ask_about_what_a_pause_shows() {
    let program = script("function f(a) {\n  return a;\n}\nf([1]);\n");
    let initial = "break 2:2 = 2:2\nstart = f 2:2 < 4:0; a=Array(1), n=3, s=\"x\"\ncontinue = end";
    for relation in [
        "expand-values",
        "evaluate-paths",
        "evaluate-expressions",
        "inspect-frames",
        "complete-names",
    ] {
        let plan = first_plan(relation, &program, initial).unwrap_or_else(|| panic!("{relation}"));
        let asked: Vec<&Inquiry> = plan
            .steps
            .iter()
            .filter_map(|step| match step {
                PlannedStep::Ask { inquiry, .. } => Some(inquiry),
                _ => None,
            })
            .collect();
        assert!(!asked.is_empty(), "{relation}");
        let is_about_scalar = |inquiry: &&Inquiry| match inquiry {
            Inquiry::Contents { expansion } => expansion.name != "a",
            _ => false,
        };
        assert_eq!(asked.iter().find(|it| is_about_scalar(it)), None, "{relation}");
    }
}

#[test]
fn relations_ask_about_globals_that_no_pause_shows() {
    let text = "var top = [1];\nvar twice = 2;\nfunction f(twice) {\n  return top;\n}\nlet own = 1;\nf();\n";
    let program = script(text);
    let initial = "break 4:2 = 4:2\nstart = f 4:2 < 7:0\ncontinue = end";
    let relations = [
        "expand-values",
        "evaluate-paths",
        "evaluate-variables",
        "evaluate-expressions",
        "complete-names",
    ];
    for relation in relations {
        let asked =
            (0..40).filter_map(|seed| apply(relation, &program, &trace(initial), seed).ok());
        let words: Vec<String> = asked
            .flat_map(|plan| plan.steps)
            .filter_map(|step| match step {
                PlannedStep::Ask { inquiry, .. } => Some(inquiry.to_string()),
                _ => None,
            })
            .collect();
        assert!(
            words.iter().any(|it| it.contains("top") || it.contains("\"t")),
            "{relation}: {words:?}"
        );
        let is_other = |it: &&String| {
            it.split(|sign: char| !sign.is_alphanumeric()).any(|it| ["own", "twice"].contains(&it))
        };
        assert_eq!(words.iter().find(is_other), None, "{relation}");
    }
    let module = Program { goal: debunk_model::Goal::Module, ..program };
    assert!(first_plan("expand-values", &module, initial).is_none());
}

#[test]
fn a_copy_is_made_before_the_statement_of_a_pause() {
    let program = script("function f(a) {\n  return a;\n}\nf([1]);\n");
    let initial = "break 2:2 = 2:2\nstart = f 2:2 < 4:0; a=Array(1)\ncontinue = end";
    let plan = first_plan("copy-container", &program, initial).expect("a plan");
    let text = plan.program.text.to_string();
    assert!(text.starts_with("function f(a) {\n  var twin0 = [..."), "{text}");
    assert!(text.ends_with(";\n  return a;\n}\nf([1]);\n"), "{text}");
    let map = "break 2:2 = 2:2\nstart = f 2:2 < 4:0; a=Map(1)\ncontinue = end";
    let plan = first_plan("copy-container", &program, map).expect("a plan");
    assert!(plan.program.text.starts_with("function f(a) {\n  var twin0 = new Map("));
    let nothing = "break 2:2 = 2:2\nstart = f 2:2 < 4:0; a=Object\ncontinue = end";
    assert!(first_plan("copy-container", &program, nothing).is_none());
}
