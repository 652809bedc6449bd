//! Forks and execs, with everything that must happen in between.
//!
//! This does not use `std::process::Command`, because it keeps its own descriptor open between fork
//! and exec, which may have the very number 3 or 4 that Chromium needs for its pipes.

use std::ffi::{CStr, CString};
use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use seccompiler::BpfProgram;

use crate::confine::{self, ConfinementRules};
use crate::keeper::{self, KeeperEnds, KeeperLine};
use crate::mounts::MountLayout;
use crate::sys;

/// Makes the kernel kill this process before debunk when memory runs out; 1000 is the maximum.
const OOM_SCORE: &[u8] = b"900";
const OOM_FILE: &CStr = c"/proc/self/oom_score_adj";
const EXIT_FAILED_START: libc::c_int = 127;
const LAST_SIGNAL: libc::c_int = 64;
/// Enough for a sign, the digits of a process ID and a line end.
const GROUP_LINE_BYTES: usize = 16;

/// Everything the new process needs, prepared in advance, since nothing may be allocated after the
/// fork.
pub(crate) struct LaunchPlan {
    pub(crate) program: CString,
    pub(crate) args: Vec<CString>,
    pub(crate) env: Vec<CString>,
    pub(crate) folder: CString,
    /// What the child gets as descriptors 0, 1, 2 and so on.
    pub(crate) fds: Vec<OwnedFd>,
    /// Resource numbers with their limits.
    pub(crate) limits: Vec<(libc::c_int, u64)>,
    /// Where the child reports its process group.
    pub(crate) janitor: Option<RawFd>,
    pub(crate) cage: Cage,
}

/// What isolates a child.
pub(crate) enum Cage {
    /// Nothing.
    None,
    /// Namespaces.
    Namespaces(Box<Namespaces>),
    /// Rules.
    Rules(Box<ConfinementRules>),
}

/// What a child in its own namespaces needs.
pub(crate) struct Namespaces {
    pub(crate) layout: MountLayout,
    /// The lines `<ID inside> <ID outside> 1`.
    pub(crate) user_map: Vec<u8>,
    pub(crate) group_map: Vec<u8>,
    /// The limit on process IDs in the new namespace as text, if the kernel supports it.
    pub(crate) pid_limit: Option<Vec<u8>>,
    /// The last process ID that counts as used, so that programs cannot predict theirs.
    pub(crate) last_pid: Vec<u8>,
    /// A port on which debunk listens in the child's network.
    pub(crate) listens: Option<u16>,
    /// A filter that refuses sockets, instead of a separate network.
    pub(crate) no_sockets: Option<BpfProgram>,
}

/// A process that was started.
pub(crate) struct LaunchedProcess {
    /// The process that debunk waits for: the program, or its keeper.
    pub(crate) leader: libc::pid_t,
    /// The line to the keeper, if there is one.
    pub(crate) line: Option<KeeperLine>,
}

/// Why a process did not start.
pub(crate) struct LaunchFailure {
    pub(crate) step: &'static str,
    pub(crate) reason: io::Error,
    /// The process that was forked but failed to start; it has been reaped.
    pub(crate) pid: Option<libc::pid_t>,
}

/// The steps in the child that may fail; the index travels through the error pipe.
const STEPS: [&str; 14] = [
    "new session",
    "parent death signal",
    "descriptors",
    "limits",
    "folder",
    "exec",
    "user namespace",
    "mount namespace",
    "network namespace",
    "PID namespace",
    "keeper",
    "capabilities",
    "rules",
    "fork",
];
const STEP_SESSION: u8 = 0;
const STEP_DEATH_SIGNAL: u8 = 1;
const STEP_FDS: u8 = 2;
const STEP_LIMITS: u8 = 3;
const STEP_FOLDER: u8 = 4;
const STEP_EXEC: u8 = 5;
const STEP_USER: u8 = 6;
const STEP_MOUNTS: u8 = 7;
const STEP_NETWORK: u8 = 8;
const STEP_PIDS: u8 = 9;
const STEP_KEEPER: u8 = 10;
const STEP_CAPABILITIES: u8 = 11;
const STEP_RULES: u8 = 12;
const STEP_FORK: u8 = 13;

const NAMESPACES: libc::c_int =
    libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWIPC;
/// Enough for the few calls between the keeper's fork and the program.
const STACK_BYTES: usize = 64 * 1024;
const STACK_ALIGNMENT: usize = 16;

type Job = Box<dyn FnOnce() + Send>;

