//! From a finding to its reduced form.

use crate::bench::{Bench, alone, case_of, needed_actions};
use crate::form::form;
use crate::reduce::{Effort, Progress, reduce};
use debunk_campaign::WorkerTools;
use debunk_results::{Figures, Finding, ReductionRecord};
use debunk_session::{Debugger, Driver};

/// Why a finding could not be reduced.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    /// It is no longer reproducible.
    #[error("reduce the finding: it does not hold on {0}; debunk replay says more")]
    DoesNotHold(String),
    /// The reduced form was not reproduced.
    #[error("reduce the finding: its reduced form did not come again in a fresh process")]
    NotReproduced,
}

/// The reduced form of a finding.
#[derive(Clone, Debug)]
pub struct ReducedFinding {
    /// The finding that is left.
    pub finding: Box<Finding>,
    /// How it was obtained.
    pub figures: Figures,
}

impl ReducedFinding {
    /// What is kept beside it.
    pub fn record(&self) -> ReductionRecord {
        ReductionRecord { form: form(&self.finding), figures: self.figures }
    }
}

/// Reduces a finding on the debugger that it was found on.
///
/// # Errors
/// If it does not hold there.
pub fn reduce_finding(
    debugger: &dyn Debugger,
    make_driver: &(dyn Fn() -> Box<dyn Driver> + Sync),
    finding: &Finding,
    effort: &Effort<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<ReducedFinding, ReduceError> {
    let whole = case_of(finding);
    let mut tools = WorkerTools::new(debugger, make_driver());
    let alone = alone(debugger, &mut tools, finding);
    drop(tools);
    let spent = u64::from(finding.verdict.is_proven() && finding.follow_up.is_some());
    let finding = alone.as_deref().unwrap_or(finding);
    let bench = Bench::new(debugger, make_driver, finding);
    let needed = Some(needed_actions(finding));
    let does_not_hold = || ReduceError::DoesNotHold(debugger.info().to_string());
    let (case, mut figures) =
        reduce(&case_of(finding), needed, &bench, effort, progress).ok_or_else(does_not_hold)?;
    figures.before = whole.size();
    figures.sessions += spent;
    figures.tests += spent;
    // The guards of a campaign: fresh processes, the same result twice.
    let first = bench.finding(case.content()).ok_or(ReduceError::NotReproduced)?;
    let second = bench.finding(case.content()).ok_or(ReduceError::NotReproduced)?;
    let per_finding = if first.follow_up.is_some() { 2 } else { 1 };
    figures.sessions += 2 * per_finding;
    figures.tests += 2;
    if first != second {
        return Err(ReduceError::NotReproduced);
    }
    Ok(ReducedFinding { finding: first, figures })
}
