//! A two-way stream of messages to a debugger, over loopback TCP, a socket in the file system or a
//! pair of pipes.

use crate::framing::{Decoder, Framing, FramingError, encode};
use debunk_base::waiting;
use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const READ_CHUNK_BYTES: usize = 64 * 1024;
const CONNECT_TIMEOUT_MS: u64 = 5_000;

static SENT_BYTES: AtomicU64 = AtomicU64::new(0);
static RECEIVED_BYTES: AtomicU64 = AtomicU64::new(0);

/// How much all channels of this process have carried so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// To debuggers, in bytes.
    pub sent_bytes: u64,
    /// From debuggers, in bytes.
    pub received_bytes: u64,
}

impl Traffic {
    /// Until now.
    pub fn now() -> Self {
        let [sent_bytes, received_bytes] =
            [&SENT_BYTES, &RECEIVED_BYTES].map(|bytes| bytes.load(Ordering::Relaxed));
        Self { sent_bytes, received_bytes }
    }
}

/// Why a channel returns no message.
#[derive(Debug, thiserror::Error)]
pub enum ChannelError {
    /// Nothing arrived before the deadline.
    #[error("no answer in time")]
    TimedOut,
    /// The other side is gone.
    #[error("the connection ended: {0}")]
    Ended(String),
}

impl From<FramingError> for ChannelError {
    fn from(error: FramingError) -> Self {
        ChannelError::Ended(error.to_string())
    }
}

enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
    Pipes { to: File, from: File },
}

/// The channel.
pub struct Channel {
    stream: Stream,
    framing: Framing,
    decoder: Decoder,
    outgoing: Vec<u8>,
    chunk: Vec<u8>,
}

impl Channel {
    /// Connects to a web socket at a `ws://127.0.0.1:PORT/PATH` address.
    ///
    /// # Errors
    /// If the address is not on loopback or nobody answers.
    pub fn connect(url: &str) -> Result<Self, ChannelError> {
        let timeout = Duration::from_millis(CONNECT_TIMEOUT_MS);
        Self::connect_by(url, |address| TcpStream::connect_timeout(&address, timeout))
    }

    /// The same over a connection that `connect` makes, since a child in its own network cannot be
    /// reached from outside.
    ///
    /// # Errors
    /// If the address is not on loopback or nobody answers.
    pub fn connect_by(
        url: &str,
        connect: impl FnOnce(SocketAddr) -> io::Result<TcpStream>,
    ) -> Result<Self, ChannelError> {
        let ended = |error: &dyn std::fmt::Display| ChannelError::Ended(error.to_string());
        let rest = url
            .strip_prefix("ws://")
            .ok_or_else(|| ended(&format!("not a web socket address: {url}")))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let address: SocketAddr = host.parse().map_err(|error| ended(&error))?;
        if !address.ip().is_loopback() {
            return Err(ended(&format!("{address} is not a loopback address")));
        }
        let timeout = Duration::from_millis(CONNECT_TIMEOUT_MS);
        let tcp = connect(address).map_err(|error| ended(&error))?;
        tcp.set_nodelay(true).map_err(|error| ended(&error))?;
        tcp.set_nonblocking(true).map_err(|error| ended(&error))?;
        let mut channel = Self::new(Stream::Tcp(tcp), Framing::WebSocket);
        channel.upgrade(host, path, Instant::now() + timeout)?;
        Ok(channel)
    }

    /// Connects to a socket in the file system, where each message follows its length.
    ///
    /// # Errors
    /// If nobody listens there.
    pub fn connect_unix(path: &Path) -> Result<Self, ChannelError> {
        let ended = |error: io::Error| ChannelError::Ended(error.to_string());
        let unix = UnixStream::connect(path).map_err(ended)?;
        unix.set_nonblocking(true).map_err(ended)?;
        Ok(Self::new(Stream::Unix(unix), Framing::LengthFirst))
    }

    /// Talks over a pair of pipes with NUL-terminated messages.
    ///
    /// # Errors
    /// If the pipes cannot be made non-blocking.
    pub fn pipes(to: File, from: File) -> Result<Self, ChannelError> {
        Self::framed_pipes(to, from, Framing::NulEnded)
    }

