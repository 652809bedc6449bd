//! What is special about an adapter, as data.

use debunk_base::{clipped, is_hidden, visible};
use debunk_model::Language;
use regex::Regex;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Why a file does not describe an adapter; the text fits after "failed to".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// It is malformed.
    #[error("read the description of an adapter: {0}")]
    Syntax(String),
    /// A pattern in it is invalid.
    #[error("read the pattern {pattern:?} in the description of an adapter: {reason}")]
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong.
        reason: String,
    },
    /// A file that it names is missing.
    #[error("find {path}, which the description of the adapter names{}", advice(.install))]
    Missing {
        /// The file.
        path: PathBuf,
        /// How to install it.
        install: Option<String>,
    },
    /// Its name has characters that cannot be seen, or change how others are seen.
    #[error("use the name {0} of the adapter: it has characters that cannot be seen")]
    Name(String),
    /// It has no command.
    #[error("find a command in the description of the adapter; write command = [\"program\"]")]
    NoCommand,
}

/// What to do about a missing file.
fn advice(install: &Option<String>) -> String {
    match install {
        Some(command) => format!("; in the folder of the description, run: {command}"),
        None => "; install it, or write where it is".to_owned(),
    }
}

/// How to reach the adapter once it runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// Over its input and output.
    #[default]
    Stdio,
    /// It prints a port, which the first group of the pattern matches, on its output.
    TcpPortRegex(String),
    /// The same, on its error output.
    TcpPortRegexOnStderr(String),
    /// `${port}` in its command gives it a port, and it listens there.
    TcpPort,
    /// `${socket}` gives it a socket in the file system, and it listens there.
    Unix,
    /// `${port}` gives it a port, and it connects there.
    Listen,
}

/// Where the output of the program goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    /// The adapter sends it in `output` events of the category `stdout`.
    #[default]
    Events,
    /// It is mixed with what the adapter itself writes to its output, from the port on.
    Stdout,
    /// The program itself sends it into the file that `DEBUNK_OUTPUT` names.
    File,
}

/// How one process serves several sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reuse {
    /// It does not; the next process starts while the current one is in use.
    #[default]
    None,
    /// The debugged process is a Python script that runs one program after the other.
    GateScript,
    /// The adapter listens on a port, and accepts one connection after the other.
    Server,
}

