//! What relations leave alone: each false alarm from a change that the program noticed, or from a
//! rule of the language, has its test here.

use crate::support::{apply, script, trace};

const SEEDS: std::ops::Range<u64> = 0..60;

/// The texts of the programs that a relation makes from one.
fn changed(relation: &str, program: &str) -> Vec<String> {
    let initial = trace("start = end");
    let mut texts: Vec<String> = SEEDS
        .filter_map(|seed| apply(relation, &script(program), &initial, seed).ok())
        .map(|plan| plan.program.text.to_string())
        .collect();
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn directives_stay_first() {
    let program = "\"use strict\";\nlet a = 1;\na = 2;\n";
    for relation in ["insert-dead-code", "add-no-op"] {
        let texts = changed(relation, program);
        assert!(!texts.is_empty(), "{relation}");
        for text in texts {
            assert!(text.starts_with("\"use strict\";"), "{text}");
        }
    }
}

#[test]
fn a_no_op_is_not_put_into_the_dead_zone() {
    for text in changed("add-no-op", "print(1);\nlet a = 1;\nprint(a);\n") {
        let no_op = text.find("a = a").expect("the no-op");
        assert!(no_op > text.find("let a = 1").expect("the declaration"), "{text}");
    }
}

#[test]
fn what_is_left_of_a_removed_statement_does_not_end_the_one_before() {
    let texts = changed("remove-dead-code", "function f() {\n  return\n  'dead';\n}\nf();\n");
    assert_eq!(texts, ["function f() {\n  return\n  {}\n}\nf();\n"]);
    let texts = changed("remove-dead-code", "function f() {\n  return;\n  'dead';\n}\nf();\n");
    assert_eq!(texts, ["function f() {\n  return;\n  ;\n}\nf();\n"]);
}

#[test]
fn constants_are_not_assigned() {
    for text in changed("add-no-op", "const a = 1;\nlet b = 2;\nprint(a, b);\n") {
        assert!(!text.contains("a = a"), "{text}");
    }
}

#[test]
fn a_renamed_local_keeps_every_occurrence_together() {
    let program = "function f() { let n = 1; { let n = 2; print(n); } return n; }\nf();\n";
    let texts = changed("rename-local", program);
    assert!(
        texts.contains(
            &"function f() { let local0 = 1; { let n = 2; print(n); } return local0; }\nf();\n"
                .to_owned()
        )
    );
    assert!(
        texts.contains(
            &"function f() { let n = 1; { let local0 = 2; print(local0); } return n; }\nf();\n"
                .to_owned()
        )
    );
    assert_eq!(texts.len(), 2);
}

#[test]
fn names_that_with_or_eval_could_see_are_not_renamed() {
    assert!(changed("rename-local", "function f(o) { with (o) { print(1); } }\n").is_empty());
    let texts = changed("rename-local", "function f() { let n = 1; return eval('n'); }\nf();\n");
    assert!(texts.is_empty(), "{texts:?}");
}

#[test]
fn a_step_is_not_refined_where_functions_are_suspended() {
    let program = script("async function f() { await 1; print(2); }\nf();\nprint(3);\n");
    let initial = trace(
        "break 2:0 = 2:0
         start = 2:0
         over = 3:0
         over = end",
    );
    for seed in SEEDS {
        assert!(apply("replace-by-finer", &program, &initial, seed).is_err());
    }
}

#[test]
fn a_literal_that_decides_a_branch_may_add_pauses_there() {
    let program = script("let y = 1;\nif (true) {\n  print(y);\n}\n");
    let initial = trace("start = end");
    let mut seeds = SEEDS;
    let plan = seeds
        .find_map(|seed| apply("rewrite-boolean", &program, &initial, seed).ok())
        .expect("applies");
    assert!(plan.may_pause_within.is_some(), "the engine had left the condition out");
}

#[test]
fn numbers_are_split_only_where_they_are_values() {
    let program = "({ 1: 2 });\nlabel: for (;;) { break label; }\nlet s = `a${3}`;\n'4';\n";
    for text in changed("split-integer", program) {
        assert!(text.contains("{ 1: "), "a key is no value: {text}");
        assert!(text.ends_with("'4';\n"), "a directive is no number: {text}");
    }
}
