//! `dd min`: makes a file as small as it can be while the command finds it interesting.

use crate::journal::Journal;
use crate::oracle::{Oddities, Oracle, write_whole};
use crate::reducer::{Filter, Reducer};
use crate::syntax::Grammar;
use crate::{Command, CommandOptions, DdError, Language};
use debunk_delta::{Counts, End, Engine, Limits, Outcome, Stage};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// How likely a node of the syntax tree is needed, before anything is known.
const NODE_ESTIMATE: f64 = 0.1;
const REPLACE_ESTIMATE: f64 = 0.4;
/// How often answers are checked at the end: once, and once more for so many calls.
const CALLS_PER_CHECK: u64 = 50;
const CHECKS_MAX: u64 = 6;
/// More rounds never helped.
const ROUNDS_MAX: u32 = 12;

/// The smallest parts that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Granularity {
    /// By the syntax where the language is known, else by lines; then tokens and characters.
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
    pub journal: PathBuf,
    /// Whether the journal stays when all is done, to serve again.
    pub keep_journal: bool,
    /// Goes on from the journal.
    pub resume: bool,
    /// The command.
    pub command: CommandOptions,
    /// The smallest parts that are left out.
    pub granularity: Granularity,
    /// The language in place of the one that the file's name tells.
    pub language: Option<Language>,
    /// Tests side by side.
    pub jobs: usize,
    /// A candidate is interesting if the command says so that many times.
    pub repeat: u32,
    /// When to stop although more could be done.
    pub limits: Limits,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Minimised {
    /// The result.
    pub text: Vec<u8>,
    /// How large the input was.
    pub bytes_before: usize,
    /// How the search ended.
    pub end: End,
    /// What was tested.
    pub counts: Counts,
    /// How often the command was run.
    pub calls: u64,
    /// How many answers came out of the journal.
    pub from_journal: u64,
    /// What was odd.
    pub oddities: Oddities,
    /// The language whose syntax was used.
    pub language: Option<Language>,
    /// Whether the command finds even an empty file interesting.
    pub is_empty_interesting: bool,
    /// Whether the command changed the input itself.
    pub input_changed: bool,
}

/// Where the result of a file goes when nothing else is said: `name.reduced.ext`.
pub fn default_output(input: &Path) -> PathBuf {
    let mut name = input.file_stem().unwrap_or_default().to_owned();
    name.push(".reduced");
    if let Some(extension) = input.extension() {
        name.push(".");
        name.push(extension);
    }
    input.with_file_name(name)
}

