//! The files that a report makes, of findings that try to break out of them.

mod support;

use debunk_report::{Item, Page, html, junit, sarif};
use debunk_results::{Cut, Execution, ProgramSkip, Results, SkippedTest};
use std::process::{Command, Stdio};
use support::{HOSTILE, finding, results};

fn both() -> (Results, Vec<Item>) {
    let results = results(vec![finding(3, false), finding(7, true)]);
    let items = Item::all(&results);
    (results, items)
}

#[test]
fn proven_findings_come_first() {
    let (_, items) = both();
    assert_eq!(items.iter().map(Item::is_proven).collect::<Vec<bool>>(), [true, false]);
}

#[test]
fn a_page_has_only_its_own_scripts() {
    let (results, items) = both();
    let page = html(&results, &items, Page { beside_results: true });
    // The index, two items, and the script itself.
    assert_eq!(page.matches("<script").count(), 4, "{page}");
    assert_eq!(page.matches("</script").count(), 4);
    assert!(!page.contains("<img"));
    assert!(
        page.contains("script-src &#39;sha256-") && page.contains("default-src &#39;none&#39;")
    );
    for unseen in ['\u{0}', '\u{1b}', '\u{202e}', '\u{2028}', '\u{feff}', '\u{ffff}'] {
        assert!(!page.contains(unseen), "{unseen:?} is in the page");
    }
    for place in ["{{policy}}", "{{style}}", "{{tiles}}", "{{plain}}", "{{script}}"] {
        assert!(!page.contains(place), "{place} was not filled");
    }
    assert!(
        !page.contains("http://")
            || page.matches("http://").count()
                == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!page.contains("https://"), "the page names an address outside");
}

#[test]
fn reproductions_are_told_once_and_come_out_whole() {
    let (results, items) = both();
    let page = html(&results, &items, Page { beside_results: false });
    let block = |id: &str| -> serde_json::Value {
        let start = format!("id=\"{id}\">");
        let rest = page.split_once(start.as_str()).expect("the block").1;
        serde_json::from_str(rest.split_once("</script>").expect("its end").0).expect("JSON")
    };
    let index = block("index");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let joined: Vec<String> = (0..2)
        .map(|number| {
            let own = text(&block(&format!("item-{number}"))["reproduction"]);
            text(&index["head"]) + &own + &text(&index["tail"])
        })
        .collect();
    let mut scripts: Vec<String> =
        results.findings.iter().filter_map(|kept| kept.reproduction.clone()).collect();
    scripts.reverse();
    assert_eq!(joined, scripts);
}

#[test]
fn pages_of_nothing_and_of_one_are_whole() {
    for findings in [vec![], vec![finding(1, true)]] {
        let results = results(findings);
        let page = html(&results, &Item::all(&results), Page { beside_results: true });
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    }
    let empty = Results::default();
    let page = html(&empty, &[], Page { beside_results: true });
    assert!(
        page.contains("incomplete: there is no summary"),
        "a campaign under way has a page too"
    );
}

#[test]
fn sarif_has_a_result_with_a_place_for_each_finding() {
    let (results, items) = both();
    let log: serde_json::Value = serde_json::from_str(&sarif(&results, &items)).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let found = run["results"].as_array().expect("results");
    assert_eq!(found.len(), 2);
    for result in found {
        let rule = &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["region"]["startLine"], 3);
        assert_eq!(place["region"]["startColumn"], 3, "columns count from 1 there");
        let uri = place["artifactLocation"]["uri"].as_str().expect("an address");
        assert!(uri.starts_with("findings/") && uri.ends_with(".js"), "{uri}");
    }
    assert_eq!(found[0]["level"], "error");
    assert!(found[0]["message"]["text"].as_str().is_some_and(|text| text.contains("x is 7 there")));
    assert_eq!(found[1]["level"], "warning");
}

