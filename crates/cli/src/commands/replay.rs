//! `debunk replay`: reruns a finding.

use crate::args::ReplayArgs;
use crate::debuggers::{self, Side};
use crate::display::printable;
use crate::exit::{Exit, NothingRan};
use anyhow::Result;
use debunk_campaign::{Replayed, replay as run_again, verdict};
use debunk_compare::{Measure, Places, RuleSet, RunEnd, TwoDrivers, Witness, hear_both, run_pair};
use debunk_model::Trace;
use debunk_relations::FixedActions;
use debunk_results::{DifferenceReport, Finding, RuleUse, SESSIONS, VerdictRecord, is_at, read};
use serde_json::json;
use std::io::Write;

/// Reruns a finding, as often as requested.
pub(crate) fn replay(args: &ReplayArgs) -> Result<Exit> {
    if is_at::<DifferenceReport>(&args.finding) {
        return replay_difference(args);
    }
    let finding: Finding = read(&args.finding)?;
    let name = args.debugger.clone().unwrap_or_else(|| finding.debugger.name.clone());
    let ready = debuggers::find(Some(&name), &args.cache)?;
    let fault = super::fault(args.fault.as_deref())?;
    let mut held = 0;
    let mut last = Replayed::Gone;
    for _ in 0..args.times.max(1) {
        let driver = super::driver(&*ready.debugger, fault);
        last = run_again(&*ready.debugger, driver, &finding);
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
            "verdict": VerdictRecord::new(&verdict(&*ready.debugger, &finding), &SESSIONS),
        });
        writeln!(out, "{result}")?;
    } else {
        match &last {
            Replayed::Holds { violation, identical } => {
                let how = if *identical { "exactly as it was found" } else { "in another form" };
                writeln!(out, "still holds on {info}, {how}:")?;
                writeln!(out, "    {}: {}", violation.kind, printable(&violation.detail))?;
                let verdict = verdict(&*ready.debugger, &finding);
                let proof = verdict.proof.iter().map(|proof| printable(proof));
                let proof: Vec<String> = proof.map(|proof| proof.to_string()).collect();
                let liar = verdict.liar.word(&SESSIONS);
                writeln!(out, "wrong: {liar}, as found: {}", proof.join("; "))?;
            }
            _ => writeln!(out, "does not hold on {info}")?,
        }
        if args.times > 1 {
            writeln!(out, "held {held} times out of {}", args.times)?;
        }
    }
    Ok(if holds { Exit::Findings } else { Exit::Nothing })
}

/// Reruns a difference between two debuggers.
fn replay_difference(args: &ReplayArgs) -> Result<Exit> {
    let report: DifferenceReport = read(&args.finding)?;
    let first = Side::of(&report.a, args.debugger.as_deref());
    let (first, second) = debuggers::find_pair(&first, &Side::of(&report.b, None), &args.cache)?;
    let (a, b) = (&*first.debugger, &*second.debugger);
    // With the accept rules, the first difference is the one that was found; one that was found
    // without rules shows without them.
    let all_rules = [RuleSet::shipped(a.info(), b.info())?, RuleSet::default()];
    let program = &report.program;
    let (lines, sites) = (program.lines(), debunk_languages::analyse(program)?);
    let mut drivers = TwoDrivers { a: a.driver(), b: b.driver() };
    let (mut witness_a, mut witness_b) = (Witness::new(a), Witness::new(b));
    let mut held = 0;
    let mut shown = None;
    let mut accepted = Vec::new();
    for _ in 0..args.times.max(1) {
        let mut failed = None;
        accepted.clear();
        for rules in &all_rules {
            let places = Places { program, lines: &lines, sites: &sites };
            let measure = Measure { precision: report.precision(), rules };
            let mut actions = FixedActions::of(&report.trace_a);
            let mut hearing = |left: &Trace, right: &Trace| {
                hear_both((&mut witness_a, &mut witness_b), places, (left, right))
            };
            match run_pair(&mut drivers, places, measure, &mut actions, &mut hearing) {
                Ok(run) => {
                    failed = None;
                    if let RunEnd::Different(difference, class) = run.end {
                        held += 1;
                        shown = Some((difference, class));
                        break;
                    }
                    let ignored = run.ignored.iter().map(|what| (what.name().to_owned(), 1));
                    accepted.extend(rules.used(&run.accepted, &ignored.collect()));
                }
                Err(error) => failed = Some(error),
            }
        }
        if let Some(error) = failed {
            return Err(NothingRan(format!("run the difference again: {error}")).into());
        }
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let (difference, class) = shown.clone().unzip();
        let result = json!({
            "holds": held > 0, "held": held, "times": args.times, "a": a.info(), "b": b.info(),
            "difference": difference, "class": class, "accepted": accepted,
        });
        writeln!(out, "{result}")?;
    } else {
        match &shown {
            Some((difference, class)) => {
                let how = if *difference == report.difference && *class == report.class {
                    "exactly as it was found"
                } else {
                    "in another form"
                };
                writeln!(out, "{} and {} still differ, {how}:", a.info(), b.info())?;
                let (left, right) = (printable(&difference.a), printable(&difference.b));
                writeln!(out, "    {class}: {left} and {right}")?;
                for RuleUse { id, bug, why, .. } in &accepted {
                    let bug = bug.as_ref().map(|bug| format!(" [{bug}]")).unwrap_or_default();
                    writeln!(out, "accepted by the rule {id}{bug}: {why}")?;
                }
            }
            None => writeln!(out, "{} and {} do the same", a.info(), b.info())?,
        }
        if args.times > 1 {
            writeln!(out, "differed {held} times out of {}", args.times)?;
        }
    }
    Ok(if held > 0 { Exit::Findings } else { Exit::Nothing })
}
