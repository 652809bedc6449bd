//! No input outside the domain is run as evidence or reported, wherever it comes from.

use debunk_concolic::{
    Conclusion, FlipResult, LocalizeOptions, LocalizeReport, Localized, SearchLimits, Sources,
    localize,
};
use serde_json::{Value, json};

fn options(input: Option<Value>) -> LocalizeOptions<'static> {
    let limits = SearchLimits { fuel: 60, ..SearchLimits::default() };
    LocalizeOptions { input, tests: 300, limits, ..LocalizeOptions::default() }
}

fn run(text: &str, options: &LocalizeOptions<'_>) -> (Localized, LocalizeReport) {
    let sources = Sources::single("program.js", text);
    let result = localize(&sources, options, &mut |_| {}).expect("can be used");
    let report = result.report(&options.limits).expect("can be reported");
    (result, report)
}

/// All inputs that a result names.
fn named(result: &Localized, report: &LocalizeReport) -> Vec<Value> {
    let mut all = Vec::new();
    for search in &result.searches {
        all.extend([search.found.clone(), search.input.clone()]);
        all.extend(search.attempts.iter().filter_map(|attempt| match &attempt.turned {
            FlipResult::Diverged(input)
            | FlipResult::Fails(input)
            | FlipResult::Passes(input)
            | FlipResult::Skipped(input) => Some(input.clone()),
            FlipResult::Unsatisfiable | FlipResult::Unknown => None,
        }));
    }
    let critical = report.critical.iter();
    all.extend(critical.flat_map(|it| [it.failing.input.clone(), it.passing.input.clone()]));
    all
}

