//! The files of a program: the one that exports P, and those that it imports.

use crate::ConcolicError;
use debunk_javascript::shadow::{imports, module};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The files of a program, by their name relative to the first one's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// The name of the file that exports P.
    pub entry: String,
    /// The texts, by name.
    pub files: BTreeMap<String, String>,
}

impl Sources {
    /// A program of one file.
    pub fn single(name: &str, text: &str) -> Self {
        Self { entry: name.to_owned(), files: BTreeMap::from([(name.to_owned(), text.to_owned())]) }
    }

    /// The text of the file that exports P.
    pub fn entry_text(&self) -> &str {
        self.files.get(&self.entry).map_or("", String::as_str)
    }

    /// The same program with another text of the entry.
    #[must_use]
    pub fn with_entry_text(&self, text: &str) -> Self {
        let mut other = self.clone();
        other.files.insert(self.entry.clone(), text.to_owned());
        other
    }

    /// Reads a file and everything it imports.
    ///
    /// # Errors
    /// If a file cannot be read or does not parse.
    pub fn read(path: &Path) -> Result<Self, ConcolicError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let entry =
            path.file_name().map_or_else(String::new, |it| it.to_string_lossy().to_string());
        let mut sources = Self { entry: entry.clone(), files: BTreeMap::new() };
        let mut open = vec![entry];
        while let Some(name) = open.pop() {
            if sources.files.contains_key(&name) {
                continue;
            }
            let file = folder.join(&name);
            let text = std::fs::read_to_string(&file).map_err(|reason| ConcolicError::Read {
                path: file.display().to_string(),
                reason,
            })?;
            let syntax = |reason: String| ConcolicError::Syntax { file: name.clone(), reason };
            let found =
                imports(&module(&name, &text)).map_err(|error| syntax(error.to_string()))?;
            for specifier in found {
                let target = resolve(&name, &specifier);
                let is_file = target.as_ref().is_some_and(|it| folder.join(it).is_file());
                match target {
                    Some(target) if is_file => open.push(target),
                    _ => return Err(ConcolicError::Import { file: name, specifier }),
                }
            }
            sources.files.insert(name, text);
        }
        Ok(sources)
    }
}

/// The name of what `file` imports; `None` if it is not a relative path.
pub(crate) fn resolve(file: &str, specifier: &str) -> Option<String> {
    if !specifier.starts_with("./") && !specifier.starts_with("../") {
        return None;
    }
    let joined = Path::new(file).parent().unwrap_or(Path::new("")).join(specifier);
    let mut clean = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !clean.pop() {
                    clean.push("..");
                }
            }
            other => clean.push(other),
        }
    }
    Some(clean.to_string_lossy().to_string())
}
