//! Which members of unions of C have a value, against what real debuggers show.

use crate::judged::check;
use crate::languages::{check_held, log};
use debunk_model::Language;

const TEXT: &str = include_str!("programs/c/unions.c");

fn line(mark: &str) -> u32 {
    TEXT.lines().position(|line| line.contains(mark)).expect("a mark") as u32 + 1
}

#[test]
fn a_log_in_c_knows_the_member_of_a_union_that_was_assigned_to_last() {
    let log = log(Language::C, TEXT);
    let check = |name: &str, expected: &str| check_held(&log, line("// here"), name, expected);
    check("given", "?<whole: 9, …>");
    check("later", "?<part: 1.5, …>");
    check("never", "?");
    check("replaced", "?");
    check("named", "?<small: 120 'x', …>");
    check("value", "?<kind: PART, as: ?<whole: 45, …>, count: 2>");
    check("other", "?<kind: PART, as: ?, count: 2>");
    check_held(&log, line("// deep"), "own", "?<whole: 1, …>");
    let statement = log.statements.iter().find(|it| it.start.line == line("// here"));
    let logged = &statement.expect("a statement").variables;
    for name in ["lent", "copied", "maybe"] {
        assert!(!logged.iter().any(|it| &**it == name), "{name} may be written to unseen");
    }
}

#[test]
fn debuggers_of_c_are_judged_by_the_members_of_unions() {
    let judged = ["given/whole", "named/small", "value/as/whole", "value/count"];
    for name in ["gdb-mi", "gdb", "lldb-dap", "codelldb"] {
        check(name, Language::C, TEXT, &judged);
    }
}
