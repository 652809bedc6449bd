//! Whether two answers to the same action agree.

use crate::places::Places;
use crate::plain::plain;
use crate::rules::{Ignored, RuleSet};
use crate::states::VariableState;
use debunk_model::{
    Frame, Language, Location, OPTIMISED_AWAY, Observation, Outcome, Pause, Place, RETURNED,
    ScopeKind, VariableView, Variables,
};
use debunk_results::{Difference, DifferenceKind, Precision};
use std::collections::BTreeSet;

/// The two answers to one action.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'run> {
    /// What the first debugger answers.
    pub a: &'run Observation,
    /// What the second debugger answers.
    pub b: &'run Observation,
    /// Where the program paused before.
    pub paused: Option<Location>,
    /// The expression that is evaluated.
    pub expression: Option<&'run str>,
    /// Whether variables are compared: not after a difference in frames was accepted.
    pub has_variables: bool,
}

/// All differences between two answers, most important first. What the rules ignore is noted in
/// `ignored`.
pub fn judge(
    answers: Answers<'_>,
    precision: Precision,
    rules: &RuleSet,
    places: Places<'_>,
    ignored: &mut BTreeSet<Ignored>,
) -> Vec<Difference> {
    let Answers { a, b, .. } = answers;
    let mut judge = Judge { answers, precision, rules, places, ignored, found: Vec::new() };
    judge.observations(a, b);
    let asks = matches!(a, Observation::Looked { .. } | Observation::Evaluated { .. });
    let paused = answers.paused.filter(|_| asks);
    for difference in &mut judge.found {
        (difference.a_at, difference.b_at) = (place_of(a).or(paused), place_of(b).or(paused));
    }
    judge.found
}

/// Where an answer places the program or a breakpoint, if that is in the program.
fn place_of(observation: &Observation) -> Option<Location> {
    match observation {
        Observation::BreakpointSet { at } => Some(*at),
        Observation::Paused(pause) => pause.location(),
        _ => None,
    }
}

struct Judge<'judge> {
    answers: Answers<'judge>,
    precision: Precision,
    rules: &'judge RuleSet,
    places: Places<'judge>,
    ignored: &'judge mut BTreeSet<Ignored>,
    found: Vec<Difference>,
}

