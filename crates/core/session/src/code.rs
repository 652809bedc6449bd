//! What is known of a debugger's own code, so that its coverage can be described in words.

use debunk_base::Bits;
use std::collections::BTreeMap;

/// A function of the debugger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodeFunction {
    /// The file, in its makers' naming.
    pub file: String,
    /// The function's name.
    pub name: String,
}

/// Which function each counter of a debugger's coverage belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeMap {
    functions: Vec<CodeFunction>,
    numbers: BTreeMap<CodeFunction, u32>,
    of_counter: Vec<Option<u32>>,
}

impl CodeMap {
    /// A map without counters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next counter, possibly without a meaning.
    pub fn push(&mut self, function: Option<CodeFunction>) {
        let functions = &mut self.functions;
        let index = function.map(|function| {
            *self.numbers.entry(function.clone()).or_insert_with(|| {
                functions.push(function);
                functions.len() as u32 - 1
            })
        });
        self.of_counter.push(index);
    }

    /// How many numbers a bitmap has, including those without a meaning.
    pub fn len(&self) -> usize {
        self.of_counter.len()
    }

    /// Whether there is no counter.
    pub fn is_empty(&self) -> bool {
        self.of_counter.is_empty()
    }

    /// How many counters have a meaning.
    pub fn counters(&self) -> usize {
        self.of_counter.iter().flatten().count()
    }

    /// The function of a counter.
    pub fn function(&self, counter: usize) -> Option<&CodeFunction> {
        let index = (*self.of_counter.get(counter)?)?;
        self.functions.get(index as usize)
    }

    /// For each function how many counters it has, and how many of them are in each set.
    pub fn by_function<const SETS: usize>(
        &self,
        sets: [&Bits; SETS],
    ) -> Vec<(&CodeFunction, usize, [usize; SETS])> {
        let mut rows: Vec<_> =
            self.functions.iter().map(|function| (function, 0, [0; SETS])).collect();
        for (counter, index) in self.of_counter.iter().enumerate() {
            let Some((_, total, counts)) = index.and_then(|index| rows.get_mut(index as usize))
            else {
                continue;
            };
            *total += 1;
            for (count, set) in counts.iter_mut().zip(sets) {
                *count += usize::from(set.get(counter));
            }
        }
        rows
    }
}
