//! Ctrl-C and SIGTERM: the first requests an end with everything written, which must come within
//! two seconds; a second one, unless it follows immediately, ends at once.

use debunk_sandbox::family;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Exit codes of signals start here, as in shells.
const SIGNAL_BASE: i32 = 128;
const SIGNALS: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];
/// The polling interval of the watcher.
const LOOK_MS: u64 = 20;
/// Signals within this time are one request: `timeout`, for example, sends its signal to its child
/// and to its process group, so that the child gets it twice.
const SAME_MS: u64 = 250;
/// After this, whatever debunk waits for is ended.
const GRACE_MS: u64 = 300;
/// After this, debunk ends immediately.
const LIMIT_MS: u64 = 1_700;
/// The mark in the command line of the processes that clean up after debunk.
const JANITOR: &[u8] = b"debunk-janitor";

static SIGNAL: AtomicI32 = AtomicI32::new(0);
static TIMES: AtomicU32 = AtomicU32::new(0);
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

extern "C" fn note(signal: i32) {
    // Only the first signal counts for the exit code; atomics may be used in a handler.
    let _ = SIGNAL.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst);
    TIMES.fetch_add(1, Ordering::SeqCst);
}

/// The signal that requested the end, if one did.
pub(crate) fn signal() -> Option<u8> {
    u8::try_from(SIGNAL.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
}

/// A flag that is set when the user wants to end. From the first call on, signals are handled.
pub(crate) fn watch() -> Arc<AtomicBool> {
    STOP.get_or_init(begin).clone()
}

fn begin() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        // SAFETY: all-zero is a valid value of this plain structure, and the handler only uses
        // atomics.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut action);
            // nohup is respected.
            if signal == libc::SIGHUP && action.sa_sigaction == libc::SIG_IGN {
                continue;
            }
            action = std::mem::zeroed();
            action.sa_sigaction = note as extern "C" fn(i32) as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
    let flag = stop.clone();
    thread::spawn(move || obey(&flag));
    stop
}

/// Waits for a signal, and makes sure that debunk ends.
fn obey(stop: &AtomicBool) {
    let pause = Duration::from_millis(LOOK_MS);
    let signal = loop {
        match SIGNAL.load(Ordering::SeqCst) {
            0 => thread::sleep(pause),
            signal => break signal,
        }
    };
    let since = Instant::now();
    stop.store(true, Ordering::SeqCst);
    anstream::eprintln!("\nstopping; press Ctrl-C again to stop at once");
    thread::sleep(Duration::from_millis(SAME_MS));
    let times = TIMES.load(Ordering::SeqCst);
    let limit = Duration::from_millis(LIMIT_MS);
    while since.elapsed() < limit && TIMES.load(Ordering::SeqCst) == times {
        if since.elapsed() >= Duration::from_millis(GRACE_MS) {
            end_children();
        }
        thread::sleep(pause);
    }
    // The janitors clean up the remaining children and their folders.
    std::process::exit(SIGNAL_BASE + signal);
}

/// Ends every process that debunk started, except those that clean up, so that nothing is waited
/// for any longer.
fn end_children() {
    let own = std::process::id().cast_signed();
    for pid in family(own) {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let is_janitor = line.windows(JANITOR.len()).any(|part| part == JANITOR);
        if pid != own && !is_janitor {
            // SAFETY: the call takes numbers only. The process is a descendant of ours that existed
            // a moment ago; one that has ended is a zombie until it is waited for.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
    }
}
