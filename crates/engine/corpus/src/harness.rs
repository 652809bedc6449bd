//! Finds checkouts of test262 and reads the helper files in their `harness` folder.

use crate::read;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The folder of a checkout that holds the helpers.
pub(crate) const HARNESS_FOLDER: &str = "harness";

/// What every test needs, in this order; a checkout is also recognised by these.
pub(crate) const ALWAYS_INCLUDED: [&str; 2] = ["assert.js", "sta.js"];

/// What an asynchronous test needs in addition.
pub(crate) const ASYNC_INCLUDED: &str = "doneprintHandle.js";

/// A helper file.
#[derive(Clone, Debug)]
pub(crate) struct HarnessFile {
    /// Its path below the harness folder, as tests write it.
    pub(crate) name: String,
    pub(crate) text: Arc<str>,
}

/// The checkouts and helpers seen so far: a checkout has some fifty thousand tests that share a few
/// dozen helpers.
#[derive(Default)]
pub(crate) struct Checkouts {
    roots: BTreeMap<PathBuf, Option<Arc<Path>>>,
    files: BTreeMap<PathBuf, Result<Arc<str>, String>>,
}

impl Checkouts {
    /// The root of the checkout that the file is in. The path must be canonical, as the search
    /// goes up its parents.
    pub(crate) fn root_of(&mut self, file: &Path) -> Option<Arc<Path>> {
        let folder = file.parent()?;
        if let Some(known) = self.roots.get(folder) {
            return known.clone();
        }
        let root = folder.ancestors().find(|ancestor| is_checkout(ancestor)).map(Arc::from);
        self.roots.insert(folder.to_owned(), root.clone());
        root
    }

    /// A helper of the checkout at `root`, or why a test that needs it cannot be used.
    pub(crate) fn helper(&mut self, root: &Path, name: &str) -> Result<HarnessFile, String> {
        if !stays_inside(name) {
            return Err(format!("includes `{name}`, which is not a path inside the harness"));
        }
        let path = root.join(HARNESS_FOLDER).join(name);
        let text = self.files.entry(path).or_insert_with_key(|path| read_helper(path, name));
        Ok(HarnessFile { name: name.to_owned(), text: text.clone()? })
    }
}

fn read_helper(path: &Path, name: &str) -> Result<Arc<str>, String> {
    if !path.is_file() {
        return Err(format!("includes `{name}`, which the harness does not have"));
    }
    read::read_text(path).map_err(|reason| format!("includes `{name}`, which {reason}"))
}

fn is_checkout(folder: &Path) -> bool {
    let harness = folder.join(HARNESS_FOLDER);
    ALWAYS_INCLUDED.iter().all(|name| harness.join(name).is_file())
}

fn stays_inside(name: &str) -> bool {
    Path::new(name).components().all(|component| matches!(component, Component::Normal(_)))
}
