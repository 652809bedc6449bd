//! The target `difference_file` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("difference_file").expect("a target").run)(data);
});
