//! Turns the name of a debugger into a binary that can be started.

use std::path::{Path, PathBuf};

use debunk_model::Engine;
use serde::{Deserialize, Serialize};

use crate::bundle;
use crate::cache::Cached;
use crate::doctor::install_command;
use crate::host::Host;
use crate::probe::{probe, real_binary};
use crate::python;
use crate::registry::Search;
use crate::system;
use crate::{
    Cache, Choice, DebuggerName, Product, Progress, ToolchainError, Version, VersionRequest,
};

/// An installed debugger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Located {
    /// Which debugger.
    pub product: Product,
    /// Its binary, as an absolute path.
    pub binary: PathBuf,
    /// The version that the binary reports.
    pub version: Version,
    /// What runs its programs, such as `V8 14.6`, if the binary reports it or if it is known.
    pub engine: Option<Engine>,
    /// Where it was found.
    pub origin: Origin,
}

/// Where a debugger was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// On the PATH.
    System,
    /// In debunk's cache, possibly put there just now.
    Cache,
    /// At the path that the user gave.
    Path,
}

/// Finds the debugger, and fetches it into the cache if it is missing.
pub fn locate(
    name: &DebuggerName,
    cache: &Cache,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    locate_on(&Host::this(), name, cache, progress)
}

/// Like [`locate`], but never uses the system's debugger if one can be fetched.
pub fn fetch(
    name: &DebuggerName,
    cache: &Cache,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    fetch_on(&Host::this(), name, cache, progress)
}

pub(crate) fn locate_on(
    host: &Host,
    name: &DebuggerName,
    cache: &Cache,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    let product = name.product;
    let located = match &name.choice {
        Choice::Path(path) if product == Product::DEBUGPY => {
            python::debugpy_at(host, cache, path, progress)?
        }
        Choice::Path(path) => at_path(host, product, path)?,
        Choice::Version(request) if product.facts().is_python => {
            python::locate(host, cache, product, request, progress)?
        }
        Choice::Version(request) => {
            let search = Search { host, cache, product, request, refresh: false, progress };
            from_cache(product, search.obtain()?)
        }
        Choice::Any => match on_system(host, product)? {
            Some(located) => located,
            None if product.facts().bundle.is_some() => {
                from_cache(product, bundle::obtain(host, cache, product, false, progress)?)
            }
            None if product.source().is_ok() => {
                let request = &VersionRequest::Latest;
                let search = Search { host, cache, product, request, refresh: false, progress };
                match search.obtain() {
                    Err(ToolchainError::NoClient { .. }) if system::can_install(host) => {
                        system::install(host, product, progress)?;
                        on_system(host, product)?.ok_or_else(|| not_found(product, host))?
                    }
                    obtained => from_cache(product, obtained?),
                }
            }
            None => return Err(not_found(product, host)),
        },
    };
    let located = python::with_engine(host, located);
    progress(Progress::Ready(format!("{product} {}", located.version)));
    Ok(located)
}

pub(crate) fn fetch_on(
    host: &Host,
    name: &DebuggerName,
    cache: &Cache,
    progress: &mut dyn FnMut(Progress),
) -> Result<Located, ToolchainError> {
    let product = name.product;
    if product.facts().bundle.is_some() && name.choice == Choice::Any {
        let cached = bundle::obtain(host, cache, product, true, progress)?;
        return Ok(from_cache(product, cached));
    }
    let request = match &name.choice {
        Choice::Version(request) if !product.facts().is_python => request,
        Choice::Any if product.source().is_ok() => &VersionRequest::Latest,
        _ => return locate_on(host, name, cache, progress),
    };
    let search = Search { host, cache, product, request, refresh: true, progress };
    let located = from_cache(product, search.obtain()?);
    progress(Progress::Ready(format!("{product} {}", located.version)));
    Ok(located)
}

/// The debugger on the PATH, if there is one.
pub(crate) fn on_system(host: &Host, product: Product) -> Result<Option<Located>, ToolchainError> {
    let found = product.facts().programs.iter().find_map(|program| host.find(program));
    let Some(found) = found else { return Ok(None) };
    let told = match probe(host, product, &found) {
        // A Python without debugpy does not count as debugpy, nor an old gdb as an adapter: one can
        // be fetched.
        Err(_) if product.facts().bundle.is_some() => return Ok(None),
        told => told?,
    };
    if product.facts().bundle.is_some() && refuse_old(product, &told.version).is_err() {
        return Ok(None);
    }
    refuse_old(product, &told.version)?;
    let binary = real_binary(host, product, &found);
    let (version, engine) = (told.version, named_engine(product, told.engine));
    Ok(Some(Located { product, binary, version, engine, origin: Origin::System }))
}

fn at_path(host: &Host, product: Product, path: &Path) -> Result<Located, ToolchainError> {
    let broken = |error: std::io::Error| ToolchainError::Broken {
        product,
        binary: path.into(),
        what: error.to_string(),
    };
    let binary = std::path::absolute(path).map_err(broken)?;
    let told = probe(host, product, &binary)?;
    refuse_old(product, &told.version)?;
    let (version, engine) = (told.version, named_engine(product, told.engine));
    Ok(Located { product, binary, version, engine, origin: Origin::Path })
}

pub(crate) fn from_cache(product: Product, cached: Cached) -> Located {
    let Cached { binary, version, engine } = cached;
    let engine = named_engine(product, engine);
    Located { product, binary, version, engine, origin: Origin::Cache }
}

/// The engine of a product, if its version is known.
fn named_engine(product: Product, version: Option<String>) -> Option<Engine> {
    version.map(|version| Engine::runtime(product.facts().engine, Some(&version)))
}

/// Fails for a version older than the protocol that debunk speaks.
pub(crate) fn refuse_old(product: Product, version: &Version) -> Result<(), ToolchainError> {
    let oldest_major = product.facts().oldest_major;
    if version.major < oldest_major {
        return Err(ToolchainError::TooOld { product, version: version.clone(), oldest_major });
    }
    Ok(())
}

fn not_found(product: Product, host: &Host) -> ToolchainError {
    let looked_for = product.facts().programs.iter().map(ToString::to_string).collect();
    ToolchainError::NotFound { product, looked_for, install: install_command(product, host) }
}
