//! The meaning of a value's text, since debuggers write the same value in several ways.

use std::fmt::Write as _;

/// Deeper values are not inspected.
const DEPTH_MAX: usize = 8;
/// Significant digits of a fraction: some debuggers write no more.
const FRACTION_DIGITS: usize = 5;
/// The address before a text, which gdb prints.
const TEXT_AT_ADDRESS: &str = "0x… \"";

/// One text for all the ways to write a plain value: a number, a quoted text, a word such as `None`
/// or an enumerator, or a list of those. `None` for anything else, and for truncated values.
pub(crate) fn plain(text: &str) -> Option<String> {
    let text = text.trim().replace(TEXT_AT_ADDRESS, "\"");
    let is_cut = text.contains("...") || text.contains('…');
    if is_cut { None } else { plain_text(&text, 0) }
}

fn plain_text(text: &str, depth: usize) -> Option<String> {
    let text = text.trim();
    // gdb also writes the number of a character.
    let text = match text.split_once(' ') {
        Some((before, rest)) if before.parse::<i64>().is_ok() && rest.starts_with('\'') => rest,
        _ => text,
    };
    match text.chars().next()? {
        '"' | '\'' => quoted(text),
        '{' | '[' | '(' => list(text, depth),
        '0'..='9' | '-' => number(text),
        first if first.is_alphabetic() => {
            let is_word = text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
            is_word.then(|| text.to_owned())
        }
        _ => None,
    }
}

/// A quoted text without escapes, which differ between debuggers.
fn quoted(text: &str) -> Option<String> {
    let mark = text.chars().next()?;
    let inner = text.strip_prefix(mark)?.strip_suffix(mark)?;
    (!inner.contains([mark, '\\'])).then(|| text.to_owned())
}

fn number(text: &str) -> Option<String> {
    if let Ok(whole) = text.parse::<i128>() {
        return Some(whole.to_string());
    }
    let fraction: f64 = text.parse().ok()?;
    Some(format!("{fraction:.FRACTION_DIGITS$e}"))
}

/// A list in braces or brackets; its parts may have names.
fn list(text: &str, depth: usize) -> Option<String> {
    let (open, close) = match text.chars().next()? {
        '{' => ('{', '}'),
        '[' => ('[', ']'),
        _ => ('(', ')'),
    };
    let inner = text.strip_prefix(open)?.strip_suffix(close)?;
    if depth >= DEPTH_MAX {
        return None;
    }
    let mut all = String::from(open);
    for part in parts(inner)? {
        let (name, value) = named(part);
        if let Some(name) = name {
            let _ = write!(all, "{name}:");
        }
        let _ = write!(all, "{},", plain_text(value, depth + 1)?);
    }
    all.push(close);
    Some(all)
}

/// The text between the commas of a list.
fn parts(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    let mut quote: Option<char> = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(mark), _) if mark == letter => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '{' | '[' | '(') => depth += 1,
            (None, '}' | ']' | ')') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = &text[start..];
    if !last.trim().is_empty() {
        found.push(last);
    }
    Some(found)
}

/// A part of a list with its name: `x = 1` to gdb, `x:1` to LLDB, `'x': 1` to Python.
fn named(part: &str) -> (Option<&str>, &str) {
    let part = part.trim();
    let end = part.find([' ', ':', '{']).unwrap_or(part.len());
    let (name, rest) = part.split_at(end);
    let value = rest.strip_prefix(" = ").or_else(|| rest.strip_prefix(':'));
    match value {
        // Only one debugger reports array indices.
        Some(value) if name.starts_with('[') => (None, value),
        Some(value) => (Some(name), value),
        None => (None, part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn same(a: &str, b: &str) {
        let (left, right) = (plain(a), plain(b));
        assert!(left.is_some() && left == right, "{a}: {left:?}, {b}: {right:?}");
    }

    #[test]
    fn the_same_value_is_the_same_in_the_words_of_every_debugger() {
        same("97 'a'", "'a'");
        same("0x… \"crate\"", "\"crate\"");
        same("{x = -1, y = 5}", "{x:-1, y:5}");
        same("{low = {x = 1}, name = 0x… \"b\"}", "{low:{x:1}, name:\"b\"}");
        same("{1, 2}", "{[0]:1, [1]:2}");
        same("0.10000000000000001", "0.1");
        same("{'a': 1, 'b': [2, None]}", "{'a': 1, 'b': [2, None]}");
    }

    #[test]
    fn other_values_are_others() {
        for (a, b) in [
            ("1", "2"),
            ("RED", "GREEN"),
            ("'a'", "'b'"),
            ("[1, 2]", "[1, 3]"),
            ("{x = 1}", "{y = 1}"),
            ("{a = 1, b = 2}", "{a = 2, b = 1}"),
            ("1.5", "1.25"),
        ] {
            let (left, right) = (plain(a), plain(b));
            assert!(left.is_some() && right.is_some() && left != right, "{a} {b}");
        }
    }

    #[test]
    fn what_is_cut_short_or_has_a_form_of_its_own_is_not_plain() {
        for text in [
            "",
            "0x…",
            "0x… {**pointer:0}",
            "{low:{...}, name:\"crate\"}",
            "<Window object>",
            "<function f>",
            "\"a\\000b\"",
            "'\\000' <repeats 19 times>",
            "{1 <repeats 9 times>}",
            "}",
            "{]",
            "'",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
