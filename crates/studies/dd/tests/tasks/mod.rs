//! Files with a question about each, minimised with real commands.

use debunk_dd::{
    CommandOptions, Granularity, JournalOptions, MinimiseOptions, MinimiseResult, minimise,
};
use debunk_delta::Limits;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The folder of the files and of the scripts that ask about them.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tasks")
}

/// Minimises a file; every call of its script takes this much longer.
pub fn reduce(name: &str, jobs: usize, pause_ms: u64) -> MinimiseResult {
    let output = tempfile::tempdir().expect("a folder");
    let script = folder().join(format!("{name}.check"));
    let line = format!("sleep {}; . {}", pause_ms as f64 / 1000.0, script.display());
    let options = MinimiseOptions {
        input: folder().join(name),
        output: output.path().join(name),
        journal: JournalOptions { path: output.path().join("journal"), resume: false, keep: false },
        command: CommandOptions {
            words: ["sh", "-c", &line, "sh"].map(OsString::from).to_vec(),
            timeout: Duration::from_secs(60),
            ..CommandOptions::default()
        },
        granularity: Granularity::Auto,
        language: None,
        jobs,
        repeat: 1,
        limits: Limits::default(),
    };
    minimise(&options, &AtomicBool::new(false), &|_, _| {}).expect("it becomes small")
}
