//! One run: the same actions to two debuggers at the same time, up to the first difference.

use crate::condition::{Situation, Standpoint};
use crate::difference::{Aftermath, class_of};
use crate::judge::{Answers, judge};
use crate::places::Places;
use crate::rules::{Ignored, RuleSet};
use debunk_model::{Action, Location, Observation, Trace, TraceStep};
use debunk_relations::{Next, Policy};
use debunk_results::{Difference, DifferenceClass, DifferenceKind, Precision};
use debunk_session::{Driver, IllegalAction, OpenError, Session};
use debunk_testimony::Charge;
use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

/// What two debuggers are compared by.
#[derive(Clone, Copy, Debug)]
pub struct Measure<'run> {
    /// How closely.
    pub precision: Precision,
    /// What is accepted.
    pub rules: &'run RuleSet,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The two agreed to the end.
    Same,
    /// They differ.
    Different(Difference, DifferenceClass),
    /// They differ in a way that is accepted, and are no longer at the same point.
    Accepted(Difference, DifferenceClass),
}

/// A run.
#[derive(Clone, Debug)]
pub struct PairRun {
    /// What the first debugger did.
    pub a: Trace,
    /// What the second debugger did.
    pub b: Trace,
    /// How it ended.
    pub end: RunEnd,
    /// How often each accept rule was used, by number.
    pub accepted: BTreeMap<usize, u64>,
    /// What was ignored.
    pub ignored: BTreeSet<Ignored>,
    /// How long each of the two took to answer.
    pub waited: (Duration, Duration),
}

impl PairRun {
    /// Actions performed.
    pub fn actions(&self) -> usize {
        self.a.steps.len()
    }
}

/// Two drivers that get requests at the same time.
pub struct TwoDrivers {
    /// The first debugger's.
    pub a: Box<dyn Driver>,
    /// The second debugger's.
    pub b: Box<dyn Driver>,
}

impl TwoDrivers {
    /// Ends both processes.
    pub fn discard(&mut self) {
        self.a.discard();
        self.b.discard();
    }
}

/// What stops a run before it can be compared.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The first debugger cannot open the program.
    #[error("the first debugger: the program {0}")]
    OpenA(OpenError),
    /// The second debugger cannot open the program.
    #[error("the second debugger: the program {0}")]
    OpenB(OpenError),
    /// The sessions went out of step.
    #[error("the sessions went out of step: {0}")]
    Illegal(#[from] IllegalAction),
}

/// A result with the time spent waiting for a debugger.
fn timed<Result>(work: impl FnOnce() -> Result) -> (Result, Duration) {
    let before = debunk_base::waited();
    (work(), debunk_base::waited() - before)
}

