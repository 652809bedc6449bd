//! The summary of a campaign: a table for people, a file for scripts. Files hold no times, so
//! that the same campaign writes the same files.

use crate::display::printable;
use crate::table::layout;
use anyhow::Result;
use debunk_campaign::Summary;
use debunk_results::{Classes, Execution, FailedReduction, Joined};
use debunk_session::DebuggerInfo;
use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

const CLASSES_SHOWN_MAX: usize = 30;

/// The summary in words.
pub(crate) fn text(
    debugger: &DebuggerInfo,
    seed: u64,
    summary: &Summary,
    reduced: &Classes,
) -> String {
    let tally = &summary.tally;
    let mut text = format!(
        "{debugger}, seed {seed}: {} tests on {} programs, {} sessions, {} actions\n\n",
        tally.tests, summary.programs, tally.sessions, tally.actions
    );
    text.push_str(&relations(summary));
    let _ = writeln!(
        text,
        "\nguards: {} violations were not reproducible in a fresh process, {} came from a change \
         that the program noticed",
        tally.not_reproduced, tally.not_neutral
    );
    for (heading, counts) in [("given up", &tally.give_ups), ("by design", &tally.by_design)] {
        if !counts.is_empty() {
            let counts: Vec<String> =
                counts.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
            let _ = writeln!(text, "{heading}: {}", counts.join(", "));
        }
    }
    text.push_str(&summary.execution.text());
    classes(summary, reduced, &mut text);
    text
}

fn relations(summary: &Summary) -> String {
    let heading = ["relation", "applied", "inapplicable", "given up", "findings"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for (name, count) in &summary.tally.relations {
        rows.push(vec![
            name.clone(),
            count.applied.to_string(),
            count.inapplicable.to_string(),
            count.gave_up.to_string(),
            count.found.to_string(),
        ]);
    }
    layout(&rows)
}

fn classes(summary: &Summary, reduced: &Classes, text: &mut String) {
    let tally = &summary.tally;
    let joined = reduced.joined(&tally.classes);
    let one = if reduced.classes.is_empty() {
        String::new()
    } else {
        format!(", {} after reduction", joined.len())
    };
    let _ = writeln!(
        text,
        "\n{} findings in {} classes{one}, {} of them by steered relations",
        tally.findings,
        tally.classes.len(),
        tally.interactive_findings
    );
    if tally.findings == 0 {
        return;
    }
    let rounds: Vec<String> =
        tally.rounds.iter().map(|(round, count)| format!("round {round}: {count}")).collect();
    let _ = writeln!(text, "by {}\n", rounds.join(", "));
    text.push_str(&table(&joined, reduced, "findings"));
    text.push_str(&failed_reductions(reduced));
}

/// The classes after reduction, most findings first. A class that was not reduced is separate.
pub(super) fn table(joined: &[Joined], reduced: &Classes, what: &str) -> String {
    let is_reduced = !reduced.classes.is_empty();
    let mut heading = vec!["class".to_owned(), what.to_owned()];
    if is_reduced {
        heading.push("classes before".to_owned());
    }
    let mut rows = vec![heading];
    for Joined { form, findings, classes } in joined.iter().take(CLASSES_SHOWN_MAX) {
        let mut row = vec![form.clone(), findings.to_string()];
        if is_reduced {
            row.push(classes.len().to_string());
        }
        rows.push(row);
    }
    let mut text = layout(&rows);
    if joined.len() > CLASSES_SHOWN_MAX {
        let _ = writeln!(text, "and {} more classes", joined.len() - CLASSES_SHOWN_MAX);
    }
    text
}

/// The classes that could not be reduced, each with its reason.
pub(super) fn failed_reductions(reduced: &Classes) -> String {
    let failures = reduced.failures();
    if failures.is_empty() {
        return String::new();
    }
    let count = failures.len();
    let es = if count == 1 { "" } else { "es" };
    let mut text = format!("\nnot reduced: {count} class{es}\n");
    for FailedReduction { class, reason } in failures.iter().take(CLASSES_SHOWN_MAX) {
        let _ = writeln!(text, "    {class}: failed to {}", printable(reason));
    }
    if failures.len() > CLASSES_SHOWN_MAX {
        text.push_str("    and more, all in summary.json\n");
    }
    text
}

/// How fast it went; never part of a file.
pub(crate) fn speed(summary: &Summary, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(0.001);
    format!(
        "{:.1} s, {:.1} tests/s, {:.1} sessions/s\n",
        seconds,
        summary.tests_now as f64 / seconds,
        summary.sessions_now as f64 / seconds
    )
}

/// Says on the terminal that a result is incomplete, and what to do about it.
pub(crate) fn print_problem(
    talk: &mut impl Write,
    execution: &Execution,
    can_resume: bool,
) -> Result<()> {
    let Some(problem) = execution.problem() else { return Ok(()) };
    writeln!(talk, "debunk: incomplete: {}", printable(&problem))?;
    if can_resume && execution.planned > 0 {
        writeln!(
            talk,
            "the same command with --resume continues, and tries again what was skipped"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_results::ReducedClass;

    #[test]
    fn a_failed_reduction_is_in_the_summary() {
        let reduced = ReducedClass {
            folder: "findings/000001-x".to_owned(),
            form: "c".to_owned(),
            figures: None,
            failure: Some("reduce the finding: it does not hold".to_owned()),
        };
        let classes = Classes { classes: [("c".to_owned(), reduced)].into() };
        let expected =
            "\nnot reduced: 1 class\n    c: failed to reduce the finding: it does not hold\n";
        assert_eq!(failed_reductions(&classes), expected);
        assert_eq!(failed_reductions(&Classes::default()), "");
    }
}
