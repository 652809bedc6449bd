//! Checks a session of a debugger that knows lines only against the log of what really happened.
//!
//! In such a session, only what is the same for every debugger is judged: lines that hold one plain
//! statement, what breakpoints on them must do, and in which order they run.

use crate::breakpoints::ActiveBreakpoints;
use crate::charge::{Charge, ChargeKind};
use crate::examine::{Followed, Moments, UndecidedExpression, no_answer, other_outcome};
use crate::expression::{ExpressionEvaluator, LoggedValues};
use crate::forms::is_other;
use crate::log::UNKNOWN;
use crate::places::LoggedText;
use debunk_model::{
    Action, Evaluation, Language, Location, Observation, Pause, Quirks, Trace, TraceStep,
    VariableView,
};
use std::collections::BTreeSet;

/// Prefixes of names that Python debuggers list separately.
const SPECIAL: &str = "__";

/// Everything in a session that cannot be true, in the order of its steps, and when the program was
/// where, if that is certain.
pub(crate) fn follow(places: LoggedText<'_>, quirks: Quirks, trace: &Trace) -> Followed {
    let mut clock = Clock {
        places,
        quirks,
        trace,
        first: 0,
        last: 0,
        begun: Vec::new(),
        charges: Vec::new(),
        undecided: Vec::new(),
    };
    // A restarted run is another run.
    let restart = trace.restart_index().unwrap_or(0);
    let mut times = Vec::with_capacity(trace.steps.len());
    let mut known = None;
    for (index, step) in trace.steps.iter().enumerate() {
        if step.action.is_control() {
            clock.begun.clear();
            known = if index < restart { None } else { clock.run(index, step) };
        } else if let Observation::BreakpointNotRemoved { reason } = &step.observation {
            let proof = format!("the breakpoint is set and cannot be removed: {reason}");
            clock.charge(index, ChargeKind::NotRemoved, proof);
        } else {
            let charge = clock.answer(index, step);
            clock.charges.extend(charge);
            let undecided = clock.undecided(step);
            clock.undecided.extend(undecided);
        }
        times.push(known);
    }
    Followed { charges: clock.charges, times, undecided: clock.undecided }
}

/// Follows a session through the log. Time is counted in entries that have been written.
struct Clock<'run> {
    places: LoggedText<'run>,
    quirks: Quirks,
    trace: &'run Trace,
    /// The earliest time at which the program can be paused.
    first: usize,
    /// The latest time.
    last: usize,
    /// The entries of which one is about to begin at the last pause; none if that is not certain.
    begun: Vec<usize>,
    charges: Vec<Charge>,
    undecided: Vec<UndecidedExpression>,
}

