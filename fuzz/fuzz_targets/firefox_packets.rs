//! The target `firefox_packets` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("firefox_packets").expect("a target").run)(data);
});
