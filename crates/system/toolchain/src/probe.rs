//! Asks a binary what it is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::host::{Host, complaint};
use crate::{Product, ToolchainError, Version};

/// A browser on a busy machine is slow.
const PROBE_TIMEOUT_S: u64 = 30;
/// Makes Node print its engine; the path of the binary is on the second line.
const NODE_SCRIPT: &str = "process.versions.v8 + '\\n' + process.execPath";
const DENO_SCRIPT: &str = "console.log(Deno.execPath())";
/// The same for Bun, whose engine has a commit instead of a version.
const BUN_SCRIPT: &str = "process.versions.webkit.slice(0, 12) + '\\n' + process.execPath";

const PYTHON_SCRIPT: &str = "import sys; print(sys.executable)";
const PYTHON_VERSION_SCRIPT: &str = "import platform; print(platform.python_version())";
const DEBUGPY_SCRIPT: &str = "import debugpy; print(debugpy.__version__)";

/// What a binary reports about itself.
pub(crate) struct Told {
    pub(crate) version: Version,
    /// The version of the engine, if reported.
    pub(crate) engine: Option<String>,
}

/// Asks a binary for its version and its engine.
pub(crate) fn probe(host: &Host, product: Product, binary: &Path) -> Result<Told, ToolchainError> {
    if let Some(question) = native_question(product, binary) {
        let version = ask_native(host, product, binary, &question)?;
        return Ok(Told { version, engine: None });
    }
    let text = ask_version(host, product, binary)?;
    let unclear = || {
        let what = format!("it answers {:?} to --version", text.trim());
        ToolchainError::Broken { product, binary: binary.into(), what }
    };
    // Firefox has extended support releases, with a mark after their version.
    let words = text.split_whitespace().map(|word| word.trim_end_matches("esr"));
    let read = |word: &str| word.parse().ok().or_else(|| Version::lenient(word));
    let version = words.filter_map(read).next().ok_or_else(unclear)?;
    let engine = match product {
        Product::Node => ask(host, binary, &["-p", NODE_SCRIPT]).and_then(|text| line(&text, 0)),
        Product::Deno => {
            text.lines().find_map(|line| line.strip_prefix("v8 ")).map(|v| v.trim().to_owned())
        }
        Product::Bun => ask(host, binary, &["--print", BUN_SCRIPT]).and_then(|text| line(&text, 0)),
        // Only a running browser reports it, but release 156 of Chromium has release 15.6 of V8.
        Product::Chromium => Some(format!("{}.{}", version.major / 10, version.major % 10)),
        // The engine is developed with the browser and has no separate version.
        Product::Firefox => Some(String::new()),
        _ => None,
    };
    Ok(Told { version, engine })
}

/// Finds the real binary behind a shim, such as version managers put on the PATH. A shim would not
/// work in the scrubbed environment in which debuggers run.
pub(crate) fn real_binary(host: &Host, product: Product, binary: &Path) -> PathBuf {
    let path = match product {
        Product::Node => ask(host, binary, &["-p", NODE_SCRIPT]).and_then(|text| line(&text, 1)),
        Product::Deno => ask(host, binary, &["eval", DENO_SCRIPT]).and_then(|text| line(&text, 0)),
        Product::Bun => ask(host, binary, &["--print", BUN_SCRIPT]).and_then(|text| line(&text, 1)),
        // On Debian it is a link to a folder whose other files it needs.
        Product::LldbDap => binary.canonicalize().ok().map(|path| path.display().to_string()),
        Product::Debugpy | Product::Bdb => {
            ask(host, binary, &["-c", PYTHON_SCRIPT]).and_then(|text| line(&text, 0))
        }
        _ => None,
    };
    let path = path.map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file());
    path.unwrap_or_else(|| binary.to_path_buf())
}

/// The version of a Python, if it answers.
pub(crate) fn python_version(host: &Host, python: &Path) -> Option<String> {
    ask(host, python, &["-c", PYTHON_VERSION_SCRIPT]).and_then(|text| line(&text, 0))
}

/// How the debuggers of compiled languages and of Python report their version: a program and its
/// arguments.
fn native_question(product: Product, binary: &Path) -> Option<(PathBuf, Vec<&'static str>)> {
    let own = |arguments: &[&'static str]| Some((binary.to_path_buf(), arguments.to_vec()));
    match product {
        Product::GdbMi
        | Product::Gdb
        | Product::Bdb
        | Product::CodeLldb
        | Product::JsDebug
        | Product::BugStalker
        | Product::Rdbg
        | Product::Duktape => own(&["--version"]),
        // The adapter does not report it, but the debugger beside it does.
        Product::LldbDap => {
            let beside = binary.canonicalize().ok()?.with_file_name("lldb");
            Some((beside, vec!["--version"]))
        }
        Product::Debugpy | Product::DebugpyCounted => own(&["-c", DEBUGPY_SCRIPT]),
        Product::Delve => own(&["version"]),
        _ => None,
    }
}

fn ask_native(
    host: &Host,
    product: Product,
    binary: &Path,
    (program, arguments): &(PathBuf, Vec<&'static str>),
) -> Result<Version, ToolchainError> {
    let broken = |what| ToolchainError::Broken { product, binary: binary.into(), what };
    let timeout = Duration::from_secs(PROBE_TIMEOUT_S);
    let run = host
        .run(program, arguments, None, timeout)
        .map_err(|error| broken(format!("it cannot {error}")))?;
    let text = run.stdout_text();
    if !run.exit.success() {
        return Err(broken(complaint(&run)));
    }
    text.split_whitespace()
        .find_map(Version::lenient)
        .ok_or_else(|| broken(format!("it answers {:?}", text.trim())))
}

fn ask_version(host: &Host, product: Product, binary: &Path) -> Result<String, ToolchainError> {
    let broken = |what| ToolchainError::Broken { product, binary: binary.into(), what };
    if !binary.exists() {
        return Err(broken("there is no such file".to_owned()));
    }
    let timeout = Duration::from_secs(PROBE_TIMEOUT_S);
    match host.run(binary, &["--version"], None, timeout) {
        Ok(run) if run.exit.success() => Ok(run.stdout_text()),
        Ok(run) => Err(broken(format!("--version fails ({})", complaint(&run)))),
        Err(error) => Err(broken(format!("it cannot {error}"))),
    }
}

/// A question that may go unanswered.
fn ask(host: &Host, binary: &Path, args: &[&str]) -> Option<String> {
    let run = host.run(binary, args, None, Duration::from_secs(PROBE_TIMEOUT_S)).ok()?;
    run.exit.success().then(|| run.stdout_text())
}

fn line(text: &str, number: usize) -> Option<String> {
    text.lines().nth(number).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}
