//! Builds the file system that an isolated child sees: an empty one, plus what the child may see.
//!
//! A [`MountFrame`] is what children have in common: a folder that holds the mount points, and the plan
//! of what is mounted there. It is made once for all children with the same view. [`MountLayout::new`]
//! adds what one child has for itself; [`MountLayout::build`] carries the plan out between fork and
//! exec, where nothing may be allocated.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{CWD, Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::{MountFlags, MountPropagationFlags, UnmountFlags};

use crate::sys;
use crate::view::FileView;

/// Where the file system of the machine is mounted while the new one is being built; empty
/// afterwards.
const OLD_ROOT: &str = "/.old";
const FOLDER_MODE: u32 = 0o755;
const FILE_MODE: u32 = 0o600;
/// A longer chain of links is a loop.
const LINKS_LIMIT: u32 = 40;
/// How much a child may keep in memory as files.
const TEMPORARY_OPTIONS: &CStr = c"mode=1777,size=64m,nr_inodes=16k";
const SHARED_OPTIONS: &CStr = c"mode=1777,size=128m,nr_inodes=4k";
const TERMINAL_OPTIONS: &CStr = c"newinstance,ptmxmode=0666,mode=620";
const EMPTY_OPTIONS: &CStr = c"mode=0,size=4k,nr_inodes=2";
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
const DEVICE_LINKS: [(&str, &str); 5] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
    ("/dev/ptmx", "pts/ptmx"),
];
/// Parts of /proc by which root, even without any capability, could change the machine.
const PROC_READ_ONLY: [&str; 6] =
    ["/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs", "/proc/acpi"];
/// Parts of /proc by which root could read the machine's memory and log.
const PROC_MASKED: [&str; 4] = ["/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/timer_list"];

#[derive(Debug)]
enum MountStep {
    Folder(CString),
    File(CString),
    Link {
        to: CString,
        at: CString,
    },
    /// `needed` is false if the child can do without it.
    Bind {
        from: CString,
        at: CString,
        needed: bool,
    },
    Mount {
        kind: &'static CStr,
        at: CString,
        options: &'static CStr,
    },
}

/// What the file systems of all children with the same view have in common, besides their own
/// folders.
#[derive(Debug)]
pub(crate) struct MountFrame {
    /// The folder that becomes the root.
    root: CString,
    planner: Planner,
}

/// What determines a [`MountFrame`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FrameKey {
    readable: BTreeSet<PathBuf>,
    writable: BTreeSet<PathBuf>,
}

impl FrameKey {
    /// The key of the existing paths in `view` outside the folder `own`, which debunk fills.
    pub(crate) fn new(view: &FileView, own: &Path) -> FrameKey {
        let foreign = |paths: &BTreeSet<PathBuf>| {
            let outside = paths.iter().filter(|path| !path.starts_with(own));
            outside.filter(|path| path.exists()).cloned().collect()
        };
        FrameKey { readable: foreign(&view.readable), writable: foreign(&view.writable) }
    }
}

impl MountFrame {
    /// Plans what `key` lists and the folder `own`, and creates the mount points in the empty
    /// folder `root`.
    pub(crate) fn new(
        view: &FileView,
        key: &FrameKey,
        own: &Path,
        root: &Path,
    ) -> io::Result<MountFrame> {
        fs::set_permissions(root, fs::Permissions::from_mode(FOLDER_MODE))?;
        let mut planner = Planner { root: root.to_owned(), ..Planner::default() };
        planner.folder(Path::new(OLD_ROOT))?;
        planner.devices()?;
        planner.mount(c"proc", "/proc", c"")?;
        planner.writable.push(text("/proc")?);
        if view.is_root {
            for path in PROC_READ_ONLY.into_iter().filter(|path| Path::new(path).exists()) {
                planner.bind_new(Path::new(path), Path::new(path), false)?;
            }
            for path in PROC_MASKED.into_iter().filter(|path| Path::new(path).exists()) {
                planner.bind_new(Path::new("/dev/null"), Path::new(path), false)?;
            }
        }
        planner.mount(c"tmpfs", "/tmp", TEMPORARY_OPTIONS)?;
        planner.writable.push(text("/tmp")?);
        // Folders come before links to them, so that they are not mounted twice.
        let (links, folders): (Vec<_>, Vec<_>) =
            key.readable.iter().partition(|path| path.is_symlink());
        for path in folders.into_iter().chain(links) {
            planner.expose(path, false)?;
        }
        planner.expose(own, false)?;
        for path in &key.writable {
            planner.expose_writable(path)?;
        }
        for path in &view.hidden {
            planner.hide(path)?;
        }
        Ok(MountFrame { root: text(root)?, planner })
    }
}

/// The plan of a file system.
#[derive(Debug)]
pub(crate) struct MountLayout {
    frame: Arc<MountFrame>,
    /// What else is mounted, writable.
    steps: Vec<MountStep>,
    writable: Vec<CString>,
}

