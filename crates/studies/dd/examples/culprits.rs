//! Measures how many tests `dd changes` needs for a culprit at many places of a history of 344
//! changes: `cargo run --release -p debunk-dd --example culprits -- 8` takes every eighth place.

#[path = "../tests/history/mod.rs"]
mod history;

use debunk_dd::Grouping;
use history::{CHANGES, bisect, commit_size, culprit_from, find, write_history};

const GROUPED: [Grouping; 3] = [Grouping::Commit, Grouping::File, Grouping::Symbol];

/// What one kind of search needed at all places.
#[derive(Default)]
struct Needed {
    tests: Vec<usize>,
    unresolved: Vec<usize>,
    left: Vec<usize>,
}

impl Needed {
    fn add(&mut self, tests: usize, unresolved: usize, left: usize) {
        self.tests.push(tests);
        self.unresolved.push(unresolved);
        self.left.push(left);
    }

    fn print(&mut self, name: &str) {
        let [tests, unresolved, left] =
            [&mut self.tests, &mut self.unresolved, &mut self.left].map(|all| spread(all));
        println!("| {name} | {tests} | {unresolved} | {left} |");
    }
}

fn spread(numbers: &mut [usize]) -> String {
    numbers.sort_unstable();
    match (numbers.first(), numbers.get(numbers.len() / 2), numbers.last()) {
        (Some(least), Some(median), Some(most)) => format!("{least} / {median} / {most}"),
        _ => "none".to_owned(),
    }
}

fn main() {
    let step = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(8);
    let mut all = [Needed::default(), Needed::default(), Needed::default()];
    let mut places = 0;
    for culprit in (0..CHANGES).step_by(step).map(culprit_from) {
        let folder = tempfile::tempdir().expect("a folder");
        write_history(folder.path(), culprit);
        for (needed, grouping) in all[1..].iter_mut().zip([&[][..], &GROUPED]) {
            let found = find(folder.path(), grouping).expect("it is found");
            let counts = found.counts;
            needed.add(counts.tests as usize, counts.unresolved as usize, found.left);
        }
        all[0].add(bisect(folder.path()), 0, commit_size(culprit));
        places += 1;
    }
    println!("{places} places; least / median / most");
    println!("| | tests | of them unresolved | changes left |");
    println!("|---|---|---|---|");
    for (needed, name) in all.iter_mut().zip(["git bisect", "--group none", "grouped"]) {
        needed.print(name);
    }
}