/// Starts a process from the one thread that lives as long as debunk.
///
/// The kernel sends the parent death signal when the *thread* that forked ends. If workers forked
/// by themselves, the end of a worker would kill a debugger that another worker still uses.
pub(crate) fn launch(plan: LaunchPlan) -> Result<LaunchedProcess, LaunchFailure> {
    static SPAWNER: OnceLock<Sender<Job>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(start_spawner);
    let (answer, result) = mpsc::channel();
    // Both can only fail if there is no such thread, because the system refused to create it.
    let _ = spawner.send(Box::new(move || {
        let _ = answer.send(fork_and_exec(&plan));
    }));
    result.recv().unwrap_or_else(|_| {
        let reason = io::Error::other("there is no thread to start processes from");
        Err(LaunchFailure { step: "thread", reason, pid: None })
    })
}

fn start_spawner() -> Sender<Job> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let work = move || jobs.into_iter().for_each(|job| job());
    // Without the thread the receiver is dropped, which `launch` notices and reports.
    let _ = thread::Builder::new().name("debunk-spawner".into()).spawn(work);
    sender
}

fn fork_and_exec(plan: &LaunchPlan) -> Result<LaunchedProcess, LaunchFailure> {
    let before = |step| move |reason| LaunchFailure { step, reason, pid: None };
    let (errors, errors_in_child) = sys::pipe().map_err(before("error pipe"))?;
    let arguments = pointers(&plan.args);
    let environment = pointers(&plan.env);
    let start = ProcessStart {
        plan,
        args: &arguments,
        env: &environment,
        errors: errors_in_child.as_raw_fd(),
        // SAFETY: the call takes no arguments and cannot fail.
        parent: unsafe { libc::getpid() },
    };
    let (line, ends) = match plan.cage {
        Cage::None => (None, None),
        _ => {
            keeper::line().map(|(line, ends)| (Some(line), Some(ends))).map_err(before("pipes"))?
        }
    };
    let mut stack = vec![0u8; if ends.is_some() { STACK_BYTES } else { 0 }];
    let flags = match &plan.cage {
        Cage::Namespaces(cage) if cage.no_sockets.is_some() => NAMESPACES | libc::SIGCHLD,
        Cage::Namespaces(_) => NAMESPACES | libc::CLONE_NEWNET | libc::SIGCHLD,
        _ => libc::SIGCHLD,
    };
    // SAFETY: after this fork the child has its own copy of the memory, and only makes system calls
    // until it execs or exits.
    let pid = unsafe { libc::syscall(libc::SYS_clone, libc::c_long::from(flags), 0, 0, 0, 0) };
    let pid = sys::check(pid as libc::c_int).map_err(before("fork"))?;
    if pid == 0 {
        // SAFETY: this is the child, and the pointer lists are null-terminated.
        unsafe {
            match &ends {
                None => become_program(&start),
                Some(ends) => become_keeper(&start, ends, &mut stack),
            }
        }
    }
    drop((errors_in_child, ends));
    match read_failure(errors) {
        None => Ok(LaunchedProcess { leader: pid, line }),
        Some((step, reason)) => {
            // SAFETY: a null pointer asks for no status; the child is ours and exits by itself.
            unsafe { libc::waitpid(pid, ptr::null_mut(), 0) };
            Err(LaunchFailure { step, reason, pid: Some(pid) })
        }
    }
}

/// What a new process needs, in memory that was prepared before the fork.
struct ProcessStart<'plan> {
    plan: &'plan LaunchPlan,
    args: &'plan [*const libc::c_char],
    env: &'plan [*const libc::c_char],
    errors: RawFd,
    parent: libc::pid_t,
}

/// The texts as the null-terminated list of pointers that `execve` expects.
fn pointers(texts: &[CString]) -> Vec<*const libc::c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}

/// Waits until the child has exec'd, which closes the pipe, or has reported why it could not.
fn read_failure(errors: OwnedFd) -> Option<(&'static str, io::Error)> {
    let mut report = [0; 5];
    std::fs::File::from(errors).read_exact(&mut report).ok()?;
    let [step, code @ ..] = report;
    let step = STEPS.get(usize::from(step)).copied().unwrap_or("start");
    Some((step, io::Error::from_raw_os_error(i32::from_ne_bytes(code))))
}

/// Turns the forked copy into the program.
///
/// # Safety
/// May only be called in the child of a fork, with null-terminated pointer lists.
unsafe fn become_program(start: &ProcessStart<'_>) -> ! {
    // SAFETY: only system calls follow, on memory that was prepared before the fork.
    unsafe {
        if libc::setsid() < 0 {
            give_up(start.errors, STEP_SESSION);
        }
        // This comes first, so that there is no moment at which debunk could die and leave
        // descendants of this process behind.
        report_group(start.plan.janitor);
        die_with_parent(start.parent, start.errors);
        raise_oom_score();
        run_program(start)
    }
}

