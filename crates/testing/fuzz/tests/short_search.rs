//! Replays the kept inputs of every target, then continues the search from them with a fixed seed.
//! Inputs that once crashed a target are kept, so that they stay harmless.

use debunk_fuzz::{TARGETS, Target};
use debunk_model::{Seed, TestRng};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Mutated inputs per target, and their total time limit: targets differ in speed.
const INPUTS: u64 = 3000;
const TIME_PER_TARGET: Duration = Duration::from_millis(1200);
/// A single input that takes this long is a hang.
const TIME_PER_INPUT: Duration = Duration::from_secs(20);
const LENGTH_MAX: usize = 4096;

/// Words that parsers react to.
const WORDS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "`",
    "${",
    "/",
    "/*",
    "*/",
    "//",
    "\n",
    "\r\n",
    "\0",
    ",",
    ":",
    ";",
    "=",
    "=>",
    "-1",
    "0",
    "4294967295",
    "18446744073709551615",
    "1e999",
    "null",
    "\\u0000",
    "\\ud800",
    "\u{2028}",
    "\u{1f41e}",
    "if",
    "else",
    "while",
    "for",
    "function",
    "class",
    "return",
    "yield",
    "await",
    "#include",
    "#define x",
    "@@ -1,0 +1,0 @@",
    "SF:",
    "DA:",
    "Content-Length: ",
    "line",
    "column",
    "lineNumber",
    "columnNumber",
    "startOffset",
    "endOffset",
    "count",
];

fn kept(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz/corpus").join(target.name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("a kept input"))).collect()
}

fn index(rng: &mut TestRng, length: usize) -> usize {
    rng.below(length + 1)
}

/// Changes an input as a fuzzer without feedback does.
fn mutate(rng: &mut TestRng, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=rng.below(5) {
        let at = index(rng, bytes.len());
        match rng.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            2 => bytes.truncate(at),
            3 => {
                let word = WORDS[rng.below(WORDS.len())];
                drop(bytes.splice(at..at, word.bytes()));
            }
            4 => {
                let end = at + index(rng, (bytes.len() - at).min(64));
                let part = bytes[at..end].to_vec();
                let times = 1 + rng.below(40);
                drop(bytes.splice(at..at, part.repeat(times)));
            }
            5 => {
                let end = at + index(rng, bytes.len() - at);
                drop(bytes.drain(at..end));
            }
            6 if !other.is_empty() => {
                let start = index(rng, other.len());
                drop(bytes.splice(at.., other[start..].iter().copied()));
            }
            _ => {
                // A number becomes another one.
                let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = ["0", "-1", "4294967295", "9223372036854775807", "1e308"];
                let number = number[rng.below(number.len())];
                drop(bytes.splice(at..end, number.bytes()));
            }
        }
        bytes.truncate(LENGTH_MAX);
    }
    bytes
}

/// What is wrong with how a target handles an input.
fn wrong(target: &Target, input: &[u8]) -> Option<String> {
    let begin = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let (name, took) = (target.name, begin.elapsed());
    let shown = String::from_utf8_lossy(input);
    match result {
        Err(_) => Some(format!("{name} panicked on {shown:?}")),
        Ok(()) if took > TIME_PER_INPUT => Some(format!("{name} took {took:?} on {shown:?}")),
        Ok(()) => None,
    }
}

/// Searches for an input that a target handles badly.
fn search(target: &Target) -> Option<String> {
    let kept = kept(target);
    assert!(!kept.is_empty(), "{} has no kept input", target.name);
    if let Some(wrong) = kept.iter().find_map(|(_, input)| wrong(target, input)) {
        return Some(wrong);
    }
    let begin = Instant::now();
    let mut count = 0;
    while count < INPUTS && begin.elapsed() < TIME_PER_TARGET {
        let mut rng = Seed::new(1).split(target.name, count).rng();
        let pick = |rng: &mut TestRng| &kept[rng.below(kept.len())].1;
        let (input, other) = (pick(&mut rng), pick(&mut rng));
        if let Some(wrong) = wrong(target, &mutate(&mut rng, input, other)) {
            return Some(wrong);
        }
        count += 1;
    }
    println!("{}: {} kept inputs, {count} further ones", target.name, kept.len());
    None
}

#[test]
fn no_target_panics() {
    let wrong: Vec<String> = TARGETS.iter().filter_map(search).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
