//! Cross-checks a session against the log of what really happened.

use crate::{Application, Group, Inapplicable, Initial, Needs, Relation, Violation, ViolationKind};
use debunk_model::{Observation, TestRng};
use debunk_testimony::{Charge, ChargeKind, Testimony};

/// Every answer must be one that a truthful debugger could give at some moment of the run.
///
/// ```text
/// before: a log of every statement that runs, made without a debugger
/// after:  break 3; start; continue
/// ```
pub(super) struct Witness;

impl Relation for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn group(&self) -> Group {
        Group::Invariant
    }

    fn summary(&self) -> &'static str {
        "every pause, step and value also occurs in the run without a debugger"
    }

    fn example(&self) -> &'static str {
        "line 3 ran twice  ->  break 3, start, continue pauses twice at 3"
    }

    fn holds_optimised(&self) -> bool {
        // Only charges that hold for optimised code are raised.
        true
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn needs(&self) -> Needs {
        Needs { log: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let _ = rng;
        let log = initial.log.ok_or(Inapplicable("no log of what really happened"))?;
        let charges = Testimony::new(log, initial.program, initial.lines, initial.sites)
            .with_quirks(initial.quirks)
            .examine(initial.trace);
        let violation = charges.into_iter().next().map(|charge| violation(initial, charge));
        Ok(Application::Checked(violation.map(Box::new)))
    }
}

fn violation(initial: &Initial<'_>, charge: Charge) -> Violation {
    let step = &initial.trace.steps[charge.step];
    let is_over = matches!(step.observation, Observation::Finished(_));
    let kind = match charge.kind {
        ChargeKind::StepTooFar if is_over => ViolationKind::MissedPause,
        ChargeKind::NeverRan
        | ChargeKind::RanBefore
        | ChargeKind::StepTooFar
        | ChargeKind::StepTooShort
        | ChargeKind::NoStep => ViolationKind::PausedElsewhere,
        ChargeKind::MissedBreakpoint => ViolationKind::MissedPause,
        ChargeKind::NoReason => ViolationKind::PauseWithoutReason,
        ChargeKind::WrongValue | ChargeKind::MissingVariable => ViolationKind::Variables,
        ChargeKind::WrongStack => ViolationKind::CallStack,
        ChargeKind::Misplaced => ViolationKind::BreakpointLocation,
        ChargeKind::NotRemoved => ViolationKind::BreakpointNotRemoved,
        ChargeKind::OtherOutcome => ViolationKind::OutputChanged,
        ChargeKind::NoAnswer => ViolationKind::Refused,
    };
    Violation {
        kind,
        action: step.action.clone(),
        step: charge.step,
        expected_step: None,
        detail: charge.proof,
    }
}
