//! What runs the programs of a debugger, or makes them.

use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How a compiler is introduced in the text of an [`Engine`].
const COMPILED_BY: &str = "compiled by ";

/// What runs the programs of a debugger, or makes them, where that matters. Its text, which findings
/// hold, is such as `V8 11.3.244.8`, `Python 3.11.7`, `SpiderMonkey` or `compiled by gcc -O0 -g`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Engine {
    /// It runs programs.
    Runtime {
        /// Its name, one word.
        name: String,
        /// Its version, if it has one of its own.
        version: Option<String>,
    },
    /// It makes programs.
    Compiler {
        /// The program.
        command: String,
        /// Its options.
        options: Vec<String>,
    },
}

/// The runtime of Python programs.
const PYTHON: &str = "Python";

impl Engine {
    /// A runtime.
    pub fn runtime(name: &str, version: Option<&str>) -> Self {
        let version = version.filter(|version| !version.is_empty()).map(str::to_owned);
        Engine::Runtime { name: name.to_owned(), version }
    }

    /// The Python of that version.
    pub fn python(version: &str) -> Self {
        Self::runtime(PYTHON, Some(version))
    }

    /// A compiler, with its options in one text.
    pub fn compiler(command: &str, options: &str) -> Self {
        let options = options.split_whitespace().map(str::to_owned).collect();
        Engine::Compiler { command: command.to_owned(), options }
    }

    /// The name of a runtime.
    pub fn name(&self) -> Option<&str> {
        match self {
            Engine::Runtime { name, .. } => Some(name),
            Engine::Compiler { .. } => None,
        }
    }

    /// The version of a runtime, if it has one of its own.
    pub fn version(&self) -> Option<&str> {
        match self {
            Engine::Runtime { version, .. } => version.as_deref(),
            Engine::Compiler { .. } => None,
        }
    }

    /// The version, if this is a Python.
    pub fn python_version(&self) -> Option<&str> {
        self.version().filter(|_| self.name() == Some(PYTHON))
    }

    /// Whether it is the compiler of that name, such as `clang` for `/usr/bin/clang-14`.
    pub fn is_compiler(&self, name: &str) -> bool {
        let Engine::Compiler { command, .. } = self else { return false };
        let program = command.rsplit('/').next().unwrap_or_default();
        program == name || program.strip_prefix(name).is_some_and(|rest| rest.starts_with('-'))
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Runtime { name, version: None } => formatter.write_str(name),
            Engine::Runtime { name, version: Some(version) } => {
                write!(formatter, "{name} {version}")
            }
            Engine::Compiler { command, options } => {
                write!(formatter, "{COMPILED_BY}{command}")?;
                options.iter().try_for_each(|option| write!(formatter, " {option}"))
            }
        }
    }
}

impl FromStr for Engine {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let split = |text: &str| match text.split_once(' ') {
            Some((first, rest)) => (first.to_owned(), rest.to_owned()),
            None => (text.to_owned(), String::new()),
        };
        Ok(match text.strip_prefix(COMPILED_BY) {
            Some(words) => {
                let (command, options) = split(words);
                Self::compiler(&command, &options)
            }
            None => {
                let (name, version) = split(text);
                Self::runtime(&name, Some(&version))
            }
        })
    }
}

impl From<String> for Engine {
    fn from(text: String) -> Self {
        let Ok(engine) = text.parse();
        engine
    }
}

impl From<Engine> for String {
    fn from(engine: Engine) -> Self {
        engine.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_findings_is_read_and_written_unchanged() {
        for (text, expected) in [
            ("V8 11.3.244.8-node.38", Engine::runtime("V8", Some("11.3.244.8-node.38"))),
            ("SpiderMonkey", Engine::runtime("SpiderMonkey", None)),
            ("Python 3.11.7", Engine::python("3.11.7")),
            ("compiled by gcc -O0 -g", Engine::compiler("gcc", "-O0 -g")),
            ("compiled by clang", Engine::compiler("clang", "")),
        ] {
            let json = format!("{text:?}");
            let read: Engine = serde_json::from_str(&json).expect("an engine");
            assert_eq!(read, expected);
            assert_eq!(serde_json::to_string(&read).expect("JSON"), json);
        }
    }

    #[test]
    fn a_compiler_is_known_by_its_name_without_folder_and_version() {
        let clang = Engine::compiler("/usr/bin/clang-14", "-O0");
        assert!(clang.is_compiler("clang") && !clang.is_compiler("gcc"));
        assert!(!clang.is_compiler("clan"));
        assert!(!Engine::python("3").is_compiler("Python"));
    }

    #[test]
    fn only_a_python_has_a_version_of_python() {
        assert_eq!(Engine::python("3.11.7").python_version(), Some("3.11.7"));
        assert_eq!(Engine::runtime("V8", Some("3.1")).python_version(), None);
    }
}
