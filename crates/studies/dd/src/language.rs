//! The supported languages, each with its grammar and its shortest texts.

use debunk_grammars::Grammar;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A language whose syntax guides the reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLanguage {
    /// JavaScript.
    JavaScript,
    /// C.
    C,
    /// Python.
    Python,
    /// JSON.
    Json,
    /// HTML.
    Html,
}

/// Kinds or roles of nodes with the short texts that can replace them.
type ShortTexts = &'static [(&'static str, &'static [&'static str])];

const JAVASCRIPT: ShortTexts = &[
    ("statement_block", &["{}"]),
    ("string", &["''"]),
    ("template_string", &["``", "''"]),
    ("statement", &[";"]),
    ("expression", &["0"]),
    ("pattern", &["a"]),
];
const C: ShortTexts = &[
    ("compound_statement", &["{}"]),
    ("string_literal", &["\"\""]),
    ("statement", &[";"]),
    ("expression", &["0"]),
];
const PYTHON: ShortTexts = &[
    ("block", &["pass"]),
    ("string", &["''"]),
    ("statement", &["pass", "0"]),
    ("expression", &["0"]),
    ("pattern", &["a"]),
];
const JSON: ShortTexts = &[("string", &["\"\""]), ("_value", &["0", "{}", "[]"])];
const HTML: ShortTexts = &[("attribute_value", &["a"]), ("quoted_attribute_value", &["\"\""])];

/// The kinds of nodes that are names.
const NAMES: &[&str] = &[
    "identifier",
    "property_identifier",
    "private_property_identifier",
    "shorthand_property_identifier",
    "shorthand_property_identifier_pattern",
    "statement_identifier",
    "field_identifier",
    "type_identifier",
    "tag_name",
    "attribute_name",
];

impl FileLanguage {
    /// All of them.
    pub const ALL: [FileLanguage; 5] = [
        FileLanguage::JavaScript,
        FileLanguage::C,
        FileLanguage::Python,
        FileLanguage::Json,
        FileLanguage::Html,
    ];

    /// The language of a file, by its extension.
    pub fn of_file(path: &Path) -> Option<FileLanguage> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "js" | "mjs" | "cjs" | "jsx" => FileLanguage::JavaScript,
            "c" | "h" | "i" => FileLanguage::C,
            "py" | "pyw" | "pyi" => FileLanguage::Python,
            "json" | "map" | "webmanifest" | "ipynb" => FileLanguage::Json,
            "html" | "htm" | "xhtml" => FileLanguage::Html,
            _ => return None,
        })
    }

    /// Its name, as a user writes it.
    pub fn name(self) -> &'static str {
        match self {
            FileLanguage::JavaScript => "javascript",
            FileLanguage::C => "c",
            FileLanguage::Python => "python",
            FileLanguage::Json => "json",
            FileLanguage::Html => "html",
        }
    }

    pub(crate) fn grammar(self) -> Grammar {
        match self {
            FileLanguage::JavaScript => debunk_grammars::JAVASCRIPT,
            FileLanguage::C => debunk_grammars::C,
            FileLanguage::Python => debunk_grammars::PYTHON,
            FileLanguage::Json => debunk_grammars::JSON,
            FileLanguage::Html => debunk_grammars::HTML,
        }
    }

    fn short_texts(self) -> ShortTexts {
        match self {
            FileLanguage::JavaScript => JAVASCRIPT,
            FileLanguage::C => C,
            FileLanguage::Python => PYTHON,
            FileLanguage::Json => JSON,
            FileLanguage::Html => HTML,
        }
    }

    /// Whether indentation depth has a meaning.
    pub(crate) fn indents(self) -> bool {
        self == FileLanguage::Python
    }

    /// Whether a text that the grammar does not understand is most likely useless. HTML readers
    /// accept everything.
    pub(crate) fn is_strict(self) -> bool {
        self != FileLanguage::Html
    }

    /// Whether nodes of this kind are names.
    pub(crate) fn is_name(self, kind: &str) -> bool {
        NAMES.contains(&kind)
    }
}

