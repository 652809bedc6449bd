//! `dd isolate`: the smallest difference between a good and a bad input that still matters.

use crate::answers::{AnswerCache, Oddities};
use crate::hunks::{Cut, apply, hunks};
use crate::journal::JournalOptions;
use crate::minimise::file_name;
use crate::oracle::{AnsweredContent, Oracle, Question, write_result};
use crate::patch::patch;
use crate::{CommandOptions, DdError, Granularity, TestCommand};
use debunk_delta::{Engine, Isolate, Limits, SearchCounts, SearchEnd, Subject, TestOutcome};
use std::cell::Cell;
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
    /// Where the two nearly identical inputs go.
    pub good_output: PathBuf,
    /// See `good_output`.
    pub bad_output: PathBuf,
    /// Where the answers are kept.
    pub journal: JournalOptions,
    /// The command.
    pub command: CommandOptions,
    /// The smallest parts that are exchanged.
    pub granularity: Granularity,
    /// Tests in parallel.
    pub jobs: usize,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// The result.
#[derive(Clone, Debug)]
pub struct IsolateResult {
    /// The difference as a patch from the good to the bad one.
    pub patch: Vec<u8>,
    /// How many places differed before, and differ now.
    pub differences_before: usize,
    /// See `differences_before`.
    pub differences_after: usize,
    /// The bytes that only the bad one has, and those that only the good one has.
    pub bytes: (usize, usize),
    /// How the search ended.
    pub end: SearchEnd,
    /// What was tested.
    pub counts: SearchCounts,
    /// How often the command was run.
    pub calls: u64,
    /// How many answers came from the journal.
    pub from_journal: u64,
    /// The oddities.
    pub oddities: Oddities,
}

/// Candidates between two texts.
struct TextsBetween<'b> {
    old: &'b [u8],
    hunks: &'b [crate::hunks::Hunk],
    oracle: &'b Oracle<'b>,
}

impl Subject for TextsBetween<'_> {
    type Candidate = Vec<usize>;
    type Content = Question;

    fn build(&self, chosen: &Vec<usize>) -> Option<Question> {
        Some(Question::about(apply(self.old, self.hunks, chosen)))
    }

    fn test(&self, question: &Question) -> TestOutcome {
        self.oracle.test(question)
    }
}

/// Isolates the difference.
///
/// # Errors
/// If a file cannot be read or written, the command cannot be run, the good input is
/// interesting, or the bad one is not.
pub fn isolate(
    options: &IsolateOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&SearchCounts, usize),
) -> Result<IsolateResult, DdError> {
    let read = |path: &Path| fs::read(path).map_err(DdError::file("read", path));
    let (good, bad) = (read(&options.good)?, read(&options.bad)?);
    let command = TestCommand::new(options.command.clone(), file_name(&options.bad)?)?;
    let mut both = blake3::Hasher::new();
    both.update(blake3::hash(&good).as_bytes()).update(&bad);
    let journal = options.journal.open(&command.identity(both.finalize(), "isolate"))?;
    let oracle = Oracle::new(&command, 1, AnswerCache::new(journal, stop));
    let (mut good, mut bad) =
        begin(&oracle, &good, &bad, options.jobs).inspect_err(|_| options.journal.discard())?;
    let cuts: &[Cut] = match options.granularity {
        Granularity::Line => &[Cut::Lines],
        Granularity::Token => &[Cut::Lines, Cut::Words],
        _ => &[Cut::Lines, Cut::Words, Cut::Characters],
    };
    let finest = *cuts.last().unwrap_or(&Cut::Lines);
    let between = |good: &AnsweredContent, bad: &AnsweredContent, cut| {
        hunks(&good.content().content, &bad.content().content, cut)
    };
    let differences_before = between(&good, &bad, finest).len();
    let left = Cell::new(differences_before);
    let mut engine = Engine::new(options.limits)
        .jobs(options.jobs)
        .stop_on(stop)
        .observe(|counts, _| observer(counts, left.get()));
    let mut end = SearchEnd::Complete;
    for &cut in cuts {
        let found = between(&good, &bad, cut);
        let mut search = Isolate::new(found.len());
        let old = good.content().content.clone();
        let subject = TextsBetween { old: &old, hunks: &found, oracle: &oracle };
        end = engine.run(&mut search, &subject);
        let difference = search.difference();
        // Both sides have been tested: only known answers are used here.
        for (side, chosen) in [(&mut good, difference.passing), (&mut bad, difference.failing)] {
            let text = apply(&old, &found, &chosen);
            if text != *side.content().content {
                *side = engine.answered(&subject, Question::about(text));
            }
        }
        left.set(between(&good, &bad, finest).len());
        if end != SearchEnd::Complete {
            break;
        }
    }
    oracle.answers.check()?;
    let flaky = if end == SearchEnd::Stopped { None } else { asked_again(&oracle, &good, &bad)? };
    write_result(&options.good_output, &good, TestOutcome::Pass)?;
    write_result(&options.bad_output, &bad, TestOutcome::Fail)?;
    options.journal.close(end);
    let last = between(&good, &bad, finest);
    Ok(IsolateResult {
        patch: patch("good", "bad", &good.content().content, &bad.content().content),
        differences_before,
        differences_after: last.len(),
        bytes: (
            last.iter().map(|hunk| hunk.new.len()).sum(),
            last.iter().map(|hunk| hunk.old.len()).sum(),
        ),
        end,
        counts: engine.counts(),
        calls: oracle.answers.calls(),
        from_journal: oracle.answers.known(),
        oddities: oracle.answers.oddities(flaky),
    })
}

/// The bad input must be interesting, and the good one not.
fn begin(
    oracle: &Oracle<'_>,
    good: &[u8],
    bad: &[u8],
    jobs: usize,
) -> Result<(AnsweredContent, AnsweredContent), DdError> {
    let mut answered = oracle.begin("the bad input", &[bad, good], jobs)?.into_iter();
    if let (Some(bad), Some(good)) = (answered.next(), answered.next())
        && good.outcome() == TestOutcome::Pass
    {
        return Ok((good, bad));
    }
    let again = oracle.ask_afresh(good)?;
    let how = &again.how;
    Err(match again.outcome {
        TestOutcome::Fail => DdError::Usage(format!(
            "begin: the command finds the good input interesting as well ({how}); give two inputs \
             for which it answers differently"
        )),
        TestOutcome::Unresolved => DdError::Usage(format!(
            "begin: the command's answer to the good input is inconclusive ({how}); {}",
            again.hint("give one that the command does not find interesting")
        )),
        TestOutcome::Pass => DdError::Flaky {
            what: "the good input".to_owned(),
            first: "interesting",
            second: "not interesting",
        },
    })
}

/// Asks about the result once more: two different answers, if there are any.
fn asked_again(
    oracle: &Oracle<'_>,
    good: &AnsweredContent,
    bad: &AnsweredContent,
) -> Result<Option<(TestOutcome, TestOutcome)>, DdError> {
    for side in [bad, good] {
        let second = oracle.ask_afresh(&side.content().content)?.outcome;
        if second != side.outcome() {
            return Ok(Some((side.outcome(), second)));
        }
    }
    Ok(None)
}
