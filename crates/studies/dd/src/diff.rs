//! All differences between two versions, as changes that can be applied one by one.

use crate::hunks::{Cut, Hunk, apply, hunks};
use crate::patch::patch;
use crate::versions::{History, VersionFiles};
use debunk_delta::{TestOutcome, TestedContent};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// One change: a hunk of a file, or a whole file that is text in one version only.
pub(crate) struct FileChange {
    pub path: PathBuf,
    /// The hunk's number in its file; `None` for a file that is added or removed as a whole.
    pub hunk: Option<usize>,
    pub line: usize,
}

/// Everything that differs.
pub(crate) struct Diff {
    pub old: VersionFiles,
    pub new: VersionFiles,
    pub hunks: BTreeMap<PathBuf, Vec<Hunk>>,
    pub changes: Vec<FileChange>,
}

impl Diff {
    /// Compares two versions.
    pub fn new(old: VersionFiles, new: VersionFiles) -> Self {
        let paths: BTreeSet<&PathBuf> = old.keys().chain(new.keys()).collect();
        let mut all = BTreeMap::new();
        let mut changes = Vec::new();
        for path in paths {
            match (old.get(path), new.get(path)) {
                (Some(before), Some(after)) if before == after => {}
                (Some(before), Some(after)) if is_text(before) && is_text(after) => {
                    let found = hunks(before, after, Cut::Lines);
                    for (number, hunk) in found.iter().enumerate() {
                        let line = hunk.new_line;
                        changes.push(FileChange { path: path.clone(), hunk: Some(number), line });
                    }
                    all.insert(path.clone(), found);
                }
                _ => changes.push(FileChange { path: path.clone(), hunk: None, line: 1 }),
            }
        }
        Diff { old, new, hunks: all, changes }
    }

    /// The paths of all differences, each once, in order.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let mut last = None;
        let paths = self.changes.iter().map(|change| change.path.as_path());
        paths.filter(move |path| last.replace(*path) != Some(*path))
    }

    /// A hash of both versions with everything in them.
    pub fn hash(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for files in [&self.old, &self.new] {
            for (path, content) in files {
                hasher.update(path.as_os_str().as_encoded_bytes()).update(&[0]);
                hasher.update(blake3::hash(content).as_bytes());
            }
            hasher.update(&[1]);
        }
        hasher.finalize()
    }

    /// The files that differ from the old version if these changes are applied; `None` for one that
    /// does not exist.
    pub fn files(&self, chosen: &[usize]) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut by_path: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        let mut files = BTreeMap::new();
        for &number in chosen {
            let change = &self.changes[number];
            match change.hunk {
                Some(hunk) => by_path.entry(&change.path).or_default().push(hunk),
                None => {
                    files.insert(change.path.clone(), self.new.get(&change.path).cloned());
                }
            }
        }
        for (path, chosen) in by_path {
            if let (Some(old), Some(hunks)) = (self.old.get(path), self.hunks.get(path)) {
                files.insert(path.to_owned(), Some(apply(old, hunks, &chosen)));
            }
        }
        files
    }

    /// The patch from a version that passes to one that fails; `None` if they had other answers.
    pub fn patch(
        &self,
        before: &TestedContent<Vec<usize>>,
        after: &TestedContent<Vec<usize>>,
    ) -> Option<Vec<u8>> {
        if before.outcome() != TestOutcome::Pass || !after.is_fail() {
            return None;
        }
        let (before, after) = (self.files(before.content()), self.files(after.content()));
        let paths: BTreeSet<&PathBuf> = before.keys().chain(after.keys()).collect();
        let mut text = Vec::new();
        for path in paths {
            let old = self.old.get(path).cloned();
            let content = |files: &BTreeMap<PathBuf, Option<Vec<u8>>>| {
                files.get(path).cloned().unwrap_or_else(|| old.clone())
            };
            let (from, to) = (content(&before), content(&after));
            if from == to {
                continue;
            }
            let name = |side: &str, content: &Option<Vec<u8>>| match content {
                Some(_) => header_name(side, path),
                None => "/dev/null".to_owned(),
            };
            let (from_name, to_name) = (name("a", &from), name("b", &to));
            // git accepts an added or removed file only with a mode.
            let mode = match (&from, &to) {
                (None, _) => "new file mode 100644\n",
                (_, None) => "deleted file mode 100644\n",
                _ => "",
            };
            let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
            let (old_name, new_name) = (quoted_name("a", path), quoted_name("b", path));
            text.extend(format!("diff --git {old_name} {new_name}\n").into_bytes());
            text.extend(mode.as_bytes());
            text.extend(patch(&from_name, &to_name, &from, &to));
        }
        Some(text)
    }
}

/// A path as git writes it: in quotes, with escapes, if it is more than plain letters and signs.
fn quoted_name(side: &str, path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !b"\"\\".contains(byte);
    if bytes.iter().all(is_plain) {
        return format!("{side}/{}", String::from_utf8_lossy(bytes));
    }
    let escaped: String = bytes
        .iter()
        .map(|byte| match byte {
            byte if is_plain(byte) => char::from(*byte).to_string(),
            byte => format!("\\{byte:03o}"),
        })
        .collect();
    format!("\"{side}/{escaped}\"")
}

/// The same in a line that names one side: there a tab ends a name with spaces.
fn header_name(side: &str, path: &Path) -> String {
    let name = quoted_name(side, path);
    let needs_end = name.contains(' ') && !name.starts_with('"');
    if needs_end { name + "\t" } else { name }
}

fn is_text(content: &[u8]) -> bool {
    !content.contains(&0)
}

/// The commit of a change, by its number.
pub(crate) fn commit_of(diff: &Diff, change: &FileChange, history: &History) -> Option<usize> {
    let Some(hunk) = change.hunk.and_then(|number| diff.hunks.get(&change.path)?.get(number))
    else {
        return history.added(&change.path, 1).or_else(|| history.removed(&change.path, 1));
    };
    let added =
        (!hunk.new.is_empty()).then(|| history.added(&change.path, hunk.new_line)).flatten();
    added.or_else(|| history.removed(&change.path, hunk.old_line))
}
