//! Every parser and codec of debunk as a function of bytes, for fuzzing.
//!
//! Programs, adapters, coverage files and findings come from outside: whatever they hold, debunk must
//! refuse it with a reason and continue. Each [`Target`] takes arbitrary bytes and returns; a panic, an
//! abort or a hang is a bug. The binaries in `fuzz/` run these functions under libFuzzer; the test of
//! this crate replays the kept inputs and runs a short search with a fixed seed.
//!
//! A crate offers its functions in a hidden module `fuzz`; [`TARGETS`] lists them. No other crate depends on this
//! one.

mod files;
mod programs;

/// One function that reads bytes from outside.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, which is also that of the folder with kept inputs.
    pub name: &'static str,
    /// The function.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($name:ident: $run:path,)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $run },)*];
    };
}

targets! {
    framing: debunk_wire::fuzz::framing,
    gdb_records: debunk_gdbmi::fuzz::records,
    duktape_messages: debunk_duktape::fuzz::messages,
    firefox_packets: debunk_firefox::fuzz::packets,
    webkit_messages: debunk_webkit::fuzz::messages,
    v8_messages: debunk_v8::fuzz::messages,
    dap_stream: debunk_dap::fuzz::stream,
    bdb_answers: debunk_bdb::fuzz::answers,
    adapter_file: debunk_dap::fuzz::spec,
    rule_file: files::rules,
    finding: files::finding,
    difference_file: files::difference,
    coverage: files::coverage,
    solver_model: files::solver_model,
    patch: debunk_mc::fuzz::patch,
    test262: debunk_corpus::fuzz::front_matter,
    witness_log: debunk_witness::fuzz::log,
    edits: programs::edits,
    javascript: programs::javascript,
    c: programs::c,
    cpp: programs::cpp,
    go: programs::go,
    python: programs::python,
    rust: programs::rust,
    dd_grammar: debunk_dd::fuzz::grammar,
    dd_difference: debunk_dd::fuzz::difference,
}

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
