//! Tests candidates: cache, limits, counts.

use crate::{Search, TestOutcome, TestedContent, speculation};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What is reduced: how a candidate becomes something that can be tested, and the test.
pub trait Subject: Sync {
    /// What a search proposes.
    type Candidate;
    /// What is tested; candidates with equal contents are tested once.
    type Content: Hash + Send;

    /// Builds the content of a candidate, or `None` if it is known to be unresolved.
    fn build(&self, candidate: &Self::Candidate) -> Option<Self::Content>;

    /// Tests a content. Called from several threads if there are several jobs.
    fn test(&self, content: &Self::Content) -> TestOutcome;

    /// Called when the answer for a content is used for the first time, in the order of the search.
    fn used(&self, tested: &TestedContent<Self::Content>) {
        let _ = tested;
    }
}

/// When to stop although more could be done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The number of tests.
    pub tests: Option<u64>,
    /// The time since the engine was made.
    pub time: Option<Duration>,
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Tests whose answer was used. The same with any number of jobs.
    pub tests: u64,
    /// Candidates whose content had been tested before.
    pub cached: u64,
    /// Candidates that were not worth a test.
    pub dropped: u64,
    /// Tests that failed: each is progress.
    pub fails: u64,
    /// Tests that were unresolved.
    pub unresolved: u64,
    /// Tests that were run ahead; with one job, none.
    pub ahead: u64,
    /// Of `tests`, those that had been run ahead, without waiting.
    pub foreseen: u64,
}

/// How a run of a search ended. In every case the search holds the best result so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The search is over.
    Complete,
    /// The limit of tests was reached.
    TestLimit,
    /// The limit of time was reached.
    TimeLimit,
    /// A stop was requested.
    Stopped,
}

/// An answer that is known.
#[derive(Clone, Copy)]
pub(crate) struct CachedAnswer {
    pub outcome: TestOutcome,
    /// Whether the search has used it; if it was tested ahead, it may never be used.
    pub is_used: bool,
    pub was_ahead: bool,
}

type Observer<'e> = Box<dyn FnMut(&SearchCounts, TestOutcome) + 'e>;

/// Runs searches. The cache and the counts live as long as the engine, over several searches.
pub struct Engine<'e> {
    limits: Limits,
    jobs: usize,
    stop: Option<&'e AtomicBool>,
    observer: Option<Observer<'e>>,
    started: Instant,
    pub(crate) cache: HashMap<u128, CachedAnswer>,
    pub(crate) counts: SearchCounts,
}

/// What is known about a candidate.
pub(crate) enum Lookup<Content> {
    Known(TestOutcome),
    Unknown(u128, Content),
}

