//! The target `webkit_messages` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("webkit_messages").expect("a target").run)(data);
});
