//! All relations, one file each.

use crate::inquiry::is_name;
use crate::{Inapplicable, Initial, Inquiry, Plan, PlannedStep, Relation, Rules};
use debunk_model::{
    ACCESSOR, Capability, Edit, Expansion, InsertionSite, LineIndex, Location, Observation, Pause,
    ScopeKind, Sites, SourceMap, Span, TestRng, VariableView, Words,
};

/// Replaces every slid breakpoint by one at its actual location.
pub const SLIDE_BREAKPOINTS: &dyn Relation = &slide_breakpoints::SlideBreakpoints;

/// Cross-checks a session against the log of the program without a debugger.
pub const WITNESS: &dyn Relation = &witness::Witness;

/// Declares the module of each relation, and lists the relations in this order. The order is part of
/// what a seed means: a new relation goes to the end.
macro_rules! relations {
    ($($module:ident::$relation:ident,)*) => {
        $(mod $module;)*

        /// Every relation, in the order in which they are listed.
        pub const ALL: [&dyn Relation; [$(stringify!($module)),*].len()] =
            [$(&$module::$relation),*];
    };
}

relations! {
    add_breakpoint::AddBreakpoint,
    replace_by_finer::ReplaceByFiner,
    slide_breakpoints::SlideBreakpoints,
    insert_dead_code::InsertDeadCode,
    remove_dead_code::RemoveDeadCode,
    add_parameter::AddParameter,
    add_no_op::AddNoOp,
    split_integer::SplitInteger,
    rewrite_boolean::RewriteBoolean,
    set_and_remove::SetAndRemove,
    reorder_breakpoints::ReorderBreakpoints,
    never_true_condition::NeverTrueCondition,
    look_twice::LookTwice,
    evaluate_variables::EvaluateVariables,
    add_comments::AddComments,
    rename_local::RenameLocal,
    keep_output::KeepOutput,
    pause_for_a_reason::PauseForAReason,
    witness::Witness,
    interrupt_step::InterruptStep,
    keep_step_promises::KeepStepPromises,
    restart::Restart,
    look_at_callers::LookAtCallers,
    add_logpoint::AddLogpoint,
    expand_values::ExpandValues,
    evaluate_paths::EvaluatePaths,
    evaluate_expressions::EvaluateExpressions,
    inspect_frames::InspectFrames,
    complete_names::CompleteNames,
    copy_container::CopyContainer,
}

/// The relation of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Relation> {
    ALL.into_iter().find(|relation| relation.name() == name)
}

/// A location for a new breakpoint at which no breakpoint of the trace was requested.
fn new_location(initial: &Initial<'_>, rng: &mut TestRng) -> Result<Location, Inapplicable> {
    const ATTEMPTS: usize = 12;
    let taken: Vec<Location> =
        initial.trace.steps.iter().filter_map(|step| step.action.added_at()).collect();
    (0..ATTEMPTS)
        .map(|_| {
            crate::generate::random_location(initial.program, initial.sites, initial.lines, rng)
        })
        .map(|at| initial.quirks.granularity.place(at))
        .find(|location| !taken.contains(location))
        .ok_or(Inapplicable("no free location"))
}

/// A moment at which something can be added: the index of the step to add it before.
fn moment(initial: &Initial<'_>, rng: &mut TestRng) -> usize {
    // Usually before the start, where it affects the whole run.
    if rng.chance(50) { 0 } else { rng.below(initial.trace.steps.len().max(1)) }
}

/// How many of the pauses are asked about, in percent.
const ASKED_PERCENT: u32 = 60;

/// A plan that repeats a session and asks more at its pauses: `ask` says what, of the last pause first.
fn asking(
    initial: &Initial<'_>,
    nothing: &'static str,
    mut ask: impl FnMut(&Pause) -> Vec<Inquiry>,
) -> Result<Plan, Inapplicable> {
    let mut plan = Plan::repeat(initial.program, initial.trace, String::new());
    let pauses: Vec<(usize, &Pause)> = initial.trace.pauses().collect();
    for (index, pause) in pauses.into_iter().rev() {
        let asked = ask(pause).into_iter().map(|inquiry| PlannedStep::Ask { index, inquiry });
        drop(plan.steps.splice(index + 1..index + 1, asked));
    }
    let is_more = plan.steps.len() > initial.trace.steps.len();
    if is_more { Ok(plan) } else { Err(Inapplicable(nothing)) }
}