impl MountLayout {
    /// Plans the content of `frame` and the writable folders of `view` inside `own`.
    pub(crate) fn new(
        frame: Arc<MountFrame>,
        view: &FileView,
        own: &Path,
    ) -> io::Result<MountLayout> {
        let mut planner = Planner { bound: frame.planner.bound.clone(), ..Planner::default() };
        for path in view.writable.iter().filter(|path| path.starts_with(own)) {
            planner.expose_writable(path)?;
        }
        Ok(MountLayout { frame, steps: planner.steps, writable: planner.writable })
    }

    /// Builds the file system and moves this process into it.
    ///
    /// Makes system calls only. Must run in a mount namespace that nobody else is in.
    pub(crate) fn build(&self) -> Result<(), Errno> {
        use rustix::mount;
        let MountFrame { root, planner } = &*self.frame;
        let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
        mount::mount_change(c"/", private)?;
        mount::mount_bind(&**root, &**root)?;
        rustix::process::chdir(&**root)?;
        rustix::process::pivot_root(c".", c".old")?;
        rustix::process::chdir(c"/")?;
        planner.steps.iter().chain(&self.steps).try_for_each(MountStep::perform)?;
        mount::unmount(c"/.old", UnmountFlags::DETACH)?;
        let fixed = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;
        set_attributes(c"/", libc::AT_RECURSIVE, fixed, 0)?;
        set_attributes(c"/", 0, libc::MOUNT_ATTR_NODEV, 0)?;
        for path in planner.writable.iter().chain(&self.writable) {
            set_attributes(path, 0, 0, libc::MOUNT_ATTR_RDONLY)?;
        }
        Ok(())
    }
}

impl MountStep {
    fn perform(&self) -> Result<(), Errno> {
        match self {
            MountStep::Folder(path) => {
                match rustix::fs::mkdirat(CWD, &**path, Mode::from_raw_mode(FOLDER_MODE)) {
                    Err(Errno::EXIST) => Ok(()),
                    result => result,
                }
            }
            MountStep::File(path) => {
                let flags = OFlags::CREATE | OFlags::RDONLY | OFlags::CLOEXEC;
                rustix::fs::openat(CWD, &**path, flags, Mode::from_raw_mode(FILE_MODE)).map(drop)
            }
            MountStep::Link { to, at } => match rustix::fs::symlinkat(&**to, CWD, &**at) {
                Err(Errno::EXIST) => Ok(()),
                result => result,
            },
            MountStep::Bind { from, at, needed } => {
                match rustix::mount::mount_bind_recursive(&**from, &**at) {
                    Err(_) if !needed => Ok(()),
                    result => result,
                }
            }
            MountStep::Mount { kind, at, options } => {
                let flags = MountFlags::NOSUID | MountFlags::NODEV;
                // Terminal devices are the only thing that a child opens through such a mount.
                let flags = if *kind == c"devpts" { MountFlags::NOSUID } else { flags };
                rustix::mount::mount(*kind, &**at, *kind, flags, *options)
            }
        }
    }
}

/// Changes attributes of a mount; the crates in use have no wrapper for this call yet.
fn set_attributes(path: &CStr, flags: libc::c_int, set: u64, clear: u64) -> Result<(), Errno> {
    #[repr(C)]
    struct Attributes {
        set: u64,
        clear: u64,
        propagation: u64,
        user_namespace: u64,
    }
    let attributes = Attributes { set, clear, propagation: 0, user_namespace: 0 };
    // SAFETY: the text is null-terminated, and the size is that of the structure.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            path.as_ptr(),
            flags,
            &raw const attributes,
            size_of::<Attributes>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(sys::errno()) }
}

/// Orders the steps so that each finds what it needs.
#[derive(Debug, Default)]
struct Planner {
    /// Where mount points are created.
    root: PathBuf,
    steps: Vec<MountStep>,
    writable: Vec<CString>,
    /// File systems that start empty for each child, so that steps create the mount points in them.
    empty: BTreeSet<PathBuf>,
    /// What is mounted from the machine: its folders exist already.
    bound: BTreeSet<PathBuf>,
    made: BTreeSet<PathBuf>,
}

impl Planner {
    fn devices(&mut self) -> io::Result<()> {
        for name in DEVICES {
            let path = Path::new("/dev").join(name);
            self.bind_new(&path, &path, true)?;
        }
        for (at, to) in DEVICE_LINKS {
            self.link(Path::new(to), Path::new(at))?;
        }
        self.mount(c"tmpfs", "/dev/shm", SHARED_OPTIONS)?;
        self.mount(c"devpts", "/dev/pts", TERMINAL_OPTIONS)?;
        self.writable.extend([text("/dev/shm")?, text("/dev/pts")?]);
        Ok(())
    }

    fn mount(&mut self, kind: &'static CStr, at: &str, options: &'static CStr) -> io::Result<()> {
        self.folder(Path::new(at))?;
        self.steps.push(MountStep::Mount { kind, at: text(at)?, options });
        if kind == c"proc" {
            self.bound.insert(at.into());
        } else {
            self.empty.insert(at.into());
        }
        Ok(())
    }

