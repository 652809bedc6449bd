//! Small programs and the sites that are found in them.

use crate::samples::{self, certain_lines, removable_parts, variables};
use debunk_model::{Language, Program, Sites};

fn program(text: &str) -> Program {
    Program::script("test.c", Language::C, text)
}

fn sites(text: &str) -> Sites {
    samples::sites(&program(text))
}

#[track_caller]
fn check_variables(text: &str, at: &str, named: &str, assignable: &str) {
    assert_eq!(variables(&program(text), at), (named.to_owned(), assignable.to_owned()));
}

#[test]
fn numbers_are_assignable_once_they_have_a_value() {
    check_variables(
        "int g; int f(int p) { int a = 1; here(); int b = 2; }",
        "here",
        "a g p",
        "a g p",
    );
    check_variables("void f(void) { int a; here(); a = 1; }", "here", "a", "");
    check_variables("void f(void) { int a, b; a = b = 1; here(); }", "here", "a b", "a b");
    check_variables("void f(void) { int a; if (g()) a = 1; here(); }", "here", "a", "");
    check_variables(
        "void f(void) { int i; for (i = 0; i < 3; i++) { here(); } }",
        "here",
        "i",
        "i",
    );
    check_variables("void f(void) { for (int i = 0; i < 3; i++) { here(); } }", "here", "i", "i");
}

#[test]
fn only_plain_numbers_are_touched() {
    let text = "struct s { int m; }; void f(char *p, const int c, int v[]) { struct s x = {1}; \
                volatile int w = 1; static int z; int n = 1; enum { E } e = E; here(); }";
    check_variables(text, "here", "n z", "n z");
}

#[test]
fn an_inner_name_hides_an_outer_one_from_its_declaration_on() {
    let text = "void f(int a) { { here(); const int a = 2; there(); } }";
    check_variables(text, "here", "a", "a");
    check_variables(text, "there", "", "");
}

#[test]
fn a_label_is_a_way_past_a_value() {
    check_variables("void f(void) { goto out; int a = 1; out: g(); here(); }", "here", "a", "");
    check_variables(
        "void f(void) { again: g(); int a = 1; here(); goto again; }",
        "here",
        "a",
        "a",
    );
    let text = "void f(int p) { switch (p) { int a; case 1: a = 1; here(); case 2: there(); } }";
    check_variables(text, "there", "a p", "p");
}

#[track_caller]
fn check_certain(text: &str, name: &str, lines: &[u32]) {
    assert_eq!(certain_lines(&program(text), name), lines);
}

#[test]
fn a_variable_is_certain_after_the_line_of_its_value() {
    check_certain("int f(int p)\n{\n int a = p;\n g(a);\n return a;\n}", "a", &[4, 5, 6]);
    check_certain("int f(int p)\n{\n int a = p;\n g(a);\n return a;\n}", "p", &[3, 4, 5, 6]);
    check_certain("int f(void)\n{\n int a;\n g();\n a = 1;\n return a;\n}", "a", &[6, 7]);
    let text = "int f(int p)\n{\n if (p)\n  return 1;\n int a = p;\n g(a);\n return a;\n}\n";
    check_certain(text, "a", &[6, 7]);
    check_certain(text, "p", &[3, 4, 5, 6, 7, 8]);
    check_certain("int f(void)\n{\n int a[3];\n g(a);\n}", "a", &[]);
    check_certain("int f(void)\n{\n for (int i = 0;\n  i < 2; i++)\n  g(i);\n}", "i", &[4, 5, 6]);
}

#[test]
fn what_points_into_raw_memory_is_never_certain() {
    check_certain("int f(char *p)\n{\n g(p);\n}", "p", &[3, 4]);
    check_certain("int f(char *p)\n{\n char b[9]; g(p);\n}", "p", &[]);
}

#[test]
fn literals_that_must_be_constant_stay() {
    let text = "enum { E = 1 }; int g = 2; struct s { int b : 3; };\n#define N 4\n\
                int f(int p) { static int z = 5; int a[6] = {7, [8] = 9}; switch (p) { case 10: \
                return 11; } return 0x12 + 13u + 014 + 15 + SHOW(16); }\n#define SHOW(x) #x\n";
    let values: Vec<u64> = sites(text).integers.iter().map(|site| site.value).collect();
    assert_eq!(values, [7, 9, 11, 15]);
}

