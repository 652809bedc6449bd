//! What real debuggers show of containers, against what logs say: nothing truthful is charged, and a
//! lie about any of the parts that are listed here is.

use debunk_dap::{AdapterSpec, DapDebugger, shipped};
use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::debuggers::{located, tested};
use debunk_kit::sessions::{act, line, line_with};
use debunk_languages::analyse;
use debunk_model::{
    Action, Contents, Expansion, Language, Location, Observation, Program, Trace, Value,
    VariableView,
};
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Session};
use debunk_testimony::Testimony;
use debunk_toolchain::Cache;
use debunk_witness::{WitnessResult, witness};

/// The mark of the line on which the variables are read.
const MARK: &str = "// here";
/// What no variable of these programs is.
const LIES: [&str; 3] = ["987654", "\"a lie\"", "Red"];

/// Something else than a debugger showed of the part at a path.
pub(crate) type Lie<'test> = (&'test str, &'test dyn Fn(&mut Value));

fn debugger(name: &str) -> (Box<dyn Debugger>, Builder) {
    let (located, info) = located(name);
    let compilers = Compilers {
        go_cache: Some(Cache::open(None).expect("the cache opens").path().join("go-build")),
        ..Compilers::default()
    };
    let area = TempArea::new().expect("temporary folder");
    let builder = Builder::new(&area, compilers);
    let debugger: Box<dyn Debugger> = match name {
        "gdb-mi" => Box::new(GdbMiDebugger::new(info, located.binary, builder.clone())),
        name => {
            let spec: AdapterSpec = shipped(name).expect("shipped").parse().expect("a description");
            Box::new(DapDebugger::new(info, spec, Some(located.binary), builder.clone()))
        }
    };
    (debugger, builder)
}

/// A session that reads all variables of the line with the mark.
fn read(debugger: &dyn Debugger, program: &Program) -> Trace {
    let mut driver = debugger.driver();
    let mut session = Session::open(&mut *driver, program).expect("opens");
    let at = Location::new(line_with(program, MARK), 0);
    act(&mut session, Action::add_breakpoint(at));
    let paused = act(&mut session, Action::Start);
    assert_eq!(line(&paused), at.line);
    let Observation::Paused(pause) = paused else { panic!("not paused") };
    let shown = pause.variables.visible();
    for name in shown.keys().map(|name| (*name).to_owned()) {
        act(
            &mut session,
            Action::Expand(Expansion {
                name,
                frame: 0,
                depth: 6,
                width: 40,
                page: 0,
                depth_first: false,
            }),
        );
    }
    session.finish()
}

/// The parts of a value with their paths.
fn parts(value: &mut Value, path: String, visit: &mut dyn FnMut(&str, &mut Value)) {
    visit(&path, value);
    if let Contents::Children { children, .. } = &mut value.contents {
        for child in children {
            parts(&mut child.value, format!("{path}/{}", child.key), visit);
        }
    }
}

/// Checks that a debugger which shows what it shows is not charged, and that it would be if it showed
/// something else in any of the parts that `judged` lists, or left it out.
#[track_caller]
pub(crate) fn check(name: &str, language: Language, text: &str, judged: &[&str]) {
    check_lies(name, language, text, judged, &[]);
}

