//! What a debugger shows of values, against logs written by hand.

use super::*;
use crate::Log;
use debunk_model::{Goal, LineIndex, Outcome, Program, Sites};

/// A log of one value: its text, its children as number or as text after a `^`, whether these are
/// all. The value 0 is `1`, 1 is `?`, 2 is `{ a: 1 }`.
fn log(text: &str, children: &[(&str, i64)], is_whole: bool) -> Log {
    let child = |number: i64| match number {
        0.. => LoggedChild::Value(number as u32),
        up => LoggedChild::Ancestor((-1 - up) as u32),
    };
    let of = |children: &[(&str, i64)], is_whole| LoggedContents {
        children: children.iter().map(|(key, it)| ((*key).to_owned(), child(*it))).collect(),
        is_whole,
        order: ChildOrder::default(),
    };
    Log {
        entries: Vec::new(),
        activations: Vec::new(),
        resumptions: Default::default(),
        returns: Vec::new(),
        statements: Vec::new(),
        functions: Vec::new(),
        texts: ["1", "?", "Object", text].map(str::to_owned).into(),
        contents: [(2, of(&[("a", 0)], true)), (3, of(children, is_whole))].into(),
        headings: Default::default(),
        inserted: Default::default(),
        outcome: Outcome::default(),
        truncated: false,
        size_bytes: 0,
    }
}

fn compared(log: &Log, shown: &Value) -> Option<String> {
    compared_in(&Program::javascript("p.js", Goal::Script, ""), log, shown)
}

fn compared_in(program: &Program, log: &Log, shown: &Value) -> Option<String> {
    let (lines, sites) = (LineIndex::new(""), Sites::default());
    let places = LoggedText {
        log,
        program,
        lines: &lines,
        sites: &sites,
        ends_at_call: false,
        ends_rejected: false,
    };
    places.wrong_contents(3, shown, "o", &|logged, shown| places.contradicts(logged, shown))
}

fn value(text: &str, children: &[(&str, &str)]) -> Value {
    let child = |(key, value): &(&str, &str)| match *value {
        "{1}" => ValueChild::new(
            *key,
            Value::with_children("Object", vec![ValueChild::new("a", "1".into())]),
        ),
        "{2}" => ValueChild::new(
            *key,
            Value::with_children("Object", vec![ValueChild::new("a", "2".into())]),
        ),
        "Object" => ValueChild::new(*key, Value::folded("Object")),
        plain => ValueChild::new(*key, plain.into()),
    };
    Value::with_children(text, children.iter().map(child).collect())
}

fn cut(mut value: Value) -> Value {
    let children = value.children().to_vec();
    value.contents = Contents::Children { children, has_more: true };
    value
}

#[track_caller]
fn check(log: &Log, shown: &Value, expected: Option<&str>) {
    assert_eq!(compared(log, shown).as_deref(), expected);
}

#[test]
fn a_wrong_child_is_named_by_its_path() {
    let log = log("Array(3)", &[("0", 0), ("2", 2)], true);
    check(&log, &value("Array(3)", &[("0", "1"), ("2", "{1}")]), None);
    let words = "o[2].a is 1 there, the debugger shows 2";
    check(&log, &value("Array(3)", &[("0", "1"), ("2", "{2}")]), Some(words));
    let words = "o[0] is 1 there, the debugger shows undefined";
    check(&log, &value("Array(3)", &[("0", "undefined"), ("2", "{1}")]), Some(words));
    check(&log, &Value::folded("Array(3)"), None);
    check(&log, &value("7", &[]), Some("o is Array(3) there, the debugger shows 7"));
}

