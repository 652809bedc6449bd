//! What the tests with real debuggers share.

use debunk_kit::debuggers::located;
use debunk_sandbox::TempArea;
use debunk_toolchain::Product;
use debunk_v8::{V8Debugger, V8Product};

pub fn find(name: &str) -> V8Debugger {
    let (located, info) = located(name);
    let product = match located.product {
        Product::Node => V8Product::Node { major: located.version.major },
        Product::Deno => V8Product::Deno,
        Product::Chromium => V8Product::Chromium,
        other => panic!("{other} has another engine"),
    };
    V8Debugger::new(info, product, located.binary, &TempArea::new().expect("temporary folder"))
}
