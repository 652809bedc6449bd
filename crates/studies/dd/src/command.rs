//! The user's command that says whether a candidate is interesting.

use crate::DdError;
use debunk_delta::TestOutcome;
use debunk_sandbox::{FinishedRun, SandboxError, Spawn, TempArea, run_to_end};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The environment variable that holds the name of the file to check.
pub const FILE_VARIABLE: &str = "DEBUNK_FILE";
/// The placeholder for the file among the arguments.
pub const FILE_PLACEHOLDER: &str = "{}";
/// The exit code that means "inconclusive", as in `git bisect run`.
pub const UNRESOLVED_CODE: i32 = 125;
/// A shell's exit codes if a command is not found or cannot be run.
const SHELL_NOT_RUN: [i32; 2] = [126, 127];

/// How to ask.
#[derive(Clone, Debug)]
pub struct CommandOptions {
    /// The program and its arguments. `{}` is the file; without it, the file is appended.
    pub words: Vec<OsString>,
    /// Whether exit code 0 means "not interesting", and another one "interesting".
    pub invert: bool,
    /// Exit codes that mean "inconclusive".
    pub unresolved: Vec<i32>,
    /// The time limit; then the command is killed, and the answer is inconclusive.
    pub timeout: Duration,
    /// The memory of each of its processes, in MiB.
    pub memory_mib: Option<u64>,
    /// Whether it runs in the private folder of the candidate instead of the user's.
    pub in_folder: bool,
}

impl Default for CommandOptions {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            invert: false,
            unresolved: vec![UNRESOLVED_CODE],
            timeout: Duration::from_secs(10),
            memory_mib: None,
            in_folder: false,
        }
    }
}

/// One answer of the command.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What it means.
    pub outcome: TestOutcome,
    /// How the command ended, in words.
    pub how: String,
    /// Whether it was killed because it took too long.
    pub timed_out: bool,
    /// Whether it changed the content of the file.
    pub changed_input: bool,
    /// Whether the command itself seems to be missing.
    pub not_run: bool,
    /// What it wrote.
    pub stdout: Vec<u8>,
}

impl Reply {
    /// What to do if the answer is not the expected one.
    pub(crate) fn hint(&self, otherwise: &'static str) -> &'static str {
        if self.timed_out {
            "allow it more time with --timeout"
        } else if self.not_run {
            "check that its program is installed and runs when started by hand"
        } else {
            otherwise
        }
    }
}

/// The command, ready to run.
#[derive(Debug)]
pub struct TestCommand {
    options: CommandOptions,
    area: TempArea,
    /// The name that candidates have in their folders.
    file_name: OsString,
    /// Whether the path only replaces `{}` and is not appended.
    without_file: bool,
}

impl TestCommand {
    /// Prepares a command whose candidates are files of that name.
    ///
    /// # Errors
    /// If there is no command, or no private folder can be created.
    pub fn new(options: CommandOptions, file_name: &OsStr) -> Result<Self, DdError> {
        if options.words.is_empty() {
            let text = "read the command: it is missing; give it after --, for example -- ./check";
            return Err(DdError::Usage(text.to_owned()));
        }
        let area = TempArea::new()?;
        Ok(Self { options, area, file_name: file_name.to_owned(), without_file: false })
    }

    /// The same, but the path only replaces `{}`.
    pub(crate) fn without_file(mut self) -> Self {
        self.without_file = true;
        self
    }

    /// The words of the command, for people.
    pub fn text(&self) -> String {
        let words = self.options.words.iter().map(|word| word.to_string_lossy().into_owned());
        words.collect::<Vec<_>>().join(" ")
    }

    /// What must be the same for its answers to be reused: everything that they depend on.
    pub(crate) fn identity(&self, subject: blake3::Hash, more: &str) -> String {
        let asked = &self.options;
        let line = format!(
            "{subject} {} invert={} unresolved={:?} timeout={:?} memory={:?} in_folder={} {more}",
            self.text(),
            asked.invert,
            asked.unresolved,
            asked.timeout,
            asked.memory_mib,
            asked.in_folder,
        );
        line.replace('\n', " ")
    }

