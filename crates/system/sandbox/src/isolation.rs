//! Decides once per process how children are isolated, and says what that stops.

use std::fmt;
use std::sync::{OnceLock, RwLock};
use std::time::Duration;

use serde::Serialize;

use crate::{Spawn, TempArea, confine, run_to_end};

/// For tests: `namespaces`, `rules` or `off` instead of the best kind that works here.
const MODE_VARIABLE: &str = "DEBUNK_ISOLATION";
const PROBE_TIMEOUT_S: u64 = 10;
/// From this version on a PID namespace has its own limit on process IDs.
const FIRST_KERNEL_WITH_OWN_PID_LIMIT: (u32, u32) = (6, 14);
/// From this version on the limit on processes counts per user namespace.
const FIRST_KERNEL_WITH_OWN_PROCESS_COUNT: (u32, u32) = (5, 14);
const FIRST_LANDLOCK_WITH_NETWORK: i64 = 4;
const FIRST_LANDLOCK_WITH_SIGNALS: i64 = 6;

/// How children are isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IsolationMode {
    /// Namespaces: a child sees only its own processes, network and files.
    Namespaces,
    /// If namespaces are not allowed: Landlock, seccomp and a keeper that ends all descendants.
    Rules,
    /// Only limits and a clean environment, at the user's request.
    Off,
}

impl fmt::Display for IsolationMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IsolationMode::Namespaces => "namespaces",
            IsolationMode::Rules => "rules",
            IsolationMode::Off => "off",
        })
    }
}

/// One protection, whether it is active, and what it stops or why it is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Protection {
    /// Its name.
    pub name: &'static str,
    /// Whether children have it.
    pub active: bool,
    /// What it stops, or why it is not active.
    pub note: String,
}

/// What isolates the programs, debuggers and compilers that debunk starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Isolation {
    /// How children are isolated.
    pub mode: IsolationMode,
    /// Every protection that debunk knows.
    pub protections: Vec<Protection>,
}

/// What the user requested, before anything was decided.
static REQUESTED: RwLock<Option<IsolationMode>> = RwLock::new(None);

impl Isolation {
    /// Starts everything without isolation from now on, at the user's request. This must come
    /// before the first child.
    pub fn switch_off() {
        if let Ok(mut requested) = REQUESTED.write() {
            *requested = Some(IsolationMode::Off);
        }
    }

    /// What isolates the children of this process; determined on first use.
    pub fn of(area: &TempArea) -> &'static Isolation {
        static DECIDED: OnceLock<Isolation> = OnceLock::new();
        DECIDED.get_or_init(|| decide(area))
    }

    /// Why a program could reach the user's own files and processes, if it can.
    pub fn weakness(&self) -> Option<&str> {
        let essential = match self.mode {
            IsolationMode::Namespaces => return None,
            IsolationMode::Rules => "Landlock",
            IsolationMode::Off => return Some("--no-isolation was given"),
        };
        let found = self.protections.iter().find(|protection| protection.name == essential)?;
        (!found.active).then_some(&*found.note)
    }
}

fn decide(area: &TempArea) -> Isolation {
    let requested =
        REQUESTED.read().ok().and_then(|requested| *requested).or_else(mode_of_environment);
    let why_no_namespaces = match requested {
        Some(IsolationMode::Off) => Some("--no-isolation was given".to_owned()),
        Some(IsolationMode::Rules) => Some("switched off".to_owned()),
        _ => probe(area).err(),
    };
    let mode = match (&why_no_namespaces, requested) {
        (None, _) => IsolationMode::Namespaces,
        (_, Some(IsolationMode::Off)) => IsolationMode::Off,
        _ => IsolationMode::Rules,
    };
    Isolation { mode, protections: protections(mode, &why_no_namespaces.unwrap_or_default()) }
}

fn mode_of_environment() -> Option<IsolationMode> {
    match std::env::var(MODE_VARIABLE).ok()?.as_str() {
        "namespaces" => Some(IsolationMode::Namespaces),
        "rules" => Some(IsolationMode::Rules),
        "off" => Some(IsolationMode::Off),
        _ => None,
    }
}

