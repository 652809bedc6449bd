//! The target `solver_model` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("solver_model").expect("a target").run)(data);
});
