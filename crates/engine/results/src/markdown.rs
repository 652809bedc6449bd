//! The report of a finding, ready to paste into an issue tracker.

use crate::reproduce::player;
use crate::wording::wording;
use crate::{Finding, Side};
use debunk_base::{is_hidden, visible};
use debunk_model::{Observation, Program, Trace, VariableView};
use std::fmt::Write as _;

/// Makes a text from a program safe inside Markdown, outside code blocks.
pub fn escape_markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' | '\r' => escaped.push(' '),
            hidden if is_hidden(hidden) => {
                escaped.push_str(&visible(hidden.encode_utf8(&mut [0; 4])))
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

/// One line per step, with the variables at each pause; invisible characters show as their codes.
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

/// The program with numbered lines, for reading and not for running; invisible characters show as
/// their codes.
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

/// The report in Markdown.
pub fn markdown(finding: &Finding) -> String {
    let words = wording(finding);
    let is_pair = finding.follow_up.is_some();
    let mut text = format!(
        "# {}: {}\n\n",
        escape_markdown(&finding.debugger.to_string()),
        escape_markdown(&words.headline)
    );
    let summary = debunk_relations::by_name(&finding.relation)
        .map_or("an answer that is wrong by itself", |relation| relation.summary());
    let _ = writeln!(text, "Relation: **{}** ({summary}).\n", escape_markdown(&finding.relation));
    if let Some(transformation) = &finding.transformation {
        let _ = writeln!(text, "Change: {}.\n", escape_markdown(&transformation.note));
    }
    let _ = writeln!(
        text,
        "{}: **{}** at step {}{}, after *{}*: {}.\n",
        if is_pair { "Contradiction" } else { "Answer" },
        finding.violation.kind,
        finding.violation.step + 1,
        if is_pair { " of the second session" } else { "" },
        escape_markdown(&finding.violation.action.to_string()),
        escape_markdown(&finding.violation.detail)
    );
    if let Some(step) = finding.violation.expected_step {
        let _ = writeln!(text, "It contradicts step {} of the first session.\n", step + 1);
    }
    let _ = writeln!(text, "Verdict: {}.\n", words.verdict);
    for proof in &words.proof {
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
    let sessions = if is_pair { "both sessions" } else { "the session" };
    let _ = match player(finding) {
        None => writeln!(text, "`debunk replay FOLDER` runs {sessions} again.\n"),
        Some(("reproduce.gdb", command)) => writeln!(
            text,
            "`{command}` plays {sessions}, once what it names at its beginning is made.\n"
        ),
        Some((_, command)) => writeln!(
            text,
            "`{command}` runs {sessions} on the `{product}` that is installed and prints what it \
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

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::{Action, Goal, Outcome};

    /// A comment that looks as if it ended, as in a well-known attack on reviewers.
    const HOSTILE: &str = "/*\u{202e} } \u{2066}if (x)\u{2069} \u{2066} begin */ a\u{200b}b();\n";

    #[test]
    fn what_hides_in_a_program_is_seen_in_listings_and_traces() {
        let program = Program::javascript("p.js", Goal::Script, HOSTILE);
        let outcome = Outcome { output: vec![HOSTILE.to_owned()], ..Outcome::default() };
        let mut trace = Trace::default();
        trace.push(Action::Start, Observation::Finished(outcome));
        for text in [numbered(&program), trace_text(&trace), escape_markdown(HOSTILE)] {
            assert!(!text.chars().any(|it| it != '\n' && is_hidden(it)), "{text}");
            for number in ["U+202E", "U+2066", "U+200B"] {
                assert!(text.contains(number), "{text}");
            }
        }
        // The program itself is run, and stays unchanged.
        assert_eq!(&*program.text, HOSTILE);
    }
}
