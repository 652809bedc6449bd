//! The published branch distance, on any trace.
//!
//! A trace is a1, c1, a2, c2, ..., cn, a(n+1): branch executions ci with the assignments ai before
//! each of them, and those after the last. Here both are numbered from 0.

use std::collections::BTreeSet;

/// Where a trace executes the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// In the branch execution with this number.
    Branch(usize),
    /// In the assignments before the branch execution with this number; those after the last branch
    /// execution have the number of branch executions.
    Assignments(usize),
}

/// The distance from the reported branch execution to the nearest execution of the fault.
///
/// `statements` has the branch statement of every branch execution, in order. The distance to a fault
/// in cj is the number of distinct branch statements ck with i < k <= j or j <= k < i. To a fault in
/// aj it is that of cj plus 1 if j <= i, and that of cj minus 1 if j > i. So 0 means: in the reported
/// branch itself, or in the assignments right after it.
pub fn published_distance(
    statements: &[usize],
    reported: usize,
    faults: impl IntoIterator<Item = FaultPlace>,
) -> Option<usize> {
    let distinct = |from: usize, to: usize| {
        let passed = statements.get(from..to).unwrap_or_default();
        passed.iter().collect::<BTreeSet<_>>().len()
    };
    let to_branch = |at: usize| match at > reported {
        true => distinct(reported + 1, at + 1),
        false => distinct(at, reported),
    };
    let distances = faults.into_iter().map(|fault| match fault {
        FaultPlace::Branch(at) => to_branch(at),
        FaultPlace::Assignments(at) if at <= reported => to_branch(at) + 1,
        // No branch follows: the end of the trace counts as one.
        FaultPlace::Assignments(at) if at >= statements.len() => distinct(reported + 1, at),
        FaultPlace::Assignments(at) => to_branch(at) - 1,
    });
    distances.min()
}

#[cfg(test)]
mod tests {
    use super::FaultPlace::{Assignments, Branch};
    use super::*;

    /// A trace as letters, one for each execution of a branch statement.
    #[track_caller]
    fn check(trace: &str, reported: usize, faults: &[FaultPlace], expected: Option<usize>) {
        let statements: Vec<usize> = trace.bytes().map(usize::from).collect();
        assert_eq!(published_distance(&statements, reported, faults.iter().copied()), expected);
    }

    #[test]
    fn the_reported_branch_itself_is_at_distance_0() {
        check("abc", 1, &[Branch(1)], Some(0));
    }

    #[test]
    fn assignments_right_after_the_reported_branch_are_at_distance_0() {
        check("abc", 1, &[Assignments(2)], Some(0));
        check("abc", 2, &[Assignments(3)], Some(0));
    }

    #[test]
    fn assignments_right_before_the_reported_branch_are_at_distance_1() {
        check("abc", 1, &[Assignments(1)], Some(1));
        check("abc", 0, &[Assignments(0)], Some(1));
    }

    #[test]
    fn a_later_branch_counts_what_comes_after_the_reported_one_up_to_itself() {
        check("abcd", 0, &[Branch(1)], Some(1));
        check("abcd", 0, &[Branch(3)], Some(3));
    }

    #[test]
    fn an_earlier_branch_counts_from_itself_up_to_the_reported_one() {
        check("abcd", 3, &[Branch(2)], Some(1));
        check("abcd", 3, &[Branch(0)], Some(3));
    }

    #[test]
    fn later_assignments_are_one_nearer_than_the_branch_after_them() {
        check("abcd", 0, &[Assignments(2)], Some(1));
        check("abcd", 0, &[Assignments(3)], Some(2));
        check("abcd", 0, &[Assignments(4)], Some(3));
    }

    #[test]
    fn earlier_assignments_are_one_farther_than_the_branch_after_them() {
        check("abcd", 3, &[Assignments(2)], Some(2));
        check("abcd", 3, &[Assignments(0)], Some(4));
    }

    #[test]
    fn a_branch_statement_counts_once() {
        check("xaaaab", 0, &[Branch(4)], Some(1));
        check("xaaaab", 0, &[Branch(5)], Some(2));
        check("xababab", 6, &[Branch(1)], Some(2));
        check("xababab", 6, &[Branch(0)], Some(3));
        // Later executions of the reported statement are executions of a branch statement, too.
        check("xxxx", 0, &[Branch(3)], Some(1));
        check("xaxa", 0, &[Assignments(3)], Some(1));
        check("xaxa", 0, &[Assignments(4)], Some(2));
    }

    #[test]
    fn the_nearest_of_several_executions_counts() {
        check("abcdef", 3, &[Branch(0), Branch(5), Assignments(3)], Some(1));
        check("abcdef", 3, &[Branch(0), Assignments(4), Branch(5)], Some(0));
        check("abcdef", 3, &[], None);
    }
}
