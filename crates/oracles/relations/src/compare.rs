//! Whether an observation of the follow-up session agrees with one of the initial session, through
//! the location map.

use crate::ViolationKind;
use debunk_model::{
    BesideLines, Frame, Granularity, Location, OPTIMISED_AWAY, Observation, Pause, Place, RETURNED,
    ScopeKind, SourceMap, UncertainLines, VariableView, Variables,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What may differ besides locations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// A variable that only the follow-up program has.
    pub added_variable: Option<String>,
    /// A variable's new and old name.
    pub renamed: Option<(String, String)>,
    /// Scopes of enclosing functions show only some variables, and changing the program may change
    /// which: only those shown on both sides are compared.
    pub outer_scopes_partial: bool,
    /// The range in which a breakpoint that never pauses silences the program's own pauses: its
    /// `debugger` statements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub silenced_within: Vec<(Location, Location)>,
    /// How finely the debugger knows places.
    #[serde(default, rename = "whole_lines", skip_serializing_if = "Granularity::is_columns")]
    #[schemars(with = "bool")]
    pub granularity: Granularity,
    /// The debugger may end a continue with a step that was interrupted before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub completes_steps: bool,
    /// The debugger shows a random part of a container.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cuts_contents: bool,
    /// The program is optimised code.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_optimised: bool,
    /// Where variables of the initial program may hold garbage, which is not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncertain: Vec<UncertainLines>,
    /// Where a breakpoint may pause on another line than the one that is reported for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideLines>,
}

impl Rules {
    /// Whether a variable is worth comparing at a pause on a line of the initial program; on any
    /// line, if it is not known.
    pub(crate) fn is_certain(&self, name: &str, line: Option<u32>) -> bool {
        !self
            .uncertain
            .iter()
            .any(|uncertain| uncertain.covers(name, line.unwrap_or(uncertain.first_line)))
    }
}

/// How two observations differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservationDifference {
    /// What kind of difference it is.
    pub kind: ViolationKind,
    /// The difference in words.
    pub detail: String,
}

fn difference(kind: ViolationKind, detail: String) -> Result<(), ObservationDifference> {
    Err(ObservationDifference { kind, detail })
}

/// Compares the expected observation (in the old program's locations) with the actual one (in the
/// new program's).
///
/// # Errors
/// The first difference.
pub fn compare(
    expected: &Observation,
    actual: &Observation,
    map: &SourceMap,
    rules: &Rules,
) -> Result<(), ObservationDifference> {
    compare_at(expected, actual, map, rules, None)
}

