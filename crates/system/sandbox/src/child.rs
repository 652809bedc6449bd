//! Watches a running process and ends it with everything it started.

use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::keeper::KeeperLine;
use crate::launch::LaunchedProcess;
use crate::{ExitInfo, TempArea, TempFolder, disk, family, sys};

/// How often to poll if the kernel cannot report the end of a process.
const WAIT_STEP_MS: u64 = 2;
const CONNECT_TIMEOUT_MS: u64 = 5_000;
/// How long a keeper may take to end all descendants of a program.
const KEEPER_PATIENCE_MS: u64 = 5_000;

/// Our ends of the pipes to a child.
#[derive(Debug, Default)]
pub(crate) struct PipeEnds {
    pub(crate) stdin: Option<File>,
    pub(crate) stdout: Option<File>,
    pub(crate) stderr: Option<File>,
    pub(crate) pipes: Option<(File, File)>,
}

/// A running process with everything it started; dropping it kills them.
///
/// If the process ends by itself, whatever it left behind in its process group is killed as soon as
/// the end is noticed.
#[derive(Debug)]
pub struct Child {
    /// The process to wait for: the program itself, or its keeper.
    leader: libc::pid_t,
    /// The program.
    pid: libc::pid_t,
    /// The line to the keeper, if there is one.
    line: Option<Arc<KeeperLine>>,
    /// Whether the kernel ends all descendants with the leader.
    is_first: bool,
    listener: Option<TcpListener>,
    /// Becomes readable when the process ends.
    end: Option<OwnedFd>,
    ends: PipeEnds,
    exit: Option<ExitInfo>,
    _home: TempFolder,
    area: TempArea,
}

impl Child {
    pub(crate) fn new(
        launched: LaunchedProcess,
        is_first: bool,
        writable: Vec<PathBuf>,
        ends: PipeEnds,
        home: TempFolder,
        area: TempArea,
    ) -> Child {
        let LaunchedProcess { leader, line } = launched;
        let line = line.map(Arc::new);
        if let Some(line) = &line {
            disk::watch(leader, writable, line.clone());
        }
        // A keeper starts with one child, and that is the program.
        let pid = match line {
            Some(_) => family::children(leader).first().copied().unwrap_or(leader),
            None => leader,
        };
        Child {
            leader,
            pid,
            line,
            is_first,
            listener: None,
            end: sys::pidfd(leader),
            ends,
            exit: None,
            _home: home,
            area,
        }
    }

    pub(crate) fn set_listener(&mut self, listener: TcpListener) {
        self.listener = Some(listener);
    }

    /// Takes the listener from the keeper, which made it before the program started.
    pub(crate) fn receive_listener(&mut self) -> io::Result<()> {
        if let Some(line) = &self.line {
            self.listener = Some(line.listener()?);
        }
        Ok(())
    }

    /// The socket of [`crate::Spawn::listen`], once.
    pub fn take_listener(&mut self) -> Option<TcpListener> {
        self.listener.take()
    }

    /// Connects to a port on the loopback network that the program sees, which may be its own.
    ///
    /// # Errors
    /// If nobody listens there.
    pub fn connect(&self, port: u16) -> io::Result<TcpStream> {
        match &self.line {
            Some(line) if self.is_first => line.connect(port),
            _ => {
                let place = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
                TcpStream::connect_timeout(&place, Duration::from_millis(CONNECT_TIMEOUT_MS))
            }
        }
    }

    /// The process ID, which is also that of its process group and session.
    pub fn pid(&self) -> u32 {
        self.pid.unsigned_abs()
    }

    /// Our end of the child's input, once, if requested.
    pub fn take_stdin(&mut self) -> Option<File> {
        self.ends.stdin.take()
    }

    /// Our end of the child's output, once, if requested.
    pub fn take_stdout(&mut self) -> Option<File> {
        self.ends.stdout.take()
    }

    /// Our end of the child's error output, once, if requested.
    pub fn take_stderr(&mut self) -> Option<File> {
        self.ends.stderr.take()
    }

    /// Our ends of the extra pipes, once, if requested: the first writes to the child's descriptor
    /// 3, the second reads what the child writes to its descriptor 4.
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

    /// Waits for the end of the process, up to `timeout`.
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

    /// Kills the process with all descendants that can be found, and returns how it ended.
    ///
    /// May be called repeatedly, and after the process has ended by itself.
    pub fn kill(&mut self) -> ExitInfo {
        if let Some(exit) = self.try_wait() {
            return exit;
        }
        match &self.line {
            // The kernel ends the rest.
            Some(_) if self.is_first => {}
            Some(line) => {
                line.end_all();
                let deadline = Instant::now() + Duration::from_millis(KEEPER_PATIENCE_MS);
                while !self.has_ended() && Instant::now() < deadline {
                    self.wait_for_change(deadline);
                }
            }
            None => {
                // Descendants that made their own session are not in the group.
                let family = family::family(self.pid);
                self.kill_group();
                for pid in family {
                    // SAFETY: the call takes numbers only. The process existed a moment ago, so its
                    // ID cannot have been reused.
                    unsafe { libc::kill(pid, libc::SIGKILL) };
                }
            }
        }
        self.finish()
    }

    /// The memory that the process and its descendants occupy, in KiB; shared pages count for each
    /// of them. `None` if the process has ended.
    pub fn resident_kib(&self) -> Option<u64> {
        if self.exit.is_some() {
            return None;
        }
        let own = family::resident_kib(self.pid)?;
        // The keeper is a copy of debunk and shares its memory.
        let others = family::family(self.leader).into_iter();
        let others = others.filter(|pid| ![self.pid, self.leader].contains(pid));
        Some(own + others.filter_map(family::resident_kib).sum::<u64>())
    }

    /// Checks for the end without reaping, so that the ID of the group stays taken.
    fn has_ended(&self) -> bool {
        // SAFETY: all-zero is a valid value of this plain structure, which the call fills in.
        let (answer, info) = unsafe {
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
            (libc::waitid(libc::P_PID, self.leader.unsigned_abs(), &mut info, flags), info)
        };
        // SAFETY: the call succeeded, so the field is filled in or still zero.
        answer < 0 || unsafe { info.si_pid() } != 0
    }

    fn kill_group(&self) {
        // SAFETY: the call takes numbers only; the group is ours until its leader is reaped.
        unsafe { libc::kill(-self.leader, libc::SIGKILL) };
    }

    /// Kills what is left of the group, then reaps; in this order no unrelated group can be hit.
    fn finish(&mut self) -> ExitInfo {
        disk::forget(self.leader);
        self.kill_group();
        let own = self.reap();
        let exit = match &self.line {
            // A keeper that did not see the end was killed, and everything else with it.
            Some(line) => line.status().map_or(own, ExitInfo::from_status),
            None => {
                self.area.janitor().forget(self.leader);
                own
            }
        };
        self.exit = Some(exit);
        exit
    }

    fn reap(&self) -> ExitInfo {
        let mut status = 0;
        loop {
            // SAFETY: the pointer refers to a valid number.
            match sys::check(unsafe { libc::waitpid(self.leader, &mut status, 0) }) {
                Ok(_) => return ExitInfo::from_status(status),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return ExitInfo::UNKNOWN,
            }
        }
    }

    fn wait_for_change(&self, deadline: Instant) {
        let changed = self
            .end
            .as_ref()
            .map(|end| sys::poll_until(&mut [sys::watch(end, libc::POLLIN)], deadline));
        if !matches!(changed, Some(Ok(_))) {
            thread::sleep(Duration::from_millis(WAIT_STEP_MS));
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}
