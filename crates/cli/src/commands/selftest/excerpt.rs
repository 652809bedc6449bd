//! What the self-test says about a finding.

use debunk_relations::ViolationKind;
use debunk_results::Finding;
use serde_json::{Value, json};

/// The reported part of a finding.
pub(super) struct FindingExcerpt {
    /// The number of its test.
    pub test: u64,
    /// Its class.
    pub class: String,
    /// The contradiction.
    pub detail: String,
    program: String,
    kind: ViolationKind,
}

impl FindingExcerpt {
    /// Takes the reported part from a finding.
    pub fn new(finding: &Finding) -> Self {
        Self {
            test: finding.test,
            class: finding.class.to_string(),
            detail: finding.violation.detail.clone(),
            program: finding.initial.program.name.to_string(),
            kind: finding.violation.kind,
        }
    }

    /// Whether the same kind of thing is wrong in the same program.
    pub fn is_like(&self, finding: &Finding) -> bool {
        let output = |kind: ViolationKind| match kind {
            ViolationKind::Outcome => ViolationKind::OutputChanged,
            other => other,
        };
        self.program == finding.initial.program.name
            && output(self.kind) == output(finding.violation.kind)
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        json!({
            "test": self.test,
            "class": self.class,
            "program": self.program,
            "detail": self.detail,
        })
    }
}
