//! `debunk bench --isolation`: what isolation costs, measured alternately with and without it.

use super::TESTS_PER_TURN;
use super::turns::{Cost, alternate, print_costs};
use crate::args::BenchArgs;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::process::{Command, Stdio};

/// The number of rounds of each side. The speed of a machine changes within seconds, often by more
/// than isolation costs, so there are many short rounds.
const TURNS: usize = 15;

/// The rates of one round.
struct Turn {
    /// Sessions per second of the standard session, in one warm process.
    standard: f64,
    /// Sessions per second of a whole campaign, with all processes that it starts.
    campaign: f64,
}

/// Measures and prints. Isolation is decided once per process, so each round is a separate process.
pub(super) fn bench_isolation(args: &BenchArgs) -> Result<Exit> {
    let is_default = args.tests.is_empty();
    let turns = alternate(TURNS, "isolation", |is_isolated, _| turn(is_isolated, is_default))?;
    let rows = [
        ("standard session", Cost::of(&turns, |turn| turn.standard)),
        ("campaign", Cost::of(&turns, |turn| turn.campaign)),
    ];
    let what = format!("sessions/s, medians of {TURNS} turns");
    let keys = args.json.then_some(["isolatedSessionsPerSecond", "bareSessionsPerSecond"]);
    print_costs(&rows, [&what, "isolated", "not isolated"], keys)?;
    Ok(Exit::Nothing)
}

/// Runs the same command once, without the isolation option and with output for scripts, and with the
/// usual number of tests if it names none.
fn turn(is_isolated: bool, is_default: bool) -> Result<Turn> {
    let mut command = Command::new(std::env::current_exe().context("find debunk itself")?);
    let asked = ["--isolation", "--no-isolation", "--json"];
    let own = std::env::args_os().skip(1);
    command.args(own.filter(|word| !asked.iter().any(|asked| word == asked))).arg("--json");
    if is_default {
        command.arg(format!("--tests={TESTS_PER_TURN}"));
    }
    if !is_isolated {
        command.arg("--no-isolation");
    }
    let output = command.stderr(Stdio::piped()).output().context("run debunk itself")?;
    if interrupt::signal().is_some() {
        bail!("finish the measurement: it was interrupted");
    }
    if !output.status.success() {
        bail!("measure one turn: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let result: Value = serde_json::from_slice(&output.stdout).context("read one turn")?;
    let rate = |value: &Value| value.as_f64().context("read the rate of one turn");
    Ok(Turn {
        standard: rate(&result["sessionsPerSecond"])?,
        campaign: rate(&result["growth"][0]["sessionsPerSecond"])?,
    })
}
