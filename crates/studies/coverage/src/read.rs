//! Detects the format of a file by its content, and reads it; a folder is everything in it.

use crate::builder::ReportBuilder;
use crate::input::Input;
use crate::{CoverageError, CoverageReport, cobertura, jacoco, json, lcov, raw};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long an installed tool may take to read raw files, in seconds.
const TOOL_TIMEOUT_S: u64 = 300;
/// Folders are not followed deeper than this.
const DEPTH_LIMIT: usize = 32;

/// A format of coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// A tracefile of lcov.
    Lcov,
    /// JSON of gcov.
    Gcov,
    /// JSON of gcovr.
    Gcovr,
    /// JSON of `llvm-cov export`.
    Llvm,
    /// JSON of coverage.py.
    CoveragePy,
    /// JSON of V8.
    V8,
    /// JSON of istanbul.
    Istanbul,
    /// Cobertura XML.
    Cobertura,
    /// JaCoCo XML.
    Jacoco,
    /// Counters that a program compiled by GCC leaves behind.
    Gcda,
    /// Counters that a program compiled by Clang leaves behind.
    Profraw,
    /// Such counters, indexed by llvm-profdata.
    Profdata,
}

impl Format {
    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Format::Lcov => "lcov",
            Format::Gcov => "gcov JSON",
            Format::Gcovr => "gcovr JSON",
            Format::Llvm => "llvm-cov JSON",
            Format::CoveragePy => "coverage.py JSON",
            Format::V8 => "V8 JSON",
            Format::Istanbul => "istanbul JSON",
            Format::Cobertura => "Cobertura XML",
            Format::Jacoco => "JaCoCo XML",
            Format::Gcda => ".gcda",
            Format::Profraw => ".profraw",
            Format::Profdata => ".profdata",
        }
    }
}

/// What is needed besides the files.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Folders with the `.gcno` files of the build, if they are not beside the `.gcda` files.
    pub objects: Vec<PathBuf>,
    /// The programs that wrote `.profraw` files.
    pub binaries: Vec<PathBuf>,
    /// The suffix of the names of the LLVM tools, such as `-19`.
    pub llvm_suffix: String,
    /// The gcov to use.
    pub gcov: String,
    /// How long a tool may take.
    pub timeout: Duration,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            objects: Vec::new(),
            binaries: Vec::new(),
            llvm_suffix: String::new(),
            gcov: "gcov".to_owned(),
            timeout: Duration::from_secs(TOOL_TIMEOUT_S),
        }
    }
}

/// Reads coverage of any format.
#[derive(Clone, Debug, Default)]
pub struct CoverageReader {
    options: ReadOptions,
}

/// What the first bytes of a file say.
enum FormatGuess {
    Empty,
    Json,
    Format(Format),
    Other(&'static str),
}

impl CoverageReader {
    /// A reader with these options.
    pub fn new(options: ReadOptions) -> Self {
        Self { options }
    }

    /// Reads files and folders and merges their contents.
    ///
    /// # Errors
    /// If one of them is missing, malformed, or not coverage.
    pub fn read(&self, paths: &[impl AsRef<Path>]) -> Result<CoverageReport, CoverageError> {
        let mut report = ReportBuilder::default();
        let mut profiles = Vec::new();
        for path in paths {
            self.add(path.as_ref(), &mut report, &mut profiles)?;
        }
        if let Some(first) = profiles.first() {
            let unpacked = raw::profraw(&profiles, &self.options)?;
            let mut input = Input::open(unpacked.path())?;
            lcov::read(&mut input, first, &mut report)?;
        }
        let origin = paths.first().map_or(Path::new(""), AsRef::as_ref);
        report.check_size(origin, 0)?;
        let report = report.finish(origin);
        if report.files.iter().all(|file| file.shape.lines.is_empty() && file.functions.is_empty())
        {
            let what = "there is no line of code in it".to_owned();
            return Err(CoverageError::Empty { path: origin.to_owned(), what });
        }
        Ok(report)
    }

