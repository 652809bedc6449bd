//! What the tests of all languages ask of small programs.

use crate::{analyse, parts};
use debunk_model::{Program, Removal, Sites, VariableInScope};

/// The sites of a program.
pub fn sites(program: &Program) -> Sites {
    analyse(program).expect("is analysed")
}

/// The names of the variables that are visible where a text first occurs, and those of them to which
/// a relation may assign, each in the order of the alphabet.
#[track_caller]
pub fn variables(program: &Program, at: &str) -> (String, String) {
    let sites = sites(program);
    let offset = program.text.find(at).expect("marker") as u32;
    let site = sites.insertions.iter().find(|site| site.offset == offset).expect("site");
    let variables = sites.variables(site.scope, site.offset);
    let names = |is_wanted: fn(&VariableInScope) -> bool| {
        let wanted = variables.iter().filter(|variable| is_wanted(variable));
        let mut names: Vec<&str> = wanted.map(|variable| &*variable.name).collect();
        names.sort_unstable();
        names.join(" ")
    };
    (names(|_| true), names(|variable| variable.assignable))
}

/// The lines on which a variable is certain.
pub fn certain_lines(program: &Program, name: &str) -> Vec<u32> {
    let sites = sites(program);
    let all = 1..=program.text.lines().count() as u32;
    all.filter(|&line| sites.is_certain(name, line)).collect()
}

/// Checks which locals can be renamed, each with how often it occurs.
#[track_caller]
pub fn check_locals(program: &Program, expected: &[(&str, usize)]) {
    let locals = sites(program).locals;
    let found: Vec<(&str, usize)> =
        locals.iter().map(|local| (&*local.name, local.occurrences.len())).collect();
    assert_eq!(found, expected);
}

/// The texts of the parts that a reduction may remove.
pub fn removable_parts(program: &Program) -> Vec<&str> {
    let text = |part: &debunk_model::Part| {
        let start = match part.removal {
            Removal::Never => return None,
            Removal::From(start) => start,
            _ => part.span.start,
        };
        program.text.get(start as usize..part.span.end as usize)
    };
    parts(program).expect("parses").parts.iter().filter_map(text).collect()
}
