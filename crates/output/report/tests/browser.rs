//! A report of hostile findings in a real browser: everything is shown, nothing is executed.

#[path = "support/browser.rs"]
mod browser;
mod support;

use browser::Browser;
use debunk_report::{Item, Page, html};
use std::fs;
use std::path::PathBuf;
use support::{finding, results};

const MARKUP: &str = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>";

fn report(folder: &tempfile::TempDir, findings: Vec<debunk_results::Finding>) -> PathBuf {
    let results = results(findings);
    let path = folder.path().join("report.html");
    fs::write(&path, html(&results, &Item::all(&results), Page { beside_results: true }))
        .expect("file");
    path
}

#[track_caller]
fn check_harmless(browser: &mut Browser) {
    assert_eq!(browser.text("typeof window.hacked"), "undefined");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('img, iframe, object, base').length"),
        0
    );
    let own = "[...document.scripts].every((it) => it.type === 'application/json' || it === document.scripts[document.scripts.length - 1])";
    assert_eq!(browser.evaluate(own), true);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

#[test]
fn hostile_findings_are_shown_and_not_executed() {
    let folder = tempfile::tempdir().expect("folder");
    let path = report(&folder, vec![finding(3, false), finding(7, true)]);
    let mut browser = Browser::start();
    browser.open(&path, "");
    assert_eq!(browser.evaluate("document.querySelectorAll('.item').length"), 2);
    let listed = browser.text("document.querySelector('.item').textContent");
    assert!(listed.contains(MARKUP), "{listed}");
    assert!(listed.contains("U+202E") && listed.contains("U+0000"), "{listed}");
    check_harmless(&mut browser);

    // A click opens the proven one, at its contradiction.
    browser.click(".item .what");
    browser.wait_for("!document.getElementById('finding').hidden");
    let current = "document.querySelector('.trace [aria-current]').textContent";
    let told = browser.text(current);
    assert!(told.contains("step over") && told.contains(MARKUP), "{told}");
    assert_eq!(browser.evaluate("document.querySelectorAll('.code').length"), 2);
    let shown = browser.text("document.getElementById('finding').textContent");
    for part in
        ["x is 7 there", "ready for an issue tracker", "shows it without debunk", "debunk replay"]
    {
        assert!(shown.contains(part), "{part} is missing");
    }
    for (selector, part) in [
        (".code:nth-child(2) .line.now", "print(x); /* </script>"),
        (".code:nth-child(2) .inserted", "if (false)"),
        (".code .note", "asked for 1:0"),
        (".values .differs td:nth-child(3)", "8"),
        (".values", "__proto__"),
        (".log .entry.now", "print(x)"),
    ] {
        let expression = format!(
            "[...document.querySelectorAll('{selector}')].map((it) => it.textContent).join('')"
        );
        let text = browser.text(&expression);
        assert!(text.contains(part), "{selector}: {text}");
    }
    check_harmless(&mut browser);

    // The keys step through the trace; the address shows the position.
    browser.press("k");
    assert!(browser.text(current).contains("start"), "one step back");
    assert!(browser.text("location.hash").ends_with("/3"));
    browser.press("ArrowDown");
    browser.press("j");
    assert!(browser.text(current).contains("finished with"), "two steps on");
    assert!(browser.text("document.querySelector('.stack').textContent").contains(MARKUP));
    browser.press("Home");
    assert!(browser.text(current).contains("add breakpoint"));
    browser.press("d");
    assert!(browser.text("location.hash").ends_with("/4"));
    check_harmless(&mut browser);

    // The next finding, help, and back to the list.
    browser.press("n");
    browser.wait_for("document.querySelectorAll('.code').length === 1");
    browser.press("?");
    assert_eq!(browser.evaluate("document.getElementById('keys').open"), true);
    browser.press("Escape");
    browser.wait_for("!document.getElementById('keys').open");
    browser.press("Escape");
    browser.wait_for("!document.getElementById('overview').hidden");
    assert_eq!(
        browser.evaluate("document.activeElement.className"),
        "item",
        "the focus comes back"
    );
    check_harmless(&mut browser);
}

#[test]
fn addresses_filters_and_themes_work() {
    let folder = tempfile::tempdir().expect("folder");
    let findings = (0..500).map(|number| finding(number, number % 2 == 0)).collect();
    let path = report(&folder, findings);
    let mut browser = Browser::start();
    browser.open(&path, "#/f/000004-insert-dead-code-variables/3");
    let loaded = "performance.getEntriesByType('navigation')[0].domComplete";
    let loaded_ms = browser.evaluate(loaded).as_f64().expect("a time");
    println!("a page of 500 findings is there after {loaded_ms:.0} ms");
    assert!(loaded_ms < 10_000.0, "{loaded_ms} ms is slow, even on a busy machine");
    assert!(
        browser
            .text("document.querySelector('.trace [aria-current]').textContent")
            .contains("start")
    );
    browser.press("Escape");
    browser.wait_for("!document.getElementById('overview').hidden");
    assert_eq!(browser.evaluate("document.querySelectorAll('.item').length"), 500);
    let choose = "(() => { const it = document.querySelector('select[aria-label=verdict]'); it.value = 'not proven'; \
                  it.dispatchEvent(new Event('change')); })()";
    browser.evaluate(choose);
    assert_eq!(browser.evaluate("document.querySelectorAll('.item').length"), 250);
    assert!(browser.text("location.hash").contains("verdict=not+proven"));
    browser.press("/");
    for letter in "000007".chars() {
        browser.press(&letter.to_string());
    }
    assert_eq!(browser.evaluate("document.querySelectorAll('.item').length"), 1);
    browser.press("Escape");
    browser.press("j");
    browser.press("Enter");
    browser.wait_for("!document.getElementById('finding').hidden");
    assert!(browser.text("document.querySelector('.place').textContent").contains("1 of 1"));

    let paper = "getComputedStyle(document.body).backgroundColor";
    let light = browser.text(paper);
    browser.press("t");
    browser.press("t");
    assert_eq!(browser.text("document.documentElement.dataset.theme"), "dark");
    assert_ne!(browser.text(paper), light);
    check_harmless(&mut browser);
}

#[test]
fn a_page_without_findings_says_so_and_one_finding_has_no_neighbours() {
    let folder = tempfile::tempdir().expect("folder");
    let mut browser = Browser::start();
    browser.open(&report(&folder, Vec::new()), "");
    assert_eq!(browser.evaluate("document.querySelectorAll('.item').length"), 0);
    let said = browser.text("document.querySelector('.empty').textContent");
    assert!(said.contains("Nothing found"), "{said}");
    check_harmless(&mut browser);

    browser.open(&report(&folder, vec![finding(3, false)]), "");
    assert_eq!(browser.evaluate("document.querySelectorAll('.item').length"), 1);
    browser.click(".item .what");
    browser.wait_for("!document.getElementById('finding').hidden");
    let place = "document.querySelector('.place').textContent";
    assert!(browser.text(place).contains("1 of 1"));
    browser.press("n");
    assert!(browser.text(place).contains("1 of 1"), "there is no next one");
    check_harmless(&mut browser);
}
