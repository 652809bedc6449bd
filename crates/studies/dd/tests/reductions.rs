//! `dd min` on files of several languages with the tools that read them.

use crate::tasks;

/// Minimises a file and checks the result, and how often the command was called.
fn check(name: &str, expected: &str, calls_max: u64) {
    let found = tasks::reduce(name, 1, 0);
    assert_eq!(String::from_utf8_lossy(&found.text), expected, "{name}");
    assert!(found.calls <= calls_max, "{name}: {} calls", found.calls);
}

#[test]
fn html_is_left_with_one_tag() {
    check("select.html", "<SELECT>", 25);
}

#[test]
fn c_is_left_with_what_the_compiler_warns_of() {
    check("shift.c", "u(){0<<33", 130);
}

#[test]
fn json_is_left_with_one_entry() {
    check("log.json", "[{\"level\":\"error\",\"code\":512}]", 100);
}

#[test]
fn two_jobs_ask_the_same_questions_and_wait_for_fewer() {
    let (one, two) = (tasks::reduce("select.html", 1, 0), tasks::reduce("select.html", 2, 0));
    assert_eq!((one.text, one.counts.tests), (two.text, two.counts.tests));
    assert!(two.counts.foreseen * 4 >= two.counts.tests, "{:?}", two.counts);
}