/// Turns the forked copy into the keeper of the program.
///
/// # Safety
/// As for [`become_program`].
unsafe fn become_keeper(start: &ProcessStart<'_>, ends: &KeeperEnds, stack: &mut [u8]) -> ! {
    let errors = start.errors;
    let is_first = matches!(start.plan.cage, Cage::Namespaces(_));
    // SAFETY: as above.
    unsafe {
        if libc::setsid() < 0 {
            give_up(errors, STEP_SESSION);
        }
        reset_signals();
        raise_oom_score();
        match &start.plan.cage {
            Cage::Namespaces(namespaces) => enter(namespaces, ends, errors),
            _ => {
                let on: libc::c_ulong = 1;
                if libc::prctl(libc::PR_SET_CHILD_SUBREAPER, on) < 0 {
                    give_up(errors, STEP_KEEPER);
                }
            }
        }
        let Ok(signals) = keeper::watch_children() else { give_up(errors, STEP_KEEPER) };
        // The keeper is a copy of debunk: nobody may read its memory or environment.
        let off: libc::c_ulong = 0;
        if libc::prctl(libc::PR_SET_DUMPABLE, off) < 0 {
            give_up(errors, STEP_KEEPER);
        }
        // Until it execs or exits, the program shares the memory of the waiting keeper, so nothing
        // is copied.
        let top = stack.as_mut_ptr().add(stack.len() - STACK_ALIGNMENT);
        let top = top.sub(top.align_offset(STACK_ALIGNMENT));
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let argument = ptr::from_ref(start).cast_mut().cast();
        let child = libc::clone(start_kept, top.cast(), flags, argument);
        if child < 0 {
            give_up(errors, STEP_FORK);
        }
        keeper::keep_only(ends, signals);
        keeper::keep(child, is_first)
    }
}

/// Sets up the namespaces that this process was born into.
unsafe fn enter(namespaces: &Namespaces, ends: &KeeperEnds, errors: RawFd) {
    // SAFETY: as above.
    unsafe {
        die_with_debunk(errors);
        for (file, text) in [
            (c"/proc/self/setgroups", b"deny".as_slice()),
            (c"/proc/self/gid_map", &namespaces.group_map),
            (c"/proc/self/uid_map", &namespaces.user_map),
        ] {
            if !write_file(file, text) {
                give_up(errors, STEP_USER);
            }
        }
        // These files refer to the namespace of whoever opens them. They are read-only later.
        if let Some(limit) = &namespaces.pid_limit
            && !write_file(c"/proc/sys/kernel/pid_max", limit)
        {
            give_up(errors, STEP_PIDS);
        }
        // A kernel without this file numbers processes from 2 on, which is harmless.
        write_file(c"/proc/sys/kernel/ns_last_pid", &namespaces.last_pid);
        if let Err(reason) = namespaces.layout.build() {
            give_up_for(errors, STEP_MOUNTS, reason.raw_os_error());
        }
        if namespaces.no_sockets.is_some() {
            return;
        }
        if let Err(reason) = keeper::loopback_up() {
            give_up_for(errors, STEP_NETWORK, reason.raw_os_error());
        }
        if let Some(port) = namespaces.listens {
            keeper::listen(ends.control.as_fd(), port);
        }
    }
}

/// The entry point of the program that a keeper has started.
extern "C" fn start_kept(start: *mut libc::c_void) -> libc::c_int {
    // SAFETY: the keeper passes a pointer to a `ProcessStart` and waits until this process has ended or
    // has exec'd; the pointer lists are null-terminated.
    unsafe {
        let start = &*start.cast_const().cast::<ProcessStart<'_>>();
        if libc::setsid() < 0 {
            give_up(start.errors, STEP_SESSION);
        }
        run_program(start)
    }
}

/// Gives the process its descriptors, limits and rights, and execs the program.
unsafe fn run_program(start: &ProcessStart<'_>) -> ! {
    let ProcessStart { plan, args, env, errors, .. } = *start;
    // SAFETY: as above.
    unsafe {
        reset_signals();
        for (number, fd) in (0..).zip(&plan.fds) {
            if libc::dup2(fd.as_raw_fd(), number) < 0 {
                give_up(errors, STEP_FDS);
            }
        }
        sys::close_on_exec_from(plan.fds.len() as RawFd);
        for (resource, limit) in &plan.limits {
            set_limit(*resource, *limit, errors);
        }
        if libc::chdir(plan.folder.as_ptr()) < 0 {
            give_up(errors, STEP_FOLDER);
        }
        if !matches!(plan.cage, Cage::None)
            && let Err(reason) = confine::drop_capabilities()
        {
            give_up_for(errors, STEP_CAPABILITIES, reason.raw_os_error());
        }
        let applied = match &plan.cage {
            Cage::Rules(rules) => rules.apply(),
            Cage::Namespaces(namespaces) => {
                namespaces.no_sockets.as_ref().map_or(Ok(()), confine::apply)
            }
            Cage::None => Ok(()),
        };
        if let Err(reason) = applied {
            give_up_for(errors, STEP_RULES, reason.raw_os_error());
        }
        libc::execve(plan.program.as_ptr(), args.as_ptr(), env.as_ptr());
        give_up(errors, STEP_EXEC)
    }
}

