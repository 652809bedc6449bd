//! The process between debunk and an isolated child: it starts the child, knows everything that the
//! child leaves behind, and ends it.
//!
//! In a PID namespace the keeper is process 1, so the kernel ends everything with it. Without one,
//! orphans are reparented to it, and it ends them itself. It is a copy of debunk that never runs
//! another program, so nothing here may allocate.

use std::ffi::CStr;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener, TcpStream};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};

use crate::sys;

/// What debunk requests from a keeper: a letter and two bytes.
const REQUEST_BYTES: usize = 3;
const CONNECT: u8 = b'C';
const END_ALL: u8 = b'E';
/// If a port's listener does not answer within this time, it counts as closed.
const CONNECT_TIMEOUT_S: u64 = 2;
const ANSWER_TIMEOUT_MS: u64 = 5_000;
/// A fork bomb creates new processes while the old ones are being killed.
const END_ALL_ROUNDS: u32 = 20_000;
const CHILDREN_BYTES: usize = 16 * 1024;
const CHILDREN_FILE: &CStr = c"/proc/thread-self/children";
const EXIT_KEPT: libc::c_int = 0;
/// The numbers that the keeper's own descriptors get.
const CONTROL_FD: RawFd = 3;
const STATUS_FD: RawFd = 4;
const SIGNALS_FD: RawFd = 5;
const FIRST_FOREIGN_FD: libc::c_uint = 6;
const FIRST_HIGH_FD: RawFd = 10;

/// The keeper's ends of what it shares with debunk.
#[derive(Debug)]
pub(crate) struct KeeperEnds {
    pub(crate) control: OwnedFd,
    pub(crate) status: OwnedFd,
}

/// debunk's line to a keeper.
#[derive(Debug)]
pub(crate) struct KeeperLine {
    control: Mutex<OwnedFd>,
    status: OwnedFd,
}

/// Makes both sides of a line.
pub(crate) fn line() -> io::Result<(KeeperLine, KeeperEnds)> {
    let (own, its) = rustix::net::socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?;
    let (reading, writing) = sys::pipe()?;
    sys::set_nonblocking(&reading)?;
    let line = KeeperLine { control: Mutex::new(sys::raise(own)?), status: reading };
    Ok((line, KeeperEnds { control: sys::raise(its)?, status: writing }))
}

impl KeeperLine {
    /// The status with which the child ended, if the keeper saw it.
    pub(crate) fn status(&self) -> Option<libc::c_int> {
        let mut bytes = [0; 4];
        let count = rustix::io::read(&self.status, &mut bytes).ok()?;
        (count == bytes.len()).then(|| libc::c_int::from_ne_bytes(bytes))
    }

    /// Asks the keeper to end everything.
    pub(crate) fn end_all(&self) {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        // It can only fail if the keeper has ended.
        let _ = rustix::net::send(&*control, &[END_ALL, 0, 0], SendFlags::NOSIGNAL);
    }

    /// Connects to a port on the child's own loopback network.
    pub(crate) fn connect(&self, port: u16) -> io::Result<TcpStream> {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        let [high, low] = port.to_be_bytes();
        rustix::net::send(&*control, &[CONNECT, high, low], SendFlags::NOSIGNAL)?;
        receive(&control)?.map(TcpStream::from).ok_or_else(no_socket)
    }

    /// The listening socket that the keeper made before it started the child.
    pub(crate) fn listener(&self) -> io::Result<TcpListener> {
        let control = self.control.lock().unwrap_or_else(PoisonError::into_inner);
        receive(&control)?.map(TcpListener::from).ok_or_else(no_socket)
    }
}

fn no_socket() -> io::Error {
    io::Error::other("the keeper sent no socket")
}

/// A keeper's answer: an error number, and a socket if that is 0.
fn receive(control: &OwnedFd) -> io::Result<Option<OwnedFd>> {
    let deadline = Instant::now() + Duration::from_millis(ANSWER_TIMEOUT_MS);
    if !sys::poll_until(&mut [sys::watch(control, libc::POLLIN)], deadline)? {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let mut code = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let received = rustix::net::recvmsg(
        control,
        &mut [IoSliceMut::new(&mut code)],
        &mut ancillary,
        RecvFlags::CMSG_CLOEXEC,
    )?;
    if received.bytes != code.len() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match i32::from_ne_bytes(code) {
        0 => {}
        code => return Err(io::Error::from_raw_os_error(code)),
    }
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(mut sockets) = message {
            return Ok(sockets.next());
        }
    }
    Ok(None)
}

