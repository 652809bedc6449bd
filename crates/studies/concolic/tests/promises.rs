//! Programs that return promises, thenables and generators are run to their end, or rejected.

use debunk_concolic::{
    Conclusion, ConcolicError, LocalizeOptions, Localized, SearchLimits, Sources, localize,
};
use serde_json::{Value, json};

const SAME: &str = "(a, b) => a === b";
const REVERSED: &str = "A => [A.toReversed()]";

fn program(p: &str, t: &str, m: &str, valid: &str) -> String {
    format!(
        "{p} export const relations = {{ r: {{ T: {t}, M: {m} }} }}; \
         export const valid = {valid}; \
         export const domain = {{ array: {{ int: [0, 9] }}, length: [1, 4] }};"
    )
}

fn run(text: &str, input: Option<Value>) -> Result<Localized, ConcolicError> {
    let limits = SearchLimits { fuel: 60, ..SearchLimits::default() };
    let options =
        LocalizeOptions { input, tests: 200, hangs: 3, limits, ..LocalizeOptions::default() };
    localize(&Sources::single("program.js", text), &options, &mut |_| {})
}

#[track_caller]
fn check(text: &str, conclusion: Conclusion) -> Localized {
    let result = run(text, None).expect("can be used");
    assert_eq!(result.conclusion, conclusion, "{:?} {text}", result.tested);
    result
}