#[test]
fn indices_are_exact() {
    let log = log("Array(4)", &[("0", 0), ("2", 0)], true);
    let shown =
        |keys: &[&str]| value("Array(4)", &keys.iter().map(|key| (*key, "1")).collect::<Vec<_>>());
    let missing = "o[2] is missing in what the debugger shows";
    check(&log, &shown(&["0"]), Some(missing));
    check(&log, &cut(shown(&["0"])), None);
    check(&log, &cut(shown(&["0", "3"])), Some(missing));
    check(&log, &shown(&["0", "1", "2"]), Some("o has no child [1], the debugger shows one"));
    check(&log, &shown(&["0", "2", "length"]), None);
    let words = "o[0] comes before o[2] there, the debugger shows o[2] first";
    check(&log, &shown(&["2", "0"]), Some(words));
    check(&log, &"Array(4)".into(), Some("o[0] is missing in what the debugger shows"));
}

#[test]
fn of_a_part_only_what_is_between_its_indices_is_known() {
    let log = log("Array(90)", &[("0", 0), ("2", 0), ("extra", 0)], false);
    let shown =
        |keys: &[&str]| value("Array(90)", &keys.iter().map(|key| (*key, "1")).collect::<Vec<_>>());
    check(&log, &shown(&["0", "2", "50", "more"]), None);
    let words = "o has no child [1], the debugger shows one";
    check(&log, &shown(&["0", "1", "2"]), Some(words));
}

#[test]
fn names_are_exact_but_for_those_of_the_engine() {
    let log = log("Object", &[("b", 0), ("a", 0), ("Symbol(k)", 0), ("#p", 0)], true);
    let all = [("b", "1"), ("a", "1"), ("Symbol(k)", "1")];
    let with = |more: &[(&str, &str)]| value("Object", &[&all[..], more].concat());
    check(&log, &with(&[]), None);
    check(&log, &with(&[("[[Prototype]]", "Object"), ("#p", "1"), ("#q", "5")]), None);
    let words = "o.#p is 1 there, the debugger shows 5";
    check(&log, &with(&[("#p", "5")]), Some(words));
    check(&log, &with(&[("c", "1")]), Some("o has no child c, the debugger shows one"));
    let missing = "o.a is missing in what the debugger shows";
    check(&log, &value("Object", &[("b", "1"), ("Symbol(k)", "1")]), Some(missing));
    let words = "o.b comes before o.a there, the debugger shows o.a first";
    check(&log, &value("Object", &[("a", "1"), ("b", "1"), ("Symbol(k)", "1")]), Some(words));
}

#[test]
fn members_of_a_structure_have_the_order_of_their_declaration() {
    let log = log("?", &[("b", 0), ("a", 0)], true);
    let shown = value("{...}", &[("a", "1"), ("b", "1")]);
    let compared = |language| {
        let program = Program { language, ..Program::javascript("p", Goal::Script, "") };
        compared_in(&program, &log, &shown)
    };
    let words = "o.b comes before o.a there, the debugger shows o.a first";
    for language in [Language::C, Language::Go] {
        assert_eq!(compared(language).as_deref(), Some(words), "{language}");
    }
    // The engine and the debug information have orders of their own there.
    for language in [Language::JavaScript, Language::Cpp, Language::Rust] {
        assert_eq!(compared(language), None, "{language}");
    }
}

#[test]
fn keys_of_a_dictionary_of_python_have_the_order_in_which_they_were_added() {
    let mut log = log("?", &[("'b'", 0), ("7", 0), ("'a'", 0)], true);
    held(&mut log, ChildOrder::Free);
    let program = Program::script("p.py", Language::Python, "");
    let compared =
        |keys: [&str; 3]| compared_in(&program, &log, &value("{...}", &keys.map(|key| (key, "1"))));
    assert_eq!(compared(["'b'", "7", "'a'"]), None);
    let words = "o['b'] comes before o[7] there, the debugger shows o[7] first";
    assert_eq!(compared(["7", "'b'", "'a'"]).as_deref(), Some(words));
    assert!(compared(["'b'", "'a'", "7"]).is_some());
    // Maps of Go have none.
    let go = Program::script("p.go", Language::Go, "");
    let shown = value("{...}", &["7", "'b'", "'a'"].map(|key| (key, "1")));
    assert_eq!(compared_in(&go, &log, &shown), None);
}

