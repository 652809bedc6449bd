//! One script in the JSON that V8 writes for NODE_V8_COVERAGE.

use crate::builder::{FileBuilder, ReportBuilder};
use crate::{CoverageError, paths};
use serde::Deserialize;
use std::path::Path;

const FILE_SCHEME: &str = "file://";

#[derive(Deserialize)]
struct Range {
    #[serde(rename = "startOffset")]
    start: u64,
    #[serde(rename = "endOffset")]
    end: u64,
    count: f64,
}

#[derive(Deserialize)]
struct Function {
    #[serde(rename = "functionName")]
    name: String,
    ranges: Vec<Range>,
    #[serde(rename = "isBlockCoverage")]
    has_blocks: bool,
}

/// A script with its functions.
#[derive(Deserialize)]
pub(super) struct Script {
    url: String,
    functions: Vec<Function>,
}

/// Adds a script that is a file of the user's; the engine's own and packages are skipped.
pub(super) fn add(
    script: &Script,
    origin: &Path,
    report: &mut ReportBuilder,
) -> Result<(), CoverageError> {
    let Some(path) = script.url.strip_prefix(FILE_SCHEME).map(decode) else { return Ok(()) };
    if path.contains("/node_modules/") {
        return Ok(());
    }
    let trouble = |what: String| CoverageError::Source { path: origin.to_owned(), what };
    let bytes = std::fs::read(&path)
        .map_err(|reason| trouble(format!("the source {path} cannot be read ({reason})")))?;
    let source = String::from_utf8_lossy(&bytes);
    let length = source.encode_utf16().count() as u64;
    let ranges = script.functions.iter().flat_map(|function| &function.ranges);
    let end = ranges.map(|range| range.end).max().unwrap_or(0);
    if end > length {
        let what = format!("{path} is shorter ({length}) than what was measured ({end})");
        return Err(trouble(what));
    }
    report.put(paths::plain(&path), build(script, &Lines::new(&source)));
    Ok(())
}

/// The lines of a source, each with the offsets (in UTF-16 units) where it begins and ends.
struct Lines(Vec<(u64, u64)>);

impl Lines {
    fn new(source: &str) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in source.trim_end().split_inclusive('\n') {
            let length = line.encode_utf16().count() as u64;
            let shown = line.trim_end_matches('\n');
            let shown = shown.strip_suffix('\r').unwrap_or(shown).encode_utf16().count() as u64;
            lines.push((start, start + shown));
            start += length;
        }
        Self(lines)
    }

    /// The numbers (from 0) of the lines that a range touches.
    fn touched(&self, range: &Range) -> std::ops::Range<usize> {
        let first = self.0.partition_point(|(_, end)| *end <= range.start);
        let last = self.0.partition_point(|(start, _)| *start <= range.end);
        first..last.max(first)
    }
}

/// What ran, by the rules of v8-to-istanbul: a line ran unless a range that covers it did not.
fn build(script: &Script, lines: &Lines) -> FileBuilder {
    let mut file = FileBuilder::default();
    file.nested = true;
    let mut ran = vec![true; lines.0.len()];
    for function in &script.functions {
        for (number, range) in function.ranges.iter().enumerate() {
            let touched = lines.touched(range);
            if touched.is_empty() {
                continue;
            }
            let line = touched.start as u32 + 1;
            if function.has_blocks {
                file.branch(line, range.start, range.end, range.count > 0.0);
            }
            if number == 0 && !function.name.is_empty() {
                file.function(line, &function.name, range.count > 0.0);
            }
            for line in touched {
                let (start, end) = lines.0[line];
                if range.start <= start && range.end >= end {
                    ran[line] = range.count > 0.0;
                }
            }
        }
    }
    for (number, ran) in ran.into_iter().enumerate() {
        file.line(number as u32 + 1, ran);
    }
    file
}

/// A path from an address: `%20` is a space.
fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let code = others.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match (first, code.and_then(|code| u8::from_str_radix(code, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            _ => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
