//! JUnit XML, which CI systems read: a test case for each relation, or for each type of
//! difference, one that says whether the results are complete, and one for all that was skipped.

use crate::item::Item;
use debunk_base::{markup, visible, visible_lines};
use debunk_results::{DifferenceKind, Execution, Results};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A test case: what was found, and whether it was tried at all.
struct Case<'items> {
    items: Vec<&'items Item>,
    /// Findings, including those without a folder.
    found: u64,
    was_tried: bool,
}

fn cases<'items>(results: &Results, items: &'items [Item]) -> BTreeMap<String, Case<'items>> {
    let mut cases: BTreeMap<String, Case<'items>> = BTreeMap::new();
    let empty = || Case { items: Vec::new(), found: 0, was_tried: true };
    if let Some(summary) = &results.campaign {
        for (name, count) in &summary.tally.relations {
            let was_tried = count.applied + count.found > 0;
            cases.insert(name.clone(), Case { found: count.found, was_tried, ..empty() });
        }
    }
    if let Some(summary) = &results.comparison {
        for kind in DifferenceKind::ALL {
            let of_kind = |class: &str| class.split('/').next() == Some(kind.name());
            let classes = summary.tally.classes.iter().filter(|(class, _)| of_kind(class));
            let found = classes.map(|(_, count)| *count).sum();
            cases.insert(kind.name().to_owned(), Case { found, ..empty() });
        }
    }
    for item in items {
        let case = cases.entry(item.head.group.clone()).or_insert_with(empty);
        case.items.push(item);
        case.found = case.found.max(case.items.len() as u64);
    }
    cases
}

fn attribute(text: &str) -> String {
    markup(&visible(text))
}

fn failure(case: &Case<'_>) -> String {
    let proven = case.items.iter().filter(|item| item.is_proven()).count();
    let message =
        format!("{} found, {proven} of the {} kept are proven", case.found, case.items.len());
    let mut text = String::new();
    for item in &case.items {
        let _ = writeln!(text, "{}: {}", item.head.folder, item.head.sentence);
        let _ = writeln!(text, "    verdict: {}", item.body.verdict);
        for proof in item.head.proof.iter().filter(|proof| **proof != item.head.sentence) {
            let _ = writeln!(text, "    proof: {proof}");
        }
        let _ = writeln!(text, "    program: {}", item.head.program);
        let _ = writeln!(text, "    {}", item.body.replay);
    }
    let kind = if proven > 0 { "proven" } else { "not-proven" };
    format!(
        "      <failure message=\"{}\" type=\"{kind}\">{}</failure>\n",
        attribute(&message),
        markup(&visible_lines(&text))
    )
}

/// Test cases that are not relations: whether everything was done, and what was skipped why.
struct Remarks {
    text: String,
    cases: usize,
    errors: usize,
    skipped: usize,
}

fn remarks(title: &str, execution: &Execution) -> Remarks {
    let mut remarks = Remarks { text: String::new(), cases: 0, errors: 0, skipped: 0 };
    let mut add = |name: &str, inner: Option<String>| {
        remarks.cases += 1;
        let names =
            format!("classname=\"debunk.{}\" name=\"{}\"", attribute(title), attribute(name));
        let _ = match inner {
            Some(inner) => writeln!(remarks.text, "    <testcase {names}>{inner}</testcase>"),
            None => writeln!(remarks.text, "    <testcase {names}/>"),
        };
    };
    let problem = execution.problem();
    let error = |problem: &String| {
        let text = attribute(problem);
        format!("<error message=\"incomplete: {text}\" type=\"incomplete\">{text}</error>")
    };
    add("complete", problem.as_ref().map(error));
    let skip = |reason: &str| Some(format!("<skipped message=\"{}\"/>", attribute(reason)));
    for test in &execution.skipped {
        add(&format!("test {} on {}", test.number, test.program), skip(&test.reason));
    }
    for program in &execution.programs {
        add(&format!("program {}", program.name), skip(&program.reason));
    }
    remarks.errors = usize::from(problem.is_some());
    remarks.skipped = execution.skipped.len() + execution.programs.len();
    remarks
}

/// The findings of a result folder as JUnit XML.
pub fn junit(results: &Results, items: &[Item]) -> String {
    let name = &results.title();
    let cases = cases(results, items);
    let failures = cases.values().filter(|case| case.found > 0).count();
    let skipped = cases.values().filter(|case| !case.was_tried).count();
    let remarks = remarks(name, &results.execution());
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{}\" skipped=\"{}\"",
        cases.len() + remarks.cases,
        remarks.errors,
        skipped + remarks.skipped
    );
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"debunk\" {counts}>");
    let _ = writeln!(text, "  <testsuite name=\"{}\" {counts}>", attribute(name));
    for (group, case) in &cases {
        let names =
            format!("classname=\"debunk.{}\" name=\"{}\"", attribute(name), attribute(group));
        if case.found > 0 {
            let _ = writeln!(text, "    <testcase {names}>\n{}    </testcase>", failure(case));
        } else if case.was_tried {
            let _ = writeln!(text, "    <testcase {names}/>");
        } else {
            let skip = "<skipped message=\"it could not be applied\"/>";
            let _ = writeln!(text, "    <testcase {names}>{skip}</testcase>");
        }
    }
    text.push_str(&remarks.text);
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}