impl Judge<'_> {
    fn differ(&mut self, kind: DifferenceKind, about: &str, a: String, b: String) {
        let about = about.to_owned();
        self.found.push(Difference { kind, about, a, b, a_at: None, b_at: None });
    }

    /// Whether the rules say to ignore this.
    fn ignores(&mut self, what: Ignored) -> bool {
        let is_ignored = self.rules.ignores(what);
        if is_ignored {
            self.ignored.insert(what);
        }
        is_ignored
    }

    fn observations(&mut self, a: &Observation, b: &Observation) {
        use Observation as O;
        match (a, b) {
            (O::BreakpointSet { at: left }, O::BreakpointSet { at: right }) => {
                if self.location(*left) != self.location(*right) {
                    let (a, b) = (left.to_string(), right.to_string());
                    self.differ(DifferenceKind::BreakpointLocation, "", a, b);
                }
            }
            (O::BreakpointRefused { .. }, O::BreakpointRefused { .. })
            | (O::BreakpointRemoved, O::BreakpointRemoved)
            | (O::BreakpointNotRemoved { .. }, O::BreakpointNotRemoved { .. })
            | (O::Hung, O::Hung)
            | (O::Crashed { .. }, O::Crashed { .. })
            | (O::Refused { .. }, O::Refused { .. }) => {}
            (O::BreakpointSet { .. } | O::BreakpointRefused { .. }, _)
            | (_, O::BreakpointSet { .. } | O::BreakpointRefused { .. }) => {
                self.differ(DifferenceKind::BreakpointLocation, "", set_text(a), set_text(b));
            }
            (O::BreakpointRemoved | O::BreakpointNotRemoved { .. }, _)
            | (_, O::BreakpointRemoved | O::BreakpointNotRemoved { .. }) => {
                self.differ(DifferenceKind::BreakpointRemoval, "", a.to_string(), b.to_string());
            }
            (O::Paused(a), O::Paused(b)) => self.pauses(a, b),
            (O::Finished(a), O::Finished(b)) => self.outcomes(a, b),
            (O::Looked { .. } | O::Evaluated { .. }, O::Looked { .. } | O::Evaluated { .. })
                if !self.answers.has_variables => {}
            (O::Looked { variables: a }, O::Looked { variables: b }) => {
                self.variables(a, b, self.answers.paused);
            }
            (O::Evaluated { value: a }, O::Evaluated { value: b }) => {
                let name = self.answers.expression.unwrap_or("");
                if !self.same_value(name, self.answers.paused, a, b) {
                    self.differ(DifferenceKind::Variables, name, a.clone(), b.clone());
                }
            }
            _ => self.differ(DifferenceKind::Termination, "", rest_text(a), rest_text(b)),
        }
    }

    fn location(&self, location: Location) -> Location {
        match self.precision {
            Precision::Lines => Location::new(location.line, 0),
            Precision::Columns => location,
        }
    }

    fn same_place(&self, a: &Place, b: &Place) -> bool {
        match (a, b) {
            (Place::Program { at: left }, Place::Program { at: right })
            | (Place::Dynamic { at: left }, Place::Dynamic { at: right }) => {
                self.location(*left) == self.location(*right)
            }
            (Place::Outside { .. }, Place::Outside { .. }) => true,
            _ => false,
        }
    }

    fn pauses(&mut self, a: &Pause, b: &Pause) {
        let is_exit = match (a.location(), b.location()) {
            (Some(left), Some(right)) if self.location(left) != self.location(right) => {
                self.places.is_same_exit(left, right) && self.ignores(Ignored::FunctionExit)
            }
            _ => false,
        };
        if !is_exit && !self.same_place(a.place(), b.place()) {
            let (a, b) = (a.place().to_string(), b.place().to_string());
            return self.differ(DifferenceKind::PausedLine, "", a, b);
        }
        let first = usize::from(is_exit);
        self.stacks(&a.frames, &b.frames, first);
        // Where a function is left, the blocks around its return are gone for one of the two; and
        // two statements on one line have different variables.
        if !is_exit && self.answers.has_variables && self.is_comparable(a, b) {
            self.variables(&a.variables, &b.variables, a.location());
        }
    }

    /// Whether both show the same variables at their pauses, judging by the code.
    fn is_comparable(&self, a: &Pause, b: &Pause) -> bool {
        match (a.location(), b.location()) {
            (Some(left), Some(right)) if left != right => {
                self.places.is_same_statement(left, right)
                    && self.places.has_same_values(left, right)
            }
            _ => true,
        }
    }

    /// Compares call stacks, places from the frame `first` on.
    fn stacks(&mut self, a: &[Frame], b: &[Frame], first: usize) {
        let kind = DifferenceKind::CallStack;
        if a.len() != b.len() {
            let about = format!("{} and {} frames", a.len(), b.len());
            return self.differ(kind, &about, stack_text(a), stack_text(b));
        }
        for (index, (left, right)) in a.iter().zip(b).enumerate() {
            if index >= first && !self.same_place(&left.place, &right.place) {
                let about = format!("place of frame {index}");
                let (a, b) = (left.place.to_string(), right.place.to_string());
                return self.differ(kind, &about, a, b);
            }
            let is_anonymous = || match (left.place.in_program(), right.place.in_program()) {
                (Some(at), Some(_)) => self.places.declared_name(at).is_none(),
                _ => true,
            };
            let is_same = left.function == right.function
                || last_name(&left.function) == last_name(&right.function)
                    && self.rules.ignores(Ignored::FunctionNames);
            let is_accepted = is_same || is_anonymous() && self.ignores(Ignored::FunctionNames);
            if !is_accepted {
                let about = format!("name of frame {index}");
                return self.differ(kind, &about, left.function.clone(), right.function.clone());
            }
        }
    }

    fn outcomes(&mut self, a: &Outcome, b: &Outcome) {
        let kind = DifferenceKind::Termination;
        if a.output != b.output {
            self.differ(kind, "output", a.output.join(", "), b.output.join(", "));
        } else if a.error != b.error {
            let (left, right) = (a.error.as_deref(), b.error.as_deref());
            let same_name = match (left, right) {
                (Some(left), Some(right)) => error_name(left) == error_name(right),
                _ => false,
            };
            if !(same_name && self.ignores(Ignored::ErrorMessages)) {
                let text = |error: Option<&str>| error.unwrap_or("no error").to_owned();
                self.differ(kind, "error", text(left), text(right));
            }
        }
    }

    /// Compares variables, but not those that may hold garbage on the line of the pause.
    fn variables(&mut self, a: &Variables, b: &Variables, at: Option<Location>) {
        let line = at.map(|at| at.line);
        let (left, right) = (a.visible(), b.visible());
        let mut names: BTreeSet<&str> = left.keys().chain(right.keys()).copied().collect();
        let sites = self.places.sites;
        // Not every debugger lists what a function returns.
        let is_listed = |name: &str| {
            left.contains_key(name) && right.contains_key(name) || !name.starts_with(RETURNED)
        };
        names
            .retain(|name| is_listed(name) && line.is_none_or(|line| sites.is_certain(name, line)));
        for name in names {
            let (a, b) = match (left.get(name), right.get(name)) {
                (Some((_, a)), Some((_, b))) if self.same_value(name, at, a, b) => continue,
                (Some((_, a)), Some((_, b))) => ((*a).to_owned(), (*b).to_owned()),
                (Some((scope, _)), None) | (None, Some((scope, _)))
                    if *scope == ScopeKind::Outer
                        && self.is_in(name, at, &[VariableState::Uncaptured])
                        && self.ignores(Ignored::UnmentionedOuterVariables) =>
                {
                    continue;
                }
                (Some(_), None) | (None, Some(_)) if self.ignores(Ignored::UnsharedNames) => {
                    continue;
                }
                (Some((_, value)), None) | (None, Some((_, value)))
                    if *value == OPTIMISED_AWAY
                        && self.is_in(name, at, &[VariableState::Uncaptured])
                        && self.ignores(Ignored::OptimisedAway) =>
                {
                    continue;
                }
                (Some((_, a)), None) => ((*a).to_owned(), MISSING.to_owned()),
                (None, Some((_, b))) => (MISSING.to_owned(), (*b).to_owned()),
                (None, None) => continue,
            };
            self.differ(DifferenceKind::Variables, name, a, b);
        }
    }

    /// Whether a variable is in one of some states where the program pauses.
    fn is_in(&self, name: &str, at: Option<Location>, states: &[VariableState]) -> bool {
        at.is_some_and(|at| states.iter().any(|state| self.places.is_in_state(name, at, *state)))
    }

    fn same_value(&mut self, name: &str, at: Option<Location>, a: &str, b: &str) -> bool {
        if a == b {
            return true;
        }
        let is_unset = |value: &str| matches!(value, "undefined" | "uninitialised");
        if is_unset(a) && is_unset(b) {
            let states = [VariableState::DeadZone, VariableState::OuterLexical];
            return self.is_in(name, at, &states) && self.ignores(Ignored::DeadZone);
        }
        if a == OPTIMISED_AWAY || b == OPTIMISED_AWAY {
            return self.is_in(name, at, &[VariableState::Uncaptured])
                && self.ignores(Ignored::OptimisedAway);
        }
        if is_function(a) && is_function(b) {
            return self.ignores(Ignored::FunctionHeadings);
        }
        if self.rules.ignores(Ignored::ValueForms) {
            // LLDB writes the numbers of an array in parentheses, which mean nothing else in C.
            let is_c = self.places.program.language == Language::C;
            let mean = |text: &str| {
                let text = plain(text)?;
                Some(if is_c { text.replace('(', "{").replace(')', "}") } else { text })
            };
            return match (mean(a), mean(b)) {
                (Some(left), Some(right)) => left == right,
                _ => self.ignores(Ignored::ValueForms),
            };
        }
        match (error_name(a), error_name(b)) {
            (Some(left), Some(right)) if left == right => self.ignores(Ignored::ErrorMessages),
            _ => false,
        }
    }
}

