//! Decides which parts of the file system a child may read and which it may write.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// What every program finds: the system itself, without any user's files.
const SYSTEM: [&str; 14] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/sys/devices/system",
    "/nix/store",
    "/gnu/store",
    "/var/cache/fontconfig",
    "/var/lib/fonts",
];
/// System files that only root can read; a child of root could.
const SYSTEM_SECRETS: [&str; 8] = [
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh",
    "/etc/ssl/private",
];
/// Files in the home folder that hold passwords, in case a tool's folder contains them.
const HOME_SECRETS: [&str; 10] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".config/gh",
];

/// What a child sees of the file system; nothing else is visible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FileView {
    pub(crate) readable: BTreeSet<PathBuf>,
    pub(crate) writable: BTreeSet<PathBuf>,
    /// Hidden although it is in a readable folder.
    pub(crate) hidden: BTreeSet<PathBuf>,
    pub(crate) is_root: bool,
}

impl FileView {
    /// What every child sees.
    pub(crate) fn of_everyone() -> FileView {
        static EVERYONE: OnceLock<FileView> = OnceLock::new();
        EVERYONE.get_or_init(FileView::look).clone()
    }

    fn look() -> FileView {
        // SAFETY: the call takes no arguments and cannot fail.
        let is_root = unsafe { libc::geteuid() } == 0;
        let existing = |path: &PathBuf| path.symlink_metadata().is_ok();
        let readable = SYSTEM.iter().map(PathBuf::from).filter(existing).collect();
        let of_system = SYSTEM_SECRETS.iter().filter(|_| is_root).map(PathBuf::from);
        let of_user = home().into_iter().flat_map(|home| HOME_SECRETS.map(|name| home.join(name)));
        let hidden = of_system.chain(of_user).filter(existing).collect();
        FileView { readable, writable: BTreeSet::new(), hidden, is_root }
    }

    /// Adds readable folders and files, except those that would show too much.
    pub(crate) fn read(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        self.readable.extend(paths.into_iter().filter(|path| path.is_absolute()));
    }
}

/// The user's home folder, if there is one.
pub(crate) fn home() -> Option<PathBuf> {
    let home = std::env::home_dir().filter(|home| home.is_absolute())?;
    (home != Path::new("/")).then(|| home.canonicalize().unwrap_or(home))
}

/// Whether a folder is one of the system's.
pub(crate) fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Whether a folder holds more than one tool: the home folder, its parents, and folders directly
/// below the root.
pub(crate) fn is_too_broad(folder: &Path) -> bool {
    let below_root = folder.components().count() <= 2;
    let above_home = home().is_some_and(|home| home.starts_with(folder));
    let above_temporary = std::env::temp_dir().starts_with(folder);
    (below_root || above_home || above_temporary) && !is_of_system(folder)
}
