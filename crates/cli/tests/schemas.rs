//! What real campaigns and comparisons write fits the schemas in `docs/schemas`.

mod support;

use debunk_schemas::{check_folder, check_lines, schema, violations};
use serde_json::json;
use std::fs;
use support::{debunk, text};

/// A known bug of V8 (a breakpoint that never pauses ends the dead zone), and of Firefox (of two
/// parameters of one name it shows the first).
const PROGRAM: &str = "\
function probe() {
  value = 5;
  let value = 1;
}
function twice(p, p) {
  let sum = p;
  return sum;
}
try { probe(); } catch (error) { print(error.name); }
print(twice(1, 2));
print(twice(3, 4));
";

#[test]
fn findings_differences_summaries_and_events_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("program.js"), PROGRAM).expect("a file");
    let mut run = vec!["run", "-d", "node", "--corpus", "program.js", "-o", "run", "--json"];
    run.extend(["--relations", "never-true-condition", "--tests", "12", "--no-reduce"]);
    let mut compare = vec!["compare", "chromium", "firefox", "--corpus", "program.js", "--json"];
    compare.extend(["--runs", "12", "--gate", "1", "--no-rules", "--no-reduce", "-o", "compare"]);
    for (command, file) in [(run, "finding.json"), (compare, "difference.json")] {
        let output = debunk(folder.path(), &command);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(check_lines("event", &text(&output.stdout)) > 12, "{}", text(&output.stdout));
        let out = folder.path().join(command[0]);
        // The summary, and at least one finding.
        assert!(check_folder(&out) > 1, "{file} in {}", out.display());
    }
}

#[test]
fn what_is_not_a_finding_a_difference_or_an_event_does_not_fit() {
    for name in ["finding", "difference", "summary", "event"] {
        let schema = schema(name);
        for value in [json!({}), json!({ "schema": 2 }), json!([]), json!({ "type": "telegram" })] {
            assert!(!violations(&schema, &value).is_empty(), "{name}: {value}");
        }
    }
    let begin = json!({ "type": "checked", "data": { "done": 1, "of": 2 } });
    assert!(violations(&schema("event"), &begin).is_empty());
    let wrong = json!({ "type": "checked", "data": { "done": "1", "of": 2 } });
    assert!(!violations(&schema("event"), &wrong).is_empty());
}
