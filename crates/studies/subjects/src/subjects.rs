//! The programs.

use debunk_concolic::Sources;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/subjects");

/// A program with its relations.
#[derive(Clone, Debug)]
pub struct SubjectProgram {
    /// Its number in the publication, from 1.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its file.
    pub sources: Sources,
}

/// All programs, in the order of their numbers.
pub fn subjects() -> Vec<SubjectProgram> {
    let mut found: Vec<SubjectProgram> = FOLDER
        .files()
        .filter_map(|file| {
            let stem = file.path().file_stem()?.to_str()?;
            let (number, name) = stem.split_once('-')?;
            let text = file.contents_utf8()?;
            Some(SubjectProgram {
                number: number.parse().ok()?,
                name: name.to_owned(),
                sources: Sources::single(&format!("{stem}.js"), text),
            })
        })
        .collect();
    found.sort_by_key(|subject| subject.number);
    found
}