/// An adapter as a user describes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdapterSpec {
    /// Its name.
    pub name: String,
    /// The program with its arguments. `${binary}`, `${program}`, `${source}`, `${cwd}`,
    /// `${python}`, `${port}`, `${socket}`, `${output}` and `${support}` are replaced.
    pub command: Vec<String>,
    /// The command that installs it, in the folder of the description.
    #[serde(default)]
    pub install: Option<String>,
    /// How debunk finds or fetches it, for an adapter that comes with debunk.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub installation: toml::Table,
    /// How to reach it.
    #[serde(default)]
    pub transport: Transport,
    /// How long to wait before connecting, for an adapter that listens before it is ready.
    #[serde(default)]
    pub settle_ms: u64,
    /// `launch` or `attach`.
    #[serde(default = "default_request")]
    pub request: String,
    /// The arguments of that request, with the same placeholders.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub launch: toml::Table,
    /// The languages of its programs, the first by default.
    #[serde(default)]
    pub languages: Vec<Language>,
    /// Additional variables of its environment.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The scopes of a frame that hold its own variables, with `*` for anything; variables in the
    /// first of them hide variables of the same name in the others.
    #[serde(default = "default_scopes")]
    pub locals_scopes: Vec<String>,
    /// Variables outside the program, as `name` or `name: type`, with `*` for anything.
    #[serde(default)]
    pub ignore_variables: Vec<String>,
    /// Patterns of `name: type` for what it lists among the children of a value and is none.
    #[serde(default, deserialize_with = "patterns")]
    #[schemars(with = "Vec<String>")]
    pub ignore_children: Vec<Regex>,
    /// Patterns of `name: type` for what it lists in place of the children that are in it.
    #[serde(default, deserialize_with = "patterns")]
    #[schemars(with = "Vec<String>")]
    pub child_groups: Vec<Regex>,
    /// Patterns of values that it shows in place of what it failed to read in another value.
    #[serde(default, deserialize_with = "patterns")]
    #[schemars(with = "Vec<String>")]
    pub unreadable_children: Vec<Regex>,
    /// How it names what a pointer points to, if not with a `*` or nothing.
    #[serde(default)]
    pub pointee: Option<String>,
    /// Whether elements that no expression denotes have numbers for names that mean nothing.
    #[serde(default)]
    pub elements_by_id: bool,
    /// Patterns of what to remove from names and values.
    #[serde(default, deserialize_with = "patterns")]
    #[schemars(with = "Vec<String>")]
    pub strip: Vec<Regex>,
    /// Reasons of a first stop that the adapter makes by itself.
    #[serde(default)]
    pub skip_first_stop: Vec<String>,
    /// How it refuses to step out of the outermost function, which then means to continue.
    #[serde(default)]
    pub step_out_refusals: Vec<String>,
    /// How one process serves several sessions.
    #[serde(default)]
    pub reuse: Reuse,
    /// Where the output of the program goes.
    #[serde(default)]
    pub output: Output,
    /// Whether it reports the exit code of the program.
    #[serde(default = "yes")]
    #[serde(rename = "tells_exit_code")]
    pub reports_exit_code: bool,
    /// Whether, of several variables with one name, the last is the innermost.
    #[serde(default)]
    pub innermost_last: bool,
    /// Whether it reports only after the start where a breakpoint was set.
    #[serde(default)]
    pub verifies_late: bool,
    /// Whether it knows places by columns, not by lines alone.
    #[serde(default)]
    pub columns: bool,
    /// Whether it debugs in a second session that it requests.
    #[serde(default)]
    pub child_session: bool,
    /// Whether it can be asked to restart a program.
    #[serde(default)]
    pub restarts: bool,
    /// Whether it completes names.
    #[serde(default)]
    pub completions: bool,
    /// Whether it evaluates expressions for watches, under the pointer and in its console.
    #[serde(default)]
    pub evaluation_contexts: bool,
    /// What a line of its console begins with if it is an expression.
    #[serde(default)]
    pub console_prefix: String,
    /// By design: a step stays pending after a breakpoint interrupts it.
    #[serde(default)]
    pub completes_steps: bool,
    /// By design: a step may end where it began.
    #[serde(default)]
    #[serde(rename = "rests_twice")]
    pub pauses_twice: bool,
    /// By design: contents of containers are read for a limited time, and the rest is marked.
    #[serde(default)]
    pub cuts_contents: bool,
    /// The console command that steps by one instruction, if the protocol does not.
    #[serde(default)]
    pub step_instruction: Option<String>,
    /// The command that runs a program without the debugger, if debunk does not know it.
    #[serde(default)]
    pub plain: Option<Vec<String>>,
    /// A program for `debunk adapter check`, if debunk has none of its language.
    #[serde(default)]
    pub sample: Option<String>,
    /// The extension of program files, if debunk does not know the language.
    #[serde(default)]
    pub extension: Option<String>,
}

fn default_request() -> String {
    "launch".to_owned()
}

fn default_scopes() -> Vec<String> {
    ["Local*", "Arg*"].map(str::to_owned).to_vec()
}

fn yes() -> bool {
    true
}

fn patterns<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Regex>, D::Error> {
    let texts: Vec<String> = Deserialize::deserialize(deserializer)?;
    texts.iter().map(|text| Regex::new(text).map_err(serde::de::Error::custom)).collect()
}

impl FromStr for AdapterSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let spec: AdapterSpec =
            toml::from_str(text).map_err(|error| SpecError::Syntax(clipped(&error.to_string())))?;
        if spec.command.first().is_none_or(String::is_empty) {
            return Err(SpecError::NoCommand);
        }
        if spec.name.contains(is_hidden) {
            return Err(SpecError::Name(visible(&spec.name)));
        }
        spec.port_pattern()?;
        Ok(spec)
    }
}

