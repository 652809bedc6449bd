//! Cross-checks a session with optimised code against the log of what really happened.
//!
//! An optimising compiler moves, merges and drops statements, so a debugger cannot be expected to
//! follow the text closely: it must not pause in a function that is never called, and must not show
//! a value that a variable never has.

use crate::charge::{Charge, ChargeKind};
use crate::examine::other_outcome;
use crate::forms::is_simple;
use crate::log::UNKNOWN;
use crate::places::LoggedText;
use crate::values::mentions_change;
use debunk_model::{Observation, Pause, Span, Trace, VariableView};
use std::collections::BTreeSet;

/// Everything in a session that cannot be true, in the order of its steps.
pub(crate) fn charges(places: LoggedText<'_>, trace: &Trace) -> Vec<Charge> {
    let mut charges = Vec::new();
    for (step, taken) in trace.steps.iter().enumerate() {
        match &taken.observation {
            Observation::Paused(pause) => {
                let function = places.function_of(pause);
                charges.extend(function.and_then(|it| places.is_never_called(step, it)));
                charges.extend(function.and_then(|it| places.value_never_had(step, it, pause)));
            }
            Observation::Finished(outcome) => {
                charges.extend(other_outcome(places.log, step, outcome));
            }
            _ => {}
        }
    }
    charges
}

