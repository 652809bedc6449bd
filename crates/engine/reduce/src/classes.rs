//! The classes of a result folder by their reduced form: one finding of each class is reduced, and
//! classes with the same form are one.

use crate::reduce::Figures;
use debunk_campaign::{Blocks, in_order};
use debunk_store::{ComparisonStore, Store, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The file of a result folder that records the reduced form of its classes.
pub const CLASSES_FILE: &str = "classes.json";

/// Why the classes could not be kept.
#[derive(Debug, thiserror::Error)]
#[error("{doing} {path}: {reason}")]
pub struct ClassesError {
    doing: &'static str,
    path: PathBuf,
    reason: String,
}

/// What is left of the first finding of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedClass {
    /// The folder of that finding, relative to the result folder.
    pub folder: String,
    /// The form that is left; the class itself if it could not be reduced.
    pub form: String,
    /// The cost of the reduction; `None` if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<Figures>,
}

/// A finding that represents its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The class.
    pub class: String,
    /// Its folder, relative to the result folder.
    pub folder: String,
}

/// Every class that was reduced, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Classes {
    /// What is left of each.
    pub classes: BTreeMap<String, ReducedClass>,
}

/// Every finding of a campaign that has a folder, in the order of tests.
///
/// # Errors
/// If there is no campaign in the folder.
pub fn findings_of(out: &Path) -> Result<Vec<First>, StoreError> {
    let rows = Store::read(&out.join(debunk_campaign::STATE_FILE))?.findings()?;
    let kept = rows.into_iter().filter_map(|(_, row)| Some((row.class, row.folder?)));
    Ok(kept.map(|(class, folder)| First { class, folder }).collect())
}

/// Every difference of a comparison that has a folder, in the order of runs.
///
/// # Errors
/// If there is no comparison in the folder.
pub fn differences_of(out: &Path) -> Result<Vec<First>, StoreError> {
    let rows = ComparisonStore::read(&out.join(debunk_compare::STATE_FILE))?.runs()?;
    let kept = rows.into_iter().filter_map(|row| Some((row.class?, row.folder?)));
    Ok(kept.map(|(class, folder)| First { class, folder }).collect())
}

/// Classes that share one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Joined {
    /// The form.
    pub form: String,
    /// Findings of all of them.
    pub findings: u64,
    /// The classes.
    pub classes: Vec<String>,
}

impl Classes {
    /// Reads the file of a result folder; empty if there is none.
    ///
    /// # Errors
    /// If it exists but is malformed.
    pub fn read(out: &Path) -> Result<Self, ClassesError> {
        let path = out.join(CLASSES_FILE);
        let failed = |reason: String| ClassesError { doing: "read", path: path.clone(), reason };
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| failed(error.to_string())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Writes the file of a result folder, whole or not at all.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn write(&self, out: &Path) -> Result<(), ClassesError> {
        let (path, unfinished) = (out.join(CLASSES_FILE), out.join(".classes.json.tmp"));
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        fs::write(&unfinished, format!("{text}\n"))
            .and_then(|()| fs::rename(&unfinished, &path))
            .map_err(|error| ClassesError { doing: "write", path, reason: error.to_string() })
    }

    /// The classes that are not reduced yet, with their first findings, in their order.
    pub fn pending(&self, findings: impl IntoIterator<Item = First>) -> Vec<First> {
        let mut pending: Vec<First> = Vec::new();
        for first in findings {
            let is_known = self.classes.contains_key(&first.class)
                || pending.iter().any(|other| other.class == first.class);
            if !is_known {
                pending.push(first);
            }
        }
        pending
    }

    /// The form of a class; the class itself if it was not reduced.
    pub fn form<'name>(&'name self, class: &'name str) -> &'name str {
        self.classes.get(class).map_or(class, |reduced| reduced.form.as_str())
    }

    /// Findings by form, most first.
    pub fn joined(&self, counts: &BTreeMap<String, u64>) -> Vec<Joined> {
        let mut forms: BTreeMap<&str, Joined> = BTreeMap::new();
        for (class, count) in counts {
            let form = self.form(class);
            let joined = forms.entry(form).or_insert_with(|| Joined {
                form: form.to_owned(),
                findings: 0,
                classes: Vec::new(),
            });
            joined.findings += count;
            joined.classes.push(class.clone());
        }
        let mut sorted: Vec<Joined> = forms.into_values().collect();
        sorted.sort_by(|left, right| {
            right.findings.cmp(&left.findings).then_with(|| left.form.cmp(&right.form))
        });
        sorted
    }
}

/// Progress of the reduction of classes.
pub struct Told<'told> {
    /// The class and its first finding.
    pub first: &'told First,
    /// What is left of it.
    pub reduced: &'told ReducedClass,
    /// Classes done so far.
    pub done: usize,
    /// Classes to do.
    pub of: usize,
}

