//! Names of source files in a form that can be compared between reports.

/// Joins a name with the folder it is relative to, and resolves `.` and `..`.
pub(crate) fn join(folder: &str, name: &str) -> String {
    let is_absolute = name.starts_with('/') || name.as_bytes().get(1) == Some(&b':');
    if is_absolute || folder.is_empty() {
        return plain(name);
    }
    plain(&format!("{folder}/{name}"))
}

/// A name without `.` and, if possible, without `..`.
pub(crate) fn plain(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    let root = if name.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{join, plain};

    #[test]
    fn dots_are_taken_out() {
        assert_eq!(join("/build/x", "../main.c"), "/build/main.c");
        assert_eq!(join("/build", "/usr/include/a.h"), "/usr/include/a.h");
        assert_eq!(plain("../../a/./b"), "../../a/b");
    }
}
