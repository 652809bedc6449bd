//! Who is wrong, if neither side can be convicted by itself: two sessions that ran the same program
//! from the same moment in the same way must end at the same place.

use crate::breakpoints::{ActiveBreakpoints, is_debugger_statement};
use crate::examine::Moments;
use crate::verdict::{Liar, Verdict};
use debunk_model::{Action, Location, Observation, Pause, Trace};

/// One side of a contradiction, with the time at which it places the program.
#[derive(Clone, Copy, Debug)]
pub struct TimedSide<'trace> {
    /// Which side it is.
    pub side: Liar,
    /// What happened.
    pub trace: &'trace Trace,
    /// The step that shows the contradiction.
    pub step: usize,
    /// The moments of the run that fit its answer.
    pub time: Option<Moments>,
    /// The moments that fit the pause before.
    pub before: Option<Moments>,
    /// The text of the program that the trace has its locations in.
    pub text: &'trace str,
}

impl<'trace> TimedSide<'trace> {
    /// The same side at another step, from the moments that fit each of its steps.
    #[must_use]
    pub fn at(self, step: usize, times: &[Option<Moments>]) -> Self {
        let time_at = |step: usize| times.get(step).copied().flatten();
        let (time, before) = (time_at(step), step.checked_sub(1).and_then(time_at));
        Self { step, time, before, ..self }
    }

    fn observation(&self) -> Option<&'trace Observation> {
        self.trace.steps.get(self.step).map(|step| &step.observation)
    }

    fn action(&self) -> Option<&'trace Action> {
        self.trace.steps.get(self.step).map(|step| &step.action)
    }

    /// Where the program is paused at that step.
    pub fn pause(&self) -> Option<&'trace Pause> {
        self.observation()?.pause()
    }

    /// Where it was paused before.
    pub fn previous_pause(&self) -> Option<&'trace Pause> {
        let before = &self.trace.steps[..self.step.min(self.trace.steps.len())];
        before.iter().rev().find_map(|step| step.observation.pause())
    }

    /// Whether it paused at a statement that pauses by itself, in the middle of whatever was requested.
    fn is_at_debugger_statement(&self) -> bool {
        self.pause()
            .and_then(Pause::location)
            .is_some_and(|at| is_debugger_statement(self.text, at))
    }

    /// Whether its pause only repeats the one before, and so says nothing new.
    fn repeats(&self) -> bool {
        self.previous_pause().is_some() && self.previous_pause() == self.pause()
    }

    /// Whether its pause may be the end of a step that a breakpoint interrupted, which some
    /// debuggers remember while a function waits: the step began in the same function, called from
    /// elsewhere. Such a pause says nothing about breakpoints.
    fn may_complete_a_step(&self) -> bool {
        let Some((top, callers)) = self.pause().and_then(|pause| pause.frames.split_first()) else {
            return false;
        };
        let before = &self.trace.steps[..self.step.min(self.trace.steps.len())];
        let pauses: Vec<(usize, &Pause)> = before
            .iter()
            .enumerate()
            .filter_map(|(index, step)| Some((index, step.observation.pause()?)))
            .collect();
        pauses.windows(2).any(|pair| {
            let [(_, began), (index, ended)] = pair else { return false };
            let is_interrupted = before[*index].action.is_step()
                && ended
                    .location()
                    .is_some_and(|at| ActiveBreakpoints::before(self.trace, *index).explains(at));
            let waits = began
                .frames
                .split_first()
                .is_some_and(|(first, rest)| first.function == top.function && rest != callers);
            is_interrupted && waits
        })
    }

    /// Whether its pause is in the same function at the same place as others, but none of them was
    /// called from there, and the log does not say when that was. Whoever made such a pause up is no
    /// witness.
    fn is_called_as_never_else(&self, other: &TimedSide<'_>) -> bool {
        let is_dated = self.time.is_some_and(|time| time.first == time.last);
        let Some((top, callers)) = self.pause().and_then(|pause| pause.frames.split_first()) else {
            return false;
        };
        let own = self.trace.pauses().filter(|(step, _)| *step != self.step);
        let mut same_place = own
            .chain(other.trace.pauses())
            .filter_map(|(_, pause)| pause.frames.split_first())
            .filter(|(first, _)| *first == top)
            .map(|(_, callers)| callers)
            .peekable();
        !is_dated && same_place.peek().is_some() && !same_place.any(|known| known == callers)
    }

    fn standing(&self) -> ActiveBreakpoints {
        ActiveBreakpoints::before(self.trace, self.step)
    }

    /// Whether a breakpoint on the line of its pause, which the other session does not have, may be
    /// the reason: in some debuggers a breakpoint acts for its whole line.
    fn has_one_more_on_the_line(&self, at: Location, other: &TimedSide<'_>) -> bool {
        self.one_more(other).any(|it| it.line == at.line)
    }

    /// The breakpoints that may pause here and that the other session does not have.
    fn one_more(&self, other: &TimedSide<'_>) -> impl Iterator<Item = Location> + use<> {
        let (own, other) = (self.standing(), other.standing());
        let all = own.always.into_iter().chain(own.sometimes);
        all.filter(move |it| !other.explains(*it))
    }
}

