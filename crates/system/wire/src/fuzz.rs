//! What fuzzing feeds: arbitrary bytes as a stream, in any framing.

use crate::framing::{Decoder, Framing, encode};
use crate::{Channel, ChannelError};
use std::fs::File;
use std::io::Write;
use std::os::fd::OwnedFd;

/// All framings.
pub const FRAMINGS: [Framing; 5] = [
    Framing::WebSocket,
    Framing::NulEnded,
    Framing::LengthFirst,
    Framing::Lines,
    Framing::ContentLength,
];

/// Decodes a stream that arrives in two parts, in every framing, and what was encoded here.
///
/// # Panics
/// If a message does not survive, or if the cut changes what is read.
pub fn framing(data: &[u8]) {
    let Some((&cut, stream)) = data.split_first() else { return };
    let cut = stream.len() * usize::from(cut) / 256;
    for framing in FRAMINGS {
        let whole = decode(framing, &[stream]);
        let parts = decode(framing, &[&stream[..cut], &stream[cut..]]);
        assert_eq!(whole, parts, "{framing:?} depends on how the stream is cut");
        let text = String::from_utf8_lossy(stream).replace(['\0', '\n', '\r'], " ");
        if framing == Framing::WebSocket {
            // Only a server can read what a client writes.
            continue;
        }
        let mut bytes = Vec::new();
        encode(framing, &text, &mut bytes);
        assert_eq!(decode(framing, &[&bytes]), [text], "{framing:?} loses a message");
    }
}

fn decode(framing: Framing, parts: &[&[u8]]) -> Vec<String> {
    let mut decoder = Decoder::new(framing);
    let mut messages = Vec::new();
    for part in parts {
        decoder.feed(part);
        loop {
            match decoder.next_message() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(_) => return messages,
            }
        }
    }
    messages
}

/// What fits into a pipe without a reader.
const PIPE_BYTES: usize = 60_000;

/// A channel whose other side has sent these bytes, as far as they fit into a pipe, and is gone.
///
/// # Errors
/// If the system refuses.
pub fn channel(framing: Framing, bytes: &[u8]) -> Result<Channel, ChannelError> {
    let failed = |error: std::io::Error| ChannelError::Ended(error.to_string());
    let (from, mut to) = std::io::pipe().map_err(failed)?;
    to.write_all(&bytes[..bytes.len().min(PIPE_BYTES)]).map_err(failed)?;
    drop(to);
    let nowhere = File::options().write(true).open("/dev/null").map_err(failed)?;
    Channel::framed_pipes(nowhere, OwnedFd::from(from).into(), framing)
}
