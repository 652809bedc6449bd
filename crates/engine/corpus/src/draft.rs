//! A program before its text is assembled: its own text and what precedes it.

use crate::harness::HarnessFile;
use crate::{CorpusEntry, Expectation};
use debunk_model::{Goal, Language, Program};
use std::path::Path;
use std::sync::Arc;

/// What makes a script strict, as test262 prescribes it.
pub(crate) const STRICT_DIRECTIVE: &str = "\"use strict\";\n";

/// What marks the name of a strict copy.
const STRICT_SUFFIX: &str = " (strict)";

/// A program before its text is assembled.
#[derive(Clone, Debug)]
pub(crate) struct ProgramDraft {
    /// Its name, without what marks a strict copy.
    pub(crate) name: String,
    pub(crate) language: Language,
    pub(crate) goal: Goal,
    /// Its own text.
    pub(crate) body: Arc<str>,
    /// Whether it is a strict copy; JavaScript alone has those.
    pub(crate) strict: bool,
    pub(crate) expects: Expectation,
    /// The checkout of test262 that it is from.
    pub(crate) checkout: Option<Arc<Path>>,
    /// What precedes its own text, in order.
    pub(crate) harness: Vec<HarnessFile>,
    /// Whether it must not share a program with others.
    pub(crate) alone: bool,
}

impl ProgramDraft {
    /// A program from an ordinary file.
    pub(crate) fn plain(name: String, language: Language, goal: Goal, body: Arc<str>) -> Self {
        Self {
            name,
            language,
            goal,
            body,
            strict: false,
            expects: Expectation::Runs,
            checkout: None,
            harness: Vec::new(),
            alone: false,
        }
    }

    /// The strict copy.
    pub(crate) fn strictly(&self) -> Self {
        Self { strict: true, ..self.clone() }
    }

    /// Whether it is a classic script of JavaScript.
    pub(crate) fn is_classic_script(&self) -> bool {
        self.language == Language::JavaScript && self.goal == Goal::Script
    }

    /// The program itself and, in both modes, the strict copy of a classic script.
    pub(crate) fn in_modes(self, both: bool) -> Vec<Self> {
        let strict = (both && self.is_classic_script()).then(|| self.strictly());
        std::iter::once(self).chain(strict).collect()
    }

    /// The name with what marks a strict copy.
    pub(crate) fn full_name(&self) -> String {
        format!("{}{}", self.name, if self.strict { STRICT_SUFFIX } else { "" })
    }

    /// The directive that makes the text strict, if needed.
    pub(crate) fn directive(&self) -> &'static str {
        if self.strict { STRICT_DIRECTIVE } else { "" }
    }

    /// The finished program.
    pub(crate) fn finish(self) -> CorpusEntry {
        let text = if self.strict || !self.harness.is_empty() {
            self.whole_text()
        } else {
            self.body.clone()
        };
        CorpusEntry {
            program: Program {
                name: self.full_name(),
                language: self.language,
                goal: self.goal,
                text,
            },
            expects: self.expects,
        }
    }

    fn whole_text(&self) -> Arc<str> {
        let (hashbang, rest) = split_hashbang(&self.body);
        let mut text = String::from(hashbang);
        end_line(&mut text);
        text.push_str(self.directive());
        for file in &self.harness {
            push_lines(&mut text, &file.text);
        }
        text.push_str(rest);
        text.into()
    }
}

/// Appends `lines` so that what follows begins on a new line.
pub(crate) fn push_lines(text: &mut String, lines: &str) {
    text.push_str(lines);
    end_line(text);
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with(is_line_terminator) {
        text.push('\n');
    }
}

/// The hashbang line with its terminator, which must stay first, and the rest.
fn split_hashbang(text: &str) -> (&str, &str) {
    if !text.starts_with("#!") {
        return ("", text);
    }
    let end = match text.find(is_line_terminator) {
        Some(end) if text[end..].starts_with("\r\n") => end + 2,
        Some(end) => end + text[end..].chars().next().map_or(0, char::len_utf8),
        None => text.len(),
    };
    text.split_at(end)
}

/// Whether JavaScript ends a line at this character.
pub(crate) fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strict_text(body: &str) -> String {
        let draft =
            ProgramDraft::plain("a.js".to_owned(), Language::JavaScript, Goal::Script, body.into());
        draft.strictly().finish().program.text.to_string()
    }

    #[test]
    fn the_directive_goes_first() {
        assert_eq!(strict_text("a;\n"), "\"use strict\";\na;\n");
        assert_eq!(strict_text(""), "\"use strict\";\n");
    }

    #[test]
    fn a_hashbang_line_stays_first() {
        assert_eq!(strict_text("#!x\na;"), "#!x\n\"use strict\";\na;");
        assert_eq!(strict_text("#!x\r\na;"), "#!x\r\n\"use strict\";\na;");
        assert_eq!(strict_text("#!x\ra;"), "#!x\r\"use strict\";\na;");
        assert_eq!(strict_text("#!x\u{2028}a;"), "#!x\u{2028}\"use strict\";\na;");
        assert_eq!(strict_text("#!x"), "#!x\n\"use strict\";\n");
    }
}
