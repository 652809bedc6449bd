//! Reproductions for debuggers of languages other than JavaScript: a Python script that needs
//! nothing but the debugger.

use crate::reproduce::{lines, literal};
use crate::wording::{Mark, wording};
use crate::{Finding, Side};
use debunk_base::visible;
use debunk_model::{Language, Observation};
use debunk_session::{Means, Recipe};
use serde_json::{Value, json};

const HEAD: &str = include_str!("reproduce.head.py");
const BDB: &str = include_str!("reproduce.bdb.py");
const DAP: &str = include_str!("reproduce.dap.py");
const TAIL: &str = include_str!("reproduce.tail.py");

/// The script, for debuggers that it can drive.
pub(crate) fn python(finding: &Finding, recipe: &Recipe) -> Option<String> {
    let backend = match &recipe.means {
        Means::Bdb => BDB,
        Means::Dap { .. } => DAP,
        Means::Gdb => return None,
    };
    let words = wording(finding);
    let shown = Some(finding.violation.step);
    let sessions: Vec<Value> = match &finding.follow_up {
        Some(follow_up) => vec![
            session(finding, &finding.initial, None, words.first.as_ref()),
            session(finding, follow_up, shown, words.second.as_ref()),
        ],
        None => vec![session(finding, &finding.initial, shown, words.first.as_ref())],
    };
    // Embedded as a text that contains JSON: its escapes are those of Python.
    let quoted = |text: String| json!(text).to_string();
    let text = [HEAD, backend, TAIL].concat();
    Some(
        text.replace("\"@FOUND_ON@\"", &quoted(visible(&finding.debugger.to_string())))
            .replace("\"@PRODUCT@\"", &quoted(visible(&finding.debugger.product)))
            .replace("\"@RECIPE@\"", &quoted(literal(&json!(recipe))))
            .replace("\"@SESSIONS@\"", &quoted(literal(&json!(sessions)))),
    )
}

fn session(finding: &Finding, side: &Side, shown: Option<usize>, mark: Option<&Mark>) -> Value {
    let steps = side.trace.steps.iter().enumerate().map(|(number, step)| {
        let saw = match &step.observation {
            Observation::Looked { .. } => Value::Null,
            other => json!(other.to_string()),
        };
        let is_shown = [shown, mark.map(|mark| mark.step)].contains(&Some(number));
        let lines = certain_lines(finding, side, &step.observation, is_shown);
        json!({ "action": step.action, "saw": saw, "lines": lines })
    });
    json!({
        "text": &*side.program.text,
        "extension": side.program.extension(),
        "steps": steps.collect::<Vec<Value>>(),
        "wrongStep": mark.map(|mark| mark.step),
        "mark": mark.map(|mark| mark.word),
        "expectation": mark.map(|mark| &mark.text),
    })
}

/// The lines that must be reproduced. Compiled programs show variables before they have a value, so
/// only those count that the finding is about; output goes elsewhere without debunk.
fn certain_lines(
    finding: &Finding,
    side: &Side,
    observation: &Observation,
    is_wrong: bool,
) -> Vec<String> {
    if matches!(observation, Observation::Finished(_)) {
        return Vec::new();
    }
    let is_named = |line: &String| {
        let name = line.split(" = ").next().unwrap_or_default();
        let words =
            |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == name);
        is_wrong && words(&finding.violation.detail)
    };
    let is_python = side.program.language == Language::Python;
    lines(observation).into_iter().filter(|line| is_python || is_named(line)).collect()
}
