//! The batch itself: what every campaign, comparison, check of levels and evaluation has in common.

use crate::breaker::Breaker;
use crate::check::CheckedProgram;
use crate::error::BatchError;
use crate::output::{Kind, Output};
use crate::smoke::smoke_test;
use debunk_base::{Blocks, Numbers, in_order};
use debunk_corpus::Entry;
use debunk_model::Seed;
use debunk_results::{
    Counts, Cut, Event, Execution, Identity, ProgramSkip, Row, RowResult, Share, SkippedTest,
};
use debunk_session::Debugger;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whoever wants to know what happens.
pub type Listener<'listener> = &'listener mut dyn FnMut(&Event);

/// How a batch is done.
#[derive(Clone, Copy)]
pub struct Plan<'batch> {
    /// What kind of batch it is.
    pub kind: Kind,
    /// Numbers in all.
    pub total: u64,
    /// Workers.
    pub jobs: usize,
    /// How many findings of one class get a folder.
    pub keep_per_class: u64,
    /// The share of the numbers that may be skipped.
    pub allow_skips: Share,
    /// Set from outside to end the batch; numbers in progress then do not count.
    pub stop: &'batch AtomicBool,
}

/// The programs to choose from.
#[derive(Clone, Copy)]
pub struct Programs<'batch> {
    /// The programs.
    pub entries: &'batch [Entry],
    /// Files that were to be programs and are none.
    pub unreadable: &'batch [ProgramSkip],
    /// The seed that chooses among too many.
    pub seed: u64,
}

/// Why no further number is done.
#[derive(Debug)]
pub enum Halt {
    /// Something failed.
    Failed(BatchError),
    /// The debugger is given up.
    Broken(Cut),
}

impl<Error: Into<BatchError>> From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Failed(error.into())
    }
}

/// Takes the result of a number.
pub type Collect<'collect, Item> = &'collect mut dyn FnMut(u64, Item) -> Result<(), Halt>;

/// What a batch does with its numbers.
pub trait Task {
    /// The result of one number.
    type Item;
    /// The result in one word.
    type Result: RowResult;
    /// What is counted.
    type Tally: Clone + Default + Serialize + DeserializeOwned;

    /// Works on the numbers, and hands over the results in order.
    ///
    /// # Errors
    /// If `collect` says no.
    fn work(&self, numbers: Numbers, collect: Collect<'_, Self::Item>) -> Result<(), Halt>;

    /// The number under which a position is reported, if its order is another one.
    fn number(&self, position: u64) -> u64 {
        position
    }

    /// What is recorded, apart from the folder.
    fn row(&self, item: &Self::Item) -> Row<Self::Result>;

    /// Counts a result.
    fn add(&self, tally: &mut Self::Tally, item: &Self::Item, row: &Row<Self::Result>);

    /// Takes back a skipped number that is done once more.
    fn retract(&self, tally: &mut Self::Tally, skipped: &SkippedTest);

    /// How many numbers were counted, skipped ones included.
    fn counted(&self, tally: &Self::Tally) -> u64;

    /// Keeps what was found; returns the folder of each thing, `None` if its class has enough.
    ///
    /// # Errors
    /// If it cannot be written.
    fn keep(
        &self,
        item: &Self::Item,
        output: &mut Output<Self::Result>,
    ) -> Result<Vec<Option<String>>, BatchError>;

    /// What to report about a number, with the folders of what was found.
    fn events(
        &self,
        number: u64,
        item: Self::Item,
        row: Row<Self::Result>,
        folders: Vec<Option<String>>,
    ) -> Vec<Event>;

    /// What makes a result worthless although everything was done.
    fn flaw(&self, _tally: &Self::Tally) -> Option<Cut> {
        None
    }

    /// The counts for the last event.
    fn counts(&self, tally: &Self::Tally) -> Counts;
}

/// The result of a batch.
#[derive(Clone, Debug, Default)]
pub struct Outcome<Tally> {
    /// All counts, including those of earlier parts.
    pub tally: Tally,
    /// What was done and what was not.
    pub execution: Execution,
    /// The counts of earlier parts.
    pub before: Tally,
    /// Numbers done by this part.
    pub done_now: u64,
}

/// A batch with its folder open.
pub struct Batch<'batch, Results> {
    plan: Plan<'batch>,
    skips: Vec<ProgramSkip>,
    output: Option<Output<Results>>,
}

