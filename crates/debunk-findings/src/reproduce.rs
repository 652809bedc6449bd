//! The stand-alone reproduction: one script that needs only the debugger in question, and Node or
//! Python to speak its protocol.

use crate::gdb::commands;
use crate::native::python;
use crate::{Finding, Side};
use debunk_model::{Observation, Scope, VariableView};
use debunk_session::Means;
use serde_json::{Value, json};

/// The script's fixed part.
const TEMPLATE: &str = include_str!("reproduce.template.js");

/// What one line cannot hold: variables and output.
pub(crate) fn lines(observation: &Observation) -> Vec<String> {
    let named = |variables: &[Scope]| {
        let visible = variables.visible();
        visible.into_iter().map(|(name, (_, value))| format!("{name} = {value}")).collect()
    };
    match observation {
        Observation::Paused(pause) => named(&pause.variables),
        Observation::Looked { variables } => named(variables),
        Observation::Finished(outcome) => {
            outcome.output.iter().map(|line| format!("printed {line}")).collect()
        }
        _ => Vec::new(),
    }
}

fn session(side: &Side, expectation: Option<&str>, step: Option<usize>) -> Value {
    let steps: Vec<Value> = side
        .trace
        .steps
        .iter()
        .map(|step| {
            let saw = match &step.observation {
                Observation::Looked { .. } => Value::Null,
                other => json!(other.to_string()),
            };
            json!({ "action": step.action, "saw": saw, "lines": lines(&step.observation) })
        })
        .collect();
    json!({
        "goal": side.program.goal,
        "text": &*side.program.text,
        "steps": steps,
        "wrongStep": step,
        "expectation": expectation,
    })
}

/// Text that may stand inside a script: no line separators that end a literal early.
fn literal(value: &Value) -> String {
    value.to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The products that the script for Node can start.
const PRODUCTS: [&str; 3] = ["node", "deno", "chromium"];

/// The name of the file with the reproduction, and the command that plays it.
pub(crate) fn player(finding: &Finding) -> Option<(&'static str, &'static str)> {
    if PRODUCTS.contains(&finding.debugger.product.as_str()) {
        return Some(("reproduce.js", "node reproduce.js"));
    }
    Some(match finding.recipe.as_ref()?.means {
        Means::Gdb => ("reproduce.gdb", "gdb -q --nx --batch -x reproduce.gdb"),
        Means::Bdb | Means::Dap { .. } => ("reproduce.py", "python3 reproduce.py"),
    })
}

/// All names that a reproduction can have.
pub const REPRODUCTIONS: [&str; 3] = ["reproduce.js", "reproduce.py", "reproduce.gdb"];

/// The reproduction with the name of its file, where there is one.
pub fn reproduction(finding: &Finding) -> Option<(&'static str, String)> {
    let (name, _) = player(finding)?;
    let text = script(finding).or_else(|| {
        let recipe = finding.recipe.as_ref()?;
        python(finding, recipe).or_else(|| Some(commands(finding, recipe)))
    });
    Some((name, text?))
}

/// The script for Node, for debuggers that it can drive.
pub fn script(finding: &Finding) -> Option<String> {
    if !PRODUCTS.contains(&finding.debugger.product.as_str()) {
        return None;
    }
    let wrong = Some(finding.violation.step);
    let detail = Some(finding.violation.detail.as_str());
    let (initial, follow_up) = match &finding.follow_up {
        Some(follow_up) => {
            (session(&finding.initial, None, None), session(follow_up, detail, wrong))
        }
        None => (session(&finding.initial, detail, wrong), Value::Null),
    };
    Some(
        TEMPLATE
            .replace("\"@PRODUCT@\"", &literal(&json!(finding.debugger.product)))
            .replace("\"@FOUND_ON@\"", &literal(&json!(finding.debugger.to_string())))
            .replace("\"@FIRST@\"", &literal(&initial))
            .replace("\"@SECOND@\"", &literal(&follow_up)),
    )
}
