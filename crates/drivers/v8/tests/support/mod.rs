//! What the tests with real debuggers share.

use debunk_kit::debuggers::located;
use debunk_sandbox::TempArea;
use debunk_v8::V8Debugger;

pub fn find(name: &str) -> V8Debugger {
    let (located, info) = located(name);
    let area = TempArea::new().expect("temporary folder");
    V8Debugger::new(info, located.binary, &area).expect("a product with V8")
}
