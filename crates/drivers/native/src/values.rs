//! Removes from a text what differs from session to session and means nothing: addresses, and
//! debunk's working folders.

use regex::Regex;
use std::borrow::Cow;
use std::sync::OnceLock;

/// How a debugger writes an address.
const ADDRESS: &str = r"\b0x[0-9a-fA-F]{5,16}\b";
const ADDRESS_MASK: &str = "0x…";
const FOLDER_MASK: &str = "/debunk";

fn address() -> Option<&'static Regex> {
    static ADDRESS_REGEX: OnceLock<Option<Regex>> = OnceLock::new();
    ADDRESS_REGEX.get_or_init(|| Regex::new(ADDRESS).ok()).as_ref()
}

/// What is hidden, in the order in which it was added; addresses always.
#[derive(Clone, Debug, Default)]
pub struct Masks {
    texts: Vec<String>,
    patterns: Vec<Regex>,
}

impl Masks {
    /// Hides addresses only. Small hexadecimal numbers are not addresses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Hides a folder, too.
    pub fn hide(mut self, folder: &str) -> Self {
        self.texts.push(folder.to_owned());
        self
    }

    /// Also removes whatever matches.
    pub fn strip(mut self, pattern: &Regex) -> Self {
        self.patterns.push(pattern.clone());
        self
    }

    /// The text without what is hidden.
    pub fn apply(&self, text: &str) -> String {
        let mut text = Cow::Borrowed(text);
        for hidden in self.texts.iter().filter(|hidden| !hidden.is_empty()) {
            if text.contains(hidden.as_str()) {
                text = Cow::Owned(text.replace(hidden.as_str(), FOLDER_MASK));
            }
        }
        for pattern in &self.patterns {
            text = Cow::Owned(pattern.replace_all(&text, "").into_owned());
        }
        match address() {
            Some(address) => address.replace_all(&text, ADDRESS_MASK).into_owned(),
            None => text.into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_folders_do_not_show() {
        let masks = Masks::new().hide("/tmp/debunk-1-x/program-7");
        let check = |text: &str, expected: &str| assert_eq!(masks.apply(text), expected);
        check("0x7fffffffe6cc", "0x…");
        check("{f = 0x555555555149 <inc>, n = 0x1f}", "{f = 0x… <inc>, n = 0x1f}");
        check("\"/tmp/debunk-1-x/program-7/program\"", "\"/debunk/program\"");
    }

    #[test]
    fn patterns_are_taken_away() {
        let pattern = Regex::new(r" @ \S+:\d+").expect("a pattern");
        assert_eq!(Masks::new().strip(&pattern).apply("x @ file.c:14"), "x");
    }
}
