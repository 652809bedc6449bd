//! Workers side by side, whose results come back in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A worker waits when it is so many items ahead of the slowest, so that results do not pile up.
const AHEAD_MAX: u64 = 256;
const WAIT_MS: u64 = 1;

/// Work that is done in blocks. What a debugger's process went through before a test can show in
/// that test, so that each block begins with new processes and is done by one worker, in order:
/// then a test's history is the same with any number of workers.
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

/// Works on every number of `range` with `jobs` workers and gives the results to `collect` in
/// the order of numbers. Ends early, after the work under way, when `stop` is set or `collect`
/// says no. When the range begins in the middle of a block, the items before it are done again.
pub fn in_order<State, Item: Send, Error>(
    jobs: usize,
    range: std::ops::Range<u64>,
    stop: &AtomicBool,
    blocks: &Blocks<'_, State, Item>,
    mut collect: impl FnMut(u64, Item) -> Result<(), Error>,
) -> Result<(), Error> {
    let next_block = AtomicU64::new(range.start / blocks.length);
    let collected = AtomicU64::new(range.start);
    let failed = AtomicBool::new(false);
    let is_stopped = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(u64, Item)>();
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let (next_block, collected) = (&next_block, &collected);
            let (range, is_stopped) = (range.clone(), &is_stopped);
            scope.spawn(move || {
                let mut state = (blocks.make_state)();
                loop {
                    let first = next_block.fetch_add(1, Ordering::Relaxed) * blocks.length;
                    if first >= range.end || is_stopped() {
                        return;
                    }
                    (blocks.begin)(&mut state);
                    for number in first..(first + blocks.length).min(range.end) {
                        while number > collected.load(Ordering::Relaxed) + AHEAD_MAX
                            && !is_stopped()
                        {
                            thread::sleep(Duration::from_millis(WAIT_MS));
                        }
                        if is_stopped() {
                            return;
                        }
                        let item = (blocks.work)(&mut state, number);
                        if number >= range.start && sender.send((number, item)).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Item> = BTreeMap::new();
        let mut expected = range.start;
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
                expected += 1;
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
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_order(
            jobs,
            first..500,
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