#[test]
fn booleans_are_found() {
    let found = sites("#include <stdbool.h>\nint f(int p) { bool b = true; return !false && b; }");
    let values: Vec<bool> = found.booleans.iter().map(|site| site.value).collect();
    assert_eq!(values, [true, false]);
}

#[test]
fn statements_that_others_need_stay() {
    let text = "void f(void) { int a = 1; g(); if (a) { out: g(); } for (;;) { break; } return; }";
    let removable: Vec<&str> = sites(text)
        .statements
        .iter()
        .filter(|site| site.removable)
        .map(|site| site.span.of(text))
        .collect();
    assert_eq!(removable, ["g();", "for (;;) { break; }", "break;", "return;"]);
}

#[track_caller]
fn check_locals(text: &str, expected: &[(&str, usize)]) {
    samples::check_locals(&program(text), expected);
}

#[test]
fn locals_with_one_meaning_can_be_renamed() {
    check_locals("int f(int p) { int q = p; return q + s.q; }", &[("p", 2), ("q", 2)]);
    check_locals("int f(int p) { int q = p; { int q = 2; } return q; }", &[("p", 2)]);
    check_locals("int g; int f(int g) { return g; }", &[]);
    check_locals("#define SUM (a + 1)\nint f(int a) { return SUM; }", &[]);
    check_locals("#define SHOW(x) puts(#x)\nint f(int a) { SHOW(a); return 1; }", &[]);
    check_locals(
        "int f(int a) { int (*call)(int n) = g; return call(a); }",
        &[("a", 2), ("call", 2)],
    );
}

#[test]
fn what_is_not_understood_has_lines() {
    let found = sites("int f( {\n  odd\n");
    assert_eq!(found.breakable.len(), 2);
    assert!(found.insertions.is_empty() && !found.is_certain("x", 1));
}

#[test]
fn parts_can_be_taken_out() {
    let text = "int f(int a, int b) { if (a) g(); else h(1, 2); return a; }";
    let program = program(text);
    let removable = removable_parts(&program);
    assert_eq!(
        removable,
        [
            text,
            "int a",
            "int b",
            "if (a) g(); else h(1, 2);",
            " else h(1, 2);",
            "1",
            "2",
            "return a;"
        ]
    );
}

#[test]
fn lines_with_one_statement_are_plain() {
    let text = "int f(int p) {\n  p = 1;\n  p = 2; p = 3;\n  for (;;)\n    p++; // said\n  g(1,\n    2);\n  return p; }\n";
    assert_eq!(sites(text).plain_lines.into_iter().collect::<Vec<u32>>(), [2, 5]);
}

#[track_caller]
fn check_union(code: &str, expected: Option<&str>) {
    let text = format!(
        "union u {{ int a; double b; char c[4]; struct {{ int d; }} s; }};\nint f(union u o) {{\n  union u v;\n  \
         {code}\n  g();\n  return 0;\n}}\n"
    );
    let copy = crate::c::instrument(&program(&text), 1).expect("a copy").program.text;
    let found = copy.lines().nth(3).expect("a line");
    let member = found.split("debunk_witness_member").last().filter(|_| copy.contains("switch ("));
    let member = member.and_then(|rest| rest.split(['=', ';']).nth(1)).map(str::trim);
    assert_eq!(member, expected, "{code}: {copy}");
}

#[test]
fn the_member_of_a_union_is_that_of_the_last_assignment() {
    check_union("v.a = 1;", Some("1"));
    check_union("v.a = 1; v.b = 2;", Some("2"));
    check_union("v.a = 1; v.s.d = 2;", Some("0"));
    check_union("v.a = 1; v = o;", Some("0"));
    check_union("v.a = 1; v.c[0] = 2;", Some("0"));
    for code in [
        "v.a = 1; g(&v);",
        "if (o.a) v.a = 1;",
        "g(v.a = 1);",
        "v.a = 1; strcpy(v.c, \"a\");",
        "v.a = v.b = 1;",
    ] {
        check_union(code, None);
    }
}
