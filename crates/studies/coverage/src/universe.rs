//! Numbers everything in a set of reports, so that each report becomes three bitmaps.

use crate::{Bits, Branch, CoverageError, CoverageReport, FileCoverage, Function, SourceShape};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeKind {
    /// Lines that can run.
    Lines,
    /// Ways out of decisions.
    Branches,
    /// Functions.
    Functions,
}

impl CodeKind {
    /// All kinds, in the order in which they are reported.
    pub const ALL: [CodeKind; 3] = [CodeKind::Lines, CodeKind::Branches, CodeKind::Functions];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            CodeKind::Lines => "lines",
            CodeKind::Branches => "branches",
            CodeKind::Functions => "functions",
        }
    }
}

/// One report as bitmaps over the numbers of a universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverageSet {
    kinds: [Bits; 3],
}

impl CoverageSet {
    /// The numbers of one kind.
    pub fn of(&self, kind: CodeKind) -> &Bits {
        &self.kinds[kind as usize]
    }

    /// Adds what is in the other set.
    pub fn unite(&mut self, other: &CoverageSet) {
        for (own, other) in self.kinds.iter_mut().zip(&other.kinds) {
            own.unite(other);
        }
    }

    /// What is in exactly one of the two sets.
    pub fn difference(&self, other: &CoverageSet) -> CoverageSet {
        self.combine(other, Bits::difference)
    }

    /// What is in both sets.
    pub fn common(&self, other: &CoverageSet) -> CoverageSet {
        self.combine(other, Bits::common)
    }

    /// What is in this set and not in the other.
    pub fn without(&self, other: &CoverageSet) -> CoverageSet {
        self.combine(other, Bits::without)
    }

    fn combine(&self, other: &CoverageSet, how: fn(&Bits, &Bits) -> Bits) -> CoverageSet {
        let [lines, branches, functions] =
            [0, 1, 2].map(|at| how(&self.kinds[at], &other.kinds[at]));
        CoverageSet { kinds: [lines, branches, functions] }
    }

    /// How many lines, branches and functions are in the set.
    pub fn counts(&self) -> [usize; 3] {
        [0, 1, 2].map(|kind: usize| self.kinds[kind].count())
    }
}

/// A source file in a universe.
#[derive(Clone, Debug)]
pub struct UniverseFile {
    /// Its path.
    pub path: Arc<str>,
    /// Its contents, in all reports together.
    pub shape: Arc<SourceShape>,
    /// The numbers of its first line, branch and function.
    starts: [usize; 3],
}

impl UniverseFile {
    /// The numbers of its lines, branches or functions.
    pub fn numbers(&self, kind: CodeKind) -> std::ops::Range<usize> {
        let length = match kind {
            CodeKind::Lines => self.shape.lines.len(),
            CodeKind::Branches => self.shape.branches.len(),
            CodeKind::Functions => self.shape.functions.len(),
        };
        let start = self.starts[kind as usize];
        start..start + length
    }
}

/// What is known of a source file while reports are merged.
struct MergedFile<'r> {
    /// Its contents in all reports so far.
    shape: Arc<SourceShape>,
    /// What the first report said; the others are compared with it.
    first: &'r FileCoverage,
    origin: &'r Path,
}

/// Everything in a set of reports, numbered.
#[derive(Clone, Debug, Default)]
pub struct Universe {
    files: Vec<UniverseFile>,
    totals: [usize; 3],
}

impl Universe {
    /// The universe of some reports.
    ///
    /// # Errors
    /// If two reports contradict each other about a file, unless `any_build` allows that.
    pub fn of<'r>(
        reports: impl IntoIterator<Item = &'r CoverageReport>,
        any_build: bool,
    ) -> Result<Self, CoverageError> {
        let mut known: BTreeMap<Arc<str>, MergedFile<'r>> = BTreeMap::new();
        for report in reports {
            for file in &report.files {
                let Some(known) = known.get_mut(&file.path) else {
                    let shape = file.shape.clone();
                    let first = MergedFile { shape, first: file, origin: &report.origin };
                    known.insert(file.path.clone(), first);
                    continue;
                };
                if Arc::ptr_eq(&known.shape, &file.shape) || known.shape == file.shape {
                    continue;
                }
                if let (false, Some(what)) = (any_build, contradiction(known.first, file)) {
                    return Err(CoverageError::Mismatch {
                        path: report.origin.clone(),
                        other: known.origin.to_owned(),
                        file: file.path.to_string(),
                        what,
                    });
                }
                known.shape = Arc::new(united(&known.shape, &file.shape));
            }
        }
        let mut universe = Universe::default();
        for (path, MergedFile { shape, .. }) in known {
            let starts = universe.totals;
            universe.totals[0] += shape.lines.len();
            universe.totals[1] += shape.branches.len();
            universe.totals[2] += shape.functions.len();
            universe.files.push(UniverseFile { path, shape, starts });
        }
        Ok(universe)
    }

    /// The source files, sorted by path.
    pub fn files(&self) -> &[UniverseFile] {
        &self.files
    }

    /// How many lines, branches and functions there are.
    pub fn totals(&self) -> [usize; 3] {
        self.totals
    }

    /// An empty set.
    pub fn nothing(&self) -> CoverageSet {
        CoverageSet { kinds: self.totals.map(Bits::new) }
    }

    /// A report as bitmaps. What the universe does not know is left out.
    pub fn set(&self, report: &CoverageReport) -> CoverageSet {
        let mut set = self.nothing();
        for file in &report.files {
            let found = self.files.binary_search_by(|known| known.path.cmp(&file.path));
            if let Ok(number) = found {
                self.files[number].add(file, &mut set);
            }
        }
        set
    }
}

