//! Small programs and the sites that are found in them.

use super::*;
use crate::samples::{self, certain_lines, check_locals, variables};
use debunk_model::{Language, Program};

fn program(text: &str) -> Program {
    Program::script("test.cpp", Language::Cpp, text)
}

#[track_caller]
fn check_variables(text: &str, at: &str, assignable: &str) {
    assert_eq!(variables(&program(text), at).1, assignable);
}

#[test]
fn numbers_of_the_function_itself_are_assignable() {
    check_variables(
        "int g; int f(int p, int q = 1) { int a{1}; here(); int b = 2; }",
        "here",
        "a g p q",
    );
    check_variables("struct s { int m; int f(double p) { int a(1); here(); } };", "here", "a p");
    check_variables("template <typename T> T f(T t, int n) { T u = t; here(); }", "here", "n");
    check_variables("void f(int &r, std::string s, auto x) { auto y = 1; here(); }", "here", "");
    check_variables("void f(std::vector<int> v) { for (int i : v) { here(); } }", "here", "i");
    check_variables("namespace n { int g; void f(int p) { here(); } }", "here", "p");
}

#[test]
fn what_a_function_cannot_see_is_left_alone() {
    let text = "void f(int a) { auto g = [&](int b) { here(); }; there(); }";
    check_variables(text, "here", "b");
    check_variables(text, "there", "a");
    check_variables("void f(int a) { struct s { void m(int b) { here(); } }; }", "here", "b");
    check_variables("void f(int a) { auto [a, b] = g(); here(); }", "here", "");
    check_variables("void f(int e) { try { g(); } catch (const E &e) { here(); } }", "here", "");
    check_variables("void f(int e) { try { g(); } catch (int e) { h(); } here(); }", "here", "e");
}

#[track_caller]
fn check_certain(text: &str, name: &str, lines: &[u32]) {
    assert_eq!(certain_lines(&program(text), name), lines);
}

#[test]
fn only_numbers_and_their_addresses_are_certain() {
    let text = "int f(int p, std::string s,\n node *n, int *q, int &r)\n{\n int a = p;\n g(a);\n for (int i : v) {\n  g(i);\n }\n return a;\n}";
    check_certain(text, "a", &[5, 6, 7, 8, 9, 10]);
    check_certain(text, "p", &[4, 5, 6, 7, 8, 9, 10]);
    check_certain(text, "q", &[4, 5, 6, 7, 8, 9, 10]);
    for name in ["s", "n", "r", "__for_begin", "__range1"] {
        check_certain(text, name, &[]);
    }
    check_certain(text, "i", &[4, 5, 7, 8, 9, 10]);
}

#[test]
fn lines_of_templates_are_not_plain() {
    let text = "template <typename T> T f(T t)\n{\n  g(t);\n  return t;\n}\nint main()\n{\n  f(1);\n  auto l = [](int n) { return n; };\n  return l(2);\n}\n";
    let program = program(text);
    let (sites, lines) = (samples::sites(&program), program.lines());
    assert_eq!(sites.plain_lines.iter().copied().collect::<Vec<u32>>(), [8, 10]);
    assert!(sites.may_pause_beside(text, &lines, 4, &[3]));
    assert!(!sites.may_pause_beside(text, &lines, 10, &[9]));
}

#[test]
fn literals_that_must_be_constant_stay() {
    let text = "template <int N = 1> struct s {}; constexpr int g = 2;\n\
                int f(int p = 3) { constexpr int c = 4; std::array<int, 5> a{6}; int *q = 0;\n\
                static_assert(7 > 0); return [k = 8](int n) { return n + 9; }(10) + 11_km; }";
    let found = samples::sites(&program(text));
    let values: Vec<u64> = found.integers.iter().map(|site| site.value).collect();
    assert_eq!(values, [6, 9, 10]);
}

#[test]
fn locals_with_one_meaning_can_be_renamed() {
    let text = "struct s { int m; int f(int p, int m) { return p + m + this->m; } };";
    check_locals(&program(text), &[("p", 2)]);
    let text = "int f(int a) { auto g = [a](int b) { return a + b; }; return g(a); }";
    check_locals(&program(text), &[("a", 4), ("g", 2), ("b", 2)]);
}

#[test]
fn parts_can_be_taken_out() {
    let text = "struct s { int m; int f() { return 1; } }; int main() { try { g(); } catch (int) { h(); } }";
    let program = program(text);
    let found = crate::parts(&program).expect("parses");
    let is_free = |removal| matches!(removal, debunk_model::Removal::Alone);
    let removable: Vec<&str> = found
        .parts
        .iter()
        .filter(|part| is_free(part.removal))
        .map(|part| part.span.of(text))
        .collect();
    for expected in ["int m;", "int f() { return 1; }", "g();", "catch (int) { h(); }"] {
        assert!(removable.contains(&expected), "{expected}: {removable:?}");
    }
}

