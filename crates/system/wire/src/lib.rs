//! Streams of messages to a debugger, on loopback, sockets in the file system and pipes only.
//!
//! A [`Channel`] sends and receives whole messages; a [`Framing`] says how a stream of bytes is cut
//! into them. Every driver talks to its debugger through this crate. It knows no protocol: what a
//! message means is the driver's business.

mod channel;
mod framing;
#[doc(hidden)]
pub mod fuzz;

pub use channel::{Channel, ChannelError, Traffic};
pub use framing::Framing;
