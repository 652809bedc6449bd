//! Problems as SMT-LIB text, for solvers that read it, and their models.

use crate::linear::Linear;
use crate::problem::{Comparator, Problem, Solution};
use std::fmt::Write as _;

/// Writes a problem as a script that requests a model.
pub fn write_problem(problem: &Problem) -> String {
    let mut text = String::from("(set-option :produce-models true)\n(set-logic QF_LIA)\n");
    for (number, variable) in problem.variables.iter().enumerate() {
        let (lower, upper) = (number_text(variable.lower), number_text(variable.upper));
        let _ = writeln!(text, "(declare-const v{number} Int)");
        let _ = writeln!(text, "(assert (and (<= {lower} v{number}) (<= v{number} {upper})))");
    }
    for atom in &problem.atoms {
        let form = form_text(&atom.form);
        let _ = match atom.comparator {
            Comparator::AtMostZero => writeln!(text, "(assert (<= {form} 0))"),
            Comparator::Zero => writeln!(text, "(assert (= {form} 0))"),
            Comparator::NotZero => writeln!(text, "(assert (not (= {form} 0)))"),
        };
    }
    text.push_str("(check-sat)\n");
    if !problem.variables.is_empty() {
        text.push_str("(get-value (");
        for number in 0..problem.variables.len() {
            let _ = write!(text, "v{number} ");
        }
        text.push_str("))\n");
    }
    text.push_str("(exit)\n");
    text
}

fn number_text(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn form_text(form: &Linear) -> String {
    let mut text = format!("(+ {}", number_text(form.constant_part()));
    for (variable, factor) in form.factors() {
        let _ = write!(text, " (* {} v{variable})", number_text(factor));
    }
    text.push_str(" 0)");
    text
}

/// Parses a solver's output. An assignment counts only if it satisfies the problem.
pub fn read_answer(problem: &Problem, output: &str) -> Solution {
    let mut lines = output.trim_start().splitn(2, '\n');
    match lines.next().map(str::trim) {
        Some("unsat") => return Solution::Unsatisfiable,
        Some("sat") => {}
        _ => return Solution::Unknown,
    }
    let spaced = lines.next().unwrap_or("").replace(['(', ')'], " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut values = vec![None; problem.variables.len()];
    let mut at = 0;
    while at < words.len() {
        let variable = words[at].strip_prefix('v').and_then(|it| it.parse::<usize>().ok());
        let is_negative = words.get(at + 1) == Some(&"-");
        let value = words.get(at + 1 + usize::from(is_negative));
        let value = value.and_then(|it| it.parse::<i128>().ok());
        if let (Some(variable), Some(value)) = (variable, value)
            && let Some(slot) = values.get_mut(variable)
        {
            *slot = Some(if is_negative { -value } else { value });
        }
        at += 2 + usize::from(is_negative);
    }
    match values.into_iter().collect::<Option<Vec<i128>>>() {
        Some(assignment) if problem.is_satisfied_by(&assignment) => Solution::Satisfied(assignment),
        _ => Solution::Unknown,
    }
}