impl LoggedText<'_> {
    /// The function of a pause, by its line and by the name of its frame, which may differ if a
    /// call was inlined.
    fn function_of(&self, pause: &Pause) -> Option<usize> {
        let line = self.lines.line_span(pause.location()?.line)?;
        let function = self.function_at(line.end.saturating_sub(1).max(line.start));
        let name = &self.log.functions.get(function)?.name;
        (function > 0 && *name == pause.frames.first()?.function).then_some(function)
    }

    /// The text of a function's body.
    fn body(&self, function: usize) -> &str {
        let text = self.log.functions[function].span.of(&self.program.text);
        text.find('{').map_or("", |open| &text[open + 1..])
    }

    fn is_never_called(&self, step: usize, function: usize) -> Option<Charge> {
        if !self.is_called_only_with_its_first_statement(function) || self.has_twin(function) {
            return None;
        }
        let has_run = |statement: usize| self.log.statements[statement].function == function;
        if self.log.entries.iter().any(|entry| has_run(entry.statement)) {
            return None;
        }
        let name = &self.log.functions[function].name;
        let proof = format!("paused in {name}, which is never called");
        Some(Charge { step, kind: ChargeKind::NeverRan, proof })
    }

    /// Whether a logged statement comes first in a function, whatever its arguments.
    fn is_called_only_with_its_first_statement(&self, function: usize) -> bool {
        let own = self.log.statements.iter().filter(|it| it.function == function);
        let Some(first) = own.map(|it| it.span.start).min() else { return false };
        let body = self.log.functions[function].span;
        let Some(open) = body.of(&self.program.text).find('{') else { return false };
        let before = Span::new(body.start + open as u32 + 1, first).of(&self.program.text);
        !["(", "{", "return", "goto", "else", "do"].iter().any(|word| before.contains(word))
    }

    /// Whether another function has the same body, so that a compiler may merge both.
    fn has_twin(&self, function: usize) -> bool {
        let words = |it: usize| self.body(it).split_whitespace().collect::<String>();
        let own = words(function);
        (1..self.log.functions.len()).any(|other| other != function && words(other) == own)
    }

    /// A variable that gets its value once in each call, and is shown with a value that it has in
    /// none.
    fn value_never_had(&self, step: usize, function: usize, pause: &Pause) -> Option<Charge> {
        let own = |it: &&debunk_model::LoggedStatement| it.function == function;
        let names: BTreeSet<&str> = self
            .log
            .statements
            .iter()
            .filter(own)
            .flat_map(|statement| statement.variables.iter().map(|name| &**name))
            .collect();
        let shown = pause.variables.visible();
        names.into_iter().filter(|name| self.is_given_once(function, name)).find_map(|name| {
            let (_, reported) = shown.get(name)?;
            let entries = 0..self.log.entries.len();
            let is_own = |entry: &usize| {
                self.log.statements[self.log.entries[*entry].statement].function == function
            };
            let values: BTreeSet<&str> = entries
                .filter(is_own)
                .flat_map(|entry| self.log.values_at(entry))
                .filter(|(known, _)| *known == name)
                .map(|(_, value)| value)
                .collect();
            if values.is_empty()
                || values.contains(UNKNOWN)
                || !is_simple(reported)
                || values.contains(reported)
            {
                return None;
            }
            let all = values.into_iter().collect::<Vec<_>>().join(", ");
            let called = &self.log.functions[function].name;
            let proof = format!(
                "in {called}, {name} is only ever one of: {all}; the debugger shows {reported}"
            );
            Some(Charge { step, kind: ChargeKind::WrongValue, proof })
        })
    }

    /// Whether a variable is a parameter that nothing changes: no operator, no pointer and no
    /// macro, and no other variable of the function has its name.
    fn is_given_once(&self, function: usize, name: &str) -> bool {
        let text = self.log.functions[function].span.of(&self.program.text);
        let Some((head, _)) = text.split_once('{') else { return false };
        let is_part = |part: char| part.is_alphanumeric() || part == '_';
        let is_parameter = head.split(|part: char| !is_part(part)).any(|word| word == name);
        let pointer = format!("&{name}");
        let has_macros =
            self.program.text.lines().any(|line| line.trim_start().starts_with("#define"));
        let is_declared_again = self.declared_again(function, name);
        is_parameter
            && !mentions_change(self.body(function), name)
            && !text.replace(' ', "").contains(&pointer)
            && !has_macros
            && !is_declared_again
    }

    /// Whether a type precedes the name somewhere in the body.
    fn declared_again(&self, function: usize, name: &str) -> bool {
        let words: Vec<&str> = self
            .body(function)
            .split(|part: char| !(part.is_alphanumeric() || part == '_' || part == '*'))
            .filter(|word| !word.is_empty())
            .collect();
        const TYPES: [&str; 10] = [
            "int", "long", "short", "char", "unsigned", "signed", "float", "double", "bool",
            "size_t",
        ];
        words
            .windows(2)
            .any(|pair| pair[1].trim_start_matches('*') == name && TYPES.contains(&pair[0]))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Activation, ChargeKind, Log, LogEntry, Testimony};
    use debunk_model::{
        Action, Frame, Granularity, Language, Location, LoggedFunction, LoggedStatement,
        Observation, OptimisationLevel, Outcome, Pause, Place, Program, Quirks, Scope, ScopeKind,
        Sites, Span, StatementKind, Trace,
    };

    const TEXT: &str = "\
int twice(int n) {
  int m = n * 2;
  return m;
}
int never(int n) {
  return n - 1;
}
int same(int k) {
  return k;
}
int alike(int k) {
  return k;
}
";

    /// `twice` is called with 3 and 4, the other functions never.
    fn log() -> Log {
        let program = program();
        let lines = program.lines();
        let span = |part: &str| {
            let start = TEXT.find(part).expect("a part") as u32;
            Span::new(start, start + part.len() as u32)
        };
        let function = |name: &str, from: &str, to: &str| {
            LoggedFunction::unseen(name.to_owned(), Span::new(span(from).start, span(to).end))
        };
        let statement = |part: &str, function, names: &[&str]| LoggedStatement {
            span: span(part),
            start: lines.location(TEXT, span(part).start),
            kind: StatementKind::Expression,
            function,
            variables: names.iter().map(|&name| name.into()).collect(),
            constants: Vec::new(),
        };
        let entry = |statement, values: &[u32]| LogEntry {
            statement,
            activation: 0,
            depth: 1,
            values: values.to_vec(),
        };
        let mut log = Log {
            entries: vec![entry(0, &[0]), entry(1, &[0, 1]), entry(0, &[2]), entry(1, &[2, 3])],
            activations: vec![Activation { function: 0, parent: None }],
            returns: Vec::new(),
            resumptions: Vec::new(),
            statements: vec![
                statement("int m = n * 2;", 1, &["n"]),
                statement("return m;", 1, &["n", "m"]),
                statement("return n - 1;", 2, &["n"]),
            ],
            functions: vec![
                function("", "int twice", "k;\n}\n"),
                function("twice", "int twice", "return m;\n}"),
                function("never", "int never", "n - 1;\n}"),
            ],
            texts: ["3", "6", "4", "8"].map(str::to_owned).to_vec(),
            contents: Default::default(),
            headings: Default::default(),
            inserted: Default::default(),
            outcome: Outcome::default(),
            truncated: false,
            size_bytes: 0,
        };
        for (number, name) in [(3, "same"), (4, "alike")] {
            let start = span(&format!("int {name}")).start;
            let body = Span::new(
                start,
                start + TEXT[start as usize..].find('}').expect("an end") as u32 + 1,
            );
            log.functions.push(LoggedFunction::unseen(name.to_owned(), body));
            let from = start + TEXT[start as usize..].find("return").expect("a return") as u32;
            log.statements.push(LoggedStatement {
                span: Span::new(from, from + 9),
                start: lines.location(TEXT, from),
                kind: StatementKind::Return,
                function: number,
                variables: vec!["k".into()],
                constants: Vec::new(),
            });
        }
        log
    }

    fn program() -> Program {
        Program::script("p.c", Language::C, TEXT)
    }

    #[track_caller]
    fn check(function: &str, line: u32, variables: &[(&str, &str)], expected: &[ChargeKind]) {
        let place = Place::Program { at: Location::new(line, 0) };
        let variables = variables.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        let scope = Scope { kind: ScopeKind::Own, variables: variables.collect() };
        let mut trace = Trace::default();
        let pause = Pause {
            frames: vec![Frame { function: function.to_owned(), place }],
            variables: vec![scope],
        };
        trace.push(Action::Start, Observation::Paused(pause));
        trace.push(Action::Continue, Observation::Finished(Outcome::default()));
        let c_level = OptimisationLevel::O2;
        let quirks = Quirks { granularity: Granularity::Lines, c_level, ..Quirks::default() };
        let (log, program, sites) = (log(), program(), Sites::default());
        let lines = program.lines();
        let testimony = Testimony::new(&log, &program, &lines, &sites).with_quirks(quirks);
        let kinds: Vec<ChargeKind> =
            testimony.examine(&trace).into_iter().map(|charge| charge.kind).collect();
        assert_eq!(kinds, expected);
    }

    #[test]
    fn what_a_compiler_may_do_is_not_charged() {
        check("twice", 2, &[("n", "3"), ("m", "77")], &[]);
        check("twice", 3, &[("n", "<optimized out>")], &[]);
        check("caller", 6, &[("n", "3")], &[]);
        check("same", 9, &[("k", "1")], &[]);
    }

    #[test]
    fn what_cannot_be_is_charged() {
        check("twice", 3, &[("n", "5")], &[ChargeKind::WrongValue]);
        check("never", 6, &[], &[ChargeKind::NeverRan]);
    }
}
