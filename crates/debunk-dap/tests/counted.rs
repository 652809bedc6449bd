//! debugpy in its counting copy, for real. What cannot be had or made fails.

use debunk_dap::{counted_debugpy, is_current_debugpy, set_up_debugpy};
use debunk_model::{Action, Language, Location, Observation, Program};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, Session};
use debunk_toolchain::{Cache, locate};

const PROGRAM: &str = "\
def add(amount):
    doubled = amount * 2
    return doubled


print(add(3))
";

#[test]
fn a_session_tells_which_blocks_of_debugpy_ran() {
    let cache = Cache::open(None).expect("cache");
    let found = locate(&"debugpy-counted".parse().expect("a name"), &cache, &mut |_| {});
    let found = found.ok().filter(|found| is_current_debugpy(&found.binary));
    let located =
        found.unwrap_or_else(|| set_up_debugpy(&cache, &mut |_| {}).expect("debugpy is made"));
    let info = DebuggerInfo {
        name: "debugpy-counted".to_owned(),
        product: "debugpy-counted".to_owned(),
        version: located.version.text,
        engine: None,
    };
    let compilers = Compilers { python: located.binary.clone(), ..Compilers::default() };
    let builder = Builder::new(&TempArea::new().expect("a folder"), compilers);
    let debugger = counted_debugpy(info, located.binary, builder).expect("a description");
    let code = debugger.code().expect("a list of functions");
    let mut driver = debugger.driver();
    let program = Program::script("test.py", Language::Python, PROGRAM);
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let set = Action::add_breakpoint(Location::new(2, 0));
    session.act(&[set, Action::Start]).expect("legal");
    let steps = session.act(&[Action::Continue]).expect("legal");
    let end = steps.last().map(|step| step.observation.clone());
    assert!(matches!(end, Some(Observation::Finished(outcome)) if outcome.output == ["6"]));
    drop(session);
    let coverage = driver.coverage().expect("coverage");
    let covered = |name: &str| {
        coverage.iter().filter_map(|it| code.function(it)).any(|function| function.name == name)
    };
    assert!(covered("PyDevdAPI.add_breakpoint"), "setting a breakpoint is counted");
    assert!(!covered("PyDevdAPI.request_change_variable"), "no variable was changed");
}
