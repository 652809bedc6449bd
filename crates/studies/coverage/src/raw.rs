//! Reads raw counters with the tools of the compiler that made them.

use crate::read::files_below;
use crate::{CoverageError, ReadOptions};
use debunk_sandbox::{FinishedRun, Spawn, TempArea, TempFolder, run_to_end};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How much of a tool's output is shown.
const SHOWN_CHARACTERS: usize = 200;

/// From this version of GCC on lengths are in bytes, and there is a checksum.
const GCC_WITH_CHECKSUM: u32 = 12;

/// A tool's output, in a folder that is removed with this.
pub(crate) struct UnpackedOutput {
    files: Vec<PathBuf>,
    _folder: TempFolder,
    _area: TempArea,
}

impl UnpackedOutput {
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    pub fn path(&self) -> &Path {
        self.files.first().map_or(Path::new(""), PathBuf::as_path)
    }
}

/// Converts counters into JSON with gcov.
pub(crate) fn gcda(path: &Path, options: &ReadOptions) -> Result<UnpackedOutput, CoverageError> {
    let tool = options.gcov.as_str();
    let area = TempArea::new()?;
    let folder = area.subfolder("gcov")?;
    check_counters(path)?;
    let notes = notes(path, options)?;
    for file in [path, &notes] {
        let name = file.file_name().unwrap_or_default();
        let copied = std::fs::copy(file, folder.path().join(name));
        copied.map_err(|reason| CoverageError::Read { path: file.to_owned(), reason })?;
    }
    let spawn = Spawn::new(tool)
        .args(["--json-format", "--branch-probabilities"])
        .arg(path.file_name().unwrap_or_default())
        .as_tool()
        .current_dir(folder.path());
    let finished = run_to_end(spawn, &area, &[], options.timeout)?;
    let said = finished.stderr_text();
    let is_mismatch = said.contains("mismatch") || said.contains("version");
    if is_mismatch || !finished.exit.success() {
        let hint = "the .gcda and the .gcno file must come from one build, and gcov from its \
                    compiler (choose it with --gcov)";
        return Err(trouble(path, tool, &finished, hint));
    }
    let files = files_below(folder.path(), 0)?;
    let files: Vec<PathBuf> = files.into_iter().filter(|file| has_ending(file, "gz")).collect();
    if files.is_empty() {
        return Err(trouble(path, tool, &finished, "is the file complete?"));
    }
    Ok(UnpackedOutput { files, _folder: folder, _area: area })
}

/// Whether a `.gcda` file is complete; gcov itself counts missing parts as code that did not run.
fn check_counters(path: &Path) -> Result<(), CoverageError> {
    let bytes = std::fs::read(path)
        .map_err(|reason| CoverageError::Read { path: path.to_owned(), reason })?;
    let is_little = bytes.starts_with(b"adcg");
    let word = |at: usize| -> Option<u32> {
        let word: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(if is_little { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) })
    };
    // The version is written as a letter for tens and a digit: B2 is 12.
    let [tens, ones, ..] = word(4).unwrap_or(0).to_be_bytes();
    let version = u32::from(tens.saturating_sub(b'A')) * 10 + u32::from(ones.saturating_sub(b'0'));
    let (mut at, unit) = if version >= GCC_WITH_CHECKSUM { (16, 1) } else { (12, 4) };
    loop {
        match (word(at), word(at + 4)) {
            (Some(0), _) => return Ok(()),
            // Counters that are all zero have a negative length and no content.
            (Some(_), Some(length)) => {
                let length = length.cast_signed().max(0);
                at += 8 + usize::try_from(length).unwrap_or(0) * unit;
            }
            _ => {
                return Err(CoverageError::Damaged {
                    path: path.to_owned(),
                    format: ".gcda",
                    position: format!("byte {}", bytes.len()),
                    what: "it ends too early".to_owned(),
                });
            }
        }
    }
}

