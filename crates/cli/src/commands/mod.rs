//! The commands: a file each, or a folder.

pub(crate) mod adapter;
pub(crate) mod bench;
pub(crate) mod compare;
pub(crate) mod dd;
pub(crate) mod doctor;
pub(crate) mod figures;
pub(crate) mod inspect;
pub(crate) mod levels;
pub(crate) mod localize;
pub(crate) mod mc;
pub(crate) mod reduce;
pub(crate) mod relations;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod run;
mod search_line;
pub(crate) mod selftest;
#[cfg(test)]
mod snapshot_tests;
mod summary;

pub(crate) use summary::print_problem;

use crate::args::{Arguments, CompletionsArgs, CorpusArgs};
use crate::exit::{Exit, NothingRan};
use anyhow::{Result, bail};
use clap::CommandFactory;
use debunk_corpus::{Corpus, LoadOptions};
use debunk_faults::{Fault, FaultyDriver};
use debunk_model::Language;
use debunk_results::ProgramSkip;
use debunk_session::{Debugger, DebuggerInfo, Driver};
use std::path::{Path, PathBuf};

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut command = Arguments::command();
    clap_complete::generate(args.shell, &mut command, "debunk", &mut std::io::stdout());
    Ok(Exit::Nothing)
}

/// As many workers as there are cores, unless the user says otherwise.
pub(crate) fn jobs(asked: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.unwrap_or_else(cores).max(1)
}

/// The fault of that name, if one is named.
pub(crate) fn fault(name: Option<&str>) -> Result<Option<Fault>> {
    let Some(name) = name else { return Ok(None) };
    match debunk_faults::by_name(name) {
        Some(fault) => Ok(Some(fault)),
        None => bail!("find the fault {name}: debunk selftest lists them all"),
    }
}

/// A driver of the debugger, with the fault planted if there is one.
pub(crate) fn driver(debugger: &dyn Debugger, fault: Option<Fault>) -> Box<dyn Driver> {
    match fault {
        Some(fault) => Box::new(FaultyDriver::new(debugger.driver(), fault)),
        None => debugger.driver(),
    }
}

/// The programs that the user names, or the built-in ones, if the debugger supports their language
/// and its Python is new enough.
pub(crate) fn corpus(
    args: &CorpusArgs,
    languages: &[Language],
    debuggers: &[&DebuggerInfo],
) -> Result<Corpus> {
    let corpus = corpus_of(args, languages)?;
    let pythons = debuggers.iter().filter_map(|info| crate::debuggers::python_of(info));
    Ok(match pythons.min() {
        Some(oldest) => corpus.of_version(oldest),
        None => corpus,
    })
}

fn corpus_of(args: &CorpusArgs, languages: &[Language]) -> Result<Corpus> {
    let options = LoadOptions { both_modes: args.both_modes, concatenate: args.concatenate };
    if args.corpus.is_empty() {
        return Ok(match language(args.language.as_deref(), languages)? {
            Language::JavaScript => debunk_corpus::built_in_with(&options),
            other => debunk_corpus::built_in_of(other),
        });
    }
    Ok(debunk_corpus::load(&args.corpus, &options)?.of_languages(languages))
}

/// The language of that name, or the first that the debugger supports.
fn language(name: Option<&str>, languages: &[Language]) -> Result<Language> {
    let is_named = |language: &&Language| {
        let extensions = || language.extensions().iter().map(|(extension, _)| *extension);
        name.is_none_or(|name| {
            language.to_string().eq_ignore_ascii_case(name) || extensions().any(|it| it == name)
        })
    };
    match languages.iter().find(is_named) {
        Some(language) => Ok(*language),
        None if languages.is_empty() => {
            let reason = "find programs: debunk has none in a language of this debugger; debunk adapter \
                          check tries an adapter with its own sample";
            Err(NothingRan(reason.to_owned()).into())
        }
        None => {
            let names: Vec<String> = languages.iter().map(Language::to_string).collect();
            bail!("find programs: this debugger supports {}", names.join(", "))
        }
    }
}

/// Files of a corpus that are not programs, with their reasons.
pub(crate) fn unreadable(skips: Vec<debunk_corpus::Skip>) -> Vec<ProgramSkip> {
    skips.into_iter().map(|skip| ProgramSkip { name: skip.name, reason: skip.reason }).collect()
}

/// The folder that the user gives, or the first of ours that is free.
pub(crate) fn output_folder(out: Option<&Path>, resume: bool, default: &str) -> Result<PathBuf> {
    if let Some(out) = out {
        return Ok(out.to_owned());
    }
    if resume {
        return Ok(PathBuf::from(default));
    }
    let candidates = std::iter::once(PathBuf::from(default))
        .chain((2..1000).map(|number| PathBuf::from(format!("{default}-{number}"))));
    for candidate in candidates {
        if !candidate.exists() {
            return Ok(candidate);
        }
    }
    bail!("find a free name for the results: give one with --out")
}
