//! Reduces the first finding of each class when a campaign or a comparison is over.

use crate::args::ReductionArgs;
use crate::display::Display;
use anyhow::Result;
use debunk_compare::RuleSet;
use debunk_findings::{FindingError, write_reduced};
use debunk_reduce::{
    Classes, Effort, Ended, Figures, First, Limits, Pair, ReductionRecord, Told, differences_of,
    findings_of, reduce_classes, reduce_difference, reduce_finding,
};
use debunk_session::Debugger;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// What both kinds of results have in common.
pub(super) struct Scope<'scope> {
    pub out: &'scope Path,
    pub args: &'scope ReductionArgs,
    pub jobs: usize,
    pub stop: &'scope AtomicBool,
}

impl Scope<'_> {
    /// One debugger for each reduction, so that parallel reductions change nothing.
    fn effort(&self) -> Effort<'_> {
        let limits = Limits { sessions: Some(self.args.reduce_sessions), time: None };
        Effort { limits, jobs: 1, stop: self.stop }
    }

    fn run(
        &self,
        pending: &[First],
        work: &(dyn Fn(&First) -> Option<(String, Figures)> + Sync),
        display: &mut Display,
    ) -> Result<Classes> {
        if !pending.is_empty() {
            let count = pending.len();
            let s = if count == 1 { "" } else { "es" };
            display.say(&format!("reducing the first finding of {count} class{s}"));
        }
        let mut tell = |told: &Told<'_>| show(told, display);
        Ok(reduce_classes(self.out, pending, self.jobs, self.stop, work, &mut tell)?)
    }
}

/// The reduced classes of a campaign.
pub(super) fn findings(
    scope: &Scope<'_>,
    debugger: &dyn Debugger,
    display: &mut Display,
) -> Result<Classes> {
    if scope.args.no_reduce {
        return Ok(Classes::read(scope.out)?);
    }
    let pending = Classes::read(scope.out)?.pending(findings_of(scope.out)?);
    let effort = scope.effort();
    let work = |first: &First| {
        let folder = scope.out.join(&first.folder);
        let finding = debunk_findings::read(&folder).ok()?;
        let make_driver = || debugger.driver();
        let reduced =
            reduce_finding(debugger, &make_driver, &finding, &effort, &mut |_| {}).ok()?;
        let record = finished(reduced.record())?;
        keep(write_reduced(&folder, &reduced.finding, record.file()))?;
        Some((record.form, record.figures))
    };
    scope.run(&pending, &work, display)
}

/// The reduced classes of a comparison.
pub(super) fn differences(
    scope: &Scope<'_>,
    (a, b): (&dyn Debugger, &dyn Debugger),
    rules: &RuleSet,
    display: &mut Display,
) -> Result<Classes> {
    if scope.args.no_reduce {
        return Ok(Classes::read(scope.out)?);
    }
    let pending = Classes::read(scope.out)?.pending(differences_of(scope.out)?);
    let effort = scope.effort();
    let work = |first: &First| {
        let folder = scope.out.join(&first.folder);
        let report = debunk_compare::read(&folder).ok()?;
        let pair = Pair { a, b, rules };
        let reduced = reduce_difference(pair, &report, &effort, &mut |_| {}).ok()?;
        let record = finished(reduced.record())?;
        keep(debunk_compare::write_reduced(&folder, &reduced.report, record.file()))?;
        Some((record.form, record.figures))
    };
    scope.run(&pending, &work, display)
}

/// Interrupted reductions are not kept: they are repeated when the campaign is resumed.
fn finished(record: ReductionRecord) -> Option<ReductionRecord> {
    (record.figures.ended != Ended::Stopped).then_some(record)
}

/// A full disk does not fail a campaign that is over; it is reported.
fn keep<Kept>(written: Result<Kept, FindingError>) -> Option<Kept> {
    written.map_err(|error| anstream::eprintln!("debunk: failed to {error}")).ok()
}

fn show(told: &Told<'_>, display: &mut Display) {
    let Told { first, reduced, done, of } = told;
    display.json(&json!({ "type": "reduced", "data": {
        "class": first.class, "folder": first.folder, "form": reduced.form,
        "figures": reduced.figures,
    } }));
    let text = match &reduced.figures {
        None => format!("{} could not be reduced", first.class),
        Some(figures) => format!(
            "{}: {} to {} bytes in {} sessions\n    {}/reduced",
            first.class, figures.before.bytes, figures.after.bytes, figures.sessions, first.folder
        ),
    };
    display.say(&format!("reduced {done}/{of}: {text}"));
}
