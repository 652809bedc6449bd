//! Runs one session under a policy.

use debunk_model::{Program, Trace};
use debunk_relations::{Next, Policy, Violation};
use debunk_session::{Driver, OpenError, Session};

/// How a session under a policy ended.
#[derive(Debug)]
pub enum Ended {
    /// The policy had nothing more to do.
    Done,
    /// The policy saw a contradiction.
    Violated(Box<Violation>),
    /// The policy could not steer on.
    GaveUp(&'static str),
}

/// Runs a session to where the policy ends it.
///
/// # Errors
/// When the program cannot be opened.
pub fn run_session(
    driver: &mut dyn Driver,
    program: &Program,
    policy: &mut dyn Policy,
) -> Result<(Trace, Ended), OpenError> {
    let mut session = Session::open(driver, program)?;
    let mut next = policy.next(&[]);
    let ended = loop {
        next = match next {
            Next::Done => break Ended::Done,
            Next::Violated(violation) => break Ended::Violated(violation),
            Next::GiveUp(reason) => break Ended::GaveUp(reason),
            Next::Act(actions) => match session.act(&actions) {
                Ok(steps) => policy.next(steps),
                // The debugger refused an earlier action on which this one builds.
                Err(_) => break Ended::GaveUp("action became impossible"),
            },
        };
    };
    Ok((session.finish(), ended))
}
