//! Permanently takes rights away from a process: capabilities everywhere, and without namespaces
//! also the file system, signals, the network and system calls.

use std::collections::BTreeSet;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope,
};
use rustix::io::Errno;
use rustix::thread::{CapabilitySet, CapabilitySets};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

use crate::sys;
use crate::view::FileView;

/// The newest version of Landlock whose rights are used, as far as the kernel supports them.
const LANDLOCK_ABI: ABI = ABI::V6;
const LAST_CAPABILITY: u32 = 63;
/// Calls that no program under a debugger needs: they reach the user's keys, the kernel itself or
/// all processes.
const REFUSED_CALLS: [libc::c_long; 14] = [
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_open_by_handle_at,
];
/// Calls that make a socket, directly or through a ring of requests.
const SOCKET_CALLS: [libc::c_long; 2] = [libc::SYS_socket, libc::SYS_io_uring_setup];
/// What every program needs outside the readable folders.
const ALWAYS_READABLE: [&str; 2] = ["/proc", "/dev"];
const ALWAYS_WRITABLE: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/ptmx", "/dev/pts"];
/// Debuggers write to the memory of their programs through /proc.
const ALWAYS_WRITABLE_FOLDERS: [&str; 1] = ["/proc"];

/// Drops every capability, and the ability to gain one by running another program.
///
/// Makes system calls only.
pub(crate) fn drop_capabilities() -> Result<(), Errno> {
    for number in 0..=LAST_CAPABILITY {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        // Either the kernel has no capability with that number, or this process may not change the
        // set. In the second case it has none itself, and the last line keeps it from gaining any.
        if rustix::thread::remove_capability_from_bounding_set(capability).is_err() {
            break;
        }
    }
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    rustix::thread::set_capabilities(None, sets)?;
    rustix::thread::set_no_new_privs(true)
}

/// Rules that are ready to be applied between fork and exec.
#[derive(Debug)]
pub(crate) struct ConfinementRules {
    landlock: Option<OwnedFd>,
    calls: BpfProgram,
}

impl ConfinementRules {
    /// Rules for a child that sees `view`, may open connections if it `connects`, and may use any
    /// socket if it `uses_sockets`.
    pub(crate) fn new(
        view: &FileView,
        connects: bool,
        uses_sockets: bool,
    ) -> io::Result<ConfinementRules> {
        let landlock = landlock(view, connects).map_err(io::Error::other)?;
        // The descriptors that a child gets must not overwrite it.
        let landlock = landlock.map(sys::raise).transpose()?;
        let sockets = SOCKET_CALLS.iter().filter(|_| !uses_sockets);
        Ok(ConfinementRules { landlock, calls: refusing(REFUSED_CALLS.iter().chain(sockets))? })
    }

    /// Applies the rules to this process and everything it will start.
    ///
    /// Makes system calls only.
    pub(crate) fn apply(&self) -> Result<(), Errno> {
        if let Some(ruleset) = &self.landlock {
            // SAFETY: the call takes numbers only.
            let result =
                unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0) };
            if result < 0 {
                return Err(sys::errno());
            }
        }
        apply(&self.calls)
    }
}

/// The version of Landlock that the kernel supports; 0 is none.
pub(crate) fn landlock_version() -> i64 {
    const ASK_FOR_VERSION: libc::c_uint = 1;
    let nothing: *const libc::c_void = std::ptr::null();
    // SAFETY: with this flag the call reads no memory.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0, ASK_FOR_VERSION) }.max(0)
}

fn landlock(view: &FileView, connects: bool) -> Result<Option<OwnedFd>, landlock::RulesetError> {
    let all = AccessFs::from_all(LANDLOCK_ABI);
    let reading = AccessFs::from_read(LANDLOCK_ABI);
    let for_files = AccessFs::from_file(LANDLOCK_ABI);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .scope(Scope::Signal)?
        .scope(Scope::AbstractUnixSocket)?;
    if !connects {
        ruleset = ruleset.handle_access(AccessNet::ConnectTcp)?;
    }
    let mut ruleset = ruleset.create()?;
    let shown: Vec<PathBuf> =
        view.readable.iter().flat_map(|path| without_hidden(path, &view.hidden)).collect();
    let of_view = shown.iter().map(PathBuf::as_path);
    let readable = of_view.chain(ALWAYS_READABLE.iter().map(Path::new));
    let writable = view.writable.iter().map(|path| path.as_path());
    let writable = writable.chain(ALWAYS_WRITABLE.iter().map(Path::new));
    // Root could change the kernel's settings there, even without any capability.
    let debugging = ALWAYS_WRITABLE_FOLDERS.iter().filter(|_| !view.is_root);
    let writable = writable.chain(debugging.map(Path::new));
    let of_reading = readable.map(|path| (path, reading));
    // A folder with something hidden in it can still be listed.
    let lists = view.readable.iter().map(|path| (path.as_path(), AccessFs::ReadDir.into()));
    for (path, rights) in of_reading.chain(lists).chain(writable.map(|path| (path, all))) {
        // A path that cannot be opened cannot be shown either.
        let Ok(place) = PathFd::new(path) else { continue };
        let rights = if path.is_dir() { rights } else { rights & for_files };
        ruleset = ruleset.add_rule(PathBeneath::new(place, rights))?;
    }
    Ok(ruleset.into())
}

/// What of a path may be read: all of it, or what lies beside hidden paths, since a rule cannot take back what another
/// one grants.
fn without_hidden(path: &Path, hidden: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    if hidden.contains(path) {
        return Vec::new();
    }
    if !hidden.iter().any(|hidden| hidden.starts_with(path)) {
        return vec![path.to_owned()];
    }
    let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    entries.flat_map(|entry| without_hidden(&entry.path(), hidden)).collect()
}

/// A filter that refuses the creation of sockets.
pub(crate) fn refused_sockets() -> io::Result<BpfProgram> {
    refusing(SOCKET_CALLS.iter())
}

/// Applies a filter to this process and everything it will start.
///
/// Makes system calls only.
pub(crate) fn apply(filter: &BpfProgram) -> Result<(), Errno> {
    seccompiler::apply_filter(filter).map_err(|_| Errno::PERM)
}

fn refusing<'a>(calls: impl Iterator<Item = &'a libc::c_long>) -> io::Result<BpfProgram> {
    let rules = calls.map(|call| (*call, Vec::new())).collect();
    let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let machine = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, machine);
    filter.map_err(io::Error::other)?.try_into().map_err(io::Error::other)
}
