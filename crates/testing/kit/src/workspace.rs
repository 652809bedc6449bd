//! The crates of debunk and their groups, as cargo knows them.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// A crate of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The folder below `crates` that it is in.
    pub group: String,
    /// What it uses, except in its tests.
    pub dependencies: Vec<String>,
}

/// The folder of the whole project.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))
}

/// What cargo says offline.
///
/// # Panics
/// If it fails.
#[track_caller]
pub fn cargo(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(words).current_dir(root()).output();
    let output = output.expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {}: {errors}", words.join(" "));
    String::from_utf8(output.stdout).expect("text")
}

/// What cargo says about the crates, with more arguments.
///
/// # Panics
/// If it fails.
#[track_caller]
pub fn metadata(more: &[&str]) -> Value {
    let words = [&["metadata", "--format-version=1", "--offline"], more].concat();
    serde_json::from_str(&cargo(&words)).expect("JSON")
}

/// The crates by name.
///
/// # Panics
/// If cargo fails.
pub fn members() -> BTreeMap<String, Member> {
    let metadata = metadata(&["--no-deps"]);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let member = |package: &Value| {
        let path = text(&package["manifest_path"]);
        let below = path.split("/crates/").last().expect("a crate is in crates/");
        let dependencies = package["dependencies"].as_array().expect("a list").iter();
        let used = dependencies.filter(|dependency| dependency["kind"] != "dev");
        let dependencies = used.map(|dependency| text(&dependency["name"])).collect();
        let group = below.split('/').next().expect("a group").to_owned();
        (text(&package["name"]), Member { group, dependencies })
    };
    metadata["packages"].as_array().expect("a list").iter().map(member).collect()
}
