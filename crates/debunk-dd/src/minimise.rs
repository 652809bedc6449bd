//! `dd min`: makes a file as small as it can be while the command finds it interesting.

use crate::journal::Journal;
use crate::oracle::{Oddities, Oracle, write_whole};
use crate::pipeline::{Pipeline, Texts};
use crate::syntax::Grammar;
use crate::{Command, CommandOptions, DdError, Language};
use debunk_delta::{Counts, End, Engine, Limits};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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

/// Makes a file as small as it can be. `observer` is told the counts and the size.
///
/// # Errors
/// When the input cannot be read, the result not written, or the command not asked; and when the
/// whole input is not interesting.
pub fn minimise(
    options: &MinimiseOptions,
    stop: &AtomicBool,
    observer: &dyn Fn(&Counts, usize),
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
    let is_empty_interesting = match begin(&oracle, &text, options.jobs) {
        Ok(is_empty_interesting) => is_empty_interesting,
        Err(error) => {
            let _ = fs::remove_file(&options.journal);
            return Err(error);
        }
    };
    oracle.keep_best(&options.output, text.len());

    let language = options.language.or_else(|| Language::of_file(input));
    let uses_syntax = matches!(options.granularity, Granularity::Auto | Granularity::Syntax);
    let grammar = language.filter(|_| uses_syntax).map(|language| Arc::new(Grammar::new(language)));
    let mut engine = Engine::new(options.limits)
        .jobs(options.jobs)
        .stop_on(stop)
        .observe(|counts, _| observer(counts, oracle.best_size()));
    let (result, end, flaky) = if is_empty_interesting {
        (Vec::new(), End::Complete, None)
    } else {
        let subject = Texts { oracle: &oracle, grammar: grammar.clone() };
        let mut pipeline = Pipeline::new(text.clone(), grammar, options.granularity);
        let end = engine.run(&mut pipeline, &subject);
        (pipeline.best(), end, pipeline.flaky())
    };
    let counts = engine.counts();
    if let Some(error) = oracle.take_error() {
        return Err(error);
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
        from_journal: oracle.known_answers(),
        oddities: Oddities { flaky, ..oracle.oddities() },
        language: language.filter(|_| uses_syntax),
        is_empty_interesting,
        input_changed,
    })
}

/// The whole input must be interesting, or nothing can be reduced. Tells whether an empty file is
/// so too.
fn begin(oracle: &Oracle<'_>, text: &[u8], jobs: usize) -> Result<bool, DdError> {
    let questions = if text.is_empty() { vec![text] } else { vec![text, &[]] };
    let outcomes = oracle.ask_all(&questions, jobs);
    if let Some(error) = oracle.take_error() {
        return Err(error);
    }
    if outcomes.first().is_some_and(|outcome| outcome.is_fail()) {
        return Ok(outcomes.get(1).is_some_and(|outcome| outcome.is_fail()));
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
