//! Real engines without a debugger, fetched as a user would.

use debunk_kit::debuggers::located;
use debunk_sandbox::TempArea;
use debunk_session::{Debugger, PlainRunner};
use debunk_toolchain::Product;
use debunk_v8::{V8Debugger, V8Product};
use debunk_webkit::BunDebugger;

/// A debugger by its name; if it is not available, the test fails.
pub fn debugger(name: &str) -> Box<dyn Debugger> {
    let (located, info) = located(name);
    let area = TempArea::new().expect("temporary folder");
    let product = match located.product {
        Product::Node => V8Product::Node { major: located.version.major },
        Product::Deno => V8Product::Deno,
        Product::Chromium => V8Product::Chromium,
        Product::Bun => return Box::new(BunDebugger::new(info, located.binary, &area)),
        #[allow(unreachable_patterns, reason = "other products have no driver here")]
        other => panic!("{other} has no driver here"),
    };
    Box::new(V8Debugger::new(info, product, located.binary, &area))
}

/// A plain runner by the debugger's name.
#[allow(dead_code, reason = "not every test needs only a runner")]
pub fn runner(name: &str) -> Box<dyn PlainRunner> {
    debugger(name).runner()
}
