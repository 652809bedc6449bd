//! `debunk dd isolate`: the smallest difference between two inputs that still matters.

use super::args::{IsolateArgs, Parts};
use super::progress::DdProgress;
use super::{
    About, command, end_name, exit, journal, limits, print_known, threads, warn_of_oddities,
    warn_of_resumable_end,
};
use crate::display::printable;
use crate::exit::Exit;
use crate::interrupt;
use anyhow::Result;
use debunk_base::counted;
use debunk_dd::{IsolateOptions, ReductionGranularity, beside, isolate as run};
use serde_json::json;
use std::io::Write;

/// Isolates the difference.
pub(crate) fn isolate(args: &IsolateArgs) -> Result<Exit> {
    let bad_output = beside(&args.bad, "failing");
    let options = IsolateOptions {
        good: args.good.clone(),
        bad: args.bad.clone(),
        good_output: beside(&args.bad, "passing"),
        journal: journal(&args.keep, &bad_output),
        bad_output,
        command: command(&args.ask, false)?,
        granularity: match args.granularity {
            Parts::Line => ReductionGranularity::Line,
            Parts::Token => ReductionGranularity::Token,
            Parts::Auto | Parts::Syntax | Parts::Char => ReductionGranularity::Character,
        },
        jobs: threads(&args.ask),
        limits: limits(&args.ask)?,
    };
    let stop = interrupt::watch();
    let progress = DdProgress::new(0, "differences");
    let result = run(&options, &stop, &|counts, size| progress.show(counts, size));
    progress.finish();
    let result = result?;
    let mut out = anstream::stdout().lock();
    if args.ask.json {
        let line = json!({
            "differences_before": result.differences_before,
            "differences_after": result.differences_after,
            "added_bytes": result.bytes.0,
            "removed_bytes": result.bytes.1,
            "patch": String::from_utf8_lossy(&result.patch),
            "calls": result.calls,
            "tests": result.counts.tests,
            "end": end_name(result.end),
            "flaky": result.oddities.flaky.is_some(),
            "timed_out": result.oddities.timed_out,
            "changed_candidates": result.oddities.changed_input,
            "from_journal": result.from_journal,
            "passing": options.good_output,
            "failing": options.bad_output,
        });
        writeln!(out, "{line}")?;
    } else {
        for line in String::from_utf8_lossy(&result.patch).split_terminator('\n') {
            writeln!(out, "{}", printable(line))?;
        }
        writeln!(
            out,
            "\nreduced {} to {} with {} of the command",
            counted(result.differences_before, "difference"),
            result.differences_after,
            counted(result.calls, "call")
        )?;
        print_known(&mut out, result.from_journal, &options.journal)?;
        writeln!(out, "passing: {}", options.good_output.display())?;
        writeln!(out, "failing: {}", options.bad_output.display())?;
    }
    warn_of_resumable_end(result.end);
    let odd = warn_of_oddities(&result.oddities, &args.ask, About::Input);
    Ok(exit(result.end, result.counts, odd))
}
