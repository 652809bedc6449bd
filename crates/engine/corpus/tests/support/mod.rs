//! A folder to put files in, and short ways to look at a corpus.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use debunk_corpus::{Corpus, CorpusEntry, CorpusError, LoadOptions, load};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// The helper files of a tiny checkout of test262.
const HARNESS: [(&str, &str); 6] = [
    ("assert.js", "var assert = 1;\n"),
    ("sta.js", "var sta = 1;\n"),
    ("doneprintHandle.js", "var $DONE = 1;\n"),
    ("one.js", "var one = 1;\n"),
    ("sub/two.js", "var two = 2 // no newline at the end"),
    ("host.js", "function detach() { $262.detach(); }\n"),
];

/// What precedes a test without includes.
pub const PRELUDE: &str = "var assert = 1;\nvar sta = 1;\n";

/// The directive that makes a script strict.
pub const STRICT: &str = "\"use strict\";\n";

/// A folder that vanishes with the test.
pub struct Files(TempDir);

impl Files {
    /// An empty folder.
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// A folder that looks like a checkout of test262.
    pub fn checkout() -> Self {
        let files = Self::new();
        for (name, text) in HARNESS {
            files.write(&format!("harness/{name}"), text);
        }
        files
    }

    /// The path of `name` in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        if name.is_empty() { self.0.path().to_owned() } else { self.0.path().join(name) }
    }

    /// Writes a file, with the folders that it needs.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, contents).expect("a written file");
    }

    /// Writes a test with this front matter and returns its whole text.
    pub fn write_test(&self, name: &str, front_matter: &str, code: &str) -> String {
        let text = format!("/*---\n{front_matter}\n---*/\n{code}");
        self.write(name, &text);
        text
    }

    /// Loads these names.
    pub fn try_load(&self, names: &[&str], options: LoadOptions) -> Result<Corpus, CorpusError> {
        let paths: Vec<PathBuf> = names.iter().map(|name| self.path(name)).collect();
        load(&paths, &options)
    }

    /// Loads these names, which must succeed.
    pub fn load(&self, names: &[&str], options: LoadOptions) -> Corpus {
        self.try_load(names, options).expect("a corpus")
    }

    /// Loads the whole folder plainly.
    pub fn load_all(&self) -> Corpus {
        self.load(&[""], LoadOptions::default())
    }

    /// Loads the whole folder in both modes.
    pub fn load_both_modes(&self) -> Corpus {
        self.load(&[""], LoadOptions { both_modes: true, concatenate: 0 })
    }

    /// Loads the whole folder with `concatenate` scripts per program.
    pub fn load_joined(&self, concatenate: usize, both_modes: bool) -> Corpus {
        self.load(&[""], LoadOptions { both_modes, concatenate })
    }
}

/// The names of all programs.
pub fn names(corpus: &Corpus) -> Vec<&str> {
    corpus.entries.iter().map(|entry| entry.program.name.as_str()).collect()
}

/// Names and reasons of all skips, in one line each.
pub fn skips(corpus: &Corpus) -> Vec<String> {
    corpus.skips.iter().map(|skip| format!("{} {}", skip.name, skip.reason)).collect()
}

/// The program with this name.
pub fn entry<'corpus>(corpus: &'corpus Corpus, name: &str) -> &'corpus CorpusEntry {
    let found = corpus.entries.iter().find(|entry| entry.program.name == name);
    found.unwrap_or_else(|| panic!("no {name} in {:?}", names(corpus)))
}

/// The text of the program with this name.
pub fn text<'corpus>(corpus: &'corpus Corpus, name: &str) -> &'corpus str {
    &entry(corpus, name).program.text
}
