//! Texts from programs, made harmless and visible.

use std::fmt::Write as _;

/// Whether a character would not be seen, or would change how others are seen.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

fn number(character: char) -> String {
    format!("U+{:04X}", character as u32)
}

/// The text in one line, with the number of every character that cannot be seen.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            let _ = write!(shown, "\u{27e8}{}\u{27e9}", number(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// The same for a text of several lines, which keeps its line ends.
pub fn visible_lines(text: &str) -> String {
    let lines: Vec<String> = text.replace("\r\n", "\n").split('\n').map(visible).collect();
    lines.join("\n")
}

/// Text that may stand in HTML and XML, in an element or in a quoted attribute.
pub fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text_and_what_is_hidden_has_a_number() {
        let hostile = "</script><img src=x onerror=alert(1)>\u{202e}\u{0}\u{2028}";
        let text = markup(&visible(hostile));
        assert!(!text.contains('<') && !text.contains('>') && !text.contains('\0'), "{text}");
        assert!(text.contains("\u{27e8}U+202E\u{27e9}\u{27e8}U+0000\u{27e9}"), "{text}");
        assert_eq!(markup("a\"b'c&"), "a&quot;b&#39;c&amp;");
        assert_eq!(visible_lines("a\r\nb\tc\n"), "a\nb\u{27e8}U+0009\u{27e9}c\n");
    }
}