/// As [`compare`], for an answer given at a pause on a line of the initial program.
pub(crate) fn compare_at(
    expected: &Observation,
    actual: &Observation,
    map: &SourceMap,
    rules: &Rules,
    line: Option<u32>,
) -> Result<(), ObservationDifference> {
    use Observation as O;
    match (expected, actual) {
        (_, O::Hung) => difference(ViolationKind::Hung, "no answer".to_owned()),
        (_, O::Crashed { detail }) => difference(ViolationKind::Crashed, detail.clone()),
        (O::BreakpointSet { at: old }, O::BreakpointSet { at: new }) => {
            if map.back(*new).is(*old) {
                return Ok(());
            }
            let wanted =
                map.forward(*old).map_or_else(|| "nowhere".to_owned(), |at| at.to_string());
            difference(
                ViolationKind::BreakpointLocation,
                format!("breakpoint set at {new}, expected at {wanted}"),
            )
        }
        (O::BreakpointSet { .. }, O::BreakpointRefused { reason }) => {
            difference(ViolationKind::BreakpointRefused, format!("breakpoint not set: {reason}"))
        }
        (O::BreakpointRefused { .. }, O::BreakpointSet { at }) => difference(
            ViolationKind::BreakpointRefused,
            format!("breakpoint set at {at}, which was refused before"),
        ),
        (O::BreakpointRefused { .. }, O::BreakpointRefused { .. })
        | (O::BreakpointRemoved, O::BreakpointRemoved)
        | (O::BreakpointNotRemoved { .. }, O::BreakpointNotRemoved { .. }) => Ok(()),
        (_, O::BreakpointNotRemoved { reason }) => {
            difference(ViolationKind::BreakpointNotRemoved, reason.clone())
        }
        (O::Paused(old), O::Paused(new)) => compare_pauses(old, new, map, rules),
        (O::Paused(old), O::Finished(_)) => difference(
            ViolationKind::MissedPause,
            format!("the program ran to its end, expected a pause at {}", forward(old, map)),
        ),
        (O::Finished(_), O::Paused(new)) => difference(
            ViolationKind::UnexpectedPause,
            format!("paused at {}, expected the program to end", new.place()),
        ),
        (O::Finished(old), O::Finished(new)) if old == new => Ok(()),
        (O::Finished(old), O::Finished(new)) => difference(
            ViolationKind::Outcome,
            format!("ended with {}, expected {}", outcome_text(new), outcome_text(old)),
        ),
        (O::Looked { variables: old }, O::Looked { variables: new }) => {
            compare_variables(old, new, rules, line).map_err(|detail| ObservationDifference {
                kind: ViolationKind::LookChanged,
                detail,
            })
        }
        (O::LookedAtCallers { callers: old }, O::LookedAtCallers { callers: new }) => {
            if old.len() != new.len() {
                let detail = format!("{} callers, expected {}", new.len(), old.len());
                return difference(ViolationKind::LookChanged, detail);
            }
            // The lines of the callers are not at hand: variables that may hold garbage anywhere
            // are left out.
            let mut pairs = old.iter().zip(new);
            pairs.try_for_each(|(old, new)| compare_variables(old, new, rules, None)).map_err(
                |detail| ObservationDifference { kind: ViolationKind::LookChanged, detail },
            )
        }
        (O::Expanded { value: old }, O::Expanded { value: new }) => {
            match new.first_difference(old, "it", &|new, old| same_value(old, new, rules)) {
                None => Ok(()),
                Some(detail) => difference(ViolationKind::LookChanged, detail),
            }
        }
        (O::Completed { names: old, .. }, O::Completed { names: new, has_more }) => {
            // A change of the program may add names, and one that was renamed may begin otherwise.
            let is_renamed =
                |name: &str| rules.renamed.as_ref().is_some_and(|(_, before)| before == name);
            let is_lost = |name: &&String| !new.contains(name) && !is_renamed(name.as_str());
            match old.iter().find(is_lost).filter(|_| !has_more) {
                None => Ok(()),
                Some(name) => difference(
                    ViolationKind::LookChanged,
                    format!("{name} is no completion, as it was before"),
                ),
            }
        }
        (O::Evaluated { value: old }, O::Evaluated { value: new })
            if same_value(old, new, rules) || is_uninitialised(old) && is_uninitialised(new) =>
        {
            Ok(())
        }
        (O::Evaluated { value: old }, O::Evaluated { value: new }) => difference(
            ViolationKind::EvaluateDiffers,
            format!("evaluates to {new}, expected {old}"),
        ),
        (O::Refused { .. }, O::Refused { .. }) => Ok(()),
        (_, O::Refused { reason }) => difference(ViolationKind::Refused, reason.clone()),
        (expected, actual) => difference(
            ViolationKind::Refused,
            format!("answered {}, expected {}", actual.kind(), expected.kind()),
        ),
    }
}

/// Whether a value is one that engines show before a variable's declaration ran; which one depends
/// on how the engine stores the variable.
pub(crate) fn is_uninitialised(value: &str) -> bool {
    matches!(value, "undefined" | "uninitialised") || value.starts_with("throws ReferenceError")
}

