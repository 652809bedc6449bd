//! Joins consecutive scripts into larger programs, so that one session debugs many.

use crate::draft::{ProgramDraft, push_lines};
use crate::{CorpusEntry, Expectation, scan};
use debunk_model::{Goal, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What each joined script begins with: its own function keeps its declarations apart from the
/// others' and lets it be strict by itself.
const WRAPPER_OPENING: &str = "(function () {\n";

/// What each ends with. The script's `this` stays the global object.
const WRAPPER_CLOSING: &str = "}).call(this);\n";

/// Scripts can share a program if they agree in mode and harness.
type Kind = (bool, Option<Arc<Path>>);

/// Finishes all drafts, `size` consecutive scripts of a kind in one program if possible.
///
/// A joined program takes the position of its first script.
pub(crate) fn join(drafts: Vec<ProgramDraft>, size: usize) -> Vec<CorpusEntry> {
    if size < 2 {
        return drafts.into_iter().map(ProgramDraft::finish).collect();
    }
    group(drafts, size).into_iter().map(finish).collect()
}

fn group(drafts: Vec<ProgramDraft>, size: usize) -> Vec<Vec<ProgramDraft>> {
    let mut groups: Vec<Vec<ProgramDraft>> = Vec::new();
    let mut open: BTreeMap<Kind, usize> = BTreeMap::new();
    for draft in drafts {
        if !may_join(&draft) {
            groups.push(vec![draft]);
            continue;
        }
        let kind = (draft.strict, draft.checkout.clone());
        match open.get(&kind).filter(|&&index| groups[index].len() < size) {
            Some(&index) => groups[index].push(draft),
            None => {
                open.insert(kind, groups.len());
                groups.push(vec![draft]);
            }
        }
    }
    groups
}

fn may_join(draft: &ProgramDraft) -> bool {
    draft.is_classic_script() && !draft.alone && scan::can_be_wrapped(&draft.body)
}

fn finish(mut group: Vec<ProgramDraft>) -> CorpusEntry {
    match group.pop() {
        Some(only) if group.is_empty() => only.finish(),
        last => {
            group.extend(last);
            finish_joined(&group)
        }
    }
}

fn finish_joined(group: &[ProgramDraft]) -> CorpusEntry {
    let mut text = shared_harness(group);
    for draft in group {
        text.push_str(WRAPPER_OPENING);
        text.push_str(draft.directive());
        push_lines(&mut text, &draft.body);
        text.push_str(WRAPPER_CLOSING);
    }
    let first = group.first().map(ProgramDraft::full_name).unwrap_or_default();
    let name = format!("{first} +{}", group.len().saturating_sub(1));
    CorpusEntry {
        program: Program::javascript(name, Goal::Script, text),
        expects: Expectation::Runs,
    }
}

/// The helper files of all scripts, each once, in the mode that the scripts have.
fn shared_harness(group: &[ProgramDraft]) -> String {
    let mut text = String::new();
    let mut included = BTreeSet::new();
    for file in group.iter().flat_map(|draft| &draft.harness) {
        if included.insert(file.name.as_str()) {
            push_lines(&mut text, &file.text);
        }
    }
    if text.is_empty() {
        return text;
    }
    let directive = group.first().map_or("", ProgramDraft::directive);
    // Without the semicolon, a helper that ends in an expression would call the first wrapper.
    format!("{directive}{text};\n")
}
