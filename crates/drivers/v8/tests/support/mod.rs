//! What the tests with real debuggers share.

use debunk_model::{Action, Goal, Observation, Program};
use debunk_sandbox::TempArea;
use debunk_session::{DebuggerInfo, Session};
use debunk_toolchain::{Cache, DebuggerName, locate};
use debunk_v8::V8Debugger;

pub fn find(name: &str) -> V8Debugger {
    let parsed: DebuggerName = name.parse().expect("a debugger's name");
    let cache = Cache::open(None).expect("cache");
    let located = locate(&parsed, &cache, &mut |_| {})
        .unwrap_or_else(|error| panic!("failed to get {name}: {error}"));
    let info = DebuggerInfo {
        name: name.to_owned(),
        product: located.product.to_string(),
        version: located.version.text.clone(),
        engine: located.engine.clone(),
    };
    let area = TempArea::new().expect("temporary folder");
    V8Debugger::new(info, located.binary, &area).expect("a product with V8")
}

pub fn script(text: &str) -> Program {
    Program::javascript("test.js", Goal::Script, text)
}

#[allow(dead_code, reason = "not every test acts")]
pub fn act(session: &mut Session<'_>, action: Action) -> Observation {
    session.act(&[action]).expect("legal").last().expect("an answer").observation.clone()
}
