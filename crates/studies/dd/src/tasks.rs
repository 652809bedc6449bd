//! The tasks of a concurrent program, and schedules assembled from switches between them.

use std::collections::BTreeMap;
use std::fmt;

/// The task that runs at each step.
pub type Schedule = Vec<u32>;

/// A task is interrupted in favour of another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Switch {
    /// The task that is interrupted.
    pub from: u32,
    /// After this many of its own steps.
    pub after: usize,
    /// The task that runs instead.
    pub to: u32,
}

impl fmt::Display for Switch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "task {} is interrupted after its step {} by task {}",
            self.from, self.after, self.to
        )
    }
}

/// How many steps each task has.
fn totals(schedule: &[u32]) -> BTreeMap<u32, usize> {
    let mut totals = BTreeMap::new();
    for &task in schedule {
        *totals.entry(task).or_default() += 1;
    }
    totals
}

/// The points at which another task runs: the task, the number of its steps until then, and the
/// other one.
fn changes(schedule: &[u32]) -> Vec<Switch> {
    let mut done: BTreeMap<u32, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for pair in schedule.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let after = done.entry(from).or_default();
        *after += 1;
        if from != to {
            found.push(Switch { from, after: *after, to });
        }
    }
    found
}

/// What is known about the tasks from two runs: one without interruptions, and the failing one,
/// which may have ended early.
pub(crate) struct Tasks {
    first: Option<u32>,
    steps: BTreeMap<u32, usize>,
    /// Where tasks wait for others by themselves, and which task runs then.
    waits: BTreeMap<(u32, usize), u32>,
    pub switches: Vec<Switch>,
}

impl Tasks {
    pub fn new(calm: &[u32], failing: &[u32]) -> Self {
        let mut steps = totals(calm);
        for (task, count) in totals(failing) {
            let known = steps.entry(task).or_default();
            *known = count.max(*known);
        }
        let waits: BTreeMap<(u32, usize), u32> =
            changes(calm).into_iter().map(|one| ((one.from, one.after), one.to)).collect();
        let mut switches = changes(failing);
        switches.retain(|one| waits.get(&(one.from, one.after)) != Some(&one.to));
        Tasks { first: calm.first().copied(), steps, waits, switches }
    }

    /// The schedule with these switches alone: each task runs until it is interrupted, waits or has
    /// no steps left; then the task that was interrupted last runs, else the next by number, and
    /// waiting tasks come last.
    pub fn schedule(&self, chosen: &[usize]) -> Schedule {
        let mut left = self.steps.clone();
        let mut done: BTreeMap<u32, usize> = BTreeMap::new();
        let (mut interrupted, mut waiting): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut built = Vec::new();
        let mut present = self.first;
        while let Some(task) = present {
            let rest = left.get(&task).copied().unwrap_or(0);
            if rest > 0 {
                built.push(task);
                left.insert(task, rest - 1);
                *done.entry(task).or_default() += 1;
            }
            let after = done.get(&task).copied().unwrap_or(0);
            let switch = chosen
                .iter()
                .map(|&number| &self.switches[number])
                .find(|one| one.from == task && one.after == after && left.get(&one.to) > Some(&0));
            waiting.retain(|&other| other != task);
            interrupted.retain(|&other| other != task);
            let is_waiting = rest > 1 && self.waits.contains_key(&(task, after));
            if is_waiting {
                waiting.push(task);
            }
            if let (Some(switch), true) = (switch, rest > 0) {
                if !is_waiting {
                    interrupted.push(task);
                }
                interrupted.retain(|&other| other != switch.to);
                present = Some(switch.to);
                continue;
            }
            if rest > 1 && !is_waiting {
                continue;
            }
            let is_free = |&(task, steps): &(&u32, &usize)| *steps > 0 && !waiting.contains(task);
            present = interrupted
                .pop()
                .or_else(|| left.iter().find(is_free).map(|(&task, _)| task))
                .or_else(|| waiting.first().copied());
        }
        built
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_is_its_switches() {
        let calm = [0, 1, 1, 1, 1, 2, 2, 2, 0];
        let failing = [0, 1, 1, 2, 2, 1, 1, 2, 0];
        let tasks = Tasks::new(&calm, &failing);
        let switches: Vec<_> =
            tasks.switches.iter().map(|one| (one.from, one.after, one.to)).collect();
        // The first task waits for the others, whatever the schedule.
        assert_eq!(switches, [(1, 2, 2), (2, 2, 1)]);
        assert_eq!(tasks.schedule(&[0, 1]), failing);
        assert_eq!(tasks.schedule(&[]), calm);
        assert_eq!(tasks.schedule(&[0]), [0, 1, 1, 2, 2, 2, 1, 1, 0]);
    }

    #[test]
    fn a_run_that_failed_early_is_completed() {
        let tasks = Tasks::new(&[0, 1, 1, 2, 2, 0], &[0, 1, 2]);
        assert_eq!(tasks.schedule(&[0]), [0, 1, 2, 2, 1, 0]);
    }
}
