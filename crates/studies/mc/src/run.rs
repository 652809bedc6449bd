//! Runs the user's command on both inputs of a pair, each with its own coverage folder.

use crate::template::{CommandTemplate, FILE_VARIABLE, INPUT_VARIABLE, OUT_VARIABLE, RunInputs};
use crate::{CoverageMeasure, McError, Pair, parallel};
use debunk_coverage::{CoverageReader, ReadOptions};
use debunk_sandbox::{FinishedRun, Spawn, TempArea, run_to_end};
use serde::{Deserialize, Deserializer, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

const HINT: &str = "compile the program with --coverage (GCC) or -fprofile-instr-generate \
                    -fcoverage-mapping (Clang, with --binary), run it with Node, or have the \
                    command write a coverage file into {out}";

/// Two inputs that a relation links; each side may be several.
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
    /// The inputs of the first side; their coverage is merged.
    #[serde(deserialize_with = "one_or_several")]
    pub first: Vec<String>,
    /// The inputs of the second side.
    #[serde(deserialize_with = "one_or_several")]
    pub second: Vec<String>,
}

fn one_or_several<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a side must be a text or a list of texts")]
    enum Inputs {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Inputs::deserialize(reader)? {
        Inputs::One(input) => vec![input],
        Inputs::Several(inputs) => inputs,
    })
}

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The command. `{input}` is an input; without it, the input is the last word.
    pub words: Vec<OsString>,
    /// The time limit; then the command is killed.
    pub timeout: Duration,
    /// The memory of each of its processes, in MiB.
    pub memory_mib: Option<u64>,
    /// Whether a pair counts if the command fails on one side only.
    pub allow_one_sided_failure: bool,
    /// How to read its coverage.
    pub read: ReadOptions,
    /// Whether contradictory reports are accepted.
    pub any_build: bool,
    /// How many pairs run in parallel.
    pub jobs: usize,
}

/// A pair that was measured although the command failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedPair {
    /// The name of the pair.
    pub pair: String,
    /// How the command ended on the first side, if it failed there.
    pub first: Option<String>,
    /// How it ended on the second side, if it failed there.
    pub second: Option<String>,
}

/// The result of running all pairs.
pub struct RunMeasure {
    /// What the runs differ in.
    pub measure: CoverageMeasure,
    /// The pairs that count although the command failed: on both sides, or on one if that is
    /// allowed.
    pub failed: Vec<FailedPair>,
}

/// Reads pairs of inputs: one JSON object per line, with `pair`, `method`, `first`, `second`.
///
/// # Errors
/// If the file cannot be read or a line is wrong.
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
        if pair.first.is_empty() || pair.second.is_empty() {
            let what = "a side has no inputs".to_owned();
            return Err(McError::Manifest { path: path.to_owned(), line: number + 1, what });
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
/// If the command cannot be started, fails on one side of a pair only, takes too long, or leaves no
/// coverage.
pub fn run_pairs(pairs: &[RunPair], options: &RunOptions) -> Result<RunMeasure, McError> {
    let words = CommandTemplate::new(&options.words)?;
    let area = TempArea::new()?;
    let root = area.subfolder("mc")?;
    let runner = Runner { words: &words, options, area: &area };
    let numbered: Vec<(usize, &RunPair)> = pairs.iter().enumerate().collect();
    let results = parallel::map(&numbered, options.jobs, |(number, pair)| {
        runner.pair(pair, &root.path().join(number.to_string()))
    });
    let ran = results.into_iter().collect::<Result<Vec<_>, McError>>()?;
    let (measured, failed): (Vec<Pair>, Vec<Option<FailedPair>>) = ran.into_iter().unzip();
    let reader = CoverageReader::new(options.read.clone());
    let measure = CoverageMeasure::of(&measured, &reader, options.any_build, options.jobs)?;
    Ok(RunMeasure { measure, failed: failed.into_iter().flatten().collect() })
}

/// What is the same for all runs.
struct Runner<'r> {
    words: &'r CommandTemplate,
    options: &'r RunOptions,
    area: &'r TempArea,
}