fn wrong(side: &TimedSide<'_>, proof: String) -> Option<Verdict> {
    Some(Verdict { liar: side.side, proof: vec![proof] })
}

/// Who is wrong in two sessions with the same program.
pub fn infer(first: &TimedSide<'_>, second: &TimedSide<'_>) -> Option<Verdict> {
    if first.action()? != second.action()? {
        return None;
    }
    match (first.observation()?, second.observation()?) {
        (Observation::BreakpointSet { at: left }, Observation::BreakpointSet { at: right }) => {
            let Action::AddBreakpoint { at: asked, .. } = first.action()? else { return None };
            let (near, far, side) =
                if left < right { (left, right, second) } else { (right, left, first) };
            if near < asked {
                return None;
            }
            wrong(
                side,
                format!(
                    "a breakpoint requested at {asked} can be set at {near}, as the other session \
                     shows, but this session moved it on to {far}"
                ),
            )
        }
        (Observation::Paused(left), Observation::Paused(right)) => {
            if let Some(verdict) = too_deep(first, left, second, right) {
                return Some(verdict);
            }
            let (left_time, right_time) = (first.time?, second.time?);
            let is_first =
                match (left_time.is_before(&right_time), right_time.is_before(&left_time)) {
                    (false, false) => {
                        (comes_next(first, left, right), comes_next(second, right, left))
                    }
                    known => known,
                };
            match is_first {
                (true, false) => one_stopped(first, left, second),
                (false, true) => one_stopped(second, right, first),
                _ => None,
            }
        }
        (Observation::Paused(left), Observation::Finished(_)) => one_stopped(first, left, second),
        (Observation::Finished(_), Observation::Paused(right)) => one_stopped(second, right, first),
        _ => None,
    }
}

/// As [`infer`], for sessions that know lines only. One line can be several places, so a pause
/// counts only if the log knows when it was.
pub fn infer_by_lines(first: &TimedSide<'_>, second: &TimedSide<'_>) -> Option<Verdict> {
    let is_known = |seen: &TimedSide<'_>| seen.pause().is_none() || seen.time.is_some();
    if !is_known(first) || !is_known(second) {
        return None;
    }
    infer(first, second).or_else(|| infer_unseen(first, second))
}

/// Who is wrong in two sessions with the same program, if the first one later reached the place
/// where the second one paused.
pub fn infer_ordered(early: &TimedSide<'_>, late: &TimedSide<'_>) -> Option<Verdict> {
    let pause = early.pause()?;
    let is_logged = early.time.zip(late.time).is_some_and(|(early, late)| early.is_before(&late));
    if !is_logged && late.pause().is_some_and(|late| may_call(late, pause)) {
        return None;
    }
    if early.action()? == late.action()? {
        return one_stopped(early, pause, late);
    }
    if early.repeats() || !is_same_moment(early, late) {
        return None;
    }
    // Whatever the request, the program must not run past a breakpoint.
    let at = pause.location()?;
    let is_armed = |seen: &TimedSide<'_>| seen.standing().always.contains(&at);
    if is_armed(early) && is_armed(late) {
        return passed(at, early, late);
    }
    finer_went_further(early, pause, late)
}

