//! `dd changes` on real folders and git repositories.

use crate::history;

use crate::history::{
    CHANGES, CHANGES_EACH, bisect, commit_size, culprit_from, find, git, options, run,
};
use debunk_dd::{Changes, Grouping, Versions};
use std::fs;
use std::path::Path;

/// One beside a pair, one in the middle of the large commit, and the last change.
const CULPRITS: [usize; 3] = [112, 237, CHANGES - 1];

fn text(found: &Changes) -> String {
    String::from_utf8_lossy(&found.patch).into_owned()
}

#[test]
fn one_of_344_changes_is_found() {
    for culprit in CULPRITS.map(culprit_from) {
        let folder = tempfile::tempdir().expect("folder");
        let root = folder.path();
        history::write_history(root, culprit);
        let check = |grouping: &[Grouping], tests_max: u64| {
            let found = find(root, grouping).expect("it is found");
            assert_eq!((found.changes, found.left), (CHANGES, 1));
            let patch = text(&found);
            assert!(patch.contains("x + 1 - 1"), "{patch}");
            let module = format!("module_{}.js", culprit / CHANGES_EACH);
            assert_eq!(found.places[0].0, Path::new(&module));
            assert!(found.counts.tests <= tests_max, "{:?} {:?}", found.counts, found.levels);
            found
        };
        check(&[], 31);
        let found = check(&[Grouping::Commit, Grouping::File, Grouping::Symbol], 12);
        bisect(root);
        let bad = git(root, &["rev-parse", "refs/bisect/bad"]);
        assert_eq!(found.commits, [bad.trim()]);
        // git bisect can only name the commit as a whole.
        assert_eq!(found.levels[0].changes_left, commit_size(culprit), "{:?}", found.levels);
    }
}

#[test]
fn two_folders_are_compared_file_by_file() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    for (root, word, extra) in [(&old, "good", "gone.txt"), (&new, "bad", "added.txt")] {
        fs::create_dir_all(root.join("deep")).expect("folder");
        fs::write(root.join("deep/word.txt"), format!("one\n{word}\nthree\n")).expect("file");
        fs::write(root.join("same.txt"), "same\n").expect("file");
        fs::write(root.join(extra), "x\n").expect("file");
        fs::write(root.join("picture"), [0, word.len() as u8, 255]).expect("file");
    }
    let versions = Versions::Folders { old: old.clone(), new };
    // It fails with the bad word, but only if the added file exists.
    let script = "test ! -f added.txt || grep -q good deep/word.txt";
    let found = run(&options(versions, &[Grouping::File], &["sh", "-c", script], folder.path()))
        .expect("found");
    assert_eq!(found.changes, 4);
    assert_eq!(found.left, 1);
    // One of the two is the difference; the other is on both sides.
    assert!(!found.fails_alone);
    let patch = text(&found);
    assert!(patch.contains("+bad") || patch.contains("b/added.txt"), "{patch}");
    // The versions themselves are unchanged.
    assert!(fs::read_to_string(old.join("deep/word.txt")).expect("file").contains("good"));
}

#[test]
fn a_build_that_fails_says_nothing() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    for (root, a, b, c) in [(&old, "1", "1", "fine"), (&new, "2", "2", "broken")] {
        fs::create_dir_all(root).expect("folder");
        for (name, content) in [("a", a), ("b", b), ("c", c)] {
            fs::write(root.join(name), format!("{content}\n")).expect("file");
        }
    }
    let versions = Versions::Folders { old, new };
    let mut asked = options(versions, &[], &["grep", "-q", "fine", "c"], folder.path());
    asked.build = Some("cmp -s a b".into());
    let found = run(&asked).expect("found");
    assert_eq!((found.changes, found.left), (3, 1));
    let patch = text(&found);
    assert!(patch.contains("+broken"), "{patch}");
    assert!(found.fails_alone);
    assert!(found.counts.unresolved > 0, "{:?}", found.counts);
}

#[test]
fn versions_that_cannot_be_distinguished_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    for (root, word) in [(&old, "a"), (&new, "b")] {
        fs::create_dir_all(root).expect("folder");
        fs::write(root.join("f"), word).expect("file");
    }
    let folders = |old: &Path, new: &Path| Versions::Folders { old: old.into(), new: new.into() };
    for (versions, words, message) in [
        (folders(&old, &new), ["true"], "the new version does not fail"),
        (folders(&old, &new), ["false"], "the old version does not pass"),
        (folders(&old, &old), ["true"], "the two versions are the same"),
        (folders(&old, &folder.path().join("none")), ["true"], "it is not a folder"),
        (folders(&old, &new), ["no-such-program"], "no-such-program"),
    ] {
        let error =
            run(&options(versions, &[], &words, folder.path())).expect_err("refused").to_string();
        assert!(error.contains(message), "{error}");
    }
    let missing = Versions::Git {
        repository: folder.path().to_owned(),
        old: "x".to_owned(),
        new: "y".to_owned(),
    };
    let error =
        run(&options(missing, &[], &["true"], folder.path())).expect_err("refused").to_string();
    assert!(error.contains("run git"), "{error}");
}

#[test]
fn a_patch_of_odd_bytes_applies() {
    let folder = tempfile::tempdir().expect("folder");
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    // A carriage return is not a line end of a patch, and not every text is UTF-8.
    let before = b"one\rtwo\r\nlast";
    let after = b"one\rTWO\r\n\xe4\xff\r\n\x0c\nlast line";
    for (root, content) in [(&old, &before[..]), (&new, &after[..])] {
        fs::create_dir_all(root).expect("folder");
        fs::write(root.join("odd"), content).expect("file");
    }
    let versions = Versions::Folders { old: old.clone(), new };
    let script = "! grep -qa TWO odd";
    let found = run(&options(versions, &[], &["sh", "-c", script], folder.path())).expect("found");
    fs::write(folder.path().join("found.patch"), &found.patch).expect("file");
    git(&old, &["init", "-q"]);
    assert!(found.fails_alone);
    git(&old, &["apply", "--whitespace=nowarn", "../found.patch"]);
    assert_eq!(fs::read(old.join("odd")).expect("file"), after);
}

#[test]
fn a_patch_of_files_with_odd_names_applies() {
    let names =
        ["a b.txt", "\"q\".txt", "back\\slash", "tab\there", "new\nline", "\u{202e}x", "-n"];
    for name in names {
        let folder = tempfile::tempdir().expect("folder");
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        for (root, content) in [(&old, "good\n"), (&new, "bad\n")] {
            fs::create_dir_all(root).expect("folder");
            fs::write(root.join(name), content).expect("file");
        }
        fs::write(new.join(format!("{name} added")), "").expect("file");
        let versions = Versions::Folders { old: old.clone(), new };
        let asked = options(versions, &[], &["sh", "-c", "grep -rq good ."], folder.path());
        let found = run(&asked).expect("found");
        fs::write(folder.path().join("found.patch"), &found.patch).expect("file");
        git(&old, &["init", "-q"]);
        git(&old, &["apply", "../found.patch"]);
        assert_eq!(fs::read(old.join(name)).expect("file"), b"bad\n", "{name:?}");
    }
}
