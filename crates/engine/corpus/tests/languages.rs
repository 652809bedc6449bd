//! Programs of every language are found, and each carries its language on.

use crate::support::{Files, entry, names, skips};
use debunk_corpus::{LoadOptions, built_in, built_in_of};
use debunk_model::{Goal, Language};

#[test]
fn every_language_has_programs_of_its_own() {
    for language in Language::ALL {
        let corpus = built_in_of(language);
        assert_eq!(corpus.skips, []);
        assert!(names(&corpus).is_sorted());
        assert!(!corpus.entries.is_empty(), "{language} has none");
        for entry in &corpus.entries {
            let program = &entry.program;
            assert_eq!(program.language, language, "{}", program.name);
            let extension = program.name.rsplit('.').next();
            let expected = Language::of_extension(extension.unwrap_or_default());
            assert_eq!(expected, Some((language, program.goal)), "{}", program.name);
        }
    }
    assert_eq!(built_in_of(Language::JavaScript), built_in());
}

/// Fewer programs than these would mean that a folder was not embedded whole.
const FEWEST_PROGRAMS: [(Language, usize); 5] = [
    (Language::C, 62),
    (Language::Cpp, 20),
    (Language::Python, 62),
    (Language::Go, 12),
    (Language::Rust, 10),
];

#[test]
fn there_are_enough_of_each() {
    for (language, fewest) in FEWEST_PROGRAMS {
        let count = built_in_of(language).entries.len();
        assert!(count >= fewest, "only {count} programs of {language}");
    }
}

#[test]
fn a_program_says_which_version_it_needs() {
    let files = Files::new();
    files.write("a.py", "# needs: 3.10\nprint(1)\n");
    files.write("b.py", "print(1)\n# needs: 3.10\n");
    files.write("c.py", "# needs: more\n");
    let corpus = files.load_all();
    assert_eq!(entry(&corpus, "a.py").needed_version(), Some((3, 10)));
    assert_eq!(entry(&corpus, "b.py").needed_version(), None);
    assert_eq!(entry(&corpus, "c.py").needed_version(), None);
    let new_syntax = ["\n    match ", "\n    except* "];
    for entry in built_in_of(Language::Python).entries {
        let is_new = new_syntax.iter().any(|syntax| entry.program.text.contains(syntax));
        assert_eq!(entry.needed_version().is_some(), is_new, "{}", entry.program.name);
    }
}

#[test]
fn extensions_say_the_language() {
    let files = Files::new();
    for name in ["a.c", "b.py", "c.go", "d.rs", "e.js", "f.h", "g.txt", "h.cpp", "i.cc"] {
        files.write(name, "x");
    }
    let corpus = files.load_all();
    let expected = ["a.c", "b.py", "c.go", "d.rs", "e.js", "h.cpp", "i.cc"];
    assert_eq!(names(&corpus), expected);
    let language = |name| entry(&corpus, name).program.language;
    assert_eq!(language("a.c"), Language::C);
    assert_eq!(language("h.cpp"), Language::Cpp);
    assert_eq!(language("i.cc"), Language::Cpp);
    assert_eq!(language("b.py"), Language::Python);
    assert_eq!(language("c.go"), Language::Go);
    assert_eq!(language("d.rs"), Language::Rust);
    assert_eq!(language("e.js"), Language::JavaScript);
    assert!(corpus.entries.iter().all(|entry| entry.program.goal == Goal::Script));
    let named = files.load(&["b.py", "g.txt"], LoadOptions::default());
    assert_eq!(entry(&named, "b.py").program.language, Language::Python);
    assert_eq!(entry(&named, "g.txt").program.language, Language::JavaScript);
}

#[test]
fn only_javascript_has_strict_copies_and_is_joined() {
    let files = Files::new();
    for name in ["a.c", "b.py", "c.js", "d.js"] {
        files.write(name, "x;");
    }
    assert_eq!(names(&files.load_both_modes()).len(), 6);
    assert_eq!(names(&files.load_joined(4, false)), ["a.c", "b.py", "c.js +1"]);
}

#[test]
fn what_a_debugger_does_not_speak_is_skipped_with_a_reason() {
    let files = Files::new();
    for name in ["a.c", "b.py", "c.go", "d.js"] {
        files.write(name, "x;");
    }
    let corpus = files.load_all().of_languages(&[Language::C, Language::Go]);
    assert_eq!(names(&corpus), ["a.c", "c.go"]);
    let expected = [
        "b.py is in Python, which the debugger does not support",
        "d.js is in JavaScript, which the debugger does not support",
    ];
    assert_eq!(skips(&corpus), expected);
}

#[test]
fn tools_of_test262_are_no_programs() {
    let files = Files::checkout();
    files.write_test("test/a.js", "description: x", "a();");
    files.write("tools/lint.py", "print(1)");
    assert_eq!(names(&files.load_all()), ["test/a.js"]);
    let named = files.load(&["tools/lint.py"], LoadOptions::default());
    assert_eq!(skips(&named), ["tools/lint.py is a tool of test262, not a test"]);
}
