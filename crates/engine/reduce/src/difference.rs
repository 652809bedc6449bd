//! From a difference between two debuggers to its reduced form.

use crate::bench::is_plainer_or_same;
use crate::case::Case;
use crate::finding::ReduceError;
use crate::form::form_of_difference;
use crate::judge::Judge;
use crate::pool::Pool;
use crate::reduce::{Effort, ReductionProgress, reduce};
use debunk_compare::{
    Measure, Places, RuleSet, RunEnd, TwoDrivers, Witness, hear_both, is_alike, run_pair, verdict,
};
use debunk_delta::TestVerdict;
use debunk_languages::analyse;
use debunk_model::{Action, Observation, Trace};
use debunk_relations::FixedActions;
use debunk_results::{DifferenceReport, Figures, ReductionRecord};
use debunk_session::Debugger;

/// The reduced form of a difference.
#[derive(Clone, Debug)]
pub struct ReducedDifference {
    /// The difference that is left.
    pub report: Box<DifferenceReport>,
    /// How it was obtained.
    pub figures: Figures,
}

impl ReducedDifference {
    /// What is kept beside it.
    pub fn record(&self) -> ReductionRecord {
        ReductionRecord { form: form_of_difference(&self.report), figures: self.figures }
    }
}

/// The two debuggers of a difference, and what they are compared by.
#[derive(Clone, Copy)]
pub struct DifferencePair<'pair> {
    /// The first.
    pub a: &'pair dyn Debugger,
    /// The second.
    pub b: &'pair dyn Debugger,
    /// What is accepted.
    pub rules: &'pair RuleSet,
}

struct Worker<'bench> {
    drivers: TwoDrivers,
    a: Witness<'bench>,
    b: Witness<'bench>,
}

/// The warm debuggers on which a difference is reduced.
struct PairBench<'bench> {
    pair: DifferencePair<'bench>,
    report: &'bench DifferenceReport,
    pool: Pool<'bench, Worker<'bench>>,
}

type Answer = Result<Box<DifferenceReport>, TestVerdict>;

impl<'bench> PairBench<'bench> {
    fn new(pair: DifferencePair<'bench>, report: &'bench DifferenceReport) -> Self {
        let DifferencePair { a, b, .. } = pair;
        let pool = Pool::new(move || Worker {
            drivers: TwoDrivers { a: a.driver(), b: b.driver() },
            a: Witness::new(a),
            b: Witness::new(b),
        });
        Self { pair, report, pool }
    }

    fn attempt(&self, worker: &mut Worker<'_>, case: &Case, sessions: &mut u64) -> Answer {
        let Worker { drivers, a, b } = worker;
        let unresolved = TestVerdict::Unresolved;
        let program = &case.program;
        let sites = analyse(program).map_err(|_| unresolved)?;
        let plain_a = a.plain(program).ok_or(unresolved)?;
        let plain_b = b.plain(program).ok_or(unresolved)?;
        if !is_alike(&plain_a, &plain_b) {
            return Err(unresolved);
        }
        let lines = program.lines();
        let places = Places { program, lines: &lines, sites: &sites };
        let measure = Measure { precision: self.report.precision(), rules: self.pair.rules };
        let mut actions = FixedActions::new(case.actions.clone());
        *sessions += 2;
        let mut hearing =
            |left: &Trace, right: &Trace| hear_both((&mut *a, &mut *b), places, (left, right));
        let run = run_pair(drivers, places, measure, &mut actions, &mut hearing)
            .map_err(|_| unresolved)?;
        let (difference, class) = match &run.end {
            RunEnd::Different(difference, class) => (difference.clone(), class.clone()),
            RunEnd::Same => return Err(TestVerdict::Pass),
            RunEnd::Accepted(..) => return Err(unresolved),
        };
        let is_same_class = class.kind == self.report.class.kind
            && is_plainer_or_same(&class.action, &self.report.class.action);
        if !is_same_class {
            return Err(unresolved);
        }
        let (verdict, witness) = verdict(a, b, places, &run);
        if verdict.liar != self.report.verdict.liar {
            return Err(unresolved);
        }
        Ok(Box::new(DifferenceReport {
            difference,
            verdict,
            class,
            program: program.clone(),
            trace_a: run.a,
            trace_b: run.b,
            witness: Some(witness),
            ..self.report.clone()
        }))
    }

    fn fresh(&self, case: &Case, sessions: &mut u64) -> Answer {
        self.pool.with(|worker| {
            worker.drivers.discard();
            self.attempt(worker, case, sessions)
        })
    }
}

impl Judge for PairBench<'_> {
    fn judge(&self, case: &Case) -> (TestVerdict, u64) {
        let mut sessions = 0;
        let answer = self.pool.with(|worker| self.attempt(worker, case, &mut sessions));
        (answer.err().unwrap_or(TestVerdict::Fail), sessions)
    }

    fn confirm(&self, case: &Case) -> (TestVerdict, u64) {
        let mut sessions = 0;
        let answer = self.fresh(case, &mut sessions);
        (answer.err().unwrap_or(TestVerdict::Fail), sessions)
    }
}

/// The case of a difference. A breakpoint at accepted different places was removed by the
/// comparison itself, which does so again.
fn case_of(report: &DifferenceReport, is_by_rules: bool) -> Case {
    let apart: Vec<_> = report
        .trace_a
        .steps
        .iter()
        .zip(&report.trace_b.steps)
        .filter_map(|(a, b)| match (&a.action, &a.observation, &b.observation) {
            (
                Action::AddBreakpoint { at, .. },
                Observation::BreakpointSet { at: here },
                Observation::BreakpointSet { at: there },
            ) if here.line != there.line => Some(*at),
            _ => None,
        })
        .collect();
    let is_own = |action: &Action| match action {
        Action::RemoveBreakpoint { at } => is_by_rules && apart.contains(at),
        _ => false,
    };
    let steps = report.trace_a.steps.iter().map(|step| step.action.clone());
    Case {
        program: report.program.clone(),
        actions: steps.filter(|action| !is_own(action)).collect(),
        change: None,
    }
}

/// Reduces a difference on the debuggers that it was found on.
///
/// # Errors
/// If it is not reproducible there.
pub fn reduce_difference(
    pair: DifferencePair<'_>,
    report: &DifferenceReport,
    effort: &Effort<'_>,
    progress: &mut dyn FnMut(&ReductionProgress),
) -> Result<ReducedDifference, ReduceError> {
    let none = RuleSet::default();
    // What shows without rules can be replayed without them.
    for (rules, is_by_rules) in [(pair.rules, true), (&none, false)] {
        let bench = PairBench::new(DifferencePair { rules, ..pair }, report);
        let case = case_of(report, is_by_rules);
        let Some((case, mut figures)) = reduce(&case, None, &bench, effort, progress) else {
            continue;
        };
        let (mut sessions, not_reproduced) = (0, |_| ReduceError::NotReproduced);
        let first = bench.fresh(case.content(), &mut sessions).map_err(not_reproduced)?;
        let second = bench.fresh(case.content(), &mut sessions).map_err(not_reproduced)?;
        figures.sessions += sessions;
        figures.tests += 2;
        if first != second {
            return Err(ReduceError::NotReproduced);
        }
        return Ok(ReducedDifference { report: first, figures });
    }
    Err(ReduceError::DoesNotHold(format!("{} and {}", pair.a.info(), pair.b.info())))
}
