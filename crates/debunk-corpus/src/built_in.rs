//! The programs that are part of debunk itself.

use crate::{Corpus, Entry, Expectation, Skip, read};
use debunk_model::Program;
use include_dir::{Dir, File, include_dir};

/// The folder as it was when this file was last compiled. The compiler notices a changed
/// program but not a new one; the tests compare with the disk to reveal that.
static PROGRAMS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/programs");

/// All programs that are built in, sorted by name.
pub fn built_in() -> Corpus {
    let mut files = Vec::new();
    collect(&PROGRAMS, &mut files);
    let mut corpus = Corpus::default();
    for file in files {
        let Some(goal) = read::goal_by_extension(file.path()) else { continue };
        let name = read::name_of(file.path());
        match read::text_of(file.contents()) {
            Ok(text) => corpus.entries.push(Entry {
                program: Program::javascript(name, goal, text),
                expects: Expectation::Runs,
            }),
            Err(reason) => corpus.skips.push(Skip::new(name, reason)),
        }
    }
    corpus.entries.sort_by(|left, right| left.program.name.cmp(&right.program.name));
    corpus
}

fn collect<'embedded>(folder: &Dir<'embedded>, files: &mut Vec<File<'embedded>>) {
    files.extend(folder.files().cloned());
    for child in folder.dirs() {
        collect(child, files);
    }
}
