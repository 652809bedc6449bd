//! What a report says about places: the right file, the right hit, and where tracking was lost.

use debunk_concolic::{LocalizeOptions, LocalizeReport, SearchLimits, Sources, localize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn report(sources: &Sources, input: Value) -> LocalizeReport {
    let options =
        LocalizeOptions { input: Some(input), reduce: false, ..LocalizeOptions::default() };
    let result = localize(sources, &options, &mut |_| {}).expect("runs");
    result.report(&SearchLimits::default()).expect("can be reported")
}

fn single(text: &str, input: Value) -> LocalizeReport {
    report(&Sources::single("program.js", text), input)
}

#[test]
fn the_heading_names_the_file_of_the_branch() {
    let main = "import { larger } from './parts/larger.js';\n\
                export function P(A) { return larger(A[0], A[1]); }\n\
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } };\n";
    let larger = "// A helper.\nexport function larger(a, b) {\n  if (a - 2 > b) return a;\n  return b;\n}\n";
    let files = [("main.js", main), ("parts/larger.js", larger)];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let sources = Sources { entry: "main.js".to_owned(), files: BTreeMap::from(files) };
    let report = report(&sources, json!([5, 4]));
    let text = report.text();
    assert!(text.starts_with("parts/larger.js: the runs diverge at line 3"), "{text}");
    assert!(text.contains(">    3 |   if (a - 2 > b) return a;"), "{text}");
    let json = serde_json::to_value(&report).expect("is JSON");
    assert_eq!((&json["file"], &json["entry"]), (&json!("parts/larger.js"), &json!("main.js")));
    assert_eq!(json["critical"]["slice"], json!([3]));
    let page = report.html();
    assert!(page.contains("<title>parts/larger.js</title>"), "{page}");
    assert!(page.contains("<h1>parts/larger.js</h1>"), "{page}");
}

/// The line and the hit of the breakpoint.
#[track_caller]
fn check_hit(text: &str, input: Value, line: u32, hit: usize) {
    let report = single(text, input);
    let critical = report.critical.expect("located");
    assert_eq!((critical.breakpoint.line, critical.hit), (line, hit), "{}", critical.place.text);
}

const FIRST: &str =
    "export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } };";

#[test]
fn a_built_in_function_that_decides_often_is_hit_once() {
    let text =
        format!("export function P(A) {{\n  const at = A.indexOf(5);\n  return at;\n}}\n{FIRST}");
    // The first call decides three times; the third of these is the critical branch.
    check_hit(&text, json!([1, 2, 5]), 2, 1);
    let text = format!(
        "export function P(A) {{\n  let n = 0;\n  for (let i = 0; i < 2; i++) {{\n    \
           n += A.filter(a => a > 4).length * A[i];\n  }}\n  return n;\n}}\n{FIRST}"
    );
    check_hit(&text, json!([7, 1, 2]), 4, 1);
}

#[test]
fn a_call_in_a_condition_is_hit_with_its_statement() {
    let text = format!(
        "export function P(A) {{\n  let n = 0;\n  for (let i = 0; i < A.length; i++) {{\n    \
           if (Math.max(A[i], 3) > 4) n += i;\n  }}\n  return n;\n}}\n{FIRST}"
    );
    let report = single(&text, json!([9, 1]));
    let critical = report.critical.expect("located");
    assert_eq!(critical.breakpoint.line, 4);
    // Each condition is one statement, whatever happens inside it.
    assert!(critical.hit >= 1 && critical.hit <= 4, "{}", critical.hit);
}

#[test]
fn hits_of_the_top_level_count_and_those_of_valid_do_not() {
    let helper = "function big(a) {\n  if (a > 4) return 1;\n  return 0;\n}\n";
    let p = "export function P(A) { return big(A[0]); }\n";
    let input = json!([7, 1]);
    check_hit(&format!("{helper}{p}{FIRST}"), input.clone(), 2, 2);
    let once = "const first = big(3);\n";
    check_hit(&format!("{helper}{once}{p}{FIRST}"), input.clone(), 2, 3);
    let valid = "export const valid = A => big(3) === 0;\n";
    check_hit(&format!("{helper}{p}{FIRST}{valid}"), input, 2, 2);
}

#[test]
fn the_places_where_tracking_was_lost_are_listed() {
    let text = "export function P(A) {\n  const text = A.join(',');\n  const table = [4, 3, 2, 1, 0];\n  \
                  let n = table[A[0]];\n  if (A[1] > 2) n++;\n  return n + text.length;\n}\n\
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } };";
    let report = single(text, json!([3, 1]));
    let places: Vec<(&str, &str, u32, usize)> =
        report.lost.iter().map(|it| (&*it.called, &*it.file, it.line, it.times)).collect();
    assert!(places.contains(&("join", "program.js", 2, 4)), "{places:?}");
    assert!(places.contains(&("an index", "program.js", 4, 2)), "{places:?}");
    assert!(
        report.text().contains("tracking was lost\n  program.js:2  join  4 times"),
        "{}",
        report.text()
    );
    assert!(report.html().contains("<td>program.js:2</td><td>join</td><td>4</td>"));
    let json = serde_json::to_value(&report).expect("is JSON");
    assert_eq!(json["lost"][0]["called"], json!("join"));
    let tracked = "export function P(A) { return A[0] > 2 ? 1 : 0; } \
                   export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } };";
    assert!(single(tracked, json!([3, 1])).lost.is_empty());
}

#[test]
fn a_call_in_the_arguments_of_another_is_not_taken_for_it() {
    // Both decide; the fault is that the outer one looks for the first element above 3.
    let text = "export function P(A) {\n  return A.indexOf(\n    A.find(a => a > 3),\n  );\n}\n\
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } };";
    let report = single(text, json!([1, 7]));
    let critical = report.critical.expect("located");
    let lines: Vec<(u32, &str)> = critical
        .failing
        .trace
        .iter()
        .map(|it| (it.line, it.text.split('(').next().unwrap_or("")))
        .collect();
    assert!(lines.contains(&(2, "A.indexOf")) && lines.contains(&(3, "A.find")), "{lines:?}");
}
