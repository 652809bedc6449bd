//! The folder in which a debugged program works, and the file that takes its output.

use debunk_sandbox::{SandboxError, TempArea, TempFolder};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The variable that says where a built program's output goes.
pub const OUTPUT_VARIABLE: &str = "DEBUNK_OUTPUT";
/// Output beyond this limit is not read.
const OUTPUT_LIMIT_BYTES: u64 = 16 * 1024 * 1024;

/// A folder for one debugger process.
#[derive(Debug)]
pub struct Workplace {
    folder: TempFolder,
    output: PathBuf,
}

impl Workplace {
    /// A new folder.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new(area: &TempArea) -> Result<Self, SandboxError> {
        let folder = area.subfolder("work")?;
        let output = folder.path().join("output");
        Ok(Self { folder, output })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file for the output.
    pub fn output_file(&self) -> &Path {
        &self.output
    }

    /// What [`OUTPUT_VARIABLE`] says of it: for a program that is cut off from its input, or for a copy that
    /// reads its secret there first.
    pub(crate) fn output_for(&self, keeps_input: bool) -> OsString {
        let mut text = OsString::from(if keeps_input { "<" } else { "" });
        text.push(&self.output);
        text
    }

    /// Forgets what an earlier program left in the file.
    pub fn clear(&self) {
        // There is none before the first program.
        let _ = fs::remove_file(&self.output);
    }

    /// What the program printed, up to 16 MiB.
    pub fn output(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Ok(file) = File::open(&self.output) {
            // If a file cannot be read to its end, the part that was read counts.
            let _ = file.take(OUTPUT_LIMIT_BYTES).read_to_end(&mut bytes);
        }
        bytes
    }
}

/// Ends every process of this user that has this value of a variable in its environment: leftovers
/// of a debugger that crashed or does not clean up. One process may be spared.
pub fn end_all_with(variable: &str, value: &str, spared: Option<u32>) {
    let wanted = format!("{variable}={value}");
    let own = std::process::id();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        let has_it = environment.split(|byte| *byte == 0).any(|one| one == wanted.as_bytes());
        if has_it && pid != own && Some(pid) != spared {
            // SAFETY: the call takes numbers only; the process existed a moment ago.
            unsafe { libc::kill(pid as libc::pid_t, libc::SIGKILL) };
        }
    }
}
