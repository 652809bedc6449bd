//! What the tests with real debuggers share.

use debunk_model::{Action, Goal, Observation, Program};
use debunk_sandbox::TempArea;
use debunk_session::{DebuggerInfo, Session};
use debunk_toolchain::{Cache, DebuggerName, Product, locate};
use debunk_v8::{V8Debugger, V8Product};

pub fn find(name: &str) -> V8Debugger {
    let parsed: DebuggerName = name.parse().expect("a debugger's name");
    let cache = Cache::open(None).expect("cache");
    let located = locate(&parsed, &cache, &mut |_| {})
        .unwrap_or_else(|error| panic!("failed to get {name}: {error}"));
    let product = match located.product {
        Product::Node => V8Product::Node { major: located.version.major },
        Product::Deno => V8Product::Deno,
        Product::Chromium => V8Product::Chromium,
        other => panic!("{other} has another engine"),
    };
    let info = DebuggerInfo {
        name: name.to_owned(),
        product: located.product.to_string(),
        version: located.version.text.clone(),
        engine: located.engine.clone(),
    };
    V8Debugger::new(info, product, located.binary, &TempArea::new().expect("temporary folder"))
}

pub fn script(text: &str) -> Program {
    Program::javascript("test.js", Goal::Script, text)
}

#[allow(dead_code, reason = "not every test acts")]
pub fn act(session: &mut Session<'_>, action: Action) -> Observation {
    session.act(&[action]).expect("legal").last().expect("an answer").observation.clone()
}