#[test]
fn a_copy_logs_in_the_words_of_c() {
    let text = "namespace n {\ntemplate <class T> T f(T t, int n) {\n  return t + n;\n}\n}\n\
                constexpr int twice(int n) {\n  return n * 2;\n}\n\
                int main() {\n  int a = 1;\n  auto g = [&](int b) {\n    return a + b;\n  };\n  return g(a);\n}\n";
    let program = program(text);
    let copy = instrument(&program, 1).expect("a copy").program.text;
    assert_eq!(copy.lines().count(), text.lines().count());
    assert!(copy.starts_with("static char debunk_witness_log"));
    for expected in [
        "  debunk_witness(0, 1, (long long)n); return t + n;\n",
        "\n  return n * 2;\n",
        "    debunk_witness(3, 1, (long long)b); return a + b;\n",
        "  debunk_witness(4, 1, (long long)a); return g(a);\n",
    ] {
        assert!(copy.contains(expected), "{expected}\n{copy}");
    }
    let refused = |text: &str| instrument(&self::program(text), 1).expect_err("refused").reason;
    assert_eq!(refused("int main() { std::thread t(f); }"), "can be interrupted anywhere");
    assert_eq!(refused("#define int long\nint main() { }"), "gives words of C another meaning");
}

#[test]
fn what_is_read_by_its_own_name_is_logged() {
    let values = |text: &str| -> Vec<Vec<String>> {
        let copy = instrument(&program(text), 1).expect("a copy");
        let names = |it: &debunk_model::LoggedStatement| -> Vec<String> {
            it.variables.iter().map(ToString::to_string).collect()
        };
        copy.statements.iter().map(names).collect()
    };
    let text = "enum E { A };\nstruct S { int m; };\nint f(unsigned u, bool b, double d, char c) {\n  int *p = 0;\n  \
                int n[2] = {1, 2};\n  S s = {1};\n  E e = A;\n  int &r = n[0];\n  auto a = 1;\n  return u;\n}\n";
    let logged = values(text);
    assert_eq!(
        logged.last().map(Vec::as_slice),
        Some(&["u", "b", "d", "c", "n", "s", "e", "r", "a"].map(str::to_owned)[..])
    );
    let text = "int f(int (&v)[2]) {\n  for (int &x : v) {\n    g();\n  }\n  for (int y : v) {\n    g();\n  }\n}\n";
    assert_eq!(values(text), [vec![], vec![], vec![], vec!["y".to_owned()]]);
    let text = "using uint32_t = S;\nint f(uint32_t n) {\n  return n;\n}\n";
    assert_eq!(values(text), [Vec::<String>::new()]);
}

#[track_caller]
fn check_references(text: &str, is_logged: bool) {
    let copy = instrument(&program(text), 1).expect("a copy").program.text;
    assert_eq!(copy.contains("debunk_witness_refer(r,"), is_logged, "{text}");
}

#[test]
fn references_are_logged_where_their_referent_lives() {
    let body =
        |code: &str| format!("int n;\nint f(std::vector<int> &r) {{\n  {code}\n  return 1;\n}}\n");
    for code in ["n = r.size();", "int a = r[0];", "f(r);", "std::printf(\"%d\", r.at(0));"] {
        check_references(&body(code), true);
    }
    for code in
        ["r.clear();", "g();", "delete &r;", "s = r;", "[&]() { g(); }();", "std::swap(r, s);"]
    {
        check_references(&body(code), false);
    }
    let text = body("h();");
    check_references(&format!("int h() {{\n  return 1;\n}}\n{text}"), true);
    check_references(&format!("int h() {{\n  k();\n}}\n{text}"), false);
    check_references(&format!("struct S {{\n  ~S() {{\n    k();\n  }}\n}};\n{text}"), false);
    check_references(&format!("#define K k()\nint h() {{\n  return 1;\n}}\n{text}"), false);
    let local =
        |value: &str| format!("int f(S s) {{\n  const int &r = {value};\n  return r;\n}}\n");
    check_references(&local("s.m[2]"), true);
    check_references(&local("s.v.front()"), true);
    check_references(&local("std::min(1, 2)"), false);
    check_references(&local("make().front()"), false);
}

#[test]
fn a_copy_does_not_log_calls_which_exceptions_may_leave() {
    let copy = instrument(&program("int main() {\n  int a = 1;\n  return a;\n}\n"), 1);
    let copy = copy.expect("a copy").program.text;
    assert!(!copy.contains("cleanup") && copy.contains("debunk_witness_depth = 1;"), "{copy}");
}