#[track_caller]
fn check_refused(text: &str, part: &str) {
    for input in [None, Some(json!([1, 2]))] {
        let error = run(text, input).err().expect("is refused");
        assert!(matches!(error, ConcolicError::Unsupported(_)), "{error:?}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

const LARGEST: &str = "let max = A[0]; for (const a of A) { if (a > max) max = a; } return max;";

#[test]
fn an_async_program_that_is_right_has_no_violation() {
    let waiting = LARGEST.replace("{ if", "{ await null; if");
    let forms = [
        format!("export async function P(A) {{ {waiting} }}"),
        format!("export const P = async A => {{ {waiting} }};"),
        format!("export function P(A) {{ return Promise.resolve().then(() => {{ {LARGEST} }}); }}"),
        format!("export function P(A) {{ return {{ then(done) {{ {LARGEST2} }} }}; }}"),
        format!("export function P(A) {{ return new Promise(done => {{ {LARGEST2} }}); }}"),
    ];
    for form in forms {
        check(&program(&form, REVERSED, SAME, "() => true"), Conclusion::NoViolation);
    }
}

const LARGEST2: &str = "let max = A[0]; for (const a of A) if (a > max) max = a; done(max);";

#[test]
fn async_relations_and_conditions_are_waited_for() {
    let sync = format!("export function P(A) {{ {LARGEST} }}");
    let never = "async A => A.length > 9";
    check(
        &program(&sync, "async A => [A.toReversed()]", SAME, "() => true"),
        Conclusion::NoViolation,
    );
    check(
        &program(&sync, "A => [Promise.resolve(A)]", SAME, "() => true"),
        Conclusion::NoViolation,
    );
    check(
        &program(&sync, REVERSED, "async (a, b) => a === b", "() => true"),
        Conclusion::NoViolation,
    );
    check(&program(&sync, REVERSED, SAME, "async A => A.length > 0"), Conclusion::NoViolation);
    check(&program(&sync, REVERSED, SAME, never), Conclusion::NothingTested);
    // A promise is always true: a violated relation must be noticed nevertheless.
    let wrong = "export function P(A) { return A[0] > 4 ? 1 : 0; }";
    let result = check(
        &program(wrong, REVERSED, "async (a, b) => a === b", "() => true"),
        Conclusion::Located,
    );
    assert!(result.searches.iter().any(|search| search.is_located()));
}

/// The condition at which the first pair of runs diverges.
fn critical_text<'text>(result: &Localized, text: &'text str) -> &'text str {
    let critical = result.searches.iter().find_map(|it| it.critical()).expect("located");
    result.sites[critical.site].place.span.of(text)
}

#[test]
fn the_fault_of_an_async_program_is_located() {
    let text = program(
        "export async function P(A) { let n = 0; for (let i = 0; i < A.length; i++) { \
           const a = await A[i]; if (a > 4) n += i; } return n; }",
        REVERSED,
        SAME,
        "() => true",
    );
    let result = check(&text, Conclusion::Located);
    assert_eq!(critical_text(&result, &text), "a > 4");
    let report = result.report(&SearchLimits::default()).expect("can be reported");
    assert!(report.critical.expect("located").awaits);
}

#[test]
fn what_never_settles_or_never_ends_is_reported() {
    let sentence = |body: &str| {
        let text = program(
            &format!("export async function P(A) {{ {body} }}"),
            REVERSED,
            SAME,
            "() => true",
        );
        let result = check(&text, Conclusion::NothingTested);
        result.report(&SearchLimits::default()).expect("can be reported").sentence
    };
    assert!(sentence("await new Promise(() => {});").contains("never settled"));
    assert!(sentence("while (true) await null;").contains("did not end"));
    assert!(sentence("while (true) {}").contains("did not end"));
    assert!(sentence("await null; throw new Error('odd');").contains("P throws Error: odd"));
    // What one run left behind does not disturb the next.
    let some = program(
        "export async function P(A) { while (A[0] > 7) await null; return A.length; }",
        REVERSED,
        SAME,
        "() => true",
    );
    let result = run(&some, None).expect("can be used");
    let tested = result.tested.expect("was tested");
    assert!(tested.hung > 0 && tested.failed == 0 && tested.passed > 0, "{tested:?}");
}

#[test]
fn generators_run_in_the_run_that_made_them() {
    let sums = "(a, b) => { let n = 0; for (const x of a) n += x; for (const x of b) n -= x; return n === 0; }";
    let right = "export function* P(A) { for (const a of A) yield a > 4 ? a : 0; }";
    let result = check(&program(right, REVERSED, sums, "() => true"), Conclusion::NoViolation);
    assert!(result.tested.expect("was tested").crashed == 0);
    let wrong =
        "export function* P(A) { let i = 0; for (const a of A) { if (a > 4) yield i; i++; } }";
    let text = program(wrong, REVERSED, sums, "() => true");
    let result = check(&text, Conclusion::Located);
    assert_eq!(critical_text(&result, &text), "a > 4");
    let listed = "export function P(A) { return A.length; }";
    let yields = "function* (A) { yield A.toReversed(); yield A; }";
    check(&program(listed, yields, SAME, "() => true"), Conclusion::NoViolation);
}

#[test]
fn two_relations_may_read_one_generator() {
    let text = "export function* P(A) { yield* A; } \
                const sum = it => { let n = 0; for (const x of it) n += x; return n; }; \
                const M = (a, b) => sum(a) === sum(b); \
                export const relations = { r: { T: A => [A.toReversed()], M }, s: { T: A => [A], M } }; \
                export const domain = { array: { int: [1, 9] }, length: [1, 4] };";
    check(text, Conclusion::NoViolation);
    let sets = "export function P(A) { return new Set(A); } \
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a.size === b.size } }; \
                export const domain = { array: { int: [1, 9] }, length: [1, 4] };";
    check(sets, Conclusion::NoViolation);
}

#[test]
fn what_a_relation_decides_by_the_input_itself_is_never_called_inevitable() {
    // The conditions are hidden in a function that only M calls.
    let text = program(
        "export function P(A) { return () => A[0] > 4; }",
        REVERSED,
        "(a, b) => a() && false",
        "() => true",
    );
    check(&text, Conclusion::GaveUp);
}

#[test]
fn what_cannot_be_run_to_its_end_is_refused() {
    let p = "export function P(A) { return A.length; }";
    let yields = "export async function* P(A) { yield 1; }";
    check_refused(&program(yields, REVERSED, SAME, "() => true"), "P returns an async generator");
    check_refused(
        &program(p, "async function* (A) { yield A; }", SAME, "() => true"),
        "T returns an async generator",
    );
    check_refused(
        &program(p, REVERSED, "function* () { yield false; }", "() => true"),
        "M returns a generator",
    );
    check_refused(
        &program(p, REVERSED, SAME, "function* () { yield true; }"),
        "valid returns a generator",
    );
}
