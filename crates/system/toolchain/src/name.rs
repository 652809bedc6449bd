//! Parses the name under which a user requests a debugger.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Product, ToolchainError, VersionRequest};

/// A debugger as the user names it: `node`, `node@20`, `node@latest` or `node:/path/to/binary`.
/// With `bdb@3.9` and `debugpy@3.9` the version is that of Python.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DebuggerName {
    /// Which debugger.
    pub product: Product,
    /// Which of the available ones.
    pub choice: Choice,
}

/// Which of a product's debuggers is wanted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// The system's, or else the newest.
    Any,
    /// A certain version, from the cache or the registry, or an installed Python.
    Version(VersionRequest),
    /// The binary at this path.
    Path(PathBuf),
}

impl DebuggerName {
    /// The system's debugger of that product, or else the newest.
    pub fn any(product: Product) -> DebuggerName {
        DebuggerName { product, choice: Choice::Any }
    }
}

impl FromStr for DebuggerName {
    type Err = ToolchainError;

    fn from_str(text: &str) -> Result<DebuggerName, ToolchainError> {
        let end = text.find(['@', ':']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let product = Product::named(name)
            .ok_or_else(|| ToolchainError::UnknownName { text: text.into() })?;
        Ok(DebuggerName { product, choice: parse_choice(product, rest)? })
    }
}

/// Parses what follows the product name, including the sign before it.
fn parse_choice(product: Product, rest: &str) -> Result<Choice, ToolchainError> {
    if let Some(version) = rest.strip_prefix('@') {
        if !product.facts().is_python {
            product.source()?;
        }
        let bad = |_| ToolchainError::BadVersion { product, text: version.into() };
        return version.parse().map(Choice::Version).map_err(bad);
    }
    match rest.strip_prefix(':') {
        None => Ok(Choice::Any),
        Some("") => Err(ToolchainError::NoPath { product }),
        Some(path) => Ok(Choice::Path(path.into())),
    }
}

impl fmt::Display for DebuggerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.choice {
            Choice::Any => write!(f, "{}", self.product),
            Choice::Version(version) => write!(f, "{}@{version}", self.product),
            Choice::Path(path) => write!(f, "{}:{}", self.product, path.display()),
        }
    }
}

impl TryFrom<String> for DebuggerName {
    type Error = ToolchainError;

    fn try_from(text: String) -> Result<DebuggerName, ToolchainError> {
        text.parse()
    }
}

impl From<DebuggerName> for String {
    fn from(name: DebuggerName) -> String {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<DebuggerName, String> {
        text.parse().map_err(|error: ToolchainError| error.to_string())
    }

    #[test]
    fn names_survive_being_written_and_read() {
        let products = ["node", "deno", "bun"];
        let choices = ["", "@latest", "@0", "@20", "@11.1", "@11.1.0", ":/a b/c@d:e", ":./x"];
        let texts = products.iter().flat_map(|p| choices.iter().map(move |c| format!("{p}{c}")));
        let others = [
            "bdb@3.9",
            "debugpy@3.12.1",
            "debugpy:/x/python3",
            "chromium",
            "chromium:/usr/bin/x",
            "firefox",
            "firefox:/usr/bin/x",
        ];
        for text in texts.chain(others.map(str::to_owned)) {
            let name = parse(&text).expect("a name");
            assert_eq!(name.to_string(), text);
            let json = serde_json::to_string(&name).expect("JSON");
            assert_eq!(json, format!("{text:?}"));
            assert_eq!(serde_json::from_str::<DebuggerName>(&json).expect("a name"), name);
        }
    }

    #[test]
    fn other_ways_to_write_a_version_mean_the_same() {
        for (text, same) in [("node@v20", "node@20"), ("node@v8.017.0", "node@8.17.0")] {
            assert_eq!(parse(text), parse(same));
        }
    }

    #[test]
    fn wrong_names_are_refused_with_a_reason() {
        for text in ["", "nod", "Node", " node", "node ", "nodejs", "@20", ":/x", "safari"] {
            let error = parse(text).expect_err(text);
            assert!(error.contains("node, deno, chromium, bun, firefox"), "{text}: {error}");
        }
        for text in ["node@", "node@x", "node@20.x", "node@-1", "node@1.2.3.4", "node@99999999999"]
        {
            let error = parse(text).expect_err(text);
            assert!(error.contains("is not a version") && error.contains("node@20"), "{error}");
        }
        for text in ["chromium@", "chromium@120", "chromium@latest"] {
            let error = parse(text).expect_err(text);
            assert!(error.contains("chromium:/path/to/binary"), "{text}: {error}");
        }
        let error = parse("firefox@120").expect_err("not fetched");
        assert!(error.contains("firefox:/path/to/binary"), "{error}");
        assert!(parse("deno:").expect_err("no path").contains("deno:/path/to/binary"));
    }
}
