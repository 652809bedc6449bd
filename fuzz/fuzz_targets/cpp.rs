//! The target `cpp` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("cpp").expect("a target").run)(data);
});
