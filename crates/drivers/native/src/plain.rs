//! Runs programs without a debugger.

use crate::builder::{BuildError, Builder, Built};
use crate::coverage;
use crate::outcome::{EndedHow, outcome};
use crate::workplace::{OUTPUT_VARIABLE, Workplace};
use debunk_model::{Language, Program, Span};
use debunk_sandbox::{FinishedRun, SandboxError, Spawn, run_to_end};
use debunk_session::{PlainRun, PlainRunner};
use std::sync::Arc;
use std::time::Duration;

/// A program that takes longer without a debugger cannot be used for tests.
const RUN_TIMEOUT_MS: u64 = 2_000;
/// The memory of a program, with a debugger and without. A debugger passes its own limit on to the
/// program, which can see it (`getrlimit`) and runs into it, so the limit has to be the same.
pub const MEMORY_LIMIT_MIB: u64 = 2_048;
/// The size of each file that a program writes, likewise.
pub const FILE_SIZE_LIMIT_MIB: u64 = 64;
/// A third of V8's default: how deep a program gets varies by less from run to run.
const DECOY_STACK_FLAG: &str = "--stack-size=328";

/// Runs what a [`Builder`] builds.
pub struct NativeRunner {
    builder: Builder,
    /// The command that runs a program, for those that debunk does not know how to run.
    command: Option<Vec<String>>,
    /// Whether the exit code counts, which not every debugger reports.
    reports_exit: bool,
}

impl NativeRunner {
    /// A runner.
    pub fn new(builder: Builder) -> Self {
        Self { builder, command: None, reports_exit: true }
    }

    /// A runner with a command of the user's, in which `${program}` is the program.
    pub fn with_command(builder: Builder, command: Vec<String>) -> Self {
        Self { builder, command: Some(command), reports_exit: true }
    }

    /// The same without exit codes, for debuggers that do not report them.
    pub fn without_exit(self) -> Self {
        Self { reports_exit: false, ..self }
    }

    fn spawn(&self, program: &Program, built: &Built) -> Spawn {
        let spawn = match &self.command {
            Some(command) => {
                let executable = built.executable().to_string_lossy();
                let mut words = command.iter().map(|word| word.replace("${program}", &executable));
                Spawn::new(words.next().unwrap_or_default()).args(words)
            }
            None => self.builder.compilers().run(program.language, built.executable()),
        };
        limited(spawn)
    }
}

impl NativeRunner {
    /// The outcome of a run; its output may have gone elsewhere.
    fn ended(
        &self,
        program: &Program,
        built: &Built,
        finished: Result<FinishedRun, SandboxError>,
        output: Option<&[u8]>,
    ) -> PlainRun {
        match finished {
            Ok(run) if run.timed_out => PlainRun::TimedOut,
            Ok(run) if is_syntax_error(program, &run) => {
                let text = run.stderr_text();
                let last = text.lines().last().unwrap_or_default();
                PlainRun::DoesNotParse(built.masks().apply(last))
            }
            Ok(run) => {
                if let Some(error) = failed_import(program, &run) {
                    return PlainRun::Unsupported(format!("ends with {error}"));
                }
                let how = if self.reports_exit { run.exit.into() } else { EndedHow::Unknown };
                let output = output.unwrap_or(&run.stdout);
                PlainRun::Ended(outcome(output, &how, &built.masks()))
            }
            Err(error) => PlainRun::Died(error.to_string()),
        }
    }

    /// Builds a program, or a copy that gets this secret, and runs it.
    fn build_and_run(&self, program: &Program, secret: &str) -> PlainRun {
        let built: Arc<Built> = match self.builder.build(program) {
            Ok(built) => built,
            Err(error) => return unbuilt(error),
        };
        match run_into_file(&self.builder, self.spawn(program, &built), secret) {
            Ok((finished, output)) => self.ended(program, &built, Ok(finished), Some(&output)),
            Err(error) => PlainRun::Died(error.to_string()),
        }
    }

    /// Runs a program in the decoy, or a copy that gets this secret.
    fn in_decoy(&self, program: &Program, secret: &str) -> Result<PlainRun, BuildError> {
        let built = self.builder.build(program)?;
        if program.language == Language::JavaScript {
            let node = self.builder.compilers().run_node(&[DECOY_STACK_FLAG], built.executable());
            return Ok(self.ended(program, &built, run(&self.builder, limited(node)), None));
        }
        let workplace = Workplace::new(self.builder.area())?;
        let spawn = match program.language {
            // The options and variables are those of debugpy, for programs that look at them.
            Language::Python => Spawn::new(&self.builder.compilers().python)
                .args(["-B", "-X", "frozen_modules=off"])
                .env("DEBUGPY_RUNNING", "true")
                .env("PYTHONPATH", workplace.folder())
                .arg(self.builder.python_decoy()?)
                .arg(built.source())
                .arg(workplace.output_file()),
            language => Spawn::new(self.builder.decoy()?)
                // The libraries of Rust and C++ have too many functions.
                .arg(if language == Language::C { "breakpoints" } else { "none" })
                .arg(built.executable())
                .env(OUTPUT_VARIABLE, workplace.output_for(!secret.is_empty())),
        };
        let spawn = limited(spawn.current_dir(workplace.folder()));
        let finished = run_with(&self.builder, spawn, secret);
        if let Ok(run) = &finished
            && let Some(reason) = run.stdout_text().lines().find(|line| !line.is_empty())
        {
            return Ok(PlainRun::Unsupported(reason.to_owned()));
        }
        Ok(self.ended(program, &built, finished, Some(&workplace.output())))
    }
}

