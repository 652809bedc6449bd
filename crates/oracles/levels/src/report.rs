//! Reports a contradiction to people.

use crate::contradiction::LevelContradiction;
use crate::script::Dialect;
use crate::table::LineTable;
use crate::trace::{LevelMoment, LevelTrace};
use debunk_base::{visible, visible_lines};
use serde::Serialize;
use std::fmt::Write as _;

/// Moments shown before and after the one in question.
const MOMENTS_AROUND: usize = 6;
/// Rows of the line table shown before and after an address.
const ROWS_AROUND: usize = 4;

/// A contradiction with its context.
#[derive(Clone, Debug, Serialize)]
pub struct LevelFinding {
    /// The debugger with its version.
    pub debugger: String,
    /// The program's name.
    pub program: String,
    /// The program's text.
    pub text: String,
    /// How it was compiled.
    pub compile: String,
    /// The number of the test.
    pub test: u64,
    /// What contradicts.
    pub contradiction: LevelContradiction,
    /// The run by lines.
    pub lines: LevelTrace,
    /// The run by instructions up to the moment that proves it.
    pub instructions: LevelTrace,
}

/// The report in Markdown.
pub fn markdown(finding: &LevelFinding, table: &LineTable, dialect: Dialect) -> String {
    let LevelFinding { contradiction, .. } = finding;
    let mut text = format!("# {}: {}\n\n", visible(&finding.debugger), contradiction.class());
    let mut sentence = visible(&contradiction.text);
    if let Some(first) = sentence.get(..1) {
        sentence = first.to_uppercase() + &sentence[1..];
    }
    let _ = writeln!(text, "{sentence}.\n");
    let _ = writeln!(
        text,
        "The program is `{}`, compiled by `{}`.\n",
        visible(&finding.program),
        visible(&finding.compile)
    );
    let _ = writeln!(text, "`{}` shows it without debunk.\n", dialect.command());
    if let Some(at) = contradiction.line_moment {
        let _ = writeln!(text, "## By lines\n\n```text");
        write_trace(&mut text, &finding.lines, at);
        let _ = writeln!(text, "```\n");
    }
    if let Some(at) = contradiction.instruction_moment {
        let _ = writeln!(text, "## By instructions\n\n```text");
        write_trace(&mut text, &finding.instructions, at);
        let _ = writeln!(text, "```\n\n## The line table there\n\n```text");
        let address = finding.instructions.moments.get(at).map_or(0, LevelMoment::address);
        rows(&mut text, table, address);
        let _ = writeln!(text, "```\n");
    }
    let _ = writeln!(text, "## The program\n\n```c");
    for (number, line) in visible_lines(&finding.text).lines().enumerate() {
        let _ = writeln!(text, "{:>4}  {}", number + 1, line.replace("```", "` ` `"));
    }
    let _ = writeln!(text, "```");
    text
}

fn write_trace(text: &mut String, trace: &LevelTrace, at: usize) {
    let first = at.saturating_sub(MOMENTS_AROUND);
    let moments = trace.moments.iter().enumerate().skip(first).take(2 * MOMENTS_AROUND + 1);
    for (number, moment) in moments {
        let mark = if number == at { '>' } else { ' ' };
        let by: Vec<String> = moment.by.iter().map(ToString::to_string).collect();
        let by = if by.is_empty() { "begin".to_owned() } else { by.join(", ") };
        let frames = moment.frames.iter().map(|frame| {
            format!("{} {}:{:#x}", visible(&frame.function), frame.line, frame.address)
        });
        let frames: Vec<String> = frames.collect();
        let _ = writeln!(text, "{mark}{number:>5}  {by} -> {}", frames.join(" < "));
    }
    if at >= trace.moments.len() {
        let _ = writeln!(text, ">{:>5}  the end: {:?}", trace.moments.len(), trace.end);
    }
}

fn rows(text: &mut String, table: &LineTable, address: u64) {
    let here = table.rows.partition_point(|row| row.address < address);
    let rows = &table.rows[here.saturating_sub(ROWS_AROUND)..];
    for row in rows.iter().take(2 * ROWS_AROUND + 1) {
        let mark = if row.address == address { '>' } else { ' ' };
        let line = row.line.map_or("no line".to_owned(), |line| format!("line {line}"));
        let statement = if row.is_statement { "statement" } else { "" };
        let line_text = format!("{mark} {:#x}  {line}  {statement}", row.address);
        let _ = writeln!(text, "{}", line_text.trim_end());
    }
}
