//! Reduces the first finding of each class when a campaign or a comparison is over.

use crate::args::ReductionArgs;
use crate::progress::Progress;
use anyhow::Result;
use debunk_base::counted;
use debunk_compare::RuleSet;
use debunk_reduce::{
    ClassProgress, ClassReduction, DifferencePair, Effort, ReductionLimits, reduce_classes,
    reduce_difference, reduce_finding,
};
use debunk_results::{
    Classes, DifferenceReport, Discovery, Event, Figures, Finding, ReducedClass, ReductionEnd,
    ReductionRecord, Representative, differences_of, findings_of, read, write_reduced,
};
use debunk_session::Debugger;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Reduces a finding or a difference.
type Reduce<'reduce, Found> =
    dyn Fn(&Found) -> Result<(Box<Found>, ReductionRecord)> + Sync + 'reduce;

/// What both kinds of results have in common.
pub(crate) struct Scope<'scope> {
    pub out: &'scope Path,
    pub args: &'scope ReductionArgs,
    pub jobs: usize,
    pub stop: &'scope AtomicBool,
}

impl Scope<'_> {
    /// One debugger for each reduction, so that parallel reductions change nothing.
    fn effort(&self) -> Effort<'_> {
        let limits = ReductionLimits { sessions: Some(self.args.reduce_sessions), time: None };
        Effort { limits, jobs: 1, stop: self.stop }
    }

    /// Reduces the representatives of the classes that are left.
    fn run<Found: Discovery>(
        &self,
        kept: Vec<Representative>,
        reduce: &Reduce<'_, Found>,
        progress: &mut Progress,
    ) -> Result<Classes> {
        let pending = Classes::read(self.out)?.pending(kept);
        if !pending.is_empty() {
            let classes = counted(pending.len(), "class");
            progress.say(&format!("reducing the first finding of {classes}"));
        }
        let work = |first: &Representative| -> ClassReduction {
            self.one(first, reduce).map_err(|error| format!("{error:#}"))
        };
        let mut show = |now: &ClassProgress<'_>| show(now, progress);
        Ok(reduce_classes(self.out, &pending, self.jobs, self.stop, &work, &mut show)?)
    }

    fn one<Found: Discovery>(
        &self,
        first: &Representative,
        reduce: &Reduce<'_, Found>,
    ) -> Result<(String, Figures)> {
        let folder = self.out.join(&first.folder);
        let (reduced, record) = reduce(&read(&folder)?)?;
        // What a signal ends is not kept: it is repeated when the campaign is resumed.
        if record.figures.ended != ReductionEnd::Stopped {
            write_reduced(&folder, &*reduced, record.file()?)?;
        }
        Ok((record.form, record.figures))
    }
}

/// The reduced classes of a campaign.
pub(crate) fn findings(
    scope: &Scope<'_>,
    debugger: &dyn Debugger,
    progress: &mut Progress,
) -> Result<Classes> {
    if scope.args.no_reduce {
        return Ok(Classes::read(scope.out)?);
    }
    let effort = scope.effort();
    let reduce = |finding: &Finding| {
        let make_driver = || debugger.driver();
        let reduced = reduce_finding(debugger, &make_driver, finding, &effort, &mut |_| {})?;
        let record = reduced.record();
        Ok((reduced.finding, record))
    };
    scope.run(findings_of(scope.out)?, &reduce, progress)
}

/// The reduced classes of a comparison.
pub(crate) fn differences(
    scope: &Scope<'_>,
    (a, b): (&dyn Debugger, &dyn Debugger),
    rules: &RuleSet,
    progress: &mut Progress,
) -> Result<Classes> {
    if scope.args.no_reduce {
        return Ok(Classes::read(scope.out)?);
    }
    let effort = scope.effort();
    let reduce = |report: &DifferenceReport| {
        let reduced =
            reduce_difference(DifferencePair { a, b, rules }, report, &effort, &mut |_| {})?;
        let record = reduced.record();
        Ok((reduced.report, record))
    };
    scope.run(differences_of(scope.out)?, &reduce, progress)
}

fn show(now: &ClassProgress<'_>, progress: &mut Progress) {
    let ReducedClass { folder, form, figures, failure } = now.reduced.clone();
    let (class, done, of) = (now.first.class.clone(), now.done, now.of);
    progress.show(&Event::Reduced { class, folder, form, figures, failure, done, of });
}