impl Clock<'_> {
    fn charge(&mut self, step: usize, kind: ChargeKind, proof: String) {
        self.charges.push(Charge { step, kind, proof });
    }

    /// Lets the program run once; returns when it pauses then, if that is certain.
    fn run(&mut self, index: usize, step: &TraceStep) -> Option<Moments> {
        let places = self.places;
        let end = places.log.entries.len();
        let due = self.due(index);
        match &step.observation {
            Observation::Paused(pause) => {
                self.charges.extend(places.never_ran(index, pause));
                self.charges.extend(self.without_reason(index, step, pause));
                if let Some(proof) = places.wrong_past_return(pause, &is_other) {
                    self.charge(index, ChargeKind::WrongValue, proof);
                }
                let known = self.begun(index, pause).and_then(|it| self.place(index, pause, it));
                match known {
                    Some(Moments { first, last, .. }) => (self.first, self.last) = (first, last),
                    // It may be where a due breakpoint pauses, and no further.
                    None => self.last = due.map_or(end, |entry| entry + 1),
                }
                known
            }
            Observation::Finished(outcome) => {
                match (places.passed_breakpoints(index, self.trace), due) {
                    (Some(charge), _) => self.charges.push(charge),
                    (None, Some(entry)) => self.missed(index, entry),
                    (None, None) => {}
                }
                self.charges.extend(other_outcome(places.log, index, outcome));
                None
            }
            observation => {
                self.charges.extend(no_answer(places.log, index, observation));
                None
            }
        }
    }

    /// The first entry that is certainly still ahead and at which a breakpoint must pause.
    fn due(&self, index: usize) -> Option<usize> {
        let standing = ActiveBreakpoints::before(self.trace, index).always;
        // Python functions that are already running may not be watched for later breakpoints.
        let start = self.trace.restart_index().or(self.trace.start_index())?;
        let is_early = self.places.program.language == Language::Python;
        let early = ActiveBreakpoints::before(self.trace, start).always;
        let is_armed = |at: &&Location| !is_early || early.contains(at);
        let lines = standing.iter().filter(is_armed).map(|at| at.line);
        let runs = lines.filter_map(|line| Some(self.places.plain(line)?.1)).flatten();
        runs.filter(|entry| *entry >= self.last).min()
    }

    /// The statement that is about to begin at a pause, and its runs: on a plain line where a
    /// breakpoint pauses, or to which a step within one call leads from another line.
    fn begun(&self, index: usize, pause: &Pause) -> Option<(usize, Vec<usize>)> {
        let at = pause.location()?;
        let plain = self.places.plain(at.line).filter(|(_, runs)| !runs.is_empty())?;
        let begins = match &self.trace.steps[index].action {
            Action::Start | Action::Restart | Action::Continue => {
                ActiveBreakpoints::before(self.trace, index).explains(at)
                    && !self.may_complete_a_step(index)
            }
            Action::StepIn | Action::StepOver => {
                let mut before = self.trace.steps[..index].iter().rev();
                let previous = before.find_map(|step| step.observation.pause())?;
                let (old, new) = (previous.frames.split_first()?, pause.frames.split_first()?);
                let is_same_call = old.0.function == new.0.function && old.1 == new.1;
                let is_other_line = previous.location().is_some_and(|old| old.line != at.line);
                is_same_call && is_other_line && !self.places.sites.has_suspension
            }
            _ => false,
        };
        begins.then_some(plain)
    }

    /// Whether a continue may end with a step that a breakpoint interrupted.
    fn may_complete_a_step(&self, index: usize) -> bool {
        let is_interrupted = |(index, step): (usize, &TraceStep)| {
            let at = step.observation.pause().and_then(Pause::location);
            step.action.is_step()
                && at.is_some_and(|at| ActiveBreakpoints::before(self.trace, index).explains(at))
        };
        let before = self.trace.steps[..index].iter().enumerate();
        self.quirks.completes_steps && { before }.any(is_interrupted)
    }

    /// A pause after a continue without a reason.
    fn without_reason(&self, step: usize, taken: &TraceStep, pause: &Pause) -> Option<Charge> {
        let at = pause.location()?;
        let is_continued =
            matches!(taken.action, Action::Start | Action::Restart | Action::Continue);
        let standing = ActiveBreakpoints::before(self.trace, step);
        let is_asked = standing.explains(at)
            || self.may_complete_a_step(step)
            || self.is_beside(&standing, at);
        let proof = format!("paused on line {}, where no breakpoint is set", at.line);
        (is_continued && !is_asked).then_some(Charge { step, kind: ChargeKind::NoReason, proof })
    }

    /// Whether a breakpoint elsewhere may pause at a place, too.
    fn is_beside(&self, standing: &ActiveBreakpoints, at: Location) -> bool {
        let LoggedText { program, lines, sites, .. } = self.places;
        let all = standing.always.iter().chain(&standing.sometimes);
        let asked: Vec<u32> = all.map(|at| at.line).collect();
        sites.may_pause_beside(&program.text, lines, at.line, &asked)
    }

    /// When the statement at a pause is about to begin, among its runs; a charge if that is never.
    fn place(
        &mut self,
        step: usize,
        pause: &Pause,
        (statement, runs): (usize, Vec<usize>),
    ) -> Option<Moments> {
        let line = pause.location()?.line;
        let later: Vec<usize> = runs.iter().copied().filter(|entry| *entry >= self.first).collect();
        if later.is_empty() {
            let proof = format!(
                "paused on line {line}, which runs {} in total, and not again after the earlier pauses",
                times(runs.len())
            );
            self.charge(step, ChargeKind::RanBefore, proof);
            return None;
        }
        if let Some(charge) = self.places.wrong_in_runs(step, statement, &later, pause) {
            self.charges.push(charge);
            return None;
        }
        let fits =
            |entry: &usize| self.places.wrong_in_runs(step, statement, &[*entry], pause).is_none();
        let mut fitting: Vec<usize> = later.into_iter().filter(fits).collect();
        if let Some(due) = self.due(step) {
            let passed = fitting.first().is_some_and(|entry| *entry > due);
            fitting.retain(|entry| *entry <= due);
            if passed {
                self.missed(step, due);
            }
        }
        let (first, last) = (fitting.first()? + 1, fitting.last()? + 1);
        self.begun = fitting;
        Some(Moments { first, last, is_next: false })
    }

    /// What was asked of the innermost frame, where a statement is certainly about to begin.
    fn answer(&self, step: usize, taken: &TraceStep) -> Option<Charge> {
        let places = self.places;
        let statement = places.log.entries.get(*self.begun.first()?)?.statement;
        let line = places.log.statements[statement].start.line;
        let holds_value = |name: &str| places.sites.holds_value(name, line);
        let fault = |entry: &usize| match (&taken.action, &taken.observation) {
            (Action::Expand(it), Observation::Expanded { value }) => {
                let name = it.name.as_str();
                let is_known = it.frame == 0 && holds_value(name);
                let number = places.log.number_at(*entry, name).filter(|_| is_known)?;
                places.wrong_contents(number, value, name, &is_other)
            }
            (Action::Evaluate(it), Observation::Evaluated { value }) => {
                let inserted = || self.inserted(*entry, it, value);
                let logged = self.value_of(*entry, it, &holds_value).or_else(inserted)?;
                let proof = format!(
                    "{} is {logged} there, the debugger evaluates it to {value}",
                    it.expression
                );
                is_other(&logged, value).then_some(proof)
            }
            _ => None,
        };
        let faults: Option<Vec<String>> = self.begun.iter().map(fault).collect();
        let fault = faults?.into_iter().next()?;
        let proof = format!("when line {line} begins, {fault}");
        Some(Charge { step, kind: ChargeKind::WrongValue, proof })
    }

    /// The expression that was evaluated, if what it is worth does not follow from the log.
    fn undecided(&self, taken: &TraceStep) -> Option<UndecidedExpression> {
        let LoggedText { log, sites, .. } = self.places;
        let Action::Evaluate(evaluation) = &taken.action else { return None };
        let statement = log.entries.get(*self.begun.first()?)?.statement;
        let line = log.statements[statement].start.line;
        let is_certain = |name: &str| sites.is_certain(name, line);
        let is_unknown = |entry: &usize| self.value_of(*entry, evaluation, &is_certain).is_none();
        let is_undecided = evaluation.frame == 0 && self.begun.iter().all(is_unknown);
        let expression = evaluation.expression.clone();
        is_undecided.then_some(UndecidedExpression { statement, expression })
    }

    /// What an expression is worth in the innermost frame when the statement of an entry begins.
    fn value_of(
        &self,
        entry: usize,
        evaluation: &Evaluation,
        is_certain: &dyn Fn(&str) -> bool,
    ) -> Option<String> {
        let LoggedText { log, program, .. } = self.places;
        let Evaluation { expression, frame: 0, .. } = evaluation else { return None };
        let plainly = log.value_at(entry, expression).filter(|_| is_certain(expression));
        if plainly.is_some() {
            return plainly.map(str::to_owned);
        }
        let number_of = &|name: &str| log.number_at(entry, name).filter(|_| is_certain(name));
        ExpressionEvaluator::of(program).text(expression, &LoggedValues { log, number_of })
    }

    /// What an expression was worth there in a copy of the program, if that is an integer like what the
    /// debugger shows, or neither is: a truth value may be an integer.
    fn inserted(&self, entry: usize, evaluation: &Evaluation, shown: &str) -> Option<String> {
        let Evaluation { expression, frame: 0, .. } = evaluation else { return None };
        let is_integer = |text: &str| text.parse::<i64>().is_ok();
        let inserted = self.places.log.inserted_at(entry, expression)?;
        (is_integer(inserted) == is_integer(shown)).then(|| inserted.to_owned())
    }

    fn missed(&mut self, step: usize, entry: usize) {
        let log = self.places.log;
        let line = log.statements[log.entries[entry].statement].start.line;
        let proof = format!(
            "line {line} runs after the earlier pauses, and a breakpoint is set there, but the program \
             did not pause"
        );
        self.charge(step, ChargeKind::MissedBreakpoint, proof);
    }
}

