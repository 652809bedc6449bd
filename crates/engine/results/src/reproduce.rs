//! The stand-alone reproduction: one script that needs only the debugger in question, and Node or
//! Python to speak its protocol.

use crate::gdb::commands;
use crate::native::python;
use crate::wording::{Mark, wording};
use crate::{Finding, Side};
use debunk_base::json_escapes;
use debunk_model::{Observation, Scope, VariableView};
use debunk_session::Means;
use serde_json::{Value, json};

/// The script's fixed part.
const TEMPLATE: &str = include_str!("reproduce.template.js");

/// What does not fit on one line: variables and output.
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

fn session(side: &Side, mark: Option<&Mark>) -> Value {
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
        "wrongStep": mark.map(|mark| mark.step),
        "mark": mark.map(|mark| mark.word),
        "expectation": mark.map(|mark| &mark.text),
    })
}

/// Text that is safe inside a script: no line separators that end a literal early, and nothing
/// invisible. The value is the same.
pub(crate) fn literal(value: &Value) -> String {
    json_escapes(&value.to_string(), &[])
}

/// The products that the script for Node can start.
const PRODUCTS: [&str; 3] = ["node", "deno", "chromium"];

/// The name of the file with the reproduction, and the command that runs it.
pub(crate) fn player(finding: &Finding) -> Option<(&'static str, &'static str)> {
    if PRODUCTS.contains(&finding.debugger.product.as_str()) {
        return Some(("reproduce.js", "node reproduce.js"));
    }
    Some(match finding.recipe.as_ref()?.means {
        Means::Gdb => ("reproduce.gdb", "gdb -q --nx --batch -x reproduce.gdb"),
        Means::Bdb | Means::Dap { .. } => ("reproduce.py", "python3 reproduce.py"),
    })
}

/// The reproduction with the name of its file, if there is one.
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
    let words = wording(finding);
    let initial = session(&finding.initial, words.first.as_ref());
    let follow_up = finding.follow_up.as_ref();
    let follow_up = follow_up.map_or(Value::Null, |side| session(side, words.second.as_ref()));
    Some(
        TEMPLATE
            .replace("\"@PRODUCT@\"", &literal(&json!(finding.debugger.product)))
            .replace("\"@FOUND_ON@\"", &literal(&json!(finding.debugger.to_string())))
            .replace("\"@FIRST@\"", &literal(&initial))
            .replace("\"@SECOND@\"", &literal(&follow_up)),
    )
}
