//! The target `dap_stream` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("dap_stream").expect("a target").run)(data);
});