/// Sends the step and the error number to the parent, and exits.
unsafe fn give_up(errors: RawFd, step: u8) -> ! {
    let code = io::Error::last_os_error().raw_os_error().unwrap_or(0);
    // SAFETY: as for this function.
    unsafe { give_up_for(errors, step, code) }
}

unsafe fn give_up_for(errors: RawFd, step: u8, code: libc::c_int) -> ! {
    let code = code.to_ne_bytes();
    let report = [step, code[0], code[1], code[2], code[3]];
    // SAFETY: the pointer and the length describe `report`.
    unsafe {
        libc::write(errors, report.as_ptr().cast(), report.len());
        libc::_exit(EXIT_FAILED_START)
    }
}

/// Writes `+<process group>` to the janitor, without allocating.
unsafe fn report_group(janitor: Option<RawFd>) {
    let Some(janitor) = janitor else { return };
    let mut line = [0; GROUP_LINE_BYTES];
    let mut start = line.len() - 1;
    line[start] = b'\n';
    // SAFETY: the call takes no arguments and cannot fail.
    let mut rest = unsafe { libc::getpid() }.unsigned_abs();
    while rest > 0 {
        start -= 1;
        line[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    start -= 1;
    line[start] = b'+';
    // SAFETY: the pointer and the length describe the used part of `line`. If the janitor is gone,
    // the write fails, and the parent death signal remains.
    unsafe { libc::write(janitor, line[start..].as_ptr().cast(), line.len() - start) };
}

unsafe fn die_with_parent(parent: libc::pid_t, errors: RawFd) {
    // SAFETY: the calls take numbers only.
    unsafe {
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) < 0 {
            give_up(errors, STEP_DEATH_SIGNAL);
        }
        // If the parent died before the line above, its death can no longer send a signal.
        if libc::getppid() != parent {
            libc::_exit(EXIT_FAILED_START);
        }
    }
}

/// Like [`die_with_parent`], for a process that cannot see its parent.
unsafe fn die_with_debunk(errors: RawFd) {
    // SAFETY: the pointer refers to one valid structure.
    unsafe {
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) < 0 {
            give_up(errors, STEP_DEATH_SIGNAL);
        }
        let mut pipe = libc::pollfd { fd: errors, events: 0, revents: 0 };
        // debunk holds the other end of this pipe as long as it lives.
        if libc::poll(&raw mut pipe, 1, 0) > 0 && pipe.revents & libc::POLLERR != 0 {
            libc::_exit(EXIT_FAILED_START);
        }
    }
}

/// Writes a text to a kernel file and returns whether that worked.
unsafe fn write_file(file: &CStr, text: &[u8]) -> bool {
    // SAFETY: the name is null-terminated, and the pointer and the length describe the text.
    unsafe {
        let file = libc::open(file.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file < 0 {
            return false;
        }
        let written = libc::write(file, text.as_ptr().cast(), text.len());
        // The error of a failed write must not be lost.
        let reason = *libc::__errno_location();
        libc::close(file);
        *libc::__errno_location() = reason;
        written == text.len() as libc::ssize_t
    }
}

/// Resets the signals that debunk (and the Rust runtime, for SIGPIPE) ignores, since exec would
/// keep them ignored.
unsafe fn reset_signals() {
    // SAFETY: an all-zero set is valid to be emptied, and a signal that cannot be set is rejected.
    unsafe {
        for signal in 1..=LAST_SIGNAL {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
    }
}

/// Sets a limit, or leaves the current one if that is already stricter.
unsafe fn set_limit(resource: libc::c_int, limit: u64, errors: RawFd) {
    let mut present = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointers refer to a valid structure.
    unsafe {
        if libc::getrlimit(resource as _, &mut present) < 0 {
            give_up(errors, STEP_LIMITS);
        }
        let limit = limit.min(present.rlim_max);
        let wanted = libc::rlimit { rlim_cur: limit, rlim_max: limit };
        if libc::setrlimit(resource as _, &wanted) < 0 {
            give_up(errors, STEP_LIMITS);
        }
    }
}

/// Offers this process to the kernel first if memory runs out; a refusal is harmless.
unsafe fn raise_oom_score() {
    // SAFETY: as for the called function.
    unsafe { write_file(OOM_FILE, OOM_SCORE) };
}
