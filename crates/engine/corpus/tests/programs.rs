//! The built-in programs in C, C++, Python, Go and Rust compile without a warning, and are
//! deterministic.

use debunk_corpus::{CorpusEntry, built_in_of};
use debunk_model::Language;
use debunk_sandbox::{FinishedRun, Spawn, TempArea, TempFolder, run_to_end};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compilers are slow on a busy machine.
const COMPILER_TIMEOUT: Duration = Duration::from_secs(300);

/// Programs take milliseconds.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(20);

/// What a program written to a file of a folder is called there.
fn file_name(entry: &CorpusEntry) -> String {
    entry.program.name.replace('/', "-")
}

/// A folder with the programs of a language in it.
struct Programs {
    area: TempArea,
    folder: TempFolder,
    entries: Vec<CorpusEntry>,
}

impl Programs {
    fn of(language: Language) -> Self {
        let area = TempArea::new().expect("an area");
        let folder = area.subfolder("programs").expect("a folder");
        let entries = built_in_of(language).entries;
        for entry in &entries {
            fs::write(folder.path().join(file_name(entry)), entry.program.text.as_bytes())
                .expect("a written program");
        }
        Self { area, folder, entries }
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a compiler, which must succeed silently.
    fn compile(&self, name: &str, compiler: Spawn) {
        let compiler = compiler.inherit_environment().current_dir(self.folder.path());
        let end = run_to_end(compiler, &self.area, b"", COMPILER_TIMEOUT).expect("a compiler");
        let said = end.stdout_text() + &end.stderr_text();
        assert!(end.exit.success() && said.is_empty(), "{name}: {}\n{said}", end.exit);
    }

    /// Compiles each program by itself, then lets `check` run it.
    fn each_compiled(
        &self,
        compiler: &str,
        options: &[&str],
        mut check: impl FnMut(&str, &dyn Fn() -> FinishedRun),
    ) {
        for entry in &self.entries {
            let name = entry.program.name.as_str();
            let binary = self.path("binary");
            let command = Spawn::new(compiler).args(options).arg("-o").arg(&binary);
            self.compile(name, command.arg(file_name(entry)));
            check(name, &|| self.run(Spawn::new(&binary)));
        }
    }

    fn run(&self, program: Spawn) -> FinishedRun {
        run_to_end(program, &self.area, b"", PROGRAM_TIMEOUT).expect("a program")
    }
}

/// Runs a program twice; it must end by itself, print something, and do the same both times.
fn check_twice(name: &str, run: &dyn Fn() -> FinishedRun) -> FinishedRun {
    let first = run();
    assert!(!first.timed_out && first.exit.signal.is_none(), "{name}: {}", first.exit);
    assert!(!first.stdout.is_empty(), "{name} prints nothing\n{}", first.stderr_text());
    assert_eq!(first, run(), "{name} does something else the second time");
    first
}

fn twice(name: &str, run: &dyn Fn() -> FinishedRun) {
    check_twice(name, run);
}

/// As for debuggers, and with every warning an error.
const STRICT_C: [&str; 6] = ["-O0", "-g", "-Wall", "-Wextra", "-Werror", "-std=gnu11"];

#[test]
fn c_programs_compile_with_gcc_and_do_the_same_twice() {
    Programs::of(Language::C).each_compiled("gcc", &STRICT_C, twice);
}

#[test]
fn c_programs_compile_with_clang_and_do_the_same_twice() {
    Programs::of(Language::C).each_compiled("clang", &STRICT_C, twice);
}

/// The same for C++.
const STRICT_CPP: [&str; 6] = ["-O0", "-g", "-Wall", "-Wextra", "-Werror", "-std=gnu++17"];

#[test]
fn cpp_programs_compile_with_gcc_and_do_the_same_twice() {
    Programs::of(Language::Cpp).each_compiled("g++", &STRICT_CPP, twice);
}

#[test]
fn cpp_programs_compile_with_clang_and_do_the_same_twice() {
    Programs::of(Language::Cpp).each_compiled("clang++", &STRICT_CPP, twice);
}

#[test]
fn c_and_cpp_programs_have_no_undefined_behaviour() {
    let sanitised = ["-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    for (language, compiler) in [(Language::C, "gcc"), (Language::Cpp, "g++")] {
        Programs::of(language).each_compiled(compiler, &sanitised, |name, run| {
            let end = run();
            let said = end.stderr_text();
            assert!(end.exit.signal.is_none() && said.is_empty(), "{name}: {}\n{said}", end.exit);
        });
    }
}

#[test]
fn python_programs_do_the_same_twice() {
    let programs = Programs::of(Language::Python);
    // The PATH may lead to a script that searches for the real one each time.
    let question = Spawn::new("python3").args(["-c", "import sys; print(sys.executable)"]);
    let python = programs.run(question).stdout_text();
    for entry in &programs.entries {
        let name = entry.program.name.as_str();
        let path = programs.path(file_name(entry));
        let end =
            check_twice(name, &|| programs.run(Spawn::new(python.trim()).arg("-B").arg(&path)));
        let fails_on_purpose = name.ends_with("/uncaught-exception.py");
        let said = end.stderr_text();
        assert_eq!(said.is_empty(), !fails_on_purpose, "{name}\n{said}");
    }
}

#[test]
fn go_programs_compile_and_do_the_same_twice() {
    let programs = Programs::of(Language::Go);
    fs::write(programs.path("go.mod"), "module programs\n\ngo 1.19\n").expect("a module");
    // One build of all programs, each a separate package, is much faster than one build each.
    let stem = |entry: &CorpusEntry| file_name(entry).trim_end_matches(".go").to_owned();
    for entry in &programs.entries {
        fs::create_dir(programs.path(stem(entry))).expect("a package");
        let main = Path::new(&stem(entry)).join("main.go");
        fs::rename(programs.path(file_name(entry)), programs.path(main)).expect("a moved file");
    }
    fs::create_dir(programs.path("binaries")).expect("a folder");
    let go = Spawn::new("go").args(["build", "-o", "binaries/", "./..."]);
    let go = go.env("GOCACHE", programs.path("cache")).env("GOFLAGS", "").env("GOPROXY", "off");
    programs.compile("go build", go);
    for entry in &programs.entries {
        let binary = programs.path("binaries").join(stem(entry));
        check_twice(&entry.program.name, &|| programs.run(Spawn::new(&binary)));
    }
}

#[test]
fn rust_programs_compile_and_do_the_same_twice() {
    let options = ["--edition", "2021", "-D", "warnings"];
    Programs::of(Language::Rust).each_compiled("rustc", &options, twice);
}
