//! The target `witness_log` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("witness_log").expect("a target").run)(data);
});
