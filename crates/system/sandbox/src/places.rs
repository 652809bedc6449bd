//! Finds the folders that a program needs to run, wherever it is installed.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::find_program;
use crate::view::{is_of_system, is_too_broad};

/// How much of a script is searched for the paths that it names.
const SCRIPT_BYTES: u64 = 16 * 1024;
/// How many scripts may call one another.
const DEPTH_LIMIT: u32 = 4;
const LINKS_LIMIT: u32 = 40;
/// What a program folder needs beside it if its parent folder holds more than one tool.
const BESIDE_PROGRAMS: [&str; 3] = ["lib", "lib64", "libexec"];

/// The folders of a program: its own and, if it is a script (a version manager may put one on the
/// PATH), those of its interpreter and of the programs and folders that it names.
pub(crate) fn of_program(program: &Path, path: &OsStr) -> BTreeSet<PathBuf> {
    static KNOWN: Mutex<BTreeMap<PathBuf, BTreeSet<PathBuf>>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(places) = known().get(program) {
        return places.clone();
    }
    let mut places = BTreeSet::new();
    collect(program, path, DEPTH_LIMIT, &mut places);
    known().insert(program.to_owned(), places.clone());
    places
}

/// The folders on the PATH.
pub(crate) fn on_path(path: &OsStr) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(path)
        .filter(|folder| folder.is_absolute() && !is_of_system(folder) && !is_too_broad(folder))
        .collect::<Vec<_>>()
        .into_iter()
}

/// The folder of a file that debunk names to a child, or only the file if its folder holds more
/// than one tool.
pub(crate) fn of_file(path: &Path) -> Option<PathBuf> {
    let is_folder = path.metadata().ok()?.is_dir();
    let folder = if is_folder { path } else { path.parent()? };
    let whole = || !is_too_broad(folder);
    match (is_folder, whole()) {
        (_, true) => Some(package_root(folder)),
        (true, false) => None,
        (false, false) => Some(path.to_owned()),
    }
}

/// A file in an npm package needs the packages beside it.
fn package_root(folder: &Path) -> PathBuf {
    let modules = folder.ancestors().filter(|above| above.ends_with("node_modules")).last();
    modules.unwrap_or(folder).to_owned()
}

fn collect(program: &Path, path: &OsStr, depth: u32, places: &mut BTreeSet<PathBuf>) {
    let mut link = program.to_owned();
    for _ in 0..LINKS_LIMIT {
        places.extend(of_file(&link));
        let Ok(target) = link.read_link() else { break };
        link = link.parent().unwrap_or(Path::new("/")).join(target);
    }
    let Ok(real) = program.canonicalize() else { return };
    places.extend(prefix_of(&real));
    if depth > 0
        && let Some(text) = script_text(&real)
    {
        for word in text.split(|c: char| c.is_whitespace() || "\"'`;|&()<>:=$#!".contains(c)) {
            collect_word(word, &text, path, depth, places);
        }
    }
}

/// A word of a script: an existing path, or the program that the script execs.
fn collect_word(word: &str, text: &str, path: &OsStr, depth: u32, places: &mut BTreeSet<PathBuf>) {
    let named = Path::new(word);
    if named.is_absolute() {
        if named.components().count() <= 2 {
            return;
        }
        match find_program(word, path) {
            Some(program) => collect(&program, path, depth - 1, places),
            None => places.extend(of_file(named)),
        }
    } else if !word.is_empty() && text.contains(&format!("exec {word} ")) {
        let program = find_program(word, path);
        program.inspect(|program| collect(program, path, depth - 1, places));
    }
}

/// The folder of everything that was installed with a program.
fn prefix_of(real: &Path) -> Vec<PathBuf> {
    let Some(folder) = real.parent() else { return Vec::new() };
    if !folder.ends_with("bin") {
        return of_file(real).into_iter().collect();
    }
    match folder.parent() {
        Some(prefix) if !is_too_broad(prefix) && !is_shared(prefix) => vec![prefix.to_owned()],
        Some(prefix) => {
            let beside = BESIDE_PROGRAMS.map(|name| prefix.join(name));
            beside.into_iter().chain([folder.to_owned()]).filter(|place| place.is_dir()).collect()
        }
        None => Vec::new(),
    }
}

/// `~/.local` holds the user's tools and much of the user's own data.
fn is_shared(prefix: &Path) -> bool {
    prefix.ends_with(".local")
}

fn script_text(program: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(program).ok()?.take(SCRIPT_BYTES).read_to_end(&mut bytes).ok()?;
    bytes.starts_with(b"#!").then(|| String::from_utf8_lossy(&bytes).into_owned())
}
