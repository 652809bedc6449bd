//! The target `dd_grammar` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("dd_grammar").expect("a target").run)(data);
});