impl LoggedText<'_> {
    /// The statement of a plain line, and the entries at which it ran.
    fn plain(&self, line: u32) -> Option<(usize, Vec<usize>)> {
        if !self.sites.plain_lines.contains(&line) {
            return None;
        }
        let is_there = |statement: &debunk_model::LoggedStatement| statement.start.line == line;
        let statement = self.log.statements.iter().position(is_there)?;
        Some((statement, self.log.runs_of(statement)))
    }

    fn never_ran(&self, step: usize, pause: &Pause) -> Option<Charge> {
        let line = pause.location()?.line;
        let (_, runs) = self.plain(line)?;
        let proof = format!("paused on line {line}, whose statement never runs");
        runs.is_empty().then_some(Charge { step, kind: ChargeKind::NeverRan, proof })
    }

    /// A variable that has the shown value in none of these runs of a statement that is about to
    /// begin, or that always has one and is not shown.
    fn wrong_in_runs(
        &self,
        step: usize,
        statement: usize,
        runs: &[usize],
        pause: &Pause,
    ) -> Option<Charge> {
        let line = pause.location()?.line;
        let shown = pause.variables.visible();
        let names = self.log.statements[statement].variables.iter();
        names.filter(|name| self.sites.holds_value(name, line)).find_map(|name| {
            let values: BTreeSet<&str> = runs
                .iter()
                .flat_map(|&entry| self.log.values_at(entry))
                .filter(|(known, _)| *known == &**name)
                .map(|(_, value)| value)
                .collect();
            if values.is_empty() || values.contains(UNKNOWN) {
                return None;
            }
            let (kind, reported) = match shown.get(&**name) {
                Some((_, reported)) if values.iter().any(|value| !is_other(value, reported)) => {
                    return None;
                }
                Some((_, reported)) => (ChargeKind::WrongValue, format!("shows {reported}")),
                None if name.starts_with(SPECIAL) => return None,
                None if self.sites.is_global(self.program, name) => return None,
                None => (ChargeKind::MissingVariable, "does not show it".to_owned()),
            };
            let all = values.into_iter().collect::<Vec<_>>().join(", ");
            let proof = format!(
                "when line {line} begins, {name} is one of: {all}; the debugger {reported}"
            );
            Some(Charge { step, kind, proof })
        })
    }

    /// A breakpoint that was set all the time on a line that ran more often than it paused.
    fn passed_breakpoints(&self, step: usize, trace: &Trace) -> Option<Charge> {
        let start = trace.restart_index().or(trace.start_index())?;
        let was_set = |at: &Location| {
            (start..=step).all(|index| ActiveBreakpoints::before(trace, index).always.contains(at))
        };
        let first = ActiveBreakpoints::before(trace, start).always;
        first.into_iter().filter(was_set).find_map(|at| {
            let (_, runs) = self.plain(at.line)?;
            let pauses = trace
                .pauses()
                .filter(|(index, pause)| *index >= start && pause.location() == Some(at))
                .count();
            let proof = format!(
                "line {} runs {} and a breakpoint was set there all the time, but the program paused \
                 there {}",
                at.line,
                times(runs.len()),
                times(pauses)
            );
            let kind = ChargeKind::MissedBreakpoint;
            (pauses < runs.len()).then_some(Charge { step, kind, proof })
        })
    }
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

