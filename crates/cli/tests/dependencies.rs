//! debunk's dependencies comply with deny.toml: licences, sources, banned or duplicate crates.
//! Advisories are not checked: their database is not on the machine.

use debunk_kit::workspace::{metadata, root};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The end of the address of the only allowed registry.
const REGISTRY: &str = "/crates.io-index";

/// The crates that are used on a target.
fn packages(target: &str) -> Vec<Value> {
    let listed = metadata(&["--locked", "--filter-platform", target]);
    let used: BTreeSet<&str> = listed["resolve"]["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .filter_map(|node| node["id"].as_str())
        .collect();
    let packages = listed["packages"].as_array().expect("packages").iter();
    packages.filter(|it| it["id"].as_str().is_some_and(|id| used.contains(id))).cloned().collect()
}

fn text<'v>(package: &'v Value, field: &str) -> &'v str {
    package[field].as_str().unwrap_or_default()
}

/// Whether a licence expression can be satisfied with the allowed licences.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut position = 0;
    let is_allowed = either(&words, &mut position, allowed);
    is_allowed && position == words.len()
}

fn either(words: &[&str], position: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut is_allowed = both(words, position, allowed);
    while words.get(*position) == Some(&"OR") {
        *position += 1;
        // Without short-circuiting: the position must move in any case.
        is_allowed |= both(words, position, allowed);
    }
    is_allowed
}

fn both(words: &[&str], position: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut is_allowed = one(words, position, allowed);
    while words.get(*position) == Some(&"AND") {
        *position += 1;
        is_allowed &= one(words, position, allowed);
    }
    is_allowed
}

fn one(words: &[&str], position: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let Some(word) = words.get(*position) else { return false };
    *position += 1;
    if *word == "(" {
        let is_allowed = either(words, position, allowed);
        let is_closed = words.get(*position) == Some(&")");
        *position += 1;
        return is_allowed && is_closed;
    }
    if words.get(*position) == Some(&"WITH") {
        let exception = words.get(*position + 1).copied().unwrap_or_default();
        *position += 2;
        return allowed.contains(&format!("{word} WITH {exception}"));
    }
    allowed.contains(*word)
}

/// Whether `name@version` or `name` of a list means this crate.
fn is_meant(entry: &toml::Value, name: &str, version: &str) -> bool {
    let named = entry.get("crate").or(entry.get("name")).unwrap_or(entry);
    let named = named.as_str().unwrap_or_default();
    match named.split_once('@') {
        Some((other, start)) => {
            other == name && (version == start || version.starts_with(&format!("{start}.")))
        }
        None => named == name,
    }
}

fn rules() -> toml::Table {
    let text = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    text.parse().expect("TOML")
}

fn list<'t>(rules: &'t toml::Table, part: &str, name: &str) -> &'t [toml::Value] {
    rules[part].get(name).and_then(toml::Value::as_array).map_or(&[], Vec::as_slice)
}

/// The violations of the rules, each in a sentence.
fn departures(rules: &toml::Table, packages: &[Value]) -> Vec<String> {
    let allowed: BTreeSet<String> = list(rules, "licenses", "allow")
        .iter()
        .filter_map(|it| it.as_str().map(str::to_owned))
        .collect();
    let mut found = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let (name, version) = (text(package, "name"), text(package, "version"));
        let license = text(package, "license");
        if !is_allowed(license, &allowed) {
            found.push(format!("{name} {version} has the licence {license:?}"));
        }
        let source = text(package, "source");
        let is_own = package["source"].is_null();
        let is_known = source.starts_with("registry+") && source.ends_with(REGISTRY);
        if !is_own && !is_known {
            found.push(format!("{name} {version} comes from {source}"));
        }
        if list(rules, "bans", "deny").iter().any(|entry| is_meant(entry, name, version)) {
            found.push(format!("{name} {version} is banned"));
        }
        if !list(rules, "bans", "skip").iter().any(|entry| is_meant(entry, name, version)) {
            versions.entry(name).or_default().push(version);
        }
        let is_wildcard = |it: &&Value| text(it, "req") == "*" && it["path"].is_null();
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for other in dependencies.filter(is_wildcard).filter(|_| is_own) {
            found.push(format!("{name} takes any version of {}", text(other, "name")));
        }
    }
    for (name, versions) in versions.into_iter().filter(|(_, versions)| versions.len() > 1) {
        found.push(format!("{name} is there as {}", versions.join(" and ")));
    }
    found
}

#[test]
fn all_that_debunk_is_made_of_keeps_to_the_rules() {
    let rules = rules();
    let listed = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let host = listed.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let packages = packages(host);
    assert!(packages.len() > 100, "only {} crates", packages.len());
    let found = departures(&rules, &packages);
    assert!(found.is_empty(), "deny.toml does not allow this:\n{}", found.join("\n"));
    // Every exception is still needed.
    for entry in list(&rules, "bans", "skip") {
        let is_used =
            packages.iter().any(|it| is_meant(entry, text(it, "name"), text(it, "version")));
        assert!(is_used, "deny.toml: {entry} is not needed any more");
    }
}

#[test]
fn what_does_not_keep_to_the_rules_is_found() {
    let rules: toml::Table = "
        [licenses]
        allow = ['MIT', 'Apache-2.0 WITH LLVM-exception', 'Zlib']
        [bans]
        deny = [{ crate = 'bad' }]
        skip = [{ crate = 'old@1' }]
    "
    .parse()
    .expect("TOML");
    let registry = format!("registry+x{REGISTRY}");
    let package = |name: &str, version: &str, license: &str, source: &str| serde_json::json!({ "name": name, "version": version, "license": license, "source": source });
    let check = |packages: &[Value], expected: &[&str]| {
        assert_eq!(departures(&rules, packages), expected);
    };
    let good = package("good", "1.0.0", "MIT OR GPL-3.0", &registry);
    check(std::slice::from_ref(&good), &[]);
    check(&[package("a", "1.0.0", "GPL-3.0", &registry)], &["a 1.0.0 has the licence \"GPL-3.0\""]);
    check(&[package("a", "1.0.0", "", &registry)], &["a 1.0.0 has the licence \"\""]);
    check(
        &[package("a", "1.0.0", "(MIT OR X) AND Y", &registry)],
        &["a 1.0.0 has the licence \"(MIT OR X) AND Y\""],
    );
    check(&[package("a", "1.0.0", "Apache-2.0 WITH LLVM-exception OR X", &registry)], &[]);
    check(&[package("a", "1.0.0", "MIT/Apache-2.0", &registry)], &[]);
    check(&[package("a", "1.0.0", "MIT", "git+x")], &["a 1.0.0 comes from git+x"]);
    check(&[package("bad", "1.0.0", "MIT", &registry)], &["bad 1.0.0 is banned"]);
    let twice = |name: &str| ["1.2.0", "2.0.0"].map(|it| package(name, it, "MIT", &registry));
    check(&twice("new"), &["new is there as 1.2.0 and 2.0.0"]);
    check(&twice("old"), &[]);
    let mut wild = good;
    wild["source"] = Value::Null;
    wild["dependencies"] = serde_json::json!([{ "name": "any", "req": "*" }]);
    check(&[wild], &["good takes any version of any"]);
}
