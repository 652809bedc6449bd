//! The classic order in which parts of a difference are tried: smaller and smaller ones.

/// One try of an isolating search.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The part before this position of the difference is added to the passing side.
    Cut(usize),
    /// A part is added to the passing side.
    Add(Vec<usize>),
    /// A part is removed from the failing side.
    Take(Vec<usize>),
}

/// A difference cut into parts; each is added to the passing side, then each removed from the
/// failing one.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    parts: Vec<Vec<usize>>,
    /// The part that is tried next, and whether it is removed.
    number: usize,
    is_taken: bool,
    /// Tries in vain since the last success.
    misses: usize,
}

impl Parts {
    /// A difference in two parts.
    pub fn of(difference: &[usize]) -> Self {
        Self::begin(halves(&[difference.to_vec()]))
    }

    fn begin(parts: Vec<Vec<usize>>) -> Self {
        Self { parts, number: 0, is_taken: false, misses: 0 }
    }

    /// The next try; `None` if even single deltas were tried in vain.
    pub fn step(&self) -> Option<Step> {
        if self.parts.len() < 2 {
            return None;
        }
        let part = self.parts[self.number].clone();
        Some(if self.is_taken { Step::Take(part) } else { Step::Add(part) })
    }

    /// Moves to the next part, or to smaller parts if all were tried.
    pub fn miss(&mut self) {
        self.misses += 1;
        // With two parts, removing one is adding the other.
        let tries = if self.parts.len() == 2 { 2 } else { 2 * self.parts.len() };
        if self.misses >= tries {
            let finer = halves(&self.parts);
            let is_finer = finer.len() > self.parts.len();
            *self = Self::begin(if is_finer { finer } else { Vec::new() });
            return;
        }
        self.number += 1;
        self.wrap();
    }

    /// Keeps the rest of a narrowed difference.
    pub fn narrow(&mut self, difference: &[usize]) {
        let mut number = 0;
        let mut left = Vec::new();
        for (position, part) in self.parts.iter_mut().enumerate() {
            part.retain(|delta| difference.binary_search(delta).is_ok());
            if !part.is_empty() {
                number += usize::from(position < self.number);
                left.push(std::mem::take(part));
            }
        }
        if left.len() < 2 {
            *self = Self::begin(halves(&left));
            return;
        }
        (self.parts, self.number, self.misses) = (left, number, 0);
        self.wrap();
    }

    fn wrap(&mut self) {
        if self.number == self.parts.len() {
            self.number = 0;
            self.is_taken = !self.is_taken;
        }
    }
}

/// Cuts each part into two, if it has more than one delta.
fn halves(parts: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let halve = |part: &Vec<usize>| {
        let (first, second) = part.split_at(part.len() / 2);
        [first.to_vec(), second.to_vec()]
    };
    parts.iter().flat_map(halve).filter(|part| !part.is_empty()).collect()
}