/// Starts a program in namespaces, or returns the reason why that does not work here.
fn probe(area: &TempArea) -> Result<(), String> {
    let spawn = Spawn::new("/bin/sh").args(["-c", "test -d /proc/1 && test ! -e /proc/2000000"]);
    let spawn = spawn.isolated_by(IsolationMode::Namespaces);
    match run_to_end(spawn, area, b"", Duration::from_secs(PROBE_TIMEOUT_S)) {
        Ok(run) if run.exit.success() => Ok(()),
        Ok(run) => Err(format!("a program in namespaces ends with {}", run.exit)),
        Err(error) => Err(format!("failed to {error}")),
    }
}

fn protections(mode: IsolationMode, why_no_namespaces: &str) -> Vec<Protection> {
    let is_on = mode != IsolationMode::Off;
    let in_namespaces = mode == IsolationMode::Namespaces;
    let landlock = if mode == IsolationMode::Rules { confine::landlock_version() } else { 0 };
    let why_no_rules = match mode {
        IsolationMode::Namespaces => "namespaces do the same and more",
        IsolationMode::Rules => "this kernel has no Landlock, or not this part of it",
        IsolationMode::Off => "--no-isolation was given",
    };
    let off = "--no-isolation was given";
    let one = |name, active: bool, stops: &str, why_not: &str| Protection {
        name,
        active,
        note: if active { stops } else { why_not }.to_owned(),
    };
    vec![
        one(
            "user namespace",
            in_namespaces,
            "stops using rights outside the child's own namespaces",
            why_no_namespaces,
        ),
        one(
            "PID namespace",
            in_namespaces,
            "stops seeing, killing or tracing other processes; ends every daemon with the child",
            why_no_namespaces,
        ),
        one(
            "mount namespace",
            in_namespaces,
            "stops reading the home folder and writing outside the child's own folders",
            why_no_namespaces,
        ),
        one(
            "network namespace",
            in_namespaces,
            "stops connections to the network and to services on this machine",
            why_no_namespaces,
        ),
        one(
            "IPC namespace",
            in_namespaces,
            "stops access to shared memory and queues of others",
            why_no_namespaces,
        ),
        one("no_new_privs", is_on, "stops gaining rights by setuid programs", off),
        one("capabilities", is_on, "all are dropped, also for root", off),
        process_limit(in_namespaces, why_no_namespaces),
        one(
            "keeper",
            is_on,
            "ends all descendants of a child, also those that detached themselves",
            off,
        ),
        one(
            "Landlock",
            landlock > 0,
            "stops reading the home folder, writing outside the child's own folders, and \
             looking into other processes",
            why_no_rules,
        ),
        one(
            "Landlock, TCP",
            landlock >= FIRST_LANDLOCK_WITH_NETWORK,
            "stops TCP connections of programs and compilers; adapters keep theirs",
            why_no_rules,
        ),
        one(
            "Landlock, signals",
            landlock >= FIRST_LANDLOCK_WITH_SIGNALS,
            "stops killing other processes",
            why_no_rules,
        ),
        one(
            "seccomp",
            mode == IsolationMode::Rules,
            "stops calls that reach keys, the kernel or all processes",
            why_no_rules,
        ),
        one("environment", true, "children see PATH and fixed values only", ""),
        one("limits", true, "memory, processor time, file size and disk space", ""),
    ]
}

fn process_limit(in_namespaces: bool, why_not: &str) -> Protection {
    let name = "process limit";
    // SAFETY: the call takes no arguments and cannot fail.
    let is_root = unsafe { libc::geteuid() } == 0;
    let by_namespace = in_namespaces && has_own_pid_limit();
    let by_user = in_namespaces && !is_root && has_own_process_count();
    let note = match (by_namespace, by_user) {
        (true, _) => "stops fork bombs: a limit of processes per PID namespace",
        (_, true) => "stops fork bombs: a limit of processes per user namespace",
        _ if in_namespaces => "this kernel has no limit of processes that root obeys",
        _ => why_not,
    };
    Protection { name, active: by_namespace || by_user, note: note.to_owned() }
}

/// Whether the limit on process IDs can be set for a single namespace.
pub(crate) fn has_own_pid_limit() -> bool {
    kernel() >= FIRST_KERNEL_WITH_OWN_PID_LIMIT
}

/// Whether a user's process limit counts only processes in the same user namespace.
pub(crate) fn has_own_process_count() -> bool {
    kernel() >= FIRST_KERNEL_WITH_OWN_PROCESS_COUNT
}

fn kernel() -> (u32, u32) {
    let release = rustix::system::uname();
    let release = release.release().to_string_lossy();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse::<u32>);
    let mut next = || numbers.next().and_then(Result::ok).unwrap_or(0);
    (next(), next())
}