/// The roles of the kinds of a grammar's nodes.
pub(crate) struct Roles {
    bits: BTreeMap<String, u64>,
    texts: BTreeMap<String, Vec<&'static str>>,
}

/// Bits above this one are for the kinds themselves.
const ROLE_BITS: usize = 32;

impl Roles {
    /// Reads the roles out of the grammar's own description.
    pub fn of(language: FileLanguage) -> Self {
        let types: Vec<Value> =
            serde_json::from_str(language.grammar().node_types()).unwrap_or_default();
        let mut above: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut roles: Vec<String> = Vec::new();
        for entry in &types {
            let Some(role) = entry["type"].as_str() else { continue };
            let Some(subtypes) = entry["subtypes"].as_array() else { continue };
            roles.push(plain(role).to_owned());
            for kind in subtypes.iter().filter_map(|subtype| subtype["type"].as_str()) {
                above.entry(kind.to_owned()).or_default().push(role.to_owned());
            }
        }
        roles.sort();
        roles.dedup();
        let mut bits = BTreeMap::new();
        let mut texts: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
        for (position, entry) in types.iter().enumerate() {
            let Some(kind) = entry["type"].as_str() else { continue };
            let held = all_above(kind, &above);
            let mut bit = 1 << (ROLE_BITS + position % ROLE_BITS);
            for role in &held {
                if let Some(number) = roles.iter().position(|known| known == plain(role)) {
                    bit |= 1 << (number % ROLE_BITS);
                }
            }
            bits.insert(kind.to_owned(), bit);
            let fitting = language.short_texts().iter().filter(|(name, _)| {
                *name == kind || held.iter().any(|role| plain(role) == *name || role == name)
            });
            for (_, short) in fitting {
                texts.entry(kind.to_owned()).or_default().extend(*short);
            }
        }
        Roles { bits, texts }
    }

    /// The roles of a kind.
    pub fn bits(&self, kind: &str) -> u64 {
        self.bits.get(kind).copied().unwrap_or(0)
    }

    /// The short texts that can replace a node of that kind.
    pub fn texts(&self, kind: &str) -> &[&'static str] {
        self.texts.get(kind).map_or(&[], Vec::as_slice)
    }
}

/// `_compound_statement` and `_simple_statement` are both statements to us.
fn plain(role: &str) -> &str {
    if role.ends_with("statement") || role.ends_with("declaration") {
        return "statement";
    }
    if role.ends_with("expression") {
        return "expression";
    }
    role
}

fn all_above(kind: &str, above: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut held: Vec<String> = Vec::new();
    let mut ahead = vec![kind.to_owned()];
    while let Some(kind) = ahead.pop() {
        for role in above.get(&kind).into_iter().flatten() {
            if !held.contains(role) {
                held.push(role.clone());
                ahead.push(role.clone());
            }
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_their_files() {
        for (name, language) in [
            ("a.js", Some(FileLanguage::JavaScript)),
            ("a.C", Some(FileLanguage::C)),
            ("a.py", Some(FileLanguage::Python)),
            ("a.json", Some(FileLanguage::Json)),
            ("a.htm", Some(FileLanguage::Html)),
            ("a.txt", None),
            ("a", None),
        ] {
            assert_eq!(FileLanguage::of_file(Path::new(name)), language, "{name}");
        }
    }

    #[test]
    fn statements_share_a_role_and_expressions_another() {
        let roles = Roles::of(FileLanguage::JavaScript);
        let shares = |a, b| roles.bits(a) & roles.bits(b) & ((1 << ROLE_BITS) - 1) != 0;
        assert!(shares("if_statement", "generator_function_declaration"));
        assert!(shares("call_expression", "binary_expression"));
        assert!(!shares("if_statement", "formal_parameters"));
        assert_eq!(roles.texts("call_expression"), ["0"]);
        assert!(Roles::of(FileLanguage::Python).texts("if_statement").contains(&"pass"));
        assert!(!Roles::of(FileLanguage::Json).texts("array").is_empty());
    }
}
