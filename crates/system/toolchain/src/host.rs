//! Runs the user's own tools in the user's own environment.

use std::cell::OnceCell;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use debunk_sandbox::{FinishedRun, Spawn, TempArea, find_program, run_to_end};

use crate::ToolchainError;

/// How much of an error output is worth showing.
const COMPLAINT_CHARS: usize = 300;

/// The machine as far as this crate uses it: programs on a PATH, and a temporary area.
pub(crate) struct Host {
    path: OsString,
    /// The folder in which pyenv keeps its Pythons.
    pyenv_versions: Option<PathBuf>,
    area: OnceCell<TempArea>,
}

impl Host {
    /// The machine with the PATH of this process.
    pub(crate) fn this() -> Host {
        let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let pyenv = variable("PYENV_ROOT").or_else(|| Some(variable("HOME")?.join(".pyenv")));
        Host {
            pyenv_versions: pyenv.map(|folder| folder.join("versions")),
            ..Host::with_path(std::env::var_os("PATH").unwrap_or_default())
        }
    }

    /// The machine with another PATH.
    pub(crate) fn with_path(path: OsString) -> Host {
        Host { path, pyenv_versions: None, area: OnceCell::new() }
    }

    /// Finds a program on the PATH.
    pub(crate) fn find(&self, program: &str) -> Option<PathBuf> {
        find_program(program, &self.path)
    }

    /// The Pythons that pyenv keeps.
    pub(crate) fn pythons(&self) -> Vec<PathBuf> {
        let entries = self.pyenv_versions.iter().flat_map(std::fs::read_dir).flatten().flatten();
        entries.map(|entry| entry.path().join("bin/python3")).filter(|path| path.exists()).collect()
    }

    /// The temporary area, made on first use.
    pub(crate) fn area(&self) -> Result<&TempArea, ToolchainError> {
        if let Some(area) = self.area.get() {
            return Ok(area);
        }
        let area = TempArea::new()?;
        Ok(self.area.get_or_init(|| area))
    }

    /// Runs a program in `folder`, or else in an empty one.
    ///
    /// NODE_OPTIONS is removed, because it may make every Node wait for a debugger.
    pub(crate) fn run(
        &self,
        program: &Path,
        args: &[&str],
        folder: Option<&Path>,
        timeout: Duration,
    ) -> Result<FinishedRun, ToolchainError> {
        let spawn = Spawn::new(program).args(args).inherit_environment();
        let spawn = spawn.env("PATH", &self.path).env("NODE_OPTIONS", OsStr::new(""));
        let spawn = match folder {
            Some(folder) => spawn.current_dir(folder),
            None => spawn,
        };
        Ok(run_to_end(spawn, self.area()?, b"", timeout)?)
    }
}

/// How a run failed, for a message: how it ended, and the last line of its error output.
pub(crate) fn complaint(run: &FinishedRun) -> String {
    if run.timed_out {
        return "it did not finish in time".to_owned();
    }
    let text = run.stderr_text();
    let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    match last {
        Some(line) => {
            format!("{}: {}", run.exit, line.chars().take(COMPLAINT_CHARS).collect::<String>())
        }
        None => run.exit.to_string(),
    }
}