impl<'e> Engine<'e> {
    /// An engine that tests one candidate at a time.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            jobs: 1,
            stop: None,
            observer: None,
            started: Instant::now(),
            cache: HashMap::new(),
            counts: SearchCounts::default(),
        }
    }

    /// Tests on this many threads. The result is the same; more tests are run.
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Stops if the flag is set.
    pub fn stop_on(mut self, stop: &'e AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Reports each used answer to the observer, in order.
    pub fn observe(mut self, observer: impl FnMut(&SearchCounts, TestOutcome) + 'e) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// What was done so far.
    pub fn counts(&self) -> SearchCounts {
        self.counts
    }

    /// Runs a search to its end, or until a limit is reached.
    pub fn run<S, T>(&mut self, search: &mut S, subject: &T) -> SearchEnd
    where
        S: Search,
        T: Subject<Candidate = S::Candidate>,
    {
        if self.jobs > 1 {
            return speculation::run(self, self.jobs, search, subject);
        }
        loop {
            if let Some(end) = self.due() {
                return end;
            }
            let Some(proposal) = search.propose() else { return SearchEnd::Complete };
            let outcome = match self.look(subject, &proposal.candidate) {
                Lookup::Known(outcome) => outcome,
                Lookup::Unknown(key, content) => {
                    let outcome = subject.test(&content);
                    if self.is_stopped() {
                        return SearchEnd::Stopped;
                    }
                    self.learn(key, outcome, false);
                    subject.used(&TestedContent::new(content, outcome));
                    self.use_answer(key)
                }
            };
            search.answer(outcome);
        }
    }

    /// Whether it is time to stop, and why.
    pub(crate) fn due(&self) -> Option<SearchEnd> {
        if self.is_stopped() {
            return Some(SearchEnd::Stopped);
        }
        if self.limits.tests.is_some_and(|limit| self.counts.tests >= limit) {
            return Some(SearchEnd::TestLimit);
        }
        let is_late = self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit);
        is_late.then_some(SearchEnd::TimeLimit)
    }

    /// Whether a stop was requested.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::SeqCst))
    }

    /// Looks a candidate up for use: counts it, and marks a known answer as used.
    pub(crate) fn look<T: Subject>(
        &mut self,
        subject: &T,
        candidate: &T::Candidate,
    ) -> Lookup<T::Content> {
        let Some(content) = subject.build(candidate) else {
            self.counts.dropped += 1;
            return Lookup::Known(TestOutcome::Unresolved);
        };
        let key = fingerprint(&content);
        match self.cache.get(&key) {
            None => Lookup::Unknown(key, content),
            Some(known) => {
                if known.is_used {
                    self.counts.cached += 1;
                } else {
                    subject.used(&TestedContent::new(content, known.outcome));
                }
                Lookup::Known(self.use_answer(key))
            }
        }
    }

    /// A content with its own answer: the known one, else that of a test now. If a stop was
    /// requested, untested contents are unresolved.
    pub fn answered<T: Subject>(
        &mut self,
        subject: &T,
        content: T::Content,
    ) -> TestedContent<T::Content> {
        let key = fingerprint(&content);
        if !self.cache.contains_key(&key) {
            if self.is_stopped() {
                return TestedContent::new(content, TestOutcome::Unresolved);
            }
            let outcome = subject.test(&content);
            if self.is_stopped() {
                return TestedContent::new(content, TestOutcome::Unresolved);
            }
            self.learn(key, outcome, false);
        }
        let outcome = self.use_answer(key);
        TestedContent::new(content, outcome)
    }

    /// Looks a candidate up ahead of its use, without counting.
    pub(crate) fn peek<T: Subject>(
        &self,
        subject: &T,
        candidate: &T::Candidate,
    ) -> Lookup<T::Content> {
        let Some(content) = subject.build(candidate) else {
            return Lookup::Known(TestOutcome::Unresolved);
        };
        let key = fingerprint(&content);
        match self.cache.get(&key) {
            Some(known) => Lookup::Known(known.outcome),
            None => Lookup::Unknown(key, content),
        }
    }

    pub(crate) fn learn(&mut self, key: u128, outcome: TestOutcome, was_ahead: bool) {
        self.cache.insert(key, CachedAnswer { outcome, is_used: false, was_ahead });
    }

    /// Uses a known answer; the first use is what counts as a test.
    fn use_answer(&mut self, key: u128) -> TestOutcome {
        let Some(known) = self.cache.get_mut(&key) else { return TestOutcome::Unresolved };
        let outcome = known.outcome;
        if !std::mem::replace(&mut known.is_used, true) {
            self.counts.tests += 1;
            self.counts.foreseen += u64::from(known.was_ahead);
            match outcome {
                TestOutcome::Fail => self.counts.fails += 1,
                TestOutcome::Unresolved => self.counts.unresolved += 1,
                TestOutcome::Pass => {}
            }
            if let Some(observer) = &mut self.observer {
                observer(&self.counts, outcome);
            }
        }
        outcome
    }
}

/// A hash; two different contents never share it in practice.
fn fingerprint(content: &impl Hash) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        content.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