/// A step that ended after the end of a coarser one.
fn finer_went_further(
    early: &TimedSide<'_>,
    pause: &Pause,
    late: &TimedSide<'_>,
) -> Option<Verdict> {
    let (coarse, fine) = (early.action()?, late.action()?);
    let (before, now) = (early.previous_pause()?.frames.len(), pause.frames.len());
    let is_finer = match coarse {
        Action::StepOut => now < before && matches!(fine, Action::StepOver | Action::StepIn),
        Action::StepOver => now <= before && *fine == Action::StepIn,
        _ => false,
    };
    let at = pause.location()?;
    let is_its_own = !early.standing().explains(at) && !early.standing().never.contains(&at);
    (is_finer && is_its_own).then(|| {
        wrong(late, format!("{fine} ran past {at}, where {coarse} from the same place ends"))
    })?
}

/// Who is wrong, if one session never pauses at a breakpoint that is set from its start to its end,
/// and the other one shows that the program gets there.
pub fn infer_unseen(first: &TimedSide<'_>, second: &TimedSide<'_>) -> Option<Verdict> {
    let (left, right) = (never_paused(second, first), never_paused(first, second));
    match (left, right) {
        (Some(proof), None) => wrong(second, proof),
        (None, Some(proof)) => wrong(first, proof),
        _ => None,
    }
}

fn never_paused(silent: &TimedSide<'_>, other: &TimedSide<'_>) -> Option<String> {
    let pause = other.pause()?;
    let at = pause.location()?;
    let start = silent.trace.start_index()?;
    let is_over = matches!(silent.trace.last_observation()?, Observation::Finished(_));
    let mut every_time = start..silent.trace.steps.len();
    let is_armed =
        every_time.all(|step| ActiveBreakpoints::before(silent.trace, step).always.contains(&at));
    let has_paused = silent.trace.pauses().any(|(_, it)| it.location() == Some(at));
    let is_witness = !other.may_complete_a_step() && !other.is_called_as_never_else(silent);
    (is_over && is_armed && !has_paused && is_witness).then(|| {
        format!(
            "a breakpoint is set at {at} all the time, and the other session shows that the program \
             gets there, but this session never paused there"
        )
    })
}

/// A step over or out that ended in more calls than it began in, while the other one did not, or a
/// step in that did not enter a call, while the other one did.
fn too_deep(
    first: &TimedSide<'_>,
    left: &Pause,
    second: &TimedSide<'_>,
    right: &Pause,
) -> Option<Verdict> {
    let action = first.action()?;
    if !action.is_step() || !is_same_moment(first, second) {
        return None;
    }
    let before = first.previous_pause()?.frames.len();
    if *action == Action::StepIn {
        let entered = |pause: &Pause| pause.frames.len() > before;
        let (seen, side, into) = match (entered(left), entered(right)) {
            (true, false) => (first, second, left),
            (false, true) => (second, first, right),
            _ => return None,
        };
        let into = into.location()?;
        // A breakpoint or a debugger statement may pause in a call that no step enters.
        if seen.standing().explains(into)
            || seen.is_at_debugger_statement()
            || seen.has_one_more_on_the_line(into, side)
        {
            return None;
        }
        let proof = format!("{action} can enter the call at {into}, as the other session shows");
        return wrong(side, proof);
    }
    let is_deep = |seen: &TimedSide<'_>, pause: &Pause| {
        let is_asked = pause.location().is_some_and(|at| seen.standing().explains(at));
        pause.frames.len() > before && !is_asked && !seen.is_at_debugger_statement()
    };
    let (side, pause) = match (is_deep(first, left), is_deep(second, right)) {
        (true, false) => (first, left),
        (false, true) => (second, right),
        _ => return None,
    };
    let now = pause.frames.len();
    wrong(side, format!("{action} from {before} frames ended in {now}, at {}", pause.location()?))
}

/// Whether a session that paused once more next pauses where the other one did, so that only its
/// first pause is in question.
fn comes_next(seen: &TimedSide<'_>, pause: &Pause, other: &Pause) -> bool {
    let rest = seen.trace.steps.get(seen.step + 1..).unwrap_or_default();
    let next = rest.iter().find_map(|step| step.observation.pause());
    next == Some(other) && !may_call(other, pause)
}

