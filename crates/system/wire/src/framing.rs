//! How messages are cut out of a stream of bytes: web socket frames, NUL-terminated texts, lines,
//! or texts after their length. Pure: bytes in, messages out.

/// The mask that a client must apply to web socket frames. Masking defends against confused
/// proxies; on our own loopback connection a constant key is as good as any.
const MASK: [u8; 4] = [0, 0, 0, 0];

/// Frames above this size count as a broken stream.
const FRAME_LIMIT_BYTES: u64 = 256 * 1024 * 1024;

/// More digits than the longest message could have.
const LENGTH_DIGITS_MAX: usize = 12;

/// A header above this size counts as a broken stream.
const HEADER_LIMIT_BYTES: usize = 8 * 1024;
const HEADER_END: &[u8] = b"\r\n\r\n";

/// How a stream is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// RFC 6455, client side.
    WebSocket,
    /// Each message ends with a NUL byte.
    NulEnded,
    /// Each message follows its length in bytes, in decimal digits, and a colon.
    LengthFirst,
    /// Each message is a line.
    Lines,
    /// Each message follows a header with a `Content-Length`, as in the Debug Adapter Protocol.
    ContentLength,
}

/// What a stream contained instead of a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FramingError {
    /// The other side closed the stream cleanly.
    #[error("the debugger closed the connection")]
    Closed,
    /// The bytes are malformed.
    #[error("the debugger sent a malformed message: {0}")]
    Malformed(&'static str),
}

/// Appends one framed message to `buffer`.
pub fn encode(framing: Framing, message: &str, buffer: &mut Vec<u8>) {
    match framing {
        Framing::NulEnded => {
            buffer.extend_from_slice(message.as_bytes());
            buffer.push(0);
        }
        Framing::LengthFirst => {
            buffer.extend_from_slice(format!("{}:", message.len()).as_bytes());
            buffer.extend_from_slice(message.as_bytes());
        }
        Framing::Lines => {
            buffer.extend_from_slice(message.as_bytes());
            buffer.push(b'\n');
        }
        Framing::ContentLength => {
            let header = format!("Content-Length: {}\r\n\r\n", message.len());
            buffer.extend_from_slice(header.as_bytes());
            buffer.extend_from_slice(message.as_bytes());
        }
        Framing::WebSocket => {
            buffer.push(0x81);
            let length = message.len();
            if length < 126 {
                buffer.push(0x80 | length as u8);
            } else if let Ok(short) = u16::try_from(length) {
                buffer.push(0x80 | 126);
                buffer.extend_from_slice(&short.to_be_bytes());
            } else {
                buffer.push(0x80 | 127);
                buffer.extend_from_slice(&(length as u64).to_be_bytes());
            }
            buffer.extend_from_slice(&MASK);
            // The mask is zero, so masked and plain text are the same.
            buffer.extend_from_slice(message.as_bytes());
        }
    }
}

/// Collects bytes and returns whole messages.
#[derive(Debug)]
pub struct Decoder {
    framing: Framing,
    buffer: Vec<u8>,
    consumed: usize,
    searched: usize,
    fragments: Vec<u8>,
}

impl Decoder {
    /// A decoder at the start of a stream.
    pub fn new(framing: Framing) -> Self {
        Self { framing, buffer: Vec::new(), consumed: 0, searched: 0, fragments: Vec::new() }
    }