    /// Talks over a pair of pipes.
    ///
    /// # Errors
    /// If the pipes cannot be made non-blocking.
    pub fn framed_pipes(to: File, from: File, framing: Framing) -> Result<Self, ChannelError> {
        for file in [&to, &from] {
            set_nonblocking(file.as_raw_fd())
                .map_err(|error| ChannelError::Ended(error.to_string()))?;
        }
        Ok(Self::new(Stream::Pipes { to, from }, framing))
    }

    /// Talks over an existing loopback connection.
    ///
    /// # Errors
    /// If the connection leaves the machine or cannot be made non-blocking.
    pub fn framed_tcp(tcp: TcpStream, framing: Framing) -> Result<Self, ChannelError> {
        let ended = |error: io::Error| ChannelError::Ended(error.to_string());
        let address = tcp.peer_addr().map_err(ended)?;
        if !address.ip().is_loopback() {
            return Err(ChannelError::Ended(format!("{address} is not a loopback address")));
        }
        tcp.set_nodelay(true).map_err(ended)?;
        tcp.set_nonblocking(true).map_err(ended)?;
        Ok(Self::new(Stream::Tcp(tcp), framing))
    }

    /// Talks over a connected socket in the file system.
    ///
    /// # Errors
    /// If the socket cannot be made non-blocking.
    pub fn framed_unix(unix: UnixStream, framing: Framing) -> Result<Self, ChannelError> {
        unix.set_nonblocking(true).map_err(|error| ChannelError::Ended(error.to_string()))?;
        Ok(Self::new(Stream::Unix(unix), framing))
    }

    fn new(stream: Stream, framing: Framing) -> Self {
        Self {
            stream,
            framing,
            decoder: Decoder::new(framing),
            outgoing: Vec::new(),
            chunk: vec![0; READ_CHUNK_BYTES],
        }
    }

    fn upgrade(&mut self, host: &str, path: &str, deadline: Instant) -> Result<(), ChannelError> {
        let request = format!(
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: ZGVidW5rIHNheXMgaGkhIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        self.write_all(request.as_bytes(), deadline)?;
        let mut head = Vec::new();
        loop {
            let length = self.read_some(deadline)?;
            head.extend_from_slice(&self.chunk[..length]);
            if let Some(end) = head.windows(4).position(|window| window == b"\r\n\r\n") {
                if !head.starts_with(b"HTTP/1.1 101") {
                    let text = String::from_utf8_lossy(&head[..end]).into_owned();
                    return Err(ChannelError::Ended(format!("refused: {text}")));
                }
                self.decoder.feed(&head[end + 4..]);
                return Ok(());
            }
        }
    }

    /// Adds a message to the next [`Channel::flush`].
    pub fn queue(&mut self, message: &str) {
        encode(self.framing, message, &mut self.outgoing);
    }

    /// Adds raw bytes to the next [`Channel::flush`], for a binary protocol.
    pub fn queue_bytes(&mut self, bytes: &[u8]) {
        self.outgoing.extend_from_slice(bytes);
    }

    /// Writes all queued messages at once.
    ///
    /// # Errors
    /// If the other side does not take them in time or is gone.
    pub fn flush(&mut self, deadline: Instant) -> Result<(), ChannelError> {
        let bytes = std::mem::take(&mut self.outgoing);
        let result = self.write_all(&bytes, deadline);
        self.outgoing = bytes;
        self.outgoing.clear();
        result
    }

    /// The next message.
    ///
    /// # Errors
    /// If none arrives before the deadline or the other side is gone.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, ChannelError> {
        loop {
            if let Some(message) = self.decoder.next_message()? {
                return Ok(message);
            }
            let read = waiting(|| self.read_some(deadline));
            self.decoder.feed(&self.chunk[..read?]);
        }
    }

    /// The next raw bytes, for a binary protocol.
    ///
    /// # Errors
    /// If none arrive before the deadline or the other side is gone.
    pub fn receive_bytes(&mut self, deadline: Instant) -> Result<&[u8], ChannelError> {
        let read = waiting(|| self.read_some(deadline));
        Ok(&self.chunk[..read?])
    }