/// What became of a program that could not even be started.
fn unbuilt(error: BuildError) -> PlainRun {
    match error {
        BuildError::DoesNotCompile(reason) => PlainRun::DoesNotParse(reason),
        error => PlainRun::Died(error.to_string()),
    }
}

/// The fixed environment and the limits of every program.
pub(crate) fn limited(spawn: Spawn) -> Spawn {
    spawn
        .env("PYTHONHASHSEED", "0")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONUTF8", "1")
        .memory_limit_mib(Some(MEMORY_LIMIT_MIB))
        .file_size_limit_mib(Some(FILE_SIZE_LIMIT_MIB))
}

/// Runs a program within its time limit.
pub(crate) fn run(builder: &Builder, spawn: Spawn) -> Result<FinishedRun, SandboxError> {
    run_with(builder, spawn, "")
}

/// The same for a copy that reads a secret from its input; there is no input without one.
fn run_with(builder: &Builder, spawn: Spawn, secret: &str) -> Result<FinishedRun, SandboxError> {
    let limit = Duration::from_millis(RUN_TIMEOUT_MS);
    run_to_end(spawn, builder.area(), secret.as_bytes(), limit)
}

/// The same as a debugger runs it, with its output in a file, which is given too. A copy may read a secret from
/// its input before the program in it begins.
fn run_into_file(
    builder: &Builder,
    spawn: Spawn,
    secret: &str,
) -> Result<(FinishedRun, Vec<u8>), SandboxError> {
    let workplace = Workplace::new(builder.area())?;
    let finished = run_with(builder, spawn.output_file(workplace.output_file()), secret)?;
    Ok((finished, workplace.output()))
}

impl PlainRunner for NativeRunner {
    fn run(&mut self, program: &Program) -> PlainRun {
        self.build_and_run(program, "")
    }

    /// Under a tracer, or a trace function, that does nothing, with its output in a file; JavaScript with a
    /// smaller stack.
    fn run_in_decoy(&mut self, program: &Program) -> PlainRun {
        if self.command.is_some() || program.language == Language::Go {
            return self.run(program);
        }
        self.in_decoy(program, "").unwrap_or_else(unbuilt)
    }

    fn run_with_secret(&mut self, copy: &Program, secret: &str) -> PlainRun {
        let reads_it = copy.language != Language::JavaScript;
        self.build_and_run(copy, if reads_it { secret } else { "" })
    }

    /// Copies in Python are traced by themselves, which a decoy would take amiss.
    fn run_in_decoy_with_secret(&mut self, copy: &Program, secret: &str) -> Option<PlainRun> {
        match copy.language {
            Language::C | Language::Cpp if self.command.is_none() => {
                Some(self.in_decoy(copy, secret).unwrap_or_else(unbuilt))
            }
            Language::JavaScript => Some(self.run_in_decoy(copy)),
            _ => None,
        }
    }

    fn dead_spans(&mut self, program: &Program) -> Result<Vec<Span>, String> {
        match (program.language, &self.command) {
            (Language::C | Language::Cpp, None) => coverage::of_c(&self.builder, program),
            (Language::Python, None) => coverage::of_python(&self.builder, program),
            (language, _) => Err(format!("there is no coverage for {language} here")),
        }
    }
}

/// The error with which a Python program ended because it imports a missing module. Words alone
/// prove nothing, since a program can write them itself: the text has to import it.
fn failed_import(program: &Program, run: &FinishedRun) -> Option<String> {
    if program.language != Language::Python || run.exit.code != Some(1) {
        return None;
    }
    let text = run.stderr_text();
    let error = text.lines().last()?;
    let module = match error.strip_prefix("ModuleNotFoundError: No module named '") {
        Some(rest) => rest.split(['.', '\'']).next()?,
        None if error.starts_with("ImportError: attempted relative import") => ".",
        None => return None,
    };
    let imports = program.text.lines().map(str::trim_start).any(|line| {
        let named = line.strip_prefix("import ").or_else(|| line.strip_prefix("from "));
        let is_it = |name: &str| match module {
            "." => name.starts_with('.'),
            _ => name.split(['.', ' ', '#', ';']).next() == Some(module),
        };
        named.is_some_and(|names| names.split(',').map(str::trim).any(is_it))
    });
    imports.then(|| error.to_owned())
}

/// Whether Python rejected the text itself, before anything ran.
fn is_syntax_error(program: &Program, run: &FinishedRun) -> bool {
    let text = run.stderr_text();
    let last = text.lines().last().unwrap_or_default();
    let names = ["SyntaxError:", "IndentationError:", "TabError:"];
    program.language == Language::Python
        && run.exit.code == Some(1)
        && names.iter().any(|name| last.starts_with(name))
        && !text.contains("Traceback (most recent call last)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_sandbox::ExitInfo;

    #[track_caller]
    fn check(text: &str, error: &str, is_import: bool) {
        let program = Program::script("p", Language::Python, text);
        let stderr = format!("Traceback (most recent call last):\n{error}\n").into_bytes();
        let exit = ExitInfo { code: Some(1), signal: None };
        let run = FinishedRun { exit, stdout: Vec::new(), stderr, timed_out: false };
        assert_eq!(failed_import(&program, &run).is_some(), is_import, "{text}");
    }

    #[test]
    fn a_failed_import_is_known_by_the_error_and_by_the_text() {
        let missing = "ModuleNotFoundError: No module named 'helpers'";
        check("import helpers\n", missing, true);
        check("import os, helpers.more\n", missing, true);
        check("def f():\n    from helpers import g\nf()\n", missing, true);
        let relative = "ImportError: attempted relative import with no known parent package";
        check("from .helpers import g\n", relative, true);
        check("import os\nraise SystemExit(1)\n", missing, false);
        check("import helpers\n1/0\n", "ZeroDivisionError: division by zero", false);
    }
}
