//! The order of the passes, their limits, and their result.

use crate::case::Case;
use crate::judge::Judge;
use crate::pass::{Pass, Work};
use debunk_delta::{
    Limits as EngineLimits, SearchEnd, SearchEngine, Subject, TestVerdict, TestedContent,
};
use debunk_results::{Figures, ReductionEnd};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Large things go first: statements, then actions, then what is inside statements.
const FIRST_ROUND: &[Pass] = &[
    Pass::TopLevel,
    Pass::Actions,
    Pass::Continue,
    Pass::StepOver,
    Pass::Questions,
    Pass::Comments,
    Pass::Delete,
    Pass::HoistStatements,
    Pass::Actions,
];
/// What the round before may have made possible.
const NEXT_ROUND: &[Pass] = &[
    Pass::Delete,
    Pass::Actions,
    Pass::Continue,
    Pass::StepOver,
    Pass::Questions,
    Pass::HoistStatements,
    Pass::HoistExpressions,
    Pass::Shorten,
];
/// More rounds gained nothing.
const ROUNDS_MAX: u32 = 3;

/// On a busy machine a process may start too slowly to answer in time.
const ATTEMPTS_MAX: u32 = 3;

/// When to stop although more could be done.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReductionLimits {
    /// Sessions with the debugger, approximately.
    pub sessions: Option<u64>,
    /// The time.
    pub time: Option<Duration>,
}

/// How far a reduction is.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReductionProgress {
    /// Cases tested so far.
    pub tests: u64,
    /// Sessions of these.
    pub sessions: u64,
    /// How large the smallest one is, in bytes of its program.
    pub bytes: usize,
}

/// How to do a reduction.
pub struct Effort<'effort> {
    /// Its limits.
    pub limits: ReductionLimits,
    /// Debuggers in parallel.
    pub jobs: usize,
    /// Set from outside to stop.
    pub stop: &'effort AtomicBool,
}

/// What every case cost, and what was used of it.
#[derive(Default)]
struct Ledger {
    costs: Mutex<BTreeMap<u64, u64>>,
    sessions: AtomicU64,
}

struct Cases<'cases> {
    judge: &'cases dyn Judge,
    ledger: &'cases Ledger,
}

fn number_of(case: &Case) -> u64 {
    let mut hasher = DefaultHasher::new();
    case.hash(&mut hasher);
    hasher.finish()
}

impl Subject for Cases<'_> {
    type Candidate = Option<Case>;
    type Content = Case;

    fn build(&self, candidate: &Option<Case>) -> Option<Case> {
        candidate.clone()
    }

    fn test(&self, case: &Case) -> TestVerdict {
        let (outcome, sessions) = self.judge.judge(case);
        let mut costs = self.ledger.costs.lock().unwrap_or_else(PoisonError::into_inner);
        costs.insert(number_of(case), sessions);
        outcome
    }

    fn used(&self, tested: &TestedContent<Case>) {
        let costs = self.ledger.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let cost = costs.get(&number_of(tested.content())).copied().unwrap_or(0);
        self.ledger.sessions.fetch_add(cost, Ordering::Relaxed);
    }
}

/// Cases in fresh processes: the basis of a reduction.
struct FreshCases<'cases>(Cases<'cases>);

impl Subject for FreshCases<'_> {
    type Candidate = Case;
    type Content = Case;

    fn build(&self, case: &Case) -> Option<Case> {
        Some(case.clone())
    }

    fn test(&self, case: &Case) -> TestVerdict {
        let (outcome, sessions) = self.0.judge.confirm(case);
        self.0.ledger.sessions.fetch_add(sessions, Ordering::Relaxed);
        outcome
    }
}

/// A running reduction.
struct Reduction<'run> {
    judge: &'run dyn Judge,
    ledger: &'run Ledger,
    /// The smallest case that failed in fresh processes.
    case: TestedContent<Case>,
    confirmed_tests: u64,
    ended: Option<ReductionEnd>,
}

/// Reduces a case as long as the judge says that it fails. `needed` is the number of actions that
/// are known to be enough, if any are. `None` if the case does not fail by itself. The result has
/// itself failed in fresh processes.
pub fn reduce(
    case: &Case,
    needed: Option<usize>,
    judge: &dyn Judge,
    effort: &Effort<'_>,
    progress: &mut dyn FnMut(&ReductionProgress),
) -> Option<(TestedContent<Case>, Figures)> {
    let started = Instant::now();
    let before = case.size();
    let ledger = Ledger::default();
    let fresh = FreshCases(Cases { judge, ledger: &ledger });
    let whole = (0..ATTEMPTS_MAX)
        .map(|_| TestedContent::put(&fresh, case.clone()))
        .find(TestedContent::is_fail)?;
    let per_test = if case.change.is_some() { 2 } else { 1 };
    let bytes = std::cell::Cell::new(before.bytes);
    let mut engine = SearchEngine::new(EngineLimits {
        tests: effort.limits.sessions.map(|sessions| sessions / per_test),
        time: effort.limits.time.map(|time| time.saturating_sub(started.elapsed())),
    })
    .jobs(effort.jobs)
    .stop_on(effort.stop)
    .observe(|counts, _| {
        progress(&ReductionProgress {
            tests: counts.tests,
            sessions: ledger.sessions.load(Ordering::Relaxed),
            bytes: bytes.get(),
        });
    });
    let mut run =
        Reduction { judge, ledger: &ledger, case: whole, confirmed_tests: 1, ended: None };
    if let Some(count) = needed {
        run.pass(Pass::Trim(count), &mut engine);
    }
    for round in 0..ROUNDS_MAX {
        let begun = run.case.content().clone();
        let passes = if round == 0 { FIRST_ROUND } else { NEXT_ROUND };
        for pass in passes {
            if run.ended.is_none() {
                run.pass(*pass, &mut engine);
                bytes.set(run.case.content().program.text.len());
            }
        }
        if run.ended.is_some() || (round > 0 && *run.case.content() == begun) {
            break;
        }
    }
    let tests = engine.counts().tests + run.confirmed_tests;
    let figures = Figures {
        before,
        after: run.case.content().size(),
        tests,
        sessions: ledger.sessions.load(Ordering::Relaxed),
        ended: run.ended.unwrap_or(ReductionEnd::Complete),
    };
    Some((run.case, figures))
}

impl Reduction<'_> {
    /// Runs one pass; its result counts if it is reproduced in fresh processes.
    fn pass(&mut self, pass: Pass, engine: &mut SearchEngine<'_>) {
        let Some(mut work) = Work::begin(pass, self.case.content()) else { return };
        let subject = Cases { judge: self.judge, ledger: self.ledger };
        let end = engine.run(&mut work, &subject);
        self.ended = match end {
            SearchEnd::Complete => None,
            SearchEnd::TestLimit => Some(ReductionEnd::SessionLimit),
            SearchEnd::TimeLimit => Some(ReductionEnd::TimeLimit),
            SearchEnd::Stopped => Some(ReductionEnd::Stopped),
        };
        let is_other = |smaller: &Case| smaller != self.case.content();
        let Some(smaller) = work.result().filter(is_other) else { return };
        let smaller = TestedContent::put(&FreshCases(subject), smaller);
        self.confirmed_tests += 1;
        if smaller.is_fail() {
            self.case = smaller;
        }
    }
}
