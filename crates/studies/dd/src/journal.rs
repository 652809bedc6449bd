//! The answers of a command on disk, so that a killed run loses none of them.

use crate::DdError;
use debunk_delta::{SearchEnd, TestOutcome};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

const HEADER: &str = "debunk dd answers 1";

/// The name of a content: its hash.
pub(crate) type Name = [u8; 32];

/// Where the answers of a run are kept.
#[derive(Clone, Debug)]
pub struct JournalOptions {
    /// The file.
    pub path: PathBuf,
    /// Resumes from the existing answers.
    pub resume: bool,
    /// Whether the file is kept at the end, for reuse.
    pub keep: bool,
}

impl JournalOptions {
    /// Starts the journal, or opens the existing one.
    pub(crate) fn open(&self, identity: &str) -> Result<AnswerJournal, DdError> {
        if self.resume {
            AnswerJournal::resume(&self.path, identity)
        } else {
            AnswerJournal::create(&self.path, identity)
        }
    }

    /// Removes the journal of a finished run, unless it should be kept.
    pub(crate) fn close(&self, end: SearchEnd) {
        if end == SearchEnd::Complete && !self.keep {
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// Removes a journal that was not needed; one that existed before stays.
    pub(crate) fn discard(&self) {
        if !self.resume {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A file with one line for each answer. A line that a crash cut off is skipped.
#[derive(Debug)]
pub(crate) struct AnswerJournal {
    path: PathBuf,
    file: File,
    answers: HashMap<Name, TestOutcome>,
}

impl AnswerJournal {
    /// Starts a new journal; an existing one is lost.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path, identity: &str) -> Result<Self, DdError> {
        let failed = || DdError::file("write the journal", path);
        let mut file = File::create(path).map_err(failed())?;
        file.write_all(format!("{HEADER}\n{identity}\n").as_bytes()).map_err(failed())?;
        Ok(Self { path: path.to_owned(), file, answers: HashMap::new() })
    }

    /// Opens a journal whose answers belong to the same question.
    ///
    /// # Errors
    /// If there is none, or it belongs to something else.
    pub fn resume(path: &Path, identity: &str) -> Result<Self, DdError> {
        if !path.exists() {
            return Err(DdError::NoJournal(path.to_owned()));
        }
        let failed = || DdError::file("read the journal", path);
        let mut lines = BufReader::new(File::open(path).map_err(failed())?).split(b'\n');
        let mut line = || -> io::Result<Vec<u8>> { lines.next().unwrap_or(Ok(Vec::new())) };
        let other = |what: &str| DdError::OtherJournal { path: path.to_owned(), what: what.into() };
        if line().map_err(failed())? != HEADER.as_bytes() {
            return Err(other("its kind"));
        }
        if line().map_err(failed())? != identity.as_bytes() {
            return Err(other("the input, the command or an option"));
        }
        let mut answers = HashMap::new();
        for line in lines {
            if let Some((name, outcome)) = parse(&line.map_err(failed())?) {
                answers.insert(name, outcome);
            }
        }
        let mut file = OpenOptions::new().append(true).open(path).map_err(failed())?;
        // A truncated line must not swallow the next one.
        file.write_all(b"\n").map_err(failed())?;
        Ok(Self { path: path.to_owned(), file, answers })
    }

    /// The answer about a content, if known.
    pub(crate) fn get(&self, name: &Name) -> Option<TestOutcome> {
        self.answers.get(name).copied()
    }

    /// Records an answer: one write, so that a crash cuts off at most this line.
    pub(crate) fn note(&mut self, name: Name, outcome: TestOutcome) -> Result<(), DdError> {
        let mut line: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
        line.push(' ');
        line.push(letter(outcome));
        line.push('\n');
        self.answers.insert(name, outcome);
        self.file.write_all(line.as_bytes()).map_err(DdError::file("write the journal", &self.path))
    }
}

fn letter(outcome: TestOutcome) -> char {
    match outcome {
        TestOutcome::Pass => 'p',
        TestOutcome::Fail => 'f',
        TestOutcome::Unresolved => 'u',
    }
}

fn parse(line: &[u8]) -> Option<(Name, TestOutcome)> {
    let text = std::str::from_utf8(line).ok()?;
    let (hash, letter) = text.split_once(' ')?;
    let outcome = match letter {
        "p" => TestOutcome::Pass,
        "f" => TestOutcome::Fail,
        "u" => TestOutcome::Unresolved,
        _ => return None,
    };
    if hash.len() != 64 || !hash.is_ascii() {
        return None;
    }
    let mut name = [0; 32];
    for (position, byte) in name.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hash[2 * position..2 * position + 2], 16).ok()?;
    }
    Some((name, outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_back_and_a_torn_line_does_no_harm() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("j");
        let mut journal = AnswerJournal::create(&path, "same").expect("journal");
        journal.note([1; 32], TestOutcome::Fail).expect("note");
        journal.note([2; 32], TestOutcome::Unresolved).expect("note");
        drop(journal);
        let whole = std::fs::read(&path).expect("file");
        std::fs::write(&path, &whole[..whole.len() - 5]).expect("file");
        let mut journal = AnswerJournal::resume(&path, "same").expect("journal");
        assert_eq!(journal.get(&[1; 32]), Some(TestOutcome::Fail));
        assert_eq!(journal.get(&[2; 32]), None);
        journal.note([3; 32], TestOutcome::Pass).expect("note");
        drop(journal);
        let journal = AnswerJournal::resume(&path, "same").expect("journal");
        assert_eq!(journal.answers.len(), 2);
        assert_eq!(journal.get(&[3; 32]), Some(TestOutcome::Pass));
        assert!(matches!(AnswerJournal::resume(&path, "other"), Err(DdError::OtherJournal { .. })));
        let missing = folder.path().join("missing");
        assert!(matches!(AnswerJournal::resume(&missing, "same"), Err(DdError::NoJournal(_))));
    }
}