/// The placeholder for a variable that one of the two does not show.
const MISSING: &str = "(missing)";

fn is_function(value: &str) -> bool {
    ["function", "class", "async function"].iter().any(|heading| {
        value.strip_prefix(heading).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// The name of an error such as `TypeError: x is not a function`, if it is one.
fn error_name(text: &str) -> Option<&str> {
    let name = text.split(':').next().unwrap_or(text);
    (name.ends_with("Error") && name.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        .then_some(name)
}

/// The last part of a function's name; debuggers put the name of its class or object before it.
fn last_name(name: &str) -> &str {
    let name = name.rsplit(['.', '/', ' ', '#']).next().unwrap_or(name);
    name.trim_end_matches(['<', '>'])
}

fn stack_text(frames: &[Frame]) -> String {
    let names: Vec<String> = frames
        .iter()
        .map(|frame| format!("{} {}", frame.function, frame.place).trim().to_owned())
        .collect();
    names.join(" < ")
}

fn set_text(observation: &Observation) -> String {
    match observation {
        Observation::BreakpointSet { at } => at.to_string(),
        Observation::BreakpointRefused { .. } => "refused".to_owned(),
        other => other.to_string(),
    }
}

fn rest_text(observation: &Observation) -> String {
    match observation {
        Observation::Paused(pause) => format!("paused at {}", pause.place()),
        Observation::Finished(_) => "ended".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Goal, Program, Scope};

    fn pause(line: u32, column: u32, name: &str, values: &[(&str, &str)]) -> Observation {
        let variables =
            values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let at = Location::new(line, column);
        Observation::Paused(Pause {
            frames: vec![Frame { function: name.to_owned(), place: Place::Program { at } }],
            variables: vec![Scope { kind: ScopeKind::Own, variables }],
        })
    }

    fn kinds(a: &Observation, b: &Observation, precision: Precision, rules: &str) -> Vec<String> {
        let program = Program::javascript("p.js", Goal::Script, "f();\n".repeat(9) + "let t;\n");
        kinds_in(&program, a, b, precision, rules)
    }

    fn kinds_in(
        program: &Program,
        a: &Observation,
        b: &Observation,
        precision: Precision,
        rules: &str,
    ) -> Vec<String> {
        let rules = RuleSet::parse(rules).expect("valid rules");
        let (lines, sites) = (program.lines(), debunk_languages::analyse(program).expect("parses"));
        let places = Places { program, lines: &lines, sites: &sites };
        let answers = Answers { a, b, paused: None, expression: None, has_variables: true };
        judge(answers, precision, &rules, places, &mut BTreeSet::new())
            .iter()
            .map(|difference| format!("{} {}", difference.kind, difference.about))
            .collect()
    }

    #[test]
    fn columns_count_only_when_asked() {
        let (a, b) = (pause(3, 2, "f", &[]), pause(3, 8, "f", &[]));
        assert!(kinds(&a, &b, Precision::Lines, "").is_empty());
        assert_eq!(kinds(&a, &b, Precision::Columns, ""), ["paused-line "]);
    }

    #[test]
    fn every_variable_is_a_difference_of_its_own() {
        let a = pause(3, 2, "f", &[("x", "1"), ("y", "2"), ("z", "3")]);
        let b = pause(3, 2, "g", &[("x", "1"), ("y", "5")]);
        assert_eq!(
            kinds(&a, &b, Precision::Lines, ""),
            ["call-stack name of frame 0", "variables y", "variables z"]
        );
    }

    #[test]
    fn rules_say_what_is_not_looked_at() {
        let a = pause(3, 2, "f", &[("e", "TypeError: a"), ("t", "uninitialised")]);
        let b = pause(3, 2, "f", &[("e", "TypeError: b"), ("t", "undefined")]);
        assert_eq!(kinds(&a, &b, Precision::Lines, "").len(), 2);
        let rules = "[[ignore]]\nwhat = \"error-messages\"\nwhy = \"x\"\n\
                     [[ignore]]\nwhat = \"dead-zone\"\nwhy = \"y\"\n";
        assert!(kinds(&a, &b, Precision::Lines, rules).is_empty());
    }

    #[test]
    fn an_array_in_parentheses_is_an_array_in_c_alone() {
        let rules = "[[ignore]]\nwhat = \"value-forms\"\nwhy = \"x\"\n";
        let a = pause(2, 0, "main", &[("v", "{0.5, 2}"), ("w", "{1, 2}")]);
        let b = pause(2, 0, "main", &[("v", "(0.5, 2)"), ("w", "(1, 3)")]);
        let text = "int main(void) {\n    f();\n}\n";
        let in_c = Program::script("p.c", Language::C, text);
        assert_eq!(kinds_in(&in_c, &a, &b, Precision::Lines, rules), ["variables w"]);
        let in_python = Program::script("p.py", Language::Python, "x = 1\nf()\n");
        let both = ["variables v", "variables w"];
        assert_eq!(kinds_in(&in_python, &a, &b, Precision::Lines, rules), both);
    }

    #[test]
    fn plain_values_are_compared_by_what_they_mean() {
        let rules = "[[ignore]]\nwhat = \"value-forms\"\nwhy = \"x\"\n\
                     [[ignore]]\nwhat = \"unshared-names\"\nwhy = \"y\"\n";
        let a = pause(3, 2, "f", &[("c", "97 'a'"), ("n", "1"), ("p", "0x…"), ("only", "1")]);
        let b = pause(3, 2, "f", &[("c", "'a'"), ("n", "2"), ("p", "{x:1}")]);
        assert_eq!(kinds(&a, &b, Precision::Lines, rules), ["variables n"]);
        assert_eq!(kinds(&a, &b, Precision::Lines, "").len(), 4);
    }

    #[test]
    fn an_end_against_a_pause_is_a_termination() {
        let ended = Observation::Finished(Outcome::default());
        let kinds = kinds(&pause(1, 0, "", &[]), &ended, Precision::Lines, "");
        assert_eq!(kinds, ["termination "]);
    }
}
