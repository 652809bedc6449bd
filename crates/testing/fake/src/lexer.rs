//! Splits the text of a program into tokens with their exact places.

use debunk_model::Span;

/// The prefix of the name under which the copy of a program logs.
pub(crate) const LOG_NAME: &str = "debunkWitness";

/// The signs of the language, longest first, so that the first match is the right one.
const SIGNS: [&str; 39] = [
    "===", "!==", "=>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=",
    "%=", "(", ")", "{", "}", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "!", "=", "?",
    ":", ".", "&", "|", "^",
];

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number(f64),
    /// A string, with its escapes resolved.
    Text(String),
    /// One of [`SIGNS`].
    Sign(&'static str),
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
    /// Whether a line end precedes it.
    pub is_first_on_line: bool,
}

/// All tokens of a text, the last of which is [`TokenKind::End`].
///
/// # Errors
/// What is not a token.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let header = header_of_copy(text);
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut is_first_on_line = true;
    loop {
        if let Some(header) = header.filter(|header| header.start as usize == at) {
            at = header.end as usize;
        }
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() {
            is_first_on_line |= matches!(first, '\n' | '\r' | '\u{2028}' | '\u{2029}');
            at += first.len_utf8();
            continue;
        }
        if let Some(length) = comment(rest)? {
            is_first_on_line |= rest[..length].contains('\n') || rest.starts_with("//");
            at += length;
            continue;
        }
        let (kind, length) = token(rest, first)?;
        let span = Span::new(at as u32, (at + length) as u32);
        tokens.push(Token { kind, span, is_first_on_line });
        is_first_on_line = false;
        at += length;
    }
    let end = text.len() as u32;
    tokens.push(Token { kind: TokenKind::End, span: Span::new(end, end), is_first_on_line: true });
    Ok(tokens)
}

/// The code that precedes a copy and defines how it logs. The language is too small for it; the
/// machine has the same log built in.
fn header_of_copy(text: &str) -> Option<Span> {
    let start = text.find(&format!("const {LOG_NAME}"))?;
    let name = text[start..].split([' ', '=']).nth(1)?;
    let length = text[start..].find(&format!("/*{name}*/"))?;
    Some(Span::new(start as u32, (start + length) as u32))
}

/// The length of the comment that a text begins with.
fn comment(text: &str) -> Result<Option<usize>, String> {
    if text.starts_with("//") {
        return Ok(Some(text.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(text.len())));
    }
    if !text.starts_with("/*") {
        return Ok(None);
    }
    match text.find("*/") {
        Some(end) => Ok(Some(end + 2)),
        None => Err("a comment does not end".to_owned()),
    }
}

fn token(text: &str, first: char) -> Result<(TokenKind, usize), String> {
    let is_part = |part: char| part.is_alphanumeric() || part == '_' || part == '$';
    if first.is_ascii_digit() {
        let length = text.find(|part| !is_part(part) && part != '.').unwrap_or(text.len());
        let number =
            text[..length].parse().map_err(|_| format!("no number: {}", &text[..length]))?;
        return Ok((TokenKind::Number(number), length));
    }
    if is_part(first) {
        let length = text.find(|part| !is_part(part)).unwrap_or(text.len());
        return Ok((TokenKind::Word, length));
    }
    if first == '"' || first == '\'' {
        return string(text, first);
    }
    let sign = SIGNS.into_iter().find(|sign| text.starts_with(sign));
    let sign = sign.ok_or_else(|| format!("unknown sign {first:?}"))?;
    Ok((TokenKind::Sign(sign), sign.len()))
}

fn string(text: &str, quote: char) -> Result<(TokenKind, usize), String> {
    let mut value = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            _ if letter == quote => return Ok((TokenKind::Text(value), at + 1)),
            '\\' => value.push(match letters.next() {
                Some((_, 'n')) => '\n',
                Some((_, 't')) => '\t',
                Some((_, escaped @ ('"' | '\'' | '\\'))) => escaped,
                _ => return Err("unknown escape in a string".to_owned()),
            }),
            '\n' | '\r' => break,
            _ => value.push(letter),
        }
    }
    Err("a string does not end".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let tokens = tokens(text).expect("tokens");
        tokens.iter().map(|token| token.span.of(text)).filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn tokens_have_exact_places_and_comments_have_none() {
        assert_eq!(words("let 𝒳=1;// x\n/* y */'a b'"), ["let", "𝒳", "=", "1", ";", "'a b'"]);
        assert_eq!(words("a===b!==c=>d"), ["a", "===", "b", "!==", "c", "=>", "d"]);
    }

    #[test]
    fn the_header_of_a_copy_is_left_out() {
        let text =
            "/*debunkWitness1*/const debunkWitness1 = (() => { `#` })();/*debunkWitness1*/f();";
        assert_eq!(words(text), ["f", "(", ")", ";"]);
    }

    #[test]
    fn what_does_not_end_is_refused() {
        for text in ["'a", "'a\n'", "/* a", "#", "1x"] {
            assert!(tokens(text).is_err(), "{text}");
        }
    }
}