/// The `.gcno` file that belongs to a `.gcda` file: beside it, or in the folders of the build.
fn notes(path: &Path, options: &ReadOptions) -> Result<PathBuf, CoverageError> {
    let beside = path.with_extension("gcno");
    if beside.is_file() {
        return Ok(beside);
    }
    // With GCC's variable GCOV_PREFIX the whole path of the build follows the prefix.
    let absolute = absolute(&beside);
    let parts: Vec<_> = absolute.components().skip(1).collect();
    let mut originals = (1..parts.len())
        .map(|skipped| Path::new("/").join(parts[skipped..].iter().collect::<PathBuf>()));
    if let Some(original) = originals.find(|path| path.is_file()) {
        return Ok(original);
    }
    for folder in &options.objects {
        let mut files = files_below(folder, 0)?.into_iter();
        if let Some(found) = files.find(|file| file.file_name() == beside.file_name()) {
            return Ok(found);
        }
    }
    Err(CoverageError::Tool {
        path: path.to_owned(),
        tool: options.gcov.clone(),
        what: format!("there is no {} for it", beside.display()),
        hint: "name the folder of the build with --objects".to_owned(),
    })
}

/// Converts profiles into a tracefile of lcov with the LLVM tools, which is far shorter than their
/// JSON.
pub(crate) fn profraw(
    profiles: &[PathBuf],
    options: &ReadOptions,
) -> Result<UnpackedOutput, CoverageError> {
    let first = profiles.first().map_or(Path::new(""), PathBuf::as_path);
    let Some((program, others)) = options.binaries.split_first() else {
        return Err(CoverageError::Tool {
            path: first.to_owned(),
            tool: "llvm-cov".to_owned(),
            what: "it is not known which program wrote it".to_owned(),
            hint: "name the program with --binary".to_owned(),
        });
    };
    let area = TempArea::new()?;
    let folder = area.subfolder("llvm")?;
    let merged = folder.path().join("merged.profdata");
    let output = folder.path().join("coverage.info");
    let hint = "use the LLVM tools of the version that compiled the program (choose them with \
                --llvm, such as --llvm=-19), and the program that wrote the profile";
    let tool = format!("llvm-profdata{}", options.llvm_suffix);
    let spawn = Spawn::new(&tool).as_tool().args(["merge", "-sparse", "-o"]).arg(&merged).args(
        profiles.iter().map(|profile| std::path::absolute(profile).unwrap_or(profile.clone())),
    );
    let finished = run_to_end(spawn, &area, &[], options.timeout)?;
    if !finished.exit.success() || !merged.is_file() {
        return Err(trouble(first, &tool, &finished, hint));
    }
    let tool = format!("llvm-cov{}", options.llvm_suffix);
    // The output may be larger than the sandbox keeps, hence a file.
    let mut spawn = Spawn::new("sh")
        .as_tool()
        .args(["-c", "out=$1; shift; exec \"$@\" > \"$out\"", "sh"])
        .arg(&output)
        .args([tool.as_str(), "export", "-format=lcov", "-instr-profile"])
        .arg(&merged)
        .arg(absolute(program));
    for other in others {
        spawn = spawn.arg("-object").arg(absolute(other));
    }
    let finished = run_to_end(spawn, &area, &[], options.timeout)?;
    if !finished.exit.success() || finished.stderr_text().contains("mismatched") {
        return Err(trouble(first, &tool, &finished, hint));
    }
    Ok(UnpackedOutput { files: vec![output], _folder: folder, _area: area })
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn trouble(path: &Path, tool: &str, finished: &FinishedRun, hint: &str) -> CoverageError {
    let said = finished.stderr_text();
    let said: String =
        said.trim().chars().filter(|it| !it.is_control()).take(SHOWN_CHARACTERS).collect();
    let what = if finished.timed_out { "it took too long".to_owned() } else { said };
    let what = if what.is_empty() { finished.exit.to_string() } else { what };
    CoverageError::Tool {
        path: path.to_owned(),
        tool: tool.to_owned(),
        what,
        hint: hint.to_owned(),
    }
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension() == Some(OsStr::new(ending))
}
