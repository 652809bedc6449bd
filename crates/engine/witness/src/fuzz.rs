//! What fuzzing feeds: the output of an instrumented program.

use crate::read::read;
use debunk_languages::{CopyStyle, instrument};
use debunk_model::{Goal, Outcome, Program};

const TEXT: &str = "function f(a) {\n  let b = a;\n  return b;\n}\nprint(f(1));\n";

/// Reads a log whose lines are those of the data, with their mark.
pub fn log(data: &[u8]) {
    let program = Program::javascript("program.js", Goal::Script, TEXT);
    let Ok(instrumented) = instrument(&program, CopyStyle::default()) else { return };
    let text = String::from_utf8_lossy(data);
    let output = text.lines().map(|line| format!("{}{line}", instrumented.mark)).collect();
    let _ = read(&program, &instrumented, Outcome { output, error: None });
}
