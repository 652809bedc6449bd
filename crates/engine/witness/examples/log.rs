//! Prints the instrumented copy of a program and its log: `log [-t] ENGINE FILE...`.

#[path = "../tests/support/mod.rs"]
mod support;

use debunk_languages::{CopyStyle, instrument};
use debunk_model::{Goal, Program};
use debunk_witness::{Log, WitnessResult, witness};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let shows_text = arguments.first().is_some_and(|first| first == "-t");
    arguments.drain(..usize::from(shows_text));
    let Some((engine, files)) = arguments.split_first() else { return ExitCode::from(2) };
    let mut runner = support::runner(engine);
    for file in files {
        let Ok(text) = std::fs::read_to_string(file) else { return ExitCode::from(2) };
        let goal = if file.ends_with(".mjs") { Goal::Module } else { Goal::Script };
        let program = Program::javascript(file.as_str(), goal, text);
        if let (true, Ok(copy)) = (shows_text, instrument(&program, CopyStyle::default())) {
            println!("{}", copy.program.text);
        }
        match witness(&mut *runner, &program) {
            WitnessResult::Neutral(log) => show(&log),
            WitnessResult::NotNeutral(reason) => println!("{file}: not neutral: {reason}"),
            WitnessResult::Failed(reason) => println!("{file}: {reason}"),
        }
    }
    ExitCode::SUCCESS
}

fn show(log: &Log) {
    for (index, entry) in log.entries.iter().enumerate() {
        let statement = &log.statements[entry.statement];
        let function = &log.functions[statement.function].name;
        let values: Vec<String> =
            log.values_at(index).iter().map(|(name, value)| format!("{name}={value}")).collect();
        println!(
            "{:6} {:8} {:12} {}#{} depth {} | {}",
            index,
            statement.start.to_string(),
            format!("{:?}", statement.kind),
            function,
            entry.activation,
            entry.depth,
            values.join(" ")
        );
    }
    println!("{} bytes, truncated: {}", log.size_bytes, log.truncated);
}
