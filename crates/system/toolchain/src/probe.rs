//! Asks a binary what it is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::host::{Host, complaint};
use crate::product::{EngineVersion, Question, RealBinary};
use crate::{Product, ToolchainError, Version};

/// A browser on a busy machine is slow.
const PROBE_TIMEOUT_S: u64 = 30;
const PYTHON_VERSION_SCRIPT: &str = "import platform; print(platform.python_version())";

/// What a binary reports about itself.
pub(crate) struct Answers {
    pub(crate) version: Version,
    /// The version of the engine, if reported.
    pub(crate) engine: Option<String>,
}

/// Asks a binary for its version and its engine.
pub(crate) fn probe(
    host: &Host,
    product: Product,
    binary: &Path,
) -> Result<Answers, ToolchainError> {
    if let Some(question) = &product.facts().question {
        let version = ask_native(host, product, binary, question)?;
        return Ok(Answers { version, engine: None });
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
    let engine = match product.facts().engine_version {
        EngineVersion::Unknown => None,
        EngineVersion::Printed(arguments) => {
            ask(host, binary, arguments).and_then(|text| line(&text, 0))
        }
        EngineVersion::Reported(words) => {
            text.lines().find_map(|line| line.strip_prefix(words)).map(|v| v.trim().to_owned())
        }
        EngineVersion::TenthOfMajor => {
            Some(format!("{}.{}", version.major / 10, version.major % 10))
        }
        EngineVersion::Same => Some(String::new()),
    };
    Ok(Answers { version, engine })
}

/// Finds the real binary behind a shim, such as version managers put on the PATH. A shim would not
/// work in the scrubbed environment in which debuggers run.
pub(crate) fn real_binary(host: &Host, product: Product, binary: &Path) -> PathBuf {
    let path = match product.facts().real_binary {
        RealBinary::Found => None,
        RealBinary::Printed(arguments, number) => {
            ask(host, binary, arguments).and_then(|text| line(&text, number))
        }
        RealBinary::Linked => binary.canonicalize().ok().map(|path| path.display().to_string()),
    };
    let path = path.map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file());
    path.unwrap_or_else(|| binary.to_path_buf())
}

/// The version of a Python, if it answers.
pub(crate) fn python_version(host: &Host, python: &Path) -> Option<String> {
    ask(host, python, &["-c", PYTHON_VERSION_SCRIPT]).and_then(|text| line(&text, 0))
}

fn ask_native(
    host: &Host,
    product: Product,
    binary: &Path,
    question: &Question,
) -> Result<Version, ToolchainError> {
    let broken = |what| ToolchainError::Broken { product, binary: binary.into(), what };
    let program = match question.program {
        None => binary.to_path_buf(),
        Some(beside) => {
            let real = binary.canonicalize();
            real.map_err(|error| broken(error.to_string()))?.with_file_name(beside)
        }
    };
    let timeout = Duration::from_secs(PROBE_TIMEOUT_S);
    let run = host
        .run(&program, question.arguments, None, timeout)
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
