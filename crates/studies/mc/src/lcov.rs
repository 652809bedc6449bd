//! A measure as a tracefile of lcov, in which code that pairs differ in counts as covered.

use crate::CoverageMeasure;
use debunk_coverage::CodeKind;
use std::fmt::Write as _;

/// The tracefile; counts are numbers of pairs, so that genhtml shows how often a line was checked.
pub fn lcov(measure: &CoverageMeasure) -> String {
    let mut text = String::from("TN:metamorphic_coverage\n");
    for file in measure.universe.files() {
        let _ = writeln!(text, "SF:{}", file.path.replace(['\n', '\r'], " "));
        let [lines, branches, functions] = CodeKind::ALL.map(|kind| file.numbers(kind).start);
        let shape = &file.shape;
        for (number, function) in shape.functions.iter().enumerate() {
            let name = function.name.replace(['\n', '\r'], " ");
            let count = pairs_with(measure, CodeKind::Functions, functions + number);
            let _ = writeln!(text, "FN:{},{name}\nFNDA:{count},{name}", function.line.max(1));
        }
        write_found(
            &mut text,
            "FN",
            shape.functions.len(),
            measure,
            CodeKind::Functions,
            functions,
        );
        let mut decision = (0, 0, 0);
        for (number, branch) in shape.branches.iter().enumerate() {
            let (line, group, arm) = decision;
            decision = match (
                branch.line == line,
                number > 0 && branch.group == shape.branches[number - 1].group,
            ) {
                (true, true) => (line, group, arm + 1),
                (true, false) => (line, group + 1, 0),
                _ => (branch.line, 0, 0),
            };
            let count = pairs_with(measure, CodeKind::Branches, branches + number);
            let _ = writeln!(text, "BRDA:{},{},{},{count}", decision.0, decision.1, decision.2);
        }
        write_found(&mut text, "BR", shape.branches.len(), measure, CodeKind::Branches, branches);
        for (number, line) in shape.lines.iter().enumerate() {
            let counts = &measure.lines[lines + number];
            let _ = writeln!(text, "DA:{line},{}", counts.first + counts.second);
        }
        write_found(&mut text, "L", shape.lines.len(), measure, CodeKind::Lines, lines);
        text.push_str("end_of_record\n");
    }
    text
}

/// In how many pairs something differs.
pub(crate) fn pairs_with(measure: &CoverageMeasure, kind: CodeKind, number: usize) -> usize {
    if !measure.mc.of(kind).get(number) {
        return 0;
    }
    measure.pairs.iter().filter(|pair| pair.mc.of(kind).get(number)).count()
}

fn write_found(
    text: &mut String,
    mark: &str,
    found: usize,
    measure: &CoverageMeasure,
    kind: CodeKind,
    start: usize,
) {
    let hit = measure.mc.of(kind).count_in(start..start + found);
    let _ = writeln!(text, "{mark}F:{found}\n{mark}H:{hit}");
}
