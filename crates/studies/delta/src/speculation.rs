//! Tests ahead on several threads: what the search would ask next, for the likeliest answers to
//! what it asks now. Answers are used only in the order of the search, so the result is that of
//! testing one by one.

use crate::engine::Lookup;
use crate::foresight::Foresight;
use crate::{Engine, Search, SearchEnd, Subject, TestOutcome};
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The number of futures to consider for each idle thread.
const FUTURES_PER_JOB: usize = 8;
/// The limit of known answers to follow within one future.
const KNOWN_ANSWERS_MAX: usize = 512;
/// A future less likely than this is not worth a test.
const LIKELIHOOD_LOWEST: f64 = 0.02;

type Task<Content> = (u128, Content);
type Result = (u128, TestOutcome);

/// Runs a search with `jobs` threads.
pub(crate) fn run<S, T>(
    engine: &mut Engine<'_>,
    jobs: usize,
    search: &mut S,
    subject: &T,
) -> SearchEnd
where
    S: Search,
    T: Subject<Candidate = S::Candidate>,
{
    let (task_sender, tasks) = mpsc::channel::<Task<T::Content>>();
    let (result_sender, results) = mpsc::channel::<Result>();
    let tasks = Mutex::new(tasks);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (tasks, results) = (&tasks, result_sender.clone());
            scope.spawn(move || work(tasks, &results, subject));
        }
        drop(result_sender);
        let mut queue = TestQueue {
            engine,
            jobs,
            tasks: task_sender,
            running: BTreeMap::new(),
            last_duration: Duration::ZERO,
            foresight: Foresight::default(),
        };
        queue.run(search, subject, &results)
    })
}

fn work<T: Subject>(
    tasks: &Mutex<Receiver<Task<T::Content>>>,
    results: &Sender<Result>,
    subject: &T,
) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((key, content)) = task else { return };
        if results.send((key, subject.test(&content))).is_err() {
            return;
        }
    }
}

struct TestQueue<'r, 'e, Content> {
    engine: &'r mut Engine<'e>,
    jobs: usize,
    tasks: Sender<Task<Content>>,
    /// The tests that are running.
    running: BTreeMap<u128, RunningTest>,
    last_duration: Duration,
    foresight: Foresight,
}

/// A test that is running.
struct RunningTest {
    /// When it was given out.
    since: Instant,
    is_ahead: bool,
}

/// A state that the search may reach.
struct Future<S> {
    search: S,
    likelihood: f64,
}

impl<Content> TestQueue<'_, '_, Content> {
    fn run<S, T>(&mut self, search: &mut S, subject: &T, results: &Receiver<Result>) -> SearchEnd
    where
        S: Search,
        T: Subject<Candidate = S::Candidate, Content = Content>,
    {
        loop {
            if let Some(end) = self.engine.due() {
                return end;
            }
            let Some(proposal) = search.propose() else { return SearchEnd::Complete };
            let tests = self.engine.counts.tests;
            match self.engine.look(subject, &proposal.candidate) {
                Lookup::Known(outcome) => {
                    if self.engine.counts.tests > tests {
                        self.foresight.learn(proposal.likelihood, outcome);
                    }
                    search.answer(outcome);
                }
                Lookup::Unknown(key, content) => {
                    let is_new = !self.running.contains_key(&key);
                    if is_new {
                        self.send(key, content, false);
                    } else if let Some(wait) = self.nearly_done(key) {
                        // Testing ahead of an imminent answer is often in vain.
                        if let Ok(result) = results.recv_timeout(wait) {
                            self.take(result);
                            continue;
                        }
                    }
                    self.test_ahead(search, proposal.likelihood, subject);
                    // The threads end only after the sender of tasks is gone.
                    let Ok(result) = results.recv() else { return SearchEnd::Stopped };
                    self.take(result);
                }
            }
        }
    }

    fn send(&mut self, key: u128, content: Content, is_ahead: bool) {
        self.engine.counts.ahead += u64::from(is_ahead);
        self.running.insert(key, RunningTest { since: Instant::now(), is_ahead });
        let _ = self.tasks.send((key, content));
    }

    fn take(&mut self, (key, outcome): Result) {
        let Some(done) = self.running.remove(&key) else { return };
        self.last_duration = done.since.elapsed();
        if !self.engine.is_stopped() {
            self.engine.learn(key, outcome, done.is_ahead);
        }
    }

    /// How long to wait for a test that has run for nearly as long as the last one took.
    fn nearly_done(&self, key: u128) -> Option<Duration> {
        let elapsed = self.running.get(&key)?.since.elapsed();
        (elapsed * 5 > self.last_duration * 4).then(|| self.last_duration / 4)
    }

    /// Gives work to the threads that have none.
    fn test_ahead<S, T>(&mut self, search: &S, likelihood: f64, subject: &T)
    where
        S: Search,
        T: Subject<Candidate = S::Candidate, Content = Content>,
    {
        let mut futures = Vec::new();
        branch(&mut futures, search, 1.0, self.foresight.correct(likelihood));
        let mut looks = FUTURES_PER_JOB * self.jobs;
        while self.running.len() < self.jobs && looks > 0 {
            looks -= 1;
            let Some(mut future) = take_likeliest(&mut futures) else { return };
            for _ in 0..KNOWN_ANSWERS_MAX {
                let Some(proposal) = future.search.propose() else { break };
                match self.engine.peek(subject, &proposal.candidate) {
                    Lookup::Known(outcome) => future.search.answer(outcome),
                    Lookup::Unknown(key, content) => {
                        if !self.running.contains_key(&key) {
                            self.send(key, content, true);
                        }
                        let likelihood = self.foresight.correct(proposal.likelihood);
                        branch(&mut futures, &future.search, future.likelihood, likelihood);
                        break;
                    }
                }
            }
        }
    }
}

/// Adds the two states that follow from the two answers to the current proposal.
fn branch<S: Search>(futures: &mut Vec<Future<S>>, search: &S, base: f64, likelihood: f64) {
    let answers = [(TestOutcome::Fail, likelihood), (TestOutcome::Pass, 1.0 - likelihood)];
    for (outcome, chance) in answers {
        let likelihood = base * chance;
        if likelihood >= LIKELIHOOD_LOWEST {
            let mut search = search.clone();
            search.answer(outcome);
            futures.push(Future { search, likelihood });
        }
    }
}

fn take_likeliest<S>(futures: &mut Vec<Future<S>>) -> Option<Future<S>> {
    let likeliest = futures
        .iter()
        .enumerate()
        .max_by(|(_, a), (_, b)| a.likelihood.total_cmp(&b.likelihood))
        .map(|(position, _)| position)?;
    Some(futures.swap_remove(likeliest))
}
