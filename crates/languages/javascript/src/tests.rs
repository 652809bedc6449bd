//! Small programs and the sites that are found in them.

use super::*;
use debunk_model::VariableInScope;

fn sites(text: &str) -> Sites {
    analyse(&Program::javascript("test", Goal::Script, text)).expect("parses")
}

fn names(variables: &[VariableInScope], keep: impl Fn(&VariableInScope) -> bool) -> String {
    let mut names: Vec<&str> =
        variables.iter().filter(|variable| keep(variable)).map(|v| &*v.name).collect();
    names.sort_unstable();
    names.join(" ")
}

#[track_caller]
fn check_assignable(text: &str, at: &str, expected: &str) {
    let sites = sites(text);
    let offset = text.find(at).expect("marker") as u32;
    let site = sites.insertions.iter().find(|site| site.offset == offset).expect("site");
    let variables = sites.variables(site.scope, site.offset);
    assert_eq!(names(&variables, |variable| variable.assignable), expected);
}

#[test]
fn variables_are_assignable_once_initialised() {
    check_assignable("function f(p) { let a = 1; here(); let b; }", "here", "a p");
    check_assignable("function f(p) { here(); let a = 1; }", "here", "p");
}

#[test]
fn a_declaration_counts_after_its_end() {
    check_assignable("function f() { let a = 1; here(); }", "let a", "");
    check_assignable("{ let a = 1; here(); }", "here", "a");
}

#[test]
fn outer_lets_count_in_function_expressions_only() {
    check_assignable("let o = 1; const f = () => { here(); };", "here", "o");
    check_assignable("let o = 1; function f() { here(); }", "here", "");
    check_assignable("var o = 1; function f() { here(); }", "here", "o");
}

#[test]
fn switch_cases_do_not_share_initialisation() {
    check_assignable("switch (1) { case 1: let a = 1; here(); }", "here", "a");
    check_assignable("switch (1) { case 0: let a = 1; case 1: here(); }", "here", "");
}

#[test]
fn loop_variables_count_in_the_body() {
    check_assignable("for (let i of []) { here(); }", "here", "i");
    check_assignable("for (let i = 0; i < 1; i++) { here(); }", "here", "i");
    check_assignable("try { x() } catch (e) { here(); }", "here", "e");
}

#[test]
fn shadowed_names_are_the_inner_ones() {
    check_assignable("var a; function f() { const a = 1; here(); }", "here", "");
}

#[test]
fn parameters_get_a_place() {
    let text = "function a() {} function b(x, y = 1,) {} function c(...r) {} ({ get d() {} }); \
                const e = x => x; const f = (x) => x;";
    let found: Vec<String> = sites(text)
        .functions
        .iter()
        .map(|site| {
            let offset = site.offset as usize;
            let around = &text[offset - 1..offset + 1];
            format!("{around:?} {:?} {:?}", site.before, site.after)
        })
        .collect();
    assert_eq!(found, [r#""()" "" """#, r#""1," ", " """#, r#""(." "" ", ""#, r#""x)" ", " """#,]);
}

#[test]
fn property_names_are_no_integers() {
    let sites = sites("let o = { 1: 2, [3]: 4 }; let { 5: a } = o; class C { 6 = 7 }");
    let values: Vec<u64> = sites.integers.iter().map(|site| site.value).collect();
    assert_eq!(values, [2, 3, 4, 7]);
}

#[test]
fn statements_that_declare_stay() {
    let text = "if (a) { var b; } if (c) { let d; } let e; function f() {} g();";
    let removable: Vec<&str> = sites(text)
        .statements
        .iter()
        .filter(|site| site.removable)
        .map(|site| site.span.of(text))
        .collect();
    assert_eq!(removable, ["if (c) { let d; }", "g();"]);
}

#[test]
fn locals_know_all_occurrences() {
    let text = "function f(p) { let q = p + 1; return { q: q, p }; }";
    let sites = sites(text);
    let found: Vec<(&str, usize)> =
        sites.locals.iter().map(|local| (&*local.name, local.occurrences.len())).collect();
    // `p` is used as a shorthand property, which a rename would change.
    assert_eq!(found, [("q", 2)]);
}

#[test]
fn a_caught_name_that_is_declared_again_is_two_variables() {
    let found = |text: &str| {
        let sites = sites(text);
        sites.locals.iter().map(|local| local.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found("function f() { try { g(); } catch (e) { var e = 1; } }"), [""; 0]);
    assert_eq!(found("function f() { try { g(); } catch (e) { h(e); } }"), ["e"]);
}

#[test]
fn a_variable_that_names_a_function_keeps_its_name() {
    let sites = sites("function f() { const g = () => 1; let h = 2; return g() + h; }");
    let found: Vec<&str> = sites.locals.iter().map(|local| &*local.name).collect();
    assert_eq!(found, ["h"]);
}

#[test]
fn node_kinds_are_the_smallest_that_fit() {
    let text = "if (a) {\n  f(1);\n}\n";
    let sites = sites(text);
    let start = text.find("f(").expect("call") as u32;
    assert_eq!(sites.node_kind(debunk_model::Span::new(start, start + 5)), "ExpressionStatement");
}

#[test]
fn garbage_is_a_syntax_error() {
    let program = Program::javascript("test", Goal::Script, "let \u{0} = = 1");
    assert!(matches!(analyse(&program), Err(JavaScriptError::Syntax(_))));
}

#[test]
fn declarations_say_where_their_name_means_them_and_who_keeps_them() {
    use debunk_model::DeclarationForm as Form;
    let text = "function f(p, p) {\n  for (let i = 0; i < p; i++) {\n    let unused, kept = i;\n    \
                (() => kept)();\n  }\n  try { f(); } catch (e) {}\n  return function g() {};\n}\n";
    let sites = sites(text);
    let of = |name: &str, mark: &str| {
        let offset = text.find(mark).expect("mark") as u32;
        sites.declaration(name, offset).unwrap_or_else(|| panic!("{name} at {mark}"))
    };
    assert_eq!(of("p", "for (").form, Form::Parameter);
    assert!(of("p", "for (").is_repeated);
    assert!(of("i", "let unused").head_of.is_some());
    assert!(of("kept", "(() =>").is_captured && of("kept", "(() =>").head_of.is_none());
    assert!(!of("unused", "(() =>").is_mentioned);
    assert!(of("i", "let unused").is_mentioned && !of("i", "let unused").is_captured);
    assert_eq!(of("e", "{}\n  return").form, Form::Caught);
    assert_eq!(of("g", "{};").form, Form::OwnName);
    assert_eq!(of("f", "try").form, Form::Function);
    let before = text.find("for (").expect("mark") as u32;
    assert!(sites.declaration("i", before - 1).is_none(), "outside of the loop");
}
