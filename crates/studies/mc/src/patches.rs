//! Which lines of the measured code a fix changes, from a patch in the form of `diff -u` or git.

use crate::McError;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The lines that one fix touches in the code that was measured (its old side).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FixLines {
    /// The patch.
    pub name: PathBuf,
    /// File (as the patch names it) and line. If a fix only adds, the lines around count.
    pub lines: BTreeSet<(String, u32)>,
}

/// Reads a patch.
///
/// # Errors
/// If it cannot be read or has no hunk.
pub fn fix_lines(path: &Path) -> Result<FixLines, McError> {
    let bytes = std::fs::read(path).map_err(McError::file("read the patch", path))?;
    let lines = parse(&String::from_utf8_lossy(&bytes));
    if lines.is_empty() {
        let text = format!(
            "read the patch {}: it changes no line of an old file; write it with diff -u or git diff",
            path.display()
        );
        return Err(McError::Usage(text));
    }
    Ok(FixLines { name: path.to_owned(), lines })
}

pub(crate) fn parse(text: &str) -> BTreeSet<(String, u32)> {
    let mut lines = BTreeSet::new();
    let mut file = String::new();
    let mut next = 0u32;
    // How many lines of the old and of the new side the hunk still has.
    let mut left = (0u32, 0u32);
    for line in text.lines() {
        if left == (0, 0) {
            if let Some(name) = line.strip_prefix("--- ") {
                file = old_name(name);
            } else if let Some((start, counts)) = line.strip_prefix("@@ -").and_then(hunk) {
                (next, left) = (start, counts);
            }
            continue;
        }
        match line.as_bytes().first() {
            Some(b'-') => {
                lines.insert((file.clone(), next));
                next = next.saturating_add(1);
                left.0 = left.0.saturating_sub(1);
            }
            Some(b'+') => {
                left.1 = left.1.saturating_sub(1);
                // Added text is between the line before and the next one.
                lines.extend([next.saturating_sub(1), next].map(|line| (file.clone(), line)));
            }
            Some(b'\\') => {}
            _ => {
                next = next.saturating_add(1);
                left = (left.0.saturating_sub(1), left.1.saturating_sub(1));
            }
        }
    }
    lines.retain(|(_, line)| *line > 0);
    lines
}

/// The first line and the lengths of a hunk, from `-3,7 +3,8 @@`.
fn hunk(text: &str) -> Option<(u32, (u32, u32))> {
    let (old, rest) = text.split_once(" +")?;
    let new = rest.split_once(" @@")?.0;
    let numbers = |side: &str| -> Option<(u32, u32)> {
        let (start, length) = side.split_once(',').unwrap_or((side, "1"));
        Some((start.parse().ok()?, length.parse().ok()?))
    };
    let ((start, old), (_, new)) = (numbers(old)?, numbers(new)?);
    // A hunk without old lines names the line before it.
    Some((if old == 0 { start + 1 } else { start }, (old, new)))
}

/// The name without git's `a/` and without a date after it.
fn old_name(name: &str) -> String {
    let name = name.split('\t').next().unwrap_or_default().trim();
    name.strip_prefix("a/").unwrap_or(name).to_owned()
}

impl FixLines {
    /// Whether the fix touches a line of a measured file; one path may be the end of the other.
    pub(crate) fn touches(&self, file: &str, line: u32) -> bool {
        self.lines.iter().any(|(name, number)| *number == line && is_same_file(name, file))
    }
}

fn is_same_file(one: &str, two: &str) -> bool {
    let (long, short) = if one.len() > two.len() { (one, two) } else { (two, one) };
    long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{is_same_file, parse};

    #[test]
    fn the_old_side_of_a_patch_counts() {
        let text = "--- a/src/x.c\t2020\n+++ b/src/x.c\n@@ -3,4 +3,4 @@\n same\n-old\n+new\n same\n same\n\
                    @@ -20,0 +21 @@\n+added\n";
        let lines: Vec<u32> = parse(text).into_iter().map(|(_, line)| line).collect();
        assert_eq!(lines, [4, 5, 20, 21]);
    }

    #[test]
    fn one_path_may_be_the_end_of_the_other() {
        assert!(is_same_file("/build/src/x.c", "src/x.c"));
        assert!(!is_same_file("/build/src/xx.c", "x.c"));
    }
}
