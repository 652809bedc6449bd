//! Finds a Python of a certain version, and lends debugpy to one that has none.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use debunk_model::Engine;

use crate::bundle;
use crate::host::Host;
use crate::locate::{Located, Origin};
use crate::probe::{probe, python_version, real_binary};
use crate::record::write_atomically;
use crate::{Cache, Product, Progress, ToolchainError, Version, VersionRequest};

const SCRIPT_MODE: u32 = 0o755;

/// The debugger of the newest requested Python, among those on the PATH and those that pyenv keeps.
pub(crate) fn locate(
    host: &Host,
    cache: &Cache,
    product: Product,
    request: &VersionRequest,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    let all = pythons(host, request);
    let found = all.iter().filter(|(_, version)| request.matches(version));
    match found.max_by(|(_, left), (_, right)| left.cmp(right)) {
        Some((python, version)) if product == Product::DEBUGPY => {
            with_debugpy(host, cache, python, version, progress)
        }
        Some((python, version)) => Ok(Located {
            product,
            binary: python.clone(),
            version: version.clone(),
            engine: None,
            origin: Origin::System,
        }),
        None => {
            let found = all.iter().map(|(_, version)| version.to_string()).collect();
            Err(ToolchainError::NoPython { product, request: request.to_string(), found })
        }
    }
}

/// The Pythons that answer, with their versions; those of pyenv only if they may be meant.
fn pythons(host: &Host, request: &VersionRequest) -> Vec<(PathBuf, Version)> {
    let mut names = vec!["python3".to_owned()];
    match request {
        VersionRequest::Minor(major, minor) => names.push(format!("python{major}.{minor}")),
        VersionRequest::Exact(Version { major, minor, .. }) => {
            names.push(format!("python{major}.{minor}"));
        }
        VersionRequest::Latest | VersionRequest::Major(_) => {}
    }
    let on_path = names.iter().filter_map(|name| host.find(name));
    let mut found: Vec<(PathBuf, Version)> = on_path
        .chain(host.pythons().into_iter().filter(|path| is_meant(path, request)))
        // A pyenv shim exists for versions that are disabled, too, and then fails.
        .filter_map(|path| {
            let version = probe(host, Product::BDB, &path).ok()?.version;
            Some((real_binary(host, Product::BDB, &path), version))
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

/// Whether a Python of pyenv, at `<version>/bin/python3`, may have the version.
fn is_meant(path: &Path, request: &VersionRequest) -> bool {
    let folder = path.ancestors().nth(2).and_then(Path::file_name);
    let version = folder.and_then(|name| name.to_str()?.parse::<Version>().ok());
    version.is_some_and(|version| request.matches(&version))
}

/// The Python at a path with its own debugpy, or else with the cached one.
pub(crate) fn debugpy_at(
    host: &Host,
    cache: &Cache,
    path: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    let version = probe(host, Product::BDB, path)?.version;
    let python = real_binary(host, Product::BDB, path);
    let located = with_debugpy(host, cache, &python, &version, progress)?;
    Ok(Located { origin: Origin::Path, ..located })
}

fn with_debugpy(
    host: &Host,
    cache: &Cache,
    python: &Path,
    version: &Version,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    let product = Product::DEBUGPY;
    let binary = match probe(host, product, python) {
        Ok(_) => python.to_path_buf(),
        Err(_) => {
            let lender = bundle::obtain(host, cache, product, false, progress)?.binary;
            lend(&lender, python, version)?
        }
    };
    let told = probe(host, product, &binary)?;
    let engine = Some(Engine::python(&version.text));
    Ok(Located { product, binary, version: told.version, engine, origin: Origin::System })
}

/// Writes a script beside the cached one that starts another Python with that debugpy.
fn lend(lender: &Path, python: &Path, version: &Version) -> Result<PathBuf, ToolchainError> {
    let script = lender.with_file_name(format!("python-{version}"));
    let failed = |reason| ToolchainError::Cache { path: script.clone(), reason };
    let site = lender.with_file_name("site");
    let text = bundle::python_script(python).replace("FOLDER/site", &site.to_string_lossy());
    write_atomically(&script, text.as_bytes()).map_err(failed)?;
    fs::set_permissions(&script, Permissions::from_mode(SCRIPT_MODE)).map_err(failed)?;
    Ok(script)
}

/// The same debugger with the version of the Python that runs it, which is its engine.
pub(crate) fn with_engine(host: &Host, located: Located) -> Located {
    if located.product != Product::DEBUGPY || located.engine.is_some() {
        return located;
    }
    let engine = python_version(host, &located.binary).map(|version| Engine::python(&version));
    Located { engine, ..located }
}
