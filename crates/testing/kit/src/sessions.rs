//! Short ways to perform actions and to read the answers.

use debunk_model::{
    Action, Goal, Language, Location, Observation, Outcome, Program, Trace, VariableView,
};
use debunk_session::{Debugger, Driver, PlainRun, Session, State};

/// A JavaScript program with calls, jobs and timers, on which everything that a session can do is tried. It runs
/// as a script and as a module.
pub const PROGRAM: &str = "\
let total = 0;
function add(amount) {
  let doubled = amount * 2;
  if (doubled > 100) { print('never'); }
  total += doubled;
  return total;
}
add(3);
print(total, Math.random(), new Date().getTime());
(async () => { await null; print('later'); })();
setTimeout(() => { print('timer'); }, 1000);
print('end');
";

/// A JavaScript program with this text.
pub fn script(text: &str) -> Program {
    Program::javascript("test.js", Goal::Script, text)
}

/// A JavaScript module with this text.
pub fn module(text: &str) -> Program {
    Program::javascript("test.mjs", Goal::Module, text)
}

/// A C program with this text.
pub fn c(text: &str) -> Program {
    Program::script("test.c", Language::C, text)
}

/// A Python program with this text.
pub fn python(text: &str) -> Program {
    Program::script("test.py", Language::Python, text)
}

/// The beginning of a line.
pub fn at(line: u32) -> Location {
    Location::new(line, 0)
}

/// Performs one action, which must be legal.
///
/// # Panics
/// If it is not, or if there is no answer.
#[track_caller]
pub fn act(session: &mut Session<'_>, action: Action) -> Observation {
    session.act(&[action]).expect("legal").last().expect("an answer").observation.clone()
}

/// Performs actions one by one until the session ends, and returns what happened.
///
/// # Panics
/// If the program cannot be opened, or an action is not legal.
#[track_caller]
pub fn run(driver: &mut dyn Driver, program: &Program, actions: &[Action]) -> Trace {
    let mut session = Session::open(driver, program).expect("opens");
    for action in actions {
        if session.state() == State::Ended && *action != Action::Restart {
            break;
        }
        act(&mut session, action.clone());
    }
    session.finish()
}

/// Where a pause is.
///
/// # Panics
/// If it is no pause in the program.
#[track_caller]
pub fn location(observation: &Observation) -> Location {
    let pause = observation.pause().unwrap_or_else(|| panic!("{observation}"));
    pause.location().unwrap_or_else(|| panic!("{observation}"))
}

/// The line of a pause.
///
/// # Panics
/// If it is no pause in the program.
#[track_caller]
pub fn line(observation: &Observation) -> u32 {
    location(observation).line
}

/// The value of a variable in an answer that shows variables, if it is shown.
///
/// # Panics
/// If the answer shows none.
#[track_caller]
pub fn variable(observation: &Observation, name: &str) -> Option<String> {
    let variables = match observation {
        Observation::Paused(pause) => &pause.variables,
        Observation::Looked { variables } => variables,
        other => panic!("{other}"),
    };
    variables.lookup(name).map(|(_, value)| value.to_owned())
}

/// How a program ends without the debugger.
///
/// # Panics
/// If it does not end.
#[track_caller]
pub fn plain(debugger: &dyn Debugger, program: &Program) -> Outcome {
    match debugger.runner().run(program) {
        PlainRun::Ended(outcome) => outcome,
        other => panic!("{}: {other:?}", debugger.info()),
    }
}

/// The number of the first line that contains a text.
///
/// # Panics
/// If there is none.
#[track_caller]
pub fn line_with(program: &Program, text: &str) -> u32 {
    let position = program.text.lines().position(|line| line.contains(text));
    position.unwrap_or_else(|| panic!("no line with {text}")) as u32 + 1
}
