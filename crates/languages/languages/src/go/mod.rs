//! Go for debunk: only the lines of its programs are known.

use crate::facts::{Facts, SmokeProgram, check, line_parts, mentions, no_witness};
use crate::needed_file::{after, first_word, quoted};
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
    may_run_threads: |program| mentions(program, &["go func", "sync."]),
    needed_file: |_, failure| {
        after(failure, "cannot find package ")
            .or_else(|| after(failure, "no required module provides package "))
            .map(|name| quoted(name).unwrap_or_else(|| first_word(name)))
    },
    smoke: SmokeProgram { text: include_str!("smoke.go"), sum: (6, 1), last: (13, 1) },
    sample: include_str!("sample.go"),
    bench: include_str!("bench.go"),
};

/// What makes a function end in another order than that of calls: deferred calls, in which steps end
/// when it is left, and other goroutines.
const LEFT_ODDLY: [&str; 2] = ["defer ", "go "];

fn analyse(program: &Program) -> Sites {
    Sites {
        has_suspension: mentions(program, &LEFT_ODDLY),
        plain_lines: plain_looking(program, is_plain),
        ..lines_only(program)
    }
}

fn is_plain(line: &LineText<'_>) -> bool {
    let continues =
        |text: &str| text.ends_with([',', '(', '.', '+', '-', '*', '/', '&', '|', '=', '!']);
    line.count(';') == 0
        && !continues(line.own)
        && !continues(line.before)
        && !line.own.contains("func(")
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Language;

    #[test]
    fn lines_with_something_on_them_are_places() {
        let text = "package main\n\n// said\n/* a\n b */\nfunc main() {\n\tx := 1\n}\n";
        let sites = analyse(&Program::script("p.go", Language::Go, text));
        let places: Vec<&str> = sites
            .breakable
            .iter()
            .filter_map(|&offset| text[offset as usize..].lines().next())
            .collect();
        assert_eq!(places, ["package main", "func main() {", "x := 1", "}"]);
        assert!(!sites.is_certain("x", 7));
        assert_eq!(sites.plain_lines.into_iter().collect::<Vec<u32>>(), [7]);
    }
}