/// The extensions of files that a command line names to be run.
const SCRIPT_ENDS: [&str; 8] = [".js", ".cjs", ".mjs", ".py", ".rb", ".sh", ".jar", ".dll"];

impl AdapterSpec {
    /// Relative paths in its commands start at the folder of the description, wherever debunk runs.
    /// The program itself and a script must exist; another word is a path only if such a file
    /// exists, or if it begins with a dot.
    ///
    /// # Errors
    /// If a program or a script is missing.
    pub fn resolve(&mut self, folder: &Path) -> Result<(), SpecError> {
        // The folder of a bare file name is empty.
        let folder = Path::new(".").join(folder);
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let commands = std::iter::once(&mut self.command).chain(&mut self.plain);
        for (index, word) in commands.flat_map(|words| words.iter_mut().enumerate()) {
            let is_ours = word.contains("${") || word.starts_with('-') || word.contains("://");
            if is_ours || !word.contains('/') {
                continue;
            }
            let path = folder.join(&*word);
            let is_run = index == 0 || SCRIPT_ENDS.iter().any(|end| word.ends_with(end));
            if is_run && !path.is_file() {
                return Err(SpecError::Missing { path, install: self.install.clone() });
            }
            if is_run || word.starts_with('.') || path.exists() {
                *word = path.to_string_lossy().into_owned();
            }
        }
        Ok(())
    }

    /// The pattern of the port that the adapter prints, if it prints one.
    ///
    /// # Errors
    /// If it is not a pattern with a group.
    pub(crate) fn port_pattern(&self) -> Result<Option<Regex>, SpecError> {
        let (Transport::TcpPortRegex(text) | Transport::TcpPortRegexOnStderr(text)) =
            &self.transport
        else {
            return Ok(None);
        };
        let bad = |reason: String| SpecError::Pattern { pattern: text.clone(), reason };
        let pattern = Regex::new(text).map_err(|error| bad(error.to_string()))?;
        if pattern.captures_len() < 2 {
            return Err(bad("it has no group for the port".to_owned()));
        }
        Ok(Some(pattern))
    }

    /// Whether the command names the program, so that it cannot be started before the program is
    /// known.
    pub(crate) fn needs_program(&self) -> bool {
        self.command.iter().any(|word| word.contains("${program}") || word.contains("${source}"))
    }

    /// The index of a scope among those with the variables of a frame, if it is one of them.
    pub(crate) fn locals_rank(&self, scope: &str) -> Option<usize> {
        self.locals_scopes.iter().position(|pattern| matches(pattern, scope))
    }

    /// Whether a variable is outside the program.
    pub(crate) fn ignores(&self, variable: &Value) -> bool {
        let text = |field: &str| variable[field].as_str().unwrap_or_default();
        self.ignore_variables.iter().any(|pattern| match pattern.split_once(": ") {
            Some((name, kind)) => matches(kind, text("type")) && matches(name, text("name")),
            None => matches(pattern, text("name")),
        })
    }

    /// Whether something that is listed among the children of a value is none.
    pub(crate) fn ignores_child(&self, variable: &Value) -> bool {
        !self.is_group(variable) && is_among(&self.ignore_children, variable)
    }

    /// Whether the value of a child says that reading it failed.
    pub(crate) fn is_unreadable(&self, child: &Value) -> bool {
        let value = child["value"].as_str().unwrap_or_default();
        self.unreadable_children.iter().any(|pattern| pattern.is_match(value))
    }

    /// Whether it stands for children that are in it.
    pub(crate) fn is_group(&self, variable: &Value) -> bool {
        is_among(&self.child_groups, variable)
    }
}

/// Whether one of the patterns matches the name and the type of a variable.
fn is_among(patterns: &[Regex], variable: &Value) -> bool {
    if patterns.is_empty() {
        return false;
    }
    let text = |field: &str| variable[field].as_str().unwrap_or_default();
    let described = format!("{}: {}", text("name"), text("type"));
    patterns.iter().any(|pattern| pattern.is_match(&described))
}

