//! Loads programs from files and folders that the user names.

use crate::draft::ProgramDraft;
use crate::harness::Checkouts;
use crate::test262::{self, Test262Test};
use crate::walk::{ProgramFile, walk};
use crate::{Corpus, CorpusError, Skip, join, read};
use debunk_model::{Goal, Language};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How programs are loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// Whether each script is also taken as a strict copy.
    ///
    /// A copy need not parse: strict mode forbids some of what a script may hold.
    pub both_modes: bool,
    /// How many consecutive scripts are joined into one program; 0 and 1 mean that none are.
    pub concatenate: usize,
}

/// Loads all programs at `paths`: files as they are named, folders with everything below.
///
/// A file's extension says its language; a folder may hold several, see [`Corpus::of_languages`].
/// A file that is reached twice is loaded once. Tests of a checkout of test262 are interpreted
/// by its rules and named relative to its root.
pub fn load(paths: &[PathBuf], options: &LoadOptions) -> Result<Corpus, CorpusError> {
    let mut loader = Loader { options: *options, ..Loader::default() };
    for path in paths {
        loader.add(path)?;
    }
    Ok(Corpus { entries: join::join(loader.drafts, options.concatenate), skips: loader.skips })
}

#[derive(Default)]
struct Loader {
    options: LoadOptions,
    checkouts: Checkouts,
    loaded: BTreeSet<PathBuf>,
    names: BTreeSet<String>,
    drafts: Vec<ProgramDraft>,
    skips: Vec<Skip>,
}

impl Loader {
    fn add(&mut self, path: &Path) -> Result<(), CorpusError> {
        match fs::metadata(path) {
            Err(error) if is_missing(&error) => {
                return Err(CorpusError::Missing { path: path.to_owned() });
            }
            Err(error) => self.skip(last_part(path), read::cannot_be_read(&error)),
            Ok(kind) if kind.is_dir() => return self.add_folder(path),
            Ok(kind) if kind.is_file() => self.add_named_file(path),
            // Reading a pipe could take forever.
            Ok(_) => self.skip(last_part(path), "is not a regular file"),
        }
        Ok(())
    }

    fn add_folder(&mut self, path: &Path) -> Result<(), CorpusError> {
        let walk =
            walk(path).map_err(|error| CorpusError::Unlisted { path: path.to_owned(), error })?;
        let mut has_program = !walk.skips.is_empty();
        self.skips.extend(walk.skips);
        for found in walk.found {
            match ProgramSource::locate(found, &mut self.checkouts) {
                Ok(source) if source.why_no_test().is_some() => continue,
                Ok(source) => self.add_source(source),
                Err(skip) => self.skips.push(skip),
            }
            has_program = true;
        }
        if has_program { Ok(()) } else { Err(CorpusError::NoProgram { path: path.to_owned() }) }
    }

    fn add_named_file(&mut self, path: &Path) {
        let found = ProgramFile { path: path.to_owned(), name: last_part(path) };
        match ProgramSource::locate(found, &mut self.checkouts) {
            Ok(source) => match source.why_no_test() {
                Some(reason) => self.skip(source.name, reason),
                None => self.add_source(source),
            },
            Err(skip) => self.skips.push(skip),
        }
    }

    fn add_source(&mut self, source: ProgramSource) {
        if !self.loaded.insert(source.path.clone()) {
            return;
        }
        let name = self.unique_name(&source);
        match self.drafts_of(&source, name.clone()) {
            Ok(drafts) => self.drafts.extend(drafts),
            Err(reason) => self.skip(name, reason),
        }
    }

    fn drafts_of(
        &mut self,
        source: &ProgramSource,
        name: String,
    ) -> Result<Vec<ProgramDraft>, String> {
        let text = read::read_text(&source.path)?;
        // A file that the user names is JavaScript unless its name says otherwise.
        let kind = read::kind_by_extension(&source.path);
        let (language, goal) = kind.unwrap_or((Language::JavaScript, Goal::Script));
        if let Some(root) = &source.root {
            let test = Test262Test { name, goal, text, root: root.clone() };
            return test262::interpret(test, &mut self.checkouts, self.options.both_modes);
        }
        Ok(ProgramDraft::plain(name, language, goal, text).in_modes(self.options.both_modes))
    }

    /// The source's name, with parent folders added if another file already has it.
    fn unique_name(&mut self, source: &ProgramSource) -> String {
        let whole = read::name_of(&source.path);
        let starts = whole.rmatch_indices('/').map(|(slash, _)| whole[slash + 1..].to_owned());
        let longer = starts.filter(|longer| longer.len() > source.name.len());
        let numbered = (2..).map(|number| format!("{} ({number})", source.name));
        let mut candidates = [source.name.clone()].into_iter().chain(longer).chain(numbered);
        let name = candidates.find(|candidate| !self.names.contains(candidate));
        let name = name.unwrap_or_else(|| whole.clone());
        self.names.insert(name.clone());
        name
    }

    fn skip(&mut self, name: String, reason: impl Into<String>) {
        self.skips.push(Skip::new(name, reason));
    }
}

/// A program file with its surroundings.
struct ProgramSource {
    /// Its canonical path.
    path: PathBuf,
    name: String,
    /// The root of the checkout of test262 that it is in.
    root: Option<Arc<Path>>,
}

impl ProgramSource {
    fn locate(found: ProgramFile, checkouts: &mut Checkouts) -> Result<Self, Skip> {
        let path = fs::canonicalize(&found.path)
            .map_err(|error| Skip::new(found.name.clone(), read::cannot_be_read(&error)))?;
        let root = checkouts.root_of(&path);
        let mut source = Self { path, name: found.name, root };
        if let Some(relative) = source.relative() {
            source.name = read::name_of(relative);
        }
        Ok(source)
    }

    fn relative(&self) -> Option<&Path> {
        self.path.strip_prefix(self.root.as_deref()?).ok()
    }

    fn why_no_test(&self) -> Option<&'static str> {
        test262::why_no_test(self.relative()?)
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn last_part(path: &Path) -> String {
    let part = path.file_name().unwrap_or(path.as_os_str());
    part.to_string_lossy().into_owned()
}
