//! What logs say that values held, on a real engine, and what follows for a debugger's answers.

use crate::support;

use debunk_languages::analyse;
use debunk_model::{
    Action, Expansion, Frame, Goal, Location, Observation, Pause, Place, Program, Scope, ScopeKind,
    Trace, Value, ValueChild,
};
use debunk_testimony::{Log, LoggedChild, Testimony};
use debunk_witness::{WitnessResult, witness};

fn log(engine: &str, text: &str) -> Box<Log> {
    let program = Program::javascript("test", Goal::Script, text);
    match witness(&mut *support::runner(engine), &program) {
        WitnessResult::Neutral(log) => log,
        other => panic!("{text}: {other:?}"),
    }
}

fn describe(log: &Log, number: u32) -> String {
    let text = &log.texts[number as usize];
    let Some(contents) = log.contents.get(&number) else { return text.clone() };
    let child = |(key, child): &(String, LoggedChild)| match child {
        LoggedChild::Value(number) => format!("{key}: {}", describe(log, *number)),
        LoggedChild::Ancestor(up) => format!("{key}: ^{up}"),
    };
    let children: Vec<String> = contents.children.iter().map(child).collect();
    let more = if contents.is_whole { "" } else { ", …" };
    format!("{text} {{{}{more}}}", children.join(", "))
}

/// What a variable of this value holds in the last line of a program.
#[track_caller]
fn check_after(before: &str, value: &str, expected: &str) {
    let log = log("node", &format!("{before}\nconst it = {value};\nprint(1);"));
    let last = log.runs_on_line(3)[0];
    let number = log.number_at(last, "it").expect("a value");
    assert_eq!(describe(&log, number), expected, "{value}");
}

#[track_caller]
fn check(value: &str, expected: &str) {
    check_after("", value, expected);
}

#[test]
fn containers_hold_their_children_in_the_order_of_the_language() {
    check("[1, 'a', null]", "Array(3) {0: 1, 1: \"a\", 2: null}");
    check("[1, , 3]", "Array(3) {0: 1, 2: 3}");
    check("Object.assign([1], { more: 2 })", "Array(1) {0: 1, more: 2}");
    check("({ b: 1, a: { c: -0 }, 7: NaN })", "Object {7: NaN, b: 1, a: Object {c: -0}}");
    check("({ [Symbol('k')]: 1, ['two words']: 2 })", "Object {two words: 2, Symbol(k): 1}");
    check("new Map([['a', 1]])", "Map(1) {0: entry {key: \"a\", value: 1}}");
    check("new Set([{ a: 1 }, 2])", "Set(2) {0: Object {a: 1}, 1: 2}");
    check("new Uint8Array([7, 8])", "Uint8Array(2) {0: 7, 1: 8}");
    check("new (class P { x = 1; get y() { return 2; } })()", "P {x: 1}");
    check(
        "new (class Q extends Map { z = 2 })([[1, 2]])",
        "Q(1) {0: entry {key: 1, value: 2}, z: 2}",
    );
    check("({ get a() { throw 1; }, f() {} })", "Object {a: accessor, f: function}");
    check("Object.assign(new TypeError('m'), { code: 7 })", "TypeError: m {code: 7, …}");
    check("Object.freeze(Object.create(null))", "Object {}");
    check("({ '\\ud800': 1 })", "Object {\u{fffd}{d800}: 1}");
}

#[test]
fn what_holds_nothing_that_debuggers_agree_on_has_a_text_only() {
    check("[() => 1, /x/, new Date(NaN)]", "Array(3) {0: function, 1: /x/, 2: Invalid Date}");
    check(
        "[Promise.resolve(1), new String('ab'), globalThis]",
        "Array(3) {0: Promise, 1: String, 2: ?}",
    );
    check_after("const P = Proxy, proxy = new P({}, {});", "[proxy]", "?");
}

#[test]
fn private_fields_are_read_by_their_class_and_no_accessor_runs() {
    let class = "class P { #a = 1; b = 2; #c = [this.#a]; get #d() { print('ran'); return 3; } \
        static #e = 4; look() { return this.#d; } }";
    check_after(class, "new P()", "P {b: 2, #a: 1, #c: Array(1) {0: 1}, …}");
    let two = format!("{class} class Q extends P {{ #a = 5; }}");
    check_after(&two, "new Q()", "Q {b: 2, #a: 5, #a: 1, #c: Array(1) {0: 1}, …}");
    check_after(&two, "Object.create(new Q())", "Q {, …}");
    let anonymous = "const make = (n) => new (class { #deep = { n }; })();";
    check_after(anonymous, "make(7)", "Object {#deep: Object {n: 7}, …}");
}

