//! Streams of messages to a debugger, on loopback, sockets in the file system and pipes only.

mod channel;
mod framing;
#[doc(hidden)]
pub mod fuzz;

pub use channel::{Channel, ChannelError, waited};
pub use framing::Framing;
