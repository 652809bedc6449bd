//! Reads a line table from a binary with DWARF in it.

use crate::table::{LineTable, TableFunction, TableRow};
use gimli::{AttributeValue, EndianSlice, RunTimeEndian, constants as dw};
use object::{Object, ObjectSection};
use std::ops::Range;

/// Why there is no line table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The file is not a readable binary.
    #[error("read the binary: {0}")]
    Binary(String),
    /// Its debug information cannot be read.
    #[error("read the debug information: {0}")]
    Dwarf(#[from] gimli::Error),
    /// It was compiled without debug information.
    #[error("find debug information of {0}: compile with -g")]
    Nothing(String),
}

type Bytes<'data> = EndianSlice<'data, RunTimeEndian>;
type Dwarf<'data> = gimli::Dwarf<Bytes<'data>>;
type Unit<'data> = gimli::Unit<Bytes<'data>>;
type Entry<'data> = gimli::DebuggingInformationEntry<Bytes<'data>>;

impl LineTable {
    /// The line table of a binary, for the source file of this name.
    ///
    /// # Errors
    /// If the bytes are not a binary with debug information about that file.
    pub fn read(binary: &[u8], source: &str) -> Result<Self, TableError> {
        let file =
            object::File::parse(binary).map_err(|error| TableError::Binary(error.to_string()))?;
        let endian = match file.is_little_endian() {
            true => RunTimeEndian::Little,
            false => RunTimeEndian::Big,
        };
        let load = |id: gimli::SectionId| -> Result<Bytes<'_>, gimli::Error> {
            let section = file.section_by_name(id.name());
            let data = section.and_then(|section| section.data().ok()).unwrap_or_default();
            Ok(EndianSlice::new(data, endian))
        };
        let dwarf = gimli::Dwarf::load(load)?;
        let mut table = LineTable::default();
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            if is_about(&unit, source) {
                table.take_rows(&dwarf, &unit, source)?;
                table.take_functions(&dwarf, &unit)?;
            }
        }
        if table.rows.is_empty() {
            return Err(TableError::Nothing(source.to_owned()));
        }
        // Stable, so that rows of one address keep the order of the file; the end of a sequence
        // yields to the beginning of the next one.
        table.rows.sort_by_key(|row| row.address);
        Ok(table)
    }

    fn take_rows(
        &mut self,
        dwarf: &Dwarf<'_>,
        unit: &Unit<'_>,
        source: &str,
    ) -> Result<(), TableError> {
        let Some(program) = unit.line_program.clone() else { return Ok(()) };
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            let path = row.file(header).map(|file| dwarf.attr_string(unit, file.path_name()));
            let is_own = match path {
                Some(path) => last_part(&path?) == source.as_bytes(),
                None => false,
            };
            let line = row.line().map(|line| line.get() as u32).filter(|_| is_own);
            self.rows.push(TableRow {
                address: row.address(),
                line: line.filter(|_| !row.end_sequence()),
                is_statement: row.is_stmt() && !row.end_sequence(),
            });
        }
        Ok(())
    }

    fn take_functions<'data>(
        &mut self,
        dwarf: &Dwarf<'data>,
        unit: &Unit<'data>,
    ) -> Result<(), TableError> {
        let mut entries = unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            let is_inlined = entry.tag() == dw::DW_TAG_inlined_subroutine;
            if !is_inlined && entry.tag() != dw::DW_TAG_subprogram {
                continue;
            }
            let ranges = ranges(dwarf, unit, entry)?;
            let Some(first) = ranges.first() else { continue };
            let entry_pc = match entry.attr_value(dw::DW_AT_entry_pc) {
                Some(AttributeValue::Addr(address)) => address,
                Some(AttributeValue::Udata(offset)) => first.start + offset,
                _ => first.start,
            };
            let name = name(dwarf, unit, entry)?;
            let function = TableFunction { name, entry: entry_pc, ranges };
            if is_inlined { self.inlined.push(function) } else { self.functions.push(function) }
        }
        Ok(())
    }
}

fn is_about(unit: &Unit<'_>, source: &str) -> bool {
    unit.name.is_some_and(|name| last_part(&name) == source.as_bytes())
}

fn last_part<'data>(path: &Bytes<'data>) -> &'data [u8] {
    path.slice().rsplit(|byte| *byte == b'/').next().unwrap_or_default()
}

fn ranges<'data>(
    dwarf: &Dwarf<'data>,
    unit: &Unit<'data>,
    entry: &Entry<'data>,
) -> Result<Vec<Range<u64>>, TableError> {
    let mut ranges = Vec::new();
    let mut found = dwarf.die_ranges(unit, entry)?;
    while let Some(range) = found.next()? {
        if range.begin < range.end {
            ranges.push(range.begin..range.end);
        }
    }
    Ok(ranges)
}

/// The name of a function, which may be in the entry that this one is a copy of.
fn name<'data>(
    dwarf: &Dwarf<'data>,
    unit: &Unit<'data>,
    entry: &Entry<'data>,
) -> Result<String, TableError> {
    if let Some(value) = entry.attr_value(dw::DW_AT_name) {
        return Ok(dwarf.attr_string(unit, value)?.to_string_lossy().into_owned());
    }
    for origin in [dw::DW_AT_abstract_origin, dw::DW_AT_specification] {
        if let Some(AttributeValue::UnitRef(offset)) = entry.attr_value(origin) {
            let origin = unit.entry(offset)?;
            if let Some(value) = origin.attr_value(dw::DW_AT_name) {
                return Ok(dwarf.attr_string(unit, value)?.to_string_lossy().into_owned());
            }
        }
    }
    Ok(String::new())
}
