//! One session as a page shows it: the program with its marks, and the steps.

use crate::witness::{self, WitnessView};
use debunk_model::{
    Action, Edit, LineIndex, Location, Observation, Program, Scope, ScopeKind, Span, Trace, Value,
    VariableView, path_to,
};
use debunk_testimony::Excerpt;
use serde::Serialize;

/// The limit of rows for what a variable holds.
const PATHS_MAX: usize = 200;

/// Line and column.
type Point = (u32, u32);

/// A part of a line that was changed: line, first column, column after it.
type Mark = (u32, u32, u32);

/// A breakpoint of the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BreakpointView {
    asked: Point,
    /// Its location; `None` if it was rejected.
    at: Option<Point>,
    condition: Option<String>,
    /// The step that set it.
    from: usize,
    /// The step that removed it.
    to: Option<usize>,
}

/// One step of the session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct StepView {
    action: String,
    observed: String,
    kind: &'static str,
    /// Where the program is paused or the breakpoint is set, in its own text.
    at: Option<Point>,
    /// Function and place of each frame, innermost first.
    frames: Vec<(String, String)>,
    /// Kind of scope, name and value.
    variables: Vec<(ScopeKind, String, String)>,
    output: Vec<String>,
}

/// One session.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SideView {
    title: String,
    /// The file of the program, relative to the results.
    pub file: String,
    text: String,
    /// What was inserted here, or will be removed.
    marks: Vec<Mark>,
    breakpoints: Vec<BreakpointView>,
    steps: Vec<StepView>,
    witness: Option<WitnessView>,
}

const fn point(location: Location) -> Point {
    (location.line, location.column)
}

impl SideView {
    /// The view of one session.
    pub fn new(
        title: &str,
        file: String,
        program: &Program,
        trace: &Trace,
        marks: Vec<Mark>,
        excerpt: Option<&Excerpt>,
    ) -> Self {
        Self {
            title: title.to_owned(),
            file,
            text: program.text.to_string(),
            marks,
            breakpoints: breakpoints(trace),
            steps: trace
                .steps
                .iter()
                .map(|step| self::step(&step.action, &step.observation))
                .collect(),
            witness: excerpt.map(|excerpt| witness::view(excerpt, trace)),
        }
    }
}

fn step(action: &Action, observation: &Observation) -> StepView {
    let at = match observation {
        Observation::Paused(pause) => pause.location(),
        Observation::BreakpointSet { at } => Some(*at),
        _ => None,
    };
    let frames = observation.pause().map_or_else(Vec::new, |pause| {
        let frames = pause.frames.iter();
        frames.map(|frame| (frame.function.clone(), frame.place.to_string())).collect()
    });
    let scopes: &[Scope] = match observation {
        Observation::Paused(pause) => &pause.variables,
        Observation::Looked { variables } => variables,
        _ => &[],
    };
    let output = match observation {
        Observation::Finished(outcome) => outcome.output.clone(),
        _ => Vec::new(),
    };
    let named = |(name, (kind, value)): (&str, (ScopeKind, &str))| {
        (kind, name.to_owned(), value.to_owned())
    };
    let mut variables: Vec<(ScopeKind, String, String)> =
        scopes.visible().into_iter().map(named).collect();
    let observed = match (action, observation) {
        (Action::Expand(expansion), Observation::Expanded { value }) => {
            unfold(value, &expansion.name, &mut variables);
            format!("= {}", value.text)
        }
        (_, other) => other.to_string(),
    };
    StepView {
        action: action.to_string(),
        observed,
        kind: observation.kind(),
        at: at.map(point),
        frames,
        variables,
        output,
    }
}

/// A value and everything in it that was read, each with its path.
fn unfold(value: &Value, path: &str, rows: &mut Vec<(ScopeKind, String, String)>) {
    if rows.len() < PATHS_MAX {
        rows.push((ScopeKind::Own, path.to_owned(), value.text.clone()));
    }
    for child in value.children() {
        unfold(&child.value, &path_to(path, &child.key), rows);
    }
}