impl UniverseFile {
    fn add(&self, file: &FileCoverage, set: &mut CoverageSet) {
        let [lines, branches, functions] = &mut set.kinds;
        let (own, reported) = (&self.shape, &file.shape);
        put(&own.lines, &reported.lines, &file.lines, self.starts[0], lines);
        put(&own.branches, &reported.branches, &file.branches, self.starts[1], branches);
        put(&own.functions, &reported.functions, &file.functions, self.starts[2], functions);
        if own.nested && own.branches.len() > reported.branches.len() {
            for (number, branch) in own.branches.iter().enumerate() {
                if reported.branches.binary_search(branch).is_err() && ran_inside(file, branch) {
                    branches.set(self.starts[1] + number);
                }
            }
        }
    }
}

/// Puts what ran into the set, by walking through both sorted lists at once.
fn put<T: Ord>(own: &[T], reported: &[T], ran: &Bits, start: usize, set: &mut Bits) {
    let mut number = 0;
    for (at, item) in reported.iter().enumerate() {
        while number < own.len() && own[number] < *item {
            number += 1;
        }
        if number < own.len() && own[number] == *item && ran.get(at) {
            set.set(start + number);
        }
    }
}

/// An unlisted range ran if the smallest one around it did.
fn ran_inside(file: &FileCoverage, range: &Branch) -> bool {
    let around = file
        .shape
        .branches
        .iter()
        .enumerate()
        .filter(|(_, other)| other.group <= range.group && range.arm <= other.arm);
    let smallest = around.min_by_key(|(_, other)| other.arm - other.group);
    smallest.is_some_and(|(number, _)| file.branches.get(number))
}

/// What two reports cannot both be right about if they come from one build.
fn contradiction(one_file: &FileCoverage, two_file: &FileCoverage) -> Option<String> {
    let (one, two) = (&one_file.shape, &two_file.shape);
    if one.nested && two.nested {
        let end = |shape: &SourceShape| shape.branches.iter().map(|branch| branch.arm).max();
        let (first, second) = (end(one)?, end(two)?);
        return (first != second).then(|| format!("its text ends at {first} and at {second}"));
    }
    let begins = places(&one.functions);
    for (name, lines) in places(&two.functions) {
        if let Some(others) = begins.get(name)
            && others.is_disjoint(&lines)
        {
            let (first, second) = (others.first()?, lines.first()?);
            return Some(format!("function {name} begins at line {first} and at line {second}"));
        }
    }
    // Functions that only one side has, such as templates, bring additional lines.
    if one.functions != two.functions {
        return None;
    }
    let line = missing_line(one_file, two).or_else(|| missing_line(two_file, one))?;
    Some(format!("line {line} is code in only one of them"))
}

/// A line that did not run and is not code for the other. If it ran, it may be: gcovr counts braces
/// as code only if they ran.
fn missing_line(file: &FileCoverage, other: &SourceShape) -> Option<u32> {
    let lines = file.shape.lines.iter().enumerate();
    let mut idle = lines.filter(|(number, _)| !file.lines.get(*number)).map(|(_, line)| *line);
    idle.find(|line| other.lines.binary_search(line).is_err())
}

fn places(functions: &[Function]) -> BTreeMap<&str, BTreeSet<u32>> {
    let mut places: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for function in functions {
        places.entry(&function.name).or_default().insert(function.line);
    }
    places
}

fn united(one: &SourceShape, two: &SourceShape) -> SourceShape {
    fn merge<T: Ord + Clone>(one: &[T], two: &[T]) -> Vec<T> {
        let mut all: Vec<T> = one.iter().chain(two).cloned().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
    SourceShape {
        lines: merge(&one.lines, &two.lines),
        branches: merge(&one.branches, &two.branches),
        functions: merge(&one.functions, &two.functions),
        nested: one.nested || two.nested,
    }
}
