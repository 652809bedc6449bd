//! Checks the way to a debugger with real programs and real registries.

mod registries;
mod systems;

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::host::Host;
use crate::locate::locate_on;
use crate::{Cache, DebuggerName, Located, Product, Progress};
use debunk_model::Engine;

/// A cache in its own folder, which is removed with the first part.
fn empty_cache() -> (tempfile::TempDir, Cache) {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::open(Some(folder.path())).expect("a cache");
    (folder, cache)
}

fn product(name: &str) -> Product {
    Product::named(name).expect("it is known")
}

fn name(text: &str) -> DebuggerName {
    text.parse().expect("a name")
}

/// Locates the debugger and reports the progress.
fn locate_noting(
    host: &Host,
    text: &str,
    cache: &Cache,
) -> (Result<Located, String>, Vec<Progress>) {
    let mut steps = Vec::new();
    let located = locate_on(host, &name(text), cache, &mut |step| steps.push(step));
    (located.map_err(|error| error.to_string()), steps)
}

fn locate_well(host: &Host, text: &str, cache: &Cache) -> Located {
    locate_noting(host, text, cache).0.expect("a debugger")
}

fn locate_badly(host: &Host, text: &str, cache: &Cache) -> String {
    locate_noting(host, text, cache).0.expect_err("a failure")
}

fn fetches(steps: &[Progress]) -> usize {
    steps.iter().filter(|step| matches!(step, Progress::Fetching(_))).count()
}

/// What the binary prints for the script.
fn run(binary: &Path, args: &[&str]) -> String {
    let output = Command::new(binary).args(args).output().expect("a run");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A machine that has only the programs in one folder.
struct Island {
    folder: tempfile::TempDir,
}

impl Island {
    fn new() -> Island {
        Island { folder: tempfile::tempdir().expect("a folder") }
    }

    fn host(&self) -> Host {
        Host::with_path(OsString::from(self.folder.path()))
    }

    fn with_script(self, name: &str, script: &str) -> Island {
        let path = self.folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
        self
    }

    fn with_link(self, name: &str, target: &Path) -> Island {
        symlink(target, self.folder.path().join(name)).expect("a link");
        self
    }

    /// Python itself and not a shim in front of it, which would need more of the PATH.
    fn with_python(self) -> Island {
        let python = run(Path::new("python3"), &["-c", "import sys; print(sys.executable)"]);
        let script = format!("exec '{python}' \"$@\"");
        self.with_script("python3", &script)
    }
}

/// The Node of the system on which the tests run.
fn system_node() -> PathBuf {
    Host::this().find("node").expect("the tests need node on the PATH")
}
