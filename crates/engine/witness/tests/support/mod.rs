//! Real engines without a debugger, fetched as a user would.

use debunk_bdb::BdbDebugger;
use debunk_dap::{AdapterSpec, DapDebugger, shipped};
use debunk_gdbmi::GdbMiDebugger;
use debunk_kit::debuggers::located;
use debunk_native::{Builder, Compilers};
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

/// A debugger of any kind.
#[derive(Debug)]
pub enum Subject {
    /// An engine of JavaScript.
    Engine(&'static str),
    /// A debug adapter.
    Adapter(&'static str),
    /// gdb over its machine interface.
    GdbMi,
    /// The debugger of Python's standard library.
    Bdb,
}

/// The debugger; if it is not available, the test fails.
pub fn runner_and_driver(subject: &Subject) -> Box<dyn Debugger> {
    let name = match subject {
        Subject::Engine(name) => return debugger(name),
        Subject::Adapter(name) => name,
        Subject::GdbMi => "gdb-mi",
        Subject::Bdb => "bdb",
    };
    let (located, info) = located(name);
    let is_python = matches!(subject, Subject::Bdb) || located.product == Product::DEBUGPY;
    let defaults = Compilers::default();
    let python = if is_python { located.binary.clone() } else { defaults.python.clone() };
    let area = TempArea::new().expect("temporary folder");
    let builder = Builder::new(&area, Compilers { python, ..defaults });
    match subject {
        Subject::Bdb => Box::new(BdbDebugger::new(info, builder)),
        Subject::GdbMi => Box::new(GdbMiDebugger::new(info, located.binary, builder)),
        _ => {
            let spec: AdapterSpec = shipped(name).expect("shipped").parse().expect("a description");
            Box::new(DapDebugger::new(info, spec, Some(located.binary), builder))
        }
    }
}
