//! Two versions of a source tree: folders as they are, or revisions of a git repository.

use crate::DdError;
use debunk_sandbox::{Spawn, TempArea, TempFolder, run_to_end};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const GIT_TIMEOUT_S: u64 = 120;
/// Deeper folders are not searched.
const DEPTH_MAX: usize = 64;

/// All files of a version by their path.
pub(crate) type VersionFiles = BTreeMap<PathBuf, Vec<u8>>;

/// Where the two versions come from.
#[derive(Clone, Debug)]
pub enum Versions {
    /// Two folders.
    Folders {
        /// The version that passes.
        old: PathBuf,
        /// The version that fails.
        new: PathBuf,
    },
    /// Two revisions of the repository in a folder.
    Git {
        /// The repository.
        repository: PathBuf,
        /// The revision that passes.
        old: String,
        /// The revision that fails.
        new: String,
    },
}

/// The two versions on disk.
pub(crate) struct Checkout {
    /// A folder with the whole old version.
    pub old: PathBuf,
    pub new: PathBuf,
    _kept: Vec<TempFolder>,
}

impl Versions {
    /// Puts both versions on disk, if necessary.
    pub(crate) fn check_out(&self, area: &TempArea) -> Result<Checkout, DdError> {
        match self {
            Versions::Folders { old, new } => {
                for folder in [old, new] {
                    if !folder.is_dir() {
                        let text = format!("read {}: it is not a folder", folder.display());
                        return Err(DdError::Usage(text));
                    }
                }
                Ok(Checkout { old: old.clone(), new: new.clone(), _kept: Vec::new() })
            }
            Versions::Git { repository, old, new } => {
                let old = extract(repository, old, area)?;
                let new = extract(repository, new, area)?;
                let (old_path, new_path) = (old.path().to_owned(), new.path().to_owned());
                Ok(Checkout { old: old_path, new: new_path, _kept: vec![old, new] })
            }
        }
    }

    /// For each path the commits of its lines: which commit added each line of the new version, by
    /// number from 0 for the oldest, and which removed each line of the old version.
    pub(crate) fn history(&self, paths: &BTreeSet<PathBuf>, area: &TempArea) -> Option<History> {
        let Versions::Git { repository, old, new } = self else { return None };
        let range = format!("{old}..{new}");
        let list =
            git(repository, area, &["rev-list", "--reverse", &range].map(OsStr::new)).ok()?;
        let commits: Vec<String> = list.lines().map(str::to_owned).collect();
        let number = |name: &str| {
            let name = name.trim_start_matches('^');
            commits.iter().position(|commit| commit.starts_with(name))
        };
        let blame = |path: &Path, how: &[&str]| -> Vec<Option<usize>> {
            let mut words: Vec<&OsStr> =
                vec![OsStr::new("blame"), OsStr::new("-s"), OsStr::new("-l")];
            words.extend(how.iter().map(OsStr::new));
            words.extend([OsStr::new("--"), path.as_os_str()]);
            let text = git(repository, area, &words).unwrap_or_default();
            text.lines().map(|line| number(line.split_whitespace().next()?)).collect()
        };
        let mut history = History { commits: commits.clone(), ..History::default() };
        for path in paths {
            history.added.insert(path.clone(), blame(path, &[&range]));
            // The last commit that still has a line; the next one removed it.
            let last = blame(path, &["--reverse", &range]);
            let removed = last.into_iter().map(|number| match number {
                Some(number) => (number + 1 < commits.len()).then_some(number + 1),
                None => Some(0),
            });
            history.removed.insert(path.clone(), removed.collect());
        }
        Some(history)
    }
}

/// Which commit is responsible for which line.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub commits: Vec<String>,
    added: BTreeMap<PathBuf, Vec<Option<usize>>>,
    removed: BTreeMap<PathBuf, Vec<Option<usize>>>,
}

impl History {
    /// The commit that added this line of the new version; lines count from 1.
    pub fn added(&self, path: &Path, line: usize) -> Option<usize> {
        *self.added.get(path)?.get(line.checked_sub(1)?)?
    }

    /// The commit that removed this line of the old version; lines count from 1.
    pub fn removed(&self, path: &Path, line: usize) -> Option<usize> {
        *self.removed.get(path)?.get(line.checked_sub(1)?)?
    }
}

/// Runs the user's git and returns its output.
fn git(repository: &Path, area: &TempArea, words: &[&OsStr]) -> Result<String, DdError> {
    let spawn = Spawn::new("git").inherit_environment().current_dir(repository).args(words);
    let finished = run_to_end(spawn, area, &[], Duration::from_secs(GIT_TIMEOUT_S))?;
    if finished.exit.success() {
        return Ok(finished.stdout_text());
    }
    let reason = finished.stderr_text();
    let first = reason.lines().next().unwrap_or("no output").to_owned();
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    Err(DdError::Usage(format!("run git {} in {}: {first}", words.join(" "), repository.display())))
}

/// Puts a revision into a separate folder.
fn extract(repository: &Path, revision: &str, area: &TempArea) -> Result<TempFolder, DdError> {
    let folder = area.subfolder("revision")?;
    let archive = folder.path().with_extension("tar");
    let output = format!("--output={}", archive.display());
    git(repository, area, &["archive", "--format=tar", &output, revision].map(OsStr::new))?;
    let words =
        [OsStr::new("-xf"), archive.as_os_str(), OsStr::new("-C"), folder.path().as_os_str()];
    let spawn = Spawn::new("tar").as_tool().args(words);
    let finished = run_to_end(spawn, area, &[], Duration::from_secs(GIT_TIMEOUT_S))?;
    let _ = fs::remove_file(&archive);
    if finished.exit.success() {
        return Ok(folder);
    }
    Err(DdError::Usage(format!("unpack {revision} with tar: {}", finished.stderr_text().trim())))
}

/// Reads all files of a folder; git's own are skipped, and so is one of our files.
pub(crate) fn read_files(root: &Path, own: &Path) -> Result<VersionFiles, DdError> {
    let own_path = own.canonicalize().ok();
    let is_own =
        |path: &Path| path.file_name() == own.file_name() && path.canonicalize().ok() == own_path;
    let mut files = VersionFiles::new();
    let mut ahead = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = ahead.pop() {
        let failed = || DdError::file("read", &folder);
        for entry in fs::read_dir(&folder).map_err(failed())? {
            let entry = entry.map_err(failed())?;
            let path = entry.path();
            let kind = entry.file_type().map_err(failed())?;
            if kind.is_dir() && entry.file_name() != ".git" && depth < DEPTH_MAX {
                ahead.push((path, depth + 1));
            } else if kind.is_file() && !is_own(&path) {
                let content = fs::read(&path).map_err(DdError::file("read", &path))?;
                let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
                files.insert(name, content);
            }
        }
    }
    Ok(files)
}

/// Copies a folder with everything in it, except git's own.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<(), DdError> {
    fs::create_dir_all(to).map_err(DdError::file("create", to))?;
    for entry in fs::read_dir(from).map_err(DdError::file("read", from))? {
        let entry = entry.map_err(DdError::file("read", from))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(DdError::file("read", &source))?;
        if kind.is_dir() {
            if entry.file_name() != ".git" {
                copy_folder(&source, &target)?;
            }
        } else if kind.is_symlink() {
            let link = fs::read_link(&source).map_err(DdError::file("read", &source))?;
            std::os::unix::fs::symlink(link, &target).map_err(DdError::file("create", &target))?;
        } else {
            fs::copy(&source, &target).map_err(DdError::file("copy", &source))?;
        }
    }
    Ok(())
}
