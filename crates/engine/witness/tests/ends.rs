//! Where functions end: on real engines, a debugger may pause there only in a call that was left
//! that way.

use crate::support;

use debunk_languages::analyse;
use debunk_model::{
    Action, Frame, Goal, Location, Observation, Pause, Place, Program, Quirks, Trace,
};
use debunk_session::Session;
use debunk_testimony::{Charge, ChargeKind, Testimony};
use debunk_witness::{Log, WitnessResult, witness};

/// The first four functions are left by an error, the others reach their ends or return.
const TEXT: &str = "\
async function rejects(n) {
  if (n) throw new Error('now');
}
async function later() {
  await null;
  throw new Error('later');
}
function throws() {
  return JSON.parse('{');
}
async function passes() {
  return await later();
}
async function falls(n) {
  await n;
}
function returns() {
  return 1;
}
function* closed() {
  yield 1;
  yield 2;
}
rejects(1).catch(() => {});
later().catch(() => {});
try { throws(); } catch { print('caught'); }
passes().catch(() => {});
falls(1);
returns();
for (const x of closed()) break;
";

fn program() -> Program {
    Program::javascript("ends.js", Goal::Script, TEXT)
}

fn log(engine: &str) -> Box<Log> {
    match witness(&mut *support::runner(engine), &program()) {
        WitnessResult::Neutral(log) => log,
        other => panic!("{other:?}"),
    }
}

fn charges(log: &Log, trace: &Trace, quirks: Quirks) -> Vec<Charge> {
    let program = program();
    let sites = analyse(&program).expect("parses");
    Testimony::new(log, &program, &program.lines(), &sites).with_quirks(quirks).examine(trace)
}

/// A step that ends at the closing brace on a line.
fn at_end(line: u32) -> Trace {
    let frame =
        Frame { function: String::new(), place: Place::Program { at: Location::new(line, 0) } };
    let mut trace = Trace::default();
    trace.push(
        Action::Start,
        Observation::Paused(Pause { frames: vec![frame], variables: Vec::new() }),
    );
    trace
}

#[test]
fn a_function_that_is_left_by_an_error_never_comes_to_its_end() {
    let log = log("node");
    let is_charged = |line| {
        charges(&log, &at_end(line), Quirks::default())
            .iter()
            .any(|charge| charge.kind == ChargeKind::NeverRan)
    };
    let charged: Vec<u32> =
        [3, 7, 10, 13, 16, 19, 23].into_iter().filter(|it| is_charged(*it)).collect();
    assert_eq!(charged, [3, 7, 10, 13]);
}

/// Steps over from a line until nothing of the program is left to step over.
fn stepping_over(engine: &str, line: u32) -> Trace {
    const STEPS_MAX: usize = 12;
    let debugger = support::debugger(engine);
    let mut driver = debugger.driver();
    let program = program();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    session.act(&[Action::add_breakpoint(Location::new(line, 0)), Action::Start]).expect("legal");
    for _ in 0..STEPS_MAX {
        let steps = session.act(&[Action::StepOver]).expect("legal");
        if steps.last().is_none_or(|step| step.observation.pause().is_none()) {
            break;
        }
    }
    session.finish()
}

/// Only V8 8.4, and no later version, pauses at the end of an asynchronous function that was left
/// by an error.
#[test]
fn only_an_old_engine_pauses_at_the_end_of_a_function_that_rejects() {
    for line in [2, 6] {
        let old = stepping_over("node@14", line);
        let is_end = |charge: &Charge| charge.proof.contains("no call of it");
        assert!(charges(&log("node@14"), &old, Quirks::default()).iter().any(is_end), "{old:?}");
        for engine in ["node", "bun"] {
            let trace = stepping_over(engine, line);
            let found = charges(&log(engine), &trace, support::debugger(engine).quirks());
            assert!(!found.iter().any(is_end), "{engine}: {found:?}\n{trace:?}");
        }
    }
}
