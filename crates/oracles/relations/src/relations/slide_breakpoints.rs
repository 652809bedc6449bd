//! Requests every slid breakpoint at its actual location: it must behave the same.

use super::words;
use crate::{Application, Group, Inapplicable, Initial, Plan, PlannedStep, Relation};
use debunk_model::{Action, Location, Observation, TestRng};

/// Replaces breakpoints that the debugger moved by breakpoints at their actual locations.
///
/// ```text
/// before: break 3 (set at 4:2); start    pauses: 4:2
/// after:  break 4:2; start               pauses: 4:2
/// ```
pub(super) struct SlideBreakpoints;

/// A breakpoint of the initial trace: its requested and its actual location.
struct Standing {
    requested: Location,
    actual: Location,
}

impl Relation for SlideBreakpoints {
    fn name(&self) -> &'static str {
        "slide-breakpoints"
    }

    fn group(&self) -> Group {
        Group::Actions
    }

    fn summary(&self) -> &'static str {
        "a breakpoint that slid behaves like one requested at its actual location"
    }

    fn example(&self) -> &'static str {
        "break 3 (set at 4:2), start  ->  break 4:2, start"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        _rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        if !initial.trace.has_slid_breakpoints() {
            return Err(Inapplicable("no breakpoint slid"));
        }
        if may_have_several_places(initial) {
            return Err(Inapplicable("a breakpoint slid to what may be several places"));
        }
        let note = "requested every slid breakpoint at its actual location";
        let mut plan = Plan::repeat(initial.program, initial.trace, note);
        plan.steps.clear();
        let mut standing: Vec<Standing> = Vec::new();
        for (index, step) in initial.trace.steps.iter().enumerate() {
            let action = match (&step.action, &step.observation) {
                (
                    Action::AddBreakpoint { at, condition: None },
                    Observation::BreakpointSet { at: actual },
                ) => {
                    // Two requests that slid to one place are one breakpoint.
                    let is_first = !standing.iter().any(|other| other.actual == *actual);
                    standing.push(Standing { requested: *at, actual: *actual });
                    is_first.then_some(Action::add_breakpoint(*actual))
                }
                // Rejected ones, and those whose condition is never true, are left out.
                (Action::AddBreakpoint { .. }, _) => None,
                (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                    let actual = standing
                        .iter()
                        .find(|other| other.requested == *at)
                        .map(|other| other.actual);
                    standing.retain(|other| other.requested != *at);
                    actual
                        .filter(|actual| !standing.iter().any(|other| other.actual == *actual))
                        .map(|at| Action::RemoveBreakpoint { at })
                }
                (other, _) => Some(other.clone()),
            };
            if let Some(action) = action {
                plan.steps.push(PlannedStep::Same { action, index });
            }
        }
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// Whether a breakpoint slid to a line that is more than one place: lines of C++ and Rust can be compiled several
/// times, as in templates and macros. A request for such a line sets all of them, and one that slides there need not.
fn may_have_several_places(initial: &Initial<'_>) -> bool {
    let slid =
        initial.trace.steps.iter().filter_map(|step| match (&step.action, &step.observation) {
            (Action::AddBreakpoint { at, .. }, Observation::BreakpointSet { at: actual }) => {
                (at != actual).then_some(actual.line)
            }
            _ => None,
        });
    initial.quirks.granularity.is_lines() && words(initial).lines_repeat && { slid }
        .any(|line| !initial.sites.plain_lines.contains(&line))
}
