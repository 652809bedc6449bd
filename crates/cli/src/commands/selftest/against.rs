//! Verdicts against ground truth: another debugger, or another version of the same one, answers the
//! same actions, and the session whose answers differ is the liar.

use super::verdicts::VerdictTable;
use super::{Selftest, holds};
use anyhow::Result;
use debunk_campaign::rerun;
use debunk_results::{Finding, Side, write};
use debunk_session::{Debugger, DebuggerInfo};
use debunk_testimony::Liar;
use serde_json::json;
use std::io::Write;
use std::sync::atomic::Ordering;

/// The version of the JSON document.
const SCHEMA_VERSION: u32 = 1;

/// The findings of a campaign, judged by another debugger that knows the truth.
pub(super) struct Heard {
    debugger: DebuggerInfo,
    reference: DebuggerInfo,
    pub verdicts: VerdictTable,
}

impl Selftest<'_> {
    /// Runs the campaign without faults, and asks the reference which side of each finding it would
    /// have answered differently. If it shows the finding itself, or would answer both sides or
    /// neither differently, the truth is unknown.
    pub(super) fn hear_against(&mut self, reference: &dyn Debugger) -> Result<Heard> {
        let mut verdicts = VerdictTable::default();
        let (last, out, interrupted) = (self.tests, self.out, self.interrupted);
        let mut kept = Ok(());
        self.campaign_with(None, &|| last, |finding| {
            let changed = liars(reference, finding);
            // Everything before has to be the same, or the two are not in the same situation.
            let is_known = changed.len() == 1
                && liars_before(reference, finding).is_empty()
                && !holds(reference, reference.driver(), finding);
            // An interruption ends processes, and their answers then are not the truth.
            if interrupted.load(Ordering::Relaxed) {
                return;
            }
            verdicts.hear(finding, if is_known { &changed } else { &[] }, &|side| {
                lies_later(reference, finding, side)
            });
            if let (true, Some(folder), Ok(())) = (is_known, out, &kept) {
                kept = write(folder, finding).map(drop);
            }
        })?;
        kept?;
        let (debugger, reference) = (self.debugger.info().clone(), reference.info().clone());
        Ok(Heard { debugger, reference, verdicts })
    }
}

/// Which sides of a finding this debugger answers differently, up to the contradiction.
pub(super) fn liars(debugger: &dyn Debugger, finding: &Finding) -> Vec<Liar> {
    differing(debugger, finding, Until::Contradiction)
}

/// Whether this debugger answers a side of a finding differently at any time.
pub(super) fn lies_later(debugger: &dyn Debugger, finding: &Finding, side: Liar) -> bool {
    differing(debugger, finding, Until::End).contains(&side)
}

/// Which sides of a finding this debugger answers differently before the contradiction.
fn liars_before(debugger: &dyn Debugger, finding: &Finding) -> Vec<Liar> {
    differing(debugger, finding, Until::Before)
}

/// How much of a session is compared.
#[derive(Clone, Copy)]
enum Until {
    /// What comes before the contradiction.
    Before,
    /// The contradiction, too.
    Contradiction,
    /// Everything.
    End,
}

/// Which sides this debugger answers differently.
fn differing(debugger: &dyn Debugger, finding: &Finding, until: Until) -> Vec<Liar> {
    let mut driver = debugger.driver();
    let violation = &finding.violation;
    let follow_up = finding.follow_up.as_ref();
    let step = if follow_up.is_some() { violation.expected_step } else { Some(violation.step) };
    let sides = [
        (Liar::First, Some(&finding.initial), step),
        (Liar::Second, follow_up, Some(violation.step)),
    ];
    let mut is_changed = |side: &Side, step: Option<usize>| {
        driver.discard();
        let all = side.trace.steps.len();
        let until = match until {
            Until::Before => step.unwrap_or(all),
            Until::Contradiction => step.map_or(all, |step| step + 1),
            Until::End => all,
        };
        let answers = rerun(&mut *driver, &side.program, &side.trace);
        // A program that cannot be opened says nothing.
        answers.is_some_and(|answers| answers.steps.get(..until) != side.trace.steps.get(..until))
    };
    sides
        .into_iter()
        .filter(|(_, side, step)| side.is_some_and(|side| is_changed(side, *step)))
        .map(|(liar, ..)| liar)
        .collect()
}

/// Prints the table, or everything as one JSON document.
pub(super) fn print(heard: &Heard, seed: u64, as_json: bool) -> Result<()> {
    let Heard { debugger, reference, verdicts } = heard;
    let mut out = anstream::stdout().lock();
    if as_json {
        let document = json!({
            "schema": SCHEMA_VERSION,
            "debugger": debugger,
            "against": reference,
            "seed": seed,
            "verdicts": verdicts.json(),
        });
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    writeln!(out, "{debugger}, seed {seed}: verdicts against the answers of {reference}\n")?;
    write!(out, "{}", verdicts.text())?;
    Ok(())
}
