//! Expressions over a few logged values.

use super::{ExpressionEvaluator, ExpressionValue, PlainValues, evaluate};
use crate::log::{Log, LoggedChild, LoggedContents};
use debunk_model::{ExpressionDialect, Language, Outcome, Program};

/// The log of `n = 3`, `z = 0`, `s = 'ab'`, `t = true`, `u`, `f = 1.5`, an array `a = [3, o, , 'ab']`,
/// an object `o = { n: 3, get g() {}, a: the array around it, k: ? }`, a map `m` and `x`, which is `?`.
fn log() -> Log {
    let texts = [
        "3",
        "0",
        "\"ab\"",
        "true",
        "undefined",
        "1.5",
        "Array(4)",
        "Object",
        "Map(1)",
        "?",
        "entry",
        "accessor",
    ];
    let of = |children: &[(&str, LoggedChild)]| LoggedContents {
        children: children.iter().map(|(key, child)| ((*key).to_owned(), *child)).collect(),
        is_whole: true,
        order: Default::default(),
    };
    let value = LoggedChild::Value;
    let array = of(&[("0", value(0)), ("1", value(7)), ("3", value(2))]);
    let object =
        of(&[("n", value(0)), ("g", value(11)), ("a", LoggedChild::Ancestor(1)), ("k", value(9))]);
    Log {
        entries: Vec::new(),
        activations: Vec::new(),
        returns: Vec::new(),
        statements: Vec::new(),
        functions: Vec::new(),
        texts: texts.map(str::to_owned).into(),
        contents: [(6, array), (7, object), (8, of(&[("0", value(10))]))].into(),
        resumptions: Default::default(),
        headings: Default::default(),
        inserted: Default::default(),
        outcome: Outcome::default(),
        truncated: false,
        size_bytes: 0,
    }
}

#[track_caller]
fn check(expression: &str, expected: Option<&str>) {
    let names = ["n", "z", "s", "t", "u", "f", "a", "o", "m", "x"];
    let number_of = |name: &str| names.iter().position(|it| *it == name).map(|it| it as u32);
    let found = evaluate(&log(), Language::JavaScript, expression, &number_of);
    assert_eq!(found.as_deref(), expected, "{expression}");
}

#[test]
fn operators_have_their_ranks() {
    check("n + 2 * n", Some("9"));
    check("(n + 2) * n - 1", Some("14"));
    check("n - 1 - 1", Some("1"));
    check("n < 4 && s === 'ab'", Some("true"));
    check("n === 4 || z", Some("0"));
    check("!z ? n >= 3 ? 'yes' : 1 : 2", Some("\"yes\""));
    check("s + \"c\"", Some("\"abc\""));
    check("'b' > s", Some("true"));
    check("typeof s + typeof n", Some("\"stringnumber\""));
    check("-n", Some("-3"));
}

#[test]
fn paths_go_through_what_values_hold() {
    check("a", Some("Array(4)"));
    check("a[0] + a[1].n", Some("6"));
    check("a[1]['n']", Some("3"));
    check("a[1].a[3].length", Some("2"));
    check("a.length", Some("4"));
    check("[z, a][1].length", Some("4"));
    check("[n, s].length", Some("2"));
    check("typeof o", Some("\"object\""));
    check("o === n", Some("false"));
    check("o && n", Some("3"));
}

#[test]
fn what_is_not_certain_has_no_value() {
    for expression in [
        "x",
        "y",
        "x || 1",
        "[x, n][1]",
        "o.k",
        "o.g",
        "o.missing",
        "a[2]",
        "a[1].a[1] === o",
        "m[0]",
        "m.size",
        "f + 1",
        "f && 1",
        "n + s",
        "z * -1",
        "-z",
        "n / 2",
        "n ** 2",
        "n++",
        "n = 4",
        "f()",
        "o?.n",
        "n ?? 1",
        "n == 3",
        "`a`",
        "'a\\n'",
        "1.5",
        "01",
        "1n",
        "typeof y",
        "undefined",
        "NaN",
        "this",
        "new n",
        "[n]",
        "[n,,s][2]",
        "n +",
        "",
        "9007199254740992",
        "9007199254740991 + 1",
        "n;",
        "(n",
        "n, z",
        "n in o",
        "{}",
        "=> n",
        "n => n",
        "void 0",
        "é",
    ] {
        check(expression, None);
    }
    check("t || x", Some("true"));
    check("t ? n : x", Some("3"));
}

