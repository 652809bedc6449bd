//! Files and folders are found in order, and what cannot be used is reported.

use crate::support::{Files, STRICT, entry, names, skips, text};
use debunk_corpus::{CorpusError, LoadOptions};
use debunk_model::Goal;

const LARGEST_BYTES: usize = 512 * 1024;

fn message(error: &CorpusError) -> String {
    error.to_string()
}

#[test]
fn folders_are_walked_in_order() {
    let files = Files::new();
    for name in ["b.js", "a/z.mjs", "a/b/c.cjs", "a.js", "notes.txt", "a/README.md"] {
        files.write(name, "x;");
    }
    let corpus = files.load_all();
    assert_eq!(names(&corpus), ["a.js", "a/b/c.cjs", "a/z.mjs", "b.js"]);
    assert_eq!(entry(&corpus, "a/z.mjs").program.goal, Goal::Module);
    assert_eq!(entry(&corpus, "a/b/c.cjs").program.goal, Goal::Script);
    assert_eq!(corpus.skips, []);
    assert_eq!(corpus, files.load_all());
}

#[test]
fn some_folders_are_not_entered_unless_named() {
    let files = Files::new();
    for name in ["a.js", ".git/b.js", "node_modules/c.js", "x/target/d.js", ".hidden.js"] {
        files.write(name, "x;");
    }
    assert_eq!(names(&files.load_all()), [".hidden.js", "a.js"]);
    assert_eq!(names(&files.load(&["node_modules"], LoadOptions::default())), ["c.js"]);
}

#[test]
fn named_files_keep_the_order_and_may_have_any_extension() {
    let files = Files::new();
    files.write("b.txt", "b;");
    files.write("a.mjs", "a;");
    files.write("plain", "c;");
    let corpus = files.load(&["b.txt", "a.mjs", "plain"], LoadOptions::default());
    assert_eq!(names(&corpus), ["b.txt", "a.mjs", "plain"]);
    assert_eq!(entry(&corpus, "b.txt").program.goal, Goal::Script);
    assert_eq!(entry(&corpus, "a.mjs").program.goal, Goal::Module);
}

#[test]
fn a_file_is_loaded_once_and_names_are_unique() {
    let files = Files::new();
    for name in ["a/x.js", "b/x.js"] {
        files.write(name, "x;");
    }
    let corpus = files.load(&["a", "b", "a/x.js", "", "b/x.js"], LoadOptions::default());
    assert_eq!(names(&corpus), ["x.js", "b/x.js"]);
}

#[test]
fn a_missing_path_is_named() {
    let files = Files::new();
    files.write("a.js", "x;");
    for name in ["no-such.js", "a.js/b.js"] {
        let error = files.try_load(&["a.js", name], LoadOptions::default()).expect_err("missing");
        assert!(matches!(error, CorpusError::Missing { .. }));
        assert!(message(&error).contains(name), "{error}");
        assert!(message(&error).starts_with("find `"), "{error}");
    }
}

#[test]
fn a_folder_without_programs_is_an_error() {
    let files = Files::new();
    files.write("empty/notes.txt", "x");
    let error = files.try_load(&["empty"], LoadOptions::default()).expect_err("empty");
    assert!(matches!(error, CorpusError::NoProgram { .. }));
    assert!(message(&error).contains("empty"), "{error}");
}

#[test]
fn no_path_gives_nothing() {
    assert_eq!(names(&Files::new().load(&[], LoadOptions::default())), [""; 0]);
}

#[test]
fn what_is_no_text_or_too_large_is_skipped() {
    let files = Files::new();
    files.write("latin.js", b"var a = '\xe9';");
    files.write("nul.js", "var a = '\0';");
    files.write("large.js", vec![b' '; LARGEST_BYTES + 1]);
    files.write("limit.js", vec![b' '; LARGEST_BYTES]);
    let corpus = files.load_all();
    assert_eq!(names(&corpus), ["limit.js"]);
    let expected =
        ["large.js is too large: 524289 bytes", "latin.js is not text", "nul.js is not text"];
    assert_eq!(skips(&corpus), expected);
}

