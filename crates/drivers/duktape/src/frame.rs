//! The frames between debunk and the host, cut out of a stream of bytes. Pure.

/// A frame begins with its letter and its length.
const HEADER_BYTES: usize = 5;
/// A frame above this size counts as a broken stream.
const FRAME_LIMIT_BYTES: usize = 64 * 1024 * 1024;

/// A frame of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub letter: u8,
    pub data: Vec<u8>,
}

/// A frame for the host.
pub(crate) fn encode(letter: u8, parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut bytes = Vec::with_capacity(HEADER_BYTES + length);
    bytes.push(letter);
    bytes.extend_from_slice(&(length as u32).to_le_bytes());
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}

/// Collects bytes and returns whole frames.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    buffer: Vec<u8>,
    consumed: usize,
}

impl Frames {
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.consumed);
        self.consumed = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole frame; `None` if more bytes are needed.
    pub fn next(&mut self) -> Result<Option<Frame>, &'static str> {
        let rest = &self.buffer[self.consumed..];
        let Some((header, rest)) = rest.split_at_checked(HEADER_BYTES) else { return Ok(None) };
        let length = number(&header[1..]).unwrap_or(usize::MAX);
        if length > FRAME_LIMIT_BYTES {
            return Err("a frame of absurd length");
        }
        let Some(data) = rest.get(..length) else { return Ok(None) };
        let frame = Frame { letter: header[0], data: data.to_vec() };
        self.consumed += HEADER_BYTES + length;
        Ok(Some(frame))
    }
}

/// The number in the first four bytes.
pub(crate) fn number(bytes: &[u8]) -> Option<usize> {
    let four: [u8; 4] = bytes.get(..4)?.try_into().ok()?;
    Some(u32::from_le_bytes(four) as usize)
}

/// Takes a text after its length from the front of the bytes.
pub(crate) fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = number(bytes)?;
    let text = bytes.get(4..4 + length)?;
    *bytes = &bytes[4 + length..];
    Some(text_of(text))
}

/// Takes a number from the front of the bytes.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    let taken = number(bytes)?;
    *bytes = &bytes[4..];
    Some(taken)
}

/// A text of Duktape, which writes characters beyond 16 bits as two surrogates, each like a
/// separate character.
pub(crate) fn text_of(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut units: Vec<u16> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let continued = |index: usize| rest.get(index).map_or(0, |byte| u16::from(byte & 0x3f));
        let (unit, length) = match rest[0] {
            byte @ 0..0x80 => (u16::from(byte), 1),
            byte @ 0xc0..0xe0 => (u16::from(byte & 0x1f) << 6 | continued(1), 2),
            byte @ 0xe0..0xf0 => {
                (u16::from(byte & 0x0f) << 12 | continued(1) << 6 | continued(2), 3)
            }
            _ => (0xfffd, 1),
        };
        units.push(unit);
        at += length;
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_survive_any_cut() {
        let mut bytes = encode(b'd', &[b"ab", b"c"]);
        bytes.extend(encode(b'e', &[]));
        for cut in 0..bytes.len() {
            let mut frames = Frames::default();
            let mut got = Vec::new();
            for part in [&bytes[..cut], &bytes[cut..]] {
                frames.feed(part);
                while let Some(frame) = frames.next().expect("good frames") {
                    got.push(frame);
                }
            }
            let expected = [
                Frame { letter: b'd', data: b"abc".to_vec() },
                Frame { letter: b'e', data: Vec::new() },
            ];
            assert_eq!(got, expected);
        }
    }

    #[test]
    fn an_absurd_length_is_refused() {
        let mut frames = Frames::default();
        frames.feed(&[b'd', 255, 255, 255, 255]);
        assert!(frames.next().is_err());
    }

    #[test]
    fn surrogates_become_one_character() {
        assert_eq!(text_of(b"a\xed\xa0\xbd\xed\xb8\x80b"), "a😀b");
        assert_eq!(text_of("äö".as_bytes()), "äö");
    }
}
