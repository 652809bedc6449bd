//! Unpacks a program from a later release of the distribution into a folder, with all its
//! dependencies down to the C library, and leaves the system itself alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::host::{Host, complaint};
use crate::{Product, ToolchainError, Version};

const UPDATE_TIMEOUT: Duration = Duration::from_secs(600);
const UNPACK_TIMEOUT: Duration = Duration::from_secs(120);
const PROBE_TIMEOUT: Duration = Duration::from_secs(30);
/// Where the machine's own sources are listed.
const SOURCES: [&str; 2] = ["/etc/apt/sources.list", "/etc/apt/sources.list.d"];

/// Unpacks the package into `folder` and returns the version of the program.
pub(crate) fn unpack(
    host: &Host,
    product: Product,
    release: &str,
    package: &str,
    program: &str,
    folder: &Path,
) -> Result<Version, ToolchainError> {
    let failed = |what: String| ToolchainError::NotInstalled { product, what };
    let broken = |error: std::io::Error| failed(error.to_string());
    let dpkg = host.find("dpkg").ok_or_else(|| failed("there is no dpkg".to_owned()))?;
    let private = host.area()?.subfolder("apt")?;
    let place = |name: &str| private.path().join(name);
    let apt = Apt::new(host, product, private.path(), &format!("deb MIRROR {release} main"))?;
    apt.run(
        &["install", "--download-only", "-y", "-qq", "--no-install-recommends", package],
        None,
    )?;
    let root = folder.join("root");
    fs::create_dir_all(&root).map_err(broken)?;
    for entry in fs::read_dir(place("cache/archives")).map_err(broken)?.flatten() {
        let archive = entry.path();
        if archive.extension().is_none_or(|extension| extension != "deb") {
            continue;
        }
        let (archive, root) = (archive.display().to_string(), root.display().to_string());
        let run = host.run(&dpkg, &["-x", &archive, &root], None, UNPACK_TIMEOUT)?;
        if !run.exit.success() {
            return Err(failed(complaint(&run)));
        }
    }
    let trial = folder.join("trial");
    fs::write(&trial, script(program).replace("FOLDER", &folder.to_string_lossy()))
        .map_err(broken)?;
    let sh = host.find("sh").ok_or_else(|| failed("there is no shell".to_owned()))?;
    let trial_name = trial.display().to_string();
    let probed = host.run(&sh, &[&trial_name, "--version"], None, PROBE_TIMEOUT)?;
    let text = probed.stdout_text();
    fs::remove_file(&trial).map_err(broken)?;
    text.split_whitespace()
        .find_map(Version::lenient)
        .ok_or_else(|| failed(format!("what was unpacked does not run: {}", complaint(&probed))))
}

/// Fetches the source package of the machine's own release into `folder`, still packed.
pub(crate) fn fetch_source(
    host: &Host,
    product: Product,
    package: &str,
    folder: &Path,
) -> Result<(), ToolchainError> {
    let private = host.area()?.subfolder("apt")?;
    let apt = Apt::new(host, product, private.path(), "deb-src MIRROR RELEASE main")?;
    apt.run(&["source", "--download-only", "-qq", package], Some(folder))
}

/// apt-get with its own configuration, so that nothing on the system changes.
struct Apt<'a> {
    host: &'a Host,
    product: Product,
    program: PathBuf,
    options: Vec<String>,
}

impl<'a> Apt<'a> {
    /// Writes the configuration into an empty folder and fetches the package lists of the source,
    /// in which MIRROR and RELEASE are those of the machine.
    fn new(
        host: &'a Host,
        product: Product,
        private: &Path,
        source: &str,
    ) -> Result<Apt<'a>, ToolchainError> {
        let failed = |what: String| ToolchainError::NotInstalled { product, what };
        let broken = |error: std::io::Error| failed(error.to_string());
        let program =
            host.find("apt-get").ok_or_else(|| failed("there is no apt-get".to_owned()))?;
        let (uri, release) =
            mirror().ok_or_else(|| failed("the sources of apt name no mirror".to_owned()))?;
        for name in ["lists/partial", "cache/archives/partial", "state"] {
            fs::create_dir_all(private.join(name)).map_err(broken)?;
        }
        fs::write(private.join("state/status"), "").map_err(broken)?;
        let source = source.replace("MIRROR", &uri).replace("RELEASE", &release);
        fs::write(private.join("sources.list"), source + "\n").map_err(broken)?;
        let apt = Apt { host, product, program, options: options(private) };
        apt.run(&["update", "-qq"], None)?;
        Ok(apt)
    }

    fn run(&self, arguments: &[&str], folder: Option<&Path>) -> Result<(), ToolchainError> {
        let mut all: Vec<&str> = self.options.iter().flat_map(|option| ["-o", option]).collect();
        all.extend(arguments);
        let run = self.host.run(&self.program, &all, folder, UPDATE_TIMEOUT)?;
        if run.exit.success() {
            return Ok(());
        }
        let what = complaint(&run);
        Err(ToolchainError::NotInstalled { product: self.product, what })
    }
}

