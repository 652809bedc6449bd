//! The two ways to perform actions: one after the other, or sent ahead of the answers.

use debunk_model::{Action, Observation};
use debunk_wire::ChannelError;
use std::time::{Duration, Instant};

/// The time limit for a debugger's answer, on a busy machine.
pub const ACTION_TIMEOUT_MS: u64 = 8_000;

/// The moment that is so many milliseconds away.
pub fn within(milliseconds: u64) -> Instant {
    Instant::now() + Duration::from_millis(milliseconds)
}

/// When a debugger that gets an action now must have answered.
pub fn action_deadline() -> Instant {
    within(ACTION_TIMEOUT_MS)
}

/// Performs each action by itself, with its own deadline, and none after an end.
///
/// # Errors
/// The first error of `perform`.
pub fn one_by_one(
    actions: &[Action],
    observations: &mut Vec<Observation>,
    mut perform: impl FnMut(&Action, Instant) -> Result<Observation, ChannelError>,
) -> Result<(), ChannelError> {
    for action in actions {
        let observation = perform(action, action_deadline())?;
        let is_end = observation.is_end();
        observations.push(observation);
        if is_end {
            break;
        }
    }
    Ok(())
}

/// A session whose requests can be sent before earlier ones are answered.
pub trait Pipeline {
    /// A request whose answer is pending.
    type Sent;

    /// Whether an action can only be sent after the answers to these.
    fn must_wait(&self, sent: &[Self::Sent], action: &Action) -> bool;

    /// Queues the requests of an action.
    fn send(&mut self, action: &Action) -> Self::Sent;

    /// Sends what was queued.
    ///
    /// # Errors
    /// If the debugger does not take it in time or is gone.
    fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError>;

    /// Waits for the answer.
    ///
    /// # Errors
    /// If the debugger does not answer in time or is gone.
    fn collect(&mut self, sent: Self::Sent, deadline: Instant)
    -> Result<Observation, ChannelError>;
}

/// Sends as many actions together as the session allows; all of them have one deadline.
///
/// # Errors
/// If the debugger does not answer in time or is gone.
pub fn pipelined(
    actions: &[Action],
    observations: &mut Vec<Observation>,
    pipeline: &mut impl Pipeline,
) -> Result<(), ChannelError> {
    let deadline = action_deadline();
    let mut sent = Vec::with_capacity(actions.len());
    for action in actions {
        if !sent.is_empty() && pipeline.must_wait(&sent, action) {
            collect_all(&mut sent, observations, pipeline, deadline)?;
        }
        sent.push(pipeline.send(action));
    }
    collect_all(&mut sent, observations, pipeline, deadline)
}

fn collect_all<P: Pipeline>(
    sent: &mut Vec<P::Sent>,
    observations: &mut Vec<Observation>,
    pipeline: &mut P,
    deadline: Instant,
) -> Result<(), ChannelError> {
    pipeline.flush(deadline)?;
    for one in sent.drain(..) {
        observations.push(pipeline.collect(one, deadline)?);
    }
    Ok(())
}
