//! Tests versions between two source trees, in separate folders, which are reused.

use crate::answers::AnswerCache;
use crate::diff::Diff;
use crate::journal::Name;
use crate::versions::copy_folder;
use crate::{DdError, Reply, TestCommand};
use debunk_delta::{Subject, TestOutcome};
use debunk_sandbox::TempFolder;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Versions of a source tree: the old one with some of the changes applied.
pub(crate) struct SourceTrees<'t> {
    pub diff: &'t Diff,
    /// A folder with the whole old version.
    pub base: &'t Path,
    pub test: &'t TestCommand,
    pub build: Option<&'t TestCommand>,
    /// The groups of changes, and what is always applied.
    pub groups: Vec<Vec<usize>>,
    pub applied: Vec<usize>,
    pub answers: AnswerCache<'t>,
    /// Folders that are not in use.
    pub free: Mutex<Vec<SourceTree>>,
}

/// A folder, with the files in it that differ from the old version.
pub(crate) struct SourceTree {
    folder: TempFolder,
    changed: BTreeSet<PathBuf>,
}

impl SourceTrees<'_> {
    /// The changes that these groups apply.
    pub fn chosen(&self, groups: &[usize]) -> Vec<usize> {
        let mut chosen: Vec<usize> =
            groups.iter().flat_map(|&group| &self.groups[group]).copied().collect();
        chosen.extend(&self.applied);
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }

    /// The answer about the version with these changes; the one in the journal, if it exists.
    pub fn ask(&self, chosen: &[usize]) -> TestOutcome {
        let asked = self.answers.get(name(chosen), || Ok(self.ask_afresh(chosen)?.outcome));
        asked.unwrap_or_else(|error| self.answers.fail(error))
    }

    /// Builds and tests the version with these changes, whatever is known.
    ///
    /// # Errors
    /// If a file cannot be written or a command cannot be started.
    pub fn ask_afresh(&self, chosen: &[usize]) -> Result<Reply, DdError> {
        let mut tree = self.take()?;
        let root = tree.folder.path().to_owned();
        let files = self.diff.files(chosen);
        for path in tree.changed.iter().filter(|path| !files.contains_key(*path)) {
            put(&root, path, self.diff.old.get(path).map(Vec::as_slice))?;
        }
        for (path, content) in &files {
            put(&root, path, content.as_deref())?;
        }
        let mut reply = self.build_and_test(&root)?;
        tree.changed = files.keys().cloned().collect();
        for path in self.diff.paths() {
            let content = match files.get(path) {
                Some(content) => content.as_deref(),
                None => self.diff.old.get(path).map(Vec::as_slice),
            };
            if !holds(&root.join(path), content) {
                reply.changed_input = true;
                tree.changed.insert(path.to_owned());
            }
        }
        self.answers.count(&reply);
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(tree);
        Ok(reply)
    }

    fn take(&self) -> Result<SourceTree, DdError> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(tree) = free {
            return Ok(tree);
        }
        let folder = self.test.area().subfolder("tree")?;
        copy_folder(self.base, folder.path())?;
        Ok(SourceTree { folder, changed: BTreeSet::new() })
    }

    fn build_and_test(&self, root: &Path) -> Result<Reply, DdError> {
        if let Some(build) = self.build {
            let built = build.ask_about(root, root)?;
            if built.outcome != TestOutcome::Pass {
                return Ok(Reply { outcome: TestOutcome::Unresolved, ..built });
            }
        }
        self.test.ask_about(root, root)
    }
}

impl Subject for SourceTrees<'_> {
    type Candidate = Vec<usize>;
    type Content = Vec<usize>;

    fn build(&self, groups: &Vec<usize>) -> Option<Vec<usize>> {
        Some(self.chosen(groups))
    }

    fn test(&self, chosen: &Vec<usize>) -> TestOutcome {
        self.ask(chosen)
    }
}

/// The name of a version in the journal.
fn name(chosen: &[usize]) -> Name {
    let mut hasher = blake3::Hasher::new();
    for number in chosen {
        hasher.update(&(*number as u64).to_le_bytes());
    }
    *hasher.finalize().as_bytes()
}

fn holds(path: &Path, content: Option<&[u8]>) -> bool {
    match (fs::read(path), content) {
        (Ok(now), Some(content)) => now == content,
        (Err(_), None) => true,
        _ => false,
    }
}

/// Writes a content into a file if it differs: an unchanged file needs no new build.
fn put(root: &Path, path: &Path, content: Option<&[u8]>) -> Result<(), DdError> {
    let target = root.join(path);
    if holds(&target, content) {
        return Ok(());
    }
    match content {
        None => {
            let _ = fs::remove_file(&target);
            Ok(())
        }
        Some(content) => {
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent).map_err(DdError::file("create", parent))?;
            }
            fs::write(&target, content).map_err(DdError::file("write", &target))
        }
    }
}
