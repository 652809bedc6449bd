//! Reads the tracefiles of lcov, which many other tools write too.

use crate::builder::{FileBuilder, ReportBuilder, number_of};
use crate::input::Input;
use crate::{CoverageError, paths};
use std::collections::BTreeMap;
use std::io::{BufRead, Read};
use std::path::Path;

/// A longer line is not lcov's.
const LINE_LIMIT_BYTES: u64 = 1 << 20;
/// How often the size of the collected data is checked, in lines.
const SIZE_CHECK_LINES: u64 = 1 << 20;

/// Reads a tracefile from its beginning to its end, line by line.
pub(crate) fn read(
    input: &mut Input,
    path: &Path,
    report: &mut ReportBuilder,
) -> Result<(), CoverageError> {
    let mut record = Record::default();
    let mut line = Vec::new();
    let mut number = 0u64;
    loop {
        line.clear();
        number += 1;
        let damaged = |what: String| CoverageError::Damaged {
            path: path.to_owned(),
            format: "lcov",
            position: format!("line {number}"),
            what,
        };
        let length = input
            .by_ref()
            .take(LINE_LIMIT_BYTES)
            .read_until(b'\n', &mut line)
            .map_err(|reason| damaged(reason.to_string()))?;
        if length == 0 {
            break;
        }
        if length as u64 == LINE_LIMIT_BYTES {
            return Err(damaged("the line is too long for lcov".to_owned()));
        }
        let text = String::from_utf8_lossy(line.trim_ascii());
        record.take(&text, report).map_err(damaged)?;
        if number.is_multiple_of(SIZE_CHECK_LINES) {
            report.check_size(path, record.entries.size())?;
        }
    }
    if let Some(file) = record.file {
        let what = format!("it ends in the middle of the record of {file}");
        let position = format!("line {number}");
        return Err(CoverageError::Damaged {
            path: path.to_owned(),
            format: "lcov",
            position,
            what,
        });
    }
    report.check_size(path, 0)
}

/// The record that is being read.
#[derive(Default)]
struct Record {
    file: Option<String>,
    entries: FileBuilder,
    /// Where functions begin, by name.
    begins: BTreeMap<String, u32>,
    /// How functions with numbers begin, by number.
    numbered: BTreeMap<u64, u32>,
    calls: Vec<(String, bool)>,
}

impl Record {
    fn take(&mut self, text: &str, report: &mut ReportBuilder) -> Result<(), String> {
        if text.is_empty() || text.starts_with('#') {
            return Ok(());
        }
        if text == "end_of_record" {
            let file = self.file.take().ok_or("a record ends that did not begin")?;
            self.finish();
            report.put(file, std::mem::take(&mut self.entries));
            return Ok(());
        }
        let (keyword, rest) = text.split_once(':').ok_or_else(|| unknown(text))?;
        match keyword {
            "TN" | "VER" => return Ok(()),
            "SF" => {
                if let Some(file) = &self.file {
                    return Err(format!("the record of {file} does not end"));
                }
                self.file = Some(paths::plain(rest));
                return Ok(());
            }
            _ => {}
        }
        if self.file.is_none() {
            return Err(format!("'{keyword}' is outside a record"));
        }
        self.entry(keyword, rest)
    }

    fn entry(&mut self, keyword: &str, rest: &str) -> Result<(), String> {
        match keyword {
            "DA" => {
                let (line, counts) = first(rest)?;
                let count = counts.split(',').next().unwrap_or_default();
                self.entries.line(line, is_positive(count)?);
            }
            "BRDA" => {
                let (line, places) = first(rest)?;
                let (places, taken) = places.rsplit_once(',').ok_or("a branch lacks its count")?;
                let (group, arm) = places.split_once(',').ok_or("a branch lacks its number")?;
                let group = key(group.trim_start_matches('e'));
                let is_taken = taken != "-" && is_positive(taken)?;
                self.entries.branch(line, group, key(arm), is_taken);
            }
            "FN" => {
                let (line, name) = first(rest)?;
                let name = match name.split_once(',') {
                    Some((end, name)) if end.parse::<u32>().is_ok() => name,
                    _ => name,
                };
                self.begins.insert(name.to_owned(), line);
            }
            "FNDA" => {
                let (count, name) = rest.split_once(',').ok_or("a function lacks its name")?;
                self.calls.push((name.to_owned(), is_positive(count)?));
            }
            "FNL" => {
                let (number, begins) = first(rest)?;
                let line = begins.split(',').next().unwrap_or_default();
                self.numbered.insert(u64::from(number), positive_number(line)?);
            }
            "FNA" => {
                let (number, rest) = first(rest)?;
                let (count, name) = rest.split_once(',').ok_or("a function lacks its name")?;
                let line = self.numbered.get(&u64::from(number)).copied().unwrap_or(0);
                self.begins.insert(name.to_owned(), line);
                self.calls.push((name.to_owned(), is_positive(count)?));
            }
            "LF" | "LH" | "BRF" | "BRH" | "FNF" | "FNH" | "MCF" | "MCH" | "MCDC" | "BA" => {}
            other => return Err(unknown(other)),
        }
        Ok(())
    }

    fn finish(&mut self) {
        for (name, line) in &self.begins {
            self.entries.function(*line, name, false);
        }
        for (name, ran) in self.calls.drain(..) {
            let line = self.begins.get(&name).copied().unwrap_or(0);
            self.entries.function(line, &name, ran);
        }
        self.begins.clear();
        self.numbered.clear();
    }
}

fn unknown(text: &str) -> String {
    let short: String = text.chars().filter(|it| !it.is_control()).take(40).collect();
    format!("'{short}' is not an lcov entry")
}

fn first(text: &str) -> Result<(u32, &str), String> {
    let (number, rest) = text.split_once(',').ok_or("the entry has too few parts")?;
    Ok((positive_number(number)?, rest))
}

fn positive_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("'{}' is not a number", text.escape_debug()))
}

/// Counts may be negative or malformed numbers in some versions.
fn is_positive(text: &str) -> Result<bool, String> {
    let number: f64 =
        text.parse().map_err(|_| format!("'{}' is not a count", text.escape_debug()))?;
    Ok(number > 0.0)
}

fn key(text: &str) -> u64 {
    text.parse::<u32>().map_or_else(|_| number_of(text.as_bytes()), u64::from)
}
