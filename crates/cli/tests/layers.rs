//! The folders of crates/ are the architecture: every crate is in a group, and groups depend downwards only.

use debunk_kit::workspace::{Member, members, metadata, root};
use std::collections::BTreeMap;

/// The groups from the bottom to the top. A crate may use crates of its own group and of groups before it.
const GROUPS: [&str; 9] =
    ["core", "system", "languages", "oracles", "drivers", "studies", "engine", "output", "cli"];
/// Holds what only tests and fuzzing need; it may use everything, and no other crate may use it.
const TESTING: &str = "testing";
/// Groups whose crates have no I/O: nothing that reaches files, processes or sockets may be used
/// there.
const PURE: [&str; 3] = ["core", "languages", "oracles"];
const IMPURE_GROUP: &str = "system";
const IMPURE_CRATES: [&str; 5] = ["libc", "rustix", "tempfile", "landlock", "rusqlite"];

type Members = BTreeMap<String, Member>;

/// The violations of the order, one sentence each.
fn violations(members: &Members) -> Vec<String> {
    let rank = |group: &str| GROUPS.iter().position(|name| *name == group);
    let mut found = Vec::new();
    for (name, Member { group, dependencies }) in members {
        if group == TESTING {
            continue;
        }
        let Some(own) = rank(group) else {
            found.push(format!("{name} is in crates/{group}, which is no group"));
            continue;
        };
        let is_pure = PURE.contains(&group.as_str());
        for dependency in dependencies {
            if is_pure && IMPURE_CRATES.contains(&dependency.as_str()) {
                found.push(format!("{name} of {group} is pure, and uses {dependency}"));
            }
            let Some(other) = members.get(dependency) else { continue };
            if rank(&other.group).is_none_or(|other| other > own) {
                found.push(format!("{name} of {group} uses {dependency} of {}", other.group));
            }
            if is_pure && other.group == IMPURE_GROUP {
                found.push(format!("{name} of {group} is pure, and uses {dependency}"));
            }
        }
    }
    found
}

#[test]
fn groups_depend_downwards_only() {
    let found = violations(&members());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_architecture_page_lists_every_crate_once() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page");
    for (name, Member { group, .. }) in members() {
        let folder = name.strip_prefix("debunk-").expect("the prefix of all crates");
        let row = match group.as_str() {
            "cli" => "| `cli` |".to_owned(),
            group => format!("| `{group}/{folder}` |"),
        };
        assert_eq!(page.matches(&row).count(), 1, "{row} in ARCHITECTURE.md");
    }
}

#[test]
fn the_check_sees_an_upward_edge_an_impure_crate_and_a_foreign_folder() {
    let member = |group: &str, dependencies: &[&str]| Member {
        group: group.to_owned(),
        dependencies: dependencies.iter().map(|name| (*name).to_owned()).collect(),
    };
    let members = Members::from([
        ("a".to_owned(), member("core", &["b", "libc", "serde"])),
        ("b".to_owned(), member("drivers", &["d", "t"])),
        ("c".to_owned(), member("oracles", &["d", "a"])),
        ("d".to_owned(), member("system", &["libc"])),
        ("e".to_owned(), member("misc", &[])),
        ("t".to_owned(), member(TESTING, &["b"])),
    ]);
    let expected = [
        "a of core uses b of drivers",
        "a of core is pure, and uses libc",
        "b of drivers uses t of testing",
        "c of oracles is pure, and uses d",
        "e is in crates/misc, which is no group",
    ];
    assert_eq!(violations(&members), expected);
}

/// A crate whose tests are one binary lists them itself, so that a new file could be forgotten.
#[test]
fn a_list_of_tests_names_every_file_beside_it() {
    let mut count = 0;
    for list in lists_of_tests() {
        let folder = list.parent().expect("a folder");
        let text = std::fs::read_to_string(&list).expect("a list");
        for entry in std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry")) {
            let path = entry.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.extension().is_some_and(|it| it == "rs") && path != list {
                assert!(
                    text.contains(&format!("\nmod {name};")),
                    "{} lacks {name}",
                    list.display()
                );
                count += 1;
            }
        }
    }
    assert!(count > 20, "only {count} files are listed");
}

/// The roots of tests that consist of several files.
fn lists_of_tests() -> Vec<std::path::PathBuf> {
    let metadata = metadata(&["--no-deps"]);
    let targets = metadata["packages"].as_array().expect("a list").iter();
    let targets = targets.flat_map(|it| it["targets"].as_array().expect("a list"));
    let paths = targets.filter_map(|target| target["src_path"].as_str());
    let is_list = |path: &&str| path.contains("/tests/") && path.ends_with("/main.rs");
    paths.filter(is_list).map(Into::into).collect()
}
