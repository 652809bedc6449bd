//! A measure as Cobertura XML, in which code that pairs differ in counts as covered.

use crate::CoverageMeasure;
use crate::lcov::pairs_with;
use debunk_base::markup;
use debunk_coverage::{CodeKind, UniverseFile};
use std::fmt::Write as _;

/// The document.
pub fn cobertura(measure: &CoverageMeasure) -> String {
    let totals = measure.universe.totals();
    let [lines, branches, _] = measure.mc.counts();
    let mut text = String::from("<?xml version=\"1.0\"?>\n");
    let _ = writeln!(
        text,
        "<coverage lines-valid=\"{}\" lines-covered=\"{lines}\" line-rate=\"{}\" \
         branches-valid=\"{}\" branches-covered=\"{branches}\" branch-rate=\"{}\" \
         complexity=\"0\" version=\"debunk\" timestamp=\"0\">",
        totals[0],
        rate(lines, totals[0]),
        totals[1],
        rate(branches, totals[1])
    );
    text.push_str("<packages><package name=\"\"><classes>\n");
    for file in measure.universe.files() {
        class(measure, file, &mut text);
    }
    text.push_str("</classes></package></packages></coverage>\n");
    text
}

fn class(measure: &CoverageMeasure, file: &UniverseFile, text: &mut String) {
    let [lines, branches, functions] = CodeKind::ALL.map(|kind| file.numbers(kind));
    let path = markup(&file.path);
    let line_rate = rate(measure.mc.of(CodeKind::Lines).count_in(lines.clone()), lines.len());
    let branch_rate =
        rate(measure.mc.of(CodeKind::Branches).count_in(branches.clone()), branches.len());
    let _ = writeln!(
        text,
        "<class name=\"{path}\" filename=\"{path}\" line-rate=\"{line_rate}\" \
         branch-rate=\"{branch_rate}\"><methods>"
    );
    for (number, function) in file.shape.functions.iter().enumerate() {
        let hits = pairs_with(measure, CodeKind::Functions, functions.start + number);
        let _ = writeln!(
            text,
            "<method name=\"{}\" signature=\"\" hits=\"{hits}\"><lines><line number=\"{}\" \
             hits=\"{hits}\"/></lines></method>",
            markup(&function.name),
            function.line
        );
    }
    text.push_str("</methods><lines>\n");
    let mut rest = file.shape.branches.as_slice();
    let mut next = branches.start;
    for (number, line) in file.shape.lines.iter().enumerate() {
        let counts = &measure.lines[lines.start + number];
        let before = rest.iter().take_while(|branch| branch.line < *line).count();
        let own = rest[before..].iter().take_while(|branch| branch.line == *line).count();
        let taken = measure.mc.of(CodeKind::Branches).count_in(next + before..next + before + own);
        rest = &rest[before + own..];
        next += before + own;
        let _ = write!(text, "<line number=\"{line}\" hits=\"{}\"", counts.first + counts.second);
        if let Some(percent) = (100 * taken).checked_div(own) {
            let _ =
                write!(text, " branch=\"true\" condition-coverage=\"{percent}% ({taken}/{own})\"");
        }
        text.push_str("/>\n");
    }
    text.push_str("</lines></class>\n");
}

fn rate(part: usize, whole: usize) -> String {
    format!("{:.4}", part as f64 / whole.max(1) as f64)
}
