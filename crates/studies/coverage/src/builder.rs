//! Collects what a reader finds, in any order and with repetitions, into a report.

use crate::{Branch, CoverageError, CoverageReport, FileCoverage, Function, SourceShape};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// How many lines, branches or functions one report may have.
pub(crate) const ENTRY_LIMIT: usize = 50_000_000;
/// This many new entries are collected before duplicates are removed.
const SLACK: usize = 1 << 16;
/// After this many files, the total size is checked against the limit.
const FILES_PER_CHECK: usize = 256;

/// A list of things that ran or not; the same thing may occur several times.
#[derive(Debug)]
struct Entries<T> {
    list: Vec<(T, bool)>,
    settled: usize,
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self { list: Vec::new(), settled: 0 }
    }
}

impl<T: Ord + Clone> Entries<T> {
    fn push(&mut self, item: T, ran: bool) {
        self.list.push((item, ran));
        if self.list.len() > 2 * self.settled + SLACK {
            self.settle();
        }
    }

    fn extend(&mut self, other: Entries<T>) {
        for (item, ran) in other.list {
            self.push(item, ran);
        }
    }

    fn settle(&mut self) {
        self.list.sort_unstable();
        self.list.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 |= is_same && next.1;
            is_same
        });
        self.settled = self.list.len();
    }

    fn finish(mut self) -> (Vec<T>, crate::Bits) {
        self.settle();
        let bits = self.list.iter().map(|(_, ran)| *ran).collect();
        (self.list.into_iter().map(|(item, _)| item).collect(), bits)
    }
}

/// What is known of one source file so far.
#[derive(Debug, Default)]
pub(crate) struct FileBuilder {
    lines: Entries<u32>,
    branches: Entries<Branch>,
    functions: Entries<Function>,
    /// See [`SourceShape::nested`].
    pub nested: bool,
}

impl FileBuilder {
    pub fn line(&mut self, line: u32, ran: bool) {
        self.lines.push(line, ran);
    }

    pub fn branch(&mut self, line: u32, group: u64, arm: u64, ran: bool) {
        self.branches.push(Branch { line, group, arm }, ran);
    }

    pub fn function(&mut self, line: u32, name: &str, ran: bool) {
        self.functions.push(Function { line, name: name.into() }, ran);
    }

    /// For formats that only count: how many of the branches of a line were taken. Which ones is
    /// unknown, so the first ones count.
    pub fn counted_branches(&mut self, line: u32, taken: u32, total: u32) {
        for arm in 0..total {
            self.branch(line, 0, u64::from(arm), arm < taken);
        }
    }

    /// How many entries are held, including duplicates.
    pub fn size(&self) -> usize {
        self.lines.list.len() + self.branches.list.len() + self.functions.list.len()
    }

    fn settle(&mut self) {
        self.lines.settle();
        self.branches.settle();
        self.functions.settle();
    }
}

/// What is known of all source files so far.
#[derive(Debug)]
pub(crate) struct ReportBuilder {
    files: BTreeMap<String, FileBuilder>,
    /// How many files were reported, including duplicates.
    files_added: usize,
    /// The limit was exceeded; further entries are dropped.
    is_too_large: bool,
    limit: usize,
}

impl Default for ReportBuilder {
    fn default() -> Self {
        Self { files: BTreeMap::new(), files_added: 0, is_too_large: false, limit: ENTRY_LIMIT }
    }
}

impl ReportBuilder {
    pub fn file(&mut self, path: &str) -> &mut FileBuilder {
        self.files.entry(path.to_owned()).or_default()
    }

