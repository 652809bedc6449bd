//! The target `gdb_records` of debunk-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    (debunk_fuzz::target("gdb_records").expect("a target").run)(data);
});
