//! Replaces in texts what differs from run to run or from release to release, so that snapshots stay the same.

use std::path::Path;

/// What stands in place of a temporary folder.
const FOLDER: &str = "[folder]";
/// What stands in place of debunk's own version.
const VERSION: &str = "[version]";

/// A text for a snapshot: without the folder in which it was made and without debunk's version.
pub fn redacted(text: &str, folder: &Path) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let text = text.replace(&folder.display().to_string(), FOLDER);
    // A version is only replaced where it is debunk's: after the name, or in a field of its own.
    ["debunk ", "\"version\": \"", "semanticVersion\": \""].iter().fold(text, |text, before| {
        text.replace(&format!("{before}{version}"), &format!("{before}{VERSION}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_own_versions_are_replaced_and_nothing_else() {
        let version = env!("CARGO_PKG_VERSION");
        let text = format!("/tmp/x1/a.js by debunk {version}, fake {version}, /tmp/x2");
        let expected = format!("[folder]/a.js by debunk [version], fake {version}, /tmp/x2");
        assert_eq!(redacted(&text, Path::new("/tmp/x1")), expected);
    }
}