/// Reads XML with Python's parser: a second opinion that is not code of this project.
fn parsed(xml: &str) -> serde_json::Value {
    const READ: &str = "import sys, json, xml.etree.ElementTree as tree\n\
        root = tree.fromstring(sys.stdin.buffer.read())\n\
        case = lambda it: dict(it.attrib, children=[[c.tag, c.attrib, c.text] for c in it])\n\
        print(json.dumps({'suite': root[0].attrib, 'cases': [case(it) for it in root[0]]}))";
    let mut child = Command::new("python3")
        .args(["-c", READ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, xml.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "not well-formed: {xml}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn junit_is_well_formed_and_says_what_failed() {
    let (results, items) = both();
    let read = parsed(&junit(&results, &items));
    assert_eq!(read["suite"]["tests"], "5");
    assert_eq!(read["suite"]["errors"], "0");
    assert_eq!(read["suite"]["failures"], "2");
    assert_eq!(read["suite"]["skipped"], "1");
    let cases = read["cases"].as_array().expect("cases");
    let children = |name: &str| {
        let case = cases.iter().find(|case| case["name"] == name).expect("a case");
        case["children"].clone()
    };
    assert_eq!(children("complete"), serde_json::json!([]));
    assert_eq!(children("look-twice"), serde_json::json!([]));
    assert_eq!(children("rename-local")[0][0], "skipped");
    let failure = &children("insert-dead-code")[0];
    assert_eq!(failure[0], "failure");
    let text = failure[2].as_str().expect("a text");
    assert!(text.contains("</script><script>window.hacked=1</script>"), "{text}");
    assert!(text.contains("]]>") && text.contains("\u{27e8}U+0000\u{27e9}"), "{text}");
    assert!(!text.contains(HOSTILE), "what cannot be seen is told by its number");
}

#[test]
fn every_file_says_that_it_is_incomplete_and_what_was_skipped_why() {
    let mut results = results(vec![]);
    let skipped = SkippedTest {
        number: 17,
        program: "p.js".to_owned(),
        reason: format!("the debugger is not there: {HOSTILE}"),
    };
    let program = ProgramSkip { name: "q.js".to_owned(), reason: "does not parse".to_owned() };
    let cut = Some(Cut::Signal { number: Some(15) });
    let execution = Execution {
        skipped: vec![skipped],
        programs: vec![program],
        cut,
        ..Execution::new("tests", 100, 40)
    };
    if let Some(campaign) = &mut results.campaign {
        campaign.ending.execution = Some(execution);
    }
    let problem = "interrupted by SIGTERM after 41 of 100 tests";

    let read = parsed(&junit(&results, &[]));
    assert_eq!([&read["suite"]["errors"], &read["suite"]["skipped"]], ["1", "3"]);
    let cases = read["cases"].as_array().expect("cases");
    let message = |name: &str, tag: &str| {
        let case = cases.iter().find(|case| case["name"] == name).expect("a case");
        assert_eq!(case["children"][0][0], tag);
        case["children"][0][1]["message"].as_str().expect("a message").to_owned()
    };
    assert_eq!(message("complete", "error"), format!("incomplete: {problem}"));
    assert!(message("test 17 on p.js", "skipped").starts_with("the debugger is not there"));
    assert_eq!(message("program q.js", "skipped"), "does not parse");

    let log: serde_json::Value = serde_json::from_str(&sarif(&results, &[])).expect("JSON");
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notes = invocation["toolExecutionNotifications"].as_array().expect("notes");
    let texts: Vec<&str> =
        notes.iter().filter_map(|note| note["message"]["text"].as_str()).collect();
    assert_eq!(texts[0], format!("Incomplete: {problem}."));
    assert!(texts[1].starts_with("Skipped test 17 on p.js: the debugger is not there"));
    assert_eq!(texts[2], "Skipped program q.js: it does not parse.");

    let page = html(&results, &[], Page { beside_results: true });
    assert!(page.contains(&format!("incomplete: {problem}")), "{page}");
    assert!(page.contains("17 on p.js") && page.contains("the debugger is not there"), "{page}");
}

#[test]
fn the_same_results_give_the_same_files() {
    let texts = || {
        let (results, items) = both();
        let page = html(&results, &items, Page { beside_results: true });
        (page, sarif(&results, &items), junit(&results, &items))
    };
    assert_eq!(texts(), texts());
}
