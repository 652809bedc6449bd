//! Real engines without a debugger, fetched as a user would.

use debunk_model::{Goal, Program};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, DebuggerInfo, PlainRunner};
use debunk_toolchain::{Cache, Located, Product, locate};
use debunk_v8::V8Debugger;
use debunk_webkit::BunDebugger;

/// A debugger by its name; if it is not available, the test fails.
pub fn debugger(name: &str) -> Box<dyn Debugger> {
    let cache = Cache::open(None).expect("cache");
    let parsed = name.parse().expect("a debugger's name");
    let located = locate(&parsed, &cache, &mut |_| {})
        .unwrap_or_else(|error| panic!("failed to get {name}: {error}"));
    let area = TempArea::new().expect("temporary folder");
    let info = info(name, &located);
    if located.product == Product::BUN {
        return Box::new(BunDebugger::new(info, located.binary, &area));
    }
    Box::new(V8Debugger::new(info, located.binary, &area).expect("a product with V8"))
}

fn info(name: &str, located: &Located) -> DebuggerInfo {
    DebuggerInfo {
        name: name.to_owned(),
        product: located.product.to_string(),
        version: located.version.text.clone(),
        engine: located.engine.clone(),
    }
}

/// A plain runner by the debugger's name.
#[allow(dead_code, reason = "not every test needs only a runner")]
pub fn runner(name: &str) -> Box<dyn PlainRunner> {
    debugger(name).runner()
}

/// A script.
#[allow(dead_code, reason = "not every test has programs of its own")]
pub fn script(text: &str) -> Program {
    Program::javascript("test.js", Goal::Script, text)
}
