//! Drives one JavaScript program by hand: `drive DEBUGGER FILE ACTION...`, with a debugger such as
//! `node@20`, `firefox` or `bun`, and actions such as `b3`, `b3:4`, `r3`, `s` (start), `c`, `i`, `o`
//! (over), `u` (out), `l` (look), `k` (look at the callers), `xNAME` (expand), `=expr`. The session is run twice, in one process if that serves
//! many.

use debunk_firefox::FirefoxDebugger;
use debunk_model::{Action, Expansion, FrameOrder, Goal, Location, Observation, Program};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Session};
use debunk_toolchain::{Cache, DebuggerName, locate};
use debunk_v8::V8Debugger;
use debunk_webkit::BunDebugger;

type Failure = Box<dyn std::error::Error>;

fn location(text: &str) -> Location {
    let (line, column) = text.split_once(':').unwrap_or((text, "0"));
    Location::new(line.parse().unwrap_or(1), column.parse().unwrap_or(0))
}

fn action(word: &str) -> Action {
    let rest = &word[1..];
    match &word[..1] {
        "b" => Action::add_breakpoint(location(rest)),
        "r" => Action::RemoveBreakpoint { at: location(rest) },
        "s" => Action::Start,
        "c" => Action::Continue,
        "i" => Action::StepIn,
        "o" => Action::StepOver,
        "u" => Action::StepOut,
        "l" => Action::Look,
        "k" => Action::LookAtCallers { order: FrameOrder::default() },
        "x" => {
            let name = rest.to_owned();
            Action::Expand(Expansion {
                name,
                frame: 0,
                depth: 3,
                width: 50,
                page: 0,
                depth_first: false,
            })
        }
        _ => Action::evaluate(rest),
    }
}

fn find(name: &str, area: &TempArea) -> Result<Box<dyn Debugger>, Failure> {
    let parsed: DebuggerName = name.parse()?;
    let located = locate(&parsed, &Cache::open(None)?, &mut |_| {})?;
    let info = DebuggerInfo {
        name: name.to_owned(),
        product: located.product.to_string(),
        version: located.version.text,
        engine: located.engine,
    };
    Ok(match located.product.name() {
        BunDebugger::PRODUCT => Box::new(BunDebugger::new(info, located.binary, area)),
        FirefoxDebugger::PRODUCT => Box::new(FirefoxDebugger::new(info, located.binary, area)),
        _ => Box::new(V8Debugger::new(info, located.binary, area).ok_or("no JavaScript debugger")?),
    })
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, file, words @ ..] = &arguments[..] else {
        return Err("give a debugger, a file and actions".into());
    };
    let area = TempArea::new()?;
    let debugger = find(name, &area)?;
    let goal = if file.ends_with(".mjs") { Goal::Module } else { Goal::Script };
    let program = Program::javascript(file, goal, std::fs::read_to_string(file)?);
    println!("plain: {:?}", debugger.runner().run(&program));
    let dead = debugger.runner().dead_spans(&program);
    let texts = |spans: Vec<debunk_model::Span>| -> Vec<String> {
        spans.iter().map(|span| span.of(&program.text).to_owned()).collect()
    };
    println!("dead: {:?}", dead.map(texts));
    let mut driver = debugger.driver();
    for _ in 0..2 {
        let mut session = Session::open(&mut *driver, &program)?;
        for word in words {
            match session.act(&[action(word)]) {
                Err(error) => println!("{error}"),
                Ok(steps) => {
                    for step in steps {
                        println!("{} -> {}", step.action, step.observation);
                        if let Some(pause) = step.observation.pause() {
                            println!("    {:?}", pause.variables);
                        }
                        if let Observation::Finished(outcome) = &step.observation {
                            println!("    {outcome:?}");
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