/// A plan for a program changed by these edits.
fn changed(
    initial: &Initial<'_>,
    edits: Vec<Edit>,
    rules: Rules,
    note: String,
) -> Result<Plan, Inapplicable> {
    if touches_directive(initial) {
        return Err(Inapplicable("a breakpoint or pause is on a directive"));
    }
    let map = SourceMap::apply(&initial.program.text, edits)
        .map_err(|_| Inapplicable("the edits overlap"))?;
    let map = initial.quirks.granularity.map(map);
    let rules = Rules { outer_scopes_partial: initial.quirks.outer_scopes_partial, ..rules };
    Ok(Plan::on_changed_program(initial.program, initial.trace, map, rules, note))
}

/// Whether the initial run set a breakpoint or paused on a directive such as `"use strict"`.
/// Engines keep its value only while nothing later gives the program another, so any change can
/// make it cease to be a place to pause.
fn touches_directive(initial: &Initial<'_>) -> bool {
    let is_directive = |location: Location| {
        initial
            .lines
            .offset(&initial.program.text, location)
            .is_some_and(|offset| initial.sites.directives.iter().any(|span| span.contains(offset)))
    };
    initial.trace.steps.iter().any(|step| match &step.observation {
        Observation::BreakpointSet { at } => is_directive(*at),
        Observation::Paused(pause) => pause.location().is_some_and(is_directive),
        _ => false,
    })
}

/// A place for a new statement. At the start of a `finally` block, engines pause once for the block
/// itself, at the location of whatever comes first in it: nothing may be inserted before that. Text
/// that fills a line needs its own line.
fn statement_site<'run>(
    initial: &Initial<'run>,
    fills_line: bool,
    rng: &mut TestRng,
) -> Result<&'run InsertionSite, Inapplicable> {
    let fits = |site: &&InsertionSite| {
        !site.opens_finally && (site.starts_line || site.joins_line && !fills_line)
    };
    let sites: Vec<&InsertionSite> = initial.sites.insertions.iter().filter(fits).collect();
    rng.pick(&sites).copied().ok_or(Inapplicable("no statement"))
}

/// A plan for a program with one more statement. A debugger that knows lines only cannot
/// distinguish it from the statement with which it shares a line, and may pause there because of
/// it.
fn with_statement(initial: &Initial<'_>, edit: Edit, note: String) -> Result<Plan, Inapplicable> {
    let offset = edit.span.start;
    let is_joined = !edit.text.contains('\n');
    let mut plan = changed(initial, vec![edit], Rules::default(), note)?;
    if initial.quirks.granularity.is_lines() && is_joined {
        let text = &plan.program.text;
        let line = LineIndex::new(text).location(text, offset).line;
        plan.may_pause_within = Some((Location::new(line, 0), Location::new(line + 1, 0)));
    }
    Ok(plan)
}

/// A plan for a program in which the literal at `span` is written as an expression. A statement
/// that an engine dropped because its condition was constant may now pause.
fn rewritten(
    initial: &Initial<'_>,
    span: Span,
    expression: String,
    note: String,
) -> Result<Plan, Inapplicable> {
    let length = expression.len() as u32;
    let mut plan = changed(initial, vec![Edit::replace(span, expression)], Rules::default(), note)?;
    if let Some(start) = initial.sites.statement_start(span.start) {
        let new_lines = LineIndex::new(&plan.program.text);
        let at = |offset: u32| new_lines.location(&plan.program.text, offset);
        let within = (at(start), at(span.start + length));
        plan.may_pause_within = Some(initial.quirks.granularity.range(within));
    }
    Ok(plan)
}

/// The edit that inserts a statement before another one, on the same line or on its own.
fn insert_statement(
    initial: &Initial<'_>,
    site: &InsertionSite,
    statement: &str,
    fills_line: bool,
    rng: &mut TestRng,
) -> Edit {
    let joins_line = site.joins_line && !fills_line;
    if joins_line && (!site.starts_line || rng.chance(50)) {
        return Edit::insert(site.offset, format!("{statement} "));
    }
    Edit::insert(site.offset, format!("{statement}\n{}", indentation(initial, site)))
}

/// The indentation of a statement that starts its line.
fn indentation<'run>(initial: &Initial<'run>, site: &InsertionSite) -> &'run str {
    let before = &initial.program.text[..site.offset as usize];
    &before[before.rfind(['\n', '\r']).map_or(0, |at| at + 1)..]
}