#[test]
fn a_huge_file_is_not_read() {
    let files = Files::new();
    files.write("huge.js", "");
    // A sparse file: reading it would take more memory than available.
    let file = std::fs::File::options().write(true).open(files.path("huge.js")).expect("a file");
    if file.set_len(1 << 42).is_ok() {
        assert_eq!(skips(&files.load_all()), ["huge.js is too large: 4398046511104 bytes"]);
    }
}

#[test]
fn text_is_taken_as_it_is() {
    let files = Files::new();
    let odd = "\u{feff}a;\r\nb;\rc;\u{2028}d; // 𝒳";
    files.write("odd.js", odd);
    files.write("empty.js", "");
    let corpus = files.load_all();
    assert_eq!(text(&corpus, "odd.js"), odd);
    assert_eq!(text(&corpus, "empty.js"), "");
}

#[test]
fn both_modes_double_scripts_only() {
    let files = Files::new();
    files.write("a.js", "a;");
    files.write("b.mjs", "b;");
    files.write("c.cjs", "#!/usr/bin/env x\nc;");
    let corpus = files.load_both_modes();
    assert_eq!(names(&corpus), ["a.js", "a.js (strict)", "b.mjs", "c.cjs", "c.cjs (strict)"]);
    assert_eq!(text(&corpus, "a.js (strict)"), format!("{STRICT}a;"));
    assert_eq!(text(&corpus, "a.js"), "a;");
    assert_eq!(text(&corpus, "c.cjs (strict)"), format!("#!/usr/bin/env x\n{STRICT}c;"));
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn loops_are_survived_and_real_names_win() {
        let files = Files::new();
        files.write("m/real/a.js", "a;");
        symlink(files.path(""), files.path("m/back")).expect("a link");
        symlink(files.path("m/real"), files.path("alias")).expect("a link");
        assert_eq!(names(&files.load_all()), ["m/real/a.js"]);
    }

    #[test]
    fn a_loop_does_not_count_as_a_program() {
        let files = Files::new();
        symlink(files.path(""), files.path("self")).expect("a link");
        assert!(files.try_load(&[""], LoadOptions::default()).is_err());
    }

    #[test]
    fn links_to_elsewhere_are_followed() {
        let files = Files::new();
        files.write("elsewhere/a.js", "a;");
        files.write("here/b.js", "b;");
        symlink(files.path("elsewhere"), files.path("here/there")).expect("a link");
        let corpus = files.load(&["here"], LoadOptions::default());
        assert_eq!(names(&corpus), ["b.js", "there/a.js"]);
    }

    #[test]
    fn what_cannot_be_read_is_skipped_with_the_reason() {
        let files = Files::new();
        files.write("a.js", "a;");
        symlink(files.path("nowhere"), files.path("broken.js")).expect("a link");
        symlink(files.path("loop.js"), files.path("loop.js")).expect("a link");
        let corpus = files.load_all();
        assert_eq!(names(&corpus), ["a.js"]);
        let skips = skips(&corpus);
        assert_eq!(skips.len(), 2);
        assert!(skips[0].starts_with("broken.js cannot be read: "), "{skips:?}");
        assert!(skips[1].starts_with("loop.js cannot be read: "), "{skips:?}");
        let named = files.load(&["loop.js"], LoadOptions::default());
        assert_eq!(named.skips.len(), 1);
    }

    #[test]
    fn what_is_no_regular_file_is_not_waited_for() {
        let files = Files::new();
        files.write("a.js", "a;");
        let _socket = std::os::unix::net::UnixListener::bind(files.path("s.js")).expect("a socket");
        assert_eq!(names(&files.load_all()), ["a.js"]);
        let named = files.load(&["s.js"], LoadOptions::default());
        assert_eq!(super::skips(&named), ["s.js is not a regular file"]);
    }
}
