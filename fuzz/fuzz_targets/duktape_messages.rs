//! The target `duktape_messages` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("duktape_messages").expect("a target").run)(data);
});
