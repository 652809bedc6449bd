//! One source file in the JSON of istanbul, which nyc, c8, jest and vitest write.

use super::Findings;
use crate::builder::FileBuilder;
use crate::{Format, paths};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// A member of the outermost object: a source file, or something else that is skipped.
pub(super) struct Entry<'f, 'a> {
    pub key: String,
    pub findings: &'f mut Findings<'a>,
}

#[derive(Default, Deserialize)]
struct Place {
    #[serde(default)]
    line: Option<u32>,
    #[serde(default)]
    column: Option<f64>,
}

#[derive(Deserialize)]
struct Range {
    start: Place,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    decl: Option<Range>,
    loc: Range,
}

#[derive(Deserialize)]
struct Branch {
    loc: Option<Range>,
    line: Option<u32>,
    #[serde(default)]
    locations: Vec<Range>,
}

#[derive(Default)]
struct File {
    path: Option<String>,
    statements: Option<BTreeMap<String, Range>>,
    statement_counts: BTreeMap<String, f64>,
    branches: BTreeMap<String, Branch>,
    branch_counts: BTreeMap<String, Vec<f64>>,
    functions: BTreeMap<String, Function>,
    function_counts: BTreeMap<String, f64>,
}

impl<'de> DeserializeSeed<'de> for Entry<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Entry<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a source file of istanbul")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let mut file = File::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "path" => file.path = map.next_value()?,
                "statementMap" => file.statements = Some(map.next_value()?),
                // Others use keys this short for other things, before a file is known.
                "s" if file.statements.is_some() => file.statement_counts = map.next_value()?,
                "b" if file.statements.is_some() => file.branch_counts = map.next_value()?,
                "f" if file.statements.is_some() => file.function_counts = map.next_value()?,
                "branchMap" => file.branches = map.next_value()?,
                "fnMap" => file.functions = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if file.statements.is_some() {
            self.findings.format = Some(Format::Istanbul);
            let path = file.path.take().unwrap_or(self.key);
            self.findings.report.put(paths::plain(&path), file.build());
        }
        Ok(())
    }

    fn visit_seq<S: serde::de::SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

impl File {
    fn build(self) -> FileBuilder {
        let mut file = FileBuilder::default();
        for (id, range) in self.statements.iter().flatten() {
            let ran = self.statement_counts.get(id).is_some_and(|count| *count > 0.0);
            file.line(range.start.line.unwrap_or(0), ran);
        }
        for (id, branch) in &self.branches {
            let place = branch.loc.as_ref().map(|range| &range.start);
            let first = branch.locations.first().map(|range| &range.start);
            let line = branch.line.or_else(|| place.or(first).and_then(|place| place.line));
            // Numbers of branches differ between reports of V8's blocks; places do not.
            let column = place.or(first).and_then(|place| place.column).unwrap_or(-1.0);
            let group = if branch.locations.len() == 1 {
                (column + 1.0) as u64
            } else {
                id.parse().unwrap_or(0)
            };
            for (arm, count) in self.branch_counts.get(id).into_iter().flatten().enumerate() {
                file.branch(line.unwrap_or(0), group, arm as u64, *count > 0.0);
            }
        }
        for (id, function) in &self.functions {
            let start = &function.decl.as_ref().unwrap_or(&function.loc).start;
            let ran = self.function_counts.get(id).is_some_and(|count| *count > 0.0);
            let place = format!("{}:{}", function.name, start.column.unwrap_or(0.0));
            let name = if function.name.is_empty() { &place } else { &function.name };
            file.function(start.line.unwrap_or(0), name, ran);
        }
        file
    }
}
