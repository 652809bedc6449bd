//! `debunk inspect`: steps through the classes of a comparison and marks them.

use crate::args::InspectArgs;
use crate::display::printable;
use crate::exit::Exit;
use crate::table::layout;
use anyhow::{Context, Result, anyhow, bail};
use debunk_compare::{InspectError, Inspection, baseline, view};
use debunk_results::{Judgement, Mark};
use serde_json::json;
use std::fs;
use std::io::{self, BufRead, Write};

const PLAIN_WIDTH: usize = 100;

/// Shows the differences of a comparison.
pub(crate) fn inspect(args: &InspectArgs) -> Result<Exit> {
    let mut inspection = Inspection::open(&args.out)?;
    if let Some(class) = &args.class {
        match &args.mark {
            Some(mark) => {
                let mark: Mark = mark.parse().map_err(|error: String| anyhow!(error))?;
                let note = args.note.clone();
                inspection.mark(class, Judgement { mark, note })?;
            }
            None => show_class(&inspection, class)?,
        }
    } else if args.list || args.json {
        list(&inspection, args.json)?;
    } else if args.write_baseline.is_none() {
        walk(&mut inspection)?;
    }
    if let Some(file) = &args.write_baseline {
        write_baseline(&inspection, file)?;
    }
    Ok(Exit::Nothing)
}

fn mark_text(judgement: Option<&Judgement>) -> String {
    match judgement {
        None => "not marked".to_owned(),
        Some(Judgement { mark, note }) if note.is_empty() => mark.name().to_owned(),
        Some(Judgement { mark, note }) => format!("{}: {}", mark.name(), printable(note)),
    }
}

fn list(inspection: &Inspection, is_json: bool) -> Result<()> {
    let classes = inspection.classes();
    let mut out = anstream::stdout().lock();
    if is_json {
        let rows: Vec<_> = classes
            .iter()
            .map(|view| {
                json!({ "class": view.class, "differences": view.count, "kept": view.folders,
                        "mark": view.judgement })
            })
            .collect();
        return Ok(writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?);
    }
    let (a, b) = inspection.pair();
    writeln!(out, "A: {a}\nB: {b}\n")?;
    let mut rows = vec![["class", "differences", "mark"].map(str::to_owned).to_vec()];
    for view in &classes {
        let mark = mark_text(view.judgement.as_ref());
        rows.push(vec![view.class.clone(), view.count.to_string(), mark]);
    }
    Ok(write!(out, "{}", layout(&rows))?)
}

fn show_class(inspection: &Inspection, class: &str) -> Result<()> {
    let found = inspection
        .classes()
        .into_iter()
        .find(|view| view.class == class)
        .ok_or_else(|| InspectError::NoSuchClass(class.to_owned()))?;
    let mut out = anstream::stdout().lock();
    for folder in &found.folders {
        let report = inspection.report(folder)?;
        writeln!(out, "{}", view(&report, width()))?;
    }
    Ok(writeln!(out, "mark: {}", mark_text(found.judgement.as_ref()))?)
}

/// The terminal's width, if the shell reports it.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    columns.unwrap_or_else(|| console_width().unwrap_or(PLAIN_WIDTH))
}

fn console_width() -> Option<usize> {
    let (_, columns) = console::Term::stdout().size_checked()?;
    Some(usize::from(columns))
}

/// One difference of each class, then another one of each, until the user has enough.
fn walk(inspection: &mut Inspection) -> Result<()> {
    let order = inspection.round_robin();
    let mut out = anstream::stdout().lock();
    let mut input = io::stdin().lock();
    if order.is_empty() {
        return Ok(writeln!(out, "no difference was kept")?);
    }
    for (position, (class, folder)) in order.iter().enumerate() {
        let report = inspection.report(folder)?;
        writeln!(out, "\n{}", "=".repeat(width().min(PLAIN_WIDTH)))?;
        writeln!(out, "{} of {}", position + 1, order.len())?;
        writeln!(out, "{}", view(&report, width()))?;
        let marked = inspection.marks().get(class).cloned();
        writeln!(out, "mark: {}", mark_text(marked.as_ref()))?;
        loop {
            write!(out, "Enter next, a bug of A, b bug of B, c accepted, q end > ")?;
            out.flush()?;
            let Some(answer) = line(&mut input)? else { return Ok(()) };
            let mark = match answer.as_str() {
                "" | "n" => break,
                "q" => return Ok(()),
                "a" => Mark::BugA,
                "b" => Mark::BugB,
                "c" => Mark::Accepted,
                _ => continue,
            };
            write!(out, "note > ")?;
            out.flush()?;
            let note = line(&mut input)?.unwrap_or_default();
            inspection.mark(class, Judgement { mark, note })?;
            break;
        }
    }
    Ok(())
}

fn line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut text = String::new();
    let length = input.read_line(&mut text).context("read the answer")?;
    Ok((length > 0).then(|| text.trim().to_owned()))
}

fn write_baseline(inspection: &Inspection, file: &std::path::Path) -> Result<()> {
    let accepted = inspection.accepted()?;
    let Some((_, folder)) = inspection.round_robin().into_iter().next() else {
        bail!("write the baseline: no difference was kept");
    };
    let report = inspection.report(&folder)?;
    fs::write(file, baseline(&report.a, &report.b, &accepted)?)
        .with_context(|| format!("write the baseline {}", file.display()))
}
