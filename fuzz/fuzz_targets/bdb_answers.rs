//! The target `bdb_answers` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("bdb_answers").expect("a target").run)(data);
});
