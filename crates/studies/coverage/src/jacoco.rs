//! Reads JaCoCo XML, which only counts the branches of a line.

use crate::CoverageError;
use crate::builder::{FileBuilder, ReportBuilder};
use crate::input::Input;
use crate::xml::{Tag, Tags, walk};
use std::path::Path;

/// Reads a document.
pub(crate) fn read(
    input: &mut Input,
    path: &Path,
    report: &mut ReportBuilder,
) -> Result<(), CoverageError> {
    walk(input, path, "JaCoCo", &mut Reading { report, place: Place::default() })
}

/// Where in the document the reader is.
#[derive(Default)]
struct Place {
    package: String,
    class: String,
    /// The source of the class, if known.
    class_source: Option<String>,
    /// Name, line.
    method: Option<(String, u32)>,
    source: Option<(String, FileBuilder)>,
}

impl Place {
    fn in_package(&self, file: &str) -> String {
        if self.package.is_empty() {
            return file.to_owned();
        }
        format!("{}/{file}", self.package)
    }
}

struct Reading<'a> {
    report: &'a mut ReportBuilder,
    place: Place,
}

impl Reading<'_> {
    fn line(&mut self, tag: &Tag<'_>) -> Result<(), String> {
        let Some((_, file)) = &mut self.place.source else {
            return Err("a line is outside a source file".to_owned());
        };
        let number = tag.number("nr")? as u32;
        file.line(number, tag.number("ci")? > 0);
        let taken = tag.number("cb")? as u32;
        file.counted_branches(number, taken, taken + tag.number("mb")? as u32);
        Ok(())
    }

    fn method_counter(&mut self, tag: &Tag<'_>) -> Result<(), String> {
        if tag.attribute("type").as_deref() != Some("METHOD") {
            return Ok(());
        }
        let covered = tag.number("covered")? > 0;
        let source = self.place.class_source.clone().unwrap_or_else(|| {
            // Without debug information only the class is known.
            self.place.class.rsplit('/').next().unwrap_or_default().to_owned()
        });
        if let Some((name, line)) = &self.place.method {
            let file = self.report.file(&self.place.in_package(&source));
            file.function(*line, &format!("{}.{name}", self.place.class), covered);
        }
        Ok(())
    }
}

impl Tags for Reading<'_> {
    fn open(&mut self, tag: &Tag<'_>, path: &[String]) -> Result<(), String> {
        let name = || tag.attribute("name").ok_or_else(|| format!("<{}> lacks name", tag.name));
        match tag.name {
            "package" => self.place.package = name()?,
            "class" => {
                self.place.class = name()?;
                self.place.class_source = tag.attribute("sourcefilename");
            }
            "method" => {
                let signature = tag.attribute("desc").unwrap_or_default();
                let line = tag.number("line").unwrap_or(0) as u32;
                self.place.method = Some((name()? + &signature, line));
            }
            "sourcefile" => self.place.source = Some((name()?, FileBuilder::default())),
            "line" => self.line(tag)?,
            "counter" if path.last().is_some_and(|parent| parent == "method") => {
                self.method_counter(tag)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str) {
        if name == "sourcefile"
            && let Some((name, file)) = self.place.source.take()
        {
            self.report.put(self.place.in_package(&name), file);
        }
        if name == "method" {
            self.place.method = None;
        }
    }
}