/// Values of variables by their texts.
const TEXTS: [(&str, &str); 8] = [
    ("n", "3"),
    ("z", "0"),
    ("m", "-7"),
    ("d", "1.5"),
    ("t", "true"),
    ("T", "True"),
    ("q", "'ab'"),
    ("big", "2147483647"),
];

#[track_caller]
fn check_in(language: Language, expression: &str, expected: &str) {
    let text_of = &|name: &str| TEXTS.iter().find(|(it, _)| *it == name).map(|(_, text)| *text);
    let evaluator = ExpressionEvaluator { language, reads_members: true, measures: true };
    let found = match evaluator.evaluate(expression, &PlainValues { text_of }) {
        Some(ExpressionValue::Exact(text)) => text,
        Some(other) => format!("{other:?}"),
        None => "nothing".to_owned(),
    };
    assert_eq!(found, expected, "{expression} in {language}");
}

#[test]
fn integers_of_an_unknown_type_are_computed_as_far_as_every_type_agrees() {
    for (expression, expected) in [
        ("n + 2 * n", "9"),
        ("7 / n", "Safe"),
        ("9 / n", "3"),
        ("7 % n", "1"),
        ("n / z", "nothing"),
        ("n % z", "nothing"),
        ("n / d", "nothing"),
        ("d + n", "Safe"),
        ("m + n", "Safe"),
        ("m + 9", "2"),
        ("big + 1", "nothing"),
        ("n < 4", "Safe"),
        ("m < n ? 1 : 2", "Safe"),
        ("n < 4 ? n : y", "nothing"),
        ("n < 4 && n > 1 ? 5 : 6", "5"),
        ("-n", "Safe"),
        ("*n", "nothing"),
        ("&n", "nothing"),
        ("(long)n", "nothing"),
        ("sizeof n", "nothing"),
        ("true", "nothing"),
    ] {
        check_in(Language::C, expression, expected);
    }
    for (expression, expected) in [
        ("n * 9", "27"),
        ("t && n < 4", "true"),
        ("!t", "false"),
        ("n - 4", "Safe"),
        ("n && t", "nothing"),
    ] {
        check_in(Language::Go, expression, expected);
        check_in(Language::Rust, expression, &expected.replace("Safe", "nothing"));
    }
    check_in(Language::Go, "n * 100", "Safe");
    check_in(Language::Rust, "n * 100", "nothing");
}

#[test]
fn python_has_its_own_operators() {
    for (expression, expected) in [
        ("n // 2", "1"),
        ("m // 2", "-4"),
        ("m % 3", "2"),
        ("m // z", "nothing"),
        ("n / 2", "Safe"),
        ("not n == 3", "False"),
        ("not n", "False"),
        ("n and q", "'ab'"),
        ("z or q", "'ab'"),
        ("1 if T else y", "1"),
        ("q + 'c' if n else 2", "'abc'"),
        ("1 < n < 4", "nothing"),
        ("n == T", "nothing"),
        ("n is n", "nothing"),
        ("n ** 2", "nothing"),
        ("-m", "7"),
        ("[n][0]", "nothing"),
        ("q < 'b'", "True"),
        ("None or n", "3"),
        ("True", "True"),
    ] {
        check_in(Language::Python, expression, expected);
    }
}

#[test]
fn a_function_of_the_language_may_mean_something_else() {
    for (text, expected) in [
        ("print(len(a))", true),
        ("length = 3", true),
        ("def len(a): pass", false),
        ("len = 3", false),
        ("class A:\n  def __len__(self): pass", false),
        ("builtins.len(a)", false),
        ("f(len)", false),
    ] {
        let program = Program::script("p", Language::Python, text);
        assert_eq!(ExpressionEvaluator::of(&program).measures(), expected, "{text}");
    }
}

#[test]
fn a_word_for_a_value_is_no_member() {
    for (dialect, text, expected) in [
        (ExpressionDialect::Python, "a.True", false),
        (ExpressionDialect::Python, "a.true", true),
        (ExpressionDialect::Python, "a.pass", false),
        (ExpressionDialect::JavaScript, "a.true", true),
        (ExpressionDialect::Cpp, "a->false", false),
    ] {
        let words = super::words::of(dialect);
        assert_eq!(super::syntax::parse(text, words).is_some(), expected, "{text}");
    }
}
