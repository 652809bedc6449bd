//! A JavaScript program whose values hold something of every kind, and what a debugger must show.

use crate::sessions::{act, line_with, location, script};
use debunk_model::{
    ACCESSOR, Action, Evaluation, EvaluationContext, Expansion, FrameOrder, Observation, Outcome,
    Value, ValueChild, VariableView,
};
use debunk_session::{Debugger, Session};

/// Every getter and every trap of a proxy counts.
const PROGRAM: &str = "\
var ran = 0;
function runs() { ran += 1; }
const mark = Symbol('mark');
class Point {
  #hidden = { deep: 1 };
  constructor() { this.x = 1; }
  get sum() { runs(); return 1; }
}
const traps = new Proxy({}, { get() { return runs; } });
function make(given) {
  const it = {
    point: new Point(),
    holes: [1, , [2, 3]],
    map: new Map([['one', { two: 2 }], [new Proxy({}, traps), 3]]),
    set: new Set(['a', { b: 1 }]),
    bytes: new Uint8Array([7, 8]),
    get code() { runs(); return 1; },
    [mark]: 'marked',
    'two words': -0,
    watched: new Proxy({ a: 1 }, traps),
    error: Object.assign(new RangeError('low'), { extra: [1] }),
    pattern: /a+/g,
    make: function named() {},
    text: Object('ab'),
    empty: [],
    bare: Object.create(null),
    none: null,
  };
  it[3] = 'three';
  it.self = it;
  Object.defineProperty(it, 'concealed', { value: 5 });
  return it;
}
function outer(first) {
  let local = [first];
  return make(local);
}
outer(1);
print(ran);
";
const PRIVATE_FIELD: &str = "  #hidden = { deep: 1 };\n";
/// The line at which the program is asked.
const PAUSE: &str = "return it;";

/// In what engines differ.
#[derive(Clone, Copy, Debug)]
pub struct EngineFacts {
    /// The text of an object of the class `Point`.
    pub point: &'static str,
    /// The text of a proxy for an object.
    pub proxy: &'static str,
    /// Whether it knows private fields.
    pub has_private_fields: bool,
}

/// A value that holds what `children` are, at the depth that is left for them.
fn held(text: &str, depth: u32, children: impl FnOnce(u32) -> Vec<ValueChild>) -> Value {
    match depth.checked_sub(1) {
        Some(depth) => Value::with_children(text, children(depth)),
        None => Value::folded(text),
    }
}

/// A property of what the expression `path` denotes, if one does.
fn property(
    path: Option<&str>,
    key: &str,
    value: impl FnOnce(Option<&str>) -> Value,
) -> ValueChild {
    let is_index = key.bytes().all(|byte| byte.is_ascii_digit());
    let expression = path.map(|path| match is_index {
        true => format!("{path}[{key}]"),
        false if key.contains(' ') => format!("{path}[\"{key}\"]"),
        false => format!("{path}.{key}"),
    });
    let value = value(expression.as_deref());
    ValueChild { key: key.to_owned(), expression, value }
}

fn plain(path: Option<&str>, key: &str, text: &str) -> ValueChild {
    property(path, key, |_| text.into())
}

/// A list of texts.
fn list(class: &str, texts: &[&str], path: Option<&str>, depth: u32) -> Value {
    let numbered = texts.iter().enumerate();
    held(class, depth, |_| {
        numbered.map(|(index, text)| plain(path, &index.to_string(), text)).collect()
    })
}

/// An object with one property.
fn object(key: &str, text: &str, path: Option<&str>, depth: u32) -> Value {
    held("Object", depth, |_| vec![plain(path, key, text)])
}

impl EngineFacts {
    fn point(&self, path: Option<&str>, depth: u32) -> Value {
        held(self.point, depth, |depth| {
            let hidden = ValueChild::new("#hidden", object("deep", "1", None, depth));
            let hidden = Some(hidden).filter(|_| self.has_private_fields);
            [plain(path, "x", "1")].into_iter().chain(hidden).collect()
        })
    }

