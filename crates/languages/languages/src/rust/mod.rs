//! Rust for debunk: only the lines of its programs are known.

use crate::facts::{Facts, SmokeProgram, check, line_parts, mentions, no_witness};
use crate::needed_file::{after, quoted};
use crate::tree::{LineText, lines_only, plain_looking};
use debunk_model::{Program, Sites};

pub(crate) const FACTS: Facts = Facts {
    is_parsed: false,
    analyse: |program| {
        check(program)?;
        Ok(analyse(program))
    },
    parts: line_parts,
    parses: |program| check(program).is_ok(),
    instrument: no_witness,
    may_run_threads: |program| mentions(program, &["thread::"]),
    needed_file: |_, failure| quoted(after(failure, "file not found for module ")?),
    smoke: SmokeProgram { text: include_str!("smoke.rs.txt"), sum: (2, 4), last: (10, 4) },
    sample: include_str!("sample.rs.txt"),
    bench: include_str!("bench.rs.txt"),
};

fn analyse(program: &Program) -> Sites {
    Sites { plain_lines: plain_looking(program, is_plain), ..lines_only(program) }
}

fn is_plain(line: &LineText<'_>) -> bool {
    line.own.ends_with(';')
        && line.count(';') == 1
        && !line.own.contains('|')
        && line.before.ends_with([';', '{', '}'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Language;

    #[test]
    fn what_may_be_more_than_one_statement_is_not_plain() {
        let text = "fn main() {\n    let x = 1;\n    a(); b();\n    f(|| 1);\n    let y =\n        2;\n    if x == 1 { g(); }\n    h(x); // said\n}\n";
        let sites = analyse(&Program::script("p.rs", Language::Rust, text));
        assert_eq!(sites.plain_lines.into_iter().collect::<Vec<u32>>(), [2, 8]);
    }
}