#[cfg(test)]
mod tests {
    use crate::{Activation, ChargeKind, Log, LogEntry, LoggedChild, LoggedContents, Testimony};
    use debunk_model::{
        Action, Expansion, Frame, Granularity, Language, Location, LoggedStatement, Observation,
        Outcome, Pause, Place, Program, Quirks, Scope, ScopeKind, Sites, Span, StatementKind,
        Trace, Value, ValueChild,
    };
    use std::collections::BTreeMap;

    const TEXT: &str = "one\ntwo\nthree\nfour\n";

    /// Line 1 runs twice, with `i` 0 and 1, line 2 never, lines 3 and 4 once between the two. `o` is
    /// a list of `i`.
    fn log() -> Log {
        let statement = |line: u32, start: u32, end: u32| LoggedStatement {
            span: Span::new(start, end),
            start: Location::new(line, 0),
            kind: StatementKind::Expression,
            function: 0,
            variables: vec!["i".into(), "o".into()],
            constants: Vec::new(),
        };
        let entry =
            |statement, i| LogEntry { statement, activation: 0, depth: 1, values: vec![i, i + 2] };
        let list = |value| LoggedContents {
            children: vec![("0".to_owned(), LoggedChild::Value(value))],
            is_whole: true,
            order: Default::default(),
        };
        Log {
            entries: vec![entry(0, 0), entry(2, 0), entry(3, 0), entry(0, 1)],
            activations: vec![Activation { function: 0, parent: None }],
            statements: vec![
                statement(1, 0, 3),
                statement(2, 4, 7),
                statement(3, 8, 13),
                statement(4, 14, 18),
            ],
            functions: Vec::new(),
            texts: ["0", "1", "list", "list"].map(str::to_owned).into(),
            contents: [(2, list(0)), (3, list(1))].into(),
            headings: Default::default(),
            inserted: Default::default(),
            outcome: Outcome::default(),
            truncated: false,
            size_bytes: 0,
            returns: Vec::new(),
            resumptions: Vec::new(),
        }
    }

