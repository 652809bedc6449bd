//! What a debugger says that a function returns, against the logged returns.

use crate::log::{Log, UNKNOWN};
use crate::moments::Moment;
use crate::places::{LoggedText, PlaceMeaning};
use debunk_model::{Location, Pause, RETURNED, StatementKind, VariableView};

impl LoggedText<'_> {
    /// A value that a debugger shows for what a function is about to return, if no call of the function that
    /// may be meant returned it.
    pub(crate) fn wrong_return(
        &self,
        moments: &[Moment],
        at: Location,
        pause: &Pause,
    ) -> Option<String> {
        let (_, shown) = pause.variables.lookup(RETURNED)?;
        let number = self.function_at(self.offset(at)?);
        let function = self.log.functions.get(number)?;
        // An arrow function is left behind its text, and a frame may be of code that has no text.
        let frame = pause.frames.first()?.function.as_str();
        let is_other = !frame.is_empty() && frame != function.name;
        if is_other || self.spot(at) == PlaceMeaning::Elsewhere {
            return None;
        }
        // These return something else than their `return` says, or may do so.
        if number == 0
            || function.is_async
            || function.is_generator
            || function.name == "constructor"
        {
            return None;
        }
        let call = |moment: &Moment| Some(self.log.entries.get(moment.entry?)?.activation);
        let calls: Option<Vec<usize>> = moments.iter().map(call).collect();
        let is_meant = |activation: usize| {
            self.log.activations[activation].function == number
                && calls.as_ref().is_none_or(|calls| calls.contains(&activation))
        };
        let returned = returned_values(self.log, is_meant)?;
        let is_wrong = |logged: &&str| self.contradicts(logged, shown);
        if returned.is_empty() || !returned.iter().all(is_wrong) {
            return None;
        }
        let all = returned.join(" or ");
        Some(format!(
            "{} returns {all} there, the debugger shows {shown}",
            in_words(&function.name)
        ))
    }

    /// As [`LoggedText::wrong_return`], for the values that calls of named functions have returned.
    pub(crate) fn wrong_past_return(
        &self,
        pause: &Pause,
        is_other: &dyn Fn(&str, &str) -> bool,
    ) -> Option<String> {
        // What a generator yields is listed like what it returns.
        if self.sites.has_suspension {
            return None;
        }
        pause.variables.visible().into_iter().find_map(|(name, (_, shown))| {
            let name = name.strip_prefix(RETURNED)?.trim_start();
            let is_meant = |activation: usize| {
                let number = self.log.activations[activation].function;
                self.log.functions.get(number).is_some_and(|function| function.name == name)
            };
            let returned = returned_values(self.log, is_meant).filter(|_| !name.is_empty())?;
            let is_wrong = !returned.is_empty() && returned.iter().all(|it| is_other(it, shown));
            let all = || returned.join(" or ");
            is_wrong.then(|| format!("{name} returns {}, the debugger shows {shown}", all()))
        })
    }
}

/// What some calls returned, each value once: the last return of each counts, and `undefined` is what one returns
/// that gets to its end. `None` if a value is not known.
fn returned_values(log: &Log, is_meant: impl Fn(usize) -> bool) -> Option<Vec<&str>> {
    let mut values = Vec::new();
    let mut add = |value| {
        if !values.contains(&value) {
            values.push(value);
        }
    };
    for (activation, _) in log.activations.iter().enumerate().filter(|(index, _)| is_meant(*index))
    {
        let last = log.returns.iter().rev().find(|it| it.activation == activation);
        if let Some(last) = last {
            let text = log.texts.get(last.value? as usize)?;
            add(Some(text.as_str()).filter(|text| *text != UNKNOWN)?);
        }
        let ends = log.entries.iter().any(|entry| {
            entry.activation == activation
                && log.statements[entry.statement].kind == StatementKind::End
        });
        if ends {
            add("undefined");
        }
    }
    Some(values)
}

fn in_words(name: &str) -> &str {
    if name.is_empty() { "the function" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Activation, ReturnEntry};
    use debunk_model::{
        Language, LineIndex, LoggedFunction, Outcome, Program, Scope, ScopeKind, Sites, Span,
    };

    /// What is wrong if `f`, which returned these values, is listed with `shown`.
    fn wrong(returned: &[&str], name: &str, shown: &str) -> Option<String> {
        let function = |name: &str| LoggedFunction::unseen(name.to_owned(), Span::new(0, 0));
        let call = Activation { function: 1, parent: Some(0) };
        let entry = |(index, _): (usize, &&str)| ReturnEntry {
            activation: index + 1,
            time: 0,
            value: Some(index as u32),
        };
        let log = Log {
            entries: Vec::new(),
            activations: vec![call; returned.len() + 1],
            resumptions: Vec::new(),
            returns: returned.iter().enumerate().map(entry).collect(),
            statements: Vec::new(),
            functions: vec![function(""), function("f")],
            texts: returned.iter().map(|text| (*text).to_owned()).collect(),
            contents: Default::default(),
            headings: Default::default(),
            inserted: Default::default(),
            outcome: Outcome::default(),
            truncated: false,
            size_bytes: 0,
        };
        let program = Program::script("p.py", Language::Python, "");
        let (lines, sites) = (LineIndex::new(""), Sites::default());
        let places = LoggedText {
            log: &log,
            program: &program,
            lines: &lines,
            sites: &sites,
            ends_at_call: false,
            ends_rejected: false,
        };
        let variables = [(format!("{RETURNED} {name}"), shown.to_owned())].into();
        let scope = Scope { kind: ScopeKind::Own, variables };
        let pause = Pause { frames: Vec::new(), variables: vec![scope] };
        places.wrong_past_return(&pause, &|logged, shown| logged != shown)
    }

    #[test]
    fn what_a_call_has_returned_is_what_some_call_of_that_function_returned() {
        assert_eq!(wrong(&["1", "2"], "f", "2"), None);
        let words = "f returns 1 or 2, the debugger shows 3";
        assert_eq!(wrong(&["1", "2"], "f", "3").as_deref(), Some(words));
        assert_eq!(wrong(&["1", "?"], "f", "3"), None);
        assert_eq!(wrong(&["1"], "g", "3"), None);
        assert_eq!(wrong(&[], "f", "3"), None);
    }
}