    /// Adds bytes that were read.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.consumed > 0 && self.consumed == self.buffer.len() {
            self.buffer.clear();
            self.consumed = 0;
            self.searched = 0;
        } else if self.consumed > 1024 * 1024 {
            self.buffer.drain(..self.consumed);
            self.searched = self.searched.saturating_sub(self.consumed);
            self.consumed = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole message; `None` if more bytes are needed.
    ///
    /// # Errors
    /// If the stream is closed or broken.
    pub fn next_message(&mut self) -> Result<Option<String>, FramingError> {
        match self.framing {
            Framing::NulEnded => self.next_ended_by(0)?.map(text).transpose(),
            Framing::Lines => Ok(self
                .next_ended_by(b'\n')?
                .map(|line| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned())),
            Framing::ContentLength => self.next_content_length(),
            Framing::WebSocket => self.next_web_socket(),
            Framing::LengthFirst => self.next_length_first(),
        }
    }

    fn next_length_first(&mut self) -> Result<Option<String>, FramingError> {
        let rest = &self.buffer[self.consumed..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match rest.get(digits) {
            // However the stream is cut: too many digits are not a length.
            _ if digits > LENGTH_DIGITS_MAX => {
                return Err(FramingError::Malformed("a message of absurd length"));
            }
            None => return Ok(None),
            Some(b':') if digits > 0 => {}
            _ => return Err(FramingError::Malformed("a message without its length")),
        }
        let length = std::str::from_utf8(&rest[..digits])
            .ok()
            .and_then(|digits| digits.parse::<u64>().ok())
            .filter(|length| *length <= FRAME_LIMIT_BYTES)
            .ok_or(FramingError::Malformed("a message of absurd length"))?
            as usize;
        let start = digits + 1;
        let Some(message) = rest.get(start..start + length) else { return Ok(None) };
        let message = text(message.to_vec())?;
        self.consumed += start + length;
        Ok(Some(message))
    }

    fn next_ended_by(&mut self, end: u8) -> Result<Option<Vec<u8>>, FramingError> {
        let from = self.consumed.max(self.searched);
        let Some(length) = self.buffer[from..].iter().position(|&byte| byte == end) else {
            self.searched = self.buffer.len();
            if (self.searched - self.consumed) as u64 > FRAME_LIMIT_BYTES {
                return Err(FramingError::Malformed("a message of absurd length"));
            }
            return Ok(None);
        };
        let message = self.buffer[self.consumed..from + length].to_vec();
        self.consumed = from + length + 1;
        Ok(Some(message))
    }

    fn next_content_length(&mut self) -> Result<Option<String>, FramingError> {
        let rest = &self.buffer[self.consumed..];
        let window = &rest[..rest.len().min(HEADER_LIMIT_BYTES)];
        let no_header = Err(FramingError::Malformed("a message without its header"));
        if !window.is_empty() && !is_header_start(window) {
            return no_header;
        }
        let Some(end) = window.windows(HEADER_END.len()).position(|part| part == HEADER_END) else {
            return if window.len() == HEADER_LIMIT_BYTES { no_header } else { Ok(None) };
        };
        let length = content_length(&rest[..end])
            .filter(|length| *length <= FRAME_LIMIT_BYTES)
            .ok_or(FramingError::Malformed("a header without a sensible Content-Length"))?
            as usize;
        let start = end + HEADER_END.len();
        let Some(message) = rest.get(start..start + length) else { return Ok(None) };
        let message = text(message.to_vec())?;
        self.consumed += start + length;
        Ok(Some(message))
    }

    fn next_web_socket(&mut self) -> Result<Option<String>, FramingError> {
        loop {
            let Some((header, payload)) = self.frame()? else { return Ok(None) };
            let is_final = header & 0x80 != 0;
            match header & 0x0f {
                0x0..=0x2 => {
                    if is_final && self.fragments.is_empty() {
                        return text(payload).map(Some);
                    }
                    self.fragments.extend_from_slice(&payload);
                    if self.fragments.len() as u64 > FRAME_LIMIT_BYTES {
                        return Err(FramingError::Malformed("a message of absurd length"));
                    }
                    if is_final {
                        return text(std::mem::take(&mut self.fragments)).map(Some);
                    }
                }
                0x8 => return Err(FramingError::Closed),
                // Pings need no answer here: debuggers on loopback do not send them.
                0x9 | 0xa => {}
                _ => return Err(FramingError::Malformed("unknown web socket frame")),
            }
        }
    }

    fn frame(&mut self) -> Result<Option<(u8, Vec<u8>)>, FramingError> {
        let bytes = &self.buffer[self.consumed..];
        let [header, short_length, ..] = *bytes else { return Ok(None) };
        if short_length & 0x80 != 0 {
            return Err(FramingError::Malformed("masked frame from a server"));
        }
        let (length, start) = match short_length & 0x7f {
            126 => match bytes.get(2..4).and_then(|raw| raw.try_into().ok()) {
                Some(raw) => (u64::from(u16::from_be_bytes(raw)), 4),
                None => return Ok(None),
            },
            127 => match bytes.get(2..10).and_then(|raw| raw.try_into().ok()) {
                Some(raw) => (u64::from_be_bytes(raw), 10),
                None => return Ok(None),
            },
            length => (u64::from(length), 2),
        };
        if length > FRAME_LIMIT_BYTES {
            return Err(FramingError::Malformed("frame of more than 256 MiB"));
        }
        let end = start + length as usize;
        let Some(payload) = bytes.get(start..end) else { return Ok(None) };
        let payload = payload.to_vec();
        self.consumed += end;
        Ok(Some((header, payload)))
    }
}

/// Whether the bytes may be the start of a header: a name of letters and dashes, and a colon.
fn is_header_start(bytes: &[u8]) -> bool {
    let name = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'-').count();
    bytes.get(name).is_none_or(|byte| *byte == b':' && name > 0)
}

