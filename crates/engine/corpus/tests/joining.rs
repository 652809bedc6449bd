//! Consecutive scripts are joined if that does no harm.

use crate::support::{Files, PRELUDE, STRICT, names, text};
use debunk_corpus::Expectation;
use debunk_model::Goal;

fn wrapped(body: &str) -> String {
    format!("(function () {{\n{body}\n}}).call(this);\n")
}

#[test]
fn none_are_joined_by_default() {
    let files = Files::new();
    files.write("a.js", "a;");
    files.write("b.js", "b;");
    for size in [0, 1] {
        assert_eq!(names(&files.load_joined(size, false)), ["a.js", "b.js"]);
    }
}

#[test]
fn groups_keep_the_order() {
    let files = Files::new();
    for name in ["a", "b", "c", "d", "e"] {
        files.write(&format!("{name}.js"), format!("let x = '{name}'; // end"));
    }
    files.write("b2.mjs", "m;");
    let corpus = files.load_joined(2, false);
    assert_eq!(names(&corpus), ["a.js +1", "b2.mjs", "c.js +1", "e.js"]);
    let expected = wrapped("let x = 'a'; // end") + &wrapped("let x = 'b'; // end");
    assert_eq!(text(&corpus, "a.js +1"), expected);
    assert_eq!(text(&corpus, "e.js"), "let x = 'e'; // end");
    assert_eq!(corpus.entries[0].program.goal, Goal::Script);
    assert_eq!(names(&files.load_joined(9, false)), ["a.js +4", "b2.mjs"]);
}

#[test]
fn modes_are_kept_apart_and_directives_kept_first() {
    let files = Files::new();
    files.write("a.js", "a;");
    files.write("b.js", "// b\n'use strict';\nb;");
    let corpus = files.load_joined(2, true);
    assert_eq!(names(&corpus), ["a.js +1", "a.js (strict) +1"]);
    assert_eq!(text(&corpus, "a.js +1"), wrapped("a;") + &wrapped("// b\n'use strict';\nb;"));
    let strict =
        wrapped(&format!("{STRICT}a;")) + &wrapped(&format!("{STRICT}// b\n'use strict';\nb;"));
    assert_eq!(text(&corpus, "a.js (strict) +1"), strict);
}

#[test]
fn what_does_not_bear_it_is_left_alone() {
    let files = Files::new();
    files.write("a.js", "a;");
    for (name, code) in [
        ("b1.js", "#!/usr/bin/env x\nb;"),
        ("b2.js", "b; <!-- comment"),
        ("b3.js", "/*\n*/ --> comment"),
        ("b4.cjs", "return 1;"),
        ("b5.js", "await b;"),
        ("b6.js", "import b from 'b';"),
        ("b7.js", "} b; {"),
        ("b8.mjs", "b;"),
    ] {
        files.write(name, code);
    }
    files.write("c.js", "c;");
    let corpus = files.load_joined(5, false);
    let expected =
        ["a.js +1", "b1.js", "b2.js", "b3.js", "b4.cjs", "b5.js", "b6.js", "b7.js", "b8.mjs"];
    assert_eq!(names(&corpus), expected);
    assert_eq!(text(&corpus, "a.js +1"), wrapped("a;") + &wrapped("c;"));
    assert_eq!(text(&corpus, "b5.js"), "await b;");
}

#[test]
fn tests_share_one_harness_with_all_includes() {
    let files = Files::checkout();
    let a = files.write_test("test/a.js", "includes: [one.js]", "a();");
    let b = files.write_test("test/b.js", "includes: [sub/two.js, one.js]", "b();");
    let corpus = files.load_joined(2, true);
    assert_eq!(names(&corpus), ["test/a.js +1", "test/a.js (strict) +1"]);
    let harness = format!("{PRELUDE}var one = 1;\nvar two = 2 // no newline at the end\n;\n");
    let expected = format!("{harness}{}{}", wrapped(&a), wrapped(&b));
    assert_eq!(text(&corpus, "test/a.js +1"), expected);
    let strict = |test: &str| wrapped(&format!("{STRICT}{test}"));
    let expected = format!("{STRICT}{harness}{}{}", strict(&a), strict(&b));
    assert_eq!(text(&corpus, "test/a.js (strict) +1"), expected);
}

#[test]
fn some_tests_never_share() {
    let files = Files::checkout();
    files.write_test("test/a.js", "description: x", "a();");
    files.write_test("test/b.js", "flags: [async]", "b();");
    files.write_test("test/c.js", "flags: [raw]", "c();");
    files.write_test("test/d.js", "negative:\n  phase: runtime\n  type: TypeError", "d();");
    files.write_test("test/e.js", "flags: [module]", "e();");
    files.write_test("test/f.js", "flags: [noStrict]", "f();");
    files.write_test("test/g.js", "flags: [onlyStrict]", "g();");
    let corpus = files.load_joined(9, false);
    let expected =
        ["test/a.js +1", "test/b.js", "test/c.js", "test/d.js", "test/e.js", "test/g.js (strict)"];
    assert_eq!(names(&corpus), expected);
    assert_eq!(corpus.entries[0].expects, Expectation::Runs);
    assert_eq!(corpus.entries[3].expects, Expectation::Throws(Some("TypeError".to_owned())));
}

#[test]
fn tests_and_ordinary_programs_do_not_mix() {
    let files = Files::new();
    files.write("a.js", "a;");
    files.write("z.js", "z;");
    files.write("checkout/harness/assert.js", "A\n");
    files.write("checkout/harness/sta.js", "S\n");
    files.write("checkout/test/b.js", "b;");
    files.write("checkout/test/c.js", "c;");
    let corpus = files.load_joined(3, false);
    assert_eq!(names(&corpus), ["a.js +1", "test/b.js +1"]);
    assert_eq!(text(&corpus, "a.js +1"), wrapped("a;") + &wrapped("z;"));
}

#[test]
fn built_in_programs_come_in_both_modes_and_joined() {
    let plain = debunk_corpus::built_in();
    let scripts =
        plain.entries.iter().filter(|entry| entry.program.goal == debunk_model::Goal::Script);
    let both = debunk_corpus::built_in_with(&debunk_corpus::LoadOptions {
        both_modes: true,
        concatenate: 1,
    });
    assert_eq!(both.entries.len(), plain.entries.len() + scripts.count());
    let joined = debunk_corpus::built_in_with(&debunk_corpus::LoadOptions {
        both_modes: false,
        concatenate: 4,
    });
    assert!(joined.entries.len() < plain.entries.len() / 2);
}
