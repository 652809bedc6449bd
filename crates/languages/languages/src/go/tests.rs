//! Small programs and the sites that are found in them.

use super::*;
use crate::samples::{self, certain_lines, removable_parts, variables};
use debunk_model::{Language, Program, Sites};

fn program(text: &str) -> Program {
    Program::script("test.go", Language::Go, format!("package main\n{text}"))
}

fn sites(text: &str) -> Sites {
    samples::sites(&program(text))
}

#[track_caller]
fn check_variables(text: &str, at: &str, assignable: &str) {
    assert_eq!(variables(&program(text), at).1, assignable);
}

#[test]
fn numbers_are_assignable_once_they_are_declared() {
    check_variables(
        "var g = 1\nfunc f(p, q int, s string) { a := 1; here(); b := 2 }",
        "here",
        "a g p q",
    );
    check_variables("func f() { for i := 0; i < 3; i++ { here() } }", "here", "i");
    check_variables("func f() { if a := 1; a > 0 { } else { here() } }", "here", "a");
    check_variables(
        "func f(n int) (r float64) { var a, b uint8; here(); return }",
        "here",
        "a b n r",
    );
    check_variables("func (c *counter) f() { const k = 1; here() }", "here", "");
}

#[test]
fn types_follow_from_the_text() {
    let declarations = "type point struct { x, y int; tags []string }\n\
                        func two() (int, string) { return 1, \"\" }\n\
                        func (p *point) sum() int { return p.x }\n";
    let check = |statement: &str, assignable: &str| {
        let text = format!(
            "{declarations}func f(p *point, v []int, m map[string]bool) {{ {statement}; here() }}"
        );
        check_variables(&text, "here", assignable);
    };
    check("a, b := two()", "a");
    check("a := p.x + 1; b := p.tags; c := len(b)", "a c");
    check("a := p.sum(); b := p.other()", "a");
    check("a := v[0]; b := v[1:]; c := b[0]", "a c");
    check("a := 1 < 2; b := !a", "");
    check("a := \"x\"[0]; b := 'x'; c := float64(b) * 2", "a b c");
    check("a := &point{}; b := a.y", "b");
    check_variables("func f(v []string) { for i, s := range v { here() } }", "here", "i");
    check_variables("func f(v map[rune]int) { for k, n := range v { here() } }", "here", "k n");
    check_variables("func f[T any](v T) { a := v; here() }", "here", "");
}

#[test]
fn an_inner_name_hides_an_outer_one_from_its_declaration_on() {
    let text = "func f(a int) { { here(); a := \"x\"; there(a) } }";
    check_variables(text, "here", "a");
    check_variables(text, "there", "");
    check_variables("func f(a int) { a, b := g(), 1; here() }", "here", "a b");
}

#[test]
fn a_function_literal_gets_no_new_variable() {
    check_variables("var g = 1\nfunc f(a int) { h(func(b int) { here() }) }", "here", "b g");
}

#[track_caller]
fn check_certain(text: &str, name: &str, lines: &[u32]) {
    assert_eq!(certain_lines(&program(text), name), lines);
}

#[test]
fn a_variable_is_certain_after_the_line_that_declares_it() {
    let text = "func f(p int) {\n g()\n a := p\n g(a)\n h(a)\n}";
    check_certain(text, "a", &[1, 5, 6]);
    check_certain(text, "p", &[1, 3, 4, 5, 6]);
    check_certain("func f() {\n for i := 0; i < 2; i++ {\n  g(i)\n }\n h()\n}", "i", &[1, 4, 6, 7]);
}

#[test]
fn what_may_hold_a_map_is_never_certain() {
    let text = "func f(v []int, s some) {\n m := map[int]int{}\n g(m)\n h(m)\n}";
    check_certain(text, "m", &[]);
    check_certain(text, "s", &[]);
    check_certain(text, "v", &[1, 3, 4, 5]);
}

#[test]
fn nothing_is_certain_where_chance_decides() {
    check_certain("func f(a int) {\n go g(a)\n h(a)\n}", "a", &[]);
    check_certain("func f(m map[int]int, a int) {\n for range m {\n  g(a)\n }\n}", "a", &[]);
    check_certain("import \"time\"\nfunc f(a int) {\n g(a)\n}", "a", &[]);
    let found = "import \"strings\"\nfunc f(m map[int]int, a int) {\n for range strings.Fields(\"x\") {\n  g(m, a)\n }\n}";
    check_certain(found, "a", &[1, 2, 4, 5, 6]);
    let ordered = "func f(m map[int]int, v []int, a int) {\n for range v {\n  g(m, a)\n }\n}";
    check_certain(ordered, "a", &[1, 3, 4, 5]);
}

