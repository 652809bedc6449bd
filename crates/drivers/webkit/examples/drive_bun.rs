//! Drives one program by hand: `drive BINARY FILE ACTION...` with actions such as
//! `b3`, `b3:4`, `r3`, `s` (start), `c`, `i`, `o` (over), `u` (out), `l` (look), `=expr`.

use debunk_model::{Action, Goal, Location, Program};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Session};
use debunk_webkit::BunDebugger;

fn location(text: &str) -> Location {
    let (line, column) = text.split_once(':').unwrap_or((text, "0"));
    Location::new(line.parse().unwrap_or(1), column.parse().unwrap_or(0))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let info = DebuggerInfo {
        name: "drive".into(),
        product: "drive".into(),
        version: String::new(),
        engine: None,
    };
    let area = TempArea::new()?;
    let debugger = BunDebugger::new(info, arguments[0].clone().into(), &area);
    let goal = if arguments[1].ends_with(".mjs") { Goal::Module } else { Goal::Script };
    let program = Program::javascript(&arguments[1], goal, std::fs::read_to_string(&arguments[1])?);
    println!("plain: {:?}", debugger.runner().run(&program));
    println!(
        "dead: {:?}",
        debugger.runner().dead_spans(&program).map(|spans| {
            spans.iter().map(|span| span.of(&program.text).to_owned()).collect::<Vec<_>>()
        })
    );
    let mut driver = debugger.driver();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program)?;
        for word in &arguments[2..] {
            let rest = &word[1..];
            let action = match &word[..1] {
                "b" => Action::add_breakpoint(location(rest)),
                "r" => Action::RemoveBreakpoint { at: location(rest) },
                "s" => Action::Start,
                "c" => Action::Continue,
                "i" => Action::StepIn,
                "o" => Action::StepOver,
                "u" => Action::StepOut,
                "l" => Action::Look,
                _ => Action::Evaluate { expression: rest.into() },
            };
            match session.act(&[action]) {
                Ok(steps) => {
                    for step in steps {
                        println!("{} -> {}", step.action, step.observation);
                        if let Some(pause) = step.observation.pause() {
                            println!("    {:?}", pause.variables);
                        }
                        if let debunk_model::Observation::Finished(outcome) = &step.observation {
                            println!("    {:?}", outcome);
                        }
                    }
                }
                Err(error) => println!("{error}"),
            }
        }
    }
    Ok(())
}