    /// Ends a connection over a socket, so that the other side sees its end; a pair of pipes ends
    /// with the channel.
    pub fn disconnect(&mut self) {
        // The other side may have done so already.
        let _ = match &self.stream {
            Stream::Tcp(tcp) => tcp.shutdown(Shutdown::Both),
            Stream::Unix(unix) => unix.shutdown(Shutdown::Both),
            Stream::Pipes { .. } => Ok(()),
        };
    }

    fn write_all(&mut self, mut bytes: &[u8], deadline: Instant) -> Result<(), ChannelError> {
        while !bytes.is_empty() {
            let (result, descriptor) = match &mut self.stream {
                Stream::Tcp(tcp) => (tcp.write(bytes), tcp.as_raw_fd()),
                Stream::Unix(unix) => (unix.write(bytes), unix.as_raw_fd()),
                Stream::Pipes { to, .. } => (to.write(bytes), to.as_raw_fd()),
            };
            match result {
                Ok(0) => return Err(ChannelError::Ended("cannot write".to_owned())),
                Ok(length) => {
                    SENT_BYTES.fetch_add(length as u64, Ordering::Relaxed);
                    bytes = &bytes[length..];
                }
                Err(error) => wait_after(&error, descriptor, libc::POLLOUT, deadline)?,
            }
        }
        Ok(())
    }

    fn read_some(&mut self, deadline: Instant) -> Result<usize, ChannelError> {
        loop {
            let (result, descriptor) = match &mut self.stream {
                Stream::Tcp(tcp) => {
                    acknowledge_quickly(tcp.as_raw_fd());
                    (tcp.read(&mut self.chunk), tcp.as_raw_fd())
                }
                Stream::Unix(unix) => (unix.read(&mut self.chunk), unix.as_raw_fd()),
                Stream::Pipes { from, .. } => (from.read(&mut self.chunk), from.as_raw_fd()),
            };
            match result {
                Ok(0) => return Err(ChannelError::Ended("end of stream".to_owned())),
                Ok(length) => {
                    RECEIVED_BYTES.fetch_add(length as u64, Ordering::Relaxed);
                    return Ok(length);
                }
                Err(error) => wait_after(&error, descriptor, libc::POLLIN, deadline)?,
            }
        }
    }
}

fn wait_after(
    error: &io::Error,
    descriptor: RawFd,
    events: libc::c_short,
    deadline: Instant,
) -> Result<(), ChannelError> {
    match error.kind() {
        io::ErrorKind::Interrupted => Ok(()),
        io::ErrorKind::WouldBlock => wait_until_ready(descriptor, events, deadline),
        _ => Err(ChannelError::Ended(error.to_string())),
    }
}

fn wait_until_ready(
    descriptor: RawFd,
    events: libc::c_short,
    deadline: Instant,
) -> Result<(), ChannelError> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(ChannelError::TimedOut);
    }
    let mut waiting = libc::pollfd { fd: descriptor, events, revents: 0 };
    let timeout_ms = left.as_millis().min(i32::MAX as u128 - 1) as i32 + 1;
    // SAFETY: the pointer refers to one valid pollfd that outlives the call.
    unsafe { libc::poll(&raw mut waiting, 1, timeout_ms) };
    Ok(())
}

fn set_nonblocking(descriptor: RawFd) -> io::Result<()> {
    // SAFETY: fcntl on a descriptor that the caller owns has no memory effects.
    let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFL) };
    // SAFETY: as above.
    if flags < 0 || unsafe { libc::fcntl(descriptor, libc::F_SETFL, flags | libc::O_NONBLOCK) } < 0
    {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Node and Deno write an event and a response separately; without an immediate acknowledgement of
/// the first, the second waits 40 ms. The flag resets itself, so it has to be set before every
/// read.
#[cfg(target_os = "linux")]
fn acknowledge_quickly(descriptor: RawFd) {
    let on: libc::c_int = 1;
    // SAFETY: the option value is a valid int that outlives the call.
    unsafe {
        libc::setsockopt(
            descriptor,
            libc::IPPROTO_TCP,
            libc::TCP_QUICKACK,
            (&raw const on).cast(),
            size_of::<libc::c_int>() as libc::socklen_t,
        );
    }
}

#[cfg(not(target_os = "linux"))]
fn acknowledge_quickly(_descriptor: RawFd) {}
