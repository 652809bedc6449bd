//! Watches a running process and ends it with all that it started.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::thread;
use std::time::{Duration, Instant};

use crate::{ExitInfo, TempArea, TempFolder, family, sys};

/// How often to look, where the kernel cannot tell us about the end of a process.
const WAIT_STEP_MS: u64 = 2;

/// Our ends of the pipes to a child.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    pub(crate) stdin: Option<File>,
    pub(crate) stdout: Option<File>,
    pub(crate) stderr: Option<File>,
    pub(crate) pipes: Option<(File, File)>,
}

/// A running process with all that it started; dropping it kills them.
///
/// When the process ends by itself, what it left behind in its process group is killed too, at
/// the moment in which the end is noticed.
#[derive(Debug)]
pub struct Child {
    pid: libc::pid_t,
    /// Becomes readable when the process ends.
    end: Option<OwnedFd>,
    ends: Ends,
    exit: Option<ExitInfo>,
    _home: TempFolder,
    area: TempArea,
}

impl Child {
    pub(crate) fn new(pid: libc::pid_t, ends: Ends, home: TempFolder, area: TempArea) -> Child {
        Child { pid, end: sys::pidfd(pid), ends, exit: None, _home: home, area }
    }

    /// The process number, which is also the number of its process group and session.
    pub fn pid(&self) -> u32 {
        self.pid.unsigned_abs()
    }

    /// Our end of the child's input, once, if it was asked for.
    pub fn take_stdin(&mut self) -> Option<File> {
        self.ends.stdin.take()
    }

    /// Our end of the child's output, once, if it was asked for.
    pub fn take_stdout(&mut self) -> Option<File> {
        self.ends.stdout.take()
    }

    /// Our end of the child's error output, once, if it was asked for.
    pub fn take_stderr(&mut self) -> Option<File> {
        self.ends.stderr.take()
    }

    /// Our ends of the extra pipes, once, if they were asked for: the first is written to and
    /// arrives at the child's descriptor 3, the second gives what the child writes to its 4.
    pub fn take_pipes(&mut self) -> Option<(File, File)> {
        self.ends.pipes.take()
    }

    /// How the process ended, if it has.
    pub fn try_wait(&mut self) -> Option<ExitInfo> {
        if self.exit.is_none() && self.has_ended() {
            self.finish();
        }
        self.exit
    }

    /// Waits for the end of the process, but not longer than `timeout`.
    pub fn wait_timeout(&mut self, timeout: Duration) -> Option<ExitInfo> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(exit) = self.try_wait() {
                return Some(exit);
            }
            if Instant::now() >= deadline {
                return None;
            }
            self.wait_for_change(deadline);
        }
    }

    /// Kills the process with all its descendants that can be found, and tells how it ended.
    ///
    /// May be called again, and after the process has ended by itself.
    pub fn kill(&mut self) -> ExitInfo {
        if let Some(exit) = self.try_wait() {
            return exit;
        }
        // Descendants that made a session of their own are not in the group.
        let family = family::family(self.pid);
        self.kill_group();
        for pid in family {
            // SAFETY: the call takes numbers only. The process was there a moment ago, so its
            // number cannot have come round again.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        self.finish()
    }

    /// The memory that the process and its descendants occupy, in KiB; shared pages count for
    /// each of them. Nothing when the process has ended.
    pub fn resident_kib(&self) -> Option<u64> {
        if self.exit.is_some() {
            return None;
        }
        let own = family::resident_kib(self.pid)?;
        let others = family::family(self.pid).into_iter().filter(|pid| *pid != self.pid);
        Some(own + others.filter_map(family::resident_kib).sum::<u64>())
    }

    /// Asks for the end without reaping, so that the number of the group stays taken.
    fn has_ended(&self) -> bool {
        // SAFETY: all-zero is a valid value of this plain structure, which the call fills in.
        let (answer, info) = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
            (libc::waitid(libc::P_PID, self.pid.unsigned_abs(), &mut info, flags), info)
        };
        // SAFETY: the call succeeded, so the field is filled in or still zero.
        answer < 0 || unsafe { info.si_pid() } != 0
    }

    fn kill_group(&self) {
        // SAFETY: the call takes numbers only; the group is ours until its leader is reaped.
        unsafe { libc::kill(-self.pid, libc::SIGKILL) };
    }

    /// Kills what is left of the group, then reaps; in this order no foreign group can be hit.
    fn finish(&mut self) -> ExitInfo {
        self.kill_group();
        let exit = self.reap();
        self.area.janitor().forget(self.pid);
        self.exit = Some(exit);
        exit
    }

    fn reap(&self) -> ExitInfo {
        let mut status = 0;
        loop {
            // SAFETY: the pointer leads to a valid number.
            match sys::check(unsafe { libc::waitpid(self.pid, &mut status, 0) }) {
                Ok(_) => return ExitInfo::from_status(status),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return ExitInfo::UNKNOWN,
            }
        }
    }

    fn wait_for_change(&self, deadline: Instant) {
        let told = self
            .end
            .as_ref()
            .map(|end| sys::poll_until(&mut [sys::watch(end, libc::POLLIN)], deadline));
        if !matches!(told, Some(Ok(_))) {
            thread::sleep(Duration::from_millis(WAIT_STEP_MS));
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}
