//! Reads the front matter of a test262 test: the small part of YAML that those tests use.

/// What opens the front matter.
const OPENING: &str = "/*---";

/// What closes it.
const CLOSING: &str = "---*/";

/// How a test wants to fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Negative {
    /// When: `parse`, `early`, `resolution` or `runtime`.
    pub(crate) phase: Option<String>,
    /// The name of the error's constructor.
    pub(crate) error: Option<String>,
}

/// What a test says about itself, as far as it matters for running it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    pub(crate) flags: Vec<String>,
    pub(crate) includes: Vec<String>,
    pub(crate) features: Vec<String>,
    pub(crate) negative: Option<Negative>,
}

impl FrontMatter {
    /// The front matter of a test; empty if a test has none.
    pub(crate) fn of_test(text: &str) -> Self {
        split(text).map_or_else(Self::default, |(_, inner, _)| Self::parse(inner))
    }

    /// Whether the flag is set.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|set| set == flag)
    }

    fn parse(inner: &str) -> Self {
        let mut matter = Self::default();
        for (key, value) in fields(inner) {
            match key {
                "flags" => matter.flags = list(&value),
                "includes" => matter.includes = list(&value),
                "features" => matter.features = list(&value),
                "negative" => matter.negative = Some(negative(&value)),
                _ => {}
            }
        }
        matter
    }
}

/// The test's text without its front matter, which may mention what the test does not do.
pub(crate) fn without_front_matter(text: &str) -> String {
    split(text).map_or_else(|| text.to_owned(), |(before, _, after)| format!("{before}{after}"))
}

/// What is before, in and after the front matter.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(OPENING)?;
    let (inner, after) = rest.split_once(CLOSING)?;
    Some((before, inner, after))
}

/// The outermost keys, each with the lines of its value.
fn fields(inner: &str) -> Vec<(&str, Vec<&str>)> {
    let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut outermost = None;
    // A CRLF gives an empty line, which does not matter.
    for line in inner.split(['\r', '\n']).filter(|line| !line.trim().is_empty()) {
        let indentation = line.len() - line.trim_start().len();
        let is_outer = indentation <= *outermost.get_or_insert(indentation);
        // The dashes of a block list may be right below their key.
        let key = if is_outer && !line.trim_start().starts_with('-') { key(line) } else { None };
        match (key, fields.last_mut()) {
            (Some((key, value)), _) => fields.push((key, vec![value])),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    fields
}

/// A line's key and the rest of the line.
fn key(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    Some((key.trim(), value))
}

/// A list in brackets, a list of dashed lines, or a single word.
fn list(lines: &[&str]) -> Vec<String> {
    let lines: Vec<&str> = lines.iter().map(|line| without_comment(line)).collect();
    let joined = lines.join("\n");
    let words = match joined.trim().strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest).split([',', '\n']).collect(),
        None => lines,
    };
    let bare = |word: &str| scalar(word.trim().trim_start_matches('-'));
    words.into_iter().filter_map(bare).collect()
}

/// A nested pair of keys, or the bare error name of test262's early days.
fn negative(lines: &[&str]) -> Negative {
    let mut negative = Negative::default();
    for part in lines.iter().flat_map(|line| without_comment(line).split(['{', ',', '}'])) {
        match key(part) {
            Some(("phase", value)) => negative.phase = scalar(value),
            Some(("type", value)) => negative.error = scalar(value),
            _ if negative == Negative::default() => negative.error = scalar(part),
            _ => {}
        }
    }
    negative
}

/// A value without quotation marks, if there is any.
fn scalar(value: &str) -> Option<String> {
    let value = value.trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then(|| value.to_owned())
}