    fn paused(line: u32, i: &str) -> Observation {
        let variables = [("i", i), ("o", "list")];
        shown(line, variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into())
    }

    fn shown(line: u32, variables: BTreeMap<String, String>) -> Observation {
        let place = Place::Program { at: Location::new(line, 0) };
        Observation::Paused(Pause {
            frames: vec![Frame { function: String::new(), place }],
            variables: vec![Scope { kind: ScopeKind::Own, variables }],
        })
    }

    const END: Observation = Observation::Finished(Outcome { output: Vec::new(), error: None });

    /// The charges against a session with breakpoints on these lines, and when it pauses after its
    /// last step.
    fn heard(
        breakpoints: &[u32],
        steps: Vec<(Action, Observation)>,
    ) -> (Vec<ChargeKind>, Option<(usize, usize)>) {
        let mut trace = Trace::default();
        for line in breakpoints {
            let at = Location::new(*line, 0);
            trace.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
        }
        for (action, answer) in steps {
            trace.push(action, answer);
        }
        let program = Program::script("p.py", Language::Python, TEXT);
        let sites = Sites { plain_lines: [1, 2, 3].into(), ..Sites::default() };
        let quirks = Quirks { granularity: Granularity::Lines, ..Quirks::default() };
        let (log, lines) = (log(), program.lines());
        let testimony = Testimony::new(&log, &program, &lines, &sites).with_quirks(quirks);
        let (charges, times) = testimony.follow(&trace);
        let kinds = charges.into_iter().map(|charge| charge.kind).collect();
        (kinds, times.last().copied().flatten().map(|it| (it.first, it.last)))
    }

    /// A session that is continued until its last answer.
    #[track_caller]
    fn check(breakpoints: &[u32], answers: Vec<Observation>, expected: &[ChargeKind]) {
        let actions = [Action::Start].into_iter().chain(std::iter::repeat(Action::Continue));
        assert_eq!(heard(breakpoints, actions.zip(answers).collect()).0, expected);
    }

    #[test]
    fn a_truthful_session_is_not_charged() {
        check(&[1], vec![paused(1, "0"), paused(1, "1"), END], &[]);
        check(&[1, 4], vec![paused(1, "0"), paused(4, "?"), paused(1, "1"), END], &[]);
        check(&[1], vec![paused(1, "<object>")], &[]);
        let steps = vec![
            (Action::Start, paused(1, "0")),
            (Action::StepOver, paused(3, "0")),
            (Action::StepOver, paused(4, "7")),
            (Action::StepOver, paused(1, "1")),
            (Action::StepOver, END),
        ];
        assert_eq!(heard(&[1], steps).0, []);
    }

    #[test]
    fn a_line_that_never_ran_a_value_and_a_breakpoint_that_was_passed_are_charged() {
        check(&[1, 2], vec![paused(2, "0")], &[ChargeKind::NeverRan]);
        check(&[1], vec![paused(1, "7")], &[ChargeKind::WrongValue]);
        check(&[1], vec![shown(1, BTreeMap::new())], &[ChargeKind::MissingVariable]);
        check(&[1], vec![paused(1, "0"), END], &[ChargeKind::MissedBreakpoint]);
        check(&[1, 3], vec![paused(3, "0")], &[ChargeKind::MissedBreakpoint]);
        let other = Outcome { output: vec!["x".to_owned()], error: None };
        check(&[], vec![Observation::Finished(other)], &[ChargeKind::OtherOutcome]);
        check(&[], vec![Observation::Hung], &[ChargeKind::NoAnswer]);
    }

