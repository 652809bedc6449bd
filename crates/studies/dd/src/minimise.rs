//! `dd min`: minimises a file while the command finds it interesting.

use crate::answers::{AnswerCache, Oddities};
use crate::journal::JournalOptions;
use crate::oracle::{Oracle, write_result};
use crate::pipeline::{Pipeline, Texts};
use crate::syntax::SyntaxReader;
use crate::{CommandOptions, DdError, FileLanguage, TestCommand};
use debunk_delta::{Engine, Limits, SearchCounts, SearchEnd, TestOutcome, TestedContent};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The smallest parts that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Granularity {
    /// By the syntax if the language is known, else by lines; then tokens and characters.
    #[default]
    Auto,
    /// Nodes of the syntax tree only.
    Syntax,
    /// Lines only.
    Line,
    /// Tokens only.
    Token,
    /// Characters only.
    Character,
}

/// What to do.
#[derive(Clone, Debug)]
pub struct MinimiseOptions {
    /// The file; it is never written to unless `output` says so.
    pub input: PathBuf,
    /// Where the result goes.
    pub output: PathBuf,
    /// Where the answers are kept.
    pub journal: JournalOptions,
    /// The command.
    pub command: CommandOptions,
    /// The smallest parts that are left out.
    pub granularity: Granularity,
    /// The language instead of the one that the file's name implies.
    pub language: Option<FileLanguage>,
    /// Tests in parallel.
    pub jobs: usize,
    /// A candidate is interesting if the command says so this many times.
    pub repeat: u32,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// The result.
#[derive(Clone, Debug)]
pub struct MinimiseResult {
    /// The result.
    pub text: Vec<u8>,
    /// How large the input was.
    pub bytes_before: usize,
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
    /// The language whose syntax was used.
    pub language: Option<FileLanguage>,
    /// Whether the command finds even an empty file interesting.
    pub is_empty_interesting: bool,
    /// Whether the command changed the input itself.
    pub input_changed: bool,
}

/// The default place of a result: `name.WORD.ext`, beside the file.
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

/// The name of a file's candidate in its folder.
pub(crate) fn file_name(path: &Path) -> Result<&OsStr, DdError> {
    path.file_name().ok_or_else(|| {
        DdError::Usage(format!("read {}: it is not the name of a file", path.display()))
    })
}

/// Minimises a file. `observer` gets the counts and the size.
///
/// # Errors
/// If the input cannot be read, the result cannot be written, or the command cannot be run; and if the
/// whole input is not interesting.
pub fn minimise(
    options: &MinimiseOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&SearchCounts, usize),
) -> Result<MinimiseResult, DdError> {
    let input = &options.input;
    let text = fs::read(input).map_err(DdError::file("read", input))?;
    let command = TestCommand::new(options.command.clone(), file_name(input)?)?;
    let identity = command.identity(blake3::hash(&text), &format!("repeat={}", options.repeat));
    let journal = options.journal.open(&identity)?;
    let oracle = Oracle::new(&command, options.repeat, AnswerCache::new(journal, stop));
    let questions = if text.is_empty() { vec![&text[..]] } else { vec![&text[..], &[]] };
    let mut answered = oracle
        .begin("the whole input", &questions, options.jobs)
        .inspect_err(|_| options.journal.discard())?;
    let is_empty_interesting = answered.get(1).is_some_and(TestedContent::is_fail);
    oracle.keep_best(&options.output, answered.swap_remove(usize::from(is_empty_interesting)));

    let language = options.language.or_else(|| FileLanguage::of_file(input));
    let uses_syntax = matches!(options.granularity, Granularity::Auto | Granularity::Syntax);
    let grammar =
        language.filter(|_| uses_syntax).map(|language| Arc::new(SyntaxReader::new(language)));
    let mut engine = Engine::new(options.limits)
        .jobs(options.jobs)
        .stop_on(stop)
        .observe(|counts, _| observer(counts, oracle.best_size()));
    let (end, flaky) = if is_empty_interesting {
        (SearchEnd::Complete, None)
    } else {
        let subject = Texts { oracle: &oracle, grammar: grammar.clone() };
        let mut pipeline = Pipeline::new(text.clone(), grammar, options.granularity);
        let end = engine.run(&mut pipeline, &subject);
        debug_assert_eq!(pipeline.best().len(), oracle.best_size());
        (end, pipeline.flaky())
    };
    let counts = engine.counts();
    oracle.answers.check()?;
    let input_changed = fs::read(input).map_or(true, |now| now != text);
    let untested = || DdError::Untested(options.output.clone());
    let result = oracle.take_best().ok_or_else(untested)?;
    write_result(&options.output, &result, TestOutcome::Fail)?;
    options.journal.close(end);
    Ok(MinimiseResult {
        text: result.content().content.to_vec(),
        bytes_before: text.len(),
        end,
        counts,
        calls: oracle.answers.calls(),
        from_journal: oracle.answers.known(),
        oddities: oracle.answers.oddities(flaky),
        language: language.filter(|_| uses_syntax),
        is_empty_interesting,
        input_changed,
    })
}
