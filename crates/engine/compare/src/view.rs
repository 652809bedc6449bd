//! A difference as plain text: the program with what happened in its margin, and the two traces
//! side by side. No terminal control sequences of a program get out.

use debunk_model::{Action, Observation, Trace, TraceStep, VariableView};
use debunk_results::{DifferenceReport, Discovery as _};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The assumed minimum width of a terminal.
const WIDTH_MIN: usize = 60;

fn visible(text: &str) -> String {
    text.chars()
        .map(|character| if character.is_control() { '\u{fffd}' } else { character })
        .collect()
}

/// A text cut to `width` characters.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// The program with a margin: `*` a requested breakpoint, then the letters of the debuggers that
/// set one there (`b`), are paused there last (`A`, `B`).
fn program(report: &DifferenceReport, width: usize) -> String {
    let mut margins: BTreeMap<u32, [char; 4]> = BTreeMap::new();
    let mut mark = |line: u32, column: usize, sign: char| {
        margins.entry(line).or_insert([' '; 4])[column] = sign;
    };
    for (trace, column, sign) in [(&report.trace_a, 1, 'a'), (&report.trace_b, 2, 'b')] {
        for step in &trace.steps {
            if let Action::AddBreakpoint { at, .. } = &step.action {
                mark(at.line, 0, '*');
            }
            if let Observation::BreakpointSet { at } = &step.observation {
                mark(at.line, column, sign);
            }
        }
    }
    for (trace, sign) in [(&report.trace_a, 'A'), (&report.trace_b, 'B')] {
        let last = trace.last_observation().and_then(Observation::pause);
        if let Some(location) = last.and_then(|pause| pause.location()) {
            let margin = margins.entry(location.line).or_insert([' '; 4]);
            margin[3] = if margin[3] == 'A' { '2' } else { sign };
        }
    }
    let lines = report.program.lines();
    let mut text = String::new();
    for line in 1..=lines.line_count() {
        let Some(span) = lines.line_span(line) else { continue };
        let content = span.of(&report.program.text).replace('\t', "    ");
        let margin: String = margins.get(&line).unwrap_or(&[' '; 4]).iter().collect();
        let row = format!("{margin} {line:>3}  {}", visible(content.trim_end()));
        let _ = writeln!(text, "{}", cut(&row, width).trim_end());
    }
    text
}

fn step_lines(step: &TraceStep) -> Vec<String> {
    let mut lines = vec![visible(&step.observation.to_string())];
    if let Observation::Paused(pause) = &step.observation {
        for (name, (_, value)) in pause.variables.visible() {
            lines.push(visible(&format!("  {name} = {value}")));
        }
    }
    if let Observation::Finished(outcome) = &step.observation {
        lines.extend(outcome.output.iter().map(|line| visible(&format!("  printed {line}"))));
    }
    lines
}

type Row<'traces> = (Option<&'traces TraceStep>, Option<&'traces TraceStep>);

/// The steps of two traces by action. A breakpoint that only one debugger has set is removed from
/// that one alone; such a step has no partner.
pub(crate) fn side_by_side<'traces>(a: &'traces Trace, b: &'traces Trace) -> Vec<Row<'traces>> {
    let (mut left, mut right) = (&a.steps[..], &b.steps[..]);
    let mut rows = Vec::with_capacity(left.len().max(right.len()));
    loop {
        let (first, second) = (left.first(), right.first());
        let row =
            match (first, second) {
                (None, None) => return rows,
                (Some(one), Some(other)) if one.action != other.action => {
                    if left.len() > right.len() { (first, None) } else { (None, second) }
                }
                row => row,
            };
        left = &left[usize::from(row.0.is_some())..];
        right = &right[usize::from(row.1.is_some())..];
        rows.push(row);
    }
}

fn traces(report: &DifferenceReport, a: &Trace, b: &Trace, width: usize) -> String {
    let column = (width - 3) / 2;
    let (first, second) = report.names();
    let mut text = String::new();
    let mut row = |left: &str, middle: char, right: &str| {
        let left = cut(left, column);
        let line = format!("{left:<column$} {middle} {}", cut(right, column));
        let _ = writeln!(text, "{}", line.trim_end());
    };
    row(&format!("A: {}", visible(&first)), '|', &format!("B: {}", visible(&second)));
    for (index, (left, right)) in side_by_side(a, b).into_iter().enumerate() {
        let heading = |step: Option<&TraceStep>| {
            step.map_or_else(String::new, |it| visible(&format!("{:>2}. {}", index + 1, it.action)))
        };
        row(&heading(left), '|', &heading(right));
        let lines = |step: Option<&TraceStep>| step.map(step_lines).unwrap_or_default();
        let (left, right) = (lines(left), lines(right));
        for line in 0..left.len().max(right.len()) {
            let text = |lines: &[String]| {
                lines.get(line).map_or_else(String::new, |line| format!("    {line}"))
            };
            let middle = if left.get(line) == right.get(line) { '|' } else { '≠' };
            row(&text(&left), middle, &text(&right));
        }
    }
    text
}

fn verdict(report: &DifferenceReport) -> String {
    match report.verdict.proof.as_slice() {
        [] => report.verdict_text(),
        proof => format!("{}: {}", report.verdict_text(), proof.join("; ")),
    }
}

/// The whole difference for a terminal of `width` characters.
pub fn view(report: &DifferenceReport, width: usize) -> String {
    let width = width.max(WIDTH_MIN);
    format!(
        "{}\n{}\n{}\n\nrun {} of {}\n\n{}\n{}",
        report.class,
        visible(&report.sentence()),
        visible(&verdict(report)),
        report.run,
        visible(&report.program.name),
        program(report, width),
        traces(report, &report.trace_a, &report.trace_b, width)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Location;

    #[test]
    fn a_step_of_one_debugger_alone_does_not_shift_the_others() {
        let at = Location::new(1, 0);
        let trace = |actions: &[Action]| {
            let mut trace = Trace::default();
            for action in actions {
                trace.push(action.clone(), Observation::Hung);
            }
            trace
        };
        let add = Action::add_breakpoint(at);
        let a = trace(&[add.clone(), Action::RemoveBreakpoint { at }, Action::Start]);
        let b = trace(&[add, Action::Start]);
        let shape = |a: &Trace, b: &Trace| -> Vec<(bool, bool)> {
            let rows = side_by_side(a, b);
            rows.into_iter().map(|(a, b)| (a.is_some(), b.is_some())).collect()
        };
        assert_eq!(shape(&a, &b), [(true, true), (true, false), (true, true)]);
        assert_eq!(shape(&b, &a), [(true, true), (false, true), (true, true)]);
    }
}