    fn map(&self, depth: u32) -> Value {
        let entry = |key: &str, sides: [Value; 2], depth: u32| {
            let [side, value] = sides;
            let sides = vec![ValueChild::new("key", side), ValueChild::new("value", value)];
            ValueChild::new(key, held("entry", depth, |_| sides))
        };
        held("Map(2)", depth, |depth| {
            let two = object("two", "2", None, depth.saturating_sub(1));
            vec![
                entry("0", ["\"one\"".into(), two], depth),
                entry("1", [self.proxy.into(), "3".into()], depth),
            ]
        })
    }

    /// What `it` is, where `path` denotes it.
    fn it(&self, path: Option<&str>, depth: u32) -> Value {
        held("Object", depth, |depth| {
            vec![
                plain(path, "3", "\"three\""),
                property(path, "point", |path| self.point(path, depth)),
                property(path, "holes", |path| {
                    let last = |depth| {
                        property(path, "2", |path| list("Array(2)", &["2", "3"], path, depth))
                    };
                    held("Array(3)", depth, |depth| vec![plain(path, "0", "1"), last(depth)])
                }),
                property(path, "map", |_| self.map(depth)),
                property(path, "set", |_| {
                    held("Set(2)", depth, |depth| {
                        let second = object("b", "1", None, depth);
                        vec![ValueChild::new("0", "\"a\"".into()), ValueChild::new("1", second)]
                    })
                }),
                property(path, "bytes", |path| list("Uint8Array(2)", &["7", "8"], path, depth)),
                property(path, "code", |_| {
                    let contents = debunk_model::Contents::Accessor;
                    Value { text: ACCESSOR.to_owned(), contents }
                }),
                plain(path, "two words", "-0"),
                plain(path, "watched", self.proxy),
                property(path, "error", |path| {
                    held("RangeError: low", depth, |depth| {
                        vec![property(path, "extra", |path| list("Array(1)", &["1"], path, depth))]
                    })
                }),
                plain(path, "pattern", "/a+/g"),
                plain(path, "make", "function named"),
                property(path, "text", |path| list("String", &["\"a\"", "\"b\""], path, depth)),
                property(path, "empty", |path| list("Array(0)", &[], path, depth)),
                property(path, "bare", |_| held("Object", depth, |_| Vec::new())),
                plain(path, "none", "null"),
                property(path, "self", |path| self.it(path, depth)),
                plain(path, "concealed", "5"),
                ValueChild::new("Symbol(mark)", "\"marked\"".into()),
            ]
        })
    }
}

/// The request for a variable, three levels deep.
pub fn expand(name: &str, frame: u32) -> Expansion {
    Expansion { name: name.to_owned(), frame, depth: 3, width: 50, page: 0, depth_first: false }
}

/// What the debugger shows of a variable.
///
/// # Panics
/// If it shows nothing.
#[track_caller]
pub fn expanded(session: &mut Session<'_>, expansion: Expansion) -> Value {
    match act(session, Action::Expand(expansion)) {
        Observation::Expanded { value } => value,
        other => panic!("{other}"),
    }
}

/// Asks everything that can be asked of the program, and checks that nothing of it ran.
///
/// # Panics
/// If an answer is wrong.
pub fn check(debugger: &dyn Debugger, engine: EngineFacts) {
    let text = if engine.has_private_fields {
        PROGRAM.to_owned()
    } else {
        PROGRAM.replace(PRIVATE_FIELD, "")
    };
    let program = script(&text);
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let line = line_with(&program, PAUSE);
    act(&mut session, Action::add_breakpoint(crate::sessions::at(line)));
    assert_eq!(location(&act(&mut session, Action::Start)).line, line, "{}", debugger.info());
    check_contents(debugger, engine, &mut session);
    check_callers(debugger, &mut session);
    let ran = act(&mut session, Action::evaluate("ran"));
    assert_eq!(ran, Observation::Evaluated { value: "0".to_owned() }, "{}", debugger.info());
    let out = location(&act(&mut session, Action::StepOut)).line;
    assert!(out > line, "{}: a step is not disturbed", debugger.info());
    let mut end = act(&mut session, Action::Continue);
    while end.pause().is_some() {
        end = act(&mut session, Action::Continue);
    }
    let expected = Outcome { output: vec!["0".to_owned()], error: None };
    assert_eq!(end, Observation::Finished(expected), "{}", debugger.info());
}

