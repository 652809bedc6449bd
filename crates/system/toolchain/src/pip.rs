//! Downloads packages with pip, for machines that have Python but no npm.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::host::{Host, complaint};
use crate::npm::only_file;
use crate::{ToolchainError, VersionRequest};

const CHECK_TIMEOUT_S: u64 = 60;
const DOWNLOAD_TIMEOUT_S: u64 = 300;

/// pip as the user has set it up.
pub(crate) struct Pip<'a> {
    host: &'a Host,
    python: PathBuf,
}

impl<'a> Pip<'a> {
    /// Finds Python, if it is installed and has pip; on Debian pip is a separate package.
    pub(crate) fn find(host: &'a Host) -> Option<Pip<'a>> {
        let python = host.find("python3")?;
        let timeout = Duration::from_secs(CHECK_TIMEOUT_S);
        let works = host.run(&python, &["-m", "pip", "--version"], None, timeout);
        works.is_ok_and(|run| run.exit.success()).then_some(Pip { host, python })
    }

    /// Downloads the newest wheel that the request allows into `folder`; pip itself checks it
    /// against the hash in the index.
    pub(crate) fn download(
        &self,
        package: &str,
        request: &VersionRequest,
        folder: &Path,
    ) -> Result<PathBuf, ToolchainError> {
        let spec = requirement(package, request);
        let args = ["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "-d", ".", &spec];
        let timeout = Duration::from_secs(DOWNLOAD_TIMEOUT_S);
        let run = self.host.run(&self.python, &args, Some(folder), timeout)?;
        let failed = |what: String| ToolchainError::Client {
            command: format!("python3 -m pip download {spec}"),
            what: format!("{what} (pip has few versions; npm, if installed, has all)"),
        };
        if !run.exit.success() {
            return Err(failed(complaint(&run)));
        }
        only_file(folder, "whl").ok_or_else(|| failed("it left no wheel behind".to_owned()))
    }
}

/// The request in pip's syntax.
fn requirement(package: &str, request: &VersionRequest) -> String {
    match request {
        VersionRequest::Latest => package.to_owned(),
        VersionRequest::Exact(version) => format!("{package}=={version}"),
        part => format!("{package}=={part}.*"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_the_language_of_pip() {
        let cases =
            [("latest", "p"), ("20", "p==20.*"), ("20.1", "p==20.1.*"), ("20.1.0", "p==20.1.0")];
        for (request, expected) in cases {
            let request = request.parse().expect("a request");
            assert_eq!(requirement("p", &request), expected);
        }
    }
}