/// Whether a text matches a pattern in which `*` stands for anything, ignoring case.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.to_lowercase(), text.to_lowercase());
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(position) => rest = &rest[position + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_description_can_be_read() {
        for name in debunk_toolchain::adapter_names() {
            let text = debunk_toolchain::adapter_file(name).expect("its file");
            let spec: AdapterSpec = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(spec.name, name);
        }
    }

    #[test]
    fn wrong_descriptions_are_refused_with_a_reason() {
        let check = |text: &str, part: &str| {
            let error = AdapterSpec::from_str(text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        };
        check("", "name");
        check("name = 'x'\ncommand = []", "command");
        check("name = \"a\\u001b\\u202e\"\ncommand = ['x']", "cannot be seen");
        check("name = 'x'\ncommand = ['x']\ncolour = 1", "colour");
        check("name = 'x'\ncommand = ['x']\nstrip = ['(']", "regex");
        let port = "name = 'x'\ncommand = ['x']\ntransport = { tcp_port_regex = 'at' }";
        check(port, "no group");
    }

    #[test]
    fn relative_paths_begin_at_the_description() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("dist")).expect("a folder");
        std::fs::write(folder.path().join("dist/adapter.js"), "").expect("a file");
        let read = |command: &str| -> AdapterSpec {
            let text = format!("name = 'x'\ninstall = 'npm install x'\ncommand = {command}");
            text.parse().expect("a description")
        };
        let mut spec = read("['node', 'dist/adapter.js', '--os=a/b', 'linux/amd64', '${cwd}/x']");
        spec.resolve(folder.path()).expect("it is there");
        let script = folder.path().join("dist/adapter.js");
        let script = script.to_string_lossy();
        assert_eq!(spec.command, ["node", &script, "--os=a/b", "linux/amd64", "${cwd}/x"]);
        for missing in ["['node', 'dist/other.js']", "['bin/adapter']", "['/no/such/adapter']"] {
            let error = read(missing).resolve(folder.path()).expect_err(missing).to_string();
            assert!(error.contains("run: npm install x"), "{error}");
        }
    }

    #[test]
    fn what_is_listed_among_children_is_known_by_name_and_type() {
        let text = debunk_toolchain::adapter_file("debugpy").expect("its file");
        let spec: AdapterSpec = text.parse().expect("a description");
        let check = |name: &str, kind: &str, is_group: bool, is_ignored: bool| {
            let variable = serde_json::json!({ "name": name, "type": kind });
            assert_eq!(spec.is_group(&variable), is_group, "{name}: {kind}");
            assert_eq!(spec.ignores_child(&variable), is_ignored, "{name}: {kind}");
        };
        check("len()", "int", false, true);
        check("len", "int", false, false);
        check("more", "MoreItems", true, false);
        check("more", "int", false, false);
        check("[100:200]", "MoreItemsRange", true, false);
        check("append", "builtin_function_or_method", false, true);
        check("3", "builtin_function_or_method", false, false);
        check("'key'", "method", false, false);
    }

    #[test]
    fn variables_are_ignored_by_name_or_by_name_and_type() {
        let text = "name = 'x'\ncommand = ['x']\nignore_variables = ['~r*', '*: function']";
        let spec: AdapterSpec = text.parse().expect("a description");
        let check = |name: &str, kind: &str, is_ignored: bool| {
            let variable = serde_json::json!({ "name": name, "type": kind });
            assert_eq!(spec.ignores(&variable), is_ignored, "{name}: {kind}");
        };
        check("~r0", "int", true);
        check("add", "function", true);
        check("function", "int", false);
    }

    #[test]
    fn a_star_stands_for_anything() {
        assert!(matches("local*", "Locals"));
        assert!(matches("~r*", "~r0"));
        assert!(matches("*variables", "special variables"));
        assert!(matches("a*b*c", "axxbyyc"));
        assert!(!matches("local*", "Globals"));
        assert!(!matches("Arg", "Arguments"));
    }
}