/// Sends debunk a socket, or the reason why there is none.
fn answer(control: BorrowedFd<'_>, socket: Result<OwnedFd, Errno>) {
    let code = socket.as_ref().err().map_or(0, |error| error.raw_os_error()).to_ne_bytes();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let sent = socket.as_ref().ok().map(|socket| [socket.as_fd()]);
    if let Some(sent) = &sent {
        ancillary.push(SendAncillaryMessage::ScmRights(sent));
    }
    // It can only fail if debunk has ended, which is noticed elsewhere.
    let _ =
        rustix::net::sendmsg(control, &[IoSlice::new(&code)], &mut ancillary, SendFlags::NOSIGNAL);
}

/// Opens a port on the keeper's loopback network and gives the listening socket to debunk.
pub(crate) fn listen(control: BorrowedFd<'_>, port: u16) {
    let open = || {
        let socket = tcp_socket()?;
        rustix::net::bind(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, port))?;
        rustix::net::listen(&socket, 8)?;
        Ok(socket)
    };
    answer(control, open());
}

fn connect(port: u16) -> Result<OwnedFd, Errno> {
    let socket = tcp_socket()?;
    let patience = Some(Duration::from_secs(CONNECT_TIMEOUT_S));
    rustix::net::sockopt::set_socket_timeout(
        &socket,
        rustix::net::sockopt::Timeout::Send,
        patience,
    )?;
    rustix::net::connect(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, port))?;
    rustix::net::sockopt::set_socket_timeout(&socket, rustix::net::sockopt::Timeout::Send, None)?;
    Ok(socket)
}

fn tcp_socket() -> Result<OwnedFd, Errno> {
    rustix::net::socket_with(AddressFamily::INET, SocketType::STREAM, SocketFlags::CLOEXEC, None)
}

/// Enables the loopback network of a new namespace.
pub(crate) fn loopback_up() -> Result<(), Errno> {
    let socket = rustix::net::socket_with(
        AddressFamily::INET,
        SocketType::DGRAM,
        SocketFlags::CLOEXEC,
        None,
    )?;
    // SAFETY: all-zero is a valid request, which the calls read and fill in; the name fits.
    unsafe {
        let mut request: libc::ifreq = std::mem::zeroed();
        request.ifr_name[0] = b'l' as libc::c_char;
        request.ifr_name[1] = b'o' as libc::c_char;
        if libc::ioctl(socket.as_raw_fd(), libc::SIOCGIFFLAGS as _, &raw mut request) < 0 {
            return Err(sys::errno());
        }
        request.ifr_ifru.ifru_flags |= libc::IFF_UP as libc::c_short;
        if libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as _, &raw mut request) < 0 {
            return Err(sys::errno());
        }
    }
    Ok(())
}

/// A descriptor from which the end of a child can be read. The signal itself is blocked from now on.
pub(crate) fn watch_children() -> Result<RawFd, Errno> {
    // SAFETY: an all-zero set is valid to be emptied.
    unsafe {
        let mut ends: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut ends);
        libc::sigaddset(&raw mut ends, libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const ends, std::ptr::null_mut());
        let signals = libc::signalfd(-1, &raw const ends, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
        // It must not be overwritten when descriptors get their numbers.
        let high = libc::fcntl(signals, libc::F_DUPFD_CLOEXEC, FIRST_HIGH_FD);
        if high < 0 { Err(sys::errno()) } else { Ok(high) }
    }
}

/// Closes every descriptor of debunk except the keeper's own.
///
/// # Safety
/// Only in a forked copy of debunk in which no other code runs.
pub(crate) unsafe fn keep_only(ends: &KeeperEnds, signals: RawFd) {
    // SAFETY: the calls take numbers only; all descriptors are above the numbers that they get.
    unsafe {
        let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        for number in 0..3 {
            libc::dup2(nothing, number);
        }
        libc::dup2(ends.control.as_raw_fd(), CONTROL_FD);
        libc::dup2(ends.status.as_raw_fd(), STATUS_FD);
        libc::dup2(signals, SIGNALS_FD);
        libc::syscall(libc::SYS_close_range, FIRST_FOREIGN_FD, libc::c_uint::MAX, 0);
    }
}

