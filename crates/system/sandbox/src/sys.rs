//! Wraps the few system calls on file descriptors that the standard library does not offer.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::{Duration, Instant};

/// Descriptors made here are above this number, so that the fixed ones of a child (0 to 4) never
/// overwrite them.
const LOWEST_FD: RawFd = 10;

/// Turns the -1 of a system call into its error.
pub(crate) fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// Makes a pipe whose ends (the read end first) are closed on exec and have high numbers.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for the two descriptors that the call writes.
    check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) })?;
    // SAFETY: the call succeeded, so both descriptors are open and belong to nobody else.
    let (reading, writing) =
        unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) };
    Ok((raise(reading)?, raise(writing)?))
}

/// Moves a descriptor above the numbers that children use.
pub(crate) fn raise(fd: OwnedFd) -> io::Result<OwnedFd> {
    // SAFETY: the descriptor is open, since it is owned.
    let high = check(unsafe { libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, LOWEST_FD) })?;
    // SAFETY: the call succeeded, so `high` is open and belongs to nobody else.
    Ok(unsafe { OwnedFd::from_raw_fd(high) })
}

/// Makes reads and writes give `WouldBlock` instead of waiting.
pub(crate) fn set_nonblocking(fd: &impl AsRawFd) -> io::Result<()> {
    let fd = fd.as_raw_fd();
    // SAFETY: F_GETFL and F_SETFL touch no memory of ours.
    let flags = check(unsafe { libc::fcntl(fd, libc::F_GETFL) })?;
    // SAFETY: as above.
    check(unsafe { libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) })?;
    Ok(())
}

/// Waits until one of the descriptors is ready or the deadline has passed; returns which.
pub(crate) fn poll_until(fds: &mut [libc::pollfd], deadline: Instant) -> io::Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let count = fds.len() as libc::nfds_t;
        // SAFETY: the pointer and the count describe the same slice.
        match check(unsafe { libc::poll(fds.as_mut_ptr(), count, milliseconds(left)) }) {
            Ok(0) if left.is_zero() => return Ok(false),
            Ok(0) => {}
            Ok(_) => return Ok(true),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Rounds up, so that a wait of less than a millisecond does not become a busy loop.
fn milliseconds(time: Duration) -> libc::c_int {
    libc::c_int::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(libc::c_int::MAX)
}

/// Describes one descriptor for [`poll_until`] to watch.
pub(crate) fn watch(fd: &impl AsRawFd, events: libc::c_short) -> libc::pollfd {
    libc::pollfd { fd: fd.as_raw_fd(), events, revents: 0 }
}

/// Opens a descriptor that becomes readable when the process ends; old kernels have none.
pub(crate) fn pidfd(pid: libc::pid_t) -> Option<OwnedFd> {
    // SAFETY: the call takes two numbers and touches no memory.
    let fd = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
    let fd = RawFd::try_from(fd).ok().filter(|fd| *fd >= 0)?;
    // SAFETY: the call succeeded, so the descriptor is open and belongs to nobody else.
    Some(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Marks every open descriptor from `first` on as close-on-exec.
///
/// Safe to call between `fork` and `exec`.
pub(crate) fn close_on_exec_from(first: RawFd) {
    const FALLBACK_LAST_FD: RawFd = 1024;
    // SAFETY: the calls take numbers and touch no memory; a descriptor that is not open gives a
    // harmless error.
    unsafe {
        let flag = libc::CLOSE_RANGE_CLOEXEC;
        if libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, flag) == 0 {
            return;
        }
        for fd in first..FALLBACK_LAST_FD {
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

/// Why the last system call of this thread failed.
pub(crate) fn errno() -> rustix::io::Errno {
    let code = io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL);
    rustix::io::Errno::from_raw_os_error(code)
}