#[test]
fn a_getter_that_ran_is_noticed() {
    let log = {
        let mut log = log("Object", &[("a", 1)], true);
        log.texts[1] = ACCESSOR.to_owned();
        log
    };
    let accessor = Value { text: ACCESSOR.to_owned(), contents: Contents::Accessor };
    let around = |a: Value| Value::with_children("Object", vec![ValueChild::new("a", a)]);
    check(&log, &around(accessor), None);
    check(&log, &around("undefined".into()), None);
    let words = "o.a is an accessor there, the debugger shows 7";
    check(&log, &around("7".into()), Some(words));
}

fn held(log: &mut Log, order: ChildOrder) {
    log.contents.get_mut(&3).expect("it holds something").order = order;
}

#[test]
fn the_keys_of_a_dictionary_have_no_order_and_the_members_of_a_set_no_keys() {
    let mut log = log("?", &[("4", 2), ("9", 0)], true);
    let falling = value("?", &[("9", "1"), ("4", "{1}")]);
    assert!(compared(&log, &falling).is_some());
    held(&mut log, ChildOrder::Free);
    check(&log, &falling, None);
    check(&log, &value("?", &[("4", "{1}"), ("9", "1")]), None);
    check(
        &log,
        &value("?", &[("4", "{1}"), ("9", "2")]),
        Some("o[9] is 1 there, the debugger shows 2"),
    );
    let missing = "o[9] is missing in what the debugger shows";
    check(&log, &value("?", &[("4", "{1}")]), Some(missing));
    let mut log = self::log("?", &[("0", 0), ("1", 0)], true);
    log.texts[0] = "5".to_owned();
    log.texts.push("6".to_owned());
    if let Some(contents) = log.contents.get_mut(&3) {
        contents.children[1].1 = LoggedChild::Value(4);
    }
    held(&mut log, ChildOrder::Unnamed);
    check(&log, &value("{5, 6}", &[("0", "6"), ("1", "5")]), None);
    let missing = "o has the member 5, the debugger shows none";
    check(&log, &value("{5, 6}", &[("0", "6"), ("1", "7")]), Some(missing));
    let more = "o has 2 members, the debugger shows 3";
    check(&log, &value("{5, 6}", &[("0", "6"), ("1", "5"), ("2", "5")]), Some(more));
    check(&log, &cut(value("{5, 6}", &[("0", "6")])), None);
    check(
        &log,
        &cut(value("{5, 6}", &[("0", "7")])),
        Some("o has no member 7, the debugger shows one"),
    );
}

#[test]
fn what_holds_others_is_judged_though_its_text_is_unknown() {
    let log = log("?", &[("x", 0)], true);
    check(&log, &value("{x = 1}", &[("x", "1")]), None);
    check(&log, &value("{x = 2}", &[("x", "2")]), Some("o.x is 1 there, the debugger shows 2"));
}

#[test]
fn only_rust_has_variants_and_only_cpp_layouts() {
    let log = log("?", &[("::A B", 2), ("B", 0)], true);
    let shown = value("Object", &[("::A B", "{1}"), ("B", "1")]);
    let compared = |language, shown| compared_in(&Program::script("p", language, ""), &log, shown);
    assert_eq!(compared(Language::JavaScript, &shown), None);
    assert_eq!(compared(Language::Python, &shown), None);
    let words = Some("o is A there, the debugger shows B".to_owned());
    assert_eq!(compared(Language::Rust, &value("{...}", &[("B", "1")])), words);
    let log = self::log("?", &[("<referent>", 0)], true);
    check(&log, &value("Object", &[("<referent>", "1")]), None);
    let words = "o[<referent>] is 1 there, the debugger shows 2";
    check(&log, &value("Object", &[("<referent>", "2")]), Some(words));
}