/// Both at the same time, the first on this thread; their waiting times are added up.
fn both<Left, Right: Send>(
    waited: &mut (Duration, Duration),
    left: impl FnOnce() -> Left,
    right: impl FnOnce() -> Right + Send,
) -> (Left, Right) {
    thread::scope(|scope| {
        let other = scope.spawn(|| timed(right));
        let (mine, waited_mine) = timed(left);
        match other.join() {
            Ok((theirs, waited_theirs)) => {
                waited.0 += waited_mine;
                waited.1 += waited_theirs;
                (mine, theirs)
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What really happened proves these charges against each of two sessions.
pub type Hearing<'run> = &'run mut dyn FnMut(&Trace, &Trace) -> [Vec<Charge>; 2];

/// A hearing that proves nothing: for rules that accept nothing.
pub fn no_hearing(_: &Trace, _: &Trace) -> [Vec<Charge>; 2] {
    [Vec::new(), Vec::new()]
}

struct Running<'run> {
    hearing: Hearing<'run>,
    /// The accepted difference in the number of frames, if there was one.
    frames_apart: Option<(Difference, DifferenceClass)>,
    places: Places<'run>,
    measure: Measure<'run>,
    a: Session<'run>,
    b: Session<'run>,
    accepted: BTreeMap<usize, u64>,
    ignored: BTreeSet<Ignored>,
    waited: (Duration, Duration),
}

/// Drives both debuggers by what `policy` says about the first, until they differ or it is done. A
/// rule accepts nothing that `hearing` proves wrong beyond what the rule covers.
///
/// # Errors
/// If one of them cannot open the program.
pub fn run_pair(
    drivers: &mut TwoDrivers,
    places: Places<'_>,
    measure: Measure<'_>,
    policy: &mut dyn Policy,
    hearing: Hearing<'_>,
) -> Result<PairRun, RunError> {
    let TwoDrivers { a, b } = drivers;
    let program = places.program;
    let mut waited = (Duration::ZERO, Duration::ZERO);
    let (a, b) =
        both(&mut waited, || Session::open(&mut **a, program), || Session::open(&mut **b, program));
    let mut running = Running {
        hearing,
        frames_apart: None,
        places,
        measure,
        a: a.map_err(RunError::OpenA)?,
        b: b.map_err(RunError::OpenB)?,
        accepted: BTreeMap::new(),
        ignored: BTreeSet::new(),
        waited,
    };
    let end = running.drive(policy)?;
    let Running { a, b, accepted, ignored, mut waited, .. } = running;
    let (a, b) = both(&mut waited, || a.finish(), || b.finish());
    Ok(PairRun { a, b, end, accepted, ignored, waited })
}

impl Running<'_> {
    fn drive(&mut self, policy: &mut dyn Policy) -> Result<RunEnd, RunError> {
        let mut seen: Vec<TraceStep> = Vec::new();
        loop {
            let Next::Act(actions) = policy.next(&seen) else { return Ok(RunEnd::Same) };
            seen.clear();
            // A breakpoint at another place must show before the program runs on.
            let split = actions.iter().position(Action::is_control).unwrap_or(actions.len());
            let (questions, control) = actions.split_at(split);
            for group in [questions, control] {
                if let Some(end) = self.act(group, &mut seen)? {
                    return Ok(end);
                }
            }
        }
    }

    /// Performs actions on both, and judges the answers one by one.
    fn act(
        &mut self,
        actions: &[Action],
        seen: &mut Vec<TraceStep>,
    ) -> Result<Option<RunEnd>, RunError> {
        if actions.is_empty() {
            return Ok(None);
        }
        if let Some((difference, class)) = &self.frames_apart
            && actions.iter().any(|action| matches!(action, Action::StepOut))
        {
            return Ok(Some(RunEnd::Accepted(difference.clone(), class.clone())));
        }
        // One of them may have rejected a breakpoint that then had to be removed from the other.
        let (first_a, first_b) = (self.a.trace().steps.len(), self.b.trace().steps.len());
        let Self { a, b, waited, .. } = self;
        let (left, right) = both(
            waited,
            || a.act(actions).map(|steps| steps.len()),
            || b.act(actions).map(|steps| steps.len()),
        );
        let (left, right) = (left?, right?);
        let mut apart = Vec::new();
        for index in 0..left.max(right) {
            match self.judge_step(first_a + index, first_b + index, &mut apart) {
                Some(end) => return Ok(Some(end)),
                None => seen.extend(self.a.trace().steps.get(first_a + index).cloned()),
            }
        }
        // Breakpoints whose different places are accepted would derail the run.
        for action in apart {
            let Self { a, b, waited, .. } = self;
            let remove = std::slice::from_ref(&action);
            // What was rejected cannot be removed; that is no further difference.
            let (left, _) =
                both(waited, || a.act(remove).map(<[_]>::to_vec), || b.act(remove).is_ok());
            seen.extend(left.unwrap_or_default());
        }
        Ok(None)
    }

    fn judge_step(
        &mut self,
        index: usize,
        index_b: usize,
        apart: &mut Vec<Action>,
    ) -> Option<RunEnd> {
        let (left, right) = (self.a.trace().steps.get(index), self.b.trace().steps.get(index_b));
        let action = left.or(right).map(|step| step.action.clone())?;
        let gone = Observation::Crashed { detail: "no answer at all".to_owned() };
        let before =
            Trace { steps: self.a.trace().steps[..index.min(self.a.trace().steps.len())].to_vec() };
        let answers = Answers {
            a: left.map_or(&gone, |step| &step.observation),
            b: right.map_or(&gone, |step| &step.observation),
            paused: before.pauses().last().and_then(|(_, pause)| pause.location()),
            expression: match &action {
                Action::Evaluate(evaluation) => Some(&evaluation.expression),
                _ => None,
            },
            has_variables: self.frames_apart.is_none(),
        };
        let differences = judge(
            answers,
            self.measure.precision,
            self.measure.rules,
            self.places,
            &mut self.ignored,
        );
        let situation = Situation {
            triggered: triggered_at(&action, &before),
            a: Standpoint::of(self.a.trace(), index),
            b: Standpoint::of(self.b.trace(), index_b),
            places: self.places,
        };
        let mut proven = None;
        for difference in differences {
            // Once frames are counted differently, so are the variables of the same answer.
            if self.frames_apart.is_some() && difference.kind == DifferenceKind::Variables {
                continue;
            }
            let class = class_of(difference.kind, &action, &before, self.places);
            let rules = self.measure.rules;
            let numbers = rules.accepting(&difference, &class, &situation);
            if numbers.is_empty() {
                return Some(RunEnd::Different(difference, class));
            }
            let (a, b) = (self.a.trace(), self.b.trace());
            let [left, right] = proven.get_or_insert_with(|| {
                let [mut left, mut right] = (self.hearing)(a, b);
                left.retain(|charge| charge.step == index);
                right.retain(|charge| charge.step == index_b);
                [left, right]
            });
            let is_free = |number: &usize| {
                !rules.accept_rules()[*number].is_refuted(&difference, [left, right])
            };
            let Some(number) = numbers.into_iter().find(is_free) else {
                return Some(RunEnd::Different(difference, class));
            };
            let rule = &rules.accept_rules()[number];
            *self.accepted.entry(number).or_default() += 1;
            match Aftermath::of(&difference) {
                _ if rule.ends => return Some(RunEnd::Accepted(difference, class)),
                Aftermath::Derailed => return Some(RunEnd::Accepted(difference, class)),
                Aftermath::BreakpointTakenAway => {
                    if let Action::AddBreakpoint { at, .. } = &action {
                        apart.push(Action::RemoveBreakpoint { at: *at });
                    }
                }
                Aftermath::FramesApart => self.frames_apart = Some((difference, class)),
                Aftermath::Comparable => {}
            }
        }
        None
    }
}

/// Where an action was triggered, or where a breakpoint was requested.
pub(crate) fn triggered_at(action: &Action, before: &Trace) -> Option<Location> {
    match action {
        Action::AddBreakpoint { at, .. } | Action::RemoveBreakpoint { at } => Some(*at),
        Action::Start => None,
        _ => before
            .steps
            .iter()
            .rev()
            .find_map(|step| step.observation.pause())
            .and_then(|pause| pause.location()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Goal, Outcome, Program, Sites};

    /// Sets or rejects breakpoints as scripted, and ends when it is started.
    struct Scripted {
        sets: Option<Location>,
        ends_with: &'static str,
    }

    impl Driver for Scripted {
        fn open(&mut self, _program: &Program) -> Result<(), OpenError> {
            Ok(())
        }

        fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
            let answer = |action: &Action| match (action, self.sets) {
                (Action::AddBreakpoint { .. }, Some(at)) => Observation::BreakpointSet { at },
                (Action::AddBreakpoint { .. }, None) => {
                    Observation::BreakpointRefused { reason: "no".to_owned() }
                }
                (Action::RemoveBreakpoint { .. }, _) => Observation::BreakpointRemoved,
                _ => Observation::Finished(Outcome {
                    output: vec![self.ends_with.to_owned()],
                    error: None,
                }),
            };
            actions.iter().map(answer).collect()
        }

        fn close(&mut self) {}

        fn discard(&mut self) {}
    }

    fn run(b: Scripted, rules: &str) -> RunEnd {
        let program = Program::javascript("p.js", Goal::Script, "f();\ng();\n");
        let (lines, sites) = (program.lines(), Sites::default());
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let a = Scripted { sets: Some(Location::new(1, 0)), ends_with: "end" };
        let mut drivers = TwoDrivers { a: Box::new(a), b: Box::new(b) };
        let rules = RuleSet::parse(rules).expect("valid");
        let mut trace = Trace::default();
        for action in [Action::add_breakpoint(Location::new(1, 0)), Action::Start] {
            trace.push(action, Observation::Hung);
        }
        let measure = Measure { precision: Precision::Lines, rules: &rules };
        let actions: Vec<Action> = trace.steps.iter().map(|step| step.action.clone()).collect();
        let run =
            run_pair(&mut drivers, places, measure, &mut Once(Some(actions)), &mut no_hearing);
        run.expect("runs").end
    }

    /// All actions at once.
    struct Once(Option<Vec<Action>>);

    impl Policy for Once {
        fn next(&mut self, _steps: &[TraceStep]) -> Next {
            self.0.take().map_or(Next::Done, Next::Act)
        }
    }

    const ACCEPT: &str = "[[accept]]\ntype = \"breakpoint-location\"\nwhy = \"x\"\n";

    #[test]
    fn an_accepted_breakpoint_is_taken_away_and_the_run_continues() {
        let elsewhere = || Scripted { sets: Some(Location::new(2, 0)), ends_with: "end" };
        assert_eq!(run(elsewhere(), ACCEPT), RunEnd::Same);
        assert!(matches!(run(elsewhere(), ""), RunEnd::Different(..)));
    }

    /// Pauses once with this many frames and variables, then ends.
    struct Stacked {
        frames: usize,
        value: &'static str,
    }

    impl Driver for Stacked {
        fn open(&mut self, _program: &Program) -> Result<(), OpenError> {
            Ok(())
        }

        fn perform(&mut self, actions: &[Action]) -> Vec<Observation> {
            let at = Location::new(1, 0);
            let place = debunk_model::Place::Program { at };
            let frame = debunk_model::Frame { function: String::new(), place };
            let scope = debunk_model::Scope {
                kind: debunk_model::ScopeKind::Own,
                variables: BTreeMap::from([("x".to_owned(), self.value.to_owned())]),
            };
            let pause =
                debunk_model::Pause { frames: vec![frame; self.frames], variables: vec![scope] };
            actions.iter().map(|_| Observation::Paused(pause.clone())).collect()
        }

        fn close(&mut self) {}

        fn discard(&mut self) {}
    }

    fn run_stacked(actions: Vec<Action>, rules: &str, hearing: Hearing<'_>) -> RunEnd {
        let program = Program::javascript("p.js", Goal::Script, "f();\ng();\n");
        let (lines, sites) = (program.lines(), Sites::default());
        let places = Places { program: &program, lines: &lines, sites: &sites };
        let mut drivers = TwoDrivers {
            a: Box::new(Stacked { frames: 2, value: "1" }),
            b: Box::new(Stacked { frames: 1, value: "2" }),
        };
        let rules = RuleSet::parse(rules).expect("valid");
        let measure = Measure { precision: Precision::Lines, rules: &rules };
        let mut policy = Each(actions.into_iter());
        run_pair(&mut drivers, places, measure, &mut policy, hearing).expect("runs").end
    }

    /// One action after the other.
    struct Each(std::vec::IntoIter<Action>);

    impl Policy for Each {
        fn next(&mut self, _steps: &[TraceStep]) -> Next {
            self.0.next().map_or(Next::Done, |action| Next::Act(vec![action]))
        }
    }

    const FRAMES: &str = "[[accept]]\ntype = \"call-stack\"\nabout = \"* frames\"\nwhy = \"x\"\n";

    #[test]
    fn where_frames_are_counted_differently_variables_are_not_compared_and_a_step_out_ends_the_run()
    {
        let over = vec![Action::Start, Action::StepOver];
        assert_eq!(run_stacked(over.clone(), FRAMES, &mut no_hearing), RunEnd::Same);
        let RunEnd::Different(found, _) = run_stacked(over, "", &mut no_hearing) else {
            panic!("accepted without a rule")
        };
        assert_eq!(found.kind, DifferenceKind::CallStack);
        let out = vec![Action::Start, Action::StepOut];
        let end = run_stacked(out, FRAMES, &mut no_hearing);
        assert!(matches!(end, RunEnd::Accepted(ref it, _) if it.kind == DifferenceKind::CallStack));
    }

    #[test]
    fn no_rule_accepts_what_is_proven_wrong() {
        use debunk_testimony::ChargeKind;
        let charged = |kind: ChargeKind, side: usize| {
            move |_: &Trace, _: &Trace| {
                let charge = Charge { step: 0, kind, proof: "one call deep".to_owned() };
                let mut charges = [Vec::new(), Vec::new()];
                charges[side].push(charge);
                charges
            }
        };
        let known = |wrong: &str| format!("{FRAMES}bug = \"bugs/1\"\nwrong = \"{wrong}\"\n");
        for (rules, kind, side, is_accepted) in [
            (FRAMES.to_owned(), ChargeKind::WrongStack, 0, false),
            (FRAMES.to_owned(), ChargeKind::WrongStack, 1, false),
            (FRAMES.to_owned(), ChargeKind::WrongValue, 0, true),
            (known("a"), ChargeKind::WrongStack, 0, true),
            (known("a"), ChargeKind::WrongStack, 1, false),
            (known("b"), ChargeKind::WrongStack, 1, true),
        ] {
            let end = run_stacked(vec![Action::Start], &rules, &mut charged(kind, side));
            assert_eq!(end == RunEnd::Same, is_accepted, "{rules} {kind} {side}");
        }
    }

    #[test]
    fn a_breakpoint_that_one_refused_does_not_put_them_out_of_step() {
        assert_eq!(run(Scripted { sets: None, ends_with: "end" }, ACCEPT), RunEnd::Same);
        let other = run(Scripted { sets: None, ends_with: "other" }, ACCEPT);
        let RunEnd::Different(difference, _) = other else { panic!("{other:?}") };
        assert_eq!((difference.a.as_str(), difference.b.as_str()), ("end", "other"));
    }
}
