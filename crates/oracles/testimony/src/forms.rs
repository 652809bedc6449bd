//! In which forms debuggers that know lines only write values.

use crate::log::{UNINITIALISED, UNKNOWN, agrees};

/// Whether there is only one way to write a value.
pub(crate) fn is_simple(value: &str) -> bool {
    value.parse::<i64>().is_ok() || matches!(value, "True" | "False" | "None" | "true" | "false")
}

/// Whether a debugger shows another value than the logged one, and not only in another way: a name of an
/// enumeration or a truth value may be shown as its number.
pub(crate) fn is_other(logged: &str, reported: &str) -> bool {
    if matches!(logged, UNKNOWN | UNINITIALISED) {
        return false;
    }
    if let (Some(logged), Some(reported)) = (text_in_c(logged), text_in_c(reported)) {
        return logged != reported;
    }
    let is_number = reported.parse::<i64>().is_ok();
    let is_name = !is_simple(logged) && logged.starts_with(|first: char| first.is_alphabetic());
    match logged {
        "true" | "false" if is_number => reported != if logged == "true" { "1" } else { "0" },
        _ if is_number && is_name => false,
        _ => is_simple(reported) && agrees(logged, reported) == Some(false),
    }
}

/// A text in double quotes up to its first NUL, if that has plain characters only. Debuggers of C write
/// others, and what follows, in more than one way.
fn text_in_c(shown: &str) -> Option<&str> {
    let inner = shown.strip_prefix('"')?.strip_suffix('"')?;
    let end = inner.find("\\0").unwrap_or(inner.len());
    let text = &inner[..end];
    let is_rest_empty = inner[end..].chars().all(|it| matches!(it, '\\' | '0'));
    // Places in a file and addresses are masked.
    let is_plain = |it: char| (' '..='~').contains(&it) && !matches!(it, '"' | '\\' | '/' | '@');
    let is_whole = is_rest_empty && !text.contains("...");
    (is_whole && text.chars().all(is_plain)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_only_written_otherwise_is_no_other_value() {
        for (logged, reported, expected) in [
            ("1", "2", true),
            ("1", "{...}", false),
            ("?", "2", false),
            ("97 'a'", "97", false),
            ("97 'a'", "98", true),
            ("GREEN", "4", false),
            ("true", "1", false),
            ("true", "0", true),
            ("None", "5", true),
            ("\"ab\"", "\"ab\\000\"", false),
            ("\"ab\"", "\"ab\"", false),
            ("\"ab\"", "\"ac\"", true),
            ("\"ab\"", "\"ab\\000c\"", false),
            ("\"aaaa\"", "\"a...+3 more\"", false),
            ("\"ab\"", "'ab'", false),
        ] {
            assert_eq!(is_other(logged, reported), expected, "{logged} is reported as {reported}");
        }
    }
}
