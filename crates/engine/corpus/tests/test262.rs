//! Tests of a checkout of test262 are interpreted by its rules.

use crate::support::{Files, PRELUDE, STRICT, entry, names, skips, text};
use debunk_corpus::{Expectation, LoadOptions};
use debunk_model::Goal;

/// The reasons for which the tests with this front matter and code are skipped.
fn skip_of(front_matter: &str, code: &str) -> String {
    let files = Files::checkout();
    files.write_test("test/a.js", front_matter, code);
    let corpus = files.load_all();
    assert_eq!(names(&corpus), [""; 0], "{front_matter} {code}");
    skips(&corpus).join("; ")
}

#[test]
fn the_harness_goes_before_the_test() {
    let files = Files::checkout();
    let test = files.write_test("test/a.js", "description: x", "a();\n");
    let with = files.write_test("test/b.js", "includes: [sub/two.js, one.js, sta.js]", "b();\n");
    let bare = "bare();\n";
    files.write("test/c.js", bare);
    let corpus = files.load_all();
    assert_eq!(names(&corpus), ["test/a.js", "test/b.js", "test/c.js"]);
    assert_eq!(text(&corpus, "test/a.js"), format!("{PRELUDE}{test}"));
    let includes = "var two = 2 // no newline at the end\nvar one = 1;\n";
    assert_eq!(text(&corpus, "test/b.js"), format!("{PRELUDE}{includes}{with}"));
    assert_eq!(text(&corpus, "test/c.js"), format!("{PRELUDE}{bare}"));
}

#[test]
fn async_tests_get_their_helper_before_the_includes() {
    let files = Files::checkout();
    let test = files.write_test("test/a.js", "flags: [async]\nincludes:\n  - one.js", "a();\n");
    let corpus = files.load_all();
    let expected = format!("{PRELUDE}var $DONE = 1;\nvar one = 1;\n{test}");
    assert_eq!(text(&corpus, "test/a.js"), expected);
}

#[test]
fn raw_tests_stay_as_they_are() {
    let files = Files::checkout();
    let test = files.write_test("test/a.js", "flags: [raw, generated]", "#a\n");
    let corpus = files.load_both_modes();
    assert_eq!(names(&corpus), ["test/a.js"]);
    assert_eq!(text(&corpus, "test/a.js"), test);
}

#[test]
fn flags_decide_the_modes() {
    let files = Files::checkout();
    let any = files.write_test("test/any.js", "description: x", "a();\n");
    files.write_test("test/module.js", "flags: [module]", "export default 1;\n");
    files.write_test("test/no.js", "flags: [noStrict]", "a();\n");
    let only = files.write_test("test/only.js", "flags: [onlyStrict]", "a();\n");
    let sloppy = files.load_all();
    assert_eq!(
        names(&sloppy),
        ["test/any.js", "test/module.js", "test/no.js", "test/only.js (strict)"]
    );
    assert_eq!(entry(&sloppy, "test/module.js").program.goal, Goal::Module);
    assert!(text(&sloppy, "test/module.js").starts_with(PRELUDE));
    assert_eq!(text(&sloppy, "test/only.js (strict)"), format!("{STRICT}{PRELUDE}{only}"));
    let both = files.load_both_modes();
    assert_eq!(both.entries.len(), sloppy.entries.len() + 1);
    assert_eq!(text(&both, "test/any.js (strict)"), format!("{STRICT}{PRELUDE}{any}"));
    assert_eq!(text(&both, "test/any.js"), format!("{PRELUDE}{any}"));
}

#[test]
fn negative_tests_say_what_they_throw() {
    let files = Files::checkout();
    let negative =
        |phase: &str, error: &str| format!("negative:\n  phase: {phase}\n  type: {error}");
    files.write_test("test/a.js", &negative("runtime", "TypeError"), "a();\n");
    let resolution = format!("flags: [module]\n{}", negative("resolution", "SyntaxError"));
    files.write_test("test/b.js", &resolution, "export { a };\n");
    files.write_test("test/c.js", "negative:\n  phase: runtime", "c();\n");
    files.write_test("test/d.js", "description: x", "d();\n");
    let corpus = files.load_all();
    let expects = |name| entry(&corpus, name).expects.clone();
    assert_eq!(expects("test/a.js"), Expectation::Throws(Some("TypeError".to_owned())));
    assert_eq!(expects("test/b.js"), Expectation::Throws(Some("SyntaxError".to_owned())));
    assert_eq!(expects("test/c.js"), Expectation::Throws(None));
    assert_eq!(expects("test/d.js"), Expectation::Runs);
    for phase in ["parse", "early"] {
        let reason = skip_of(&negative(phase, "SyntaxError"), "a b;");
        assert_eq!(reason, "test/a.js is meant not to parse");
    }
    assert_eq!(skip_of("negative: SyntaxError", "a b;"), "test/a.js is meant not to parse");
}

