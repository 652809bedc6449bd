//! The classes of a result folder by their reduced form: one finding of each class is reduced, and
//! classes with the same form are one.

use crate::files::{CAMPAIGN_FILE, CLASSES_FILE, COMPARISON_FILE};
use crate::folder::{FindingError, read_json, replace_json};
use crate::reduction::Figures;
use crate::store::{RowResult, RunResult, Store, StoreError, TestResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

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
    /// Why it failed; `None` if it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A finding that represents its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Representative {
    /// The class.
    pub class: String,
    /// Its folder, relative to the result folder.
    pub folder: String,
}

/// A class whose reduction failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailedReduction {
    /// The class.
    pub class: String,
    /// Why.
    pub reason: String,
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
pub fn findings_of(out: &Path) -> Result<Vec<Representative>, StoreError> {
    with_folder::<TestResult>(&out.join(CAMPAIGN_FILE))
}

/// Every difference of a comparison that has a folder, in the order of runs.
///
/// # Errors
/// If there is no comparison in the folder.
pub fn differences_of(out: &Path) -> Result<Vec<Representative>, StoreError> {
    with_folder::<RunResult>(&out.join(COMPARISON_FILE))
}

fn with_folder<Kind: RowResult>(file: &Path) -> Result<Vec<Representative>, StoreError> {
    let rows = Store::<Kind>::read(file)?.with_class()?;
    let kept = rows.into_iter().filter_map(|(_, row)| Some((row.class?, row.folder?)));
    Ok(kept.map(|(class, folder)| Representative { class, folder }).collect())
}

/// Classes that share one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    pub fn read(out: &Path) -> Result<Self, FindingError> {
        let path = out.join(CLASSES_FILE);
        Ok(read_json(&path, "record of reduced classes")?.unwrap_or_default())
    }

    /// Writes the file of a result folder, whole or not at all.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn write(&self, out: &Path) -> Result<(), FindingError> {
        replace_json(out, CLASSES_FILE, self)
    }

    /// The reductions that failed, by class.
    pub fn failures(&self) -> Vec<FailedReduction> {
        let failure = |(class, reduced): (&String, &ReducedClass)| {
            let (class, reason) = (class.clone(), reduced.failure.clone()?);
            Some(FailedReduction { class, reason })
        };
        self.classes.iter().filter_map(failure).collect()
    }

    /// The classes that are not reduced yet, with their first findings, in their order.
    pub fn pending(
        &self,
        findings: impl IntoIterator<Item = Representative>,
    ) -> Vec<Representative> {
        let mut pending: Vec<Representative> = Vec::new();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn first(class: &str, folder: &str) -> Representative {
        Representative { class: class.to_owned(), folder: folder.to_owned() }
    }

    fn classes(forms: &[(&str, &str)]) -> Classes {
        let entry = |form: &str| ReducedClass {
            folder: "f".to_owned(),
            form: form.to_owned(),
            figures: None,
            failure: None,
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
        let found: Vec<(&str, u64, usize)> =
            joined.iter().map(|it| (it.form.as_str(), it.findings, it.classes.len())).collect();
        assert_eq!(found, [("x", 5, 2), ("c", 4, 1)]);
    }

    #[test]
    fn the_first_finding_of_each_new_class_is_pending() {
        let findings = [first("a", "1"), first("b", "2"), first("a", "3"), first("c", "4")];
        let pending = classes(&[("c", "x")]).pending(findings);
        assert_eq!(pending, [first("a", "1"), first("b", "2")]);
    }
}
