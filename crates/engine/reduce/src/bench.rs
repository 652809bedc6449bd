//! Tests cases on a real debugger.

use crate::case::Case;
use crate::form::symptom;
use crate::judge::Judge;
use crate::pool::Pool;
use debunk_campaign::{Attempt, Attempted, Contradiction, WorkerTools, class_of, judge};
use debunk_delta::TestVerdict;
use debunk_model::Action;
use debunk_relations::{ViolationKind, WITNESS};
use debunk_results::{Finding, Side, Transformation};
use debunk_session::{Debugger, Driver};
use debunk_testimony::{Excerpt, Liar, Verdict, WitnessRecord, same_run};

/// What must stay the same while a finding is reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    kind: ViolationKind,
    action: &'static str,
    verdict: Verdict,
}

impl Target {
    pub fn of(finding: &Finding) -> Self {
        let Finding { violation, verdict, .. } = finding;
        Self { kind: violation.kind, action: violation.action.kind(), verdict: verdict.clone() }
    }

    /// Whether a contradiction is of the same kind, after the same action or a plainer one.
    pub fn is_same_class(&self, kind: ViolationKind, action: &Action) -> bool {
        self.kind == kind && is_plainer_or_same(action.kind(), self.action)
    }

    /// Whether the same side is wrong, with the same kind of proof.
    pub fn is_same_verdict(&self, verdict: &Verdict) -> bool {
        self.verdict.liar == verdict.liar && (verdict.is_proven() || !self.verdict.is_proven())
    }
}

/// The control actions, the plainest first.
const PLAINEST: [&str; 5] = ["start", "continue", "step-over", "step-in", "step-out"];

/// Whether a control action is not more special than another; other actions must be the same.
pub(crate) fn is_plainer_or_same(action: &str, than: &str) -> bool {
    let rank = |name: &str| PLAINEST.iter().position(|known| *known == name);
    match (rank(action), rank(than)) {
        (Some(action), Some(than)) => action <= than,
        _ => action == than,
    }
}

/// The warm debuggers on which a finding is reduced.
pub(crate) struct Bench<'bench> {
    debugger: &'bench dyn Debugger,
    finding: &'bench Finding,
    target: Target,
    pool: Pool<'bench, WorkerTools>,
}

/// Where the answer to a case was found.
type Answer = Result<Box<Finding>, TestVerdict>;

impl<'bench> Bench<'bench> {
    pub fn new(
        debugger: &'bench dyn Debugger,
        make_driver: &'bench (dyn Fn() -> Box<dyn Driver> + Sync),
        finding: &'bench Finding,
    ) -> Self {
        let pool = Pool::new(move || WorkerTools::new(debugger, make_driver()));
        Self { debugger, finding, target: Target::of(finding), pool }
    }

    /// The finding that a case makes, in fresh processes.
    pub fn finding(&self, case: &Case) -> Option<Box<Finding>> {
        self.pool.with(|tools| {
            tools.renew(self.debugger);
            self.attempt(tools, case, true, &mut 0).ok()
        })
    }

    fn attempt(
        &self,
        tools: &mut WorkerTools,
        case: &Case,
        fresh: bool,
        sessions: &mut u64,
    ) -> Answer {
        let Case { program, actions, change } = case;
        // A hanging program is detected much sooner without the debugger.
        let plain = tools.plain(program).ok_or(TestVerdict::Unresolved)?;
        let attempt = Attempt {
            relation: &self.finding.relation,
            program,
            actions,
            known: None,
            transformation: change.as_ref(),
        };
        let count = std::cell::Cell::new(0);
        let attempted = attempt.run(self.debugger, tools, |driver| {
            count.set(count.get() + 1);
            if fresh {
                driver.discard();
            }
        });
        *sessions += count.get();
        let attempted = attempted.map_err(|_| TestVerdict::Unresolved)?;
        let Some(violation) = &attempted.violation else { return Err(TestVerdict::Pass) };
        if !self.target.is_same_class(violation.kind, &violation.action) {
            return Err(TestVerdict::Unresolved);
        }
        if let Some(plan) = &attempted.plan
            && tools.plain(&plan.program).as_ref() != Some(&plain)
        {
            return Err(TestVerdict::Unresolved);
        }
        self.weigh(tools, case, attempted)
    }

    /// Makes a finding from an attempt, if its change is neutral and the same side is wrong.
    fn weigh(&self, tools: &mut WorkerTools, case: &Case, attempted: Attempted) -> Answer {
        let Attempted { initial, follow_up, plan, violation } = attempted;
        let violation = *violation.ok_or(TestVerdict::Pass)?;
        let initial = Side { program: case.program.clone(), trace: initial };
        let follow_up = plan
            .as_ref()
            .zip(follow_up)
            .map(|(plan, trace)| Side { program: plan.program.clone(), trace });
        let log = tools.log(&initial.program);
        let other = follow_up.as_ref().and_then(|side| tools.log(&side.program));
        let map = plan.as_ref().map(|plan| &plan.map);
        if let (Some(before), Some(after), Some(map)) = (&log, &other, map)
            && same_run(before, after, map).is_err()
        {
            return Err(TestVerdict::Unresolved);
        }
        let step = if follow_up.is_some() { violation.expected_step } else { Some(violation.step) };
        let witness = WitnessRecord {
            first: log.map(|log| Excerpt::around(&log, &initial.trace, step)),
            second: follow_up
                .as_ref()
                .zip(other)
                .map(|(side, log)| Excerpt::around(&log, &side.trace, Some(violation.step))),
        };
        let showing = follow_up.as_ref().unwrap_or(&initial);
        let sites = tools.sites(&showing.program).map_err(|_| TestVerdict::Unresolved)?;
        let class = class_of(showing, &sites, &self.finding.relation, &violation);
        let round = u32::from(plan.is_some());
        let transformation = plan.as_deref().map(|plan| {
            let made = Transformation::of(plan);
            let note = case.change.as_ref().map(|change| change.note.clone());
            Transformation { note: note.unwrap_or(made.note), ..made }
        });
        let contradiction = Contradiction {
            violation: &violation,
            initial: &initial,
            follow_up: follow_up.as_ref(),
            transformation: transformation.as_ref(),
        };
        let verdict = judge(self.debugger, tools, &contradiction);
        if !self.target.is_same_verdict(&verdict) {
            return Err(TestVerdict::Unresolved);
        }
        Ok(Box::new(Finding {
            round,
            history: Vec::new(),
            class,
            violation,
            verdict,
            initial,
            follow_up,
            transformation,
            witness: Some(witness),
            ..self.finding.clone()
        }))
    }
}

