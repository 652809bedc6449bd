//! What a transformation changes, in words that fit the reduced program.

use debunk_model::{Action, Edit, Program};
use debunk_relations::PlannedStep;
use debunk_results::Transformation;

/// Longer texts are truncated in a note.
const TEXT_LENGTH_MAX: usize = 60;

/// Says what a transformation changes.
pub(crate) fn describe(change: &Transformation, program: &Program) -> String {
    let mut notes = Vec::new();
    if let Some((new, old)) = &change.rules.renamed {
        notes.push(format!("renamed {old} to {new}"));
    } else {
        let lines = program.lines();
        notes.extend(change.edits.iter().map(|edit| {
            let at = lines.location(&program.text, edit.span.start);
            let old = short(edit.span.of(&program.text));
            let Edit { text, .. } = edit;
            match (old.is_empty(), text.is_empty()) {
                (true, _) => format!("inserted {} at {at}", short(text)),
                (false, true) => format!("removed {old} at {at}"),
                (false, false) => format!("wrote {} for {old} at {at}", short(text)),
            }
        }));
    }
    let (mut looks, mut names) = (0, Vec::new());
    for (position, step) in change.steps.iter().enumerate() {
        match step {
            PlannedStep::Same { action: Action::Restart, .. } => {
                notes.push(format!("restarted after step {position}"));
            }
            PlannedStep::Same { .. } => {}
            PlannedStep::Extra { action: Action::RemoveBreakpoint { .. }, .. } => {
                notes.push("removed it at once".to_owned());
            }
            PlannedStep::Extra { action, .. } => {
                notes.push(format!("{action} before step {}", position + 1));
            }
            PlannedStep::Finer { action, index, repeat } => {
                let times = if *repeat { "repeated" } else { "one" };
                notes.push(format!("did {times} {action} at step {}", index + 1));
            }
            PlannedStep::LookAgain { .. } => looks += 1,
            PlannedStep::EvaluateName { name, .. } => names.push(name.as_str()),
            PlannedStep::Ask { inquiry, .. } => notes.push(inquiry.to_string()),
        }
    }
    if looks > 0 {
        let s = if looks == 1 { "" } else { "s" };
        notes.push(format!("read the variables again at {looks} pause{s}"));
    }
    if !names.is_empty() {
        notes.push(format!("evaluated {}", names.join(", ")));
    }
    if notes.is_empty() { change.note.clone() } else { notes.join(", ") }
}

fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= TEXT_LENGTH_MAX {
        return text;
    }
    let cut: String = text.chars().take(TEXT_LENGTH_MAX).collect();
    format!("{cut}…")
}
