//! Traces written as lines, and a debugger that answers from a list.
//!
//! ```text
//! break 3:0 = 3:4          set at 3:4
//! start = f 3:4 x=1        paused in f at 3:4, x is 1
//! over = end               finished
//! expand a = List [1, 2]   a holds 1 and 2
//! ```

use debunk_languages::analyse;
use debunk_model::{
    Action, Capabilities, Capability, Completion, Expansion, Frame, FrameOrder, Goal, Granularity,
    Location, Observation, Outcome, Pause, Place, Program, Quirks, Scope, ScopeKind, Seed, Span,
    Trace, TraceStep, Value, ValueChild,
};
use debunk_relations::{Application, Follower, Inapplicable, Initial, Next, Plan, Policy, by_name};

fn location(text: &str) -> Location {
    let (line, column) = text.split_once(':').expect("line:column");
    Location::new(line.parse().expect("line"), column.parse().expect("column"))
}

fn action(text: &str) -> Action {
    let mut words = text.splitn(2, ' ');
    let (word, rest) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    match word {
        "break" => match rest.split_once(" if ") {
            Some((at, condition)) => {
                Action::AddBreakpoint { at: location(at), condition: Some(condition.to_owned()) }
            }
            None => Action::add_breakpoint(location(rest)),
        },
        "log" => Action::AddLogpoint { at: location(rest) },
        "remove" => Action::RemoveBreakpoint { at: location(rest) },
        "start" => Action::Start,
        "restart" => Action::Restart,
        "continue" => Action::Continue,
        "in" => Action::StepIn,
        "over" => Action::StepOver,
        "out" => Action::StepOut,
        "look" => Action::Look,
        "callers" => Action::LookAtCallers { order: FrameOrder::default() },
        "expand" => Action::Expand(expansion(rest)),
        "complete" => Action::Complete(Completion { text: rest.to_owned(), frame: 0 }),
        "evaluate" => Action::evaluate(rest),
        other => panic!("no such action: {other}"),
    }
}

fn observation(action: &Action, text: &str) -> Observation {
    match (action, text) {
        (_, "end") => Observation::Finished(Outcome::default()),
        (_, "refused") => Observation::BreakpointRefused { reason: "no".to_owned() },
        (_, "hung") => Observation::Hung,
        (_, "no") => Observation::Refused { reason: "not now".to_owned() },
        (_, "crashed") => Observation::Crashed { detail: "signal".to_owned() },
        (Action::RemoveBreakpoint { .. }, "gone") => Observation::BreakpointRemoved,
        (Action::AddBreakpoint { .. } | Action::AddLogpoint { .. }, at) => {
            Observation::BreakpointSet { at: location(at) }
        }
        (Action::Expand(_), value) => Observation::Expanded { value: value_of(value) },
        (Action::Complete(_), names) => {
            let names = names.split(' ').map(str::to_owned).collect();
            Observation::Completed { names, has_more: false }
        }
        (Action::Evaluate(_), value) => Observation::Evaluated { value: value.to_owned() },
        (Action::Look, values) => Observation::Looked { variables: scopes(values) },
        (Action::LookAtCallers { .. }, values) => {
            Observation::LookedAtCallers { callers: values.split(" < ").map(scopes).collect() }
        }
        (_, pause) => Observation::Paused(paused(pause)),
    }
}

/// `f 3:4 < 9:0; x=1 y="a b"`: frames innermost first, then variables.
fn paused(text: &str) -> Pause {
    let (stack, values) = text.split_once("; ").unwrap_or((text, ""));
    let frames = stack
        .split(" < ")
        .map(|frame| {
            let (function, at) = frame.rsplit_once(' ').unwrap_or(("", frame));
            Frame { function: function.to_owned(), place: Place::Program { at: location(at) } }
        })
        .collect();
    Pause { frames, variables: scopes(values) }
}

fn scopes(values: &str) -> Vec<Scope> {
    let variables = values
        .split(", ")
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    vec![Scope { kind: ScopeKind::Own, variables }]
}

