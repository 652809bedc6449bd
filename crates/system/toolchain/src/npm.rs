//! Resolves and downloads packages with npm.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::hash::{self, NPM_HASH_PREFIX};
use crate::host::{Host, complaint};
use crate::{Product, ToolchainError, Version, VersionRequest};

const CHECK_TIMEOUT_S: u64 = 30;
const VIEW_TIMEOUT_S: u64 = 120;
const PACK_TIMEOUT_S: u64 = 300;
/// Without these, npm would wait for minutes if there is no network.
const IMPATIENT: [&str; 3] =
    ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];
/// The error codes that mean that the registry answered and has no such thing.
const CODES_OF_ABSENCE: [&str; 2] = ["E404", "ETARGET"];

/// npm as the user has set it up.
pub(crate) struct Npm<'a> {
    host: &'a Host,
    program: PathBuf,
}

/// One version of a package, as the registry describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Release {
    pub(crate) version: Version,
    /// The hashes of the tarball.
    pub(crate) integrity: Option<String>,
}

impl<'a> Npm<'a> {
    /// Finds npm, if it is installed and works; it is a program for Node, which may be missing.
    pub(crate) fn find(host: &'a Host) -> Option<Npm<'a>> {
        let program = host.find("npm")?;
        let timeout = Duration::from_secs(CHECK_TIMEOUT_S);
        let works = host.run(&program, &["--version"], None, timeout);
        works.is_ok_and(|run| run.exit.success()).then_some(Npm { host, program })
    }

    /// The newest release that the request allows.
    pub(crate) fn resolve(
        &self,
        product: Product,
        package: &str,
        request: &VersionRequest,
    ) -> Result<Release, ToolchainError> {
        let spec = format!("{package}@{request}");
        let mut args = vec!["view", &spec, "version", "dist.integrity", "--json"];
        args.extend(IMPATIENT);
        let run = self.host.run(&self.program, &args, None, Duration::from_secs(VIEW_TIMEOUT_S))?;
        let absent = || ToolchainError::NoSuchVersion {
            product,
            request: request.to_string(),
            client: "npm",
            package: package.to_owned(),
        };
        let answer: Value = serde_json::from_slice(&run.stdout).unwrap_or_default();
        if run.exit.success() {
            return newest_release(&answer).ok_or_else(absent);
        }
        match answer["error"]["code"].as_str() {
            Some(code) if CODES_OF_ABSENCE.contains(&code) => Err(absent()),
            _ => {
                let what = match answer["error"]["summary"].as_str() {
                    Some(summary) if !summary.is_empty() => summary.to_owned(),
                    _ => complaint(&run),
                };
                Err(ToolchainError::Client { command: format!("npm view {spec}"), what })
            }
        }
    }

    /// Downloads the tarball of a release into `folder`.
    pub(crate) fn pack(&self, spec: &str, folder: &Path) -> Result<PathBuf, ToolchainError> {
        let failed = |what| ToolchainError::Client { command: format!("npm pack {spec}"), what };
        let args = ["pack", "--silent", "--json", "--ignore-scripts", spec];
        let timeout = Duration::from_secs(PACK_TIMEOUT_S);
        let run = self.host.run(&self.program, &args, Some(folder), timeout)?;
        if !run.exit.success() {
            return Err(failed(complaint(&run)));
        }
        // Versions of npm differ in the name that they report for a scoped package, so the folder
        // decides.
        only_file(folder, "tgz").ok_or_else(|| failed("it left no tarball behind".to_owned()))
    }
}

/// Compares a tarball with the hash from the registry, and returns that hash.
pub(crate) fn verify(
    spec: &str,
    tarball: &Path,
    release: &Release,
) -> Result<String, ToolchainError> {
    let broken = |error: std::io::Error| ToolchainError::Archive {
        archive: tarball.into(),
        what: error.to_string(),
    };
    let found = hash::npm_integrity(tarball).map_err(broken)?;
    let hashes = release.integrity.as_deref().unwrap_or_default();
    let promised = hashes.split_whitespace().find(|hash| hash.starts_with(NPM_HASH_PREFIX));
    // Options may follow the hash after a question mark.
    let promised = promised.map(|hash| hash.split('?').next().unwrap_or(hash));
    if promised == Some(found.as_str()) {
        return Ok(found);
    }
    let promised = promised.unwrap_or("no SHA-512").to_owned();
    Err(ToolchainError::Integrity { package: spec.to_owned(), promised, found })
}

/// The only file in a folder with this extension.
pub(crate) fn only_file(folder: &Path, extension: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut files = entries.filter(|path| path.extension().is_some_and(|e| e == extension));
    files.next().filter(|_| files.next().is_none())
}

/// Parses the answer of `npm view`, which is a list if more than one version matches, and a bare
/// text if there is only a version to report.
fn newest_release(answer: &Value) -> Option<Release> {
    let read = |value: &Value| {
        let version = value.as_str().or_else(|| value["version"].as_str())?.parse().ok()?;
        let integrity = value["dist.integrity"].as_str().map(str::to_owned);
        Some(Release { version, integrity })
    };
    match answer {
        Value::Array(all) => all.iter().filter_map(read).max_by(|a, b| a.version.cmp(&b.version)),
        one => read(one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_every_shape_of_answer() {
        let version = |answer| newest_release(&answer).map(|release| release.version.text);
        let entry = |version: &str| json!({"version": version, "dist.integrity": "sha512-x"});
        assert_eq!(version(json!("8.17.0")).as_deref(), Some("8.17.0"));
        assert_eq!(version(entry("8.17.0")).as_deref(), Some("8.17.0"));
        let several = json!([entry("8.9.0"), entry("8.17.0"), entry("8.16.2")]);
        assert_eq!(version(several).as_deref(), Some("8.17.0"));
        assert_eq!(version(json!(["8.10.0", "8.9.0"])).as_deref(), Some("8.10.0"));
        for nothing in [json!(null), json!([]), json!({}), json!("x")] {
            assert_eq!(version(nothing), None);
        }
    }

    #[test]
    fn a_wrong_tarball_is_refused() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), "abc").expect("a file");
        let check = |integrity: Option<&str>| {
            let version = "1.2.3".parse().expect("a version");
            let release = Release { version, integrity: integrity.map(str::to_owned) };
            verify("p@1.2.3", file.path(), &release).map_err(|error| error.to_string())
        };
        let right = "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI\
                     2Q86A4qmslPpUyknw==";
        assert_eq!(check(Some(right)).as_deref(), Ok(right));
        assert_eq!(check(Some(&format!("sha1-qZk+ {right}?x"))).as_deref(), Ok(right));
        for wrong in [None, Some("sha512-AAAA"), Some("sha1-qZk+"), Some("")] {
            assert!(check(wrong).expect_err("a refusal").starts_with("verify p@1.2.3"));
        }
    }
}
