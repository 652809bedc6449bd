//! All built-in programs are embedded, as they are on disk.

use crate::support::{entry, names, text};
use debunk_corpus::{Expectation, LoadOptions, built_in, built_in_of, load};
use debunk_model::{Goal, Language};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Fewer would mean that the folder was not embedded whole.
const FEWEST_PROGRAMS: usize = 250;

#[test]
fn names_are_unique_and_sorted() {
    let corpus = built_in();
    let names = names(&corpus);
    assert!(names.len() >= FEWEST_PROGRAMS, "only {} programs", names.len());
    assert!(names.is_sorted());
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(names.iter().all(|name| name.contains('/') && !name.contains('\\')));
    assert_eq!(corpus.skips, []);
}

#[test]
fn goals_follow_the_extensions() {
    let corpus = built_in();
    for entry in &corpus.entries {
        let is_module = entry.program.name.ends_with(".mjs");
        assert_eq!(entry.program.goal == Goal::Module, is_module, "{}", entry.program.name);
        assert_eq!(entry.program.language, Language::JavaScript);
        assert_eq!(entry.expects, Expectation::Runs);
    }
    assert!(corpus.entries.iter().any(|entry| entry.program.goal == Goal::Module));
}

#[test]
fn some_scripts_are_strict() {
    let corpus = built_in();
    let is_strict =
        |text: &str| text.starts_with(['"', '\'']) && text[1..].starts_with("use strict");
    let strict = corpus.entries.iter().filter(|entry| is_strict(&entry.program.text)).count();
    assert!(strict >= 10, "only {strict} strict scripts");
}

#[test]
fn line_ends_are_kept() {
    let corpus = built_in();
    let lone_cr = text(&corpus, "formatting/lone-cr-line-endings.js");
    assert!(lone_cr.contains('\r') && !lone_cr.contains('\n'));
    let has_crlf = |text: &str| text.contains("\r\n") && !text.replace("\r\n", "").contains('\n');
    assert!(corpus.entries.iter().any(|entry| has_crlf(&entry.program.text)));
    assert!(text(&corpus, "formatting/line-separator-in-string.js").contains('\u{2028}'));
    assert!(entry(&corpus, "formatting/hashbang-line.js").program.text.starts_with("#!"));
}

#[test]
fn what_is_embedded_is_what_is_on_disk() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
    let on_disk = load(&[folder], &LoadOptions::default()).expect("the programs on disk");
    let advice = "touch src/built_in.rs so that it is compiled anew";
    for language in Language::ALL {
        let on_disk = on_disk.clone().of_languages(&[language]);
        let embedded = built_in_of(language);
        assert_eq!(names(&embedded), names(&on_disk), "{advice}");
        assert_eq!(embedded.entries, on_disk.entries, "{advice}");
    }
}
