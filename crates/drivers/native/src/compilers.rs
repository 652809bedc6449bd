//! The tools that turn a text into something that can be started, and their arguments.

use debunk_model::{Language, OptimisationLevel};
use debunk_sandbox::Spawn;
use std::path::{Path, PathBuf};

/// The file beside a program in JavaScript that gives it its `print`.
pub(crate) const PRELUDE_NAME: &str = "prelude.cjs";

/// For each process of a compiler.
const COMPILER_MEMORY_LIMIT_MIB: u64 = 2_048;
const COMPILER_CPU_LIMIT_S: u64 = 60;
const COMPILER_FILE_SIZE_LIMIT_MIB: u64 = 256;

/// The tools for every language; names are looked up on the PATH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compilers {
    /// The C compiler, beside which that of C++ is.
    pub cc: String,
    /// Additional arguments of the C compiler; by default, no optimisation and debug information.
    pub cflags: Vec<String>,
    /// The Go tool.
    pub go: String,
    /// Where the Go tool keeps its compiled files; a private folder if there is none.
    pub go_cache: Option<PathBuf>,
    /// The Rust compiler.
    pub rustc: String,
    /// The Python interpreter.
    pub python: PathBuf,
    /// The Node that runs JavaScript files.
    pub node: PathBuf,
}

impl Compilers {
    /// Whether programs of a language are compiled with optimisation: the last option that says so
    /// counts.
    pub fn optimises(&self, language: Language) -> bool {
        let level = self.cflags.iter().rev().find_map(|flag| flag.strip_prefix("-O"));
        is_c(language) && level.is_some_and(|level| level != "0")
    }
}

impl Default for Compilers {
    fn default() -> Self {
        Self {
            cc: "gcc".to_owned(),
            cflags: ["-O0", "-g"].map(str::to_owned).to_vec(),
            go: "go".to_owned(),
            go_cache: None,
            rustc: "rustc".to_owned(),
            python: "python3".into(),
            node: "node".into(),
        }
    }
}

/// Whether a language is C or C++, which have the same options.
fn is_c(language: Language) -> bool {
    matches!(language, Language::C | Language::Cpp)
}

/// The options for the same standard with every compiler; options of the user come later.
pub(crate) fn standard(language: Language) -> &'static [&'static str] {
    if language == Language::Cpp { &["-std=gnu++17"] } else { &[] }
}

/// A compiler gets untrusted texts: one can make it read any file, use any
/// environment variable, or eat all memory. So it has a clean environment and limits, and sees what
/// a program sees.
pub(crate) fn compiling(spawn: Spawn) -> Spawn {
    spawn
        .memory_limit_mib(Some(COMPILER_MEMORY_LIMIT_MIB))
        .cpu_limit_s(Some(COMPILER_CPU_LIMIT_S))
        .file_size_limit_mib(Some(COMPILER_FILE_SIZE_LIMIT_MIB))
        .without_sockets()
}

/// A file that is compiled in `folder`.
pub(crate) struct Job<'paths> {
    pub folder: &'paths Path,
    pub source: &'paths str,
    pub target: &'paths str,
    /// What is linked to it, if possible.
    pub redirect: Option<&'paths Path>,
}

impl Compilers {
    /// Whether programs of that language are compiled before they run.
    pub(crate) fn compiles(language: Language) -> bool {
        is_c(language) || matches!(language, Language::Go | Language::Rust)
    }

    /// Whether a C file can be linked to programs of that language.
    pub(crate) fn links_c(language: Language) -> bool {
        is_c(language) || language == Language::Rust
    }

    /// How far programs in C and C++ are optimised. Those in Go and Rust never are.
    pub fn c_level(&self) -> OptimisationLevel {
        OptimisationLevel::of_flags(self.cflags.iter().map(String::as_str))
    }

    /// The command that compiles a program, for somebody else's shell: `${source}` and `${program}`
    /// are the files. Empty if nothing is compiled.
    pub fn words(&self, language: Language) -> Vec<String> {
        let ends = ["-o", "${program}", "${source}"];
        let words = |begin: &[&str], more: &[&str]| {
            let own = if is_c(language) { self.cflags.as_slice() } else { &[] };
            let begin = begin.iter().map(|word| (*word).to_owned()).chain(own.iter().cloned());
            begin.chain(ends.iter().chain(more).map(|word| (*word).to_owned())).collect()
        };
        match language {
            Language::C | Language::Cpp => {
                let compiler = self.of_c(language);
                let begin = [&[&*compiler], standard(language), &["-w"]].concat();
                words(&begin, &["-lm", "-pthread"])
            }
            Language::Rust => {
                words(&[&self.rustc, "--edition", "2021", "-g", "-A", "warnings"], &[])
            }
            Language::Go => words(&[&self.go, "build", "-gcflags=-N -l"], &[]),
            _ => Vec::new(),
        }
    }

