//! SARIF 2.1.0, which code hosts show beside the code.

use crate::escape::address;
use crate::item::Item;
use debunk_base::visible;
use debunk_results::{Execution, Results};
use serde_json::{Value, json};

/// The name of the folder that all URLs are relative to.
const BASE: &str = "RESULTS";

fn sentence(text: &str) -> String {
    let text = visible(text);
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

fn message(item: &Item) -> String {
    let mut text = sentence(&item.head.sentence);
    for proof in item.head.proof.iter().filter(|proof| **proof != item.head.sentence) {
        text.push(' ');
        text.push_str(&sentence(proof));
    }
    format!("{text} Verdict: {}", sentence(&item.body.verdict))
}

fn rule(group: &str) -> Value {
    let relation = debunk_relations::by_name(group).map(|relation| relation.summary());
    let text = match relation {
        Some(summary) => format!("{summary}."),
        None if group == "self-evident" => "An answer that is wrong by itself.".to_owned(),
        None => format!("Two debuggers differ: {group}."),
    };
    json!({
        "id": visible(group),
        "shortDescription": { "text": visible(&text) },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn result(item: &Item, rule_index: usize) -> Value {
    let (file, at) = &item.place;
    let mut region = json!({ "startLine": at.line.max(1) });
    if item.granularity.is_columns() {
        // SARIF counts columns from 1.
        region["startColumn"] = json!(at.column + 1);
    }
    json!({
        "ruleId": visible(&item.head.group),
        "ruleIndex": rule_index,
        "level": if item.is_proven() { "error" } else { "warning" },
        "message": { "text": message(item) },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": address(file), "uriBaseId": BASE },
                "region": region,
            },
        }],
        "partialFingerprints": { "debunkFinding/v1": visible(&item.head.folder) },
        "properties": {
            "class": visible(&item.head.class),
            "verdict": visible(&item.head.verdict),
            "program": visible(&item.head.program),
            "replay": visible(&item.body.replay),
        },
    })
}

/// Whether it is complete, why not, and what was skipped why.
fn invocation(execution: &Execution) -> Value {
    let notification =
        |level: &str, text: &str| json!({ "level": level, "message": { "text": sentence(text) } });
    let problem = execution.problem();
    let mut notifications: Vec<Value> = Vec::new();
    if let Some(problem) = &problem {
        notifications.push(notification("error", &format!("Incomplete: {problem}")));
    }
    for test in &execution.skipped {
        let text = format!("Skipped test {} on {}: {}", test.number, test.program, test.reason);
        notifications.push(notification("warning", &text));
    }
    for skip in &execution.programs {
        let text = format!("Skipped program {}: it {}", skip.name, skip.reason);
        notifications.push(notification("note", &text));
    }
    json!({
        "executionSuccessful": problem.is_none(),
        "toolExecutionNotifications": notifications,
    })
}

/// The findings of a result folder as SARIF.
pub fn sarif(results: &Results, items: &[Item]) -> String {
    let mut groups: Vec<&str> = items.iter().map(|item| item.head.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let index = |item: &Item| groups.binary_search(&item.head.group.as_str()).unwrap_or(0);
    let execution = results.execution();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "debunk",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": groups.iter().map(|group| rule(group)).collect::<Vec<Value>>(),
                },
            },
            "invocations": [invocation(&execution)],
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": {
                BASE: { "description": { "text": format!("The result folder {}", visible(&results.folder)) } },
            },
            "results": items.iter().map(|item| result(item, index(item))).collect::<Vec<Value>>(),
        }],
    });
    format!("{log:#}\n")
}
