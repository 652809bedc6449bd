//! Which of two debuggers is wrong, by what really happened on the engine of each.

use crate::places::Places;
use crate::run::PairRun;
use debunk_model::{Outcome, Program, Trace};
use debunk_session::{Debugger, PlainRun, PlainRunner};
use debunk_testimony::Log;
use debunk_testimony::{
    Charge, ContradictionSide, Excerpt, Testimony, Verdict, WitnessRecord, weigh,
};
use debunk_witness::{Witnessed, witness};

/// A debugger with a way to run programs on its engine without it.
pub struct Witness<'campaign> {
    debugger: &'campaign dyn Debugger,
    runner: Option<Box<dyn PlainRunner>>,
    /// What happened in the last program of a hearing, if known.
    heard: Option<(Program, Option<Box<Log>>)>,
}

impl<'campaign> Witness<'campaign> {
    /// Starts nothing yet.
    pub fn new(debugger: &'campaign dyn Debugger) -> Self {
        Self { debugger, runner: None, heard: None }
    }

    /// How a program ends on the engine; `None` if it does not.
    pub fn plain(&mut self, program: &Program) -> Option<Outcome> {
        match self.runner.get_or_insert_with(|| self.debugger.runner()).run(program) {
            PlainRun::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// What happened in a program, if known.
    fn log(&mut self, program: &Program) -> Option<&Log> {
        if self.heard.as_ref().is_none_or(|(known, _)| known != program) {
            let runner = self.runner.get_or_insert_with(|| self.debugger.runner());
            let log = match witness(&mut **runner, program) {
                Witnessed::Neutral(log) => Some(log),
                _ => None,
            };
            self.heard = Some((program.clone(), log));
        }
        self.heard.as_ref().and_then(|(_, log)| log.as_deref())
    }

    /// What the debugger is charged with, and the part of the log that shows it.
    fn hear(&mut self, places: Places<'_>, trace: &Trace) -> (Vec<Charge>, Option<Excerpt>) {
        let charges = self.charges(places, trace);
        (charges, self.log(places.program).map(|log| Excerpt::around(log, trace, None)))
    }

    fn charges(&mut self, places: Places<'_>, trace: &Trace) -> Vec<Charge> {
        let quirks = self.debugger.quirks();
        let Some(log) = self.log(places.program) else { return Vec::new() };
        Testimony::new(log, places.program, places.lines, places.sites)
            .with_quirks(quirks)
            .examine(trace)
    }
}

/// What really happened proves these charges against each of the two.
pub fn hear_both(
    witnesses: (&mut Witness<'_>, &mut Witness<'_>),
    places: Places<'_>,
    traces: (&Trace, &Trace),
) -> [Vec<Charge>; 2] {
    [witnesses.0.charges(places, traces.0), witnesses.1.charges(places, traces.1)]
}

/// Who is wrong in a run that ended with a difference, and what really happened.
pub fn verdict(
    a: &mut Witness<'_>,
    b: &mut Witness<'_>,
    places: Places<'_>,
    run: &PairRun,
) -> (Verdict, WitnessRecord) {
    let ((charges_a, first), (charges_b, second)) =
        (a.hear(places, &run.a), b.hear(places, &run.b));
    // A difference in the answer to a control action is in the last step.
    let last = |trace: &Trace| {
        let is_control = trace.steps.last().is_some_and(|step| step.action.is_control());
        is_control.then(|| trace.steps.len() - 1)
    };
    let verdict = weigh(
        &ContradictionSide { charges: &charges_a, step: last(&run.a) },
        &ContradictionSide { charges: &charges_b, step: last(&run.b) },
    );
    (verdict, WitnessRecord { first, second })
}