    /// Where a mount point can be created now; `None` if each child has to create it.
    fn place(&self, path: &Path) -> Option<PathBuf> {
        let is_own = path.ancestors().skip(1).any(|above| self.empty.contains(above));
        (!is_own).then(|| self.root.join(path.strip_prefix("/").unwrap_or(path)))
    }

    fn link(&mut self, to: &Path, at: &Path) -> io::Result<()> {
        match self.place(at) {
            Some(place) => existing(std::os::unix::fs::symlink(to, place)),
            None => {
                self.steps.push(MountStep::Link { to: text(to)?, at: text(at)? });
                Ok(())
            }
        }
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        match self.place(path) {
            Some(place) => fs::File::create(place).map(drop),
            None => {
                self.steps.push(MountStep::File(text(path)?));
                Ok(())
            }
        }
    }

    fn is_bound(&self, path: &Path) -> bool {
        path.ancestors().any(|above| self.bound.contains(above))
    }

    /// Creates a folder and its parents, unless they come from the machine.
    fn folder(&mut self, path: &Path) -> io::Result<()> {
        if path == Path::new("/") || self.is_bound(path) || self.made.contains(path) {
            return Ok(());
        }
        if let Some(above) = path.parent() {
            self.folder(above)?;
        }
        self.made.insert(path.to_owned());
        match self.place(path) {
            Some(place) => existing(fs::DirBuilder::new().mode(FOLDER_MODE).create(place)),
            None => {
                self.steps.push(MountStep::Folder(text(path)?));
                Ok(())
            }
        }
    }

    /// Shows a path of the machine at the same path, with the links on the way to it.
    fn expose(&mut self, path: &Path, is_needed: bool) -> io::Result<()> {
        let Some(real) = self.resolve(path)? else { return Ok(()) };
        if is_needed || !self.is_bound(&real) {
            self.bind_new(&real, &real, is_needed)?;
        }
        Ok(())
    }

    fn expose_writable(&mut self, path: &Path) -> io::Result<()> {
        self.expose(path, true)?;
        self.writable.push(text(path)?);
        Ok(())
    }

    /// Copies the links on the way and returns the path without any; `None` if nothing exists
    /// there.
    fn resolve(&mut self, path: &Path) -> io::Result<Option<PathBuf>> {
        let mut path = path.to_owned();
        'again: for _ in 0..LINKS_LIMIT {
            let mut place = PathBuf::from("/");
            let parts: Vec<Component<'_>> = path.components().skip(1).collect();
            for (number, part) in parts.iter().enumerate() {
                place.push(part);
                let Ok(target) = place.read_link() else { continue };
                if !self.is_bound(&place) && self.made.insert(place.clone()) {
                    if let Some(above) = place.parent() {
                        self.folder(above)?;
                    }
                    self.link(&target, &place)?;
                }
                let above = place.parent().unwrap_or(Path::new("/"));
                let rest: PathBuf = parts[number + 1..].iter().collect();
                path = normal(&above.join(target).join(rest));
                continue 'again;
            }
            return Ok(place.exists().then_some(place));
        }
        Ok(None)
    }

    fn bind_new(&mut self, from: &Path, at: &Path, needed: bool) -> io::Result<()> {
        if !self.is_bound(at) {
            if from.is_dir() {
                self.folder(at)?;
            } else {
                self.folder(at.parent().unwrap_or(Path::new("/")))?;
                self.file(at)?;
            }
        }
        let mut old = PathBuf::from(OLD_ROOT);
        old.push(from.strip_prefix("/").unwrap_or(from));
        let from = if at.starts_with("/proc") && from == at { at } else { &old };
        self.steps.push(MountStep::Bind { from: text(from)?, at: text(at)?, needed });
        self.bound.insert(at.to_owned());
        Ok(())
    }

    /// Hides a file or folder, if it is visible.
    fn hide(&mut self, path: &Path) -> io::Result<()> {
        if !self.is_bound(path) {
            return Ok(());
        }
        if path.is_dir() {
            self.steps.push(MountStep::Mount {
                kind: c"tmpfs",
                at: text(path)?,
                options: EMPTY_OPTIONS,
            });
            return Ok(());
        }
        self.bind_new(Path::new("/dev/null"), path, true)
    }
}

/// What exists already need not be created.
fn existing(made: io::Result<()>) -> io::Result<()> {
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// The path without `.` and `..`, resolved as text: there are no links before the last part.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::from("/");
    for part in path.components() {
        match part {
            Component::ParentDir => {
                result.pop();
            }
            Component::Normal(name) => result.push(name),
            _ => {}
        }
    }
    result
}

fn text(path: impl AsRef<Path>) -> io::Result<CString> {
    let bytes = path.as_ref().as_os_str().as_bytes();
    CString::new(bytes).map_err(|_| io::Error::other("a path contains a zero byte"))
}