impl Judge for Bench<'_> {
    fn judge(&self, case: &Case) -> (TestVerdict, u64) {
        let mut sessions = 0;
        let answer = self.pool.with(|tools| self.attempt(tools, case, false, &mut sessions));
        (answer.err().unwrap_or(TestVerdict::Fail), sessions)
    }

    fn confirm(&self, case: &Case) -> (TestVerdict, u64) {
        let mut sessions = 0;
        let answer = self.pool.with(|tools| self.attempt(tools, case, true, &mut sessions));
        (answer.err().unwrap_or(TestVerdict::Fail), sessions)
    }
}

/// The finding that is left of a pair if one of its sessions is proven wrong by itself: that
/// session, checked against what really happens. `None` if it is not, or shows something else.
pub(crate) fn alone(
    debugger: &dyn Debugger,
    tools: &mut WorkerTools,
    finding: &Finding,
) -> Option<Box<Finding>> {
    let side = match (finding.verdict.liar, &finding.follow_up) {
        (Liar::First, Some(_)) => &finding.initial,
        (Liar::Second, Some(follow_up)) => follow_up,
        _ => return None,
    };
    let Side { program, trace } = side;
    let actions = trace.steps.iter().map(|step| step.action.clone()).collect();
    let case = Case { program: program.clone(), actions, change: None };
    let sites = tools.sites(program).ok()?;
    let relation = WITNESS.name();
    let attempt =
        Attempt { relation, program, actions: &case.actions, known: None, transformation: None };
    let attempted = attempt.run(debugger, tools, |driver| driver.discard()).ok()?;
    let violation = *attempted.violation?;
    let initial = Side { program: program.clone(), trace: attempted.initial };
    let proof = vec![violation.detail.clone()];
    let alone = Box::new(Finding {
        relation: relation.to_owned(),
        interactive: false,
        round: 0,
        history: Vec::new(),
        class: class_of(&initial, &sites, relation, &violation),
        verdict: Verdict { liar: Liar::First, proof },
        violation,
        initial,
        follow_up: None,
        transformation: None,
        witness: None,
        ..finding.clone()
    });
    (symptom(&alone) == symptom(finding)).then_some(alone)
}

/// The case of a finding.
pub(crate) fn case_of(finding: &Finding) -> Case {
    let initial = &finding.initial;
    let actions = initial.trace.steps.iter().map(|step| step.action.clone()).collect();
    Case { program: initial.program.clone(), actions, change: finding.transformation.clone() }
}

/// The number of actions of the initial session that a contradiction needs.
pub(crate) fn needed_actions(finding: &Finding) -> usize {
    let all = finding.initial.trace.steps.len();
    let last = match finding.follow_up {
        Some(_) => finding.violation.expected_step.unwrap_or(all),
        None => finding.violation.step,
    };
    (last + 1).min(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(liar: Liar, proof: &[&str]) -> Target {
        let proof = proof.iter().map(|&text| text.to_owned()).collect();
        let verdict = Verdict { liar, proof };
        Target { kind: ViolationKind::Variables, action: "step-over", verdict }
    }

    #[test]
    fn the_class_without_its_node_is_kept() {
        let target = target(Liar::Undecided, &[]);
        assert!(target.is_same_class(ViolationKind::Variables, &Action::StepOver));
        assert!(target.is_same_class(ViolationKind::Variables, &Action::Continue), "plainer");
        assert!(!target.is_same_class(ViolationKind::Variables, &Action::StepIn));
        assert!(!target.is_same_class(ViolationKind::Variables, &Action::Look));
        assert!(!target.is_same_class(ViolationKind::CallStack, &Action::StepOver));
    }

    #[test]
    fn who_is_wrong_stays_and_stays_proven() {
        let proven = |liar| Verdict { liar, proof: vec!["so it is".to_owned()] };
        let decided = target(Liar::Second, &["it was 1"]);
        assert!(decided.is_same_verdict(&proven(Liar::Second)));
        assert!(!decided.is_same_verdict(&proven(Liar::First)));
        assert!(!decided.is_same_verdict(&Verdict::undecided()));
        let bare = Verdict { liar: Liar::Second, proof: Vec::new() };
        assert!(!decided.is_same_verdict(&bare), "the proof is lost");
        assert!(target(Liar::Undecided, &[]).is_same_verdict(&Verdict::undecided()));
    }
}
