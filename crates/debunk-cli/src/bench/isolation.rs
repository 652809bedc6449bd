//! `debunk bench --isolation`: what isolation costs, measured with and without it by turns.

use crate::args::BenchArgs;
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// How often each side has its turn.
const TURNS: usize = 5;

/// The rates of one turn.
struct Turn {
    /// Sessions per second of the standard session, in one warm process.
    standard: f64,
    /// Sessions per second of a whole campaign, with all processes that it starts.
    campaign: f64,
}

/// Measures and prints. What isolates is decided once per process, so each turn is a process of its own.
pub(super) fn bench_isolation(args: &BenchArgs) -> Result<Exit> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for number in 0..TURNS {
        // Neither side always comes first.
        let mut sides = [(&mut with, true), (&mut without, false)];
        if number % 2 == 1 {
            sides.reverse();
        }
        for (turns, is_isolated) in sides {
            let side = if is_isolated { "with" } else { "without" };
            anstream::eprintln!("turn {} of {TURNS}, {side} isolation", number + 1);
            turns.push(turn(is_isolated)?);
        }
    }
    let rows = [
        ("standard session", of(&with, &without, |turn| turn.standard)),
        ("campaign", of(&with, &without, |turn| turn.campaign)),
    ];
    let mut out = anstream::stdout().lock();
    if args.json {
        let line = |(name, [with, without]): &(&str, [f64; 2])| {
            json!({ "what": name, "isolatedSessionsPerSecond": with,
                    "bareSessionsPerSecond": without, "ratio": with / without })
        };
        let rows: Vec<Value> = rows.iter().map(line).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(Exit::Nothing);
    }
    let what = format!("sessions/s, median of {TURNS} turns");
    let mut table = vec![[&what, "isolated", "not isolated", "ratio"].map(str::to_owned).to_vec()];
    table.extend(rows.iter().map(|(name, [with, without])| {
        let ratio = format!("{:.3}", with / without);
        vec![(*name).to_owned(), format!("{with:.1}"), format!("{without:.1}"), ratio]
    }));
    write!(out, "{}", layout(&table))?;
    Ok(Exit::Nothing)
}

/// The medians of both sides.
fn of(with: &[Turn], without: &[Turn], rate: impl Fn(&Turn) -> f64) -> [f64; 2] {
    [with, without].map(|turns| {
        let mut rates: Vec<f64> = turns.iter().map(&rate).collect();
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    })
}

/// Runs the same command once, without the question and with an answer for scripts.
fn turn(is_isolated: bool) -> Result<Turn> {
    let mut command = Command::new(std::env::current_exe().context("find debunk itself")?);
    let asked = ["--isolation", "--no-isolation", "--json"];
    let own = std::env::args_os().skip(1);
    command.args(own.filter(|word| !asked.iter().any(|asked| word == asked))).arg("--json");
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
