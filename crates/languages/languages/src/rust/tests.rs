//! Small programs and the sites that are found in them.

use super::*;
use crate::samples::{self, certain_lines, variables};
use debunk_model::{Language, Program, Sites};

fn program(text: &str) -> Program {
    Program::script("test.rs", Language::Rust, text)
}

fn sites(text: &str) -> Sites {
    samples::sites(&program(text))
}

#[track_caller]
fn check_variables(text: &str, at: &str, assignable: &str) {
    assert_eq!(variables(&program(text), at).1, assignable);
}

#[test]
fn mutable_numbers_that_nobody_borrows_are_assignable() {
    check_variables("fn f(mut p: u8, q: i32) { let mut a = 1; let b = 2; here(); }", "here", "a p");
    check_variables("fn f() { let mut a = 1; let r = &a; here(r); }", "here", "");
    check_variables("fn f() { let mut a = 1; let c = || a; here(c); }", "here", "");
    check_variables("fn f() { let mut a = 1.5; let mut b = true; here(); }", "here", "");
    check_variables("fn f() { let mut a; here(); a = 1; }", "here", "");
    check_variables("fn f() { for i in 0..3 { let mut a = i * 2; here(); } }", "here", "a");
}

#[test]
fn types_follow_from_the_text() {
    let text = "struct S { n: i32, t: String }\nfn g() -> u64 { 1 }\n\
                fn f(s: S, v: &[u8], w: Vec<i64>) { let mut a = s.n; let mut b = s.t; let mut c = g();\n\
                let mut d = v[0]; let mut e = w[1] as f64; let mut h = v.len() + 1; here(); }";
    check_variables(text, "here", "a c d h");
}

#[test]
fn a_closure_gets_no_new_variable() {
    let text = "fn f() { let mut a = 1; g(|b: i32| { let mut c = 2; here(); }); there(); }";
    check_variables(text, "here", "c");
    check_variables(text, "there", "a");
}

#[track_caller]
fn check_certain(text: &str, name: &str, lines: &[u32]) {
    assert_eq!(certain_lines(&program(text), name), lines);
}

#[test]
fn only_plain_values_are_certain_and_only_once_declared() {
    let text = "fn f(p: i32, s: String)\n{\n g();\n let a = p;\n g(a);\n h(a);\n}";
    check_certain(text, "a", &[5, 6]);
    check_certain(text, "p", &[3, 4, 5, 6]);
    for name in ["s", "iter", "self"] {
        check_certain(text, name, &[]);
    }
    let text = "fn f(p: i32)\n{\n let m: HashMap<i32, i32> = g();\n h(m);\n}";
    check_certain(text, "p", &[3, 4]);
    check_certain(&text.replace("h(m)", "for k in m {}"), "p", &[]);
}

#[test]
fn literals_that_must_be_constant_stay() {
    let text = "const C: i32 = 1;\nfn f(p: u8) -> i32 { let a = [2; 3]; let t = a.4; g::<5>(6, -7, 255, 0);\n\
                match p { 8 => 9, 10..=11 => 12, _ if p > 13 => { println!(\"{}\", 14); 15u8 } } }";
    let values: Vec<u64> = sites(text).integers.iter().map(|site| site.value).collect();
    assert_eq!(values, [2, 3, 6, 7, 9, 12]);
}

#[test]
fn what_follows_an_attribute_belongs_to_it() {
    let found = sites("fn f() { g(); #[allow(x)] let a = 1; h(a) }");
    assert_eq!(found.insertions.len(), 2);
}

#[track_caller]
fn check_locals(text: &str, expected: &[(&str, usize)]) {
    samples::check_locals(&program(text), expected);
}

#[test]
fn locals_with_one_meaning_can_be_renamed() {
    check_locals("fn f(p: i32) -> i32 { let q = p; q + s.q }", &[("p", 2), ("q", 2)]);
    check_locals("fn f(p: i32) -> i32 { let q = p; let q = q + 1; q }", &[("p", 2)]);
    check_locals("fn f(p: i32) { println!(\"{p}\"); g(S { p }); }", &[]);
    check_locals("fn f(p: i32) { println!(\"{}\", p); }", &[("p", 2)]);
    check_locals("fn f(p: i32, x: i32) { g(S { x }, p) }", &[("p", 2)]);
}