/// Waits for the end of `child` and for requests, until one or the other ends the keeper.
///
/// # Safety
/// Only after [`keep_only`].
pub(crate) unsafe fn keep(child: libc::pid_t, is_first: bool) -> ! {
    loop {
        let mut watched = [CONTROL_FD, SIGNALS_FD].map(|fd| libc::pollfd {
            fd,
            events: libc::POLLIN,
            revents: 0,
        });
        // SAFETY: the pointer and the count describe `watched`; all calls are on own descriptors.
        unsafe {
            libc::poll(watched.as_mut_ptr(), watched.len() as libc::nfds_t, -1);
            if watched[1].revents != 0 {
                let mut signal: [u8; size_of::<libc::signalfd_siginfo>()] =
                    [0; size_of::<libc::signalfd_siginfo>()];
                libc::read(SIGNALS_FD, signal.as_mut_ptr().cast(), signal.len());
                if reap(child) {
                    end(child, is_first, true);
                }
            }
            if watched[0].revents != 0 && !serve() {
                end(child, is_first, false);
            }
        }
    }
}

/// Answers one request; false if everything has to end.
unsafe fn serve() -> bool {
    // SAFETY: the descriptor is open for as long as the keeper lives.
    let control = unsafe { BorrowedFd::borrow_raw(CONTROL_FD) };
    let mut request = [0; REQUEST_BYTES];
    match rustix::net::recv(control, &mut request, RecvFlags::empty()) {
        Ok((REQUEST_BYTES, _)) if request[0] == CONNECT => {
            answer(control, connect(u16::from_be_bytes([request[1], request[2]])));
            true
        }
        Err(Errno::INTR) => true,
        _ => false,
    }
}

/// Reaps everything that has ended and passes the child's status on; true if the child was among
/// them.
unsafe fn reap(child: libc::pid_t) -> bool {
    let mut has_ended = false;
    let mut status = 0;
    loop {
        // SAFETY: the pointer refers to a valid number.
        let pid = unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG) };
        if pid <= 0 {
            return has_ended;
        }
        if pid == child {
            has_ended = true;
            // SAFETY: as for this function.
            unsafe { report_status(status) };
        }
    }
}

unsafe fn report_status(status: libc::c_int) {
    let bytes = status.to_ne_bytes();
    // SAFETY: the pointer and the length describe `bytes`.
    unsafe { libc::write(STATUS_FD, bytes.as_ptr().cast(), bytes.len()) };
}

/// Ends the keeper and everything with it: the kernel does it, or else one process after the other.
unsafe fn end(child: libc::pid_t, is_first: bool, has_ended: bool) -> ! {
    // SAFETY: the calls take numbers only, or are allowed where this one is.
    unsafe {
        if !is_first {
            end_descendants(child);
        } else if !has_ended {
            report_status(libc::SIGKILL);
        }
        libc::_exit(EXIT_KEPT)
    }
}

/// Kills all children until none are left: the children of a dead process become the keeper's own.
unsafe fn end_descendants(child: libc::pid_t) {
    for _ in 0..END_ALL_ROUNDS {
        // SAFETY: the calls take numbers only.
        unsafe {
            for_each_child(|pid| {
                libc::kill(pid, libc::SIGKILL);
            });
            reap(child);
            let mut info: libc::siginfo_t = std::mem::zeroed();
            let flags = libc::WEXITED | libc::WNOWAIT;
            if libc::waitid(libc::P_ALL, 0, &raw mut info, flags) < 0 {
                return;
            }
        }
    }
}

unsafe fn for_each_child(action: impl Fn(libc::pid_t)) {
    let mut list = [0u8; CHILDREN_BYTES];
    // SAFETY: the text is null-terminated, and the pointer and the length describe `list`.
    let count = unsafe {
        let file = libc::open(CHILDREN_FILE.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
        let count = libc::read(file, list.as_mut_ptr().cast(), list.len());
        libc::close(file);
        usize::try_from(count).unwrap_or(0)
    };
    let mut pid = 0;
    for byte in &list[..count] {
        match byte {
            b'0'..=b'9' => pid = pid * 10 + libc::pid_t::from(byte - b'0'),
            _ => {
                if pid > 0 {
                    action(pid);
                }
                pid = 0;
            }
        }
    }
}
