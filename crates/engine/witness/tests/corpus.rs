//! Every built-in program on real engines: watched, it must behave as it does unwatched.

use crate::support;

use debunk_corpus::{LoadOptions, built_in_with};
use debunk_model::{Program, StatementKind};
use debunk_session::{PlainRun, PlainRunner};
use debunk_witness::{WitnessResult, witness};
use std::time::Instant;

fn check(engine: &str, both_modes: bool, without_log: &[&str]) {
    let mut runner = support::runner(engine);
    let mut corpus = built_in_with(&LoadOptions { both_modes, ..LoadOptions::default() });
    // A strict copy of a sloppy program may not be a valid program.
    corpus.entries.retain(|entry| !both_modes || can_be_run(&mut *runner, &entry.program));
    let mut refused = Vec::new();
    let mut sizes = Vec::new();
    let (mut entries, mut holders, mut plain_ms, mut watched_ms) = (0, 0, 0.0, 0.0);
    for entry in &corpus.entries {
        let before = Instant::now();
        assert!(can_be_run(&mut *runner, &entry.program), "{}", entry.program.name);
        plain_ms += before.elapsed().as_secs_f64() * 1e3;
        let before = Instant::now();
        let witnessed = witness(&mut *runner, &entry.program);
        watched_ms += before.elapsed().as_secs_f64() * 1e3;
        match witnessed {
            WitnessResult::Neutral(log) => {
                let runs = |kind| log.statements.iter().filter(|it| it.kind == kind).count();
                let only_functions = log.statements.len() == runs(StatementKind::End);
                assert!(!log.entries.is_empty() || only_functions, "{}", entry.program.name);
                entries += log.entries.len();
                holders += log.contents.len();
                sizes.push(log.size_bytes);
            }
            WitnessResult::NotNeutral(reason) => {
                let is_known = without_log.contains(&&*entry.program.name);
                if !is_known {
                    refused.push(format!("{}: {reason}", entry.program.name));
                }
            }
            WitnessResult::Failed(reason) => panic!("{}: {reason}", entry.program.name),
        }
    }
    let all = corpus.entries.len();
    println!("{engine}: {} of {all} programs are refused", refused.len());
    for line in &refused {
        println!("  {line}");
    }
    sizes.sort_unstable();
    println!(
        "{engine}: {entries} entries; logs have {} bytes (median), {} (longest)",
        sizes[sizes.len() / 2],
        sizes[sizes.len() - 1]
    );
    println!("{engine}: {holders} values that hold others");
    assert!(holders > corpus.entries.len(), "{holders}");
    println!(
        "{engine}: per program {:.1} ms plain, {:.1} ms for the witness with all its runs",
        plain_ms / all as f64,
        watched_ms / all as f64
    );
    assert_eq!(refused, Vec::<String>::new(), "every program must have a log");
}

fn can_be_run(runner: &mut dyn PlainRunner, program: &Program) -> bool {
    matches!(runner.run(program), PlainRun::Ended(_))
}

#[test]
fn built_in_programs_do_the_same_on_node_when_watched() {
    check("node", true, &[]);
}

#[test]
fn built_in_programs_do_the_same_on_bun_when_watched() {
    // Columns cannot be restored on Bun, and this program prints one of a `return`, which is
    // logged.
    check("bun", false, &["corners/error-stack-text.js"]);
}
