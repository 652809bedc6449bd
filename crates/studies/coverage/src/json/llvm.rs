//! The JSON that `llvm-cov export` writes.

use super::{Findings, ListReader};
use crate::builder::{FileBuilder, ReportBuilder, number_of};
use crate::{Format, paths};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// `data`: a list of exports, each with files and functions.
pub(super) struct Data<'f, 'a>(pub &'f mut Findings<'a>);

/// Line, column, count, has a count, begins a region, is a gap (which old versions leave out).
#[derive(Deserialize)]
struct Segment(u32, IgnoredAny, f64, bool, bool, #[serde(default)] bool);

#[derive(Deserialize)]
struct File {
    filename: String,
    #[serde(default)]
    segments: Vec<Segment>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    count: f64,
    filenames: Vec<String>,
    #[serde(default)]
    regions: Vec<Vec<f64>>,
    #[serde(default)]
    branches: Vec<Vec<f64>>,
}

impl<'de> DeserializeSeed<'de> for Data<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Data<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of exports")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
        self.0.format = Some(Format::Llvm);
        while seq.next_element_seed(Export(self.0))?.is_some() {}
        Ok(())
    }
}

struct Export<'f, 'a>(&'f mut Findings<'a>);

impl<'de> DeserializeSeed<'de> for Export<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Export<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an export with files and functions")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let report = &mut *self.0.report;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "files" => map.next_value_seed(ListReader::new(|file: File| {
                    report.put(paths::plain(&file.filename), file.build());
                    Ok(())
                }))?,
                "functions" => map.next_value_seed(ListReader::new(|function: Function| {
                    function.add(report);
                    Ok(())
                }))?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

impl Segment {
    fn starts_region(&self) -> bool {
        !self.5 && self.3 && self.4
    }
}

impl File {
    /// Lines with their counts, by the rules of LLVM's `LineCoverageStats`.
    fn build(&self) -> FileBuilder {
        let mut file = FileBuilder::default();
        let mut by_line: BTreeMap<u32, Vec<&Segment>> = BTreeMap::new();
        for segment in &self.segments {
            by_line.entry(segment.0).or_default().push(segment);
        }
        let mut wrapped: Option<&Segment> = None;
        let mut next_line = 0;
        for (line, segments) in &by_line {
            if let Some(wrapped) = wrapped.filter(|segment| segment.3) {
                (next_line..*line).for_each(|between| file.line(between, wrapped.2 > 0.0));
            }
            if let Some(count) = count(segments, wrapped) {
                file.line(*line, count > 0.0);
            }
            wrapped = segments.last().copied();
            next_line = line + 1;
        }
        file
    }
}

/// How often a line with the start of some segments ran; `None` if it has no code.
fn count(segments: &[&Segment], wrapped: Option<&Segment>) -> Option<f64> {
    let begins_skipped = segments.first().is_some_and(|first| !first.3 && first.4);
    let own = segments.iter().filter(|segment| segment.starts_region());
    let has_own = own.clone().next().is_some();
    let is_mapped = (!begins_skipped && (wrapped.is_some_and(|it| it.3) || has_own))
        || segments.iter().any(|segment| segment.4 && segment.3);
    let before = wrapped.map_or(0.0, |segment| segment.2);
    is_mapped.then(|| own.map(|segment| segment.2).fold(before, f64::max))
}

impl Function {
    fn add(&self, report: &mut ReportBuilder) {
        let Some(own_file) = self.filenames.first() else { return };
        let line =
            self.regions.first().and_then(|region| region.first()).map_or(0, |it| *it as u32);
        // A static function has its file before its name.
        let name = self.name.rsplit_once(':').map_or(self.name.as_str(), |(_, name)| name);
        report.file(&paths::plain(own_file)).function(line, name, self.count > 0.0);
        for branch in &self.branches {
            let [line, column, end_line, end_column, yes, no, file, ..] = branch.as_slice() else {
                continue;
            };
            let name = self.filenames.get(*file as usize).unwrap_or(own_file);
            let mut place = format!("{column} {end_line} {end_column}");
            if *file > 0.0 {
                // The same macro has separate branches wherever it is used.
                place.push_str(&format!(" {} {file}", self.name));
            }
            let group = number_of(place.as_bytes());
            let file = report.file(&paths::plain(name));
            file.branch(*line as u32, group, 0, *yes > 0.0);
            file.branch(*line as u32, group, 1, *no > 0.0);
        }
    }
}
