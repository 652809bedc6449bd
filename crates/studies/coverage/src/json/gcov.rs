//! One source file in the JSON of gcov and of gcovr, which is made from it.

use crate::Format;
use crate::builder::FileBuilder;
use serde::Deserialize;

/// A source file.
#[derive(Deserialize)]
pub(super) struct File {
    // gcovr 8 says file, like gcov; older ones too.
    file: String,
    #[serde(default)]
    lines: Vec<Line>,
    #[serde(default)]
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Line {
    line_number: u32,
    #[serde(default)]
    count: f64,
    #[serde(default)]
    branches: Vec<Branch>,
    #[serde(default, rename = "gcovr/noncode")]
    is_no_code: Option<bool>,
    #[serde(default, rename = "gcovr/excluded")]
    is_excluded: Option<bool>,
}

#[derive(Deserialize)]
struct Branch {
    count: f64,
    #[serde(default, rename = "gcovr/excluded")]
    is_excluded: bool,
}

#[derive(Deserialize)]
struct Function {
    name: Option<String>,
    demangled_name: Option<String>,
    #[serde(alias = "lineno")]
    start_line: Option<u32>,
    execution_count: f64,
    #[serde(default, rename = "gcovr/excluded")]
    is_excluded: bool,
}

impl Line {
    fn is_counted(&self) -> bool {
        !self.is_no_code.unwrap_or(false) && !self.is_excluded.unwrap_or(false)
    }
}

impl File {
    /// Which of the two tools wrote this.
    pub fn format(&self) -> Format {
        // Only gcovr leaves the first column and the last line of a function out.
        let is_gcovr = self.lines.iter().any(|line| line.is_no_code.is_some());
        if is_gcovr { Format::Gcovr } else { Format::Gcov }
    }

    /// Its name and contents.
    pub fn build(self) -> (String, FileBuilder) {
        let mut file = FileBuilder::default();
        for line in self.lines.iter().filter(|line| line.is_counted()) {
            file.line(line.line_number, line.count > 0.0);
            for (arm, branch) in line.branches.iter().enumerate() {
                if !branch.is_excluded {
                    file.branch(line.line_number, 0, arm as u64, branch.count > 0.0);
                }
            }
        }
        for function in self.functions.iter().filter(|function| !function.is_excluded) {
            let name = function.name.as_ref().or(function.demangled_name.as_ref());
            let name = name.map_or("", |name| name.as_str());
            file.function(function.start_line.unwrap_or(0), name, function.execution_count > 0.0);
        }
        (self.file, file)
    }
}
