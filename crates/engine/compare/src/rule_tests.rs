//! Every shipped rule against its own examples: what it is meant for is accepted, its near misses
//! are still differences.

use crate::accept::AcceptRule;
use crate::difference::class_of;
use crate::example::Example;
use crate::judge::{Answers, judge};
use crate::lie::{Situation, Standpoint};
use crate::places::Places;
use crate::rules::{RuleSet, SHIPPED, rules_of_file};
use crate::run::triggered_at;
use debunk_languages::analyse;
use debunk_model::{
    Action, Frame, Goal, Language, Location, Observation, Outcome, Pause, Place, Program, Scope,
    ScopeKind, Trace,
};
use debunk_results::{DifferenceKind, Precision};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

fn location(text: &str) -> Location {
    let (line, column) = text.trim().split_once(':').unwrap_or_else(|| panic!("no place: {text}"));
    Location::new(line.parse().expect("a line"), column.parse().expect("a column"))
}

fn pause(stack: &str, variable: Option<(&str, &str, ScopeKind)>) -> Observation {
    let frames = stack.split(" < ").map(|frame| {
        let (function, at) = frame.rsplit_once(' ').unwrap_or(("", frame));
        let at = location(at);
        match function {
            "eval" => Frame { function: String::new(), place: Place::Dynamic { at } },
            name => Frame { function: name.to_owned(), place: Place::Program { at } },
        }
    });
    let scope = |(name, value, kind): (&str, &str, ScopeKind)| Scope {
        kind,
        variables: if value == "(missing)" {
            BTreeMap::new()
        } else {
            BTreeMap::from([(name.to_owned(), value.to_owned())])
        },
    };
    Observation::Paused(Pause {
        frames: frames.collect(),
        variables: variable.map(scope).into_iter().collect(),
    })
}

fn answer(example: &Example, action: &Action, text: &str) -> Observation {
    if !example.name.is_empty() {
        let kind = if example.outer { ScopeKind::Outer } else { ScopeKind::Own };
        return pause(&example.from, Some((&example.name, text, kind)));
    }
    match (text, action) {
        ("ended", _) => Observation::Finished(Outcome::default()),
        ("refused", _) => Observation::BreakpointRefused { reason: "no place".to_owned() },
        (_, Action::AddBreakpoint { .. }) => Observation::BreakpointSet { at: location(text) },
        _ => pause(text, None),
    }
}

fn action(example: &Example) -> Action {
    match example.action.as_str() {
        "" => Action::add_breakpoint(location(&example.from)),
        "start" => Action::Start,
        "continue" => Action::Continue,
        "step-over" => Action::StepOver,
        "step-in" => Action::StepIn,
        "step-out" => Action::StepOut,
        other => panic!("no action: {other}"),
    }
}

fn program(example: &Example) -> Program {
    match example.language.as_str() {
        "" => Program::javascript("p.js", Goal::Script, example.code.clone()),
        "mjs" => Program::javascript("p.mjs", Goal::Module, example.code.clone()),
        extension => {
            let (language, _) = Language::of_extension(extension).expect("a language");
            Program::script(format!("p.{extension}"), language, example.code.clone())
        }
    }
}

/// The rules that accept the first difference of an example; none if the two answers agree.
fn accepting(rules: &RuleSet, example: &Example) -> Option<Vec<String>> {
    let program = program(example);
    let (lines, sites) = (program.lines(), analyse(&program).expect("parses"));
    let places = Places { program: &program, lines: &lines, sites: &sites };
    let action = action(example);
    let mut before = Trace::default();
    for at in &example.breakpoints {
        let at = location(at);
        before.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
    }
    if !matches!(action, Action::AddBreakpoint { .. } | Action::Start) {
        let pauses = example.before.iter().chain([&example.from]);
        for (index, at) in pauses.enumerate() {
            let led = if index == 0 { Action::Start } else { Action::StepOver };
            before.push(led, pause(at, None));
        }
    }
    if !example.set.is_empty() {
        let at = location(&example.set);
        before.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
    }
    let traces = [&example.a, &example.b].map(|text| {
        let mut trace = before.clone();
        trace.push(action.clone(), answer(example, &action, text));
        trace
    });
    let index = before.steps.len();
    let answers = Answers {
        a: &traces[0].steps[index].observation,
        b: &traces[1].steps[index].observation,
        paused: None,
        expression: None,
        has_variables: true,
    };
    let found = judge(answers, Precision::Lines, rules, places, &mut BTreeSet::new());
    let difference = found.first()?;
    let class = class_of(difference.kind, &action, &before, places);
    let situation = Situation {
        triggered: triggered_at(&action, &before),
        a: Standpoint::of(&traces[0], index),
        b: Standpoint::of(&traces[1], index),
        places,
    };
    let numbers = rules.accepting(difference, &class, &situation);
    Some(numbers.iter().map(|number| rules.accept_rules()[*number].id.clone()).collect())
}