/// What one side left: the folders with its coverage, and how the command failed, if it did.
struct SideRun {
    folders: Vec<PathBuf>,
    failure: Option<String>,
}

impl Runner<'_> {
    fn pair(&self, pair: &RunPair, folder: &Path) -> Result<(Pair, Option<FailedPair>), McError> {
        let first = self.side(pair, "first", &pair.first, folder)?;
        let second = self.side(pair, "second", &pair.second, folder)?;
        let one_sided = match (&first.failure, &second.failure) {
            (Some(how), None) => Some(("first", "second", how)),
            (None, Some(how)) => Some(("second", "first", how)),
            _ => None,
        };
        if let Some((side, other, how)) = one_sided
            && !self.options.allow_one_sided_failure
        {
            let (pair, how) = (pair.pair.clone(), how.clone());
            return Err(McError::OneSidedFailure { pair, side, other, how });
        }
        let has_failed = first.failure.is_some() || second.failure.is_some();
        let failed = has_failed.then(|| FailedPair {
            pair: pair.pair.clone(),
            first: first.failure,
            second: second.failure,
        });
        let named = |name: &str| if name.is_empty() { "all".to_owned() } else { name.to_owned() };
        let measured = Pair {
            name: pair.pair.clone(),
            method: named(&pair.method),
            suite: named(&pair.suite),
            first: first.folders,
            second: second.folders,
        };
        Ok((measured, failed))
    }

    /// Runs the command on each input of a side, each with its own coverage folder.
    fn side(
        &self,
        pair: &RunPair,
        name: &'static str,
        inputs: &[String],
        folder: &Path,
    ) -> Result<SideRun, McError> {
        let mut side = SideRun { folders: Vec::new(), failure: None };
        for (number, input) in inputs.iter().enumerate() {
            let out = folder.join(name).join(number.to_string());
            std::fs::create_dir_all(&out).map_err(McError::file("make the folder", &out))?;
            let file = folder.join(format!("{name}.{number}.input"));
            std::fs::write(&file, input).map_err(McError::file("write the input", &file))?;
            let finished = self.run(input, &file, &out)?;
            let pair = || pair.pair.clone();
            if finished.timed_out {
                let seconds = self.options.timeout.as_secs_f64();
                return Err(McError::TooLong { pair: pair(), side: name, seconds });
            }
            if !has_files(&out) {
                let how = how(&finished);
                return Err(McError::NoCoverage { pair: pair(), side: name, how, hint: HINT });
            }
            if !finished.exit.success() {
                side.failure.get_or_insert_with(|| how(&finished));
            }
            side.folders.push(out);
        }
        Ok(side)
    }

    fn run(&self, input: &str, file: &Path, out: &Path) -> Result<FinishedRun, McError> {
        let given = RunInputs { input, file, out };
        let (program, args) = self.words.fill(&given)?;
        let own = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let mut spawn = Spawn::new(program)
            .args(args)
            .inherit_environment()
            .env(FILE_VARIABLE, file)
            .env(OUT_VARIABLE, out)
            .env("NODE_V8_COVERAGE", out)
            .env("LLVM_PROFILE_FILE", out.join("%p.profraw"))
            .env("GCOV_PREFIX", out)
            .env("GCOV_PREFIX_STRIP", "0")
            .memory_limit_mib(self.options.memory_mib)
            .current_dir(own);
        if given.fits() {
            spawn = spawn.env(INPUT_VARIABLE, input);
        }
        Ok(run_to_end(spawn, self.area, &[], self.options.timeout)?)
    }
}

fn has_files(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

/// How the command ended, with the first line of what it wrote to its error output.
fn how(finished: &FinishedRun) -> String {
    let errors = finished.stderr_text();
    let first = errors.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let first: String = first.chars().filter(|it| !it.is_control()).take(160).collect();
    if first.is_empty() { finished.exit.to_string() } else { format!("{}: {first}", finished.exit) }
}
