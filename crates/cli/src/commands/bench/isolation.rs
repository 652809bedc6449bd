//! `debunk bench --isolation`: what isolation costs, measured alternately with and without it.

use crate::args::BenchArgs;
use crate::exit::Exit;
use crate::interrupt;
use crate::table::layout;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::Write;
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
        ("standard session", Cost::of(&with, &without, |turn| turn.standard)),
        ("campaign", Cost::of(&with, &without, |turn| turn.campaign)),
    ];
    let mut out = anstream::stdout().lock();
    if args.json {
        let line = |(name, cost): &(&str, Cost)| {
            let [low, middle, high] = cost.ratio;
            json!({ "what": name, "isolatedSessionsPerSecond": cost.with,
                    "bareSessionsPerSecond": cost.without, "ratio": middle,
                    "ratioQuartiles": [low, high] })
        };
        let rows: Vec<Value> = rows.iter().map(line).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(Exit::Nothing);
    }
    let what = format!("sessions/s, medians of {TURNS} turns");
    let head = [&what, "isolated", "not isolated", "ratio of neighbouring turns (quartiles)"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    table.extend(rows.iter().map(|(name, Cost { with, without, ratio: [low, middle, high] })| {
        let ratio = format!("{middle:.3} ({low:.3} to {high:.3})");
        vec![(*name).to_owned(), format!("{with:.1}"), format!("{without:.1}"), ratio]
    }));
    write!(out, "{}", layout(&table))?;
    Ok(Exit::Nothing)
}

/// What isolation costs by one measure.
#[derive(Debug, PartialEq)]
struct Cost {
    /// The median rate with isolation.
    with: f64,
    without: f64,
    /// Quartiles and median of the ratios of adjacent rounds.
    ratio: [f64; 3],
}

impl Cost {
    fn of(with: &[Turn], without: &[Turn], rate: impl Fn(&Turn) -> f64) -> Self {
        let rates = [with, without].map(|turns| turns.iter().map(&rate).collect::<Vec<f64>>());
        let ratios = rates[0].iter().zip(&rates[1]).map(|(with, without)| with / without);
        let ratio = quartiles(ratios.collect());
        let [with, without] = rates.map(|rates| quartiles(rates)[1]);
        Self { with, without, ratio }
    }
}

/// The lower quartile, the median and the upper quartile.
fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}

/// Runs the same command once, without the isolation option and with output for scripts.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_turns_are_compared_whatever_the_speed_of_the_machine() {
        let turn = |rate: f64| Turn { standard: rate, campaign: 1.0 };
        let speeds = [10.0, 40.0, 20.0, 80.0, 30.0];
        let with: Vec<Turn> = speeds.map(|speed| turn(speed * 0.9)).into();
        let without: Vec<Turn> = speeds.map(turn).into();
        let cost = Cost::of(&with, &without, |turn| turn.standard);
        assert_eq!(cost, Cost { with: 27.0, without: 30.0, ratio: [0.9; 3] });
    }
}
