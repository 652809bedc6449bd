//! The target `finding` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("finding").expect("a target").run)(data);
});
