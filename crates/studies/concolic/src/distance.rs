//! How far the critical branch is from a marked place, in branches of the failing run.

use crate::Localized;
use crate::engine::CodeSite;
use crate::published::{FaultPlace, published_distance};
use crate::trace::{TraceEvent, TracedRun};
use debunk_model::Span;

/// How far a critical branch is from the fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// The distance as published.
    pub published: usize,
    /// The same if all conditions of a statement, such as those of `if (a && b)`, count as one
    /// branch.
    pub by_statement: usize,
    /// The number of conditions that depend on the input and that were decided between the critical
    /// branch and the nearest execution of the fault.
    pub between: usize,
    /// The same with all conditions, including those that do not depend on the input.
    pub all_between: usize,
    /// Whether the fault is in the condition of the critical branch itself.
    pub is_inside: bool,
}

impl Localized {
    /// How far a candidate is from the marked place, which is `fault` in the entry.
    pub fn distance(&self, candidate: usize, fault: Span) -> Option<Distance> {
        let candidate = self.candidates.get(candidate)?;
        self.distance_in(candidate.search, Some(candidate.event), fault)
    }

    /// How far the critical branch that one search found is from the marked place.
    pub fn search_distance(&self, search: usize, fault: Span) -> Option<Distance> {
        self.distance_in(search, None, fault)
    }

    /// From an event of the failing run of a search; without one, from the critical branch.
    fn distance_in(&self, search: usize, event: Option<usize>, fault: Span) -> Option<Distance> {
        let divergence = self.searches.get(search)?.divergence.as_ref()?;
        let entry = self.sources.files.keys().position(|name| *name == self.sources.entry)?;
        let is_faulty = |site: usize| {
            self.sites.get(site).is_some_and(|CodeSite { file, place }| {
                *file == entry && (place.span.encloses(fault) || fault.encloses(place.span))
            })
        };
        let statement_of = |site: usize| {
            let of = |it: &CodeSite| (it.file, it.place.statement);
            let wanted = self.sites.get(site).map(of);
            self.sites.iter().position(|it| Some(of(it)) == wanted).unwrap_or(site)
        };
        let event = event.unwrap_or(divergence.event);
        measure(&divergence.failing_run, event, &is_faulty, &statement_of)
    }
}

