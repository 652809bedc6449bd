//! JavaScript for debunk: its parser has a crate of its own.

use crate::facts::{Analysis, Facts, SmokeProgram};
use crate::needed_file::{after, imported, quoted};
use debunk_model::{Goal, Program};

pub(crate) const FACTS: Facts = Facts {
    is_parsed: true,
    analysis: Analysis::Own {
        analyse: |program| Ok(debunk_javascript::analyse(program)?),
        parts: |program| Ok(debunk_javascript::parts(program)?),
    },
    instrument: debunk_javascript::instrument,
    may_run_threads: |_| false,
    needed_file,
    smoke: SmokeProgram { text: include_str!("smoke.js"), sum: (2, 2), last: (7, 0) },
    sample: include_str!("sample.js"),
    bench: include_str!("bench.js"),
};

fn needed_file(program: &Program, failure: &str) -> Option<String> {
    if failure.contains("require is not defined") {
        return quoted(after(&program.text, "require(")?);
    }
    let imports = program.goal == Goal::Module || failure.contains("import");
    if imports { imported(&program.text) } else { None }
}
