//! Holds a session with a debugger that knows lines only against the log of what really happened.
//!
//! Of such a session only that is judged which is the same for every debugger: lines that hold one
//! plain statement, and what breakpoints on them must do.

use crate::breakpoints::Standing;
use crate::charge::{Charge, ChargeKind};
use crate::log::UNKNOWN;
use crate::places::Places;
use debunk_model::{Action, Location, Observation, Pause, Trace, VariableView};
use std::collections::BTreeSet;

/// How names begin that debuggers of Python list apart.
const SPECIAL: &str = "__";

/// Everything in a session that cannot be true, in the order of its steps.
pub(crate) fn charges(places: Places<'_>, trace: &Trace) -> Vec<Charge> {
    let mut charges = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        match &step.observation {
            Observation::Paused(pause) => {
                charges.extend(places.never_ran(index, pause));
                charges.extend(places.wrong_at_breakpoint(index, trace, pause));
            }
            Observation::Finished(_) => charges.extend(places.passed_breakpoints(index, trace)),
            _ => {}
        }
    }
    charges
}

impl Places<'_> {
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

    /// A variable that never has the value shown when the statement begins, or that always has one
    /// and is not shown, at a breakpoint there.
    fn wrong_at_breakpoint(&self, step: usize, trace: &Trace, pause: &Pause) -> Option<Charge> {
        let at = pause.location()?;
        let action = &trace.steps[step].action;
        let is_continued = matches!(action, Action::Start | Action::Restart | Action::Continue);
        let standing = Standing::before(trace, step);
        if !is_continued || !standing.always.contains(&at) {
            return None;
        }
        let (statement, runs) = self.plain(at.line)?;
        let shown = pause.variables.visible();
        let names = self.log.statements[statement].variables.iter();
        names.filter(|name| self.sites.is_certain(name, at.line)).find_map(|name| {
            let values: BTreeSet<&str> = runs
                .iter()
                .flat_map(|&entry| self.log.values_at(entry))
                .filter(|(known, _)| *known == &**name)
                .map(|(_, value)| value)
                .collect();
            if values.is_empty() || values.contains(UNKNOWN) {
                return None;
            }
            let (kind, told) = match shown.get(&**name) {
                Some((_, told)) if !is_simple(told) || values.contains(told) => return None,
                Some((_, told)) => (ChargeKind::WrongValue, format!("shows {told}")),
                None if name.starts_with(SPECIAL) => return None,
                None => (ChargeKind::MissingVariable, "does not show it".to_owned()),
            };
            let line = at.line;
            let all = values.into_iter().collect::<Vec<_>>().join(", ");
            let proof =
                format!("when line {line} begins, {name} is one of: {all}; the debugger {told}");
            Some(Charge { step, kind, proof })
        })
    }

    /// A breakpoint that stood all the time on a line which ran more often than it paused.
    fn passed_breakpoints(&self, step: usize, trace: &Trace) -> Option<Charge> {
        let start = trace.restart_index().or(trace.start_index())?;
        let stood = |at: &Location| {
            (start..=step).all(|index| Standing::before(trace, index).always.contains(at))
        };
        let first = Standing::before(trace, start).always;
        first.into_iter().filter(stood).find_map(|at| {
            let (_, runs) = self.plain(at.line)?;
            let pauses = trace
                .pauses()
                .filter(|(index, pause)| *index >= start && pause.location() == Some(at))
                .count();
            let proof = format!(
                "line {} runs {} and a breakpoint stood there all the time, but the program paused \
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

/// Whether a value is told in the one way that there is.
pub(crate) fn is_simple(value: &str) -> bool {
    value.parse::<i64>().is_ok() || matches!(value, "True" | "False" | "None")
}

#[cfg(test)]
mod tests {
    use crate::{Activation, ChargeKind, Entry, Log, Testimony};
    use debunk_model::{
        Action, Frame, Language, Location, LoggedStatement, Observation, Outcome, Pause, Place,
        Program, Quirks, Scope, ScopeKind, Sites, Span, StatementKind, Trace,
    };
    use std::collections::BTreeMap;

    const TEXT: &str = "one\ntwo\nthree\n";

    /// The first line runs twice, with `i` 0 and 1, the second never.
    fn log() -> Log {
        let statement = |line: u32, start: u32, end: u32| LoggedStatement {
            span: Span::new(start, end),
            start: Location::new(line, 0),
            kind: StatementKind::Expression,
            function: 0,
            variables: vec!["i".into()],
            constants: Vec::new(),
        };
        let entry = |value| Entry { statement: 0, activation: 0, depth: 1, values: vec![value] };
        Log {
            entries: vec![entry(0), entry(1)],
            activations: vec![Activation { function: 0, parent: None }],
            statements: vec![statement(1, 0, 3), statement(2, 4, 7)],
            functions: Vec::new(),
            texts: vec!["0".to_owned(), "1".to_owned()],
            headings: Default::default(),
            outcome: Outcome::default(),
            truncated: false,
            size_bytes: 0,
            returns: Vec::new(),
        }
    }

    fn paused(line: u32, i: &str) -> Observation {
        shown(line, [("i".to_owned(), i.to_owned())].into())
    }

    fn shown(line: u32, variables: BTreeMap<String, String>) -> Observation {
        let place = Place::Program { at: Location::new(line, 0) };
        Observation::Paused(Pause {
            frames: vec![Frame { function: String::new(), place }],
            variables: vec![Scope { kind: ScopeKind::Own, variables }],
        })
    }

    #[track_caller]
    fn check(answers: Vec<Observation>, expected: &[ChargeKind]) {
        let at = Location::new(1, 0);
        let mut trace = Trace::default();
        trace.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
        let mut action = Action::Start;
        for answer in answers {
            trace.push(action, answer);
            action = Action::Continue;
        }
        let program = Program::script("p.py", Language::Python, TEXT);
        let sites = Sites { plain_lines: [1, 2].into(), ..Sites::default() };
        let quirks = Quirks { whole_lines: true, ..Quirks::default() };
        let (log, lines) = (log(), program.lines());
        let testimony = Testimony::new(&log, &program, &lines, &sites).with_quirks(quirks);
        let kinds: Vec<ChargeKind> =
            testimony.examine(&trace).into_iter().map(|charge| charge.kind).collect();
        assert_eq!(kinds, expected);
    }

    #[test]
    fn a_truthful_session_is_not_charged() {
        let end = Observation::Finished(Outcome::default());
        check(vec![paused(1, "0"), paused(1, "1"), end.clone()], &[]);
        check(vec![paused(1, "0"), paused(3, "?"), paused(1, "1"), end], &[]);
        check(vec![paused(1, "<object>")], &[]);
    }

    #[test]
    fn a_line_that_never_ran_a_value_and_a_breakpoint_that_was_passed_are_charged() {
        check(vec![paused(2, "0")], &[ChargeKind::NeverRan]);
        check(vec![paused(1, "7")], &[ChargeKind::WrongValue]);
        check(vec![shown(1, BTreeMap::new())], &[ChargeKind::MissingVariable]);
        let end = Observation::Finished(Outcome::default());
        check(vec![paused(1, "0"), end], &[ChargeKind::MissedBreakpoint]);
    }
}
