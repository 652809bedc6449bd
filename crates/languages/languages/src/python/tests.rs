//! Small programs and the sites that are found in them.

use super::*;
use crate::samples::{self, removable_parts, variables};
use debunk_model::{Language, Program, Sites};

fn program(text: &str) -> Program {
    Program::script("test.py", Language::Python, text)
}

fn sites(text: &str) -> Sites {
    samples::sites(&program(text))
}

#[track_caller]
fn check_variables(text: &str, named: &str, assignable: &str) {
    let found = variables(&program(text), "here");
    assert_eq!(found, (named.to_owned(), assignable.to_owned()));
}

#[test]
fn only_names_of_the_function_itself_are_assigned() {
    check_variables("g = 1\ndef f(p):\n    a = g\n    here()\n    b = 2\n", "a b p", "a p");
    check_variables("g = 1\nhere()\n", "g", "g");
    check_variables("def f():\n    global g\n    g = 1\n    here()\n", "", "");
    check_variables("class A:\n    x = 1\n    here()\n", "", "");
    check_variables("def f():\n    n = 1\n    def g():\n        here()\n    g()\n", "", "");
}

#[test]
fn a_value_in_a_block_counts_in_that_block() {
    check_variables("def f(c):\n    if c:\n        a = 1\n        here()\n", "a c", "a c");
    check_variables("def f(c):\n    if c:\n        a = 1\n    here()\n", "a c", "c");
    check_variables("for i in x:\n    here()\n", "i", "i");
    check_variables("for i in x:\n    pass\nhere()\n", "i", "");
    check_variables("with open() as f:\n    here()\n", "f", "f");
    check_variables("a, (b, *c) = x\nhere()\n", "a b c", "a b c");
    check_variables("a = b = 1\nhere()\n", "a b", "a b");
    check_variables("x: int\nhere()\n", "x", "");
    check_variables("x += 1\nhere()\n", "x", "");
}

#[test]
fn names_that_can_be_lost_again_are_left_alone() {
    check_variables("a = 1\ndel a\nhere()\n", "", "");
    check_variables("try:\n    pass\nexcept E as e:\n    here()\n", "", "");
    check_variables("import os\ndef f(): pass\nclass C: pass\nhere()\n", "", "");
    check_variables("match x:\n    case [a, b]:\n        here()\n", "", "");
    check_variables("y = [i for i in x if (last := i)]\nhere()\n", "last y", "y");
}

