//! Lies about where breakpoints are set.

use crate::scene::Scene;
use debunk_model::{Action, Location, Observation};

/// A breakpoint on a whole line slides to a later line if one further down is already set.
pub(crate) fn slides_too_far(scene: &mut Scene, action: &Action) -> Observation {
    match action {
        Action::AddBreakpoint { at, condition }
            if at.column == 0
                && scene.breakpoints.iter().any(|other| other.actual.line > at.line) =>
        {
            set_lower(scene, *at, at.line + 1, condition.clone())
        }
        _ => scene.honest(action),
    }
}

/// Sets a breakpoint on another line than the requested one, if possible.
fn set_lower(scene: &mut Scene, at: Location, line: u32, condition: Option<String>) -> Observation {
    match scene.add(at, Location::new(line, 0), condition.clone()) {
        set @ Observation::BreakpointSet { .. } => set,
        _ => scene.add(at, at, condition),
    }
}

/// A breakpoint that is requested at its exact column is hit only once.
pub(crate) fn direct_set_differs(scene: &mut Scene, action: &Action) -> Observation {
    if action.is_control() {
        for index in 0..scene.breakpoints.len() {
            let breakpoint = &scene.breakpoints[index];
            let is_direct =
                breakpoint.requested.column > 0 && breakpoint.requested == breakpoint.actual;
            if is_direct && breakpoint.hits > 0 {
                scene.set_active(index, false);
            }
        }
    }
    scene.honest(action)
}

/// A breakpoint is lost if the one set just before it is further down.
pub(crate) fn order_matters(scene: &mut Scene, action: &Action) -> Observation {
    let observation = scene.honest(action);
    let is_added = matches!(action, Action::AddBreakpoint { .. })
        && matches!(observation, Observation::BreakpointSet { .. });
    if let (true, [.., before, last]) = (is_added, scene.breakpoints.as_slice())
        && before.actual > last.actual
    {
        scene.set_active(scene.breakpoints.len() - 1, false);
    }
    observation
}

/// A breakpoint whose code follows a comment or a blank line ends up on the next line.
pub(crate) fn comment_shifts(scene: &mut Scene, action: &Action) -> Observation {
    match action {
        Action::AddBreakpoint { at, condition } if scene.source.is_after_comment(*at) => {
            set_lower(scene, *at, at.line + 1, condition.clone())
        }
        _ => scene.honest(action),
    }
}
