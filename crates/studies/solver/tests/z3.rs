//! The solver against z3, on random problems.

use debunk_model::{Seed, TestRng};
use debunk_solver::{
    Atom, Comparator, Linear, Problem, Solution, Variable, read_answer, solve, write_problem,
};
use std::io::Write;
use std::process::{Command, Stdio};

const PROBLEMS: usize = 400;
const BETWEEN: &str = "(echo \"next\")\n(reset)\n";

fn random_problem(rng: &mut TestRng) -> Problem {
    let count = 1 + rng.below(6);
    let variables = (0..count)
        .map(|_| Variable { lower: -30, upper: 30, start: rng.below(41) as i128 - 20 })
        .collect();
    let atoms = (0..1 + rng.below(14))
        .map(|_| {
            let mut form = Linear::constant(rng.below(41) as i128 - 20);
            for _ in 0..1 + rng.below(4) {
                let factor = rng.below(11) as i128 - 5;
                let term = Linear::variable(rng.below(count)).scale(factor).expect("small");
                form = form.add(&term).expect("small");
            }
            let comparator = match rng.below(6) {
                0 => Comparator::Zero,
                1 => Comparator::NotZero,
                _ => Comparator::AtMostZero,
            };
            Atom::new(form, comparator)
        })
        .collect();
    Problem { variables, atoms }
}

/// What z3 answers to all problems, from one process.
fn ask_z3(problems: &[Problem]) -> Vec<String> {
    let script: String = problems
        .iter()
        .map(|problem| format!("{}{BETWEEN}", write_problem(problem).replace("(exit)\n", "")))
        .collect();
    let mut child = Command::new("z3")
        .args(["-in", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is installed: on Debian, apt-get install z3");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("z3 ends");
    writer.join().expect("written").expect("written");
    let text = String::from_utf8(output.stdout).expect("text");
    text.split("next\n").map(str::to_owned).collect()
}

#[test]
fn answers_agree_with_z3() {
    let mut rng = Seed::new(7).rng();
    let problems: Vec<Problem> = (0..PROBLEMS).map(|_| random_problem(&mut rng)).collect();
    let answers = ask_z3(&problems);
    assert!(answers.len() >= PROBLEMS, "{}", answers.len());
    let (mut satisfied, mut unsatisfiable) = (0, 0);
    for (problem, answer) in problems.iter().zip(&answers) {
        match (solve(problem), read_answer(problem, answer)) {
            (Solution::Satisfied(found), Solution::Satisfied(_)) => {
                assert!(problem.is_satisfied_by(&found));
                satisfied += 1;
            }
            (Solution::Unsatisfiable, Solution::Unsatisfiable) => unsatisfiable += 1,
            (ours, theirs) => panic!("{ours:?} but z3 says {theirs:?}: {problem:?}"),
        }
    }
    assert!(satisfied > 50 && unsatisfiable > 50, "{satisfied} {unsatisfiable}");
}