/// As [`check`], and these lies are charged as well.
#[track_caller]
pub(crate) fn check_lies(
    name: &str,
    language: Language,
    text: &str,
    judged: &[&str],
    lies: &[Lie<'_>],
) {
    let (debugger, builder) = debugger(name);
    let program = Program::script("judged", language, text);
    let log = match witness(&mut NativeRunner::new(builder), &program) {
        WitnessResult::Neutral(log) => log,
        other => panic!("no log: {other:?}"),
    };
    let trace = read(&*debugger, &program);
    let sites = analyse(&program).expect("is analysed");
    let lines = program.lines();
    let testimony = Testimony::new(&log, &program, &lines, &sites).with_quirks(debugger.quirks());
    let charges = |trace: &Trace| -> Vec<String> {
        testimony.examine(trace).into_iter().map(|charge| charge.proof).collect()
    };
    for step in &trace.steps {
        println!("{}: {}", step.action, step.observation);
    }
    assert_eq!(charges(&trace), [""; 0], "{name} is truthful");
    let (mut found, mut charged) = (Vec::new(), Vec::new());
    for index in 0..trace.steps.len() {
        let Action::Expand(expansion) = &trace.steps[index].action else { continue };
        let variable = expansion.name.clone();
        let Observation::Expanded { value } = trace.steps[index].observation.clone() else {
            continue;
        };
        let mut paths = Vec::new();
        parts(&mut value.clone(), variable.clone(), &mut |path, _| paths.push(path.to_owned()));
        let is_noticed = |path: &str, lie: &dyn Fn(&mut Value)| {
            let mut changed = value.clone();
            parts(&mut changed, variable.clone(), &mut |at, part| {
                if at == path {
                    lie(part);
                }
            });
            let mut lying = trace.clone();
            lying.steps[index].observation = Observation::Expanded { value: changed };
            !charges(&lying).is_empty()
        };
        let put = |lie: &str, part: &mut Value| {
            if part.text != lie {
                *part = lie.into();
            }
        };
        let is_judged = |path: &str| LIES.iter().any(|lie| is_noticed(path, &|it| put(lie, it)));
        found.extend(paths.into_iter().filter(|path| is_judged(path)));
        charged.extend(lies.iter().filter(|(path, lie)| is_noticed(path, lie)).map(|it| it.0));
    }
    for path in judged {
        assert!(found.iter().any(|it| it == path), "{path} is not judged, only {found:#?}");
    }
    for (path, _) in lies {
        assert!(charged.contains(path), "the lie about {path} is not charged");
    }
    tested(&*debugger);
}

#[test]
fn delve_is_judged_by_what_go_holds() {
    let text = include_str!("programs/go/holds.go");
    let judged = [
        "numbers/0",
        "grid/1/0",
        "names/1",
        "point/*/x",
        "shape/data/*/y",
        "counts/\"b\"",
        "keyed/7/0",
        "nested/inner/list/1",
        "half",
        "word",
        "letter",
        "bytes/0",
    ];
    check("delve", Language::Go, text, &judged);
}

#[test]
fn lldb_dap_is_judged_by_what_cpp_holds() {
    let judged = [
        "numbers/0",
        "names/1",
        "points/1/y",
        "fixed/_M_elems/1",
        "queue/1",
        "chain/0",
        "word",
        "late",
        "pair/first",
        "pair/second",
        "account/balance",
        "account/moves",
        "account/history/1",
        "box/value",
        "box/uses",
        "raw/name",
        "point/y",
        "plain/1/0",
        "derived/is_set",
        "derived/numbers/2",
        "half",
        "size",
        "letter",
    ];
    check("lldb-dap", Language::Cpp, include_str!("programs/cpp/holds.cpp"), &judged);
}

#[test]
fn gdb_is_judged_by_what_cpp_holds() {
    let judged = ["point/y", "account/balance", "plain/1/0", "pair/first", "fixed/_M_elems/1"];
    check("gdb-mi", Language::Cpp, include_str!("programs/cpp/holds.cpp"), &judged);
    let judged = ["point/y", "account/balance", "word", "pair/second", "raw/name"];
    check("gdb", Language::Cpp, include_str!("programs/cpp/holds.cpp"), &judged);
}

#[test]
fn lldb_dap_is_judged_by_what_rust_holds() {
    let judged = [
        "fixed/1",
        "grid/1/0",
        "point/y",
        "tuple/__0",
        "numbers/len",
        "word",
        "loud/number",
        "loud/inner/y",
        "boxed/y",
    ];
    check("lldb-dap", Language::Rust, include_str!("programs/rust/holds.rs"), &judged);
}

#[test]
fn gdb_is_judged_by_what_rust_holds() {
    let judged = [
        "fixed/1",
        "grid/1/0",
        "point/y",
        "word",
        "pair/__0",
        "loud/number",
        "loud/names/len",
        "lent/*/1",
        "boxed/x",
    ];
    check("gdb-mi", Language::Rust, include_str!("programs/rust/holds.rs"), &judged);
}