#[track_caller]
fn check_insertions(text: &str, expected: &[&str]) {
    let found: Vec<String> = sites(text)
        .insertions
        .iter()
        .map(|site| {
            let word = text[site.offset as usize..].split(|c: char| !c.is_alphanumeric()).next();
            let own = if site.starts_line { "" } else { "..." };
            let joined = if site.joins_line { "" } else { "|" };
            format!("{own}{joined}{}", word.unwrap_or_default())
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn statements_go_before_statements() {
    check_insertions("a = 1; b = 2\nif a: c()\n", &["a", "...b", "|if", "...c"]);
    check_insertions("\"said\"\nfrom __future__ import x\na = 1\n", &["a"]);
    check_insertions("def f():\n\t'''one\n\ttwo'''\n\ta()\n", &["|def", "a"]);
    check_insertions("@d\ndef f(): return 1\n", &["|", "...return"]);
    check_insertions("x = '''\nno = 1\n'''\nmatch x:\n  case 1: a()\n", &["x", "|match", "...a"]);
}

#[test]
fn literals_that_are_more_than_values_stay() {
    let text = "match x:\n    case 1: y = 2\nz: Literal[3] = 0x4 + 1_0 + 05 + 6\nw = f'{7}' '8'\n";
    let found = sites(&text.replace("05", "5"));
    let values: Vec<u64> = found.integers.iter().map(|site| site.value).collect();
    assert_eq!(values, [2, 5, 6]);
    let found =
        sites("x = True\ng = lambda: True\ndef f(a=True):\n    return [False for b in a]\n");
    assert_eq!(found.booleans.len(), 1, "only where no closure is made");
}

#[test]
fn statements_that_bind_stay() {
    let text = "def f():\n    a = 1\n    g()\n    if x:\n        yield 1\n    raise E\n";
    let removable: Vec<&str> = sites(text)
        .statements
        .iter()
        .filter(|site| site.removable)
        .map(|site| site.span.of(text))
        .collect();
    assert_eq!(removable, ["g()", "raise E"]);
}

#[track_caller]
fn check_locals(text: &str, expected: &[(&str, usize)]) {
    samples::check_locals(&program(text), expected);
}

#[test]
fn locals_know_all_occurrences() {
    check_locals("def f(p):\n    q = p.q\n    return [q for r in p]\n", &[("p", 3), ("q", 2)]);
    check_locals("def f(p):\n    return p\nf(p=1)\n", &[]);
    check_locals("def f(p):\n    return p\nf(**d)\n", &[]);
    check_locals("def f():\n    q = 1\n    print(f'{q=}')\n", &[]);
    check_locals("def f():\n    q = 1\n    print(f'{q}')\n", &[("q", 2)]);
    check_locals("def f():\n    q = 1\n    return [q for q in x]\n", &[]);
    check_locals("def f():\n    q = 1\n    def g():\n        nonlocal q\n        q = 2\n", &[]);
    check_locals("def f():\n    q = 1\n    return locals()\n", &[]);
    check_locals("def f(a, b=1, *c: int):\n    return a, b, c\n", &[("a", 2), ("b", 2), ("c", 2)]);
    check_locals("a = 1\ndef f(a, b=a):\n    return a\n", &[("b", 1)]);
}

#[test]
fn parameters_get_a_place() {
    let text =
        "def a(): pass\ndef b(x, y=1): pass\ndef c(*r): pass\nclass D:\n def __d__(s): pass\n";
    let found: Vec<String> = sites(text)
        .functions
        .iter()
        .map(|site| {
            let mut changed = text.to_owned();
            let added = format!("{}z{}", site.before, site.after);
            changed.insert_str(site.offset as usize, &added);
            let line = changed.lines().find(|line| line.contains(&added)).map(str::to_owned);
            line.unwrap_or_default()
        })
        .collect();
    assert_eq!(found, ["def a(z=None): pass", "def b(x, y=1, z=None): pass"]);
}

#[test]
fn garbage_has_lines() {
    let found = sites("def (:\n  x\n# said\n");
    assert_eq!(found.breakable.len(), 2);
    assert!(found.insertions.is_empty());
}

#[test]
fn parts_can_be_taken_out() {
    let text = "def f(a, b):\n    if a:\n        g()\n    else:\n        h(1)\n    return a\n";
    let program = program(text);
    let removable = removable_parts(&program);
    let whole = text.trim_end();
    let branch = "if a:\n        g()\n    else:\n        h(1)";
    let last = "\n    else:\n        h(1)";
    assert_eq!(removable, [whole, "a", "b", branch, "g()", last, "h(1)", "1", "return a"]);
}

#[test]
fn lines_with_one_statement_are_plain() {
    let text = "x = 1\na(); b()\nif x: c()\ny = [z for z in x]\nf(1,\n  2)\nraise E # said\n";
    assert_eq!(sites(text).plain_lines.into_iter().collect::<Vec<u32>>(), [1, 7]);
}

#[test]
fn a_program_with_threads_or_with_code_after_its_end_is_not_logged() {
    let logged = |text: &str| instrument(&Program::script("test.py", Language::Python, text), 1);
    assert!(logged("import threading\nprint(1)\n").is_err());
    assert!(logged("import atexit\natexit.register(print)\n").is_err());
    assert!(logged("print(1)\n").is_ok());
}
