//! Runs the real coverage tools on small programs, in temporary folders.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// Packages are installed by one test at a time.
static INSTALLING: Mutex<()> = Mutex::new(());

/// A folder with the programs of the tests.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    pub fn new() -> Self {
        let folder = TempDir::new().expect("a folder for temporary files");
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
        for entry in std::fs::read_dir(programs).expect("the programs are there") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().expect("a name");
            std::fs::copy(&path, folder.path().join(name)).expect("a copy");
        }
        Bench { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a shell command that must succeed; returns its output.
    pub fn sh(&self, script: &str) -> String {
        let output = Command::new("sh")
            .args(["-ec", script])
            .current_dir(self.folder.path())
            .env("NODE_PATH", npm_folder().join("node_modules"))
            .env(
                "PATH",
                format!(
                    "{}:{}",
                    npm_folder().join("node_modules/.bin").display(),
                    std::env::var("PATH").unwrap_or_default()
                ),
            )
            .env("PYTHONPATH", pip_folder())
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}: {said} {errors}");
        said
    }

    /// Compiles the C program with GCC and runs it; leaves main.gcda and main.gcno.
    pub fn gcc(&self, argument: &str) {
        self.sh(&format!(
            "gcc --coverage -O0 -c main.c -o main.o && gcc --coverage main.o -o main \
                          && ./main {argument}"
        ));
    }

    /// Compiles the C program with Clang and runs it; leaves main and main.profraw.
    pub fn clang(&self, argument: &str) {
        self.sh(&format!(
            "clang -fprofile-instr-generate -fcoverage-mapping -O0 -o main main.c && \
                          LLVM_PROFILE_FILE=main.profraw ./main {argument}"
        ));
    }

    /// Installs packages of npm once for all tests.
    pub fn npm(&self) {
        let _one = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
        if !npm_folder().join("node_modules/.bin/nyc").exists() {
            std::fs::create_dir_all(npm_folder()).expect("a folder");
            let command = "npm install --silent --no-fund --no-audit --prefix";
            self.sh(&format!("{command} '{}' c8 nyc", npm_folder().display()));
        }
    }

    /// Installs coverage.py once for all tests.
    pub fn pip(&self) {
        let _one = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
        if !pip_folder().join("coverage").exists() {
            let command = "python3 -m pip install --quiet --disable-pip-version-check --target";
            self.sh(&format!("{command} '{}' coverage", pip_folder().display()));
        }
    }
}

fn npm_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("coverage-npm")
}

fn pip_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("coverage-pip")
}

/// The numbers in a text, in order.
pub fn numbers(text: &str) -> Vec<f64> {
    text.split(|character: char| !character.is_ascii_digit() && character != '.')
        .filter_map(|word| word.trim_matches('.').parse().ok())
        .collect()
}

/// The two numbers of "(14 of 19 lines)" or the like after a word.
pub fn of(text: &str, word: &str) -> [usize; 2] {
    let line =
        text.lines().find(|line| line.contains(word)).unwrap_or_else(|| panic!("{word}: {text}"));
    let numbers = numbers(line);
    let [.., covered, total] = numbers.as_slice() else { panic!("{line}") };
    [*covered as usize, *total as usize]
}