    #[test]
    fn a_pause_needs_a_reason_and_a_run_that_is_still_to_come() {
        check(&[1], vec![paused(1, "0"), paused(4, "0")], &[ChargeKind::NoReason]);
        let again = vec![paused(1, "0"), paused(3, "0"), paused(3, "0")];
        check(&[1, 3], again, &[ChargeKind::RanBefore]);
        let value_of_before = vec![paused(1, "0"), paused(3, "0"), paused(1, "0")];
        check(&[1, 3], value_of_before, &[ChargeKind::WrongValue]);
        let stepped = |line, value| {
            heard(
                &[1],
                vec![(Action::Start, paused(1, "0")), (Action::StepOver, paused(line, value))],
            )
            .0
        };
        assert_eq!(stepped(3, "7"), [ChargeKind::WrongValue]);
        assert_eq!(stepped(1, "7"), [], "the same line may be shown when the statement is over");
    }

    #[test]
    fn what_is_asked_is_judged_where_the_time_is_known() {
        let expand = |children: &[(&str, &str)]| {
            let children =
                children.iter().map(|(key, value)| ValueChild::new(*key, (*value).into()));
            let value = Value::with_children("list", children.collect());
            let name = "o".to_owned();
            let action = Action::Expand(Expansion {
                name,
                frame: 0,
                depth: 1,
                width: 9,
                page: 0,
                depth_first: false,
            });
            (action, Observation::Expanded { value })
        };
        let asked = |line, i, question| {
            let pause = (Action::Start, paused(line, i));
            heard(&[line], vec![pause, question]).0
        };
        assert_eq!(asked(1, "0", expand(&[("0", "0")])), []);
        assert_eq!(asked(1, "0", expand(&[("0", "1")])), [ChargeKind::WrongValue]);
        assert_eq!(asked(1, "0", expand(&[])), [ChargeKind::WrongValue]);
        assert_eq!(asked(1, "<object>", expand(&[("0", "0")])), []);
        assert_eq!(asked(1, "<object>", expand(&[("0", "<object>")])), []);
        assert_eq!(asked(4, "0", expand(&[("0", "7")])), [], "the time is not known");
        let evaluated = |value: &str| {
            (Action::evaluate("i"), Observation::Evaluated { value: value.to_owned() })
        };
        assert_eq!(asked(1, "0", evaluated("0")), []);
        assert_eq!(asked(1, "0", evaluated("5")), [ChargeKind::WrongValue]);
        assert_eq!(asked(1, "0", evaluated("<object>")), []);
    }

    #[test]
    fn texts_are_compared_if_nothing_in_them_is_written_in_another_way() {
        let check = |logged: &str, reported: &str, expected: bool| {
            assert_eq!(super::is_other(logged, reported), expected, "{logged} as {reported}");
        };
        check("\"ab\"", "\"ab\"", false);
        check("\"ab\"", "\"ac\"", true);
        check("\"ab\"", "\"ab\"...", false);
        check("\"ab\"", "\"a\\000\"", true);
        check("\"ab\"", "{...}", false);
        check("\"ab\"", "7", true);
        check("'ab'", "\"ac\"", false);
        check("?", "\"ac\"", false);
        check("97 'a'", "97", false);
        check("97 'a'", "98", true);
        check("2.5", "2", true);
    }

    #[test]
    fn the_time_is_known_where_a_statement_begins() {
        let start = |line, value| vec![(Action::Start, paused(line, value))];
        assert_eq!(heard(&[1], start(1, "0")).1, Some((1, 1)));
        assert_eq!(heard(&[3], start(3, "0")).1, Some((2, 2)));
        assert_eq!(heard(&[4], start(4, "0")).1, None, "more than one thing is on that line");
        let later = [start(3, "0"), vec![(Action::StepOver, paused(1, "<object>"))]].concat();
        assert_eq!(heard(&[3], later).1, Some((4, 4)), "only one run is left");
    }
}
