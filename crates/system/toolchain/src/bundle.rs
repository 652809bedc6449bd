//! Obtains a debugger that is a folder of files: from the cache, or else with pip, npm or apt.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use flate2::read::GzDecoder;

use crate::cache::{Cached, Package};
use crate::debian;
use crate::host::{Host, complaint};
use crate::npm::{self, Npm};
use crate::product::Bundle;
use crate::{Cache, Product, Progress, ToolchainError, Version, VersionRequest};

const INSTALL_TIMEOUT: Duration = Duration::from_secs(600);
const UNPACKED_CAP_BYTES: u64 = 1024 * 1024 * 1024;

/// What was unpacked, before it is moved into the cache.
struct Unpacked {
    folder: tempfile::TempDir,
    version: Version,
    package: String,
    integrity: String,
}

/// Returns the debugger, and fetches it if it is not in the cache or a fresh one is wanted.
pub(crate) fn obtain(
    host: &Host,
    cache: &Cache,
    product: Product,
    refresh: bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Cached, ToolchainError> {
    let newest = || cache.newest(product, &VersionRequest::Latest);
    if let Some(Bundle::SetUp) = &product.facts().bundle {
        return newest()?.ok_or(ToolchainError::NotSetUp { product });
    }
    if !refresh && let Some(cached) = newest()? {
        return Ok(cached);
    }
    let Some(bundle) = &product.facts().bundle else {
        return Err(ToolchainError::NotFetchable { product });
    };
    let _lock = cache.lock(product, "bundle")?;
    if !refresh && let Some(cached) = newest()? {
        return Ok(cached);
    }
    let scratch = cache.scratch(product)?;
    progress(Progress::Fetching(product.to_string()));
    let (unpacked, script) = match bundle {
        Bundle::Pip { package } => {
            (with_pip(host, product, package, scratch)?, python_script(&system_python(host)?))
        }
        Bundle::Npm { package, folder, program, interpreter } => {
            let unpacked = with_npm(host, product, package, folder, scratch)?;
            let script = program_script(&unpacked.version, program, *interpreter);
            (unpacked, script)
        }
        Bundle::Debian { release, package, program } => {
            let version = debian::unpack(host, product, release, package, program, scratch.path())?;
            let package = format!("{package} of {release}");
            let integrity = "verified by apt".to_owned();
            let unpacked = Unpacked { folder: scratch, version, package, integrity };
            (unpacked, debian::script(program))
        }
        Bundle::SetUp => return Err(ToolchainError::NotSetUp { product }),
    };
    let Unpacked { folder, version, package, integrity } = unpacked;
    let package = Package { name: &package, integrity, version: Some(&version) };
    let path = folder.keep();
    let stored = cache.store_folder(product, host, &path, &version, package, |place| {
        script.replace("FOLDER", &place.to_string_lossy())
    });
    // If it cannot be used, nothing of it is kept.
    let _ = fs::remove_dir_all(&path);
    stored
}

fn system_python(host: &Host) -> Result<PathBuf, ToolchainError> {
    let python =
        host.find("python3").ok_or(ToolchainError::NoClient { product: Product::DEBUGPY })?;
    Ok(crate::probe::real_binary(host, Product::BDB, &python))
}

/// A Python that finds the package.
pub(crate) fn python_script(python: &Path) -> String {
    format!(
        "#!/bin/sh\nPYTHONPATH='FOLDER/site'${{PYTHONPATH:+:$PYTHONPATH}}\nexport PYTHONPATH\n\
         exec '{}' \"$@\"\n",
        python.display()
    )
}

/// The script that starts a package's program; it prints the version, which the program does not.
fn program_script(version: &Version, program: &str, interpreter: Option<&str>) -> String {
    let interpreter = interpreter.map(|program| format!("{program} ")).unwrap_or_default();
    format!(
        "#!/bin/sh\ncase \"$1\" in --version) echo {version}; exit 0;; esac\n\
         exec {interpreter}'FOLDER/{program}' \"$@\"\n"
    )
}

fn with_pip(
    host: &Host,
    product: Product,
    package: &str,
    folder: tempfile::TempDir,
) -> Result<Unpacked, ToolchainError> {
    let python = host.find("python3").ok_or(ToolchainError::NoClient { product })?;
    let command = format!("python3 -m pip install {package}");
    let failed = |what| ToolchainError::Client { command: command.clone(), what };
    let site = folder.path().join("site").display().to_string();
    let arguments = ["-m", "pip", "install", "--quiet", "--no-deps", "--target", &site, package];
    let run = host.run(&python, &arguments, None, INSTALL_TIMEOUT)?;
    if !run.exit.success() {
        return Err(failed(complaint(&run)));
    }
    let prefix = format!("{package}-");
    let version = fs::read_dir(folder.path().join("site"))
        .into_iter()
        .flatten()
        .flatten()
        .find_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let version = name.strip_prefix(&prefix)?.strip_suffix(".dist-info")?;
            version.parse().ok().or_else(|| Version::lenient(version))
        })
        .ok_or_else(|| failed("it left no package behind".to_owned()))?;
    let integrity = "verified by pip".to_owned();
    Ok(Unpacked { folder, version, package: package.to_owned(), integrity })
}

fn with_npm(
    host: &Host,
    product: Product,
    spec: &str,
    part: &str,
    folder: tempfile::TempDir,
) -> Result<Unpacked, ToolchainError> {
    let npm = Npm::find(host).ok_or(ToolchainError::NoNpm { product })?;
    let (package, request) = spec.rsplit_once('@').unwrap_or((spec, "latest"));
    let request = request.parse().unwrap_or(VersionRequest::Latest);
    let release = npm.resolve(product, package, &request)?;
    let download = host.area()?.subfolder("fetch")?;
    let tarball = npm.pack(spec, download.path())?;
    let integrity = npm::verify(spec, &tarball, &release)?;
    unpack_part(&tarball, part, folder.path())?;
    let version = ["version.json", "manifest.json", "package.json"]
        .iter()
        .find_map(|name| told_version(&folder.path().join(name)))
        .unwrap_or(release.version);
    Ok(Unpacked { folder, version, package: spec.to_owned(), integrity })
}

fn told_version(file: &Path) -> Option<Version> {
    let told: serde_json::Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    told["version"].as_str()?.trim_start_matches('v').parse().ok()
}

/// Unpacks the plain files and folders below one folder of a tarball. Links are skipped, and names
/// that lead elsewhere.
fn unpack_part(tarball: &Path, part: &str, into: &Path) -> Result<(), ToolchainError> {
    let failed = |what: String| ToolchainError::Archive { archive: tarball.into(), what };
    let broken = |error: std::io::Error| failed(error.to_string());
    let file = File::open(tarball).map_err(broken)?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(file)));
    let mut bytes = 0;
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let path: PathBuf = entry.path().map_err(broken)?.into_owned();
        let Ok(inner) = path.strip_prefix(part) else { continue };
        let is_plain = inner.components().all(|part| matches!(part, Component::Normal(_)));
        if !entry.header().entry_type().is_file() || !is_plain {
            continue;
        }
        bytes += entry.size();
        if bytes > UNPACKED_CAP_BYTES {
            return Err(failed("it is larger than any debugger".to_owned()));
        }
        let target = into.join(inner);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(broken)?;
        }
        entry.unpack(&target).map_err(broken)?;
    }
    if bytes == 0 { Err(failed(format!("there is no {part} in it"))) } else { Ok(()) }
}
