//! `report` as a user sees it: the page, the files for CI systems, bad input.

mod support;

use std::fs;
use support::check;

/// A known bug of V8: a breakpoint that never pauses ends the dead zone.
const DEAD_ZONE: &str = "\
function probe() {
  value = 5;
  let value = 1;
}
try { probe(); } catch (error) { print(error.name); }
print('</script><script>window.hacked = 1</script>');
";

#[test]
fn a_campaign_gets_a_page_and_files_for_ci_systems() {
    let folder = tempfile::tempdir().expect("folder");
    fs::write(folder.path().join("zone.js"), DEAD_ZONE).expect("file");
    let mut run = vec!["run", "--debugger", "node", "--corpus", "zone.js", "--out", "out"];
    run.extend(["--relations", "never-true-condition", "--tests", "6"]);
    check(folder.path(), &run, 1);
    let first = fs::read_dir(folder.path().join("out/findings")).expect("findings").next();
    let first = first.expect("a finding").expect("its folder").path();
    let witness = fs::read_to_string(first.join("witness.json")).expect("what really happened");
    let witness: serde_json::Value = serde_json::from_str(&witness).expect("JSON");
    let entries = witness["initial"]["entries"].as_array().expect("entries");
    assert!(entries.iter().any(|entry| entry["line"] == 2 && entry["function"] == "probe"));

    let words = check(folder.path(), &["report", "out"], 0);
    assert!(words.contains("html: out/report.html"), "{words}");
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("the page");
    assert!(!page.contains("<script>window.hacked"), "it is data, not markup");
    assert!(page.contains("\\u003cscript\\u003ewindow.hacked"));

    fs::create_dir(folder.path().join("elsewhere")).expect("folder");
    let mut report = vec!["report", "out", "--html", "elsewhere", "--json"];
    report.extend(["--sarif", "found.sarif", "--junit", "found.xml"]);
    let said: serde_json::Value =
        serde_json::from_str(&check(folder.path(), &report, 0)).expect("JSON");
    assert_eq!(said["files"]["html"], "elsewhere/report.html");
    assert!(said["findings"].as_u64().is_some_and(|count| count > 0));
    let sarif = fs::read_to_string(folder.path().join("found.sarif")).expect("SARIF");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let file = place["artifactLocation"]["uri"].as_str().expect("an address");
    assert!(folder.path().join("out").join(file).exists(), "{file}");
    let junit = fs::read_to_string(folder.path().join("found.xml")).expect("JUnit XML");
    assert!(junit.contains("<failure") && junit.contains("never-true-condition"), "{junit}");
}

#[test]
fn what_cannot_be_read_is_left_out_and_reported() {
    let folder = tempfile::tempdir().expect("folder");
    let broken = folder.path().join("out/findings/000001-broken");
    fs::create_dir_all(&broken).expect("folder");
    fs::write(broken.join("finding.json"), "{\"schema\": 99}").expect("file");
    let words = check(folder.path(), &["report", "out"], 0);
    assert!(words.contains("left out findings/000001-broken") && words.contains("schema 99"));
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("the page");
    assert!(page.contains("1 folders could not be read"));
}

#[test]
fn bad_input_gets_a_clear_error_and_code_2() {
    let folder = tempfile::tempdir().expect("folder");
    fs::create_dir_all(folder.path().join("out/findings")).expect("folder");
    fs::create_dir(folder.path().join("empty")).expect("folder");
    fs::create_dir_all(folder.path().join("odd/findings")).expect("folder");
    fs::write(folder.path().join("odd/summary.json"), "[]").expect("file");
    for (arguments, words) in [
        (vec!["report", "none"], "find results in none"),
        (vec!["report", "empty"], "neither findings nor differences"),
        (vec!["report", "odd"], "it is not a summary of debunk"),
        (vec!["report", "out", "--html", "no/such/folder/page.html"], "no/such/folder/page.html"),
        (vec!["report", "out", "--sarif", "no/such.sarif"], "no/such.sarif"),
        (vec!["report"], "OUT"),
    ] {
        let said = check(folder.path(), &arguments, 2);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}