    /// The command that compiles the program.
    pub(crate) fn command(&self, language: Language, job: &Job<'_>) -> Spawn {
        let Job { folder, source, target, redirect } = job;
        let spawn = |tool: &str| compiling(Spawn::new(tool)).current_dir(folder);
        match language {
            Language::Go => {
                let cache = self.go_cache.clone().unwrap_or_else(|| folder.join("go-cache"));
                // The libraries stay optimised, since nobody steps through them: recompiling them
                // takes minutes.
                spawn(&self.go)
                    .writable(&cache)
                    .args(["build", "-gcflags=-N -l", "-o", target, source])
                    .env("GOCACHE", cache)
                    .env("GO111MODULE", "off")
                    .env("GOFLAGS", "")
                    .env("CGO_ENABLED", "0")
            }
            Language::Rust => {
                let spawn = spawn(&self.rustc)
                    .args(["--edition", "2021", "-C", "debuginfo=2", "-C", "opt-level=0"])
                    .args(["-A", "warnings", "--color", "never", "-o", target, source]);
                match redirect {
                    Some(redirect) => {
                        spawn.arg("-C").arg(format!("link-arg={}", redirect.display()))
                    }
                    None => spawn,
                }
            }
            _ => {
                let spawn = spawn(&self.of_c(language));
                let spawn = spawn.args(standard(language)).args(&self.cflags);
                let spawn = spawn.args(["-w", "-o", target]);
                // First, so that it also runs first.
                let spawn = match redirect {
                    Some(redirect) => spawn.arg(redirect),
                    None => spawn,
                };
                spawn.args([source, "-lm", "-pthread"])
            }
        }
    }

    /// The compiler for C, or the one for C++ that belongs to it: `g++-12` for `gcc-12`.
    fn of_c(&self, language: Language) -> String {
        if language == Language::C {
            return self.cc.clone();
        }
        let start = self.cc.rfind('/').map_or(0, |slash| slash + 1);
        let (folder, name) = self.cc.split_at(start);
        let other = match name {
            _ if name.contains("clang++") || name.contains("g++") => name.to_owned(),
            _ if name.contains("clang") => name.replacen("clang", "clang++", 1),
            _ if name.contains("gcc") => name.replacen("gcc", "g++", 1),
            "cc" => "c++".to_owned(),
            _ => name.to_owned(),
        };
        format!("{folder}{other}")
    }

    /// The command that compiles a C file to be linked, without debug information.
    pub(crate) fn object_command(&self, folder: &Path, source: &str, target: &str) -> Spawn {
        compiling(Spawn::new(&self.cc))
            .current_dir(folder)
            .args(["-O1", "-g0", "-fPIC", "-c", "-o", target, source])
    }

    /// The command that compiles one of debunk's own tools.
    pub(crate) fn tool_command(&self, folder: &Path, source: &str, target: &str) -> Spawn {
        Spawn::new(&self.cc)
            .inherit_environment()
            .current_dir(folder)
            .args(["-O1", "-w", "-o", target, source])
    }

    /// The command that runs what was built, and its fixed environment.
    pub(crate) fn run(&self, language: Language, executable: &Path) -> Spawn {
        match language {
            Language::Python => Spawn::new(&self.python).args(["-B", "-s"]).arg(executable),
            Language::JavaScript => self.run_node(&[], executable),
            _ => Spawn::new(executable),
        }
    }

    /// The command that runs a JavaScript file, with flags of the engine.
    pub(crate) fn run_node(&self, flags: &[&str], executable: &Path) -> Spawn {
        let prelude = executable.with_file_name(PRELUDE_NAME);
        Spawn::new(&self.node).args(flags).arg("-r").arg(prelude).arg(executable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_of_cpp_is_the_one_beside_that_of_c() {
        let check = |cc: &str, expected: &str| {
            let compilers = Compilers { cc: cc.to_owned(), ..Compilers::default() };
            assert_eq!(compilers.of_c(Language::Cpp), expected);
            assert_eq!(compilers.of_c(Language::C), cc);
        };
        check("gcc", "g++");
        check("/opt/gcc/bin/gcc-12", "/opt/gcc/bin/g++-12");
        check("clang-19", "clang++-19");
        check("clang++", "clang++");
        check("cc", "c++");
    }
}
