//! Drives one program by hand: `drive BINARY FILE ACTION...` with actions such as `b3`, `b3:4`,
//! `r3`, `s` (start), `c`, `i`, `o` (over), `u` (out), `l` (look), `=expr`.

use debunk_firefox::FirefoxDebugger;
use debunk_model::{Action, Goal, Location, Observation, Program};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Session};

fn location(text: &str) -> Location {
    let (line, column) = text.split_once(':').unwrap_or((text, "0"));
    Location::new(line.parse().unwrap_or(1), column.parse().unwrap_or(0))
}

fn action(word: &str) -> Action {
    let rest = word.get(1..).unwrap_or("");
    match word.get(..1) {
        Some("b") => Action::add_breakpoint(location(rest)),
        Some("r") => Action::RemoveBreakpoint { at: location(rest) },
        Some("s") => Action::Start,
        Some("c") => Action::Continue,
        Some("i") => Action::StepIn,
        Some("o") => Action::StepOver,
        Some("u") => Action::StepOut,
        Some("l") => Action::Look,
        _ => Action::Evaluate { expression: rest.into() },
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [binary, file, words @ ..] = arguments.as_slice() else {
        return Err("usage: drive BINARY FILE ACTION...".into());
    };
    let info = DebuggerInfo {
        name: "drive".into(),
        product: "drive".into(),
        version: String::new(),
        engine: None,
    };
    let area = TempArea::new()?;
    let debugger = FirefoxDebugger::new(info, binary.into(), &area);
    let goal = if file.ends_with(".mjs") { Goal::Module } else { Goal::Script };
    let program = Program::javascript(file, goal, std::fs::read_to_string(file)?);
    println!("plain: {:?}", debugger.runner().run(&program));
    let mut driver = debugger.driver();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program)?;
        for word in words {
            match session.act(&[action(word)]) {
                Ok(steps) => {
                    for step in steps {
                        println!("{} -> {}", step.action, step.observation);
                        match &step.observation {
                            Observation::Paused(pause) => println!("    {:?}", pause.variables),
                            Observation::Looked { variables } => println!("    {variables:?}"),
                            Observation::Finished(outcome) => println!("    {outcome:?}"),
                            _ => {}
                        }
                    }
                }
                Err(error) => println!("{error}"),
            }
        }
    }
    Ok(())
}
