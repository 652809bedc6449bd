//! debugpy in the copy with counters, set up as a user does it, in its own cache.

mod support;

use debunk_base::Bits;
use debunk_dap::{counted_debugpy, is_current_debugpy, set_up_debugpy};
use debunk_kit::debuggers::tested;
use debunk_kit::sessions::act;
use debunk_model::{Action, Language, Location, Program};
use debunk_native::{Builder, Compilers};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, Session};
use debunk_toolchain::Cache;
use support::info;

const PROGRAM: &str = "def double(value):\n    return value * 2\n\n\nprint(double(3))\n";

/// What a session covers of debugpy with a breakpoint in the function, with or without a condition.
fn covered(debugger: &dyn Debugger, condition: Option<&str>) -> Bits {
    let mut driver = debugger.driver();
    let program = Program::script("p.py", Language::Python, PROGRAM);
    let mut session = Session::open(&mut *driver, &program).expect("opens");
    let condition = condition.map(str::to_owned);
    act(&mut session, Action::AddBreakpoint { at: Location::new(2, 0), condition });
    assert!(act(&mut session, Action::Start).pause().is_some());
    assert!(act(&mut session, Action::Continue).is_end());
    drop(session);
    driver.coverage().expect("what it covered")
}

#[test]
fn a_session_reports_what_it_covers_of_debugpy_itself() {
    let area = TempArea::new().expect("a folder");
    // Files in an area belong to the debugged programs, and give them no rights.
    let cache = tempfile::tempdir().expect("a folder");
    let cache = Cache::open(Some(cache.path())).expect("a cache");
    let mut said = Vec::new();
    let located = set_up_debugpy(&cache, &mut |text| said.push(text.to_owned())).expect("set up");
    assert!(is_current_debugpy(&located.binary), "{said:?}");
    let compilers = Compilers { python: located.binary.clone(), ..Compilers::default() };
    let version = &located.version.text;
    let builder = Builder::new(&area, compilers);
    let debugger =
        counted_debugpy(info("debugpy-counted", version), located.binary.clone(), builder)
            .expect("a description");
    let code = debugger.code().expect("a list of its code");
    let plain = covered(&debugger, None);
    let conditional = covered(&debugger, Some("value == 3"));
    assert!(
        plain.count() > 200 && plain.count() < code.counters(),
        "{} of {}",
        plain.count(),
        code.counters()
    );
    let only_conditional: Vec<&str> = (0..code.counters())
        .filter(|&number| conditional.get(number) && !plain.get(number))
        .filter_map(|number| code.function(number).map(|function| function.name.as_str()))
        .collect();
    assert!(
        only_conditional.iter().any(|name| name.contains("condition")),
        "a condition is evaluated by code of its own: {only_conditional:?}"
    );
    tested(&debugger);
}
