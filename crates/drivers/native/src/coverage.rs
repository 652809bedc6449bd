//! The lines of a program that did not run: by gcov for C and C++, by a trace function for Python.

use crate::builder::{BuildError, Builder};
use crate::compilers::{compiling, standard};
use crate::plain::{limited, run};
use debunk_model::{Language, Program, Span};
use debunk_sandbox::{Spawn, run_to_end};
use flate2::read::GzDecoder;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TOOL_TIMEOUT_S: u64 = 60;
const REPORT_LIMIT_BYTES: u64 = 16 * 1024 * 1024;
const PYTHON_TRACER: &str = include_str!("lines.py");

#[derive(Deserialize)]
struct Report {
    files: Vec<ReportFile>,
}

#[derive(Deserialize)]
struct ReportFile {
    file: String,
    lines: Vec<ReportLine>,
}

#[derive(Deserialize)]
struct ReportLine {
    line_number: u32,
    count: u64,
}

#[derive(Deserialize)]
struct Lines {
    code: BTreeSet<u32>,
    ran: BTreeSet<u32>,
}

fn as_text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Compiles the program with counters, whatever compiler is used otherwise: what runs does not
/// depend on it.
pub(crate) fn of_c(builder: &Builder, program: &Program) -> Result<Vec<Span>, String> {
    let area = builder.area();
    let folder = area.subfolder("coverage").map_err(as_text)?;
    let path = folder.path();
    let name = format!("program.{}", program.extension());
    fs::write(path.join(&name), &*program.text).map_err(as_text)?;
    let tool = |name: &str| compiling(Spawn::new(name)).current_dir(path);
    let timeout = Duration::from_secs(TOOL_TIMEOUT_S);
    let compiler = if program.language == Language::Cpp { "g++" } else { "gcc" };
    let compile = tool(compiler).args(["-O0", "--coverage", "-w", "-o", "program", &name, "-lm"]);
    let compile = compile.args(standard(program.language));
    let compiled = run_to_end(compile.arg("-pthread"), area, b"", timeout).map_err(as_text)?;
    if !compiled.exit.success() {
        return Err(BuildError::DoesNotCompile(compiled.stderr_text()).to_string());
    }
    let finished = run(builder, limited(Spawn::new(path.join("program")).current_dir(path)));
    if finished.map_err(as_text)?.timed_out {
        return Err("it did not end in time".to_owned());
    }
    // A program that ends at once leaves no counters; gcov would then say that nothing ran. The
    // name of the file depends on the version of gcc.
    let counters = found(path, ".gcda")?.ok_or("it left no coverage behind")?;
    let gcov = tool("gcov").arg("--json-format").arg(&counters);
    let report = run_to_end(gcov, area, b"", timeout).map_err(as_text)?;
    if !report.exit.success() {
        return Err(format!("gcov: {}", report.exit));
    }
    let archive = found(path, ".gcov.json.gz")?.ok_or("gcov left no report")?;
    let mut text = String::new();
    let unpacked = GzDecoder::new(File::open(archive).map_err(as_text)?);
    unpacked.take(REPORT_LIMIT_BYTES).read_to_string(&mut text).map_err(as_text)?;
    let report: Report = serde_json::from_str(&text).map_err(as_text)?;
    let mut lines = Lines { code: BTreeSet::new(), ran: BTreeSet::new() };
    // The headers of C++ have code, too.
    let own = report.files.iter().filter(|file| file.file == name);
    for line in own.flat_map(|file| &file.lines) {
        lines.code.insert(line.line_number);
        if line.count > 0 {
            lines.ran.insert(line.line_number);
        }
    }
    Ok(dead_spans(program, &lines))
}

/// The file in a folder whose name ends like this.
fn found(folder: &Path, ending: &str) -> Result<Option<PathBuf>, String> {
    let mut paths = fs::read_dir(folder).map_err(as_text)?.flatten().map(|entry| entry.path());
    Ok(paths.find(|path| path.to_string_lossy().ends_with(ending)))
}

/// Runs the program under a trace function in its own process.
pub(crate) fn of_python(builder: &Builder, program: &Program) -> Result<Vec<Span>, String> {
    let built = builder.build(program).map_err(as_text)?;
    let area = builder.area();
    let folder = area.subfolder("coverage").map_err(as_text)?;
    let (tracer, report) = (folder.path().join("lines.py"), folder.path().join("lines.json"));
    fs::write(&tracer, PYTHON_TRACER).map_err(as_text)?;
    let spawn = Spawn::new(&builder.compilers().python).args(["-B", "-s"]);
    let spawn = limited(spawn.arg(&tracer).arg(built.source()).arg(&report));
    let spawn = spawn.writable(folder.path());
    if run(builder, spawn).map_err(as_text)?.timed_out {
        return Err("it did not end in time".to_owned());
    }
    let text = fs::read_to_string(&report).map_err(|_| "it left no coverage behind".to_owned())?;
    Ok(dead_spans(program, &serde_json::from_str(&text).map_err(as_text)?))
}

/// The text of the lines that have code but did not run; text between two of them belongs to them
/// if it is only punctuation and space.
fn dead_spans(program: &Program, lines: &Lines) -> Vec<Span> {
    let index = program.lines();
    let text = &program.text;
    let mut spans: Vec<Span> = Vec::new();
    for line in lines.code.difference(&lines.ran) {
        let Some(span) = index.line_span(*line) else { continue };
        let body = span.of(text);
        let indent = (body.len() - body.trim_start().len()) as u32;
        let span = Span::new(span.start + indent, span.end);
        match spans.last_mut() {
            Some(last) if is_empty_between(Span::new(last.end, span.start).of(text)) => {
                last.end = span.end;
            }
            _ => spans.push(span),
        }
    }
    spans
}

fn is_empty_between(text: &str) -> bool {
    text.chars().all(|character| character.is_whitespace() || "{};".contains(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_lines_are_joined_over_punctuation_only() {
        let text = "a;\nif (x) {\n  b;\n\n  c;\n} else {\n  d;\n}\n";
        let program = Program::script("p", Language::C, text);
        let lines = Lines { code: [1, 2, 3, 5, 7].into(), ran: [1, 2].into() };
        let dead: Vec<&str> =
            dead_spans(&program, &lines).iter().map(|span| span.of(text)).collect();
        assert_eq!(dead, ["b;\n\n  c;", "d;"]);
    }
}
