//! Workers side by side, whose results come back in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A worker waits when it is so many items ahead of the slowest, so that results do not pile up.
const AHEAD_MAX: u64 = 256;
const WAIT_MS: u64 = 1;

/// Runs `work` on every number of `range` with `jobs` workers and gives the results to
/// `collect` in the order of numbers. Each worker makes its own state first. Ends early, after
/// the work under way, when `stop` is set or `collect` says no.
pub(crate) fn in_order<State, Item: Send, Error>(
    jobs: usize,
    range: std::ops::Range<u64>,
    stop: &AtomicBool,
    make_state: impl Fn() -> State + Sync,
    work: impl Fn(&mut State, u64) -> Item + Sync,
    mut collect: impl FnMut(u64, Item) -> Result<(), Error>,
) -> Result<(), Error> {
    let next = AtomicU64::new(range.start);
    let collected = AtomicU64::new(range.start);
    let failed = AtomicBool::new(false);
    let is_stopped = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(u64, Item)>();
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let (next, collected) = (&next, &collected);
            let (make_state, work, is_stopped) = (&make_state, &work, &is_stopped);
            scope.spawn(move || {
                let mut state = make_state();
                while !is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= range.end {
                        break;
                    }
                    while number > collected.load(Ordering::Relaxed) + AHEAD_MAX && !is_stopped() {
                        thread::sleep(Duration::from_millis(WAIT_MS));
                    }
                    let item = work(&mut state, number);
                    if sender.send((number, item)).is_err() {
                        break;
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

    fn run(jobs: usize) -> Vec<u64> {
        let mut seen = Vec::new();
        let result: Result<(), ()> = in_order(
            jobs,
            0..500,
            &AtomicBool::new(false),
            || (),
            |(), number| {
                if number % 97 == 0 {
                    thread::sleep(Duration::from_millis(2));
                }
                number * 2
            },
            |number, item| {
                assert_eq!(item, number * 2);
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
        assert_eq!(run(1), expected);
        assert_eq!(run(4), expected);
    }

    #[test]
    fn a_refused_result_ends_the_work() {
        let mut count = 0;
        let result = in_order(
            2,
            0..1_000_000,
            &AtomicBool::new(false),
            || (),
            |(), number| number,
            |number, _| {
                count += 1;
                if number == 10 { Err("full") } else { Ok(()) }
            },
        );
        assert_eq!(result, Err("full"));
        assert_eq!(count, 11);
    }
}
