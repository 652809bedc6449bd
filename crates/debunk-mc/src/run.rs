//! Runs the user's command on both inputs of a pair, each in a folder of its own for coverage.

use crate::{McError, Measure, Pair, parallel};
use debunk_coverage::{ReadOptions, Reader};
use debunk_sandbox::{Finished, Spawn, TempArea, run_to_end};
use serde::Deserialize;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What stands for the input among the words of the command.
const INPUT_PLACEHOLDER: &str = "{input}";
/// What stands for the folder into which coverage is to be written.
const OUT_PLACEHOLDER: &str = "{out}";
const HINT: &str = "compile the program with --coverage (GCC) or -fprofile-instr-generate \
                    -fcoverage-mapping (Clang, with --binary), run it with Node, or have the \
                    command write a coverage file into {out}";

/// Two inputs that a relation links.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPair {
    /// The name of the pair.
    #[serde(default)]
    pub pair: String,
    /// The method that made it.
    #[serde(default)]
    pub method: String,
    /// The suite that it belongs to.
    #[serde(default)]
    pub suite: String,
    /// The first input.
    pub first: String,
    /// The second input.
    pub second: String,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The command. `{input}` stands for an input; without it, the input is the last word.
    pub words: Vec<OsString>,
    /// After so long the command is killed.
    pub timeout: Duration,
    /// The memory of each of its processes, in MiB.
    pub memory_mib: Option<u64>,
    /// How to read what it leaves.
    pub read: ReadOptions,
    /// Whether reports that contradict each other are taken as they are.
    pub any_build: bool,
    /// How many pairs are run side by side.
    pub jobs: usize,
}

/// Reads pairs of inputs: one JSON object per line, with `pair`, `method`, `first`, `second`.
///
/// # Errors
/// When the file cannot be read or a line is wrong.
pub fn read_inputs(path: &Path) -> Result<Vec<RunPair>, McError> {
    let text = std::fs::read_to_string(path).map_err(McError::file("read the inputs", path))?;
    let mut pairs = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |error: serde_json::Error| McError::Manifest {
            path: path.to_owned(),
            line: number + 1,
            what: format!("{error}; a line is like {{\"first\": \"1\", \"second\": \"2\"}}"),
        };
        let mut pair: RunPair = serde_json::from_str(line).map_err(wrong)?;
        if pair.pair.is_empty() {
            pair.pair = (number + 1).to_string();
        }
        pairs.push(pair);
    }
    if pairs.is_empty() {
        let hint = "the file has no line; write one JSON object per line";
        return Err(McError::NoPairs { path: path.to_owned(), hint });
    }
    Ok(pairs)
}

/// Runs the command on all inputs and measures what the runs of each pair differ in.
///
/// # Errors
/// When the command cannot be started or leaves no coverage.
pub fn run_pairs(pairs: &[RunPair], options: &RunOptions) -> Result<Measure, McError> {
    if options.words.is_empty() {
        let text = "read the command: there is none; put it behind --, for example -- ./program";
        return Err(McError::Usage(text.to_owned()));
    }
    let area = TempArea::new()?;
    let root = area.subfolder("mc")?;
    let numbered: Vec<(usize, &RunPair)> = pairs.iter().enumerate().collect();
    let results = parallel::map(&numbered, options.jobs, |(number, pair)| {
        run_pair(pair, &root.path().join(number.to_string()), options, &area)
    });
    let measured = results.into_iter().collect::<Result<Vec<Pair>, McError>>()?;
    Measure::of(&measured, &Reader::new(options.read.clone()), options.any_build, options.jobs)
}

fn run_pair(
    pair: &RunPair,
    folder: &Path,
    options: &RunOptions,
    area: &TempArea,
) -> Result<Pair, McError> {
    let side = |name: &'static str, input: &str| -> Result<Vec<PathBuf>, McError> {
        let out = folder.join(name);
        std::fs::create_dir_all(&out).map_err(McError::file("make the folder", &out))?;
        let finished = run_side(input, &out, options, area)?;
        if !has_files(&out) {
            let pair = pair.pair.clone();
            return Err(McError::NoCoverage { pair, side: name, how: how(&finished), hint: HINT });
        }
        Ok(vec![out])
    };
    let named = |name: &str| if name.is_empty() { "all".to_owned() } else { name.to_owned() };
    Ok(Pair {
        name: pair.pair.clone(),
        method: named(&pair.method),
        suite: named(&pair.suite),
        first: side("first", &pair.first)?,
        second: side("second", &pair.second)?,
    })
}

fn run_side(
    input: &str,
    out: &Path,
    options: &RunOptions,
    area: &TempArea,
) -> Result<Finished, McError> {
    let mut has_place = false;
    let mut words = options.words.iter().map(|word| {
        let filled = fill(word, input, out);
        has_place |= word.to_string_lossy().contains(INPUT_PLACEHOLDER);
        filled
    });
    let program = words.next().unwrap_or_default();
    let mut args: Vec<OsString> = words.collect();
    if !has_place {
        args.push(input.into());
    }
    let own = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let spawn = Spawn::new(program)
        .args(args)
        .inherit_environment()
        .env("NODE_V8_COVERAGE", out)
        .env("LLVM_PROFILE_FILE", out.join("%p.profraw"))
        .env("GCOV_PREFIX", out)
        .env("GCOV_PREFIX_STRIP", "0")
        .memory_limit_mib(options.memory_mib)
        .current_dir(own);
    Ok(run_to_end(spawn, area, &[], options.timeout)?)
}

/// A word of the command with the input and the folder in their places.
fn fill(word: &OsStr, input: &str, out: &Path) -> OsString {
    match word.to_str() {
        Some(text) => text
            .replace(OUT_PLACEHOLDER, &out.to_string_lossy())
            .replace(INPUT_PLACEHOLDER, input)
            .into(),
        None => word.to_owned(),
    }
}

fn has_files(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

fn how(finished: &Finished) -> String {
    if finished.timed_out {
        return "it took too long".to_owned();
    }
    let errors = finished.stderr_text();
    let first = errors.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let first: String = first.chars().filter(|it| !it.is_control()).take(160).collect();
    if first.is_empty() { finished.exit.to_string() } else { format!("{}: {first}", finished.exit) }
}