/// Everything that is wrong with the examples of a rule, among all rules of its file.
fn faults(rules: &RuleSet, rule: &AcceptRule) -> Vec<String> {
    let mut faults = Vec::new();
    for example in &rule.example {
        let mut say = |what: &str, example: &Example, by: &Option<Vec<String>>| {
            let Example { action, from, name, a, b, .. } = example;
            let detail = format!("{action} {name} from {from}: {a} and {b}, accepted by {by:?}");
            faults.push(format!("{}: {what}: {detail}", rule.id));
        };
        let by = accepting(rules, example);
        if !by.as_ref().is_some_and(|by| by.contains(&rule.id)) {
            say("not accepted", example, &by);
        }
        let exchanged = example.clone().swapped();
        let by = accepting(rules, &exchanged);
        if by.as_ref().is_some_and(|by| by.contains(&rule.id)) && !is_symmetric(rule) {
            say("accepted the other way round", &exchanged, &by);
        }
        for beside in example.besides() {
            let by = accepting(rules, &beside);
            if by.as_ref().is_some_and(|by| !by.is_empty()) {
                say("accepted beside it", &beside, &by);
            }
        }
    }
    faults
}

/// Whether a rule treats the two debuggers alike, as for the order in which a statement's lines are
/// reached.
fn is_symmetric(rule: &AcceptRule) -> bool {
    let names = |rule: &AcceptRule| -> BTreeSet<String> {
        rule.places.iter().map(|lie| String::from(*lie)).collect()
    };
    rule.a == rule.b
        && rule.a_spot == rule.b_spot
        && rule.a_passes == rule.b_passes
        && rule.a_line == rule.b_line
        && rule.a_frame_line == rule.b_frame_line
        && rule.a_frame_spot == rule.b_frame_spot
        && names(rule) == names(&rule.clone().swapped())
}

#[test]
fn every_rule_accepts_what_it_is_meant_for_and_nothing_beside_it() {
    let mut wrong = Vec::new();
    for text in SHIPPED {
        let rules = rules_of_file(text).expect("valid");
        wrong.extend(rules.accept_rules().iter().flat_map(|rule| faults(&rules, rule)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[derive(Deserialize)]
struct History {
    bug: Vec<Historical>,
}

/// A bug that was reported, and the rule files that must not accept it.
#[derive(Deserialize)]
struct Historical {
    report: String,
    files: Vec<String>,
    #[serde(flatten)]
    example: Example,
}

#[test]
fn bugs_that_were_reported_are_accepted_by_no_rule() {
    let history = include_str!("../rules/historical.toml");
    let history: History = toml::from_str(history).expect("valid");
    let mut wrong = Vec::new();
    for Historical { report, files, example } in &history.bug {
        for file in files {
            let opening = file.split_once('-').expect("two debuggers");
            let pair = format!("pair = [\"{}\", \"{}\"]", opening.0, opening.1);
            let text = SHIPPED.iter().find(|text| text.contains(&pair)).expect("a file of rules");
            let by = accepting(&rules_of_file(text).expect("valid"), example);
            if by.as_ref().is_none_or(|by| !by.is_empty()) {
                wrong.push(format!("{report}: {file}: {by:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(history.bug.len() > 10, "{}", history.bug.len());
}

#[test]
fn every_rule_says_what_it_is_bound_to_and_why() {
    let mut wrong = Vec::new();
    let mut ids = BTreeSet::new();
    for text in SHIPPED {
        let rules = rules_of_file(text).expect("valid");
        for rule in rules.accept_rules() {
            let mut say = |what: &str| wrong.push(format!("{}: {what}", rule.id));
            if rule.id.is_empty() || rule.why.is_empty() || rule.evidence.is_empty() {
                say("has no name, reason or evidence");
            }
            if rule.bug.is_some() && rule.wrong.is_none() && !rule.evidence.contains(", ") {
                say("does not say which debugger has the bug");
            }
            if rule.bug.is_none() && rule.wrong.is_some() {
                say("says who is wrong but names no bug");
            }
            let is_bound = !rule.places.is_empty()
                || !rule.variable.is_empty()
                || [&rule.spot, &rule.a_spot, &rule.b_spot].iter().any(|spot| !spot.is_empty())
                || rule.a.is_some() && (rule.b.is_some() || rule.a_release.is_some())
                || rule.a_line.is_some()
                || rule.b_line.is_some()
                || rule.line.is_some()
                || rule.a_frame_line.is_some()
                || !rule.a_frame_spot.is_empty()
                || rule.b_frame_line.is_some()
                || rule.program.is_some()
                || rule.about.is_some();
            if !is_bound {
                say("is bound to no place, no variable and no value");
            }
            if rule.kind.is_none() && rule.program.is_none() {
                say("has no type");
            }
            let is_place =
                matches!(rule.kind, Some(DifferenceKind::PausedLine | DifferenceKind::Termination));
            let is_output = rule.about.as_deref() == Some("output");
            if is_place && rule.action.is_none() && !is_output && rule.program.is_none() {
                say("has no action");
            }
            ids.insert(rule.id.clone());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ids.len() > 40, "{}", ids.len());
}