fn options(private: &Path) -> Vec<String> {
    let place = |name: &str| private.join(name).display().to_string();
    vec![
        format!("Dir::Etc::sourcelist={}", place("sources.list")),
        "Dir::Etc::sourceparts=-".to_owned(),
        format!("Dir::State={}", place("state")),
        format!("Dir::State::status={}", place("state/status")),
        format!("Dir::State::lists={}", place("lists")),
        format!("Dir::Cache={}", place("cache")),
        "Debug::NoLocking=1".to_owned(),
        "APT::Sandbox::User=".to_owned(),
    ]
}

/// A script that starts the program with its own libraries, and hides these from the programs that
/// it starts.
pub(crate) fn script(program: &str) -> String {
    format!(
        "#!/bin/sh\nroot='FOLDER/root'\n\
         for loader in \"$root\"/usr/lib*/ld-linux-*.so.* \"$root\"/usr/lib/*/ld-linux-*.so.*; do\n\
         [ -e \"$loader\" ] && break\ndone\n\
         libraries=$(echo \"$root\"/usr/lib/*-linux-gnu)\n\
         PYTHONHOME=\"$root/usr\"\nexport PYTHONHOME\n\
         exec \"$loader\" --library-path \"$libraries\" \"$root/{program}\" \
         --data-directory=\"$root/usr/share/gdb\" \"$@\"\n"
    )
}

/// The mirror of the machine's own distribution packages, and its release.
fn mirror() -> Option<(String, String)> {
    let system = fs::read_to_string("/etc/os-release").ok()?;
    let codename = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="))?.trim();
    let mut files = source_files().into_iter();
    let uri = files.find_map(|file| mirror_in(&fs::read_to_string(file).ok()?, codename))?;
    Some((uri, codename.to_owned()))
}

fn source_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = vec![SOURCES[0].into()];
    let listed = fs::read_dir(SOURCES[1]).into_iter().flatten().flatten();
    let mut more: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
    more.sort();
    files.extend(more);
    files
}

/// Finds the mirror in a file of either format.
fn mirror_in(text: &str, codename: &str) -> Option<String> {
    let in_line = text.lines().find_map(|line| {
        let line = line.trim().strip_prefix("deb ")?;
        let line = match line.trim().strip_prefix('[') {
            Some(rest) => rest.split_once(']')?.1,
            None => line,
        };
        let mut words = line.split_whitespace();
        let uri = words.next()?;
        (words.next()? == codename).then(|| uri.to_owned())
    });
    let in_stanza = || {
        text.split("\n\n").find_map(|stanza| {
            let field = |name: &str| stanza.lines().find_map(|line| line.strip_prefix(name));
            let suites = field("Suites:")?;
            let has_it = suites.split_whitespace().any(|suite| suite == codename);
            has_it.then(|| field("URIs:")?.split_whitespace().next().map(str::to_owned))?
        })
    };
    in_line.or_else(in_stanza)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_is_found_in_both_formats() {
        let line = "# a\ndeb [signed-by=/k] ftp://mirror.invalid/debian bookworm main\n";
        assert_eq!(mirror_in(line, "bookworm").as_deref(), Some("ftp://mirror.invalid/debian"));
        let stanza =
            "Types: deb\n# old\nURIs: ftp://mirror.invalid/d\nSuites: bookworm b-updates\n";
        assert_eq!(mirror_in(stanza, "bookworm").as_deref(), Some("ftp://mirror.invalid/d"));
        assert_eq!(mirror_in(stanza, "trixie"), None);
    }
}