#[test]
fn a_proxy_is_known_where_it_is_made_and_none_of_its_traps_runs() {
    let before = "const note = (trap) => () => { print(trap); }; const traps = {}; /* Proxy */ \
        for (const trap of Object.getOwnPropertyNames(Reflect)) traps[trap] = note(trap); \
        const proxy = new Proxy({}, traps), call = new Proxy(() => 1, traps); \
        const child = Object.setPrototypeOf({ a: 1 }, new Proxy(Object.prototype, traps));";
    let log = log(
        "node",
        &format!("{before}\nconst it = [1, proxy, call, child, {{ b: proxy }}];\nprint(1);"),
    );
    assert_eq!(log.outcome.output, ["1"], "no trap runs");
    let number = log.number_at(log.runs_on_line(3)[0], "it").expect("a value");
    let expected = "Array(5) {0: 1, 1: ?, 2: ?, 3: ?, 4: Object {b: ?}}";
    assert_eq!(describe(&log, number), expected);
}

#[test]
fn what_a_script_makes_global_is_known_and_no_getter_runs() {
    let text = "var top = { a: 1 }, escape;\nfunction f(top2) {\n  top.a += top2;\n  return top;\n}\n\
        Object.defineProperty(globalThis, 'escape', { get() { print('ran'); return 1; } });\n\
        f(1);\nprint(top.a);\n(function (top) {\n  print(2);\n})(3);";
    let log = log("node", text);
    assert_eq!(log.outcome.output, ["2", "2"]);
    let at = |line, name: &str| {
        let number = log.number_at(log.runs_on_line(line)[0], name).expect("a value");
        describe(&log, number)
    };
    assert_eq!(at(1, "top"), "undefined");
    assert_eq!(at(3, "top"), "Object {a: 1}");
    assert_eq!(at(4, "top"), "Object {a: 2}");
    assert_eq!(at(8, "f"), "function f");
    assert_eq!(at(8, "escape"), "?");
    assert_eq!(at(10, "top"), "3", "the name means the parameter there");
    let program = Program::javascript("test", Goal::Module, text);
    let WitnessResult::Neutral(log) = witness(&mut *support::runner("node"), &program) else {
        panic!("no log")
    };
    let number = log.number_at(log.runs_on_line(8)[0], "top").expect("a value");
    assert_eq!(describe(&log, number), "Object {a: 2}", "a module has variables of its own");
}

#[test]
fn what_functions_return_is_known() {
    let text = "function f(a) {\n  try {\n    return a;\n  } finally {\n    if (a > 1) return [a];\n  }\n}\nf(1);\nf(2);\nf('x');";
    let log = log("node", text);
    let returned = log.returns.iter().map(|it| describe(&log, it.value.expect("a value")));
    assert_eq!(returned.collect::<Vec<_>>(), ["1", "2", "Array(1)", "\"x\""]);
}

#[test]
fn cycles_depth_and_width_are_limited() {
    check_after(
        "const a = { n: 1 }; a.me = a; a.list = [a];",
        "a",
        "Object {n: 1, me: ^0, list: Array(1) {0: ^1}}",
    );
    check("[[[[[1]]]]]", "Array(1) {0: Array(1) {0: Array(1) {0: Array(1)}}}");
    let log = log("node", "const it = Array.from({ length: 90 }, (_, i) => i);\nprint(1);");
    let number = log.number_at(log.runs_on_line(2)[0], "it").expect("a value");
    let contents = &log.contents[&number];
    assert_eq!((contents.children.len(), contents.is_whole), (32, false));
}

#[test]
fn private_fields_and_arguments_are_not_whole() {
    check_after(
        "class P { #x = 1; y = 2; }",
        "[new P(), {}]",
        "Array(2) {0: P {y: 2, #x: 1, …}, 1: Object {}}",
    );
    check("(function () { return arguments; })(4)", "Object {0: 4, …}");
}

