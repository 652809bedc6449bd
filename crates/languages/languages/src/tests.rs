//! Programs of each language through the common entry points.

use super::*;
use debunk_model::{Goal, Language, Program};

#[test]
fn every_language_has_places_for_breakpoints() {
    for (language, text) in [
        (Language::JavaScript, "let x = 1;\nprint(x);\n"),
        (Language::C, "int main(void) {\n  return 0;\n}\n"),
        (Language::Cpp, "int main() {\n  return 0;\n}\n"),
        (Language::Python, "x = 1\nprint(x)\n"),
        (Language::Go, "package main\nfunc main() {\n}\n"),
        (Language::Rust, "fn main() {\n    println!(\"a\");\n}\n"),
    ] {
        let program = match language {
            Language::JavaScript => Program::javascript("p.js", Goal::Script, text),
            other => Program::script("p", other, text),
        };
        let sites = analyse(&program).expect("is analysed");
        assert!(!sites.breakable.is_empty(), "{language}");
        assert!(parses(&program), "{language}");
        assert!(!parts(&program).expect("has parts").parts.is_empty(), "{language}");
    }
}

#[test]
fn lines_that_are_counted_differently_are_refused() {
    let program = Program::script("p.py", Language::Python, "x = '\u{2028}'\n");
    assert_eq!(analyse(&program).err(), Some(AnalysisError::LineEnds));
    let windows = Program::script("p.py", Language::Python, "x = 1\r\ny = 2\r\n");
    assert!(analyse(&windows).is_ok());
}

#[test]
fn garbage_does_not_parse() {
    for language in Language::ALL.into_iter().filter(|it| *it != Language::JavaScript) {
        assert!(!parses(&Program::script("p", language, "int f( def :\n")), "{language}");
    }
}

#[test]
fn threads_are_seen_in_every_language() {
    let may = |language, text: &str| may_run_threads(&Program::script("p", language, text));
    assert!(may(Language::Python, "import threading\n"));
    assert!(may(Language::C, "int main(void) { return pthread_create(a, b, c, d); }\n"));
    assert!(may(Language::Cpp, "int main() { std::thread t(f); t.join(); }\n"));
    assert!(may(Language::Go, "func main() { go func() {}() }\n"));
    assert!(may(Language::Rust, "fn main() { std::thread::spawn(f); }\n"));
    for language in [Language::JavaScript, Language::Python, Language::C, Language::Go] {
        assert!(!may(language, "print(1)\n"));
    }
}
