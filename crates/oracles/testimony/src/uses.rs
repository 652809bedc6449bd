//! How often a session needed what its debugger does by design.

use crate::examine::Testimony;
use debunk_model::{Quirks, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// A quirk by its name, and where it is kept.
type QuirkField = (&'static str, fn(&mut Quirks) -> &mut bool);

/// The quirks that accept answers.
const ACCEPTING: [QuirkField; 4] = [
    ("tail-calls", |quirks| &mut quirks.tail_calls),
    ("rests-twice", |quirks| &mut quirks.pauses_twice),
    ("ends-at-call", |quirks| &mut quirks.ends_at_call),
    ("ends-rejected", |quirks| &mut quirks.ends_rejected),
];

impl Testimony<'_> {
    /// By quirk, how many answers of a session it accepts: those that are charged without it.
    /// Quirks that accepted nothing are left out.
    pub fn uses(&self, trace: &Trace) -> BTreeMap<&'static str, u64> {
        let steps = |testimony: &Testimony<'_>| -> BTreeSet<usize> {
            testimony.examine(trace).into_iter().map(|charge| charge.step).collect()
        };
        let mut charged = None;
        let mut uses = BTreeMap::new();
        for (name, accepts) in ACCEPTING {
            let mut quirks = self.quirks();
            if !std::mem::take(accepts(&mut quirks)) {
                continue;
            }
            let charged = charged.get_or_insert_with(|| steps(self));
            let count = steps(&self.with_quirks(quirks)).difference(charged).count() as u64;
            if count > 0 {
                uses.insert(name, count);
            }
        }
        uses
    }
}
