//! `debunk dd schedule`: the switches between tasks that make a program fail.

use super::args::ScheduleArgs;
use super::progress::DdProgress;
use super::{About, command, end_name, exit, limits, threads, warn_of_end, warn_of_oddities};
use crate::exit::Exit;
use crate::interrupt;
use anyhow::Result;
use debunk_base::counted;
use debunk_dd::{Oddities, ScheduleOptions, Switch, beside, schedule as run};
use serde_json::json;
use std::io::Write;

/// Isolates the switches.
pub(crate) fn schedule(args: &ScheduleArgs) -> Result<Exit> {
    let options = ScheduleOptions {
        failing: args.failing.clone(),
        output: args.out.clone().unwrap_or_else(|| beside(&args.failing, "reduced")),
        command: command(&args.ask, false)?,
        jobs: threads(&args.ask),
        limits: limits(&args.ask)?,
    };
    let stop = interrupt::watch();
    let progress = DdProgress::new(0, "switches");
    let result = run(&options, &stop, &|counts, size| progress.show(counts, size));
    progress.finish();
    let result = result?;
    let mut out = anstream::stdout().lock();
    if args.ask.json {
        let switch = |switches: &[Switch]| -> Vec<_> {
            switches
                .iter()
                .map(|one| json!({ "from": one.from, "after": one.after, "to": one.to }))
                .collect()
        };
        let line = json!({
            "switches": result.switches,
            "cause": switch(&result.cause),
            "passing": result.passing,
            "failing": result.failing,
            "tests": result.counts.tests,
            "calls": result.calls,
            "flaky": result.flaky.is_some(),
            "end": end_name(result.end),
            "result": options.output,
        });
        writeln!(out, "{line}")?;
    } else {
        writeln!(out, "it fails because")?;
        for switch in &result.cause {
            writeln!(out, "    {switch}")?;
        }
        writeln!(
            out,
            "reduced {} to {} with {} of the command",
            counted(result.switches, "switch"),
            result.cause.len(),
            counted(result.calls, "call")
        )?;
        writeln!(out, "schedule: {}", options.output.display())?;
    }
    warn_of_end(result.end);
    let odd = Oddities { flaky: result.flaky, ..Oddities::default() };
    let odd = warn_of_oddities(&odd, &args.ask, About::Version);
    Ok(exit(result.end, result.counts, odd))
}
