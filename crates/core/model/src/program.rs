//! A program to debug: its text, its language and how to run it.

use crate::{Language, LineIndex, Location};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// What kind of top level the text has.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// A classic script, sloppy unless its text says `"use strict"`.
    Script,
    /// A module, always strict.
    Module,
}

impl fmt::Display for Goal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Goal::Script => "script",
            Goal::Module => "module",
        })
    }
}

/// A program under debug. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Program {
    /// A name for people: the corpus path.
    pub name: String,
    /// The language.
    pub language: Language,
    /// Script or module; languages other than JavaScript have scripts only.
    pub goal: Goal,
    /// The source text.
    pub text: Arc<str>,
}

impl Program {
    /// A JavaScript program.
    pub fn javascript(name: impl Into<String>, goal: Goal, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), language: Language::JavaScript, goal, text: text.into() }
    }

    /// A program of a language that has no modules.
    pub fn script(name: impl Into<String>, language: Language, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), language, goal: Goal::Script, text: text.into() }
    }

    /// The same program with another text.
    pub fn with_text(&self, text: impl Into<Arc<str>>) -> Self {
        Self { text: text.into(), ..self.clone() }
    }

    /// The file name extension for its language and goal.
    pub fn extension(&self) -> &'static str {
        self.language.extension(self.goal)
    }

    /// A line index of the text.
    pub fn lines(&self) -> LineIndex {
        LineIndex::new(&self.text)
    }

    /// A short fingerprint of everything that determines how the program runs.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&[self.goal as u8]);
        if self.language != Language::JavaScript {
            hasher.update(self.extension().as_bytes());
        }
        hasher.update(self.text.as_bytes());
        let bytes = hasher.finalize();
        u64::from_le_bytes(bytes.as_bytes()[..8].try_into().unwrap_or([0; 8]))
    }

    /// The trimmed source line at `location`, for people.
    pub fn line_text(&self, location: Location) -> &str {
        self.lines().line_span(location.line).map_or("", |span| span.of(&self.text)).trim()
    }
}