#[track_caller]
fn check(text: &str, input: Option<Value>, is_inside: impl Fn(&Value) -> bool) -> Localized {
    let mut all = Vec::new();
    for reduce in [true, false] {
        let (result, report) = run(text, &LocalizeOptions { reduce, ..options(input.clone()) });
        let inputs = named(&result, &report);
        assert!(!inputs.is_empty());
        for input in inputs {
            assert!(is_inside(&input), "{input} is outside: {}", report.sentence);
        }
        all.push(result);
    }
    all.remove(0)
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

#[test]
fn reduction_and_neighbours_stay_in_the_domain() {
    let text = "export function P(A) { \
                  if (A.length < 3) return A[0]; let n = 0; \
                  for (let i = 0; i < A.length; i++) if (A[i] > 40) n += i; return n; } \
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } }; \
                export const domain = { array: { int: [30, 60] }, length: [3, 5] };";
    let is_inside = |value: &Value| {
        let all = numbers(value);
        (3..=5).contains(&all.len()) && all.iter().all(|it| (30..=60).contains(it))
    };
    check(text, None, is_inside);
    check(text, Some(json!([50, 30, 30])), is_inside);
}

#[test]
fn a_program_that_is_right_in_its_domain_is_not_accused_with_inputs_outside_of_it() {
    // Without the domain, an empty list or a 0 would violate the relation.
    let text = "export function P(A) { if (A.length === 0 || A.includes(0)) return Symbol(); \
                  return A.length; } \
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } }; \
                export const domain = { array: { int: [1, 9] }, length: [1, 4] };";
    let (result, _) = run(text, &options(None));
    assert_eq!(result.conclusion, Conclusion::NoViolation);
}

#[test]
fn shapes_stay_in_the_domain() {
    // No condition depends on the input: only other shapes would pass, and they are excluded.
    let text = "export function P(A) { let n = 0; for (let i = 1; i < A.length; i++) n++; return n; } \
                export const relations = { none: { T: A => [A], M: a => a === 0 } }; \
                export const domain = { array: 'int', length: [2, 3] };";
    let result = check(text, Some(json!([4, 5])), |value| (2..=3).contains(&numbers(value).len()));
    assert_ne!(result.conclusion, Conclusion::Located);
    let square = "export function P(A) { let n = 0; for (let i = 1; i < A.length; i++) n++; return n; } \
                  export const relations = { none: { T: A => [A], M: a => a === 1 } }; \
                  export const domain = { matrix: 'int', rows: [2, 4], columns: 'rows' };";
    check(square, Some(json!([[1, 2, 3], [4, 5, 6], [7, 8, 9]])), |value| {
        value.as_array().is_some_and(|rows| {
            rows.len() >= 2
                && rows.iter().all(|row| row.as_array().map_or(0, Vec::len) == rows.len())
        })
    });
}

#[test]
fn the_solver_stays_in_an_alphabet_and_in_a_choice() {
    let text = "export function P(s) { return s[0] > 'm' ? 1 : s.charCodeAt(1) < 110 ? 2 : 3; } \
                export const relations = { r: { T: s => [s[1] + s[0]], M: (a, b) => a === b } }; \
                export const domain = { string: 'abxy', length: 2 };";
    let result = check(text, Some(json!("xa")), |value| {
        value.as_str().is_some_and(|it| it.len() == 2 && it.chars().all(|c| "abxy".contains(c)))
    });
    assert_eq!(result.conclusion, Conclusion::Located);
    let chosen = "export function P(a, b) { return a > 4 ? 1 : b > 20 ? 1 : 0; } \
                  export const relations = { swap: { T: (a, b) => [[b, a]], M: (x, y) => x === y } }; \
                  export const domain = [{ oneOf: [1, 9, 30] }, { oneOf: [1, 9, 30] }];";
    let result = check(chosen, Some(json!([9, 1])), |value| {
        numbers(value).len() == 2 && numbers(value).iter().all(|it| [1, 9, 30].contains(it))
    });
    assert_eq!(result.conclusion, Conclusion::Located);
}

#[test]
fn a_choice_of_records_does_not_depend_on_the_order_of_their_properties() {
    let text = "export function P(r) { return r.to > 4 ? r.by : 0; } \
                export const relations = { r: { T: r => [{ to: r.by, by: r.to }], M: (a, b) => a === b } }; \
                export const domain = { oneOf: [{ to: 5, by: 1 }, { to: 2, by: 2 }, { to: 7, by: 3 }] };";
    check(text, None, |value| {
        [json!({"to": 5, "by": 1}), json!({"to": 2, "by": 2}), json!({"to": 7, "by": 3})]
            .contains(value)
    });
}

#[test]
fn fractions_stay_between_their_bounds() {
    let text = "export function P(a, b) { return a > 0.7 ? 1 : b > 0.9 ? 1 : 0; } \
                export const relations = { swap: { T: (a, b) => [[b, a]], M: (x, y) => x === y } }; \
                export const domain = [{ float: [0.6, 1.3] }, { float: [0.6, 1.3] }];";
    check(text, None, |value| {
        let all = value.as_array().into_iter().flatten().filter_map(Value::as_f64);
        let all: Vec<f64> = all.collect();
        all.len() == 2 && all.iter().all(|it| (0.6..=1.3).contains(it))
    });
}

#[test]
fn trees_and_records_stay_in_the_domain() {
    let tree = "export function P(t) { let n = 0; \
                  for (let at = t; at !== null; at = at.left) if (at.value > 3) n++; return n; } \
                export const relations = { r: { T: t => [{ ...t, left: t.right, right: t.left }], \
                  M: (a, b) => a === b } }; \
                export const domain = { tree: { int: [2, 5] }, depth: 2 };";
    check(tree, None, |value| {
        let is_inside = |it: &Value| (2..=5).contains(&it["value"].as_i64().unwrap_or(0));
        let is_leaf = |it: &Value| {
            it.is_null() || is_inside(it) && it["left"].is_null() && it["right"].is_null()
        };
        is_inside(value) && is_leaf(&value["left"]) && is_leaf(&value["right"])
    });
    let record = "export function P(r) { return r.low > 4 ? r.high : 0; } \
                  export const relations = { r: { T: r => [{ low: r.high, high: r.low }], \
                    M: (a, b) => a === b } }; \
                  export const domain = { record: { low: { int: [3, 6] }, high: { int: [3, 6] } } };";
    check(record, None, |value| {
        value.as_object().is_some_and(|it| {
            it.len() == 2 && it.values().all(|it| (3..=6).contains(&it.as_i64().unwrap_or(0)))
        })
    });
}

#[test]
fn what_generate_makes_outside_of_the_domain_is_not_run() {
    let text = "export function P(A) { return A.some(a => a > 9) ? A[0] : 0; } \
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } }; \
                export const domain = { array: { int: [0, 9] }, length: 2 }; \
                export const generate = random => [random.int(0, 20), random.int(0, 20)];";
    let (result, _) = run(text, &options(None));
    assert_eq!(result.conclusion, Conclusion::NoViolation);
    let tested = result.tested.expect("was tested");
    assert!(tested.outside > 50 && tested.passed > 20, "{tested:?}");
    let never = text.replace("int(0, 20)", "int(10, 20)");
    let (result, report) = run(&never, &options(None));
    assert_eq!(result.conclusion, Conclusion::NothingTested);
    assert!(report.sentence.contains("all outside the domain"), "{}", report.sentence);
}

#[test]
fn an_input_of_the_user_outside_of_the_domain_is_refused() {
    let text = "export function P(A) { return A[0]; } \
                export const relations = { r: { T: A => [A.toReversed()], M: (a, b) => a === b } }; \
                export const domain = { array: { int: [0, 9] }, length: [2, 3] };";
    for (input, part) in [(json!([1, 12]), "the input[1]: 12"), (json!([1]), "of length [2, 3]")] {
        let sources = Sources::single("program.js", text);
        let error = localize(&sources, &options(Some(input)), &mut |_| {}).err();
        let error = error.expect("is refused").to_string();
        assert!(error.contains("outside the domain") && error.contains(part), "{error}");
    }
}

#[test]
fn a_domain_that_cannot_be_used_is_refused() {
    let check = |domain: &str, part: &str| {
        let text = format!(
            "export function P(A) {{ return A; }} export const domain = {domain}; \
             export const relations = {{ r: {{ T: A => [A], M: () => true }} }};"
        );
        let sources = Sources::single("program.js", &text);
        let error = localize(&sources, &options(None), &mut |_| {}).err();
        let error = error.expect("is refused").to_string();
        assert!(error.contains("its domain cannot be used") && error.contains(part), "{error}");
    };
    check("{ array: 'int', lenght: [1, 3] }", "lenght");
    check("{ int: [9, 1] }", "[low, high]");
    check("{ int: [0.5, 2] }", "whole number");
    check("'integer'", "no kind of input");
    check("{ array: { oneOf: [] } }", "oneOf");
    check("{ string: '' }", "characters");
    check("{ tree: 'int', depth: 0 }", "depth");
}
