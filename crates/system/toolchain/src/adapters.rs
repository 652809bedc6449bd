//! The debug adapters that come with debunk: a file each, which says how to get the adapter and how
//! to drive it.
//!
//! Only the former is read here: the table `installation`. The rest belongs to the driver.

use crate::product::{Bundle, Facts, Question, RealBinary, UNKNOWN};
use serde::Deserialize;

/// Names and texts, sorted by name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/adapters.rs"));

/// The names of the adapters that come with debunk.
pub fn adapter_names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}

/// The file of an adapter that comes with debunk.
pub fn adapter_file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
}

#[derive(Deserialize)]
struct Description {
    installation: Installation,
}

/// How to find or fetch an adapter, and which version it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Installation {
    /// What its makers call it.
    title: String,
    /// The possible names of the binary on the PATH, best first.
    #[serde(default)]
    programs: Vec<String>,
    /// The package of the system's package manager, if it is not named like the adapter.
    system_package: Option<String>,
    /// The command that installs it, if there is neither a package nor something to fetch.
    command: Option<String>,
    /// The first major version that can be driven.
    #[serde(default)]
    oldest_major: u32,
    /// Whether the version that a user requests is that of the Python that runs it.
    #[serde(default)]
    is_python: bool,
    /// Whether the name on the PATH is a link that has to be followed.
    #[serde(default)]
    is_link: bool,
    /// The arguments by which it reports its version.
    #[serde(default = "version_flag")]
    version: Vec<String>,
    /// The program beside it that reports the version in its place.
    version_program: Option<String>,
    /// The package of pip to fetch.
    pip: Option<String>,
    /// The package of npm to fetch.
    npm: Option<NpmPackage>,
    /// The package of a later release of Debian to fetch.
    debian: Option<DebianPackage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NpmPackage {
    package: String,
    folder: String,
    program: String,
    interpreter: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DebianPackage {
    release: String,
    package: String,
    program: String,
}

fn version_flag() -> Vec<String> {
    vec!["--version".to_owned()]
}

/// The facts live as long as the program.
fn kept(text: String) -> &'static str {
    text.leak()
}

fn all_kept(texts: Vec<String>) -> &'static [&'static str] {
    texts.into_iter().map(kept).collect::<Vec<_>>().leak()
}

/// The facts about every adapter.
pub(crate) fn facts() -> impl Iterator<Item = Facts> {
    FILES.iter().filter_map(|(name, text)| {
        let description: Description = toml::from_str(text).ok()?;
        Some(description.installation.into_facts(name))
    })
}

impl Installation {
    fn into_facts(self, name: &'static str) -> Facts {
        let bundle = match (self.pip, self.npm, self.debian) {
            (Some(package), ..) => Some(Bundle::Pip { package: kept(package) }),
            (_, Some(npm), _) => Some(Bundle::Npm {
                package: kept(npm.package),
                folder: kept(npm.folder),
                program: kept(npm.program),
                interpreter: npm.interpreter.map(kept),
            }),
            (.., Some(debian)) => Some(Bundle::Debian {
                release: kept(debian.release),
                package: kept(debian.package),
                program: kept(debian.program),
            }),
            _ => None,
        };
        let real_binary = match (self.is_link, self.is_python) {
            (true, _) => RealBinary::Linked,
            (_, true) => RealBinary::PYTHON,
            _ => RealBinary::Found,
        };
        let question =
            Question { program: self.version_program.map(kept), arguments: all_kept(self.version) };
        Facts {
            name,
            programs: all_kept(self.programs),
            title: kept(self.title),
            system_package: self.system_package.map_or(name, kept),
            install_command: self.command.map(kept),
            oldest_major: self.oldest_major,
            is_python: self.is_python,
            question: Some(question),
            real_binary,
            bundle,
            ..UNKNOWN
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_adapter_says_how_to_get_it() {
        for (name, text) in FILES {
            if let Err(error) = toml::from_str::<Description>(text) {
                panic!("{name}: {error}");
            }
        }
        assert_eq!(facts().count(), FILES.len());
        assert!(FILES.iter().any(|(name, _)| *name == "lldb-dap"));
    }
}
