//! Texts from programs, escaped for each format.

use debunk_base::{json_escapes, markup, visible};
use std::fmt::Write as _;

/// Text from a program as HTML in one line.
pub(crate) fn html(text: &str) -> String {
    markup(&visible(text))
}

/// JSON that is safe in a script element: nothing in it can end the element or begin a comment, and
/// nothing in it is invisible.
pub(crate) fn script_json(json: &str) -> String {
    json_escapes(json, &['<', '>', '&'])
}

/// A relative path as a part of a URL.
pub(crate) fn address(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

/// An argument as a shell takes it.
pub(crate) fn shell(argument: &str) -> String {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-._/@:+,".contains(character);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base 64, as a content security policy writes a hash.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let three = [0, 1, 2].map(|place| u32::from(chunk.get(place).copied().unwrap_or(0)));
        let group = three[0] << 16 | three[1] << 8 | three[2];
        for place in 0..4 {
            if place <= chunk.len() {
                let digit = group >> (18 - 6 * place) & 63;
                text.push(char::from(BASE64[digit as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "</script><!--<img src=x onerror=alert(1)>\u{202e}\u{0}\u{2028}\u{1f600}";

    #[test]
    fn json_in_a_script_says_the_same_and_cannot_break_out() {
        let json = serde_json::json!({ HOSTILE: HOSTILE }).to_string();
        let escaped = script_json(&json);
        for part in ["<", ">", "&", "\u{202e}", "\u{2028}", "\u{0}"] {
            assert!(!escaped.contains(part), "{escaped}");
        }
        let (before, after): (serde_json::Value, serde_json::Value) = (
            serde_json::from_str(&json).expect("JSON"),
            serde_json::from_str(&escaped).expect("JSON"),
        );
        assert_eq!(before, after);
    }

    #[test]
    fn markup_is_text_and_what_is_hidden_has_a_number() {
        let text = html(HOSTILE);
        assert!(!text.contains('<') && !text.contains('>') && !text.contains('\0'), "{text}");
        assert!(text.contains("\u{27e8}U+202E\u{27e9}\u{27e8}U+0000\u{27e9}"), "{text}");
        assert_eq!(html("a\"b'c"), "a&quot;b&#39;c");
    }

    #[test]
    fn addresses_and_arguments_are_quoted() {
        assert_eq!(address("a b/<c>.js"), "a%20b/%3Cc%3E.js");
        assert_eq!(shell("out/findings/1"), "out/findings/1");
        assert_eq!(shell("it's $(x)"), "'it'\\''s $(x)'");
    }

    #[test]
    fn base_64_is_padded() {
        let texts = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }
}