#[test]
fn what_an_address_leads_to_is_a_child_or_in_its_place() {
    let log = log("?", &[("*", 2)], false);
    check(&log, &value("0x…", &[("*", "{1}")]), None);
    check(&log, &value("0x…", &[("*", "{2}")]), Some("o.*.a is 1 there, the debugger shows 2"));
    check(&log, &value("0x…", &[("a", "1")]), None);
    check(&log, &value("0x…", &[("a", "2")]), Some("o.a is 1 there, the debugger shows 2"));
    check(&log, &"0x…".into(), None);
}

#[test]
fn what_is_unknown_or_means_two_things_proves_nothing() {
    let log = log("Object", &[("u", 1), ("Symbol(k)", 0), ("Symbol(k)", 2)], true);
    let shown = value("Object", &[("u", "7"), ("Symbol(k)", "{2}"), ("Symbol(k)", "8")]);
    check(&log, &shown, None);
}

#[test]
fn what_is_held_is_judged_where_the_text_is_unknown() {
    let log = log("?", &[("a", 0)], true);
    check(&log, &value("Point {…}", &[("a", "1")]), None);
    let words = "o.a is 1 there, the debugger shows 2";
    check(&log, &value("Point {…}", &[("a", "2")]), Some(words));
}

#[test]
fn numbers_in_a_mapping_are_no_positions() {
    let mut log = log("?", &[("7", 0), ("1", 0)], true);
    let shown = |keys: &[&str]| {
        value("map[int]int", &keys.iter().map(|key| (*key, "1")).collect::<Vec<_>>())
    };
    // A dictionary of Python has an order, in which numbers may descend.
    check(&log, &shown(&["7", "1"]), None);
    check(&log, &cut(shown(&["7"])), None);
    let contents = log.contents.get_mut(&3).expect("the mapping");
    contents.order = ChildOrder::Free;
    check(&log, &shown(&["7", "1"]), None);
    check(&log, &cut(shown(&["7"])), None);
    check(&log, &shown(&["7"]), Some("o[1] is missing in what the debugger shows"));
    check(&log, &shown(&["7", "1", "3"]), Some("o has no child [3], the debugger shows one"));
    log.contents.get_mut(&3).expect("the mapping").is_whole = false;
    check(&log, &shown(&["3", "7"]), None);
}

#[test]
fn a_layout_may_be_shown_in_place_of_what_is_held() {
    let log = log("?", &[("0", 0), ("1", 0)], true);
    let check = |language, children: &[(&str, &str)], expected: Option<&str>| {
        let program = Program::script("p", language, "");
        let shown = value("{...}", children);
        assert_eq!(compared_in(&program, &log, &shown).as_deref(), expected, "{children:?}");
    };
    let layout = [("_M_impl", "Object"), ("total", "3")];
    let missing = Some("o[1] is missing in what the debugger shows");
    for language in [Language::Cpp, Language::Rust] {
        check(language, &layout, None);
        check(language, &[("0", "1"), ("1", "1"), ("total", "3")], None);
        check(language, &[("0", "1")], missing);
        check(language, &[("0", "1"), ("1", "2")], Some("o[1] is 1 there, the debugger shows 2"));
    }
    check(Language::C, &layout, Some("o[0] is missing in what the debugger shows"));
}

#[test]
fn a_value_inside_itself_is_followed_as_deep_as_it_is_shown() {
    let log = log("Object", &[("n", 0), ("self", -1)], true);
    let around = |n: &str, inner: Value| {
        let children = vec![ValueChild::new("n", n.into()), ValueChild::new("self", inner)];
        Value::with_children("Object", children)
    };
    let folded = || Value::folded("Object");
    check(&log, &around("1", around("1", folded())), None);
    let words = "o.self.n is 1 there, the debugger shows 3";
    check(&log, &around("1", around("3", folded())), Some(words));
}