fn outcome_text(outcome: &debunk_model::Outcome) -> String {
    let output = outcome.output.join(", ");
    match &outcome.error {
        Some(error) => format!("output [{output}] and {error}"),
        None => format!("output [{output}]"),
    }
}

fn forward(pause: &Pause, map: &SourceMap) -> String {
    forward_place(pause.place(), map)
}

fn forward_place(place: &Place, map: &SourceMap) -> String {
    match place.in_program().and_then(|location| map.forward(location)) {
        Some(location) => location.to_string(),
        None => place.to_string(),
    }
}

/// Whether two frames are the same place in the same function.
fn same_frame(old: &Frame, new: &Frame, map: &SourceMap) -> bool {
    let same_place = match (&old.place, &new.place) {
        (Place::Program { at: old }, Place::Program { at: new }) => map.back(*new).is(*old),
        (old, new) => old == new,
    };
    same_place && old.function == new.function
}

/// Whether two pauses have the same call stack.
pub(crate) fn same_stack(old: &Pause, new: &Pause, map: &SourceMap) -> bool {
    old.frames.len() == new.frames.len()
        && old.frames.iter().zip(&new.frames).all(|(old, new)| same_frame(old, new, map))
}

fn stack_text(pause: &Pause, place_text: impl Fn(&Place) -> String) -> String {
    let names: Vec<String> = pause
        .frames
        .iter()
        .map(|frame| format!("{} {}", frame.function, place_text(&frame.place)).trim().to_owned())
        .collect();
    names.join(" < ")
}

/// The actual and expected place of a pause, with the functions' names if only they differ.
fn elsewhere_text(old: &Pause, new: &Pause, map: &SourceMap) -> String {
    let (actual, expected) = (new.place().to_string(), forward(old, map));
    if actual != expected {
        return format!("paused at {actual}, expected {expected}");
    }
    let called = |pause: &Pause| match pause.frames[0].function.as_str() {
        "" => "a function without a name".to_owned(),
        name => name.to_owned(),
    };
    format!("paused at {actual} in {}, expected in {}", called(new), called(old))
}

fn compare_pauses(
    old: &Pause,
    new: &Pause,
    map: &SourceMap,
    rules: &Rules,
) -> Result<(), ObservationDifference> {
    if !same_frame(&old.frames[0], &new.frames[0], map) {
        return difference(ViolationKind::PausedElsewhere, elsewhere_text(old, new, map));
    }
    if !same_stack(old, new, map) {
        return difference(
            ViolationKind::CallStack,
            format!(
                "call stack {}, expected {}",
                stack_text(new, Place::to_string),
                stack_text(old, |place| forward_place(place, map))
            ),
        );
    }
    let line = old.location().map(|at| at.line);
    compare_variables(&old.variables, &new.variables, rules, line)
        .map_err(|detail| ObservationDifference { kind: ViolationKind::Variables, detail })
}

fn compare_variables(
    old: &Variables,
    new: &Variables,
    rules: &Rules,
    line: Option<u32>,
) -> Result<(), String> {
    let mut old = old.visible();
    let mut new = under_old_names(new, rules);
    // Which calls are over, and are listed with what they returned, depends on the steps that were made.
    let is_kept = |name: &str| {
        rules.is_certain(name, line) && (name == RETURNED || !name.starts_with(RETURNED))
    };
    old.retain(|name, _| is_kept(name));
    new.retain(|name, _| is_kept(name));
    for (name, (kind, value)) in &old {
        match new.get(name) {
            Some((_, other)) if same_value(value, other, rules) => {}
            Some((_, other)) => return Err(format!("{name} is {other}, expected {value}")),
            None if rules.outer_scopes_partial && *kind == ScopeKind::Outer => {}
            None => return Err(format!("{name} is missing, expected {value}")),
        }
    }
    for (name, (kind, value)) in &new {
        let is_known = old.contains_key(name)
            || rules.added_variable.as_deref() == Some(name)
            || rules.outer_scopes_partial && *kind == ScopeKind::Outer;
        if !is_known {
            return Err(format!("{name} is {value}, expected no such variable"));
        }
    }
    Ok(())
}

