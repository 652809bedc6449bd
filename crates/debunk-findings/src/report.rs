//! The report of a finding, ready to paste into an issue tracker.

use crate::reproduce::player;
use crate::{Finding, Side};
use debunk_model::{Observation, Program, Trace, VariableView};
use debunk_testimony::Liar;
use std::fmt::Write as _;

/// Makes a text from a program safe inside Markdown, outside of code blocks.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' | '\r' => escaped.push(' '),
            control if control.is_control() => {
                let _ = write!(escaped, "\\\\u{:04x}", control as u32);
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// A code block that no content can close.
fn code_block(language: &str, text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// One line per step, with the variables at each pause; control characters do not get out.
pub fn trace_text(trace: &Trace) -> String {
    let mut text = String::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let line = format!("{:>3}. {} -> {}", index + 1, step.action, step.observation);
        text.push_str(&visible(&line));
        text.push('\n');
        if let Observation::Paused(pause) = &step.observation {
            for (name, (_, value)) in pause.variables.visible() {
                text.push_str(&visible(&format!("       {name} = {value}")));
                text.push('\n');
            }
        }
        if let Observation::Finished(outcome) = &step.observation {
            for line in &outcome.output {
                text.push_str(&visible(&format!("       printed {line}")));
                text.push('\n');
            }
        }
    }
    text
}

fn visible(line: &str) -> String {
    line.chars()
        .map(|character| if character.is_control() { '\u{fffd}' } else { character })
        .collect()
}

/// The program with numbered lines; control characters do not get out.
pub fn numbered(program: &Program) -> String {
    let lines = program.lines();
    (1..=lines.line_count())
        .filter_map(|line| {
            let span = lines.line_span(line)?;
            let is_last_empty = line == lines.line_count() && span.start == span.end;
            (!is_last_empty).then(|| {
                let text = span.of(&program.text).replace('\t', "    ");
                format!("{line:>3}  {}\n", visible(text.trim_end_matches('\r')))
            })
        })
        .collect()
}

fn side(title: &str, side: &Side) -> String {
    format!(
        "### {title}\n\n{}\n{}\n",
        code_block("text", &numbered(&side.program)),
        code_block("text", &trace_text(&side.trace))
    )
}

/// Who is wrong, in words.
pub fn verdict_text(finding: &Finding) -> &'static str {
    match finding.verdict.liar {
        Liar::Initial if finding.follow_up.is_none() => "the session is wrong by itself",
        Liar::Initial => "the first session is wrong",
        Liar::FollowUp => "the second session is wrong",
        Liar::Both => "both sessions are wrong",
        Liar::A | Liar::B | Liar::Undecided => {
            "the two sessions contradict each other; which of them is wrong is not proven"
        }
    }
}

/// The report in Markdown.
pub fn markdown(finding: &Finding) -> String {
    let mut text = format!(
        "# {}: {}\n\n",
        escape_markdown(&finding.debugger.to_string()),
        escape_markdown(&finding.violation.detail)
    );
    let summary = debunk_relations::by_name(&finding.relation)
        .map_or("an answer that is wrong by itself", |relation| relation.summary());
    let _ = writeln!(text, "Relation: **{}** ({summary}).\n", escape_markdown(&finding.relation));
    if let Some(transformation) = &finding.transformation {
        let _ = writeln!(text, "Change: {}.\n", escape_markdown(&transformation.note));
    }
    let _ = writeln!(
        text,
        "Contradiction: **{}** at step {} of the {} session, after *{}*: {}.\n",
        finding.violation.kind,
        finding.violation.step + 1,
        if finding.follow_up.is_some() { "second" } else { "only" },
        escape_markdown(&finding.violation.action.to_string()),
        escape_markdown(&finding.violation.detail)
    );
    if let Some(step) = finding.violation.expected_step {
        let _ = writeln!(text, "It contradicts step {} of the first session.\n", step + 1);
    }
    let _ = writeln!(text, "Verdict: {}.\n", verdict_text(finding));
    for proof in &finding.verdict.proof {
        let _ = writeln!(text, "> {}\n", escape_markdown(proof));
    }
    match &finding.follow_up {
        Some(follow_up) => {
            text.push_str(&side("First session", &finding.initial));
            text.push_str(&side("Second session", follow_up));
        }
        None => text.push_str(&side("Session", &finding.initial)),
    }
    let _ = writeln!(text, "## How to see it\n");
    let product = &finding.debugger.product;
    let _ = match player(finding) {
        None => writeln!(text, "`debunk replay FOLDER` runs both sessions again.\n"),
        Some(("reproduce.gdb", command)) => writeln!(
            text,
            "`{command}` plays both sessions, once the programs are made as it says at its beginning.\n"
        ),
        Some((_, command)) => writeln!(
            text,
            "`{command}` runs both sessions on the `{product}` that is installed and prints what it \
             does against what it should do; give the path of another one as argument.\n"
        ),
    };
    let _ = writeln!(
        text,
        "Found by test {} of seed {}, in round {}; class `{}`. Program: {}.",
        finding.test,
        finding.seed,
        finding.round,
        finding.class,
        escape_markdown(&finding.initial.program.name)
    );
    text
}