/// The words of the program's language.
const fn words(initial: &Initial<'_>) -> &'static Words {
    Words::of(initial.program.language)
}

/// A name that occurs nowhere in the program.
fn fresh_name(initial: &Initial<'_>, stem: &str) -> String {
    (0..)
        .map(|number| format!("{stem}{number}"))
        .find(|name| !initial.program.text.contains(name.as_str()))
        .unwrap_or_else(|| stem.to_owned())
}

/// The visible variables whose names are expressions, with their scopes and values.
fn named_variables(pause: &Pause) -> Vec<(&str, ScopeKind, &str)> {
    let visible = pause.variables.visible().into_iter();
    let named = visible.filter(|(name, (_, value))| is_name(name) && *value != ACCESSOR);
    named.map(|(name, (kind, value))| (name, kind, value)).collect()
}

/// The names of visible variables that may hold something, and certainly have a value. In scopes of
/// enclosing functions, a change of the program decides what is shown.
fn containers(initial: &Initial<'_>, pause: &Pause) -> Vec<String> {
    holders(initial, pause, Sites::is_certain)
}

/// As [`containers`], for variables of which the sites say on a line what `is_known` asks.
fn holders(
    initial: &Initial<'_>,
    pause: &Pause,
    is_known: fn(&Sites, &str, u32) -> bool,
) -> Vec<String> {
    let line = pause.location().map_or(0, |at| at.line);
    let may_hold = |(name, kind, value): &(&str, ScopeKind, &str)| {
        *kind != ScopeKind::Outer && is_known(initial.sites, name, line) && !is_scalar(value)
    };
    let names = named_variables(pause).into_iter().filter(may_hold);
    names.map(|(name, ..)| name.to_owned()).collect()
}

/// At how many pauses globals are asked for.
const GLOBALS_PERCENT: u32 = 40;

/// Some of the variables that a script makes properties of the global object, which the pause does not
/// show. Their values become known when they are read.
fn some_globals(
    initial: &Initial<'_>,
    pause: &Pause,
    count: usize,
    rng: &mut TestRng,
) -> Vec<String> {
    // Not everywhere a name.
    const WORDS: [&str; 5] = ["async", "await", "let", "static", "yield"];
    // Debuggers that know lines may pause before the first statement has declared anything.
    let first = initial.trace.pauses().next();
    let is_early = initial.quirks.granularity.is_lines()
        && first.is_some_and(|(_, first)| std::ptr::eq(first, pause));
    if !initial.capabilities.has(Capability::Globals) || is_early {
        return Vec::new();
    }
    let is_hidden = |name: &&str| pause.variables.lookup(name).is_none();
    let names = initial.sites.global_variables(initial.program).filter(is_hidden);
    let mut names: Vec<String> =
        names.filter(|name| is_name(name) && !WORDS.contains(name)).map(str::to_owned).collect();
    // They are asked for at some pauses only, since each costs one more request.
    if names.is_empty() || !rng.chance(GLOBALS_PERCENT) {
        return Vec::new();
    }
    rng.shuffle(&mut names);
    names.truncate(count);
    names
}

/// Reads a variable without what it holds.
fn folded(name: &str) -> Inquiry {
    Inquiry::Contents { expansion: Expansion { depth: 0, ..expansion(name) } }
}

/// Whether a value certainly holds nothing, by its text.
fn is_scalar(value: &str) -> bool {
    const WORDS: [&str; 9] =
        ["true", "false", "True", "False", "None", "null", "nil", "undefined", "uninitialised"];
    const BEGINNINGS: [&str; 4] = ["function", "class ", "async function", "<function"];
    WORDS.contains(&value)
        || BEGINNINGS.iter().any(|it| value.starts_with(it))
        || value.starts_with(|it: char| it.is_ascii_digit() || matches!(it, '"' | '\'' | '-'))
            && !value.starts_with("0x")
}

/// The usual way to read what a variable holds.
fn expansion(name: &str) -> Expansion {
    const DEPTH: u32 = 2;
    const WIDTH: u32 = 100;
    Expansion {
        name: name.to_owned(),
        frame: 0,
        depth: DEPTH,
        width: WIDTH,
        page: 0,
        depth_first: false,
    }
}

/// The location of a byte offset, for notes.
fn at(initial: &Initial<'_>, offset: u32) -> Location {
    initial.lines.location(&initial.program.text, offset)
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn only_what_the_text_does_not_change_holds_for_optimised_code() {
        let holding: Vec<&str> = ALL
            .iter()
            .filter(|relation| relation.holds_optimised())
            .map(|relation| relation.name())
            .collect();
        let expected = [
            "slide-breakpoints",
            "set-and-remove",
            "reorder-breakpoints",
            "never-true-condition",
            "look-twice",
            "evaluate-variables",
            "keep-output",
            "witness",
            "restart",
            "look-at-callers",
            "expand-values",
            "evaluate-paths",
            "inspect-frames",
            "complete-names",
        ];
        assert_eq!(holding, expected);
    }
}
