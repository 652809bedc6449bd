//! `debunk report`: what was found, as a page for people and as files for CI systems.

use crate::args::ReportArgs;
use crate::display::printable;
use crate::exit::Exit;
use anyhow::{Context, Result};
use debunk_report::{Item, Page, html, junit, sarif};
use debunk_results::Results;
use debunk_results::files::PAGE_FILE;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes the page, and the requested files.
pub(crate) fn report(args: &ReportArgs) -> Result<Exit> {
    let results = Results::read(&args.out)?;
    let items = Item::all(&results);
    let mut written: Vec<(&str, PathBuf)> = Vec::new();
    let path = page_path(args);
    let page = Page { beside_results: is_beside(&path, &args.out) };
    write(&path, &html(&results, &items, page))?;
    written.push(("html", path));
    if let Some(path) = &args.sarif {
        write(path, &sarif(&results, &items))?;
        written.push(("sarif", path.clone()));
    }
    if let Some(path) = &args.junit {
        write(path, &junit(&results, &items))?;
        written.push(("junit", path.clone()));
    }
    let proven = items.iter().filter(|item| item.is_proven()).count();
    if args.json {
        let files: serde_json::Map<String, serde_json::Value> = written
            .iter()
            .map(|(kind, path)| ((*kind).to_owned(), json!(path.display().to_string())))
            .collect();
        let unreadable: Vec<_> = results.unreadable.iter().map(|it| &it.folder).collect();
        let report = json!({
            "files": files, "findings": items.len(), "proven": proven, "unreadable": unreadable
        });
        writeln!(anstream::stdout().lock(), "{report}")?;
        return Ok(Exit::Nothing);
    }
    let mut talk = anstream::stderr().lock();
    for it in &results.unreadable {
        writeln!(talk, "left out {}: failed to {}", printable(&it.folder), printable(&it.reason))?;
    }
    writeln!(talk, "{} findings with a folder, {proven} of them proven", items.len())?;
    for (kind, path) in &written {
        writeln!(talk, "{kind}: {}", path.display())?;
    }
    Ok(Exit::Nothing)
}

/// Where the page goes.
fn page_path(args: &ReportArgs) -> PathBuf {
    match &args.html {
        Some(path) if path.is_dir() => path.join(PAGE_FILE),
        Some(path) => path.clone(),
        None => args.out.join(PAGE_FILE),
    }
}

/// Whether a file is in the result folder itself.
fn is_beside(path: &Path, out: &Path) -> bool {
    let parent = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return false,
    };
    matches!((parent.canonicalize(), out.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Writes a file whole or not at all.
fn write(path: &Path, text: &str) -> Result<()> {
    let failed = || format!("write {}", path.display());
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".unfinished");
    let unfinished = path.with_file_name(name);
    let result = fs::write(&unfinished, text).and_then(|()| fs::rename(&unfinished, path));
    if result.is_err() {
        // The error that matters is already being reported.
        let _ = fs::remove_file(&unfinished);
    }
    result.with_context(failed)
}
