//! Unusable programs get a clear answer.

use debunk_concolic::{
    Conclusion, ConcolicError, LocalizeOptions, Localized, SearchLimits, Sources, localize,
};
use serde_json::{Value, json};

const REVERSE: &str =
    "export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };";

fn options(input: Option<Value>) -> LocalizeOptions<'static> {
    let limits = SearchLimits { fuel: 60, ..SearchLimits::default() };
    LocalizeOptions { input, tests: 300, hangs: 3, limits, ..LocalizeOptions::default() }
}

fn run(text: &str, input: Option<Value>) -> Result<Localized, ConcolicError> {
    localize(&Sources::single("program.js", text), &options(input), &mut |_| {})
}

#[track_caller]
fn check(text: &str, input: Option<Value>, conclusion: Conclusion, sentence: &str) {
    let result = run(text, input).expect("can be used");
    let report = result.report(&SearchLimits::default()).expect("can be reported");
    assert_eq!(result.conclusion, conclusion, "{}", report.sentence);
    assert!(report.sentence.contains(sentence), "{}", report.sentence);
    assert!(report.html().starts_with("<!doctype html>"));
}

#[track_caller]
fn check_error(text: &str, message: &str) {
    let error = run(text, None).err().expect("cannot be used").to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn an_endless_loop_is_reported() {
    let text = format!(
        "export function P(A) {{ while (true) {{}} }} {REVERSE} export const domain = {{ array: 'int' }};"
    );
    check(&text, None, Conclusion::NothingTested, "did not end");
    check(&text, Some(json!([1])), Conclusion::InputPasses, "fuel");
}

#[test]
fn many_inputs_that_take_long_are_no_endless_loop() {
    // Each takes a few units of fuel; together they take much more than one run may.
    let text = format!(
        "export function P(A) {{ let n = 0; while (n < 20000) n++; return n; }} {REVERSE} \
         export const domain = {{ array: 'int' }};"
    );
    let result = run(&text, None).expect("can be used");
    assert_eq!(result.conclusion, Conclusion::NoViolation);
    let tested = result.tested.expect("it was tested");
    assert_eq!((tested.hung, tested.passed), (0, 300));
}

#[test]
fn deep_recursion_is_an_error_of_the_program() {
    let text = format!(
        "export function P(A) {{ return P(A); }} {REVERSE} export const domain = {{ array: 'int' }};"
    );
    check(&text, None, Conclusion::NothingTested, "P throws");
}

#[test]
fn huge_arrays_end() {
    let text = format!(
        "export function P(A) {{ const b = []; b[2 ** 27] = 1; return b.slice(0).length; }} {REVERSE} \
         export const domain = {{ array: 'int' }};"
    );
    check(&text, None, Conclusion::NothingTested, "elements");
    let text = format!(
        "export function P(A) {{ let s = 'x'; for (;;) s += s; }} {REVERSE} export const domain = {{ array: 'int' }};"
    );
    let result = run(&text, None).expect("can be used");
    assert_eq!(result.conclusion, Conclusion::NothingTested);
}

#[test]
fn wrong_modules_are_refused() {
    check_error("export function P(A) {", "does not parse");
    check_error("export const x = 1;", "must export a function P");
    check_error("export function P(A) {}", "must export relations");
    check_error(
        "export function P(A) {} export const relations = { r: { T: 1 } };",
        "functions T and M",
    );
    check_error("export function P(A) {} throw new Error('no');", "top level fails: no");
    check_error(&format!("export function P() {{}} {REVERSE}"), "must have a parameter");
    check_error("while (true) {}", "does not end");
}

#[test]
fn what_throws_is_named() {
    let with = |t: &str, m: &str, valid: &str| {
        format!(
            "export function P(A) {{ return A.length; }} \
             export const relations = {{ r: {{ T: A => {t}, M: (a, b) => {m} }} }}; \
             export const valid = A => {valid}; export const domain = {{ array: 'int' }};"
        )
    };
    check(&with("nowhere", "a === b", "true"), None, Conclusion::NothingTested, "T throws");
    check(&with("[A]", "nowhere", "true"), None, Conclusion::NothingTested, "M throws");
    check(&with("[A]", "a === b", "nowhere"), None, Conclusion::NothingTested, "valid throws");
    check(&with("7", "a === b", "true"), None, Conclusion::NothingTested, "must return a list");
    check(&with("[A]", "a === b", "false"), None, Conclusion::NothingTested, "accepts no input");
}

#[test]
fn a_relation_that_never_holds_is_inevitable() {
    let text = "export function P(A) { let n = 0; for (const a of A) if (a > 0) n++; return n; } \
                export const relations = { never: { T: A => [A], M: () => false } };";
    check(text, None, Conclusion::Inevitable, "no input out of 300 random ones satisfies it");
}

#[test]
fn what_was_not_tried_is_not_called_inevitable() {
    let guarded = "export function P(A) { return A[0] > 0 ? 1 : 2; } \
                   export const relations = { never: { T: A => [A], M: () => false } }; \
                   export const valid = A => A[0] < 2; export const domain = { array: 'int' };";
    check(guarded, None, Conclusion::GaveUp, "does not show that there is none");
    let indexed = "export function P(A) { const t = [9, 9]; if (t[A[0]] + A[1] > 5) return 1; return 0; } \
                   export const relations = { never: { T: A => [A], M: () => false } }; \
                   export const domain = { array: { int: [0, 1] }, length: 2 };";
    check(indexed, None, Conclusion::GaveUp, "gave up");
}

#[test]
fn an_index_may_change_when_nothing_else_helps() {
    let text = "export function P(A) { const t = [9, 1]; if (t[A[0]] + A[1] > 5) return 1; return 0; } \
                export const relations = { zero: { T: A => [A], M: a => a === 0 } }; \
                export const domain = { array: { int: [0, 1] }, length: 2 };";
    let result = run(text, Some(json!([0, 1]))).expect("runs");
    assert_eq!(result.conclusion, Conclusion::Located);
    let critical = result.searches[0].critical().expect("located");
    assert_eq!(result.sites[critical.site].place.span.of(text), "t[A[0]] + A[1] > 5");
    let mut held = options(Some(json!([0, 1])));
    held.limits = SearchLimits { loosen: false, neighbours: 0, other_shapes: false, ..held.limits };
    let sources = Sources::single("program.js", text);
    let result = localize(&sources, &held, &mut |_| {}).expect("runs");
    assert_eq!(result.conclusion, Conclusion::GaveUp);
}

#[test]
fn a_shorter_input_counts_when_no_condition_can_be_turned() {
    let text = "export function P(A) { let n = 0; for (let i = 1; i < A.length; i++) n++; return n; } \
                export const relations = { none: { T: A => [A], M: a => a === 0 } }; \
                export const domain = { array: 'int', length: [1, 3] };";
    let result = run(text, Some(json!([4, 5]))).expect("runs");
    assert_eq!(result.conclusion, Conclusion::Located);
    let critical = result.searches[0].critical().expect("located");
    assert_eq!(result.sites[critical.site].place.span.of(text), "i < A.length");
    assert!(!critical.is_exact, "{critical:?}");
}

#[test]
fn a_program_without_a_fault_has_no_violation() {
    let text = format!("export function P(A) {{ return A.length; }} {REVERSE}");
    check(&text, None, Conclusion::NoViolation, "held in");
    check(&text, Some(json!([1, 2])), Conclusion::InputPasses, "reverse: pass");
}

#[test]
fn inputs_and_relations_must_fit() {
    let two = "export function P(a, b) { return a + b; } \
               export const relations = { swap: { T: (a, b) => [[b, a]], M: (x, y) => x === y } };";
    let error = run(two, Some(json!([1]))).err().expect("does not fit").to_string();
    assert!(error.contains("a list of 2 values"), "{error}");
    let other = LocalizeOptions { relation: Some("other".to_owned()), ..options(None) };
    let result = localize(&Sources::single("program.js", two), &other, &mut |_| {});
    assert!(result.err().expect("is unknown").to_string().contains("available: swap"));
}

#[test]
fn what_a_program_says_is_escaped() {
    let text = "export function P(A) { let s = '<script>'; if (A[0] > 3) s = '<b>'; return s + A[1]; } \
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } }; \
                export const domain = { array: { int: [0, 9] }, length: 2 };";
    let result = run(text, Some(json!([5, 1]))).expect("runs");
    let page = result.report(&SearchLimits::default()).expect("can be reported").html();
    assert!(!page.contains("<script>") && page.contains("&lt;script&gt;"), "{page}");
}

#[test]
fn strings_and_trees_and_fractions_can_be_turned() {
    let text = "export function P(s) { return s[0] === 'x' ? 1 : s.charCodeAt(1) > 97 ? 2 : 3; } \
                export const relations = { r: { T: s => [s[1] + s[0]], M: (a, b) => a === b } }; \
                export const domain = { string: 'abxy', length: 2 };";
    let result = run(text, Some(json!("xa"))).expect("runs");
    assert_eq!(result.conclusion, Conclusion::Located);
    let text = "export function P(t) { return t.left.value > t.right.value * 2 ? 1 : 0; } \
                export const relations = { swap: { T: t => [{ value: t.value, left: t.right, right: t.left }], M: (a, b) => a === b } };";
    let tree = json!({"value": 1, "left": {"value": 7, "left": null, "right": null},
                      "right": {"value": 1, "left": null, "right": null}});
    let result = run(text, Some(tree)).expect("runs");
    assert_eq!(result.conclusion, Conclusion::Located);
    let text = "export function P(a, b) { return a * 1.5 < b ? 1 : 0; } \
                export const relations = { swap: { T: (a, b) => [[b, a]], M: (x, y) => x === y } };";
    let result = run(text, Some(json!([0.25, 2.5]))).expect("runs");
    assert_eq!(result.conclusion, Conclusion::Located);
}

#[test]
fn programs_of_several_files_are_read() {
    let area = tempfile::tempdir().expect("a folder");
    let folder = area.path();
    std::fs::create_dir_all(folder.join("parts")).expect("a folder");
    let entry = folder.join("main.js");
    std::fs::write(
        &entry,
        "import { larger } from './parts/larger.js'; \
         export function P(A) { return larger(A[0], A[1]) ? A[0] : A[1]; } \
         export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } };",
    )
    .expect("written");
    std::fs::write(folder.join("parts/larger.js"), "export const larger = (a, b) => a - 2 > b;")
        .expect("written");
    let sources = Sources::read(&entry).expect("can be read");
    let result = localize(&sources, &options(Some(json!([5, 4]))), &mut |_| {}).expect("runs");
    let report = result.report(&SearchLimits::default()).expect("can be reported");
    std::fs::write(&entry, "import './nowhere.js'; export function P(A) {}").expect("written");
    let error = Sources::read(&entry).expect_err("is missing").to_string();
    assert_eq!(report.critical.expect("located").place.file, "main.js");
    assert!(error.contains("nowhere.js"), "{error}");
}
