//! Variables and frames against what was logged.

use crate::log::{UNINITIALISED, agrees};
use crate::moments::Moment;
use crate::places::{LoggedText, is_compound};
use debunk_model::{
    Binding, Boundary, DeclaredKind, FRAMES_REPORTED_MAX, Frame, LoggedStatement, OPTIMISED_AWAY,
    Place, Scope, ScopeKind, ScopeTable, Sites, VariableView,
};
use std::collections::{BTreeMap, BTreeSet};

impl LoggedText<'_> {
    /// What is known of the variables at a moment: all of them at the start of a statement, and in
    /// the middle of one those that it leaves unchanged.
    fn known_values(&self, moment: &Moment) -> Vec<(&str, &str)> {
        let Some(entry) = moment.entry else { return Vec::new() };
        let values = self.log.values_at(entry);
        if moment.at_start {
            return values;
        }
        let statement = &self.log.statements[self.log.entries[entry].statement];
        let next = self.log.next_in_activation(entry).filter(|_| !is_compound(statement.kind));
        let Some(next) = next else { return Vec::new() };
        let later: BTreeMap<&str, &str> = self.log.values_at(next).into_iter().collect();
        let text = statement.span.of(&self.program.text);
        // Anything that runs meanwhile may change a global variable, and change it back.
        let is_kept = |(name, value): &(&str, &str)| {
            later.get(name) == Some(value)
                && !mentions_change(text, name)
                && !self.sites.is_global(self.program, name)
        };
        values.into_iter().filter(is_kept).collect()
    }

    /// What is known of one variable at a moment.
    pub(crate) fn known_value(&self, moment: &Moment, name: &str) -> Option<&str> {
        let values = self.known_values(moment);
        values.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The first variable whose value differs from the logged one.
    pub(crate) fn wrong_value(&self, moment: &Moment, variables: &[Scope]) -> Option<String> {
        let statement = &self.log.statements[self.log.entries[moment.entry?].statement];
        let shown = variables.visible();
        let own = own_names(statement, self.sites);
        self.known_values(moment).into_iter().find_map(|(name, logged)| {
            let (scope, reported) = shown.get(name)?;
            // A variable of an enclosing function may be left out, and then an outer one of the
            // same name is visible.
            let is_meant =
                *scope == ScopeKind::Own || own.contains(name) || is_unique(name, self.sites);
            (is_meant && self.contradicts(logged, reported))
                .then(|| format!("{name} is {logged} there, the debugger shows {reported}"))
        })
    }

    /// Whether the reported value differs from the logged one.
    pub(crate) fn contradicts(&self, logged: &str, reported: &str) -> bool {
        // How objects are named is each debugger's own choice.
        (is_plain(logged) || is_plain(reported))
            && logged != UNINITIALISED
            && reported != OPTIMISED_AWAY
            && agrees(logged, reported) == Some(false)
    }

    /// The first variable of the function itself that can be read but is not shown.
    pub(crate) fn missing_variable(&self, moment: &Moment, variables: &[Scope]) -> Option<String> {
        let statement = &self.log.statements[self.log.entries[moment.entry?].statement];
        if statement.function == 0 || self.sites.has_dynamic_names {
            return None;
        }
        // Even inside a loop or a branch, the variables of the whole function exist.
        let is_unclear = moment.behind || is_compound(statement.kind) && !moment.at_start;
        let own = if is_unclear {
            whole_function_names(statement, self.sites)
        } else {
            own_names(statement, self.sites)
        };
        let shown = variables.visible();
        // A variable that had a value when the statement began still exists in its middle.
        self.log.values_at(moment.entry?).into_iter().find_map(|(name, logged)| {
            let is_callable = logged.starts_with("function") || logged.starts_with("class");
            let is_missing = logged != UNINITIALISED
                && !is_callable
                && statement.variables.iter().any(|known| &**known == name)
                && own.contains(name)
                && (!moment.behind || is_unique(name, self.sites))
                && !shown.contains_key(name);
            is_missing.then(|| format!("{name} is {logged} there, the debugger does not show it"))
        })
    }

    /// What is wrong with the number of frames.
    pub(crate) fn wrong_stack(&self, moment: &Moment, frames: &[Frame]) -> Option<String> {
        // Classes have frames that are not functions of the text.
        const UNCLEAR: [&str; 5] = ["class ", "class{", "eval(", "Function(", "Proxy"];
        let entry = moment.entry?;
        let is_plain = frames.iter().all(|frame| matches!(frame.place, Place::Program { .. }));
        if !is_plain || UNCLEAR.iter().any(|word| self.program.text.contains(word)) {
            return None;
        }
        let callers = self.log.callers_at(entry).len();
        let may_be_cut = callers >= FRAMES_REPORTED_MAX as usize;
        (callers != frames.len() && !may_be_cut).then(|| {
            let (running, shown) = (counted(callers, "call"), counted(frames.len(), "frame"));
            format!("{running} deep, the debugger shows {shown}")
        })
    }
}

