//! The text of copies. debunk-concolic tests on a real engine what they do.

use super::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let copy = shadow(&module("test", text), &ShadowOptions::default()).expect("parses");
    assert_eq!(copy.text.replace(RUNTIME, "Q"), expected);
}

#[test]
fn operators_become_calls() {
    check("x = a + b * 2", "x = Q.add(a,Q.mul(b,2,1),0)");
    check("y = -a", "y = Q.neg(a,0)");
    check("y = -1", "y = -1");
}

#[test]
fn conditions_are_reported_one_by_one() {
    check("if (a < 0 && !b) c()", "if (Q.t(0,(Q.lt(a,0,1))) && !Q.t(2,(b))) c()");
    check("while (true) f()", "while (true) f()");
}

#[test]
fn a_logical_value_is_decided_once() {
    check("x = a || b", "x = Q.i(Q.p(0,a)?Q.q():(Q.q(),b))");
    check("x = a && b", "x = Q.i(Q.p(0,a)?(Q.q(),b):Q.q())");
}

#[test]
fn updates_and_assignments_are_written_out() {
    check("i++; j = i++", "i=Q.inc(i,0); j = Q.l(i=Q.incp(i,1),Q.q())");
    check("s += a[i]", "s=Q.add(s,(Q.g(a,(i))),0)");
    check("a[i] -= 1", "Q.ma(Q.sub,Q.mref(a,(i)),(1),0)");
    check("a[i] = a[j]", "a[Q.k((i))] = Q.g(a,(j))");
    check("o.n++", "Q.mpost(Q.inc,o,\"n\",0)");
}

#[test]
fn calls_keep_their_object() {
    check("a[i](b[0])", "a[Q.k((i))](Q.g(b,(0)))");
    check("a?.b[i]?.(c)", "a?.b[Q.k((i))]?.(c)");
    check("new a[i](b)", "new a[i](b)");
    check("m = Math.max(a, b)", "m = Q[\"Math.max\"](0,a, b)");
}

#[test]
fn a_name_of_the_program_is_not_one_of_the_language() {
    check("const Math = {}; Math.max(a)", "const Math = {}; Math.max(a)");
}

#[test]
fn a_switch_compares_by_itself() {
    check(
        "switch (a) { case 1: b(); default: }",
        "{var QSwitch0;switch ((QSwitch0=(a),true)) { case Q.t(0,Q.seq(QSwitch0,(1),0)): b(); default: }}",
    );
}

#[test]
fn the_marked_expression_reports_when_it_ran() {
    let text = "if (a < b) f()";
    let options = ShadowOptions { mark: Some(Span::new(4, 9)), ..Default::default() };
    let copy = shadow(&module("test", text), &options).expect("parses");
    let expected = "if (Q.f(Q.b(),Q.t(0,(Q.lt(a,b,1))))) f()";
    assert_eq!(copy.text.replace(RUNTIME, "Q"), expected);
}

#[test]
fn what_statements_compute_is_reported_on_request() {
    let text = "let a = 1, f = () => 2; for (; b; i++) { a; return c + d }";
    let options = ShadowOptions { first_place: Some(7), ..Default::default() };
    let copy = shadow(&module("test", &format!("function g() {{ {text} }}")), &options);
    let copy = copy.expect("parses");
    // A function keeps the name that it gets from the variable.
    let expected = "let a = Q.d(7,(1)), f = () => 2; \
                    for (; Q.t(0,(b)); Q.d(8,(i=Q.inc(i,1)))) \
                    { Q.d(9,(a)); return Q.d(10,(Q.add(c,d,2))) }";
    assert_eq!(copy.text.replace(RUNTIME, "Q"), format!("function g() {{ {expected} }}"));
    assert_eq!(copy.places.len(), 4);
}

#[test]
fn lines_stay_lines() {
    let text = "x = a +\n  // why\n  b";
    let copy = shadow(&module("test", text), &ShadowOptions::default()).expect("parses");
    assert_eq!(copy.text.lines().count(), 3);
}
