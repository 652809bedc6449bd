//! Reads Cobertura XML, which only counts the branches of a line.

use crate::builder::{FileBuilder, ReportBuilder};
use crate::input::Input;
use crate::xml::{Tag, Tags, walk};
use crate::{CoverageError, paths};
use std::path::Path;

/// Reads a document.
pub(crate) fn read(
    input: &mut Input,
    path: &Path,
    report: &mut ReportBuilder,
) -> Result<(), CoverageError> {
    let mut reading = Reading { report, sources: Vec::new(), file: None, method: None };
    walk(input, path, "Cobertura", &mut reading)
}

/// A method that is being read: where it begins and whether it ran.
struct Method {
    name: String,
    line: Option<u32>,
    ran: bool,
}

struct Reading<'a> {
    report: &'a mut ReportBuilder,
    sources: Vec<String>,
    file: Option<(String, FileBuilder)>,
    method: Option<Method>,
}

impl Reading<'_> {
    /// With one source folder, names are joined with it; with several it is ambiguous.
    fn name(&self, file: &str) -> String {
        match self.sources.as_slice() {
            [source] => paths::join(source, file),
            _ => paths::plain(file),
        }
    }

    fn line(&mut self, tag: &Tag<'_>, in_method: bool) -> Result<(), String> {
        let number = tag.number("number")? as u32;
        let ran = tag.number("hits")? > 0;
        if in_method {
            if let Some(method) = &mut self.method {
                method.line = Some(method.line.map_or(number, |line| line.min(number)));
                method.ran |= ran;
            }
            return Ok(());
        }
        let Some((_, file)) = &mut self.file else {
            return Err("a line is outside a class".to_owned());
        };
        file.line(number, ran);
        if let Some((taken, total)) = tag.attribute("condition-coverage").and_then(counts) {
            file.counted_branches(number, taken, total);
        }
        Ok(())
    }
}

impl Tags for Reading<'_> {
    fn open(&mut self, tag: &Tag<'_>, path: &[String]) -> Result<(), String> {
        match tag.name {
            "class" => {
                let name = tag.attribute("filename").ok_or("a class lacks its filename")?;
                self.file = Some((self.name(&name), FileBuilder::default()));
            }
            "method" => {
                let name = tag.attribute("name").unwrap_or_default();
                let signature = tag.attribute("signature").unwrap_or_default();
                let ran = tag.number("hits").is_ok_and(|hits| hits > 0);
                self.method = Some(Method { name: name + &signature, line: None, ran });
            }
            "line" => self.line(tag, path.iter().any(|name| name == "method"))?,
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str) {
        match name {
            "class" => {
                if let Some((name, file)) = self.file.take() {
                    self.report.put(name, file);
                }
            }
            "method" => {
                if let (Some(method), Some((_, file))) = (self.method.take(), &mut self.file) {
                    file.function(method.line.unwrap_or(0), &method.name, method.ran);
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, element: &str, text: &str) {
        if element == "source" && !text.trim().is_empty() {
            self.sources.push(text.trim().to_owned());
        }
    }
}

/// The numbers of "50% (1/2)".
fn counts(text: String) -> Option<(u32, u32)> {
    let (taken, total) = text.split_once('(')?.1.trim_end_matches(')').split_once('/')?;
    Some((taken.parse().ok()?, total.parse().ok()?))
}
