//! `debunk replay`: runs a finding again.

use crate::args::ReplayArgs;
use crate::debuggers;
use crate::exit::{Exit, NothingRan};
use crate::progress::printable;
use anyhow::Result;
use debunk_campaign::{Replayed, replay as run_again};
use serde_json::json;
use std::io::Write;

/// Runs a finding again, as often as asked.
pub(crate) fn replay(args: &ReplayArgs) -> Result<Exit> {
    let finding = debunk_findings::read(&args.finding)?;
    let name = args.debugger.clone().unwrap_or_else(|| finding.debugger.name.clone());
    let ready = debuggers::find(Some(&name), &args.cache)?;
    let mut held = 0;
    let mut last = Replayed::Gone;
    for _ in 0..args.times.max(1) {
        last = run_again(&*ready.debugger, ready.debugger.driver(), &finding);
        if let Replayed::Unknown(reason) = &last {
            return Err(NothingRan(format!("run the finding again: {reason}")).into());
        }
        held += u32::from(matches!(last, Replayed::Holds { .. }));
    }
    let holds = held > 0;
    let mut out = anstream::stdout().lock();
    let info = ready.debugger.info();
    if args.json {
        let (detail, identical) = match &last {
            Replayed::Holds { violation, identical } => (json!(violation.detail), json!(identical)),
            _ => (json!(null), json!(false)),
        };
        let result = json!({
            "holds": holds, "held": held, "times": args.times, "debugger": info,
            "detail": detail, "identical": identical,
        });
        writeln!(out, "{result}")?;
    } else {
        match &last {
            Replayed::Holds { violation, identical } => {
                let how = if *identical { "exactly as it was found" } else { "in another form" };
                writeln!(out, "still holds on {info}, {how}:")?;
                writeln!(out, "    {}: {}", violation.kind, printable(&violation.detail))?;
            }
            _ => writeln!(out, "does not hold on {info}")?,
        }
        if args.times > 1 {
            writeln!(out, "held {held} times out of {}", args.times)?;
        }
    }
    Ok(if holds { Exit::Findings } else { Exit::Nothing })
}
