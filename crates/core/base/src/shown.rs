//! Texts from programs, escaped and visible.

use std::fmt::Write as _;

/// A longer line of a message is cut.
const CLIPPED_LINE_CHARS: usize = 200;

/// Whether a character would not be seen, looks like a plain space without being one, or changes how
/// others are seen (as the marks for the direction of writing do).
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

fn number(character: char) -> String {
    format!("U+{:04X}", character as u32)
}

/// The text in one line, with the code of every invisible character.
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

/// JSON of the same value in which nothing is hidden and none of the characters in `more` occurs:
/// each is escaped. So a file that is run keeps its meaning and stays readable.
pub fn json_escapes(json: &str, more: &[char]) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        // Between its values JSON has its own line ends and spaces.
        let is_own = matches!(character, '\n' | '\r' | '\t');
        if more.contains(&character) || (is_hidden(character) && !is_own) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// Text that is safe in HTML and XML, in an element or in a quoted attribute.
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

/// The text with every line cut to a length at which people still read it.
pub fn clipped(text: &str) -> String {
    let lines = text.lines().map(|line| match line.char_indices().nth(CLIPPED_LINE_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_clipped_and_short_ones_kept() {
        let text = format!("short\n{}\n", "é".repeat(CLIPPED_LINE_CHARS + 1));
        assert_eq!(clipped(&text), format!("short\n{}…", "é".repeat(CLIPPED_LINE_CHARS)));
    }

    #[test]
    fn markup_is_text_and_what_is_hidden_has_a_number() {
        let hostile = "</script><img src=x onerror=alert(1)>\u{202e}\u{0}\u{2028}";
        let text = markup(&visible(hostile));
        assert!(!text.contains('<') && !text.contains('>') && !text.contains('\0'), "{text}");
        assert!(text.contains("\u{27e8}U+202E\u{27e9}\u{27e8}U+0000\u{27e9}"), "{text}");
        assert_eq!(markup("a\"b'c&"), "a&quot;b&#39;c&amp;");
        assert_eq!(visible_lines("a\r\nb\tc\n"), "a\nb\u{27e8}U+0009\u{27e9}c\n");
    }

    /// Writing-direction marks, joiners, fillers, tags, other spaces, byte order marks, variation
    /// selectors.
    const HIDDEN: &str = "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\
        \u{200e}\u{200f}\u{61c}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}\u{180e}\u{3164}\u{2800}\
        \u{a0}\u{2003}\u{3000}\u{fe0f}\u{e0001}\u{e0100}\u{1d173}\u{7f}\u{85}";

    #[test]
    fn nothing_that_hides_gets_through() {
        for character in HIDDEN.chars() {
            assert!(is_hidden(character), "{:x}", character as u32);
        }
        let shown = visible(&format!("a{HIDDEN}b"));
        assert!(!shown.chars().any(is_hidden), "{shown}");
        assert_eq!(shown.matches("U+").count(), HIDDEN.chars().count());
        for plain in
            ["a b", "\u{e4}\u{df}", "\u{65e5}\u{672c}", "\u{2192}", "\u{5e9}\u{5dc}", "e\u{301}"]
        {
            assert_eq!(visible(plain), plain);
        }
    }

    #[test]
    fn escapes_keep_the_value_of_json() {
        let json = format!("{{\n  \"a\": \"{HIDDEN}<\"\n}}");
        let escaped = json_escapes(&json, &['<']);
        assert!(!escaped.chars().any(|it| it != '\n' && is_hidden(it)), "{escaped}");
        assert!(!escaped.contains('<') && escaped.contains("\\u202e\\u2066"), "{escaped}");
        assert!(escaped.contains("\\udb40\\udc01"), "{escaped}");
    }
}
