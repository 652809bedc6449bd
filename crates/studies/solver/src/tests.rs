//! Properties over random problems, against trying every assignment.

use super::*;
use proptest::prelude::*;

fn atom(constant: i128, factors: &[(usize, i128)], comparator: Comparator) -> Atom {
    let mut form = Linear::constant(constant);
    for &(variable, factor) in factors {
        let term = Linear::variable(variable).scale(factor).expect("small");
        form = form.add(&term).expect("small");
    }
    Atom::new(form, comparator)
}

fn variables(count: usize, lower: i128, upper: i128, start: &[i128]) -> Vec<Variable> {
    (0..count)
        .map(|number| Variable { lower, upper, start: start.get(number).copied().unwrap_or(0) })
        .collect()
}

#[test]
fn what_already_holds_is_not_moved() {
    let problem = Problem {
        variables: variables(3, -100, 100, &[4, -2, 1]),
        atoms: vec![atom(0, &[(1, 1), (2, 1)], Comparator::AtMostZero)],
    };
    assert_eq!(solve(&problem), Solution::Satisfied(vec![4, -2, 1]));
}

#[test]
fn parity_is_seen_at_once() {
    let problem = Problem {
        variables: variables(2, -1_000_000, 1_000_000, &[]),
        atoms: vec![atom(1, &[(0, 2), (1, -2)], Comparator::Zero)],
    };
    assert_eq!(solve(&problem), Solution::Unsatisfiable);
}

#[test]
fn different_numbers_in_a_row_are_found() {
    let mut atoms = Vec::new();
    for left in 0..6 {
        for right in 0..left {
            atoms.push(atom(0, &[(left, 1), (right, -1)], Comparator::NotZero));
        }
    }
    let problem = Problem { variables: variables(6, 0, 5, &[]), atoms };
    assert!(matches!(solve(&problem), Solution::Satisfied(_)));
}

#[test]
fn numbers_that_grow_too_large_are_unknown() {
    let problem = Problem {
        variables: variables(2, -i128::MAX / 2, i128::MAX / 2, &[1, 1]),
        atoms: vec![atom(0, &[(0, i128::MAX / 3), (1, 7)], Comparator::Zero)],
    };
    assert_eq!(solve(&problem), Solution::Unknown);
}

fn any_problem() -> impl Strategy<Value = Problem> {
    let comparator = prop_oneof![
        4 => Just(Comparator::AtMostZero),
        1 => Just(Comparator::Zero),
        1 => Just(Comparator::NotZero),
    ];
    let factors = proptest::collection::vec((0usize..3, -4i128..5), 1..4);
    let atoms = proptest::collection::vec((-9i128..10, factors, comparator), 1..9);
    let start = proptest::collection::vec(-5i128..6, 3);
    (atoms, start).prop_map(|(atoms, start)| Problem {
        variables: variables(3, -5, 5, &start),
        atoms: atoms
            .iter()
            .map(|(c, factors, comparator)| atom(*c, factors, *comparator))
            .collect(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn answers_agree_with_trying_everything(problem in any_problem()) {
        let mut has_solution = false;
        for number in 0..11i128.pow(3) {
            let at = [number % 11 - 5, number / 11 % 11 - 5, number / 121 - 5];
            has_solution |= problem.is_satisfied_by(&at);
        }
        match solve(&problem) {
            Solution::Satisfied(found) => prop_assert!(problem.is_satisfied_by(&found)),
            Solution::Unsatisfiable => prop_assert!(!has_solution),
            Solution::Unknown => prop_assert!(false, "a small problem must be decided"),
        }
    }

    #[test]
    fn a_model_that_a_solver_prints_is_read(values in proptest::collection::vec(-5i128..6, 3)) {
        let problem = Problem { variables: variables(3, -5, 5, &[]), atoms: Vec::new() };
        let assignments: String = values.iter().enumerate().map(|(number, value)| {
            let value = if *value < 0 { format!("(- {})", -value) } else { value.to_string() };
            format!("(v{number} {value})\n ")
        }).collect();
        let answer = read_answer(&problem, &format!("sat\n({assignments})\n"));
        prop_assert_eq!(answer, Solution::Satisfied(values));
    }
}