#[test]
fn literals_that_must_be_constant_stay() {
    let text = "const c = 1\nvar g = 2\nfunc f(p int) int { const d = 3; var a [4]int; a[0] = 5\n\
                switch p { case 6: return 7 }; return 0x8 + 9 }";
    let values: Vec<u64> = sites(text).integers.iter().map(|site| site.value).collect();
    assert_eq!(values, [0, 5, 7, 9]);
    let found = sites("func f(p bool) bool { const c = true; b := true; return !false && b }");
    let values: Vec<bool> = found.booleans.iter().map(|site| site.value).collect();
    assert_eq!(values, [true, false]);
}

#[test]
fn names_with_another_meaning_are_not_touched() {
    let found = sites("func f(p int) { true := 1; g(true); b := false }");
    assert!(found.booleans.is_empty() && found.insertions.is_empty());
}

#[track_caller]
fn check_locals(text: &str, expected: &[(&str, usize)]) {
    samples::check_locals(&program(text), expected);
}

#[test]
fn locals_with_one_meaning_can_be_renamed() {
    check_locals("func f(p int) int { q := p; return q + s.q }", &[("p", 2), ("q", 2)]);
    check_locals("func f(p int) int { q := p; { q := 2; g(q) }; return q }", &[("p", 2)]);
    check_locals("var g int\nfunc f(g int) int { return g }", &[]);
    check_locals("func f(x, y int) { g(point{x: y}) }", &[("y", 2)]);
    check_locals("func f(a int) { h(func(b int) int { return a + b }) }", &[("a", 2), ("b", 2)]);
    check_locals("import \"fmt\"\nfunc f(fmt int, len int, _ int) { g(fmt, len) }", &[]);
}

#[test]
fn lines_with_one_statement_are_plain() {
    let text = "func f(p int) int {\n\tp = 1\n\tp = 2; p = 3\n\tfor {\n\t\tp++ // said\n\t}\n\tg(1,\n\t\t2)\n\
                \th(func() {})\n\tdefer g(1, 2)\n\treturn p\n}\n";
    assert_eq!(sites(text).plain_lines.into_iter().collect::<Vec<u32>>(), [3, 6, 12]);
}

#[test]
fn what_is_not_understood_has_lines() {
    let found = sites("func f( {\n\todd\n");
    assert_eq!(found.breakable.len(), 3);
    assert!(found.insertions.is_empty() && !found.is_certain("x", 1));
}

#[test]
fn parts_can_be_taken_out() {
    let program = program("func f(a, b int) int { if a > 0 { g() } else { h(1, 2) }; return a }");
    let removable = removable_parts(&program);
    for expected in ["a, b int", "g()", " else { h(1, 2) }", "1", "2", "return a"] {
        assert!(removable.contains(&expected), "{expected}: {removable:?}");
    }
}

#[track_caller]
fn check_refused(text: &str, reason: &str) {
    let refused = instrument(&program(text), 1).expect_err("is refused");
    assert!(refused.reason.contains(reason), "{refused}");
}

#[test]
fn what_could_notice_is_refused() {
    let main = "func main() { f() }";
    check_refused(&format!("import \"unsafe\"\n{main}"), "uses the package unsafe");
    check_refused(&format!("import \"runtime\"\n{main}"), "uses the package runtime");
    check_refused(&format!("import . \"os\"\n{main}"), "another name");
    check_refused("import \"os\"\nfunc main() { f(os.Args) }", "uses os.Args");
    check_refused("import \"os\"\nfunc main() { exit := os.Exit; exit(1) }", "without calling it");
    check_refused("func main() { go f() }", "goroutines");
    check_refused("func main() { for range map[int]int{} { f() } }", "in any order");
    check_refused("func main() { debunk_witness(1) }", "the name of the log");
    check_refused("type int string\nfunc main() { }", "another meaning");
    check_refused("//go:noinline\nfunc main() { }", "directs the compiler");
    check_refused("func f() { }", "no function main");
}

#[test]
fn a_copy_keeps_every_line() {
    let program = program("import \"os\"\nfunc main() {\n\ta := 1\n\tos.Exit(a)\n}\n");
    let copy = instrument(&program, 1).expect("a copy");
    let (old, new) = (&program.text, &copy.program.text);
    assert_eq!(new.lines().count(), old.lines().count());
    assert!(new.contains("debunk_witness(1, a); os.Exit(debunk_witness_exit(a))"), "{new}");
    assert!(new.contains("func main() { defer debunk_witness_end(); \n"), "{new}");
}