fn measure(
    run: &TracedRun,
    critical: usize,
    is_faulty: &dyn Fn(usize) -> bool,
    statement_of: &dyn Fn(usize) -> usize,
) -> Option<Distance> {
    let branches = run.branches();
    let reported = branches.iter().position(|(event, ..)| *event == critical)?;
    let is_inside = is_faulty(branches[reported].1);
    let all = |wanted: &[TraceEvent]| -> Vec<usize> {
        let marks = run.events_of_p().filter(|(_, event)| wanted.contains(event));
        marks.map(|(event, _)| event).collect()
    };
    let executions = all(&[TraceEvent::Fault, TraceEvent::FaultDone]);
    let (between, all_between) = match is_inside {
        true => (0, 0),
        false => {
            let distances = executions.iter().map(|fault| {
                let (from, to) = (*fault.min(&critical), *fault.max(&critical));
                let passed = branches.iter().filter(|(event, ..)| from < *event && *event < to);
                let depends = passed.clone().filter(|(event, ..)| run.depends(*event));
                (depends.count(), passed.count())
            });
            distances.min()?
        }
    };
    let statements: Vec<usize> = branches.iter().map(|(_, site, _)| *site).collect();
    let in_branches = (0..statements.len()).filter(|at| is_faulty(statements[*at]));
    let mut faults: Vec<FaultPlace> = in_branches.map(FaultPlace::Branch).collect();
    if faults.is_empty() {
        let before =
            |fault: &usize| branches.iter().take_while(|(event, ..)| event < fault).count();
        // An assigned value is known once the calls in it are done. Only a removed statement has no
        // value.
        let done = all(&[TraceEvent::FaultDone]);
        let done = if done.is_empty() { executions } else { done };
        faults = done.iter().map(|fault| FaultPlace::Assignments(before(fault))).collect();
    }
    let published = published_distance(&statements, reported, faults.iter().copied())?;
    // Conditions of one statement that are decided one after the other, in their order, are one
    // execution of it.
    let is_next = |at: usize| {
        let (one, other) = (statements[at - 1], statements[at]);
        one < other && statement_of(one) == statement_of(other)
    };
    let mut merged = Vec::new();
    let mut numbers = Vec::new();
    for (at, site) in statements.iter().enumerate() {
        if at == 0 || !is_next(at) {
            merged.push(statement_of(*site));
        }
        numbers.push(merged.len() - 1);
    }
    numbers.push(merged.len());
    let faults = faults.into_iter().map(|fault| match fault {
        FaultPlace::Branch(at) => FaultPlace::Branch(numbers[at]),
        // What is computed between two conditions of a statement is a part of it.
        FaultPlace::Assignments(at) if at > 0 && numbers[at] == numbers[at - 1] => {
            FaultPlace::Branch(numbers[at])
        }
        FaultPlace::Assignments(at) => FaultPlace::Assignments(numbers[at]),
    });
    let by_statement = published_distance(&merged, numbers[reported], faults)?;
    Some(Distance { published, by_statement, between, all_between, is_inside })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::RunVerdict;

    /// A run of P as letters: a branch statement that depends on the input in upper case, one that
    /// does not in lower case, `(` and `)` for the fault, and `!` for one that has no value.
    fn run(text: &str) -> TracedRun {
        let mut run = TracedRun::empty(RunVerdict::Fail);
        run.events.push(TraceEvent::Phase(1));
        run.events.extend(text.bytes().map(|letter| match letter {
            b'!' | b'(' => TraceEvent::Fault,
            b')' => TraceEvent::FaultDone,
            _ => TraceEvent::Branch {
                site: usize::from(letter.to_ascii_lowercase()),
                term: letter.is_ascii_uppercase().then_some(0),
                taken: true,
            },
        }));
        run
    }

    #[track_caller]
    fn check(text: &str, critical: usize, faulty: u8, published: usize, between: usize) {
        let is_faulty = |site: usize| site == usize::from(faulty);
        let distance = measure(&run(text), critical + 1, &is_faulty, &|site| site);
        let distance = distance.expect("the fault ran");
        assert_eq!((distance.published, distance.between), (published, between), "{distance:?}");
    }

    #[test]
    fn branches_that_do_not_depend_on_the_input_count_in_the_published_distance_only() {
        check("Axyz!", 0, 0, 3, 0);
        check("AxYz!", 0, 0, 3, 1);
        check("AB!", 0, 0, 1, 1);
        check("A!xB", 0, 0, 0, 0);
        check("!xA", 2, 0, 2, 0);
    }

    #[test]
    fn a_fault_in_a_condition_is_where_the_condition_is_decided() {
        // The mark is passed before the condition is decided, but it is not an assignment.
        check("A!bC", 0, b'b', 1, 0);
        check("!bxA", 3, b'b', 2, 0);
        check("!A", 1, b'a', 0, 0);
    }

    #[test]
    fn an_assignment_is_where_its_value_is_known() {
        // The call in the faulty expression decides x and y.
        check("A(xy)", 0, 0, 2, 0);
        check("(xy)A", 4, 0, 1, 0);
    }

    #[test]
    fn valid_and_the_transformation_are_no_part_of_the_trace() {
        let mut run = run("AxB!");
        run.events.insert(2, TraceEvent::Phase(2));
        run.events.insert(4, TraceEvent::Phase(3));
        let distance = measure(&run, 1, &|_| false, &|site| site).expect("the fault ran");
        assert_eq!(distance.published, 1, "{distance:?}");
    }

    #[test]
    fn conditions_of_one_statement_can_count_as_one_branch() {
        // `b` and `c` are of one statement.
        let statement_of = |site: usize| if site == usize::from(b'c') { site - 1 } else { site };
        let by_statement = |text: &str, critical: usize, faulty: u8| {
            let is_faulty = |site: usize| site == usize::from(faulty);
            let distance = measure(&run(text), critical + 1, &is_faulty, &statement_of);
            distance.map(|it| (it.published, it.by_statement))
        };
        assert_eq!(by_statement("aB!cd", 1, b'c'), Some((1, 0)));
        assert_eq!(by_statement("aBc!d", 1, 0), Some((1, 0)));
        assert_eq!(by_statement("Abcd!", 0, 0), Some((3, 2)));
        assert_eq!(by_statement("!bcD", 3, 0), Some((3, 2)));
        assert_eq!(by_statement("!abcD", 4, b'a'), Some((3, 2)));
        // The body of a loop is not part of its condition.
        assert_eq!(by_statement("Ab!b!d", 0, 0), Some((0, 0)));
        assert_eq!(by_statement("Abc!bcd", 0, 0), Some((1, 0)));
        // Another evaluation of the statement is another execution.
        assert_eq!(by_statement("BcaBc!d", 0, b'd'), Some((4, 3)));
    }
}