fn content_length(header: &[u8]) -> Option<u64> {
    let header = std::str::from_utf8(header).ok()?;
    header.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
    })
}

fn text(bytes: Vec<u8>) -> Result<String, FramingError> {
    String::from_utf8(bytes).map_err(|_| FramingError::Malformed("message is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn server_frame(header: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![header];
        match payload.len() {
            length @ 0..126 => bytes.push(length as u8),
            length @ 126..=65535 => {
                bytes.push(126);
                bytes.extend_from_slice(&(length as u16).to_be_bytes());
            }
            length => {
                bytes.push(127);
                bytes.extend_from_slice(&(length as u64).to_be_bytes());
            }
        }
        bytes.extend_from_slice(payload);
        bytes
    }

    fn decode(framing: Framing, chunks: &[&[u8]]) -> Result<Vec<String>, FramingError> {
        let mut decoder = Decoder::new(framing);
        let mut messages = Vec::new();
        for chunk in chunks {
            decoder.feed(chunk);
            while let Some(message) = decoder.next_message()? {
                messages.push(message);
            }
        }
        Ok(messages)
    }

    #[test]
    fn fragments_are_joined() {
        let bytes = [server_frame(0x01, b"ab"), server_frame(0x80, b"cd")].concat();
        assert_eq!(decode(Framing::WebSocket, &[&bytes]), Ok(vec!["abcd".to_owned()]));
    }

    #[test]
    fn a_close_frame_closes() {
        assert_eq!(
            decode(Framing::WebSocket, &[&server_frame(0x88, b"")]),
            Err(FramingError::Closed)
        );
    }

    #[test]
    fn bad_frames_are_malformed() {
        let masked = [0x81, 0x81, 0, 0, 0, 0, b'x'];
        assert!(matches!(decode(Framing::WebSocket, &[&masked]), Err(FramingError::Malformed(_))));
        let mut huge = vec![0x81, 127];
        huge.extend_from_slice(&u64::MAX.to_be_bytes());
        assert!(matches!(decode(Framing::WebSocket, &[&huge]), Err(FramingError::Malformed(_))));
        assert!(matches!(
            decode(Framing::NulEnded, &[&[0xff, 0xfe, 0]]),
            Err(FramingError::Malformed(_))
        ));
    }

    #[test]
    fn a_header_may_have_more_fields_but_must_have_a_length() {
        let good = b"content-type: x\r\nContent-Length:2\r\n\r\n{}";
        assert_eq!(decode(Framing::ContentLength, &[good]), Ok(vec!["{}".to_owned()]));
        let bad: [&[u8]; 4] = [b"Content-Type: x\r\n\r\n{}", b"hello there", b"{}", b": 2\r\n"];
        for bytes in bad {
            let decoded = decode(Framing::ContentLength, &[bytes]);
            assert!(matches!(decoded, Err(FramingError::Malformed(_))), "{decoded:?}");
        }
    }

    proptest! {
        #[test]
        fn messages_survive_any_split(
            messages in proptest::collection::vec("[a-zé𝒳]{0,300}", 1..6),
            cut in 1usize..40,
            framing in proptest::sample::select(vec![
                Framing::WebSocket, Framing::NulEnded, Framing::LengthFirst, Framing::Lines,
                Framing::ContentLength,
            ]),
        ) {
            let bytes: Vec<u8> = messages
                .iter()
                .flat_map(|message| match framing {
                    Framing::WebSocket => server_frame(0x81, message.as_bytes()),
                    _ => {
                        let mut bytes = Vec::new();
                        encode(framing, message, &mut bytes);
                        bytes
                    }
                })
                .collect();
            let chunks: Vec<&[u8]> = bytes.chunks(cut).collect();
            prop_assert_eq!(decode(framing, &chunks), Ok(messages));
        }

        #[test]
        fn garbage_never_panics(bytes: Vec<u8>) {
            let _ = decode(Framing::WebSocket, &[&bytes]);
            let _ = decode(Framing::NulEnded, &[&bytes]);
            let _ = decode(Framing::Lines, &[&bytes]);
            let _ = decode(Framing::ContentLength, &[&bytes]);
        }
    }
}
