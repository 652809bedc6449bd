//! A set of small numbers as a bitmap.

const WORD_BITS: usize = 64;

/// A set of numbers below a fixed length, one bit each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    /// An empty set of numbers below `length`.
    pub fn new(length: usize) -> Self {
        Self { words: vec![0; length.div_ceil(WORD_BITS)], length }
    }

    /// The set whose numbers are the bits of `words`, lowest first.
    pub fn of_words(words: Vec<u64>) -> Self {
        let length = words.len() * WORD_BITS;
        Self { words, length }
    }

    /// One more than the highest number that can be in the set.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether no number can be in the set.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Puts a number into the set; a number that is too high is ignored.
    pub fn set(&mut self, number: usize) {
        if number < self.length {
            self.words[number / WORD_BITS] |= 1 << (number % WORD_BITS);
        }
    }

    /// Whether a number is in the set.
    pub fn get(&self, number: usize) -> bool {
        number < self.length && self.words[number / WORD_BITS] >> (number % WORD_BITS) & 1 == 1
    }

    /// How many numbers are in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many numbers from `range` are in the set.
    pub fn count_in(&self, range: std::ops::Range<usize>) -> usize {
        range.filter(|number| self.get(*number)).count()
    }

    /// Adds what is in the other set.
    pub fn unite(&mut self, other: &Bits) {
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            *word |= other;
        }
    }

    /// Adds what is in the other set, and returns how many numbers are new.
    pub fn gain(&mut self, other: &Bits) -> usize {
        if self.length < other.length {
            self.words.resize(other.words.len(), 0);
            self.length = other.length;
        }
        let before = self.count();
        self.unite(other);
        self.count() - before
    }

    /// What is in exactly one of the two sets.
    pub fn difference(&self, other: &Bits) -> Bits {
        self.combine(other, |one, two| one ^ two)
    }

    /// What is in both sets.
    pub fn common(&self, other: &Bits) -> Bits {
        self.combine(other, |one, two| one & two)
    }

    /// What is in this set and not in the other.
    pub fn without(&self, other: &Bits) -> Bits {
        self.combine(other, |one, two| one & !two)
    }

    fn combine(&self, other: &Bits, operation: impl Fn(u64, u64) -> u64) -> Bits {
        // The other set may be shorter: one of which nothing is known is empty.
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        let words = self.words.iter().zip(others).map(|(one, two)| operation(*one, two)).collect();
        Bits { words, length: self.length }
    }

    /// The numbers in the set, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.length).filter(|number| self.get(*number))
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<T: IntoIterator<Item = bool>>(items: T) -> Self {
        let mut bits = Bits::default();
        for (number, item) in items.into_iter().enumerate() {
            if number % WORD_BITS == 0 {
                bits.words.push(0);
            }
            bits.words[number / WORD_BITS] |= u64::from(item) << (number % WORD_BITS);
            bits.length = number + 1;
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn a_difference_is_what_only_one_side_has() {
        let one: Bits = (0..130).map(|number| number % 2 == 0).collect();
        let two: Bits = (0..130).map(|number| number % 3 == 0).collect();
        let expected: Vec<usize> =
            (0..130).filter(|number| (number % 2 == 0) != (number % 3 == 0)).collect();
        assert_eq!(one.difference(&two).iter().collect::<Vec<_>>(), expected);
        assert_eq!(one.difference(&two).count(), expected.len());
        assert_eq!(one.common(&two).count(), 22);
        assert_eq!(one.without(&two).count() + two.without(&one).count(), expected.len());
    }

    #[test]
    fn a_shorter_set_has_none_of_the_higher_numbers() {
        let long: Bits = (0..130).map(|number| number % 2 == 0).collect();
        for short in [Bits::default(), Bits::new(3)] {
            assert_eq!(long.common(&short).iter().count(), 0);
            assert_eq!(long.without(&short).iter().count(), 65);
            assert_eq!(long.difference(&short).iter().count(), 65);
        }
    }

    #[test]
    fn a_number_above_the_length_is_left_out() {
        let mut bits = Bits::new(3);
        bits.set(70);
        assert_eq!(bits.count(), 0);
    }
}