/// How variables are expanded.
pub fn expansion(name: &str) -> Expansion {
    Expansion { name: name.to_owned(), frame: 0, depth: 2, width: 100, page: 0, depth_first: false }
}

/// `List [1, 2]`: a value with children, each with its expression.
fn value_of(text: &str) -> Value {
    let Some((text, rest)) = text.split_once(" [") else { return text.into() };
    let items = rest.trim_end_matches(']').split(", ").filter(|item| !item.is_empty());
    let child = |(index, item): (usize, &str)| ValueChild {
        expression: Some(format!("a[{index}]")),
        ..ValueChild::new(index.to_string(), item.into())
    };
    Value::with_children(text, items.enumerate().map(child).collect())
}

/// A trace from its lines.
pub fn trace(text: &str) -> Trace {
    let mut trace = Trace::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (what, saw) = line.split_once(" = ").expect("action = observation");
        let action = action(what);
        let observation = observation(&action, saw);
        trace.push(action, observation);
    }
    trace
}

/// A script.
pub fn script(text: &str) -> Program {
    Program::javascript("test.js", Goal::Script, text)
}

/// Applies a relation with a seed. Text that begins with `'dead'` never ran.
pub fn apply(
    relation: &str,
    program: &Program,
    trace: &Trace,
    seed: u64,
) -> Result<Plan, Inapplicable> {
    match applied(relation, program, trace, seed)? {
        Application::FollowUp(plan) => Ok(*plan),
        Application::Checked(_) => panic!("not a relation between two sessions"),
    }
}

/// What a relation within one session says against it.
pub fn charge(relation: &str, program: &Program, trace: &Trace) -> Option<String> {
    match applied(relation, program, trace, 0).expect("applies") {
        Application::Checked(violation) => violation.map(|violation| violation.detail),
        Application::FollowUp(_) => panic!("not a relation within one session"),
    }
}

fn applied(
    relation: &str,
    program: &Program,
    trace: &Trace,
    seed: u64,
) -> Result<Application, Inapplicable> {
    let sites = analyse(program).expect("parses");
    let lines = program.lines();
    let spans = sites.statements.iter().map(|site| site.span);
    let dead: Vec<Span> =
        spans.filter(|span| span.of(&program.text).starts_with("'dead'")).collect();
    let initial = Initial {
        program,
        sites: &sites,
        lines: &lines,
        trace,
        dead: Some(&dead),
        plain: None,
        log: None,
        quirks: Quirks { granularity: Granularity::usual(program.language), ..Quirks::default() },
        capabilities: Capabilities::of(&Capability::ALL),
    };
    let relation = by_name(relation).expect("a relation");
    relation.apply(&initial, &mut Seed::new(seed).rng())
}

/// The result of a follow-up session, in one line.
#[track_caller]
pub fn follow(plan: &Plan, answers: &str) -> String {
    follow_trace(plan, trace(answers))
}

/// As [`follow`], from a trace.
#[track_caller]
pub fn follow_trace(plan: &Plan, answers: Trace) -> String {
    let mut answers = answers.steps.into_iter();
    let mut follower = Follower::new(plan);
    let mut steps: Vec<TraceStep> = Vec::new();
    loop {
        match follower.next(&steps) {
            Next::Done => {
                let left = answers.next().map(|step| step.action.to_string());
                assert_eq!(left, None, "the follower is done too early");
                return "same".to_owned();
            }
            Next::GiveUp(reason) => return format!("gave up: {reason}"),
            Next::Violated(violation) => {
                return format!("{}: {}", violation.kind, violation.detail);
            }
            Next::Act(actions) => {
                steps = actions
                    .into_iter()
                    .map(|action| {
                        let step = answers.next().unwrap_or_else(|| panic!("asked for {action}"));
                        assert_eq!(step.action, action, "the follower's next action");
                        step
                    })
                    .collect();
            }
        }
    }
}
