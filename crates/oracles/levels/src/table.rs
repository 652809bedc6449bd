//! What the compiler recorded about the machine code: lines, functions, and inlined calls.

use std::collections::BTreeSet;
use std::ops::Range;

/// A row of the line table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Where it begins.
    pub address: u64,
    /// The line in the program's own text; `None` for code without a line, of another file, and for
    /// the end of a sequence.
    pub line: Option<u32>,
    /// Whether a statement begins here, so that a debugger may pause.
    pub is_statement: bool,
}

/// A function of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFunction {
    /// Its name.
    pub name: String,
    /// Where it is entered.
    pub entry: u64,
    /// Its code.
    pub ranges: Vec<Range<u64>>,
}

/// The whole table. Addresses are those of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineTable {
    /// In the order of addresses; those of one address in the order of the file.
    pub rows: Vec<TableRow>,
    /// The functions.
    pub functions: Vec<TableFunction>,
    /// The code of every inlined call.
    pub inlined: Vec<TableFunction>,
}

fn covers(ranges: &[Range<u64>], address: u64) -> bool {
    ranges.iter().any(|range| range.contains(&address))
}

impl LineTable {
    /// The rows that begin at an address.
    pub fn rows_at(&self, address: u64) -> &[TableRow] {
        let first = self.rows.partition_point(|row| row.address < address);
        let after = self.rows.partition_point(|row| row.address <= address);
        &self.rows[first..after]
    }

    /// The rows that an address belongs to: several when they begin at one place.
    pub fn rows_over(&self, address: u64) -> &[TableRow] {
        let after = self.rows.partition_point(|row| row.address <= address);
        match after.checked_sub(1) {
            Some(last) => self.rows_at(self.rows[last].address),
            None => &[],
        }
    }

    /// The lines that have a statement beginning at an address.
    pub fn statements_at(&self, address: u64) -> BTreeSet<u32> {
        let rows = self.rows_at(address).iter().filter(|row| row.is_statement);
        rows.filter_map(|row| row.line).collect()
    }

    /// The lines that an address belongs to.
    pub fn lines_over(&self, address: u64) -> BTreeSet<u32> {
        self.rows_over(address).iter().filter_map(|row| row.line).collect()
    }

    /// Whether the code before an address belongs to none of the lines that begin there.
    pub fn is_first_of_line(&self, address: u64) -> bool {
        let lines = self.statements_at(address);
        self.lines_over(address.saturating_sub(1)).is_disjoint(&lines)
    }

    /// Whether a statement of another file begins at an address, as of a function in a header.
    pub fn is_statement_elsewhere(&self, address: u64) -> bool {
        self.rows_at(address).iter().any(|row| row.is_statement && row.line.is_none())
    }

    /// The function that an address belongs to.
    pub fn function_at(&self, address: u64) -> Option<&TableFunction> {
        self.functions.iter().find(|function| covers(&function.ranges, address))
    }

    /// Whether a function of the program begins at an address.
    pub fn is_entry(&self, address: u64) -> bool {
        self.functions.iter().any(|function| function.entry == address)
    }

    /// How many inlined calls an address is in.
    pub fn inline_depth(&self, address: u64) -> usize {
        self.inlined.iter().filter(|call| covers(&call.ranges, address)).count()
    }

    /// Whether an inlined call begins at an address, or a part of one that was moved away.
    pub fn is_inline_entry(&self, address: u64) -> bool {
        let begins = |range: &Range<u64>| range.start == address;
        self.inlined.iter().any(|call| call.entry == address || call.ranges.iter().any(begins))
    }
}
