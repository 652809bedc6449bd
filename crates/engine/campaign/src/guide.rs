//! Which test to try next: a fresh one, or one that builds on a test that showed something new.
//!
//! Pure. Tests come in generations: what a generation proposes depends on the seed and on what the
//! generations before it showed, never on the number of workers.

use debunk_base::Bits;
use debunk_model::{Action, Seed};

/// The percentage of tests that build on an earlier one, once there is one.
const BUILDING_PERCENT: u32 = 60;
/// The percentage of such tests that keep the actions of the earlier one unchanged.
const SAME_PERCENT: u32 = 20;
/// The percentage of the others that keep only the first actions.
const CUT_PERCENT: u32 = 50;
/// The number of parts in a test's energy, so that it can be divided.
const ENERGY_PARTS: u64 = 64;

/// What makes a test worth building on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guide {
    /// Nothing: every test is a fresh one.
    #[default]
    None,
    /// Its sessions cover code of the debugger that was not covered before.
    Coverage,
    /// The two sessions of one of its pairs differ in code in which none differed before.
    Mc,
}

impl Guide {
    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Guide::None => "none",
            Guide::Coverage => "coverage",
            Guide::Mc => "mc",
        }
    }
}

/// What the sessions of a test covered of the debugger's own code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCoverage {
    /// What any session covered.
    pub covered: Bits,
    /// Where the two sessions of a pair differ.
    pub mc: Bits,
}

impl TestCoverage {
    /// Adds what another test covered.
    pub fn unite(&mut self, other: &TestCoverage) {
        self.covered.gain(&other.covered);
        self.mc.gain(&other.mc);
    }
}

/// A test to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideProposal {
    /// The program's number.
    pub program: usize,
    /// The first actions of its initial run.
    pub script: Vec<Action>,
    /// Whether further actions follow the script.
    pub may_extend: bool,
    /// The test that it builds on, as an index into the queue.
    parent: Option<usize>,
}

/// A test that showed something new.
#[derive(Clone, Debug)]
struct KeptTest {
    program: usize,
    actions: Vec<Action>,
    gain: usize,
    picks: u64,
}

impl KeptTest {
    /// Larger for tests that showed more, and smaller each time that a test builds on it.
    fn energy(&self) -> u64 {
        ENERGY_PARTS * u64::from(1 + (1 + self.gain).ilog2()) / (1 + self.picks)
    }
}

/// The tests worth building on, and what was seen so far.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    guide: Guide,
    kept: Vec<KeptTest>,
    seen: Bits,
}

impl Queue {
    /// An empty queue.
    pub fn new(guide: Guide) -> Self {
        Self { guide, ..Self::default() }
    }

    /// The test of that number; `fresh` is its program if it is a fresh one.
    pub fn propose(&self, seed: Seed, number: u64, fresh: usize) -> GuideProposal {
        let mut rng = seed.split("guide", number).rng();
        let total: u64 = self.kept.iter().map(KeptTest::energy).sum();
        if total == 0 || !rng.chance(BUILDING_PERCENT) {
            return GuideProposal {
                program: fresh,
                script: Vec::new(),
                may_extend: true,
                parent: None,
            };
        }
        let mut left = rng.below(total as usize) as u64;
        let chosen = self.kept.iter().position(|kept| match left.checked_sub(kept.energy()) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        let parent = chosen.unwrap_or_default();
        let kept = &self.kept[parent];
        let mut script = kept.actions.clone();
        let may_extend = !rng.chance(SAME_PERCENT);
        if may_extend && rng.chance(CUT_PERCENT) {
            script.truncate(1 + rng.below(script.len().max(1)));
        }
        GuideProposal { program: kept.program, script, may_extend, parent: Some(parent) }
    }

    /// Records the result of a proposal: what its sessions covered, and the actions of its initial
    /// run.
    pub fn learn(
        &mut self,
        proposal: &GuideProposal,
        coverage: &TestCoverage,
        actions: Vec<Action>,
    ) {
        if let Some(parent) = proposal.parent
            && let Some(kept) = self.kept.get_mut(parent)
        {
            kept.picks += 1;
        }
        let gain = match self.guide {
            Guide::None => 0,
            Guide::Coverage => self.seen.gain(&coverage.covered),
            Guide::Mc => self.seen.gain(&coverage.mc),
        };
        if gain > 0 && !actions.is_empty() {
            self.kept.push(KeptTest { program: proposal.program, actions, gain, picks: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Location;

    fn coverage(covered: &[usize], mc: &[usize]) -> TestCoverage {
        let bits = |numbers: &[usize]| {
            let mut bits = Bits::new(64);
            numbers.iter().for_each(|number| bits.set(*number));
            bits
        };
        TestCoverage { covered: bits(covered), mc: bits(mc) }
    }

    fn actions() -> Vec<Action> {
        let at = Location::new(3, 0);
        vec![Action::add_breakpoint(at), Action::Start, Action::StepIn, Action::Continue]
    }

    fn kept(guide: Guide, run_coverage: &TestCoverage) -> usize {
        let mut queue = Queue::new(guide);
        let fresh = queue.propose(Seed::new(1), 0, 4);
        assert_eq!(fresh.program, 4);
        queue.learn(&fresh, run_coverage, actions());
        queue.learn(&fresh, run_coverage, actions());
        queue.kept.len()
    }

    #[test]
    fn each_guide_keeps_what_is_new_to_it() {
        assert_eq!(kept(Guide::None, &coverage(&[1], &[1])), 0);
        assert_eq!(kept(Guide::Coverage, &coverage(&[1], &[])), 1);
        assert_eq!(kept(Guide::Mc, &coverage(&[1], &[])), 0);
        assert_eq!(kept(Guide::Mc, &coverage(&[1, 2], &[2])), 1);
    }

    #[test]
    fn proposals_build_on_what_was_kept_and_are_the_same_for_a_seed() {
        let mut queue = Queue::new(Guide::Mc);
        let fresh = queue.propose(Seed::new(1), 0, 4);
        queue.learn(&fresh, &coverage(&[1], &[1]), actions());
        let proposals: Vec<GuideProposal> =
            (0..200).map(|number| queue.propose(Seed::new(1), number, 7)).collect();
        let again: Vec<GuideProposal> =
            (0..200).map(|number| queue.propose(Seed::new(1), number, 7)).collect();
        assert_eq!(proposals, again);
        let built = proposals.iter().filter(|proposal| proposal.program == 4).count();
        assert!((80..160).contains(&built), "{built}");
        assert!(proposals.iter().any(|proposal| proposal.script.len() < actions().len()));
        assert!(proposals.iter().any(|proposal| proposal.program == 4 && !proposal.may_extend));
    }

    #[test]
    fn energy_goes_down_with_every_use() {
        let mut kept = KeptTest { program: 0, actions: actions(), gain: 10, picks: 0 };
        let before = kept.energy();
        kept.picks = 3;
        assert!(kept.energy() < before);
    }
}
