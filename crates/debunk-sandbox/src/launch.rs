//! Forks and execs, with everything that must happen in between.
//!
//! This is done by hand because `std::process::Command` keeps a descriptor of its own open
//! between fork and exec, which may have the very number 3 or 4 that Chromium needs for its pipes.

use std::ffi::{CStr, CString};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::sys;

/// Preferred by the kernel over debunk itself when memory runs out; 1000 is the highest.
const OOM_SCORE: &[u8] = b"900";
const OOM_FILE: &CStr = c"/proc/self/oom_score_adj";
const EXIT_FAILED_START: libc::c_int = 127;
const LAST_SIGNAL: libc::c_int = 64;
/// Enough for a sign, the digits of a process number and a line end.
const GROUP_LINE_BYTES: usize = 16;

/// All that the new process needs, ready made, since nothing may be allocated after the fork.
pub(crate) struct Plan {
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
}

/// Why a process did not start.
pub(crate) struct Failure {
    pub(crate) step: &'static str,
    pub(crate) reason: io::Error,
    /// The process that was forked in vain; it has been reaped.
    pub(crate) pid: Option<libc::pid_t>,
}

/// The steps in the child that may fail; the index travels through the error pipe.
const STEPS: [&str; 5] = ["new session", "parent death signal", "descriptors", "limits", "folder"];
const STEP_SESSION: u8 = 0;
const STEP_DEATH_SIGNAL: u8 = 1;
const STEP_FDS: u8 = 2;
const STEP_LIMITS: u8 = 3;
const STEP_FOLDER: u8 = 4;
const STEP_EXEC: u8 = 5;

type Job = Box<dyn FnOnce() + Send>;

/// Starts a process from the one thread that lives as long as debunk.
///
/// The kernel sends the parent death signal when the *thread* that forked ends. If workers forked
/// by themselves, the end of a worker would kill a debugger that another one still talks to.
pub(crate) fn launch(plan: Plan) -> Result<libc::pid_t, Failure> {
    static SPAWNER: OnceLock<Sender<Job>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(start_spawner);
    let (answer, result) = mpsc::channel();
    // Both can only fail when there is no such thread, because the system refused to make it.
    let _ = spawner.send(Box::new(move || {
        let _ = answer.send(fork_and_exec(&plan));
    }));
    result.recv().unwrap_or_else(|_| {
        let reason = io::Error::other("there is no thread to start processes from");
        Err(Failure { step: "thread", reason, pid: None })
    })
}

fn start_spawner() -> Sender<Job> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let work = move || jobs.into_iter().for_each(|job| job());
    // Without the thread the receiver is dropped, which `launch` notices and reports.
    let _ = thread::Builder::new().name("debunk-spawner".into()).spawn(work);
    sender
}

fn fork_and_exec(plan: &Plan) -> Result<libc::pid_t, Failure> {
    let before = |step| move |reason| Failure { step, reason, pid: None };
    let (errors, errors_in_child) = sys::pipe().map_err(before("error pipe"))?;
    let args = pointers(&plan.args);
    let env = pointers(&plan.env);
    // SAFETY: the call takes no arguments and cannot fail.
    let parent = unsafe { libc::getpid() };
    // SAFETY: the child only makes system calls until it execs or exits.
    let pid = sys::check(unsafe { libc::fork() }).map_err(before("fork"))?;
    if pid == 0 {
        // SAFETY: this is the child, and the pointer lists end with null.
        unsafe { become_program(plan, &args, &env, parent, errors_in_child.as_raw_fd()) }
    }
    drop(errors_in_child);
    match read_failure(errors) {
        None => Ok(pid),
        Some((step, reason)) => {
            // SAFETY: a null pointer asks for no status; the child is ours and exits by itself.
            unsafe { libc::waitpid(pid, ptr::null_mut(), 0) };
            Err(Failure { step, reason, pid: Some(pid) })
        }
    }
}

/// The texts as the null-terminated list of pointers that `execve` wants.
fn pointers(texts: &[CString]) -> Vec<*const libc::c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
}

/// Waits until the child has exec'd, which closes the pipe, or has told why it could not.
fn read_failure(errors: OwnedFd) -> Option<(&'static str, io::Error)> {
    let mut report = [0; 5];
    std::fs::File::from(errors).read_exact(&mut report).ok()?;
    let [step, code @ ..] = report;
    let step = STEPS.get(usize::from(step)).copied().unwrap_or("exec");
    Some((step, io::Error::from_raw_os_error(i32::from_ne_bytes(code))))
}

/// Turns the forked copy into the program.
///
/// # Safety
/// Only to be called in the child of a fork, with null-terminated pointer lists.
unsafe fn become_program(
    plan: &Plan,
    args: &[*const libc::c_char],
    env: &[*const libc::c_char],
    parent: libc::pid_t,
    errors: RawFd,
) -> ! {
    // SAFETY: only system calls follow, on memory that was prepared before the fork.
    unsafe {
        if libc::setsid() < 0 {
            give_up(errors, STEP_SESSION);
        }
        // This comes first, so that there is no moment in which debunk could die and leave
        // descendants of this process behind.
        report_group(plan.janitor);
        die_with_parent(parent, errors);
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
        raise_oom_score();
        if libc::chdir(plan.folder.as_ptr()) < 0 {
            give_up(errors, STEP_FOLDER);
        }
        libc::execve(plan.program.as_ptr(), args.as_ptr(), env.as_ptr());
        give_up(errors, STEP_EXEC)
    }
}

/// Sends the step and the error number to the parent, and exits.
unsafe fn give_up(errors: RawFd, step: u8) -> ! {
    let code = io::Error::last_os_error().raw_os_error().unwrap_or(0).to_ne_bytes();
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
    // SAFETY: the pointer and the length describe the used part of `line`. If the janitor is
    // gone the write fails, and the parent death signal remains.
    unsafe { libc::write(janitor, line[start..].as_ptr().cast(), line.len() - start) };
}

unsafe fn die_with_parent(parent: libc::pid_t, errors: RawFd) {
    // SAFETY: the calls take numbers only.
    unsafe {
        if libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) < 0 {
            give_up(errors, STEP_DEATH_SIGNAL);
        }
        // If the parent died before the line above, its death can send no signal any more.
        if libc::getppid() != parent {
            libc::_exit(EXIT_FAILED_START);
        }
    }
}

/// Undoes what debunk (and the Rust runtime, for SIGPIPE) ignores, since exec would keep that.
unsafe fn reset_signals() {
    // SAFETY: an all-zero set is valid to be emptied, and a signal that cannot be set is refused.
    unsafe {
        for signal in 1..=LAST_SIGNAL {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, ptr::null_mut());
    }
}

/// Sets a limit, or leaves the one that is there when that is stricter already.
unsafe fn set_limit(resource: libc::c_int, limit: u64, errors: RawFd) {
    let mut present = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointers lead to a valid structure.
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

/// Offers this process to the kernel first when memory runs out; a refusal does no harm.
unsafe fn raise_oom_score() {
    // SAFETY: the name ends with null, and the pointer and the length describe the text.
    unsafe {
        let file = libc::open(OOM_FILE.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file >= 0 {
            libc::write(file, OOM_SCORE.as_ptr().cast(), OOM_SCORE.len());
            libc::close(file);
        }
    }
}