    fn add(
        &self,
        path: &Path,
        report: &mut ReportBuilder,
        profiles: &mut Vec<PathBuf>,
    ) -> Result<(), CoverageError> {
        if !path.is_dir() {
            self.add_file(path, report, profiles)?;
            return Ok(());
        }
        let mut found = false;
        for file in files_below(path, 0)? {
            found |= match self.add_file(&file, report, profiles) {
                Ok(_) => true,
                // A folder may hold other things as well.
                Err(CoverageError::Unknown { .. }) => false,
                Err(CoverageError::Empty { .. }) => false,
                Err(error) => return Err(error),
            };
        }
        if !found {
            let what = "there is no coverage in this folder".to_owned();
            return Err(CoverageError::Empty { path: path.to_owned(), what });
        }
        Ok(())
    }

    fn add_file(
        &self,
        path: &Path,
        report: &mut ReportBuilder,
        profiles: &mut Vec<PathBuf>,
    ) -> Result<Format, CoverageError> {
        let mut input = Input::open(path)?;
        let format = match look(input.beginning(), path)? {
            FormatGuess::Empty => {
                let what = "the file is empty".to_owned();
                return Err(CoverageError::Empty { path: path.to_owned(), what });
            }
            FormatGuess::Other(what) => {
                let what = what.to_owned();
                return Err(CoverageError::Unknown { path: path.to_owned(), what });
            }
            FormatGuess::Json => return json::read(&mut input, path, report),
            FormatGuess::Format(format) => format,
        };
        match format {
            Format::Cobertura => cobertura::read(&mut input, path, report)?,
            Format::Jacoco => jacoco::read(&mut input, path, report)?,
            Format::Gcda => {
                for unpacked in raw::gcda(path, &self.options)?.files() {
                    json::read(&mut Input::open(unpacked)?, path, report)?;
                }
            }
            Format::Profraw | Format::Profdata => profiles.push(path.to_owned()),
            _ => lcov::read(&mut input, path, report)?,
        }
        Ok(format)
    }
}

/// What a file is, from its first bytes.
fn look(beginning: std::io::Result<&[u8]>, path: &Path) -> Result<FormatGuess, CoverageError> {
    let bytes = beginning.map_err(|reason| CoverageError::Damaged {
        path: path.to_owned(),
        format: "gzip",
        position: "its beginning".to_owned(),
        what: reason.to_string(),
    })?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = bytes.trim_ascii_start();
    let begins_with = |mark: &[u8]| bytes.starts_with(mark);
    Ok(if bytes.is_empty() {
        FormatGuess::Empty
    } else if begins_with(b"adcg") || begins_with(b"gcda") {
        FormatGuess::Format(Format::Gcda)
    } else if begins_with(b"oncg") || begins_with(b"gcno") {
        FormatGuess::Other("it lists the code (.gcno) and not what ran (.gcda)")
    } else if bytes.get(1..7) == Some(b"rforpl") && bytes.get(7) == Some(&0xff) {
        FormatGuess::Format(Format::Profraw)
    } else if begins_with(b"\xfflprofi\x81") {
        FormatGuess::Format(Format::Profdata)
    } else if text.first() == Some(&b'{') {
        FormatGuess::Json
    } else if text.first() == Some(&b'<') {
        look_at_xml(text)
    } else if [b"TN:".as_slice(), b"SF:", b"#"].iter().any(|mark| text.starts_with(mark)) {
        FormatGuess::Format(Format::Lcov)
    } else if begins_with(b"SQLite format 3") {
        FormatGuess::Other("it is a database of coverage.py; write JSON with: coverage json")
    } else {
        FormatGuess::Other("it does not begin like a coverage file")
    })
}

fn look_at_xml(text: &[u8]) -> FormatGuess {
    let text = String::from_utf8_lossy(text);
    let mut tags = text.split('<').skip(1).filter(|tag| !tag.starts_with(['?', '!']));
    let name = tags.next().unwrap_or_default();
    let name: String = name.chars().take_while(|it| it.is_alphanumeric()).collect();
    match name.as_str() {
        "coverage" => FormatGuess::Format(Format::Cobertura),
        "report" => FormatGuess::Format(Format::Jacoco),
        _ => FormatGuess::Other("it is XML, but from neither Cobertura nor JaCoCo"),
    }
}

/// All files below a folder, in the order of their names.
pub(crate) fn files_below(folder: &Path, depth: usize) -> Result<Vec<PathBuf>, CoverageError> {
    let failed = |reason| CoverageError::Read { path: folder.to_owned(), reason };
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            if depth < DEPTH_LIMIT {
                files.extend(files_below(&path, depth + 1)?);
            }
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}