fn breakpoints(trace: &Trace) -> Vec<BreakpointView> {
    let mut all: Vec<BreakpointView> = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        match (&step.action, &step.observation) {
            (Action::AddBreakpoint { at, condition }, answer) => {
                let actual = match answer {
                    Observation::BreakpointSet { at } => Some(point(*at)),
                    _ => None,
                };
                all.push(BreakpointView {
                    asked: point(*at),
                    at: actual,
                    condition: condition.clone(),
                    from: index,
                    to: None,
                });
            }
            (Action::RemoveBreakpoint { at }, Observation::BreakpointRemoved) => {
                let standing = |known: &&mut BreakpointView| {
                    known.asked == point(*at) && known.at.is_some() && known.to.is_none()
                };
                for breakpoint in all.iter_mut().filter(standing) {
                    breakpoint.to = Some(index);
                }
            }
            _ => {}
        }
    }
    all
}

/// The parts of lines that a span covers.
fn marks_of(text: &str, lines: &LineIndex, span: Span, marks: &mut Vec<Mark>) {
    if span.start >= span.end {
        return;
    }
    let (start, end) = (lines.location(text, span.start), lines.location(text, span.end));
    for line in start.line..=end.line {
        let Some(whole) = lines.line_span(line) else { continue };
        let from = if line == start.line { start.column } else { 0 };
        let to = if line == end.line { end.column } else { lines.location(text, whole.end).column };
        if from < to {
            marks.push((line, from, to));
        }
    }
}

/// What edits remove from the first program, and what they insert into the second one.
pub(crate) fn marks(before: &Program, after: &Program, edits: &[Edit]) -> (Vec<Mark>, Vec<Mark>) {
    let (old_lines, new_lines) = (before.lines(), after.lines());
    let (mut removed, mut inserted) = (Vec::new(), Vec::new());
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut shift = 0i64;
    for edit in sorted {
        marks_of(&before.text, &old_lines, edit.span, &mut removed);
        let start = i64::from(edit.span.start) + shift;
        let end = start + edit.text.len() as i64;
        if let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) {
            marks_of(&after.text, &new_lines, Span::new(start, end), &mut inserted);
        }
        shift += edit.text.len() as i64 - i64::from(edit.span.end.saturating_sub(edit.span.start));
    }
    (removed, inserted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Goal, Language, SourceMap};

    fn program(text: &str) -> Program {
        let (name, language) = ("p.js".to_owned(), Language::JavaScript);
        Program { name, language, goal: Goal::Script, text: text.into() }
    }

    #[test]
    fn changed_parts_are_marked_on_both_sides() {
        let before = program("let \u{1d4b3} = 5;\nold();\n");
        let edits = [
            Edit::insert(0, "new();\nnewer(); "),
            Edit::replace(Span::new(11, 12), "(4 + 1)"),
            Edit::delete(Span::new(14, 20)),
        ];
        let map = SourceMap::apply(&before.text, edits.to_vec()).expect("edits fit");
        let after = program(map.new_text());
        let (removed, inserted) = marks(&before, &after, &edits);
        assert_eq!(removed, [(1, 9, 10), (2, 0, 6)]);
        assert_eq!(inserted, [(1, 0, 6), (2, 0, 9), (2, 18, 25)]);
    }

    #[test]
    fn a_breakpoint_stands_from_its_setting_to_its_removal() {
        let (asked, at) = (Location::new(1, 0), Location::new(2, 2));
        let mut trace = Trace::default();
        trace.push(Action::add_breakpoint(asked), Observation::BreakpointSet { at });
        trace.push(
            Action::add_breakpoint(at),
            Observation::BreakpointRefused { reason: "no".into() },
        );
        trace.push(Action::RemoveBreakpoint { at: asked }, Observation::BreakpointRemoved);
        let found = breakpoints(&trace);
        assert_eq!((found[0].at, found[0].from, found[0].to), (Some((2, 2)), 0, Some(2)));
        assert_eq!((found[1].at, found[1].to), (None, None));
    }
}
