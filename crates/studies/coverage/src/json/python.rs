//! One source file in the JSON of coverage.py.

use crate::builder::FileBuilder;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A source file.
#[derive(Deserialize)]
pub(super) struct File {
    executed_lines: Vec<u32>,
    missing_lines: Vec<u32>,
    #[serde(default)]
    executed_branches: Vec<[i64; 2]>,
    #[serde(default)]
    missing_branches: Vec<[i64; 2]>,
    #[serde(default)]
    functions: BTreeMap<String, Function>,
}

#[derive(Deserialize)]
struct Function {
    #[serde(default)]
    start_line: u32,
    executed_lines: Vec<u32>,
}

impl File {
    /// Its contents.
    pub fn build(self) -> FileBuilder {
        let mut file = FileBuilder::default();
        for (lines, ran) in [(&self.executed_lines, true), (&self.missing_lines, false)] {
            lines.iter().for_each(|line| file.line(*line, ran));
        }
        for (branches, ran) in [(&self.executed_branches, true), (&self.missing_branches, false)] {
            for [from, to] in branches {
                // An arm below zero leaves the function or the module.
                let line = u32::try_from(from.unsigned_abs()).unwrap_or(0);
                file.branch(line, from.cast_unsigned(), to.cast_unsigned(), ran);
            }
        }
        // The module itself is listed as a function without a name.
        for (name, function) in self.functions.iter().filter(|(name, _)| !name.is_empty()) {
            file.function(function.start_line, name, !function.executed_lines.is_empty());
        }
        file
    }
}
