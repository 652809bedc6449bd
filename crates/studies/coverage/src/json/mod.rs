//! Reads all JSON coverage formats in one pass, without keeping the whole of it.

mod each;
mod gcov;
mod istanbul;
mod llvm;
mod python;
mod v8;

use crate::builder::{FileBuilder, ReportBuilder};
use crate::input::Input;
use crate::{CoverageError, Format, paths};
use each::ListReader;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::path::Path;

/// What is learnt while the file is read.
pub(crate) struct Findings<'a> {
    report: &'a mut ReportBuilder,
    format: Option<Format>,
    /// An error other than malformed text.
    trouble: Option<CoverageError>,
    path: &'a Path,
}

impl Findings<'_> {
    /// Ends the reading with an error that has its own message.
    fn fail<E: Error>(&mut self, trouble: CoverageError) -> E {
        self.trouble = Some(trouble);
        E::custom("trouble")
    }
}

/// Reads JSON of any known format; returns which it was.
pub(crate) fn read(
    input: &mut Input,
    path: &Path,
    report: &mut ReportBuilder,
) -> Result<Format, CoverageError> {
    let mut findings = Findings { report, format: None, trouble: None, path };
    let mut stream = serde_json::Deserializer::from_reader(&mut *input);
    // gcov writes one document per line if it processes several files.
    let result = loop {
        let one = (&mut stream).deserialize_map(Top(&mut findings));
        if one.is_err() || stream.end().is_ok() {
            break one;
        }
    };
    match (findings.trouble, result, findings.format) {
        (Some(trouble), ..) => Err(trouble),
        (None, Err(error), format) => Err(damaged(path, &error, format)),
        (None, Ok(()), Some(format)) => Ok(format),
        (None, Ok(()), None) => Err(CoverageError::Unknown {
            path: path.to_owned(),
            what: "it is JSON, but not of a coverage tool".to_owned(),
        }),
    }
}

fn damaged(path: &Path, error: &serde_json::Error, format: Option<Format>) -> CoverageError {
    let position = format!("line {} column {}", error.line(), error.column());
    let what = if error.is_eof() {
        "it ends too early".to_owned()
    } else {
        let text = error.to_string();
        text.rsplit_once(" at line").map_or(text.clone(), |(text, _)| text.to_owned())
    };
    let format = format.map_or("JSON", Format::name);
    CoverageError::Damaged { path: path.to_owned(), format, position, what }
}

/// The outermost object. Its keys reveal the format, in whatever order they come.
struct Top<'f, 'a>(&'f mut Findings<'a>);

impl<'de> Visitor<'de> for Top<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of a coverage tool")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let findings = self.0;
        let mut folder = String::new();
        let mut relative = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "data" => map.next_value_seed(llvm::Data(findings))?,
                "result" => {
                    findings.format = Some(Format::V8);
                    let path = findings.path.to_owned();
                    let report = &mut *findings.report;
                    let trouble = &mut findings.trouble;
                    map.next_value_seed(ListReader::new(|script: v8::Script| {
                        v8::add(&script, &path, report).map_err(|error| *trouble = Some(error))
                    }))?;
                }
                "files" => map.next_value_seed(Files(findings, &mut relative))?,
                "current_working_directory" => folder = map.next_value()?,
                _ => map.next_value_seed(istanbul::Entry { key, findings })?,
            }
            if let Err(trouble) = findings.report.check_size(findings.path, 0) {
                return Err(findings.fail(trouble));
            }
        }
        for (name, file) in relative {
            findings.report.put(paths::join(&folder, &name), file);
        }
        Ok(())
    }
}

/// `files` is a list for gcov and gcovr, and an object for coverage.py.
struct Files<'f, 'a>(&'f mut Findings<'a>, &'f mut Vec<(String, FileBuilder)>);

impl<'de> DeserializeSeed<'de> for Files<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Files<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list or an object of files")
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
        self.0.format = self.0.format.or(Some(Format::Gcov));
        while let Some(file) = seq.next_element::<gcov::File>()? {
            self.0.format = Some(file.format());
            self.1.push(file.build());
        }
        Ok(())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        self.0.format = Some(Format::CoveragePy);
        while let Some((path, file)) = map.next_entry::<String, python::File>()? {
            self.0.report.put(paths::plain(&path), file.build());
        }
        Ok(())
    }
}
