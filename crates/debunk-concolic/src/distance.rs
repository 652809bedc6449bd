//! How far the critical branch is from a marked place, in branches of the failing run.

use crate::Localized;
use crate::engine::Site;
use crate::trace::{Event, Run};
use debunk_model::Span;

/// How far a critical branch is from the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The number of conditions that depend on the input and that were decided between the critical
    /// branch and the nearest execution of the fault.
    pub between: usize,
    /// The same with all conditions, also those that do not depend on the input.
    pub all_between: usize,
    /// Whether the fault is in the condition of the critical branch itself.
    pub is_inside: bool,
}

impl Localized {
    /// How far a candidate is from the marked place, which is `fault` in the entry.
    pub fn distance(&self, candidate: usize, fault: Span) -> Option<Distance> {
        self.search_distance(self.candidates.get(candidate)?.search, fault)
    }

    /// How far the critical branch that one search found is from the marked place.
    pub fn search_distance(&self, search: usize, fault: Span) -> Option<Distance> {
        let parting = self.searches.get(search)?.parting.as_ref()?;
        let entry = self.sources.files.keys().position(|name| *name == self.sources.entry)?;
        let Site { file, place } = *self.sites.get(parting.site())?;
        let is_inside = file == entry && (place.span.encloses(fault) || fault.encloses(place.span));
        measure(&parting.failing_run, parting.event, is_inside)
    }
}

fn measure(run: &Run, critical: usize, is_inside: bool) -> Option<Distance> {
    if is_inside {
        return Some(Distance { between: 0, all_between: 0, is_inside });
    }
    let branches = run.branches();
    let faults = run.events.iter().enumerate();
    let faults = faults.filter(|(_, event)| **event == Event::Fault).map(|(at, _)| at);
    let distances = faults.map(|fault| {
        let (from, to) = (fault.min(critical), fault.max(critical));
        let passed = branches.iter().filter(|(event, ..)| from < *event && *event < to);
        let depends = passed.clone().filter(|(event, ..)| run.depends(*event));
        Distance { between: depends.count(), all_between: passed.count(), is_inside }
    });
    distances.min_by_key(|distance| (distance.between, distance.all_between))
}
