//! Tests of the bound: it never underestimates, and it rejects no program that people write.

use super::nesting_bound;
use crate::{JavaScriptError, NESTING_LIMIT, PROGRAM_LIMIT_BYTES, with_syntax};
use debunk_model::{Goal, Program};
use std::fs;
use std::path::{Path, PathBuf};

/// How a text can be nested: what comes before, what is repeated, the middle, what closes each.
const FORMS: &[(&str, &str, &str, &str)] = &[
    ("", "[", "", "]"),
    ("", "[", "", ""),
    ("x = ", "(", "1", ")"),
    ("", "{", "", "}"),
    ("x = ", "{a:", "1", "}"),
    ("x = ", "!", "1", ""),
    ("x = ", "- ", "1", ""),
    ("x = ", "typeof ", "1", ""),
    ("x = ", "new ", "y", ""),
    ("x = 1", "", "", "+1"),
    ("x = 1", "", "", "**1"),
    ("x = {}", "", "", "+{}"),
    ("x = {}", "", "", " instanceof {}"),
    ("x = {}", "", "", "\n+function f(){}"),
    ("x = a", "", "", "``"),
    ("x = a", "", "", "()"),
    ("x = a", "", "", ".b"),
    ("x = a", "", "", "?.b"),
    ("x = a", "", "", "[0]"),
    ("x = ", "`${", "1", "}`"),
    ("x = ", "a=", "1", ""),
    ("x = ", "a=>", "1", ""),
    ("x = ", "async a=>", "1", ""),
    ("x = ", "a?1:", "1", ""),
    ("x = ", "a?", "1", ":1"),
    ("", "if(a)", ";", ""),
    ("", "if(a){}else ", ";", ""),
    ("", "if(a);else ", ";", ""),
    ("", "while(a)", ";", ""),
    ("", "do ", ";", "while(0)"),
    ("", "for(;;)", ";", ""),
    ("", "with(a)", ";", ""),
    ("", "try{", "", "}finally{}"),
    ("", "switch(1){default:", "", "}"),
    ("x = ", "function(){return ", "1", "}"),
    ("x = ", "class{a=", "1", "}"),
    ("x = ", "class extends ", "A", "{}"),
    ("let ", "[", "a", "]=[]"),
    // The closing brackets are not what they seem.
    ("", "[/*]*/", "", ""),
    ("", "[//]\n", "", ""),
    ("", "[<!--]\n", "", ""),
    ("", "[/]/,", "", ""),
    ("", "['\\\n]',", "", ""),
    ("", "['\\']',", "", ""),
    ("", "[`]`,", "", ""),
    ("", "[{}/1/*\n]*/,", "", ""),
    ("", "[{}/'\\\n]',", "", ""),
    ("", "[...await /]/,", "", ""),
    ("", "(function(){l:for(;;){break l\n/}/;", "", ""),
    ("", "(function(){var x\n/}/;", "", ""),
    ("", "[x=>{}\n/]/,", "", ""),
    ("", "[{if:1},(a)/1,", "", ""),
    ("\u{2028}", "[/*\u{2028}*/-->]\n", "", ""),
];

fn text(form: (&str, &str, &str, &str), times: usize) -> String {
    let (before, open, middle, close) = form;
    format!("{before}{}{middle}{}", open.repeat(times), close.repeat(times))
}

fn depth(text: &str) -> Option<u64> {
    let program = Program::javascript("nested.js", Goal::Script, text);
    with_syntax(&program, |semantic| {
        let nodes = semantic.nodes();
        nodes.iter().map(|node| nodes.ancestor_ids(node.id()).count() as u64).max()
    })
    .ok()?
}

#[test]
fn every_form_of_nesting_is_counted() {
    for &form in FORMS {
        let bound = nesting_bound(&text(form, 100));
        assert!(bound >= 100, "{form:?} is bounded by {bound}");
        if let Some(depth) = depth(&text(form, 100)) {
            assert!(depth <= bound * 5 + 20, "{form:?}: {depth} deep, bounded by {bound}");
        }
    }
}

#[test]
fn no_form_of_nesting_ends_the_process() {
    for &form in FORMS {
        let unit = form.1.len() + form.3.len();
        for times in [NESTING_LIMIT as usize / 8, PROGRAM_LIMIT_BYTES / unit - 20] {
            let text = text(form, times);
            let program = Program::javascript("nested.js", Goal::Script, &*text);
            let analysed = crate::analyse(&program);
            if times > NESTING_LIMIT as usize {
                assert_eq!(
                    analysed.err(),
                    Some(JavaScriptError::TooDeep),
                    "{form:?} times {times}"
                );
            }
        }
    }
}

#[test]
fn the_deepest_programs_that_pass_fit_the_stack() {
    for &form in FORMS {
        let mut times = NESTING_LIMIT as usize;
        while nesting_bound(&text(form, times)) > NESTING_LIMIT {
            times -= times.div_ceil(50);
        }
        let program = Program::javascript("nested.js", Goal::Script, &*text(form, times));
        let style = crate::CopyStyle::default();
        let _ = crate::analyse(&program);
        let _ = crate::parts(&program);
        let _ = crate::instrument(&program, style);
        let _ = crate::mutants(&program);
        let _ = crate::shadow::imports(&program);
        let _ = crate::shadow::shadow(&program, &crate::shadow::ShadowOptions::default());
    }
}

#[test]
fn statements_side_by_side_do_not_nest() {
    for line in [
        "if (a) { b() } else { c() }\n",
        "a = b + c * (d - 1) / e\n",
        "for (const x of y) z(x);\n",
        "f(function () { return 1 })\n",
        "x.y = { a: [1, 2], b: /[)]/.test(c) };\n",
        "let s = `a${b}c${d}`\n",
        "while (n --> 0) { n = (a) / 2 }\n",
    ] {
        let bound = nesting_bound(&line.repeat(10_000));
        assert!(bound < 100, "{line:?} repeated is bounded by {bound}");
    }
    let list = format!("x = [{}];", "1, 'a', [2], {b: 3},".repeat(20_000));
    assert!(nesting_bound(&list) < 20);
}

/// JavaScript files below a folder, a few levels down.
fn scripts(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && depth > 0 && !path.is_symlink() {
            scripts(&path, depth - 1, found);
        } else if path.extension().is_some_and(|ending| ending == "js" || ending == "mjs") {
            found.push(path);
        }
    }
}

#[test]
fn programs_that_people_wrote_are_far_below_the_limit() {
    let mut found = Vec::new();
    for folder in ["/usr/lib/node_modules", "/usr/share/nodejs", "/usr/local/lib/node_modules"] {
        scripts(Path::new(folder), 6, &mut found);
    }
    assert!(found.len() > 100, "npm comes with some hundred files");
    let mut refused = Vec::new();
    for path in &found {
        let Ok(text) = fs::read_to_string(path) else { continue };
        if text.len() <= PROGRAM_LIMIT_BYTES && nesting_bound(&text) > NESTING_LIMIT / 2 {
            refused.push(path);
        }
    }
    assert!(refused.is_empty(), "{refused:?}");
}
