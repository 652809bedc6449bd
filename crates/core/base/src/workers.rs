//! Parallel workers whose results arrive in order.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A worker waits if it is this many items ahead of the slowest, so that results do not pile up.
const AHEAD_MAX: u64 = 256;
const WAIT_MS: u64 = 1;
/// Enough for interpreters that recurse with the program that they run.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Work that is done in blocks. The history of a debugger process can affect a test, so each block
/// starts with new processes and is done by one worker, in order: then a test's history is the same
/// with any number of workers.
pub struct Blocks<'work, State, Item> {
    /// Items in a block.
    pub length: u64,
    /// Makes a worker's state.
    pub make_state: &'work (dyn Fn() -> State + Sync),
    /// Begins a block.
    pub begin: &'work (dyn Fn(&mut State) + Sync),
    /// Does one item.
    pub work: &'work (dyn Fn(&mut State, u64) -> Item + Sync),
}

/// The numbers to work on: all from `next` up to `end`, and some earlier ones that are repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Numbers below `next` that are repeated.
    pub again: BTreeSet<u64>,
    /// The first number that was never done.
    pub next: u64,
    /// One past the last number.
    pub end: u64,
}

impl From<Range<u64>> for Numbers {
    fn from(range: Range<u64>) -> Self {
        Self { again: BTreeSet::new(), next: range.start, end: range.end }
    }
}

impl Numbers {
    fn is_wanted(&self, number: u64) -> bool {
        (self.next..self.end).contains(&number) || self.again.contains(&number)
    }

    /// The first number from `from` on that is wanted, or the end.
    fn wanted_from(&self, from: u64) -> u64 {
        let again = self.again.range(from..).next().copied();
        let fresh = from.max(self.next);
        again.filter(|again| *again < fresh).unwrap_or(fresh.min(self.end.max(from)))
    }

    /// The part of a block to do: from its beginning to the last wanted number.
    fn in_block(&self, first: u64, length: u64) -> Range<u64> {
        let wanted = (first..(first + length).min(self.end.max(self.next)))
            .rev()
            .find(|number| self.is_wanted(*number));
        first..wanted.map_or(first, |last| last + 1)
    }
}

/// Works on the numbers with `jobs` workers and passes the results to `collect` in their order.
/// Ends early if `stop` is set or `collect` says no. If `stop` is set, unfinished work is dropped,
/// since its processes may have been ended together with debunk. If a number is in the middle of a
/// block, the items before it are repeated.
pub fn in_order<State, Item: Send, Error>(
    jobs: usize,
    numbers: impl Into<Numbers>,
    stop: &AtomicBool,
    blocks: &Blocks<'_, State, Item>,
    mut collect: impl FnMut(u64, Item) -> Result<(), Error>,
) -> Result<(), Error> {
    let numbers: Numbers = numbers.into();
    let first_number = numbers.wanted_from(0);
    let next_block = AtomicU64::new(first_number / blocks.length);
    let collected = AtomicU64::new(first_number);
    let failed = AtomicBool::new(false);
    let is_stopped = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(u64, Item)>();
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let (next_block, collected) = (&next_block, &collected);
            let (numbers, is_stopped) = (&numbers, &is_stopped);
            let work = move || {
                let mut state = (blocks.make_state)();
                loop {
                    let first = next_block.fetch_add(1, Ordering::Relaxed) * blocks.length;
                    if first >= numbers.end || is_stopped() {
                        return;
                    }
                    let block = numbers.in_block(first, blocks.length);
                    if block.is_empty() {
                        continue;
                    }
                    (blocks.begin)(&mut state);
                    for number in block {
                        while number > collected.load(Ordering::Relaxed) + AHEAD_MAX
                            && !is_stopped()
                        {
                            thread::sleep(Duration::from_millis(WAIT_MS));
                        }
                        if is_stopped() {
                            return;
                        }
                        let item = (blocks.work)(&mut state, number);
                        if stop.load(Ordering::SeqCst)
                            || numbers.is_wanted(number) && sender.send((number, item)).is_err()
                        {
                            return;
                        }
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work).expect("the system has a thread for each worker");
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Item> = BTreeMap::new();
        let mut expected = first_number;
        let mut result = Ok(());
        for (number, item) in receiver {
            waiting.insert(number, item);
            while let Some(item) = waiting.remove(&expected) {
                if result.is_ok() {
                    result = collect(expected, item);
                    if result.is_err() {
                        failed.store(true, Ordering::Relaxed);
                    }
                }
                expected = numbers.wanted_from(expected + 1);
                collected.store(expected, Ordering::Relaxed);
            }
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(jobs: usize, first: u64, length: u64) -> Vec<u64> {
        run_numbers(jobs, Numbers::from(first..500), length)
    }

    fn run_numbers(jobs: usize, numbers: Numbers, length: u64) -> Vec<u64> {
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_order(
            jobs,
            numbers,
            &AtomicBool::new(false),
            &Blocks {
                length,
                make_state: &|| 0,
                begin: &|in_block| *in_block = 0,
                work: &|in_block, number| {
                    if number % 97 == 0 {
                        thread::sleep(Duration::from_millis(2));
                    }
                    *in_block += 1;
                    (number * 2, *in_block)
                },
            },
            |number, (item, in_block)| {
                assert_eq!(item, number * 2);
                assert_eq!(in_block, number % length + 1);
                seen.push(number);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        seen
    }

    #[test]
    fn results_come_in_order_with_any_number_of_workers() {
        let expected: Vec<u64> = (0..500).collect();
        for (jobs, length) in [(1, 1), (4, 1), (1, 32), (4, 32), (3, 1_000)] {
            assert_eq!(run(jobs, 0, length), expected);
        }
    }

    #[test]
    fn a_block_is_done_from_its_beginning() {
        let expected: Vec<u64> = (75..500).collect();
        assert_eq!(run(2, 75, 32), expected);
    }

    #[test]
    fn numbers_done_once_more_come_first_each_with_its_block_before_it() {
        let numbers = Numbers { again: BTreeSet::from([3, 40, 41, 300]), next: 490, end: 500 };
        let mut expected = vec![3, 40, 41, 300];
        expected.extend(490..500);
        for (jobs, length) in [(1, 32), (3, 32), (2, 1), (1, 1_000)] {
            assert_eq!(run_numbers(jobs, numbers.clone(), length), expected);
        }
        let only_again = Numbers { again: BTreeSet::from([7]), next: 500, end: 500 };
        assert_eq!(run_numbers(2, only_again, 32), [7]);
        let nothing = Numbers { again: BTreeSet::new(), next: 9, end: 3 };
        assert_eq!(run_numbers(2, nothing, 32), Vec::<u64>::new());
    }

    #[test]
    fn what_was_worked_on_when_the_end_was_asked_for_is_dropped() {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_order(
            1,
            0..100,
            &stop,
            &Blocks {
                length: 8,
                make_state: &|| (),
                begin: &|()| {},
                work: &|(), number| {
                    if number == 5 {
                        stop.store(true, Ordering::SeqCst);
                    }
                    number
                },
            },
            |number, _| {
                seen.push(number);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert_eq!(seen, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_refused_result_ends_the_work() {
        let mut count = 0;
        let result = in_order(
            2,
            0..1_000_000,
            &AtomicBool::new(false),
            &Blocks { length: 8, make_state: &|| (), begin: &|()| {}, work: &|(), number| number },
            |number, _| {
                count += 1;
                if number == 10 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!(result, Err("full"));
        assert_eq!(count, 11);
    }
}