    /// Adds what was collected about one file elsewhere.
    pub fn put(&mut self, path: String, mut file: FileBuilder) {
        self.files_added += 1;
        if self.files_added.is_multiple_of(FILES_PER_CHECK) && !self.fits(file.size()) {
            self.is_too_large = true;
        }
        if self.is_too_large {
            return;
        }
        let known = self.files.entry(path).or_default();
        if known.nested && file.nested {
            complete(&mut known.branches, &mut file.branches);
        }
        if known.lines.list.is_empty() && known.branches.list.is_empty() {
            let functions = std::mem::take(&mut known.functions);
            *known = file;
            known.functions.extend(functions);
        } else {
            known.nested |= file.nested;
            known.lines.extend(file.lines);
            known.branches.extend(file.branches);
            known.functions.extend(file.functions);
        }
    }

    /// Whether everything reported, and this many more entries, fits the limit.
    fn fits(&mut self, more: usize) -> bool {
        let held = |files: &BTreeMap<String, FileBuilder>| {
            files.values().map(FileBuilder::size).sum::<usize>()
        };
        if held(&self.files) + more <= self.limit {
            return true;
        }
        self.files.values_mut().for_each(FileBuilder::settle);
        held(&self.files) + more <= self.limit
    }

    /// Returns an error if the limit was exceeded.
    pub fn check_size(&mut self, origin: &Path, more: usize) -> Result<(), CoverageError> {
        if !self.is_too_large && self.fits(more) {
            return Ok(());
        }
        let what = "lines, branches and functions";
        Err(CoverageError::TooLarge { path: origin.to_owned(), what, limit: self.limit })
    }

    pub fn finish(self, origin: &Path) -> CoverageReport {
        let files = self.files.into_iter().map(|(path, builder)| {
            let (line_numbers, lines) = builder.lines.finish();
            let (branch_keys, branches) = builder.branches.finish();
            let (function_keys, functions) = builder.functions.finish();
            let shape = SourceShape {
                lines: line_numbers,
                branches: branch_keys,
                functions: function_keys,
                nested: builder.nested,
            };
            FileCoverage { path: path.into(), shape: Arc::new(shape), lines, branches, functions }
        });
        CoverageReport { origin: origin.to_owned(), files: files.collect() }
    }
}

/// Two lists of nested ranges, each without those that ran like the one around them: marks in each
/// what the other one implies.
fn complete(one: &mut Entries<Branch>, two: &mut Entries<Branch>) {
    one.settle();
    two.settle();
    let before = one.list.clone();
    inherit(&mut one.list, &two.list);
    inherit(&mut two.list, &before);
}

fn inherit(ranges: &mut [(Branch, bool)], others: &[(Branch, bool)]) {
    for (range, ran) in ranges.iter_mut().filter(|(_, ran)| !ran) {
        let around = others.iter().filter(|(it, _)| it.group <= range.group && range.arm <= it.arm);
        let smallest = around.min_by_key(|(it, _)| it.arm - it.group);
        *ran = smallest.is_some_and(|(_, ran)| *ran);
    }
}

/// A number for a text that names a branch, the same in every run (FNV-1a).
pub(crate) fn number_of(text: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    text.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: u32) -> FileBuilder {
        let mut file = FileBuilder::default();
        (1..=lines).for_each(|line| file.line(line, true));
        file
    }

    #[test]
    fn many_small_files_are_too_large_and_are_not_kept() {
        let mut report = ReportBuilder { limit: 5000, ..ReportBuilder::default() };
        for number in 0..2000 {
            report.put(format!("{number}.c"), file(10));
        }
        let held: usize = report.files.values().map(FileBuilder::size).sum();
        assert!(held <= 5000 + 10 * FILES_PER_CHECK, "{held}");
        assert!(matches!(
            report.check_size(Path::new("x"), 0),
            Err(CoverageError::TooLarge { limit: 5000, .. })
        ));
    }

    #[test]
    fn repetitions_do_not_count() {
        let mut report = ReportBuilder { limit: 5000, ..ReportBuilder::default() };
        for _ in 0..2000 {
            report.put("a.c".to_owned(), file(10));
        }
        report.check_size(Path::new("x"), 0).expect("ten lines");
        assert_eq!(report.finish(Path::new("x")).totals(), [10, 0, 0]);
    }
}