/// Makes a file as small as it can be. `observer` is told the pass, the counts and the size.
///
/// # Errors
/// When the input cannot be read, the result not written, or the command not asked; and when the
/// whole input is not interesting.
pub fn minimise(
    options: &MinimiseOptions,
    stop: &AtomicBool,
    observer: &(dyn Fn(&'static str, &Counts, usize) + Sync),
) -> Result<Minimised, DdError> {
    let input = &options.input;
    let text = fs::read(input).map_err(DdError::file("read", input))?;
    let name = input.file_name().ok_or_else(|| {
        DdError::Usage(format!("read {}: it is not the name of a file", input.display()))
    })?;
    let command = Command::new(options.command.clone(), name)?;
    let identity = identity(options, &command, &text);
    let journal = if options.resume {
        Journal::resume(&options.journal, &identity)?
    } else {
        Journal::create(&options.journal, &identity)?
    };
    let oracle = Oracle::new(&command, options.repeat, stop).with_journal(journal);
    if let Err(error) = begin(&oracle, &text) {
        let _ = fs::remove_file(&options.journal);
        return Err(error);
    }
    oracle.keep_best(&options.output, text.len());

    let language = options.language.or_else(|| Language::of_file(input));
    let uses_syntax = matches!(options.granularity, Granularity::Auto | Granularity::Syntax);
    let grammar = language.filter(|_| uses_syntax).map(Grammar::new);
    let mut reducer = Reducer {
        engine: Engine::new(options.limits).jobs(options.jobs).stop_on(stop),
        oracle: &oracle,
        grammar,
        text: text.clone(),
        accepts_broken: language == Some(Language::Html),
        end: End::Complete,
        observer,
    };
    let is_empty_interesting = !text.is_empty() && oracle.ask(b"") == Outcome::Fail;
    if is_empty_interesting {
        reducer.text.clear();
    } else {
        reduce(&mut reducer, options.granularity);
    }
    let (result, end, counts) = (reducer.text, reducer.end, reducer.engine.counts());
    if let Some(error) = oracle.take_error() {
        return Err(error);
    }
    if end != End::Stopped {
        let checks = (1 + oracle.calls() / CALLS_PER_CHECK).min(CHECKS_MAX);
        oracle.ask_again(&result, usize::try_from(checks).unwrap_or(1))?;
    }
    let input_changed = fs::read(input).map_or(true, |now| now != text);
    write_whole(&options.output, &result)?;
    if end == End::Complete && !options.keep_journal {
        let _ = fs::remove_file(&options.journal);
    }
    Ok(Minimised {
        text: result,
        bytes_before: text.len(),
        end,
        counts,
        calls: oracle.calls(),
        from_journal: oracle.from_journal(),
        oddities: oracle.oddities(),
        language: language.filter(|_| uses_syntax),
        is_empty_interesting,
        input_changed,
    })
}

/// The whole input must be interesting, or nothing can be reduced.
fn begin(oracle: &Oracle<'_>, text: &[u8]) -> Result<(), DdError> {
    let outcome = oracle.ask(text);
    if let Some(error) = oracle.take_error() {
        return Err(error);
    }
    if outcome.is_fail() {
        return Ok(());
    }
    // Asked once more, to be able to say how it ended.
    let again = oracle.ask_afresh(text)?;
    if again.outcome.is_fail() {
        return Err(DdError::Flaky {
            what: "input".to_owned(),
            first: "not interesting".to_owned(),
            second: "interesting".to_owned(),
        });
    }
    let hint = if again.timed_out {
        "allow it more time with --timeout"
    } else if again.not_run {
        "check that the program in it is there and that it runs when started by hand"
    } else {
        "it must end with exit code 0 for the whole input, or with another one under --invert"
    };
    Err(DdError::NotInteresting { what: "the whole input".to_owned(), how: again.how, hint })
}

fn reduce(reducer: &mut Reducer<'_>, granularity: Granularity) {
    for round in 0..ROUNDS_MAX {
        let before = reducer.text.len();
        match granularity {
            Granularity::Auto if reducer.grammar.is_some() => by_syntax(reducer),
            Granularity::Auto => {
                reducer.lines(false);
                reducer.tokens(Filter::None, false);
                reducer.gaps();
                reducer.characters(Filter::None);
            }
            Granularity::Syntax => {
                trees(reducer);
            }
            Granularity::Line => {
                reducer.lines(true);
            }
            Granularity::Token => {
                reducer.tokens(Filter::None, true);
            }
            Granularity::Character => {
                reducer.characters(Filter::None);
            }
        }
        // The first round may do nothing only because nothing can be done.
        if reducer.is_over() || reducer.text.len() == before || reducer.text.is_empty() {
            break;
        }
        let _ = round;
    }
}

/// Deletes and hoists until neither helps.
fn trees(reducer: &mut Reducer<'_>) {
    reducer.tree("tree", &[Stage::Delete], NODE_ESTIMATE);
    while reducer.tree("hoist", &[Stage::Hoist], NODE_ESTIMATE) {
        if !reducer.tree("tree", &[Stage::Delete], NODE_ESTIMATE) {
            break;
        }
    }
}

fn by_syntax(reducer: &mut Reducer<'_>) {
    trees(reducer);
    reducer.tree("short", &[Stage::Replace(0), Stage::Replace(1)], REPLACE_ESTIMATE);
    reducer.gaps();
    reducer.tokens(Filter::Grammar, false);
    reducer.rows();
    reducer.names();
    reducer.broken_tokens();
    let filter = if reducer.accepts_broken { Filter::None } else { Filter::Grammar };
    reducer.characters(filter);
}

/// What must be the same for answers to be used again.
fn identity(options: &MinimiseOptions, command: &Command, text: &[u8]) -> String {
    let asked = &options.command;
    let line = format!(
        "{} {} invert={} unresolved={:?} timeout={:?} memory={:?} repeat={}",
        blake3::hash(text),
        command.text(),
        asked.invert,
        asked.unresolved,
        asked.timeout,
        asked.memory_mib,
        options.repeat,
    );
    line.replace('\n', " ")
}