#[test]
fn a_program_that_changes_what_everything_inherits_changes_nothing() {
    let before = "const map = Object.setPrototypeOf(new Map([[1, [2]]]), Object.prototype); \
        Map.prototype.entries = Map.prototype[Symbol.iterator] = Array.prototype[Symbol.iterator] = null; \
        Reflect.ownKeys = () => ['no']; Object.getOwnPropertyDescriptor = null; \
        Object.defineProperty(Array.prototype, '0', { set() { print('set'); }, configurable: true }); \
        Object.defineProperty(Symbol.prototype, 'length', { get() { print('got'); } }); \
        Object.prototype.value = 8;";
    let value = "({ map, s: { [Symbol('x')]: 1 } })";
    let expected = "Object {map: Object {0: entry {key: 1, value: Array(1)}}, \
        s: Object {Symbol(x): 1}}";
    check_after(before, value, expected);
}

#[test]
fn what_has_changed_since_is_another_value() {
    let text =
        "const a = { n: 1, b: [5] };\na.n = 2;\na.b.pop();\na.n = 1; a.b.push(5);\nprint(1);";
    let log = log("node", text);
    let numbers: Vec<u32> = [2, 3, 4, 5]
        .map(|line| log.number_at(log.runs_on_line(line)[0], "a").expect("a value"))
        .into();
    let texts: Vec<String> = numbers.iter().map(|number| describe(&log, *number)).collect();
    let expected = [
        "Object {n: 1, b: Array(1) {0: 5}}",
        "Object {n: 2, b: Array(1) {0: 5}}",
        "Object {n: 2, b: Array(0) {}}",
        "Object {n: 1, b: Array(1) {0: 5}}",
    ];
    assert_eq!(texts, expected);
    assert_eq!(numbers[0], numbers[3], "equal contents are written once");
}

#[test]
fn beyond_its_budget_a_log_has_texts_and_is_not_cut() {
    let text = "const a = Array.from({ length: 32 }, (_, i) => [i]);\nlet n = 0;\n\
        for (let i = 0; i < 5000; i++) {\nn += i;\n}\nprint(n);";
    let log = log("node", text);
    assert!(!log.truncated);
    let holds = |line| {
        let runs = log.runs_on_line(line);
        let number = |run: &usize| log.number_at(*run, "a").expect("a value");
        let held = runs.iter().filter(|run| log.contents.contains_key(&number(run)));
        (held.count(), runs.len())
    };
    let (held, all) = holds(4);
    assert!(held > 20 && held < all, "{held} of {all}");
    assert_eq!(holds(6).0, 0);
}

#[test]
fn a_debugger_that_shows_another_child_is_charged() {
    let text = "const orders = [{ amount: 3 }, { amount: 4 }];\norders[1].amount = 5;\nprint(orders.length);";
    let program = Program::javascript("test", Goal::Script, text);
    let log = log("node", text);
    let sites = analyse(&program).expect("parses");
    let lines = program.lines();
    let testimony = Testimony::new(&log, &program, &lines, &sites);
    let proofs = |amounts: [&str; 2]| {
        let order = |amount: &str| {
            Value::with_children("Object", vec![ValueChild::new("amount", amount.into())])
        };
        let children =
            (0..2).map(|index| ValueChild::new(index.to_string(), order(amounts[index])));
        let value = Value::with_children("Array(2)", children.collect());
        let at = Location::new(3, 0);
        let frame = Frame { function: String::new(), place: Place::Program { at } };
        let variables = [("orders".to_owned(), "Array(2)".to_owned())].into();
        let scope = Scope { kind: ScopeKind::Own, variables };
        let pause = Pause { frames: vec![frame], variables: vec![scope] };
        let name = "orders".to_owned();
        let expansion =
            Expansion { name, frame: 0, depth: 2, width: 10, page: 0, depth_first: false };
        let mut trace = Trace::default();
        trace.push(Action::add_breakpoint(at), Observation::BreakpointSet { at });
        trace.push(Action::Start, Observation::Paused(pause));
        trace.push(Action::Expand(expansion), Observation::Expanded { value });
        let charges = testimony.examine(&trace).into_iter();
        charges.map(|charge| charge.proof).collect::<Vec<_>>()
    };
    assert!(proofs(["3", "5"]).is_empty());
    assert_eq!(proofs(["3", "4"]), ["orders[1].amount is 5 there, the debugger shows 4"]);
}