/// Reduces the first finding of each pending class, `jobs` of them in parallel, and keeps the
/// results. An interrupted reduction starts afresh the next time. The reductions are independent,
/// so their number in parallel changes nothing.
///
/// # Errors
/// If the result cannot be kept.
pub fn reduce_classes(
    out: &Path,
    pending: &[First],
    jobs: usize,
    stop: &AtomicBool,
    work: &(dyn Fn(&First) -> Option<(String, Figures)> + Sync),
    tell: &mut dyn FnMut(&Told<'_>),
) -> Result<Classes, ClassesError> {
    let mut classes = Classes::read(out)?;
    in_order(
        jobs,
        0..pending.len() as u64,
        stop,
        &Blocks {
            length: 1,
            make_state: &|| (),
            begin: &|()| {},
            work: &|(), number| {
                let answer = work(&pending[number as usize]);
                (answer, stop.load(Ordering::SeqCst))
            },
        },
        |number, (answer, is_stopped)| {
            if is_stopped {
                return Ok(());
            }
            let first = &pending[number as usize];
            let folder = first.folder.clone();
            let reduced = match answer {
                Some((form, figures)) => ReducedClass { folder, form, figures: Some(figures) },
                None => ReducedClass { folder, form: first.class.clone(), figures: None },
            };
            tell(&Told { first, reduced: &reduced, done: number as usize + 1, of: pending.len() });
            classes.classes.insert(first.class.clone(), reduced);
            classes.write(out)
        },
    )?;
    Ok(classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(class: &str, folder: &str) -> First {
        First { class: class.to_owned(), folder: folder.to_owned() }
    }

    fn classes(forms: &[(&str, &str)]) -> Classes {
        let entry = |form: &str| ReducedClass {
            folder: "f".to_owned(),
            form: form.to_owned(),
            figures: None,
        };
        let classes =
            forms.iter().map(|(class, form)| ((*class).to_owned(), entry(form))).collect();
        Classes { classes }
    }

    #[test]
    fn classes_of_one_form_are_joined() {
        let counts =
            [("a", 3), ("b", 2), ("c", 4)].map(|(class, count)| (class.to_owned(), count)).into();
        let joined = classes(&[("a", "x"), ("b", "x")]).joined(&counts);
        let told: Vec<(&str, u64, usize)> =
            joined.iter().map(|it| (it.form.as_str(), it.findings, it.classes.len())).collect();
        assert_eq!(told, [("x", 5, 2), ("c", 4, 1)]);
    }

    #[test]
    fn the_first_finding_of_each_new_class_is_pending() {
        let findings = [first("a", "1"), first("b", "2"), first("a", "3"), first("c", "4")];
        let pending = classes(&[("c", "x")]).pending(findings);
        assert_eq!(pending, [first("a", "1"), first("b", "2")]);
    }

    #[test]
    fn what_was_interrupted_is_pending_again() -> Result<(), Box<dyn std::error::Error>> {
        let out = tempfile::tempdir()?;
        let stop = AtomicBool::new(false);
        let pending = [first("a", "1"), first("b", "2")];
        let work = |first: &First| {
            stop.store(first.class == "b", Ordering::SeqCst);
            None
        };
        let classes = reduce_classes(out.path(), &pending, 1, &stop, &work, &mut |_| {})?;
        assert_eq!(classes.pending(pending.clone()), [first("b", "2")]);
        assert_eq!(Classes::read(out.path())?, classes);
        Ok(())
    }
}