/// YAML's comments begin with a number sign at the beginning or after a blank.
fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with('#') { "" } else { line.split(" #").next().unwrap_or(line) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(inner: &str) -> FrontMatter {
        FrontMatter::of_test(&format!("// Copyright.\n/*---{inner}---*/\ncode();\n"))
    }

    const BRACKETS: &str = "\ndescription: >\n  Folded text\n  flags: [raw]\nesid: sec-x\n\
        includes: [a.js, \"sub/b.js\"]\nflags: [onlyStrict, async] # both\n\
        features: [x,\n  y]\nnegative:\n  phase: runtime\n  type: TypeError\n";

    #[test]
    fn lists_in_brackets_and_nested_keys() {
        let matter = of(BRACKETS);
        assert_eq!(matter.flags, ["onlyStrict", "async"]);
        assert_eq!(matter.includes, ["a.js", "sub/b.js"]);
        assert_eq!(matter.features, ["x", "y"]);
        let negative = matter.negative.expect("is negative");
        assert_eq!(negative.phase.as_deref(), Some("runtime"));
        assert_eq!(negative.error.as_deref(), Some("TypeError"));
    }

    #[test]
    fn all_line_ends_say_the_same() {
        assert_eq!(of(&BRACKETS.replace('\n', "\r\n")), of(BRACKETS));
        assert_eq!(of(&BRACKETS.replace('\n', "\r")), of(BRACKETS));
    }

    #[test]
    fn block_lists_with_and_without_indentation() {
        let matter = of("\nflags:\n  - module\n  - 'async'\nincludes:\n- a.js\n- b.js\ninfo: x\n");
        assert_eq!(matter.flags, ["module", "async"]);
        assert_eq!(matter.includes, ["a.js", "b.js"]);
    }

    #[test]
    fn a_front_matter_may_be_indented_as_a_whole() {
        let matter = of("\n    description: a\n      flags: [raw]\n    flags: [noStrict]\n");
        assert_eq!(matter.flags, ["noStrict"]);
    }

    #[test]
    fn other_forms_of_negative() {
        let early = of("\nnegative: SyntaxError\n").negative.expect("is negative");
        assert_eq!((early.phase, early.error.as_deref()), (None, Some("SyntaxError")));
        let inline = of("\nnegative: {phase: parse, type: SyntaxError}\n").negative;
        assert_eq!(inline.and_then(|negative| negative.phase).as_deref(), Some("parse"));
        assert_eq!(of("\nnegative:\n").negative, Some(Negative::default()));
    }

    #[test]
    fn no_front_matter_says_nothing() {
        assert_eq!(FrontMatter::of_test("code();"), FrontMatter::default());
        assert_eq!(FrontMatter::of_test("/*--- flags: [raw]"), FrontMatter::default());
        assert_eq!(of(""), FrontMatter::default());
        assert_eq!(without_front_matter("a/*---b---*/c"), "ac");
    }

    proptest! {
        #[test]
        fn garbage_does_no_harm(text in "\\PC{0,80}") {
            let _ = of(&text);
            let _ = FrontMatter::of_test(&text);
            let _ = without_front_matter(&text);
        }

        #[test]
        fn garbage_of_the_right_kind_does_no_harm(
            words in prop::collection::vec(prop::sample::select(vec![
                "/*---", "---*/", "flags:", "includes:", "negative:", "phase:", "type:", "[", "]",
                "{", "}", ",", "-", "'", "\"", "#", " #", "\n", "\r", "\r\n", " ", "\t", ">", ":",
                "raw", "a.js", "é", "\u{2028}", "\0",
            ]), 0..60),
        ) {
            let text = words.concat();
            let matter = of(&text);
            prop_assert!(matter.flags.iter().all(|flag| !flag.is_empty()));
            let _ = FrontMatter::of_test(&text);
            let _ = without_front_matter(&text);
        }

        #[test]
        fn written_flags_are_read(flags in prop::collection::vec("[A-Za-z]{1,12}", 0..5)) {
            prop_assert_eq!(of(&format!("\nflags: [{}]\n", flags.join(", "))).flags, flags.clone());
            let block: String = flags.iter().map(|flag| format!("  - {flag}\n")).collect();
            prop_assert_eq!(of(&format!("\nflags:\n{block}")).flags, flags);
        }
    }
}