#[test]
fn what_may_be_more_than_one_statement_is_not_plain() {
    let text = "fn main() {\n    let x = 1;\n    a(); b();\n    f(|| 1);\n    let y =\n        2;\n    if x == 1 { g(); }\n    h(x); // said\n    println!(\"a\");\n    h(x?);\n}\n";
    assert_eq!(sites(text).plain_lines.into_iter().collect::<Vec<u32>>(), [2, 8]);
}

#[test]
fn what_could_notice_is_refused() {
    let check = |text: &str, reason: &str| {
        let refused = instrument(&program(text), 1).expect_err("is refused");
        assert!(refused.reason.contains(reason), "{refused}");
    };
    check("fn main() { unsafe { f() } }", "uses unsafe");
    check("use std::{fmt::{self, Debug}, fs};\nfn main() { }", "uses std::fs");
    check("fn main() { std::env::args(); }", "uses std::env");
    check("use std::process;\nfn main() { process::id(); }", "uses process::id");
    check("macro_rules! m { () => {} }\nfn main() { }", "uses macro_rules");
    check("fn main() { std::thread::spawn(f); }", "uses thread");
    check("fn main() { debunk_witness(); }", "the name of the log");
    check("fn exit(n: i32) {}\nfn main() { }", "function exit of its own");
    check("fn f() { }", "no function main");
}

#[test]
fn a_copy_keeps_every_line_and_reads_what_can_be_read() {
    let text = "fn f(n: &mut i32) {\n    *n += 1;\n}\nfn main() {\n    let mut a = 1;\n    let b = a > 0;\n    f(&mut a);\n    std::process::exit(a);\n}\n";
    let copy = instrument(&program(text), 1).expect("a copy").program.text;
    assert_eq!(copy.lines().count(), text.lines().count());
    for expected in [
        "fn main() { let debunk_witness_kept = crate::debunk_witness_begin(); \n",
        "    crate::debunk_witness(3, &[crate::debunk_witness_value(b)]); f(&mut a);\n",
        "std::process::exit(crate::debunk_witness_exit(a));",
    ] {
        assert!(copy.contains(expected), "{expected}\n{copy}");
    }
}

#[test]
fn a_closure_has_a_place_on_the_line_where_it_begins() {
    let program = program("fn f() {\n    g(1, |n| {\n        n + 1\n    });\n    h();\n}\n");
    let (sites, lines) = (samples::sites(&program), program.lines());
    let within = |line, asked| sites.may_pause_beside(&program.text, &lines, line, &[asked]);
    assert!(within(3, 2));
    assert!(!within(3, 5) && !within(5, 2) && !within(2, 2));
}

#[test]
fn what_is_derived_has_places_on_the_lines_of_the_type() {
    let program = program(
        "struct a { n: u8 }\n#[derive(Clone)]\n#[derive(Debug)]\nstruct S {\n    m: u8,\n    n: u8,\n}\nfn f() {\n}\n",
    );
    let (sites, lines) = (samples::sites(&program), program.lines());
    let within = |line, asked| sites.may_pause_beside(&program.text, &lines, line, &[asked]);
    assert!(within(5, 2) && within(6, 3) && within(6, 5));
    assert!(!within(8, 2) && !within(5, 8) && !within(1, 2));
}

#[test]
fn enumerations_are_read_variant_by_variant_and_copies_of_their_values_are_no_moves() {
    let text = "enum E { A, B(u8), C { r#at: i32 } }\n#[derive(Clone, Copy)]\nenum K { P, Q }\nfn g(k: K) {}\n\
                fn main() {\n    let e = E::B(1);\n    let mut k = K::P;\n    g(k);\n    let o = Some(2);\n    h();\n}\n";
    let copy = instrument(&program(text), 1).expect("a copy").program.text;
    let kept = |name: &str| format!("&{name})");
    let last = copy.lines().find(|line| line.contains("h();")).expect("the line");
    assert!(["e", "k", "o"].iter().all(|name| last.contains(&kept(name))), "{last}");
    assert!(copy.contains("[\\\"::C A B\\\",") && copy.contains("[\\\"at\\\","), "{copy}");
    let odd = "enum A { A, B }\nfn main() {\n    let a = A::B;\n    h();\n}\n";
    let copy = instrument(&program(odd), 1).expect("a copy").program.text;
    assert!(!copy.contains("::B A"), "its own name may be shown for that of a variant");
}
