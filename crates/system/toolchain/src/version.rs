//! Compares versions and says which of them a user requested.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A version such as `20.1.0` or Chromium's `156.0.8078.79`, of which three numbers count.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second number.
    pub minor: u32,
    /// The third number.
    pub patch: u32,
    /// The whole version as it was written, without a leading `v`.
    pub text: String,
}

/// The text is not a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("read a version; write numbers with dots between them, such as 20.1.0")]
pub struct NoVersion;

impl Version {
    fn numbers(&self) -> [u32; 3] {
        [self.major, self.minor, self.patch]
    }

    /// A version as programs and distributions write theirs: two numbers or more, such as `13.1`, and
    /// what may follow them, such as `10.1.90.20210103-git`, `13.2-3.fc38` or `3.13.0rc2`.
    pub(crate) fn lenient(text: &str) -> Option<Version> {
        let text = text.trim_end_matches([',', ';', ':']);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-+_~".contains(c);
        if !text.chars().all(is_plain) {
            return None;
        }
        let mut numbers = Vec::new();
        let mut rest = text;
        while numbers.len() < 3 {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            numbers.push(parse_number(&rest[..end]).filter(|_| end > 0)?);
            rest = &rest[end..];
            // A number must follow the dot, else the dot belongs to what follows.
            let is_number = |after: &&str| after.starts_with(|c: char| c.is_ascii_digit());
            match rest.strip_prefix('.').filter(is_number) {
                Some(after) if numbers.len() < 3 => rest = after,
                _ => break,
            }
        }
        let (&[major, minor] | &[major, minor, _]) = numbers.as_slice() else { return None };
        let patch = numbers.get(2).copied().unwrap_or(0);
        Some(Version { major, minor, patch, text: text.to_owned() })
    }

    /// A pre-release version, such as `22.0.0-rc.1`, has letters or a dash in it.
    fn is_release(&self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    }
}

impl FromStr for Version {
    type Err = NoVersion;

    fn from_str(text: &str) -> Result<Version, NoVersion> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
        if !text.chars().all(is_plain) {
            return Err(NoVersion);
        }
        let core = text.split(['-', '+']).next().unwrap_or(text);
        let mut parts = core.split('.');
        let mut number = || parts.next().and_then(parse_number).ok_or(NoVersion);
        Ok(Version { major: number()?, minor: number()?, patch: number()?, text: text.to_owned() })
    }
}

/// The standard parser would also accept a plus sign.
fn parse_number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let release = self.is_release().cmp(&other.is_release());
        let numbers = self.numbers().cmp(&other.numbers());
        numbers.then(release).then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Which version the user requested.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VersionRequest {
    /// The newest there is.
    Latest,
    /// The newest with this first number.
    Major(u32),
    /// The newest with these two first numbers.
    Minor(u32, u32),
    /// This one.
    Exact(Version),
}

impl VersionRequest {
    /// Whether the version is a requested one.
    pub fn matches(&self, version: &Version) -> bool {
        match self {
            VersionRequest::Latest => true,
            VersionRequest::Major(major) => version.major == *major,
            VersionRequest::Minor(major, minor) => {
                (version.major, version.minor) == (*major, *minor)
            }
            VersionRequest::Exact(exact) => version == exact,
        }
    }
}

impl FromStr for VersionRequest {
    type Err = NoVersion;

    fn from_str(text: &str) -> Result<VersionRequest, NoVersion> {
        if text == "latest" {
            return Ok(VersionRequest::Latest);
        }
        let bare = text.strip_prefix('v').unwrap_or(text);
        if bare.is_empty() || !bare.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(NoVersion);
        }
        let numbers: Option<Vec<u32>> = bare.split('.').map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some([major]) => Ok(VersionRequest::Major(*major)),
            Some([major, minor]) => Ok(VersionRequest::Minor(*major, *minor)),
            Some([major, minor, patch]) => {
                // Normalised, so that `08.1.0` and `8.1.0` are the same version.
                format!("{major}.{minor}.{patch}").parse().map(VersionRequest::Exact)
            }
            _ => Err(NoVersion),
        }
    }
}

