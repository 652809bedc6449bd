//! `dd isolate`: the smallest difference between a good and a bad input that still matters.

use crate::hunks::{Cut, apply, hunks, patch};
use crate::oracle::{Oddities, Oracle, write_whole};
use crate::{Command, CommandOptions, DdError, Granularity};
use debunk_delta::{Counts, End, Engine, Isolate, Limits, Outcome, Subject};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What to do.
#[derive(Clone, Debug)]
pub struct IsolateOptions {
    /// An input that is not interesting.
    pub good: PathBuf,
    /// One that is.
    pub bad: PathBuf,
    /// Where the two inputs that are nearly the same go.
    pub good_output: PathBuf,
    /// See `good_output`.
    pub bad_output: PathBuf,
    /// The command.
    pub command: CommandOptions,
    /// The smallest parts that are exchanged.
    pub granularity: Granularity,
    /// Tests side by side.
    pub jobs: usize,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Isolated {
    /// The difference as a patch from the good to the bad one.
    pub patch: String,
    /// How many places differed before, and differ now.
    pub differences_before: usize,
    /// See `differences_before`.
    pub differences_after: usize,
    /// The bytes that the bad one has and the good one has not, and the other way round.
    pub bytes: (usize, usize),
    /// How the search ended.
    pub end: End,
    /// What was tested.
    pub counts: Counts,
    /// How often the command was run.
    pub calls: u64,
    /// What was odd.
    pub oddities: Oddities,
}

/// Candidates between two texts.
struct Between<'b> {
    old: &'b [u8],
    hunks: &'b [crate::hunks::Hunk],
    oracle: &'b Oracle<'b>,
}

impl Subject for Between<'_> {
    type Candidate = Vec<usize>;
    type Content = Vec<u8>;

    fn build(&self, chosen: &Vec<usize>) -> Option<Vec<u8>> {
        Some(apply(self.old, self.hunks, chosen))
    }

    fn test(&self, text: &Vec<u8>) -> Outcome {
        self.oracle.ask(text)
    }
}

/// Where a result goes when nothing else is said: `name.WORD.ext`.
pub fn beside(path: &Path, word: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(word);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Isolates the difference.
///
/// # Errors
/// When a file cannot be read or written, the command cannot be asked, the good input is
/// interesting, or the bad one is not.
pub fn isolate(
    options: &IsolateOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&Counts, usize),
) -> Result<Isolated, DdError> {
    let read = |path: &Path| fs::read(path).map_err(DdError::file("read", path));
    let (mut good, mut bad) = (read(&options.good)?, read(&options.bad)?);
    let name = options.bad.file_name().ok_or_else(|| {
        DdError::Usage(format!("read {}: it is not the name of a file", options.bad.display()))
    })?;
    let command = Command::new(options.command.clone(), name)?;
    let oracle = Oracle::new(&command, 1, stop);
    begin(&oracle, &good, &bad)?;
    let cuts: &[Cut] = match options.granularity {
        Granularity::Line => &[Cut::Lines],
        Granularity::Token => &[Cut::Lines, Cut::Words],
        _ => &[Cut::Lines, Cut::Words, Cut::Characters],
    };
    let mut engine = Engine::new(options.limits).jobs(options.jobs).stop_on(stop);
    let finest = *cuts.last().unwrap_or(&Cut::Lines);
    let differences_before = hunks(&good, &bad, finest).len();
    let mut end = End::Complete;
    for &cut in cuts {
        let found = hunks(&good, &bad, cut);
        let mut search = Isolate::new(found.len());
        let subject = Between { old: &good, hunks: &found, oracle: &oracle };
        end = engine.run(&mut search, &subject);
        let difference = search.difference();
        bad = apply(&good, &found, &difference.failing);
        good = apply(&good, &found, &difference.passing);
        observer(&engine.counts(), difference.deltas().len());
        if end != End::Complete {
            break;
        }
    }
    if let Some(error) = oracle.take_error() {
        return Err(error);
    }
    let mut oddities = oracle.oddities();
    if end != End::Stopped {
        let again = oracle.ask_anew(&bad);
        oddities.flaky = (!again.is_fail()).then_some((Outcome::Fail, again));
    }
    write_whole(&options.good_output, &good)?;
    write_whole(&options.bad_output, &bad)?;
    let last = hunks(&good, &bad, finest);
    Ok(Isolated {
        patch: patch("good", "bad", &good, &bad),
        differences_before,
        differences_after: last.len(),
        bytes: (
            last.iter().map(|hunk| hunk.new.len()).sum(),
            last.iter().map(|hunk| hunk.old.len()).sum(),
        ),
        end,
        counts: engine.counts(),
        calls: oracle.calls(),
        oddities,
    })
}

fn begin(oracle: &Oracle<'_>, good: &[u8], bad: &[u8]) -> Result<(), DdError> {
    let bad_reply = oracle.ask_afresh(bad)?;
    if !bad_reply.outcome.is_fail() {
        let hint = "it must end with exit code 0 for the bad input (another one under --invert)";
        let what = "the bad input".to_owned();
        return Err(DdError::NotInteresting { what, how: bad_reply.how, hint });
    }
    let good_reply = oracle.ask_afresh(good)?;
    match good_reply.outcome {
        Outcome::Pass => Ok(()),
        Outcome::Fail => Err(DdError::Usage(format!(
            "begin: the command finds the good input interesting as well ({}); give two inputs \
             for which it answers differently",
            good_reply.how
        ))),
        Outcome::Unresolved => Err(DdError::Usage(format!(
            "begin: nothing can be said about the good input ({}); give one that the command \
             finds not interesting",
            good_reply.how
        ))),
    }
}
