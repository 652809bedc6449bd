//! What logs say that values hold, against what real debuggers show of it: honest debuggers are not charged, and
//! most lies about numbers are.

use crate::support;

use debunk_bdb::BdbDebugger;
use debunk_corpus::built_in_of;
use debunk_dap::{AdapterSpec, DapDebugger, shipped};
use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::debuggers::located;
use debunk_languages::analyse;
use debunk_model::{
    Action, Contents, Expansion, Language, Location, Observation, Pause, Program, Sites, Trace,
    Value, VariableView,
};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Session};
use debunk_testimony::{Log, Testimony};
use debunk_toolchain::Product;
use debunk_witness::{WitnessResult, witness};

/// Breakpoints in each program.
const BREAKPOINTS: usize = 4;
/// Pauses in each program.
const PAUSES: usize = 6;
/// Expanded variables at each pause.
const VARIABLES: usize = 8;

/// Where debugpy runs code of the program to show variables, which changes what they hold.
const RUNS_CODE: [&str; 2] = ["python/descriptors.py", "python/getattr-hooks.py"];

/// A debugger of any kind.
#[derive(Debug)]
enum Subject {
    /// An engine of JavaScript.
    Engine(&'static str),
    /// A debug adapter.
    Adapter(&'static str),
    /// gdb over its machine interface.
    GdbMi,
    /// The debugger of Python's standard library.
    Bdb,
}

/// The debugger; if it is not available, the test fails.
fn find(subject: &Subject) -> Box<dyn Debugger> {
    let name = match subject {
        Subject::Engine(name) => return support::debugger(name),
        Subject::Adapter(name) => name,
        Subject::GdbMi => "gdb-mi",
        Subject::Bdb => "bdb",
    };
    let (located, info) = located(name);
    let is_python = matches!(subject, Subject::Bdb) || located.product == Product::DEBUGPY;
    let defaults = Compilers::default();
    let python = if is_python { located.binary.clone() } else { defaults.python.clone() };
    let area = TempArea::new().expect("temporary folder");
    let builder = Builder::new(&area, Compilers { python, ..defaults });
    match subject {
        Subject::Bdb => Box::new(BdbDebugger::new(info, builder)),
        Subject::GdbMi => Box::new(GdbMiDebugger::new(info, located.binary, builder)),
        _ => {
            let spec: AdapterSpec = shipped(name).expect("shipped").parse().expect("a description");
            Box::new(DapDebugger::new(info, spec, Some(located.binary), builder))
        }
    }
}

/// What was asked, and how many changed numbers are charged.
#[derive(Default)]
struct Count {
    expanded: usize,
    lies: usize,
    charged: usize,
    wrong: Vec<String>,
}

/// The places where a pause is at the beginning of a statement.
fn places(debugger: &dyn Debugger, sites: &Sites, log: &Log) -> Vec<Location> {
    let is_plain = |at: &Location| sites.plain_lines.contains(&at.line);
    let by_lines = debugger.quirks().granularity.is_lines();
    let mut places: Vec<Location> = (0..log.statements.len())
        .filter(|&index| !log.runs_of(index).is_empty())
        .map(|index| log.statements[index].start)
        .filter(|at| !by_lines || is_plain(at))
        .collect();
    places.dedup();
    // The last ones see most variables.
    let stride = places.len().div_ceil(BREAKPOINTS).max(1);
    places.into_iter().rev().step_by(stride).collect()
}

/// A session that expands variables wherever it pauses.
fn session(debugger: &dyn Debugger, program: &Program, places: &[Location]) -> Option<Trace> {
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, program).ok()?;
    let mut trace = Trace::default();
    let mut act = |action: Action| {
        let observation =
            session.act(std::slice::from_ref(&action)).ok()?.last()?.observation.clone();
        trace.push(action, observation.clone());
        Some(observation)
    };
    for at in places {
        act(Action::add_breakpoint(*at))?;
    }
    let mut action = Action::Start;
    for _ in 0..PAUSES {
        let Observation::Paused(pause) = act(action)? else { break };
        for name in names(program, &pause) {
            act(Action::Expand(Expansion {
                name,
                frame: 0,
                depth: 2,
                width: 100,
                page: 0,
                depth_first: false,
            }))?;
        }
        action = Action::Continue;
    }
    Some(trace)
}

fn names(program: &Program, pause: &Pause) -> Vec<String> {
    let shown = pause.variables.visible().into_keys().map(str::to_owned);
    let is_name =
        |name: &String| !name.contains(['(', ' ']) && program.text.contains(name.as_str());
    shown.filter(is_name).take(VARIABLES).collect()
}

/// The value with the first number in what it holds changed.
fn changed(value: &Value) -> Option<Value> {
    let Contents::Children { children, has_more } = &value.contents else { return None };
    let mut children = children.clone();
    let child = children.iter_mut().find_map(|child| {
        let other = match child.value.text.parse::<i64>() {
            Ok(number) if child.value.contents.is_nothing() => {
                Value::from((number ^ 1).to_string())
            }
            _ => changed(&child.value)?,
        };
        Some((&mut child.value, other))
    });
    let (place, other) = child?;
    *place = other;
    let contents = Contents::Children { children, has_more: *has_more };
    Some(Value { text: value.text.clone(), contents })
}

fn count(debugger: &dyn Debugger, program: &Program, count: &mut Count) {
    let WitnessResult::Neutral(log) = witness(&mut *debugger.runner(), program) else { return };
    let (sites, lines) = (analyse(program).expect("parses"), program.lines());
    let places = places(debugger, &sites, &log);
    let Some(trace) = session(debugger, program, &places) else { return };
    let testimony = Testimony::new(&log, program, &lines, &sites).with_quirks(debugger.quirks());
    let is_about_contents = |index: usize| matches!(trace.steps[index].action, Action::Expand(_));
    for charge in testimony.examine(&trace).into_iter().filter(|it| is_about_contents(it.step)) {
        let step = &trace.steps[charge.step];
        let line =
            format!("{}: {}: {} ({})", program.name, step.action, charge.proof, step.observation);
        count.wrong.push(line);
    }
    for index in 0..trace.steps.len() {
        let Observation::Expanded { value } = &trace.steps[index].observation else { continue };
        count.expanded += 1;
        let Some(value) = changed(value) else { continue };
        count.lies += 1;
        let mut lying = Trace::default();
        for step in &trace.steps[..index] {
            lying.push(step.action.clone(), step.observation.clone());
        }
        lying.push(trace.steps[index].action.clone(), Observation::Expanded { value });
        count.charged += usize::from(testimony.examine(&lying).iter().any(|it| it.step == index));
    }
}

/// Checks a debugger with the programs of a language, of which each `stride`th is taken.
fn check(subject: &Subject, language: Language, stride: usize, percent_min: usize) {
    let debugger = find(subject);
    let mut all = Count::default();
    let entries = built_in_of(language).entries;
    let is_read =
        |name: &str| !matches!(subject, Subject::Adapter("debugpy")) || !RUNS_CODE.contains(&name);
    for entry in entries.iter().step_by(stride).filter(|it| is_read(&it.program.name)) {
        count(&*debugger, &entry.program, &mut all);
    }
    let Count { expanded, lies, charged, wrong } = &all;
    println!(
        "{subject:?}: {expanded} values are expanded; {charged} of {lies} changed numbers are charged"
    );
    assert_eq!(*wrong, Vec::<String>::new(), "an honest debugger is charged");
    assert!(*charged > 0 && charged * 100 >= lies * percent_min, "{charged} of {lies}");
}

#[test]
fn contents_of_python_are_those_that_bdb_shows() {
    check(&Subject::Bdb, Language::Python, 2, 70);
}

#[test]
fn contents_of_python_are_those_that_debugpy_shows() {
    check(&Subject::Adapter("debugpy"), Language::Python, 6, 50);
}

#[test]
fn contents_of_c_are_those_that_gdb_shows() {
    check(&Subject::GdbMi, Language::C, 2, 30);
}

#[test]
fn contents_of_c_are_those_that_lldb_shows() {
    check(&Subject::Adapter("lldb-dap"), Language::C, 4, 30);
}

#[test]
fn contents_of_cpp_are_those_that_gdb_shows() {
    check(&Subject::GdbMi, Language::Cpp, 2, 15);
}

#[test]
fn contents_of_cpp_are_those_that_lldb_shows() {
    check(&Subject::Adapter("lldb-dap"), Language::Cpp, 2, 20);
}

#[test]
fn contents_of_rust_are_those_that_gdb_shows() {
    check(&Subject::GdbMi, Language::Rust, 1, 5);
}

#[test]
fn contents_of_rust_are_those_that_lldb_shows() {
    check(&Subject::Adapter("lldb-dap"), Language::Rust, 1, 15);
}

#[test]
fn contents_of_javascript_are_those_that_node_shows() {
    check(&Subject::Engine("node"), Language::JavaScript, 7, 20);
}

#[test]
fn contents_of_javascript_are_those_that_bun_shows() {
    check(&Subject::Engine("bun"), Language::JavaScript, 11, 20);
}
