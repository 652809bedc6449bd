//! The target `dd_difference` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("dd_difference").expect("a target").run)(data);
});
