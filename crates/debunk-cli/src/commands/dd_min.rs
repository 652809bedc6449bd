//! `debunk dd min`: makes a file small.

use super::dd::{command, end_name, limits, threads};
use super::dd_progress::DdProgress;
use crate::dd_args::{MinArgs, Parts, SyntaxName};
use crate::exit::Exit;
use crate::interrupt;
use anyhow::{Result, bail};
use debunk_dd::{Granularity, Language, MinimiseOptions, Minimised, default_output, minimise};
use debunk_delta::{End, Outcome};
use serde_json::json;
use std::io::Write;
use std::path::Path;

const JOURNAL_ENDING: &str = ".journal";

/// Makes a file as small as it can be.
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
        tell(&result, &options)?;
    }
    warn(&result, &options)?;
    let is_sound = result.oddities.flaky.is_none();
    Ok(if is_sound { Exit::Nothing } else { Exit::Findings })
}

fn options(args: &MinArgs) -> Result<MinimiseOptions> {
    if args.file.is_dir() {
        bail!("read {}: it is a folder; give a file", args.file.display());
    }
    let output = match &args.out {
        Some(out) => out.clone(),
        None if args.in_place => args.file.clone(),
        None => default_output(&args.file),
    };
    let is_same = |path: &Path| {
        path.canonicalize().ok().is_some_and(|path| args.file.canonicalize().ok() == Some(path))
    };
    if !args.in_place && is_same(&output) {
        bail!("write {}: it is the input; use --in-place if you mean that", output.display());
    }
    let mut journal_name = output.file_name().unwrap_or_default().to_owned();
    journal_name.push(JOURNAL_ENDING);
    let journal = args.cache.clone().unwrap_or_else(|| output.with_file_name(journal_name));
    Ok(MinimiseOptions {
        input: args.file.clone(),
        output,
        resume: args.resume || args.cache.as_ref().is_some_and(|cache| cache.exists()),
        keep_journal: args.cache.is_some(),
        journal,
        command: command(&args.ask, args.in_folder)?,
        granularity: match args.granularity {
            Parts::Auto => Granularity::Auto,
            Parts::Syntax => Granularity::Syntax,
            Parts::Line => Granularity::Line,
            Parts::Token => Granularity::Token,
            Parts::Char => Granularity::Character,
        },
        language: args.language.map(|language| match language {
            SyntaxName::Javascript => Language::JavaScript,
            SyntaxName::C => Language::C,
            SyntaxName::Python => Language::Python,
            SyntaxName::Json => Language::Json,
            SyntaxName::Html => Language::Html,
        }),
        jobs: threads(&args.ask),
        repeat: args.repeat,
        limits: limits(&args.ask)?,
    })
}

fn json(result: &Minimised, output: &Path) -> serde_json::Value {
    json!({
        "bytes_before": result.bytes_before,
        "bytes_after": result.text.len(),
        "calls": result.calls,
        "tests": result.counts.tests,
        "cached": result.counts.cached,
        "dropped": result.counts.dropped,
        "from_journal": result.from_journal,
        "end": end_name(result.end),
        "language": result.language.map(Language::name),
        "flaky": result.oddities.flaky.is_some(),
        "timed_out": result.oddities.timed_out,
        "changed_candidates": result.oddities.changed_input,
        "input_changed": result.input_changed,
        "result": output,
    })
}

fn tell(result: &Minimised, options: &MinimiseOptions) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let (before, after) = (result.bytes_before, result.text.len());
    writeln!(out, "{before} bytes became {after} with {} calls of the command", result.calls)?;
    if result.from_journal > 0 {
        writeln!(
            out,
            "{} more answers came from {}",
            result.from_journal,
            options.journal.display()
        )?;
    }
    Ok(writeln!(out, "result: {}", options.output.display())?)
}

/// Says what was odd, on the side of the talk.
fn warn(result: &Minimised, options: &MinimiseOptions) -> Result<()> {
    let mut talk = anstream::stderr().lock();
    let odd = &result.oddities;
    if result.end != End::Complete {
        writeln!(
            talk,
            "not complete ({}): the same command with --resume goes on",
            end_name(result.end)
        )?;
    }
    if result.is_empty_interesting {
        writeln!(
            talk,
            "the command finds even an empty file interesting: check that it looks at its file"
        )?;
    }
    if odd.timed_out > 0 {
        writeln!(
            talk,
            "the command was killed {} times because it did not end within {} s; --timeout \
             changes that",
            odd.timed_out,
            options.command.timeout.as_secs_f64()
        )?;
    }
    if odd.changed_input > 0 {
        writeln!(
            talk,
            "the command changed or removed its file {} times; each test gets a fresh copy, so \
             the result stands",
            odd.changed_input
        )?;
    }
    if result.input_changed && options.output != options.input {
        writeln!(
            talk,
            "{} was changed while this ran, but not by debunk: the result is that of the former \
             content",
            options.input.display()
        )?;
    }
    if let Some((first, second)) = odd.flaky {
        writeln!(
            talk,
            "the command is flaky: for the same content it said first '{}', then '{}'; the result \
             may not be interesting, nor minimal; --repeat 5 asks several times",
            word(first),
            word(second)
        )?;
    }
    Ok(())
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Fail => "interesting",
        Outcome::Pass => "not interesting",
        Outcome::Unresolved => "nothing can be said",
    }
}
