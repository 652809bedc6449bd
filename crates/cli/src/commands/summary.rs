//! The summary of a campaign: a table for people, a file for scripts. Files hold no times, so
//! that the same campaign writes the same files.

use crate::table::layout;
use anyhow::{Context, Result};
use debunk_campaign::{Execution, Summary};
use debunk_reduce::{Classes, Joined};
use debunk_session::DebuggerInfo;
use serde_json::json;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
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
        "\nguards: {} violations did not come again in a fresh process, {} came from a change \
         that was not neutral",
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

/// The files of a summary.
const FILES: [&str; 2] = ["summary.txt", "summary.json"];

/// Removes the summary of an earlier part, which says nothing about this one.
pub(super) fn remove_old(out: &Path) -> Result<()> {
    for name in FILES {
        let path = out.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("replace {}", path.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes both files into the output folder; what every summary has is added to `json`.
pub(super) fn write_files(
    out: &Path,
    text: &str,
    mut json: serde_json::Value,
    execution: &Execution,
) -> Result<()> {
    json["schema"] = json!(1);
    json["complete"] = json!(execution.is_complete());
    json["incomplete"] = json!(execution.problem());
    json["execution"] = serde_json::to_value(execution)?;
    json["skips"] = serde_json::to_value(&execution.programs)?;
    let texts = [text.to_owned(), format!("{}\n", serde_json::to_string_pretty(&json)?)];
    for (name, text) in FILES.into_iter().zip(texts) {
        let path = out.join(name);
        fs::write(&path, text).with_context(|| format!("write {}", path.display()))?;
    }
    Ok(())
}

/// Says on the terminal that a result is incomplete, and what to do about it.
pub(crate) fn tell_problem(
    talk: &mut impl Write,
    execution: &Execution,
    can_resume: bool,
) -> Result<()> {
    let Some(problem) = execution.problem() else { return Ok(()) };
    writeln!(talk, "debunk: incomplete: {}", crate::display::printable(&problem))?;
    if can_resume && execution.planned > 0 {
        writeln!(
            talk,
            "the same command with --resume continues, and tries again what was skipped"
        )?;
    }
    Ok(())
}

/// Writes summary.txt and summary.json of a campaign.
pub(super) fn write(
    out: &Path,
    debugger: &DebuggerInfo,
    seed: u64,
    summary: &Summary,
    reduced: &Classes,
    text: &str,
) -> Result<()> {
    let json = json!({
        "debugger": debugger,
        "seed": seed,
        "programs": summary.programs,
        "tally": summary.tally,
        "classes": reduced.joined(&summary.tally.classes),
    });
    write_files(out, text, json, &summary.execution)
}