/// Whether a pause may be at a place that then makes the calls of another pause. The program is at that place before
/// these calls and once more after them, and the two look alike.
fn may_call(caller: &Pause, callee: &Pause) -> bool {
    let Some(calls) = callee.frames.len().checked_sub(caller.frames.len()) else { return false };
    let (Some(first), Some(waiting)) = (caller.frames.first(), callee.frames.get(calls)) else {
        return false;
    };
    let is_not_past = match (first.place.in_program(), waiting.place.in_program()) {
        (Some(at), Some(call)) => at <= call,
        _ => true,
    };
    calls > 0
        && first.function == waiting.function
        && caller.frames[1..] == callee.frames[calls + 1..]
        && is_not_past
}

/// One side stopped where the other one did not.
fn one_stopped(early: &TimedSide<'_>, pause: &Pause, late: &TimedSide<'_>) -> Option<Verdict> {
    let at = pause.location()?;
    let action = early.action()?;
    if !is_same_moment(early, late) || early.repeats() {
        return None;
    }
    if early.standing().explains(at) {
        return late.standing().always.contains(&at).then(|| passed(at, early, late))?;
    }
    // It may have paused for a breakpoint that must not pause there, or have hit one on the way
    // that the other session does not have, unless the program gets there next.
    if early.standing().never.contains(&at) || early.one_more(late).next().is_some() {
        return early.time.filter(|time| time.is_next).and_then(|_| {
            let proof = format!(
                "{action} can end at {at}, where the program gets next, as the other session shows, \
                 but ran past it"
            );
            wrong(late, proof)
        });
    }
    let previous = early.previous_pause()?;
    let (before, now) = (previous.frames.len(), pause.frames.len());
    let is_right = match action {
        Action::StepIn => Some(true),
        // Another call of the same function has as many frames: only further down in the same
        // function, called from the same place, it is the same call.
        Action::StepOver if now == before => is_further_down(previous, pause).then_some(true),
        Action::StepOver => Some(now < before),
        Action::StepOut if now == before => None,
        Action::StepOut => Some(now < before),
        _ => None,
    }?;
    if is_right && late.is_at_debugger_statement() {
        // In a loop, such a statement may come before and after any place.
        None
    } else if is_right {
        wrong(
            late,
            format!("{action} can end at {at}, as the other session shows, but ran past it"),
        )
    } else if early.is_at_debugger_statement() {
        None
    } else {
        wrong(early, format!("{action} from {before} frames ended in {now}, at {at}"))
    }
}

/// Whether a pause is in the same function as the one before, called from the same places, and further
/// down.
fn is_further_down(before: &Pause, now: &Pause) -> bool {
    match (before.frames.split_first(), now.frames.split_first()) {
        (Some((first, callers)), Some((second, other_callers))) => {
            let is_later =
                now.location().zip(before.location()).is_some_and(|(now, then)| now > then);
            first.function == second.function && callers == other_callers && is_later
        }
        _ => false,
    }
}

fn passed(at: Location, early: &TimedSide<'_>, late: &TimedSide<'_>) -> Option<Verdict> {
    if early.may_complete_a_step() || early.is_called_as_never_else(late) {
        return None;
    }
    wrong(
        late,
        format!(
            "a breakpoint was set at {at}, where the other session paused, but this session ran past it"
        ),
    )
}

/// Whether both let the program run from the same place, and none of them only after the other had already
/// stopped: a loop comes to the same place again.
fn is_same_moment(first: &TimedSide<'_>, second: &TimedSide<'_>) -> bool {
    let is_past = |one: &TimedSide<'_>, other: &TimedSide<'_>| {
        other.time.zip(one.before).is_some_and(|(time, before)| time.is_before(&before))
    };
    if is_past(first, second) || is_past(second, first) {
        return false;
    }
    match (first.previous_pause(), second.previous_pause()) {
        (None, None) => true,
        (Some(left), Some(right)) => left.frames == right.frames,
        _ => false,
    }
}
