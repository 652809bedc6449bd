//! Walks a folder for program files, in an order that depends on names only.

use crate::{Skip, read};
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

/// Folders with other people's programs or with build products.
const FOLDERS_NOT_ENTERED: [&str; 2] = ["node_modules", "target"];

/// A program file of a folder.
pub(crate) struct ProgramFile {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its path relative to the folder that was walked.
    pub(crate) name: String,
}

/// What a walk found.
#[derive(Default)]
pub(crate) struct Walk {
    /// The program files, sorted by name.
    pub(crate) found: Vec<ProgramFile>,
    /// Folders and files that could not be looked into.
    pub(crate) skips: Vec<Skip>,
    folders: VecDeque<PathBuf>,
    linked_folders: VecDeque<PathBuf>,
}

/// Walks `root`; fails only if `root` itself cannot be listed.
pub(crate) fn walk(root: &Path) -> io::Result<Walk> {
    let mut walk = Walk::default();
    let mut entered = BTreeSet::from([fs::canonicalize(root)?]);
    walk.list(root, root)?;
    while let Some(folder) = walk.next_folder() {
        let outcome = fs::canonicalize(&folder).and_then(|canonical| {
            // A link may lead back to where the walk has already been.
            if entered.insert(canonical) { walk.list(root, &folder) } else { Ok(()) }
        });
        if let Err(error) = outcome {
            walk.skip(root, &folder, &error);
        }
    }
    walk.found.sort_by(|left, right| left.name.cmp(&right.name));
    walk.skips.sort();
    Ok(walk)
}

impl Walk {
    /// Real folders come before links, so that a file's name is its real path if it has one.
    fn next_folder(&mut self) -> Option<PathBuf> {
        self.folders.pop_front().or_else(|| self.linked_folders.pop_front())
    }

    fn list(&mut self, root: &Path, folder: &Path) -> io::Result<()> {
        let mut children = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
        children.sort_by_key(DirEntry::file_name);
        for child in children {
            if let Err(error) = self.sort_in(root, &child)
                && read::kind_by_extension(&child.path()).is_some()
            {
                self.skip(root, &child.path(), &error);
            }
        }
        Ok(())
    }

    fn sort_in(&mut self, root: &Path, child: &DirEntry) -> io::Result<()> {
        let path = child.path();
        let kind = fs::metadata(&path)?;
        if kind.is_dir() {
            if may_enter(child) {
                let linked = child.file_type()?.is_symlink();
                if linked { &mut self.linked_folders } else { &mut self.folders }.push_back(path);
            }
        } else if kind.is_file() && read::kind_by_extension(&path).is_some() {
            let name = relative_name(root, &path);
            self.found.push(ProgramFile { path, name });
        }
        Ok(())
    }

    fn skip(&mut self, root: &Path, path: &Path, error: &io::Error) {
        self.skips.push(Skip::new(relative_name(root, path), read::cannot_be_read(error)));
    }
}

fn may_enter(folder: &DirEntry) -> bool {
    let name = folder.file_name();
    let name = name.to_string_lossy();
    !name.starts_with('.') && !FOLDERS_NOT_ENTERED.contains(&name.as_ref())
}

fn relative_name(root: &Path, path: &Path) -> String {
    read::name_of(path.strip_prefix(root).unwrap_or(path))
}
