//! Finds out in a separate session whether a breakpoint really is where a debugger says.

use crate::replay::performed;
use crate::runner::WorkerTools;
use debunk_model::{Action, Location, Observation, Program, TraceStep};
use debunk_relations::FixedActions;
use debunk_results::Side;
use debunk_session::Debugger;
use debunk_testimony::{ChargeKind, Liar, Testimony, Verdict};

/// One side of a contradiction about the location of a breakpoint.
pub(crate) struct PlacedBreakpoint<'side> {
    /// Which side it is.
    pub liar: Liar,
    /// Its program, and the step that set the breakpoint.
    pub side: &'side Side,
    pub step: usize,
    /// The same step in the locations of the changed program, in which the two sides are compared.
    pub common: &'side TraceStep,
}

/// Whether a breakpoint works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trial {
    /// The program pauses there.
    Pauses,
    /// The program runs that code and does not pause.
    IsPassed,
    /// The program does not get there, or nothing is known.
    Unknown,
}

impl PlacedBreakpoint<'_> {
    /// The requested and the actual location of the breakpoint; `None` if it was rejected.
    fn answer(&self) -> Option<(Location, Option<Location>)> {
        let Action::AddBreakpoint { at: asked, .. } = &self.common.action else { return None };
        match &self.common.observation {
            Observation::BreakpointSet { at } => Some((*asked, Some(*at))),
            Observation::BreakpointRefused { .. } => Some((*asked, None)),
            _ => None,
        }
    }

    /// Sets the same breakpoint, alone and without a condition, and starts the program.
    fn trial(&self, debugger: &dyn Debugger, tools: &mut WorkerTools) -> Option<Trial> {
        let step = self.side.trace.steps.get(self.step)?;
        let Action::AddBreakpoint { at: asked, .. } = &step.action else { return None };
        let Observation::BreakpointSet { at } = &step.observation else { return None };
        trial(debugger, tools, &self.side.program, *asked, *at)
    }
}

/// Requests a breakpoint, alone and without a condition, and starts the program; `None` if it is
/// not set at the given place.
fn trial(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    program: &Program,
    asked: Location,
    at: Location,
) -> Option<Trial> {
    let asking = FixedActions::new(vec![Action::add_breakpoint(asked), Action::Start]);
    let answers = performed(&mut *tools.driver, program, asking)?;
    let [set, started] = &answers.steps[..] else { return None };
    if set.observation != (Observation::BreakpointSet { at }) {
        return None;
    }
    if started.observation.pause().is_some_and(|pause| pause.location() == Some(at)) {
        return Some(Trial::Pauses);
    }
    let (Some(log), Ok(sites)) = (tools.log(program), tools.sites(program)) else {
        return Some(Trial::Unknown);
    };
    let charges = Testimony::new(&log, program, &program.lines(), &sites)
        .with_quirks(debugger.quirks())
        .examine(&answers);
    let is_passed = charges.iter().any(|charge| charge.kind == ChargeKind::MissedBreakpoint);
    Some(if is_passed { Trial::IsPassed } else { Trial::Unknown })
}

/// Who is wrong between an initial session and its follow-up if a breakpoint was set at different
/// places or was rejected in one. If a session with that breakpoint alone pauses at the nearer
/// place, that place is right; if the program runs past it, it is a lie.
///
/// A debugger may reject every line without code, as bdb does, so a rejection is wrong only if the
/// same request alone is accepted. A breakpoint that slides, though, has to take the first place
/// at which one can be set, whatever was requested to show that place.
pub(crate) fn infer_by_standing(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    first: &PlacedBreakpoint<'_>,
    second: &PlacedBreakpoint<'_>,
) -> Option<Verdict> {
    let ((asked_first, left), (asked_second, right)) = (first.answer()?, second.answer()?);
    let (near, far, at, asked_far, went) = match (left, right) {
        (Some(left), Some(right)) if left < right => {
            (first, second, left, asked_second, format!("it went past that to {right}"))
        }
        (Some(left), Some(right)) if right < left => {
            (second, first, right, asked_first, format!("it went past that to {left}"))
        }
        (Some(at), None) => (first, second, at, asked_second, "it is refused".to_owned()),
        (None, Some(at)) => (second, first, at, asked_first, "it is refused".to_owned()),
        _ => return None,
    };
    let wrong = |liar, proof| Some(Verdict { liar, proof: vec![proof] });
    let is_refused = left.is_none() || right.is_none();
    let trial = near.trial(debugger, tools).or_else(|| {
        if is_refused {
            return None;
        }
        // Alone, it is not set there. Then the place itself is requested in the changed program.
        let program = &second.side.program;
        trial(debugger, tools, program, at, at).filter(|trial| *trial == Trial::Pauses)
    });
    match trial? {
        Trial::IsPassed => wrong(
            near.liar,
            format!(
                "a breakpoint is reported to be set at {at}, but a session with that breakpoint alone runs \
                 past it"
            ),
        ),
        Trial::Pauses if asked_far <= at => wrong(
            far.liar,
            format!(
                "a breakpoint requested at {asked_far} can be set at {at}, where a session with that \
                 breakpoint alone pauses, but {went}"
            ),
        ),
        Trial::Pauses | Trial::Unknown => None,
    }
}