/// Whether a statement may itself change a variable: an operator that does so is beside the name.
pub(crate) fn mentions_change(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(start, _)| {
        let before = text[..start].trim_end();
        let after = text[start + name.len()..].trim_start();
        let is_assigned = after.starts_with('=') && !after.starts_with("==")
            || after.split_once('=').is_some_and(|(operator, _)| {
                !operator.is_empty() && operator.chars().all(|sign| "+-*/%&|^<>?".contains(sign))
            });
        let is_counted = ["++", "--"];
        is_assigned
            || is_counted.iter().any(|sign| before.ends_with(sign) || after.starts_with(sign))
    })
}

/// Whether a value is reported as such, not by its kind or its source text.
pub(crate) fn is_plain(value: &str) -> bool {
    let first = value.chars().next().unwrap_or(' ');
    first.is_ascii_digit()
        || matches!(first, '"' | '-')
        || matches!(value, "true" | "false" | "null" | "undefined" | "NaN" | "Infinity")
}

/// Whether no two variables have this name. A class has its name inside and outside.
pub(crate) fn is_unique(name: &str, sites: &Sites) -> bool {
    let bindings = sites.scopes.iter().flat_map(|scope| &scope.bindings);
    let mut same = bindings.filter(|binding| &*binding.name == name);
    let is_class = |binding: &Binding| binding.kind == DeclaredKind::Class;
    same.next().is_none_or(|binding| !is_class(binding)) && same.next().is_none()
}

fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The scopes around a statement up to that of its function, innermost first.
fn own_scopes<'sites>(
    statement: &LoggedStatement,
    sites: &'sites Sites,
) -> impl Iterator<Item = &'sites ScopeTable> {
    let site = sites.insertions.iter().find(|site| site.offset == statement.span.start);
    let table = |index: usize| sites.scopes.get(index);
    let innermost = site.and_then(|site| table(site.scope));
    std::iter::successors(innermost, move |inner| {
        table(inner.parent.filter(|_| inner.boundary == Boundary::Block)?)
    })
}

/// The names that the function around a statement declares, as far as they are in scope there.
pub(crate) fn own_names<'sites>(
    statement: &LoggedStatement,
    sites: &'sites Sites,
) -> BTreeSet<&'sites str> {
    own_scopes(statement, sites).flat_map(names).collect()
}

/// The names that are in scope in the whole function around a statement.
fn whole_function_names<'sites>(
    statement: &LoggedStatement,
    sites: &'sites Sites,
) -> BTreeSet<&'sites str> {
    own_scopes(statement, sites).last().into_iter().flat_map(names).collect()
}

fn names(table: &ScopeTable) -> impl Iterator<Item = &str> {
    table.bindings.iter().map(|binding| &*binding.name)
}
