//! A finding on gdb as commands for gdb.

use crate::wording::{StepMark, wording};
use crate::{Finding, Side};
use debunk_base::visible;
use debunk_model::{Action, LOGPOINT_MESSAGE, Location, Observation};
use debunk_session::Recipe;
use std::fmt::Write as _;

const SETTINGS: &str = "set pagination off
set width 0
set confirm off
set breakpoint pending off
set startup-with-shell off
set debug-file-directory /nonexistent
set debuginfod enabled off
handle all nostop noprint pass
";

/// The commands.
pub(crate) fn commands(finding: &Finding, recipe: &Recipe) -> String {
    let sides = [("initial", Some(&finding.initial)), ("follow-up", finding.follow_up.as_ref())];
    let sides: Vec<(&str, &Side)> =
        sides.into_iter().filter_map(|(name, side)| Some((name, side?))).collect();
    let words = wording(finding);
    let mut text = format!("# {}\n# make:\n", visible(&words.headline));
    for (name, side) in &sides {
        let source = format!("{name}.{}", side.program.extension());
        let words = recipe.build.iter().map(|word| match word.as_str() {
            "${program}" => (*name).to_owned(),
            "${source}" => source.clone(),
            other => other.to_owned(),
        });
        let _ = writeln!(text, "#   {}", words.collect::<Vec<String>>().join(" "));
    }
    text.push_str("# play:\n#   gdb -q --nx --batch -x reproduce.gdb\n");
    text.push_str(
        "# After each command it prints what debunk saw; a session that goes another way ends it.\n",
    );
    text.push_str(SETTINGS);
    let mut last_number = 0;
    for (name, side) in &sides {
        let mark = if std::ptr::eq(*side, &finding.initial) { &words.first } else { &words.second };
        say(&mut text, &format!("== {name}"));
        let _ = writeln!(text, "delete\nfile {name}");
        play(&mut text, side, &mut last_number, mark.as_ref());
    }
    text
}

/// Prints a text verbatim.
fn say(text: &mut String, what: &str) {
    let escaped = visible(what).replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "echo {escaped}\\n");
}

/// The command that places something and whose number is noted. If gdb rejected it, it becomes a
/// comment: an error would end the whole script.
fn placed(
    command: String,
    at: Location,
    saw: &Observation,
    last_number: &mut u32,
    breakpoints: &mut Vec<(Location, u32)>,
) -> String {
    if !matches!(saw, Observation::BreakpointSet { .. }) {
        return format!("# {command}");
    }
    *last_number += 1;
    breakpoints.push((at, *last_number));
    command
}

/// Whether gdb printed an error in place of an answer.
fn is_error(saw: &Observation) -> bool {
    match saw {
        Observation::Evaluated { value } => value.starts_with("throws "),
        other => matches!(other, Observation::Refused { .. }),
    }
}

/// Prints an expression, in another frame than the innermost if requested.
fn in_frame(frame: u32, expression: &str) -> String {
    match frame {
        0 => format!("print {expression}"),
        other => format!("frame apply level {other} print {expression}"),
    }
}

fn play(text: &mut String, side: &Side, last_number: &mut u32, mark: Option<&StepMark>) {
    let mut breakpoints: Vec<(Location, u32)> = Vec::new();
    let mut depth = 0;
    let mut is_running = false;
    for (number, step) in side.trace.steps.iter().enumerate() {
        let (action, saw) = (&step.action, &step.observation);
        say(text, &format!("-- {action}"));
        let command = match action {
            Action::AddBreakpoint { at, condition } => {
                let condition = condition.as_ref().map(|text| format!(" if {text}"));
                let command = format!("break {}{}", at.line, condition.unwrap_or_default());
                placed(command, *at, saw, last_number, &mut breakpoints)
            }
            Action::AddLogpoint { at } => {
                let command = format!("dprintf {},\"{LOGPOINT_MESSAGE}\\n\"", at.line);
                placed(command, *at, saw, last_number, &mut breakpoints)
            }
            Action::RemoveBreakpoint { at } => {
                match breakpoints.iter().position(|(other, _)| other == at) {
                    Some(position) => format!("delete {}", breakpoints.swap_remove(position).1),
                    None => "# nothing to delete".to_owned(),
                }
            }
            Action::Start | Action::Restart => "run".to_owned(),
            Action::Continue => "continue".to_owned(),
            Action::StepIn => "step".to_owned(),
            Action::StepOver => "next".to_owned(),
            // gdb refuses to leave the outermost function.
            Action::StepOut if depth < 2 => "continue".to_owned(),
            Action::StepOut => "finish".to_owned(),
            // An error would end the whole script.
            question if question.is_question() && is_error(saw) => {
                "# gdb answers with an error".to_owned()
            }
            Action::Look => "info args\ninfo locals".to_owned(),
            Action::LookAtCallers { .. } => "backtrace full".to_owned(),
            Action::Evaluate(evaluation) => in_frame(evaluation.frame, &evaluation.expression),
            Action::Expand(expansion) => in_frame(expansion.frame, &expansion.name),
            Action::Complete(completion) => format!("complete print {}", completion.text),
        };
        let _ = writeln!(text, "{}", command.replace('\r', " "));
        if let Some(pause) = saw.pause() {
            depth = pause.frames.len();
            text.push_str("backtrace\ninfo args\ninfo locals\n");
        }
        say(text, &format!("debunk saw: {saw}"));
        if let Some(mark) = mark.filter(|mark| mark.step == number) {
            say(text, &format!("{}: {}", mark.word, mark.text));
        }
        is_running = !saw.is_end();
    }
    if is_running {
        text.push_str("kill\n");
    }
}
