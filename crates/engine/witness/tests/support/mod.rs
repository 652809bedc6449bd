//! Real engines without a debugger, fetched as a user would.

use debunk_kit::debuggers::located;
use debunk_native::{Builder, Compilers, NativeRunner};
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, PlainRunner};
use debunk_toolchain::Product;
use debunk_v8::V8Debugger;
use debunk_webkit::BunDebugger;

/// A debugger by its name; if it is not available, the test fails.
pub fn debugger(name: &str) -> Box<dyn Debugger> {
    let (located, info) = located(name);
    let area = TempArea::new().expect("temporary folder");
    if located.product == Product::BUN {
        return Box::new(BunDebugger::new(info, located.binary, &area));
    }
    Box::new(V8Debugger::new(info, located.binary, &area).expect("a product with V8"))
}

/// A plain runner by the debugger's name.
#[allow(dead_code, reason = "not every test needs only a runner")]
pub fn runner(name: &str) -> Box<dyn PlainRunner> {
    debugger(name).runner()
}

/// A plain runner for programs of other languages than JavaScript.
#[allow(dead_code, reason = "not every test needs such a runner")]
pub fn native_runner() -> NativeRunner {
    let area = TempArea::new().expect("temporary folder");
    NativeRunner::new(Builder::new(&area, Compilers::default()))
}
