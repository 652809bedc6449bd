//! Reads what variables hold: every reading at one pause shows the same, and nothing changes.

use super::{ASKED_PERCENT, asking, expansion, holders, some_globals};
use crate::{Application, Group, Inapplicable, Initial, Inquiry, Relation};
use debunk_model::{Capability, Expansion, Sites, TestRng};

const NAMES_PER_PAUSE_MAX: usize = 2;
const GLOBALS_PER_PAUSE_MAX: usize = 1;
const PAGE_MAX: usize = 3;

/// Expands variables at some pauses, more than once and in other ways: less deep, in pages, the children
/// of a value before its siblings.
///
/// ```text
/// before: break 3; start; continue
/// after:  break 3; start; expand a; expand a in pages of 2; continue
/// ```
pub(super) struct ExpandValues;

impl Relation for ExpandValues {
    fn name(&self) -> &'static str {
        "expand-values"
    }

    fn group(&self) -> Group {
        Group::Questions
    }

    fn summary(&self) -> &'static str {
        "what a variable holds is the same in every reading, and reading changes nothing"
    }

    fn example(&self) -> &'static str {
        "break 3, start, continue  ->  break 3, start, expand a, expand a in pages of 2, continue"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn requires(&self) -> &'static [Capability] {
        &[Capability::Contents]
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let mut count = 0;
        let mut plan = asking(initial, "no variable that may hold anything", |pause| {
            if !rng.chance(ASKED_PERCENT) {
                return Vec::new();
            }
            let mut names = holders(initial, pause, Sites::holds_value);
            rng.shuffle(&mut names);
            names.truncate(NAMES_PER_PAUSE_MAX);
            names.extend(some_globals(initial, pause, GLOBALS_PER_PAUSE_MAX, rng));
            count += names.len();
            let mut readings: Vec<Expansion> =
                names.iter().flat_map(|name| readings(name, rng)).collect();
            rng.shuffle(&mut readings);
            readings.into_iter().rev().map(|expansion| Inquiry::Contents { expansion }).collect()
        })?;
        plan.note = format!("expanded {count} variables");
        Ok(Application::FollowUp(Box::new(plan)))
    }
}

/// Readings of one variable that have to agree.
fn readings(name: &str, rng: &mut TestRng) -> Vec<Expansion> {
    let whole = expansion(name);
    let mut readings = vec![whole.clone()];
    if rng.chance(50) {
        readings.push(Expansion { depth: 1, ..whole.clone() });
    }
    if rng.chance(50) {
        readings.push(Expansion { depth_first: true, ..whole.clone() });
    }
    if rng.chance(50) {
        readings.push(Expansion { page: 1 + rng.below(PAGE_MAX) as u32, ..whole.clone() });
    }
    if readings.len() == 1 {
        readings.push(whole);
    }
    readings
}
