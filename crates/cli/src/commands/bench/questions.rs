//! `debunk bench --questions`: what questions about pauses cost, measured alternately with and without
//! them.

use super::turns::{Cost, alternate, print_costs};
use super::{TESTS_PER_TURN, campaign_options};
use crate::args::BenchArgs;
use crate::debuggers::Ready;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Result, bail};
use debunk_campaign::Campaign;
use debunk_relations::{ALL, Group, Relation};
use debunk_wire::Traffic;
use std::time::Instant;

/// The number of rounds of each side.
const TURNS: usize = 7;

/// What one round measured.
struct Turn {
    ms_per_test: f64,
    sessions_per_s: f64,
    bytes_per_session: f64,
}

/// Measures and prints.
pub(super) fn bench_questions(ready: &Ready, args: &BenchArgs) -> Result<Exit> {
    let plain: Vec<&dyn Relation> =
        ALL.into_iter().filter(|relation| relation.group() != Group::Questions).collect();
    // Both sides get the processes and caches that this one leaves.
    turn(ready, args, &plain, 0)?;
    let turns = alternate(TURNS, "questions", |is_with, number| {
        let relations = if is_with { &ALL[..] } else { &plain[..] };
        turn(ready, args, relations, 1 + number as u64)
    })?;
    let rows = [
        ("ms per test", Cost::of(&turns, |turn| turn.ms_per_test)),
        ("sessions/s", Cost::of(&turns, |turn| turn.sessions_per_s)),
        ("bytes per session", Cost::of(&turns, |turn| turn.bytes_per_session)),
    ];
    let what = format!("{}, medians of {TURNS} turns", ready.debugger.info());
    let keys = args.json.then_some(["withQuestions", "withoutQuestions"]);
    print_costs(&rows, [&what, "with questions", "without"], keys)?;
    Ok(Exit::Nothing)
}

/// Runs a short campaign with these relations.
fn turn(
    ready: &Ready,
    args: &BenchArgs,
    relations: &[&'static dyn Relation],
    seed: u64,
) -> Result<Turn> {
    let debugger = &*ready.debugger;
    let corpus = super::corpus_of(debugger);
    let stop = interrupt::watch();
    let make_driver = || debugger.driver();
    let mut options = campaign_options(debugger, &make_driver, &corpus.entries, args, &stop);
    let tests = args.tests.first().copied().unwrap_or(TESTS_PER_TURN);
    (options.tests, options.relations, options.seed) = (tests, relations, seed);
    let mut campaign = Campaign::prepare(options, None, false, &mut |_| {})?;
    let (started, before) = (Instant::now(), Traffic::now());
    let summary = campaign.run(&mut |_| {}, |_| {})?;
    let (seconds, after) = (started.elapsed().as_secs_f64(), Traffic::now());
    if interrupt::signal().is_some() {
        bail!("finish the measurement: it was interrupted");
    }
    let bytes = after.sent_bytes + after.received_bytes - before.sent_bytes - before.received_bytes;
    Ok(Turn {
        ms_per_test: seconds * 1000.0 / summary.tests_now.max(1) as f64,
        sessions_per_s: summary.sessions_now as f64 / seconds,
        bytes_per_session: bytes as f64 / summary.sessions_now.max(1) as f64,
    })
}