#[test]
fn what_needs_a_special_host_is_skipped() {
    let reason = skip_of("flags: [CanBlockIsFalse]", "a();");
    assert_eq!(reason, "test/a.js needs a host whose main thread cannot block");
    let reason = skip_of("flags: [CanBlockIsTrue]", "a();");
    assert_eq!(reason, "test/a.js needs a host whose main thread can block");
    let needs_host = "test/a.js needs the host object $262";
    assert_eq!(skip_of("description: x", "$262.gc();"), needs_host);
    assert_eq!(skip_of("includes: [host.js]", "detach();"), needs_host);
    assert_eq!(skip_of("features: [BigInt, cross-realm]", "a();"), needs_host);
}

#[test]
fn what_imports_other_files_is_skipped() {
    let imports = "test/a.js imports other files";
    for code in [
        "import a from './b.js';",
        "import './b.js';",
        "export * from \"./b.js\";",
        "export {a}from'./b.js';",
        "await import ('./b.js');",
        "import { a } from\n  './b_FIXTURE.js';",
    ] {
        assert_eq!(skip_of("flags: [module]", code), imports, "{code}");
    }
    assert_eq!(skip_of("flags: [async]", "import('./b.js').then(a);"), imports);
    assert_eq!(skip_of("flags: [async]", "import.defer('./b.js').then(a);"), imports);
}

#[test]
fn a_front_matter_may_speak_of_anything() {
    let files = Files::checkout();
    let info = "description: >\n  import('x') from 'y' needs $262\n  _FIXTURE flags: [raw]";
    files.write_test("test/a.js", &format!("{info}\nflags: [module]"), "Array.from('b');\n");
    let corpus = files.load_all();
    assert_eq!(corpus.skips, []);
    assert!(text(&corpus, "test/a.js").starts_with(PRELUDE));
}

#[test]
fn an_include_that_cannot_be_had_is_named() {
    let reason = skip_of("includes: [one.js, none.js]", "a();");
    assert_eq!(reason, "test/a.js includes `none.js`, which the harness does not have");
    let reason = skip_of("includes: [../test/a.js]", "a();");
    assert_eq!(reason, "test/a.js includes `../test/a.js`, which is not a path inside the harness");
    let files = Files::new();
    files.write("harness/assert.js", "");
    files.write("harness/sta.js", b"\xff");
    files.write("test/a.js", "a();");
    assert_eq!(skips(&files.load_all()), ["test/a.js includes `sta.js`, which is not text"]);
}

#[test]
fn fixtures_and_the_harness_are_no_tests() {
    let files = Files::checkout();
    files.write("test/a_FIXTURE.js", "a();");
    files.write("test/harness/a.js", "a();");
    assert_eq!(names(&files.load_all()), ["test/harness/a.js"]);
    let named = files.load(&["test/a_FIXTURE.js", "harness/one.js"], LoadOptions::default());
    let expected = [
        "test/a_FIXTURE.js is a fixture of other tests, not a test",
        "harness/one.js is a part of the harness of test262, not a test",
    ];
    assert_eq!(skips(&named), expected);
    assert!(files.try_load(&["harness"], LoadOptions::default()).is_err());
}

#[test]
fn a_checkout_is_recognised_from_below_and_from_above() {
    let files = Files::checkout();
    let test = files.write_test("test/x/y/a.js", "flags: [onlyStrict]", "a();\n");
    let expected = format!("{STRICT}{PRELUDE}{test}");
    for path in ["test/x/y", "test/x/y/a.js", "test/../test/x", ""] {
        let corpus = files.load(&[path], LoadOptions::default());
        assert_eq!(text(&corpus, "test/x/y/a.js (strict)"), expected, "{path}");
    }
    let above = Files::new();
    above.write("plain.js", "p();");
    above.write("checkout/harness/assert.js", "A\n");
    above.write("checkout/harness/sta.js", "S\n");
    above.write("checkout/test/a.js", "a();");
    let corpus = above.load_all();
    assert_eq!(text(&corpus, "test/a.js"), "A\nS\na();");
    assert_eq!(text(&corpus, "plain.js"), "p();");
}

#[test]
fn half_a_harness_makes_no_checkout() {
    let files = Files::new();
    files.write("harness/assert.js", "A\n");
    files.write("test/a_FIXTURE.js", "/*---\nflags: [onlyStrict]\n---*/\na();");
    assert_eq!(names(&files.load_all()), ["harness/assert.js", "test/a_FIXTURE.js"]);
}

#[test]
fn tests_with_other_line_ends_are_understood() {
    for line_end in ["\r\n", "\r"] {
        let files = Files::checkout();
        let test = "/*---\ndescription: >\n  x\nflags:\n  - onlyStrict\n---*/\na();\n";
        let test = test.replace('\n', line_end);
        files.write("test/a.js", &test);
        let corpus = files.load_all();
        let expected = format!("{STRICT}{PRELUDE}{test}");
        assert_eq!(text(&corpus, "test/a.js (strict)"), expected);
    }
}