/// Whether two values are the same; the engine's messages name variables.
pub(crate) fn same_value(old: &str, new: &str, rules: &Rules) -> bool {
    old == new
        || rules.cuts_contents && (is_cut_short(old, new) || is_cut_short(new, old))
        || rules
            .renamed
            .as_ref()
            .is_some_and(|(new_name, old_name)| new.replace(new_name, old_name) == old)
}

/// How gdb and LLDB say that a variable of optimised code has no value at a pause; the last one is
/// LLDB's for every other reason why its location is unknown.
const NO_VALUE: [&str; 3] =
    ["optimized out", "not available", "couldn't get the value of variable"];

/// Whether a debugger shows that a variable of optimised code has no value.
pub(crate) fn lacks_value(shown: &str) -> bool {
    NO_VALUE.iter().any(|words| shown.contains(words))
}

/// Whether what an evaluation gives does not contradict the value that is shown elsewhere.
pub(crate) fn evaluates_to(shown: &str, evaluated: &str, rules: &Rules) -> bool {
    // An engine may show a variable before its declaration ran as undefined.
    let is_early = is_uninitialised(shown) && is_uninitialised(evaluated);
    // A debugger that says it does not have the value says nothing of it.
    let is_unknown = [shown, evaluated].contains(&OPTIMISED_AWAY);
    is_early || is_unknown || same_value(shown, evaluated, rules)
}

/// Whether one text is the beginning of another, with a mark for the rest.
fn is_cut_short(text: &str, whole: &str) -> bool {
    text.strip_suffix("...}").is_some_and(|begin| whole.starts_with(begin))
}

fn under_old_names<'a>(
    variables: &'a Variables,
    rules: &'a Rules,
) -> BTreeMap<&'a str, (ScopeKind, &'a str)> {
    let Some((new_name, old_name)) = &rules.renamed else { return variables.visible() };
    let mut visible = BTreeMap::new();
    for scope in variables {
        for (name, value) in &scope.variables {
            let name = if name == new_name { old_name } else { name };
            visible.entry(name.as_str()).or_insert((scope.kind, value.as_str()));
        }
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_cut_short_may_differ_in_its_rest() {
        let rules = Rules { cuts_contents: true, ..Rules::default() };
        let same = |old, new| [same_value(old, new, &rules), same_value(new, old, &rules)];
        assert_eq!(same("{1, 2, 3}", "{1, ...}"), [true; 2]);
        assert_eq!(same("{1, 2, 3}", "{...}"), [true; 2]);
        assert_eq!(same("{1, 2, 3}", "{4, ...}"), [false; 2], "it begins otherwise");
        assert_eq!(same("{1, 2, 3}", "{1, 2, 4}"), [false; 2]);
        assert_eq!(same("7", "{...}"), [false; 2], "no container");
        assert!(!same_value("{1, 2}", "{1, ...}", &Rules::default()), "a debugger that reads all");
    }

    #[test]
    fn completions_may_be_more_and_a_renamed_one_may_be_missing() {
        let completed = |names: &[&str]| Observation::Completed {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            has_more: false,
        };
        let map = SourceMap::apply(&"".into(), Vec::new()).expect("no edit");
        let same = |rules: &Rules, new: &[&str]| {
            compare(&completed(&["best", "box"]), &completed(new), &map, rules).is_ok()
        };
        let plain = Rules::default();
        assert!(same(&plain, &["best", "box"]) && same(&plain, &["best", "both", "box"]));
        assert!(!same(&plain, &["best"]));
        let renamed =
            Rules { renamed: Some(("other".to_owned(), "box".to_owned())), ..Rules::default() };
        assert!(same(&renamed, &["best"]));
        assert!(!same(&renamed, &["box"]));
    }
}
