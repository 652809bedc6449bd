//! Randomness from one seed per test, split by purpose.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seed that can be split into independent seeds by label and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// The seed that a user gives.
    pub const fn new(value: u64) -> Self {
        Self(value)
    }

    /// The number behind it.
    pub const fn value(self) -> u64 {
        self.0
    }

    /// An independent seed for one purpose.
    pub fn split(self, purpose: &str, number: u64) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0.to_le_bytes());
        hasher.update(&number.to_le_bytes());
        hasher.update(purpose.as_bytes());
        let bytes = hasher.finalize();
        Self(u64::from_le_bytes(bytes.as_bytes()[..8].try_into().unwrap_or([0; 8])))
    }

    /// A generator that starts here.
    pub fn rng(self) -> TestRng {
        TestRng(ChaCha8Rng::seed_from_u64(self.0))
    }
}

/// The only source of random choices; its sequence is the same on every machine.
pub struct TestRng(ChaCha8Rng);

impl TestRng {
    /// A number from 0 up to, but not including, `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.0.next_u64() % bound as u64) as usize }
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.0.random_range(0..100) < percent
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'items, T>(&mut self, items: &'items [T]) -> Option<&'items T> {
        items.get(self.below(items.len()))
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let other = self.below(end + 1);
            items.swap(end, other);
        }
    }
}
