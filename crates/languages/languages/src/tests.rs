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

/// The expressions of a program that only read, in the order of the text.
fn readings(language: Language, text: &str) -> Vec<&str> {
    let program = match language {
        Language::JavaScript => Program::javascript("p.js", Goal::Script, text),
        other => Program::script("p", other, text),
    };
    let sites = analyse(&program).expect("is analysed");
    sites.expressions.iter().map(|span| span.of(text)).collect()
}

#[test]
fn expressions_that_only_read_are_found_in_every_language() {
    for (language, text, expected) in [
        (
            Language::JavaScript,
            "x = a[0] + o.n; y = f(b ? 1 : -c) * 2; i++; delete o.x; z = !await_ && a?.b;",
            &["a[0] + o.n", "a[0]", "o.n", "b ? 1 : -c", "-c", "o.x", "!await_", "a?.b"][..],
        ),
        (
            Language::C,
            "void f(void) { x = a[0] + s->n; y = g(b ? 1 : -c) * 2; i++; p = *q + &r; }",
            &["a[0] + s->n", "a[0]", "s->n", "b ? 1 : -c", "-c"],
        ),
        (Language::Cpp, "void f() { x = (a + 1) * o.n; }", &["(a + 1) * o.n", "a + 1", "o.n"]),
        (
            Language::Python,
            "x = a[0] + o.n\ny = f(1 if b else -c) * 2\nz = not d and e == 'k'\nw = (v := 1) + 2\n",
            &[
                "a[0] + o.n",
                "a[0]",
                "o.n",
                "1 if b else -c",
                "-c",
                "not d and e == 'k'",
                "not d",
                "e == 'k'",
            ],
        ),
        (
            Language::Go,
            "package p\nfunc f() { x = a[0] + s.n; y = g(!b) + 2; i++ }\n",
            &["a[0] + s.n", "a[0]", "s.n", "!b"],
        ),
        (
            Language::Rust,
            "fn f() { let x = a[0] + s.n; let y = g(!b) + 2; }\n",
            &["a[0] + s.n", "a[0]", "s.n", "!b"],
        ),
    ] {
        assert_eq!(readings(language, text), expected, "{language}");
    }
}

#[test]
fn loops_begin_where_they_are_written_in_every_language() {
    for (language, text, expected) in [
        (Language::JavaScript, "x;\nfor (;;) {}\ndo {} while (0);\n", &[3, 15][..]),
        (Language::C, "void f(void) { for (;;) {} while (1) {} }", &[15, 27]),
        (Language::Cpp, "void f() { for (int a : b) {} }", &[11]),
        (Language::Python, "while x:\n  pass\nfor a in b:\n  pass\n", &[0, 16]),
        (Language::Go, "package p\nfunc f() { for {} }\n", &[21]),
        (Language::Rust, "fn f() { loop {} }\n", &[9]),
    ] {
        let program = match language {
            Language::JavaScript => Program::javascript("p.js", Goal::Script, text),
            other => Program::script("p", other, text),
        };
        let sites = analyse(&program).expect("is analysed");
        let loops: Vec<u32> = sites.loops.into_iter().collect();
        assert_eq!(loops, expected, "{language}");
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
