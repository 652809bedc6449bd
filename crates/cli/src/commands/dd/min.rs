//! `debunk dd min`: minimises a file.

use super::args::{MinArgs, Parts, SyntaxName};
use super::progress::DdProgress;
use super::{
    About, command, end_name, exit, journal, limits, print_known, threads, warn_of_oddities,
    warn_of_resumable_end,
};
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Result, bail};
use debunk_base::counted;
use debunk_dd::{
    FileLanguage, MinimiseOptions, MinimiseResult, ReductionGranularity, beside, minimise,
};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Minimises a file.
pub(crate) fn min(args: &MinArgs) -> Result<Exit> {
    let options = options(args)?;
    let stop = interrupt::watch();
    let size = std::fs::metadata(&args.file).map_or(0, |data| data.len() as usize);
    let progress = DdProgress::new(size, "bytes");
    let result = minimise(&options, &stop, &|counts, size| {
        progress.show(counts, size);
    });
    progress.finish();
    let result = result?;
    if args.ask.json {
        let line = json(&result, &options.output);
        writeln!(anstream::stdout(), "{line}")?;
    } else {
        print(&result, &options)?;
    }
    warn_of_resumable_end(result.end);
    warn(&result, &options);
    let odd = warn_of_oddities(&result.oddities, &args.ask, About::File);
    Ok(exit(result.end, result.counts, odd))
}

fn options(args: &MinArgs) -> Result<MinimiseOptions> {
    if args.file.is_dir() {
        bail!("read {}: it is a folder; give a file", args.file.display());
    }
    let output = match &args.out {
        Some(out) => out.clone(),
        // The file itself is replaced, and not a link to it.
        None if args.in_place => args.file.canonicalize().unwrap_or_else(|_| args.file.clone()),
        None => beside(&args.file, "reduced"),
    };
    let is_same = |path: &Path| {
        path.canonicalize().ok().is_some_and(|path| args.file.canonicalize().ok() == Some(path))
    };
    if !args.in_place && is_same(&output) {
        bail!("write {}: it is the input; use --in-place if you mean that", output.display());
    }
    let journal = journal(&args.keep, &output);
    Ok(MinimiseOptions {
        input: args.file.clone(),
        output,
        journal,
        command: command(&args.ask, args.in_folder)?,
        granularity: match args.granularity {
            Parts::Auto => ReductionGranularity::Auto,
            Parts::Syntax => ReductionGranularity::Syntax,
            Parts::Line => ReductionGranularity::Line,
            Parts::Token => ReductionGranularity::Token,
            Parts::Char => ReductionGranularity::Character,
        },
        language: args.language.map(|language| match language {
            SyntaxName::Javascript => FileLanguage::JavaScript,
            SyntaxName::C => FileLanguage::C,
            SyntaxName::Python => FileLanguage::Python,
            SyntaxName::Json => FileLanguage::Json,
            SyntaxName::Html => FileLanguage::Html,
        }),
        jobs: threads(&args.ask),
        repeat: args.repeat,
        limits: limits(&args.ask)?,
    })
}

fn json(result: &MinimiseResult, output: &Path) -> serde_json::Value {
    json!({
        "bytes_before": result.bytes_before,
        "bytes_after": result.text.len(),
        "calls": result.calls,
        "tests": result.counts.tests,
        "cached": result.counts.cached,
        "dropped": result.counts.dropped,
        "from_journal": result.from_journal,
        "end": end_name(result.end),
        "language": result.language.map(FileLanguage::name),
        "flaky": result.oddities.flaky.is_some(),
        "timed_out": result.oddities.timed_out,
        "changed_candidates": result.oddities.changed_input,
        "input_changed": result.input_changed,
        "result": output,
    })
}

fn print(result: &MinimiseResult, options: &MinimiseOptions) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let (before, after) = (result.bytes_before, result.text.len());
    let (bytes, calls) = (counted(before, "byte"), counted(result.calls, "call"));
    writeln!(out, "reduced {bytes} to {after} with {calls} of the command")?;
    print_known(&mut out, result.from_journal, &options.journal)?;
    Ok(writeln!(out, "result: {}", options.output.display())?)
}

/// Says what is odd about the input and the result.
fn warn(result: &MinimiseResult, options: &MinimiseOptions) {
    if result.is_empty_interesting {
        anstream::eprintln!(
            "the command finds even an empty file interesting; check that it reads its file"
        );
    }
    if result.input_changed && options.output != options.input {
        anstream::eprintln!(
            "{} was changed during the run, but not by debunk; the result belongs to its former \
             content",
            options.input.display()
        );
    }
}
