//! Runs one session under a policy.

use debunk_languages::may_run_threads;
use debunk_model::{Observation, Program, Trace};
use debunk_relations::{Follower, Next, Plan, Policy, Violation};
use debunk_session::{Driver, OpenError, Session};

/// How a session under a policy ended.
#[derive(Debug)]
pub enum SessionEnd {
    /// The policy had nothing more to do.
    Done,
    /// The policy saw a contradiction.
    Violated(Box<Violation>),
    /// The policy could not steer any further.
    GaveUp(&'static str),
}

/// Runs a session until the policy ends it.
///
/// # Errors
/// If the program cannot be opened.
pub fn run_session(
    driver: &mut dyn Driver,
    program: &Program,
    policy: &mut dyn Policy,
) -> Result<(Trace, SessionEnd), OpenError> {
    let mut session = Session::open(driver, program)?;
    let mut next = policy.next(&[]);
    let ended = loop {
        next = match next {
            Next::Done => break SessionEnd::Done,
            Next::Violated(violation) => break SessionEnd::Violated(violation),
            Next::GiveUp(reason) => break SessionEnd::GaveUp(reason),
            Next::Act(actions) => match session.act(&actions) {
                Ok(steps) => policy.next(steps),
                // The debugger rejected an earlier action that this one needs.
                Err(_) => break SessionEnd::GaveUp("action became impossible"),
            },
        };
    };
    Ok((session.finish(), ended))
}

/// A follow-up session.
pub struct FollowUp {
    /// The requests and answers.
    pub trace: Trace,
    /// How it ended.
    pub ended: SessionEnd,
    /// Answers that are as expected except for contents that the debugger truncates by design.
    pub cut_contents: u64,
}

/// Runs the follow-up session of a plan. Two threads interleave freely, and any breakpoint or
/// logpoint shifts that in every run alike, so that no number of reruns shows it. A pause in
/// another thread than the first one therefore contradicts nothing.
///
/// # Errors
/// If the program cannot be opened.
pub fn run_follow_up(driver: &mut dyn Driver, plan: &Plan) -> Result<FollowUp, OpenError> {
    let mut follower = Follower::new(plan);
    let (trace, ended) = run_session(driver, &plan.program, &mut follower)?;
    let ended = match ended {
        SessionEnd::Violated(violation)
            if may_run_threads(&plan.program)
                && is_about_turns(&violation, &plan.initial, &trace) =>
        {
            SessionEnd::GaveUp("another thread may have had its turn")
        }
        ended => ended,
    };
    Ok(FollowUp { trace, ended, cut_contents: follower.cut_contents() })
}

/// Whether a violation is between pauses, or a pause and the end, of which one is in another thread
/// than the first.
fn is_about_turns(violation: &Violation, initial: &Trace, follow_up: &Trace) -> bool {
    let expected = violation.expected_step.and_then(|index| initial.steps.get(index));
    let actual = follow_up.steps.get(violation.step);
    let mut sides = expected.into_iter().chain(actual).map(|step| &step.observation);
    sides.clone().all(|side| matches!(side, Observation::Paused(_) | Observation::Finished(_)))
        && sides.any(|side| side.pause().is_some_and(|pause| !pause.is_in_first_thread()))
}

#[cfg(test)]
mod tests {
    use super::is_about_turns;
    use debunk_model::{Action, Frame, Location, Observation, Pause, Place, Trace, TraceStep};
    use debunk_relations::{Violation, ViolationKind};

    fn paused(functions: &[&str]) -> Observation {
        let place = Place::Program { at: Location::new(1, 0) };
        let frame = |name: &&str| Frame { function: (*name).to_owned(), place: place.clone() };
        Observation::Paused(Pause {
            frames: functions.iter().map(frame).collect(),
            variables: Vec::new(),
        })
    }

    #[track_caller]
    fn check(expected: Observation, actual: Observation, is_about_them: bool) {
        let trace =
            |observation| Trace { steps: vec![TraceStep { action: Action::Start, observation }] };
        let violation = Violation {
            kind: ViolationKind::PausedElsewhere,
            action: Action::Start,
            step: 0,
            expected_step: Some(0),
            detail: String::new(),
        };
        assert_eq!(is_about_turns(&violation, &trace(expected), &trace(actual)), is_about_them);
    }

    #[test]
    fn only_pauses_in_further_threads_are_left_to_chance() {
        let (first, further) = (paused(&["f", "main"]), paused(&["f", "worker"]));
        check(first.clone(), further.clone(), true);
        check(further.clone(), first.clone(), true);
        check(further.clone(), further.clone(), true);
        check(first.clone(), first.clone(), false);
        check(paused(&["g", "program::main"]), paused(&["<module>"]), false);
        check(further.clone(), Observation::Hung, false);
        check(further, Observation::Crashed { detail: "gone".to_owned() }, false);
    }
}
