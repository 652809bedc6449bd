//! How gdb is started, and how a program gets into it.

use crate::connection::{Connection, quoted};
use debunk_native::{Builder, Built, OUTPUT_VARIABLE, Workplace};
use debunk_sandbox::{Child, Spawn, TextTail, drain_in_background};
use debunk_shell::{Patience, end_process, within};
use debunk_wire::{Channel, ChannelError, Framing};
use std::path::PathBuf;

const START_TIMEOUT_MS: u64 = 20_000;
const LOAD_TIMEOUT_MS: u64 = 8_000;
const PATIENCE: Patience = Patience { exit_ms: 1_000, words_ms: 200 };
const MEMORY_LIMIT_MIB: u64 = 2_048;
const FILE_SIZE_LIMIT_MIB: u64 = 64;

/// What gdb gets before the first program. Searching for the libraries' debug information takes
/// most of its time; signals are the program's own business.
const SETTINGS: [&str; 12] = [
    "gdb-set debug-file-directory /nonexistent",
    "gdb-set auto-solib-add on",
    "gdb-set startup-with-shell off",
    "gdb-set breakpoint pending off",
    "gdb-set confirm off",
    "gdb-set width 0",
    "gdb-set print elements 64",
    "gdb-set print repeats unlimited",
    "gdb-set debuginfod enabled off",
    "interpreter-exec console \"handle all nostop noprint pass\"",
    "interpreter-exec console \"handle SIGINT nostop noprint pass\"",
    // Otherwise a program has gdb's own input and output, until the redirection takes effect.
    "inferior-tty-set /dev/null",
];

/// How to start this gdb.
#[derive(Clone)]
pub(crate) struct GdbSetup {
    pub binary: PathBuf,
    pub builder: Builder,
}

/// A gdb that waits for commands.
pub(crate) struct GdbProcess {
    child: Child,
    stderr: TextTail,
    pub workplace: Workplace,
    pub connection: Connection,
    /// Whether a program was loaded before.
    is_used: bool,
}

impl GdbProcess {
    pub fn start(setup: &GdbSetup) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let area = setup.builder.area();
        let workplace = Workplace::new(area).map_err(|error| told(&error))?;
        let mut child = Spawn::new(&setup.binary)
            .args(["--nx", "--quiet", "--interpreter=mi3"])
            .env(OUTPUT_VARIABLE, workplace.output_file())
            .current_dir(workplace.folder())
            .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
            .file_size_limit_mib(Some(FILE_SIZE_LIMIT_MIB))
            .stdin(true)
            .stdout(true)
            .stderr(true)
            .spawn(area)
            .map_err(|error| told(&error))?;
        let missing = "a pipe is missing";
        let (to, from) = (child.take_stdin().ok_or(missing)?, child.take_stdout().ok_or(missing)?);
        let stderr = drain_in_background(child.take_stderr().ok_or(missing)?);
        let channel =
            Channel::framed_pipes(to, from, Framing::Lines).map_err(|error| told(&error))?;
        let connection = Connection::new(channel);
        let mut process = Self { child, stderr, workplace, connection, is_used: false };
        process.configure().map_err(|error| format!("{error}; {}", process.kill()))?;
        Ok(process)
    }

    fn configure(&mut self) -> Result<(), ChannelError> {
        let deadline = within(START_TIMEOUT_MS);
        let tokens = SETTINGS.map(|setting| self.connection.request(setting));
        self.connection.flush(deadline)?;
        for token in tokens {
            // An old gdb may not know a setting, and then does not have what it disables either.
            let _ = self.connection.answer(token, deadline)?;
        }
        Ok(())
    }

    /// Loads a program, replacing the one before.
    pub fn load(&mut self, built: &Built) -> Result<(), ChannelError> {
        let deadline = within(LOAD_TIMEOUT_MS);
        let connection = &mut self.connection;
        let mut tokens = Vec::new();
        if self.is_used {
            tokens.push(connection.request("break-delete"));
            tokens.push(connection.request("interpreter-exec console \"kill\""));
        }
        let file = quoted(&built.executable().to_string_lossy());
        let load = connection.request(&format!("file-exec-and-symbols {file}"));
        connection.flush(deadline)?;
        for token in tokens {
            // There is nothing to kill if the program before has ended.
            let _ = connection.answer(token, deadline)?;
        }
        connection.answer(load, deadline)?.map_err(ChannelError::Ended)?;
        connection.forget();
        self.is_used = true;
        self.workplace.clear();
        Ok(())
    }

    /// Ends the process and says how it ended.
    pub fn kill(&mut self) -> String {
        end_process(&mut self.child, &self.stderr, PATIENCE, fatal_line)
    }
}

/// The line of a dying gdb that says why, if there is one.
fn fatal_line(words: &str) -> Option<&str> {
    const SIGNS: [&str; 3] = ["internal-error", "Fatal signal", "Aborted"];
    words.lines().find(|line| SIGNS.iter().any(|sign| line.contains(sign)))
}