impl<'batch, Results: RowResult> Batch<'batch, Results> {
    /// Opens the output folder, if there is one.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn open(
        plan: Plan<'batch>,
        folder: Option<(&Path, Option<&str>)>,
        resume: bool,
        identity: &Identity,
    ) -> Result<Self, BatchError> {
        let open = |(folder, parent)| Output::open(folder, &plan.kind, parent, resume, identity);
        let output = folder.map(open).transpose()?;
        let output = output.map(|output| output.keeping(plan.keep_per_class));
        Ok(Self { plan, skips: Vec::new(), output })
    }

    /// How it is done.
    pub fn plan(&self) -> &Plan<'batch> {
        &self.plan
    }

    /// The first number that was never done.
    pub fn next(&self) -> u64 {
        self.output.as_ref().map_or(0, Output::next)
    }

    /// Programs that cannot be used.
    pub fn skips(&self) -> &[ProgramSkip] {
        &self.skips
    }

    /// Whether somebody asked for the end.
    pub fn is_stopped(&self) -> bool {
        self.plan.stop.load(Ordering::SeqCst)
    }

    /// Runs the smoke test on the debuggers, unless there is nothing to do.
    ///
    /// # Errors
    /// If one does not pass.
    pub fn check_debuggers(
        &self,
        debuggers: &[&dyn Debugger],
        entries: &[Entry],
    ) -> Result<(), BatchError> {
        if self.plan.total == 0 {
            return Ok(());
        }
        debuggers
            .iter()
            .try_for_each(|debugger| smoke_test(*debugger, entries))
            .map_err(BatchError::Refused)
    }

    /// Checks the programs that will be needed: all of them, or as many as there are numbers.
    ///
    /// # Errors
    /// If none can be used.
    pub fn check_programs<Checker>(
        &mut self,
        programs: Programs<'_>,
        make_checker: &(dyn Fn() -> Checker + Sync),
        check: &(dyn Fn(&mut Checker, &Entry) -> Result<CheckedProgram, ProgramSkip> + Sync),
        listener: Listener<'_>,
    ) -> Result<Vec<CheckedProgram>, BatchError> {
        let Programs { entries, unreadable, seed } = programs;
        let order = chosen(entries.len(), self.plan.total, seed);
        let mut checked_programs = Vec::new();
        for skip in unreadable {
            self.skip(skip.clone(), listener);
        }
        let of = order.len();
        let (jobs, stop) = (self.plan.jobs, self.plan.stop);
        let blocks = Blocks {
            length: 1,
            make_state: make_checker,
            begin: &|_| {},
            work: &|checker, number| check(checker, &entries[order[number as usize]]),
        };
        let collect = |number, checked: Result<CheckedProgram, ProgramSkip>| {
            match checked {
                Ok(program) => checked_programs.push(program),
                Err(skip) => self.skip(skip, listener),
            }
            listener(&Event::Checked { done: number as usize + 1, of });
            Ok::<(), std::convert::Infallible>(())
        };
        match in_order(jobs, 0..of as u64, stop, &blocks, collect) {
            Ok(()) => {}
        }
        if checked_programs.is_empty() && !self.is_stopped() {
            let purpose = self.plan.kind.purpose;
            return Err(BatchError::NoPrograms { purpose, skips: self.skips.clone() });
        }
        Ok(checked_programs)
    }

    /// Notes a program that cannot be used.
    pub fn skip(&mut self, skip: ProgramSkip, listener: Listener<'_>) {
        listener(&Event::Skip(skip.clone()));
        self.skips.push(skip);
    }

    /// Does the remaining numbers, and those that were skipped. `hook` sees every result before it
    /// is kept.
    ///
    /// # Errors
    /// If results cannot be kept; what was kept before is intact.
    pub fn run<Work: Task<Result = Results>>(
        &mut self,
        task: &Work,
        listener: Listener<'_>,
        hook: &mut dyn FnMut(u64, &Work::Item) -> Result<(), BatchError>,
    ) -> Result<Outcome<Work::Tally>, BatchError> {
        let total = self.plan.total;
        let output = &mut self.output;
        let mut tally: Work::Tally =
            output.as_ref().map(Output::totals).transpose()?.unwrap_or_default();
        let mut skipped: BTreeMap<u64, SkippedTest> =
            output.as_ref().map(Output::skipped).transpose()?.unwrap_or_default();
        let before = tally.clone();
        let done = |tally: &Work::Tally, skipped: &BTreeMap<u64, SkippedTest>| {
            task.counted(tally).saturating_sub(skipped.len() as u64)
        };
        let done_before = done(&tally, &skipped);
        let numbers = Numbers {
            again: skipped.keys().copied().filter(|number| *number < total).collect(),
            next: output.as_ref().map_or(0, Output::next),
            end: total,
        };
        let mut breaker = Breaker::default();
        let result = task.work(numbers, &mut |position, item| {
            if let Some(test) = skipped.remove(&position) {
                task.retract(&mut tally, &test);
            }
            let mut row = task.row(&item);
            task.add(&mut tally, &item, &row);
            hook(position, &item)?;
            let mut folders = Vec::new();
            if let Some(output) = output {
                folders = task.keep(&item, output)?;
                row.folder = folders.first().cloned().flatten();
                output.record(position, &row, &tally)?;
            }
            let number = task.number(position);
            let reason = row.skip_reason().map(str::to_owned);
            if let Some(reason) = reason.clone() {
                let program = row.program.clone();
                skipped.insert(position, SkippedTest { number, program, reason });
            }
            task.events(number, item, row, folders).iter().for_each(&mut *listener);
            breaker.note(reason.as_deref()).map_err(Halt::Broken)
        });
        let (cut, failure) = match result {
            Ok(()) if task.counted(&tally) < total => (Some(Cut::Signal { number: None }), None),
            Ok(()) => (task.flaw(&tally), None),
            Err(Halt::Broken(cut)) => (Some(cut), None),
            Err(Halt::Failed(error)) => (None, Some(error)),
        };
        let is_done = failure.is_none() && matches!(cut, None | Some(Cut::Unchecked));
        let committed = output.as_mut().map_or(Ok(()), |output| output.commit(&tally, is_done));
        // A full disk is reported by the first error; what is committed stays.
        failure.map_or(Ok(()), Err)?;
        committed?;
        let done_now = done(&tally, &skipped).saturating_sub(done_before);
        let planned = total.max(task.counted(&tally));
        let execution = Execution {
            programs: self.skips.clone(),
            cut,
            allow_skips: self.plan.allow_skips,
            ..Execution::new(self.plan.kind.unit, planned, done(&tally, &skipped))
        };
        let execution = Execution { skipped: skipped.into_values().collect(), ..execution };
        listener(&Event::end(task.counts(&tally), &execution));
        Ok(Outcome { tally, execution, before, done_now })
    }
}

/// The programs to check, by their positions: of more programs than numbers only that many.
fn chosen(programs: usize, total: u64, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..programs).collect();
    if (total as usize) < order.len() {
        Seed::new(seed).split("programs", 0).rng().shuffle(&mut order);
        order.truncate((total as usize).max(1));
        order.sort_unstable();
    }
    order
}

/// The program of a number: each lap takes every program once, in another order.
pub fn program_of(number: u64, programs: usize, seed: Seed) -> usize {
    let lap = number / programs as u64;
    let mut order: Vec<usize> = (0..programs).collect();
    seed.split("order", lap).rng().shuffle(&mut order);
    order[(number % programs as u64) as usize]
}

/// A text that is the same for the same programs.
pub fn corpus_fingerprint(entries: &[Entry]) -> String {
    let mut sum: u64 = 0;
    for entry in entries {
        sum = sum.rotate_left(7) ^ entry.program.fingerprint();
    }
    format!("{sum:016x}")
}
