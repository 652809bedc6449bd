//! What a JavaScript program finds around it, and the common form of its addresses and values.
//!
//! The same on every engine, so that two debuggers can be compared and a finding of one can be
//! replayed on the other. Pure: texts in, texts out.
//!
//! [`PRELUDE`] runs before every program. The drivers of JavaScript debuggers and the witness share
//! it.
//!
//! Around a program are: output, a fixed clock, timers that fire in the order in which they are due and
//! without waiting, and an address of a fixed length, which is masked wherever it shows.

use debunk_model::Outcome;
use serde::Deserialize;
use std::borrow::Cow;

/// Runs in every fresh environment before the program.
pub const PRELUDE: &str = include_str!("prelude.js");

/// The function of the prelude that reports what was printed, once a run is over.
pub const ENDING_FUNCTION: &str = "finish";

/// The address of the prelude.
pub const PRELUDE_URL: &str = "debunk:prelude";

/// The scheme of every program's address; eight digits follow.
pub const PROGRAM_URL_PREFIX: &str = "debunk:program/";

/// The address of the session number `number`; all have the same length.
pub fn program_url(number: u64) -> String {
    format!("{PROGRAM_URL_PREFIX}{:08x}", number & 0xffff_ffff)
}

/// What the prelude reports at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Finish {
    /// What was printed.
    pub output: Vec<String>,
    /// The first error that a job or timer did not catch.
    pub error: Option<String>,
}

impl Finish {
    /// The outcome, with addresses masked. The error of the program's top level, known only to
    /// the host, comes before any other.
    pub fn into_outcome(self, top_level_error: Option<String>) -> Outcome {
        Outcome {
            output: self.output.iter().map(|text| mask_program_url(text)).collect(),
            error: top_level_error.or(self.error).map(|text| mask_program_url(&text)),
        }
    }
}

/// Each session has its own program address, which must not show.
pub fn mask_program_url(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find(PROGRAM_URL_PREFIX) {
        let digits = position + PROGRAM_URL_PREFIX.len();
        masked.push_str(&rest[..digits]);
        let length = rest[digits..].bytes().take(8).take_while(u8::is_ascii_hexdigit).count();
        masked.push_str(&"0".repeat(length));
        rest = &rest[digits + length..];
    }
    masked.push_str(rest);
    masked
}

/// Stack traces as values hold positions, which move if a program is changed.
pub fn mask_positions(text: &str) -> String {
    let masked = mask_program_url(text);
    let mut parts = masked.split(PROGRAM_URL_PREFIX);
    let mut result = parts.next().unwrap_or("").to_owned();
    for part in parts {
        result.push_str(PROGRAM_URL_PREFIX);
        let kept = part.find(|character: char| !character.is_ascii_digit() && character != ':');
        result.push_str("00000000:0:0");
        result.push_str(&part[kept.unwrap_or(part.len())..]);
    }
    result
}

/// Takes halves of surrogate pairs out of a message in JSON, since no text can hold them. Each is
/// written after the replacement character, as in the prelude.
pub fn without_halves(json: &str) -> Cow<'_, str> {
    if !json.contains("\\ud") && !json.contains("\\uD") {
        return Cow::Borrowed(json);
    }
    let code = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let (mut whole, mut from, mut at) = (String::with_capacity(json.len()), 0, 0);
    while let Some(found) = json[at..].find('\\').map(|position| at + position) {
        match (code(found), code(found + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at = found + 12,
            (Some(half @ 0xd800..=0xdfff), _) => {
                whole.push_str(&json[from..found]);
                whole.push_str(&format!("\u{fffd}{{{half:x}}}"));
                from = found + 6;
                at = from;
            }
            // An escape is followed by one character, possibly of several bytes.
            _ => {
                at = json[found + 1..]
                    .chars()
                    .next()
                    .map_or(json.len(), |c| found + 1 + c.len_utf8())
            }
        }
    }
    whole.push_str(&json[from..]);
    Cow::Owned(whole)
}

/// A string as JSON, the same for every engine: each escapes differently. One with half a surrogate
/// pair cannot be written in another way and stays as it is.
pub fn string_form(json: &str) -> String {
    let text: Result<String, _> = serde_json::from_str(json);
    text.ok().and_then(|text| serde_json::to_string(&text).ok()).unwrap_or_else(|| json.to_owned())
}

/// An error's description without the lines that say where it was made.
pub fn without_stack(description: &str) -> &str {
    description.split("\n    at ").next().unwrap_or(description)
}

/// A function's description is its source text, which relations change: only the heading
/// is kept.
pub fn function_heading(text: &str) -> String {
    let end = text.find(['(', '{', '\n']).unwrap_or(0);
    let heading = text[..end].trim();
    let is_heading = ["function", "class", "async function"]
        .iter()
        .any(|keyword| heading == *keyword || heading.starts_with(&format!("{keyword} ")));
    match heading.split_once(" extends ") {
        _ if !is_heading => "function".to_owned(),
        Some((class, _)) => class.to_owned(),
        None => heading.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_one_form() {
        assert_eq!(string_form(r#""a\u2028b\/c""#), "\"a\u{2028}b/c\"");
        assert_eq!(string_form(r#""\ud800""#), r#""\ud800""#);
    }

    #[test]
    fn halves_of_pairs_are_written_out() {
        let check = |json: &str, expected: &str| assert_eq!(without_halves(json), expected);
        check(r#""\ud83d\ude00""#, r#""\ud83d\ude00""#);
        check(r#""a\ud83d""#, "\"a\u{fffd}{d83d}\"");
        check(r#""\ude00\uD83Db""#, "\"\u{fffd}{de00}\u{fffd}{d83d}b\"");
        check(r#""\\ud83d""#, r#""\\ud83d""#);
        check(r#""\\\ud83d\ud83d\ude00""#, "\"\\\\\u{fffd}{d83d}\\ud83d\\ude00\"");
    }

    #[test]
    fn program_addresses_are_masked() {
        assert_eq!(
            mask_program_url("at debunk:program/0000a1f3:3:4 and debunk:program/1"),
            "at debunk:program/00000000:3:4 and debunk:program/0"
        );
    }
}
