//! The vocabulary of this crate: a corpus, its entries, and what was left out of it.

use debunk_model::{Language, Program};

/// What a correct engine does with a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Expectation {
    /// It runs to its end.
    ///
    /// This is also assumed of a program that says nothing about itself, so an ordinary program
    /// with this expectation may still throw.
    #[default]
    Runs,
    /// It ends with an uncaught exception, of this type if the program names one.
    Throws(Option<String>),
}

/// A program of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusEntry {
    /// The program; its name is unique in the corpus.
    pub program: Program,
    /// What a correct engine does with it.
    pub expects: Expectation,
}

impl CorpusEntry {
    /// The oldest version of its language that the program runs on, if its first line says so as in
    /// `# needs: 3.10`.
    pub fn needed_version(&self) -> Option<(u32, u32)> {
        let first_line = self.program.text.lines().next()?;
        let version = first_line.strip_prefix("# needs: ")?.trim_end();
        let (major, minor) = version.split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    }
}

/// Something that was found but cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skip {
    /// The name that the program would have had.
    pub name: String,
    /// Why, as a phrase that continues the name: "is not text".
    pub reason: String,
}

impl Skip {
    pub(crate) fn new(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: name.into(), reason: reason.into() }
    }
}

/// Programs, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// The programs, in an order that depends only on the files and the options.
    pub entries: Vec<CorpusEntry>,
    /// What was left out, in the order in which it was found.
    pub skips: Vec<Skip>,
}

impl Corpus {
    /// The same corpus with programs of these languages only; the others become skips.
    pub fn of_languages(mut self, languages: &[Language]) -> Self {
        let is_spoken = |entry: &CorpusEntry| languages.contains(&entry.program.language);
        let (spoken, other): (Vec<_>, Vec<_>) = self.entries.into_iter().partition(is_spoken);
        let skip = |entry: CorpusEntry| {
            let reason =
                format!("is in {}, which the debugger does not support", entry.program.language);
            Skip::new(entry.program.name, reason)
        };
        self.skips.extend(other.into_iter().map(skip));
        Self { entries: spoken, skips: self.skips }
    }

    /// The same corpus without programs that need a newer version of their language; those become
    /// skips.
    pub fn of_version(mut self, version: (u32, u32)) -> Self {
        let needs_newer =
            |entry: &CorpusEntry| entry.needed_version().is_some_and(|needed| needed > version);
        let (newer, usable): (Vec<_>, Vec<_>) = self.entries.into_iter().partition(needs_newer);
        let skip = |entry: CorpusEntry| {
            let (major, minor) = entry.needed_version().unwrap_or_default();
            Skip::new(entry.program.name, format!("needs version {major}.{minor}"))
        };
        self.skips.extend(newer.into_iter().map(skip));
        Self { entries: usable, skips: self.skips }
    }
}