fn check_contents(debugger: &dyn Debugger, engine: EngineFacts, session: &mut Session<'_>) {
    let info = debugger.info();
    for page in [0, 2, 7] {
        let shown = expanded(session, Expansion { page, ..expand("it", 0) });
        let expected = engine.it(Some("it"), 3);
        assert_eq!(
            shown.first_difference(&expected, "it", &|a, b| a == b),
            None,
            "{info}, pages of {page}"
        );
        assert_eq!(shown, expected, "{info}, pages of {page}");
        let two = expanded(session, Expansion { page, width: 2, depth: 1, ..expand("it", 0) });
        let contents = debunk_model::Contents::Children {
            children: engine.it(Some("it"), 1).children()[..2].to_vec(),
            has_more: true,
        };
        assert_eq!(two, Value { text: "Object".to_owned(), contents }, "{info}");
    }
    let folded = expanded(session, Expansion { depth: 0, ..expand("it", 0) });
    assert_eq!(folded, engine.it(None, 0), "{info}");
    assert_eq!(expanded(session, expand("ran", 0)), "0".into(), "{info}");
    assert_eq!(expanded(session, expand("make", 0)), "function make".into(), "{info}");
    assert_eq!(expanded(session, expand("traps", 0)), engine.proxy.into(), "{info}");
    assert!(!expanded(session, Expansion { depth: 1, ..expand("this", 0) }).text.is_empty());
    for unknown in [expand("local", 0), expand("it", 9)] {
        let refused = act(session, Action::Expand(unknown));
        assert!(matches!(refused, Observation::Refused { .. }), "{info}: {refused}");
    }
}

fn check_callers(debugger: &dyn Debugger, session: &mut Session<'_>) {
    let info = debugger.info();
    assert_eq!(
        expanded(session, expand("local", 1)),
        list("Array(1)", &["1"], Some("local"), 1),
        "{info}"
    );
    let context = EvaluationContext::Watch;
    let in_caller =
        |frame| Action::Evaluate(Evaluation { expression: "first + 1".to_owned(), frame, context });
    assert_eq!(act(session, in_caller(1)), Observation::Evaluated { value: "2".to_owned() });
    assert!(matches!(act(session, in_caller(9)), Observation::Refused { .. }), "{info}");
    let mut seen = Vec::new();
    for order in FrameOrder::ALL {
        match act(session, Action::LookAtCallers { order }) {
            Observation::LookedAtCallers { callers } => seen.push(callers),
            other => panic!("{info}: {other}"),
        }
    }
    assert_eq!(seen[0].len(), 2, "{info}");
    assert_eq!(seen[0][0].lookup("local").map(|(_, value)| value), Some("Array(1)"), "{info}");
    assert_eq!(seen[0][0].lookup("given"), None, "{info}");
    assert!(seen.iter().all(|callers| *callers == seen[0]), "{info}: {seen:?}");
    // No question overtakes another one.
    let change = Action::evaluate("given.push(2)");
    let ask = || Action::Expand(expand("given", 0));
    let steps = session.act(&[ask(), change, ask()]).expect("legal");
    let shown: Vec<String> = steps.iter().map(|step| step.observation.to_string()).collect();
    assert_eq!(shown, ["= Array(1) {0: 1}", "= 2", "= Array(2) {0: 1, 1: 2}"], "{info}");
}