impl fmt::Display for VersionRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VersionRequest::Latest => f.write_str("latest"),
            VersionRequest::Major(major) => write!(f, "{major}"),
            VersionRequest::Minor(major, minor) => write!(f, "{major}.{minor}"),
            VersionRequest::Exact(version) => write!(f, "{version}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        text.parse().unwrap_or_else(|_| panic!("{text} is a version"))
    }

    #[test]
    fn orders_by_number_and_not_by_text() {
        let sorted = [
            "0.12.18",
            "8.9.4",
            "8.10.0",
            "8.17.0",
            "20.0.0-rc.1",
            "20.0.0",
            "20.0.1",
            "20.2.0",
            "20.10.0",
            "156.0.8078.79",
        ];
        let versions: Vec<_> = sorted.iter().map(|text| version(text)).collect();
        let mut shuffled = versions.clone();
        shuffled.reverse();
        shuffled.swap(2, 5);
        shuffled.sort();
        assert_eq!(shuffled, versions);
    }

    #[test]
    fn refuses_what_is_no_version() {
        for text in ["", "20", "20.1", "x.y.z", "20.1.x", "20.+1.0", "../1.2.3", "1.2.3/../x"] {
            assert_eq!(text.parse::<Version>(), Err(NoVersion), "{text:?}");
        }
    }

    #[test]
    fn versions_are_read_as_programs_and_distributions_write_them() {
        let cases = [
            ("10.1.90.20210103-git", Some((10, 1, 90))),
            ("16.0.50.20241201-git", Some((16, 0, 50))),
            ("13.1", Some((13, 1, 0))),
            ("16.3", Some((16, 3, 0))),
            ("13.2-3.fc38", Some((13, 2, 0))),
            ("8.2-20.el8", Some((8, 2, 0))),
            ("12.1-0ubuntu1~22.04", Some((12, 1, 0))),
            ("3.13.0rc2", Some((3, 13, 0))),
            ("3.12.0+", Some((3, 12, 0))),
            ("3.14.0a1", Some((3, 14, 0))),
            ("14.0.0-rc1", Some((14, 0, 0))),
            ("20.0.0git", Some((20, 0, 0))),
            ("19.1.7,", Some((19, 1, 7))),
            ("1.8.22", Some((1, 8, 22))),
            ("2.7.0+dfsg", Some((2, 7, 0))),
            ("10.1-1.7)", None),
            ("(Debian", None),
            ("x86_64", None),
            ("64-bit", None),
            ("2021", None),
            ("2021-01-03", None),
            ("a1.2.3", None),
            ("1.x", None),
            ("99999999999.1", None),
            ("1.2/../../x", None),
            (".1.2", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let read = Version::lenient(text);
            let numbers = read.as_ref().map(|it| (it.major, it.minor, it.patch));
            assert_eq!(numbers, expected, "{text:?}");
        }
        let git = Version::lenient("10.1.90.20210103-git").expect("a version");
        assert_eq!(git.to_string(), "10.1.90.20210103-git");
        assert!(git < Version::lenient("10.2").expect("a version"));
        assert!(git > Version::lenient("10.1").expect("a version"));
        // Its text becomes a folder name in the cache.
        assert_eq!(git.text.parse::<Version>(), Ok(git));
    }

    #[test]
    fn requests_match_what_they_mean() {
        let cases = [
            ("latest", "1.2.3", true),
            ("20", "20.1.0", true),
            ("20", "2.0.0", false),
            ("20.1", "20.1.7", true),
            ("20.1", "20.10.7", false),
            ("20.1.7", "20.1.7", true),
            ("20.1.7", "20.1.8", false),
        ];
        for (request, text, expected) in cases {
            let request: VersionRequest = request.parse().expect("a request");
            assert_eq!(request.matches(&version(text)), expected, "{request} and {text}");
        }
    }
}