    /// Asks about a content: it is written to a separate file, which is removed afterwards.
    ///
    /// # Errors
    /// If the command cannot be started.
    pub fn ask(&self, content: &[u8]) -> Result<Reply, DdError> {
        let folder = self.area.subfolder("candidate")?;
        let file = folder.path().join(&self.file_name);
        fs::write(&file, content).map_err(DdError::file("write the candidate", &file))?;
        let mut reply = self.ask_about(&file, folder.path())?;
        let is_same = fs::metadata(&file).is_ok_and(|data| data.len() == content.len() as u64)
            && fs::read(&file).is_ok_and(|now| now == content);
        reply.changed_input = !is_same;
        Ok(reply)
    }

    /// Asks about an existing file or folder; `folder` is private to this question.
    ///
    /// # Errors
    /// If the command cannot be started.
    pub fn ask_about(&self, path: &Path, folder: &Path) -> Result<Reply, DdError> {
        let finished = self.run(path, folder)?;
        Ok(self.judge(finished))
    }

    fn run(&self, path: &Path, folder: &Path) -> Result<FinishedRun, SandboxError> {
        let mut words = self.options.words.iter();
        let mut program = words.next().cloned().unwrap_or_default();
        let inside = folder.join(&program);
        if self.without_file && Path::new(&program).components().count() > 1 && inside.is_file() {
            // A script of the version itself, such as ./check.
            program = inside.into();
        }
        let mut has_place = false;
        let args: Vec<OsString> = words
            .map(|word| match with_path(word, path) {
                Some(filled) => {
                    has_place = true;
                    filled
                }
                None => word.clone(),
            })
            .collect();
        let mut spawn = Spawn::new(program)
            .inherit_environment()
            .env(FILE_VARIABLE, path)
            .env("TMPDIR", folder)
            .memory_limit_mib(self.options.memory_mib)
            .args(args);
        if !has_place && !self.without_file {
            spawn = spawn.arg(path);
        }
        let own = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let place = if self.options.in_folder { folder } else { &own };
        run_to_end(spawn.current_dir(place), &self.area, &[], self.options.timeout)
    }

    fn judge(&self, finished: FinishedRun) -> Reply {
        let exit = finished.exit;
        let is_unresolved = finished.timed_out
            || exit.code.is_some_and(|code| self.options.unresolved.contains(&code));
        let outcome = if is_unresolved {
            TestOutcome::Unresolved
        } else if exit.success() != self.options.invert {
            TestOutcome::Fail
        } else {
            TestOutcome::Pass
        };
        let mut how = if finished.timed_out {
            format!("it did not end within {} s", self.options.timeout.as_secs_f64())
        } else {
            exit.to_string()
        };
        if let Some(line) = finished.stderr_text().lines().find(|line| !line.trim().is_empty()) {
            how.push_str(": ");
            how.extend(line.trim().chars().filter(|character| !character.is_control()).take(160));
        }
        Reply {
            outcome,
            how,
            timed_out: finished.timed_out,
            changed_input: false,
            not_run: exit.code.is_some_and(|code| SHELL_NOT_RUN.contains(&code)),
            stdout: finished.stdout,
        }
    }

    /// The private folder for everything of this command.
    pub fn area(&self) -> &TempArea {
        &self.area
    }
}

/// The word with `{}` replaced by the path, if it has one.
fn with_path(word: &OsStr, path: &Path) -> Option<OsString> {
    let text = word.to_str()?;
    text.contains(FILE_PLACEHOLDER).then(|| {
        let mut filled = OsString::new();
        for (position, part) in text.split(FILE_PLACEHOLDER).enumerate() {
            if position > 0 {
                filled.push(path);
            }
            filled.push(part);
        }
        filled
    })
}
