//! Reduces one finding of each class of a result folder.

use debunk_base::{Blocks, in_order};
use debunk_results::{Classes, Figures, FindingError, ReducedClass, Representative};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Progress of the reduction of classes.
pub struct ClassProgress<'progress> {
    /// The class and its first finding.
    pub first: &'progress Representative,
    /// What is left of it.
    pub reduced: &'progress ReducedClass,
    /// Classes done so far.
    pub done: usize,
    /// Classes to do.
    pub of: usize,
}

/// The form that a reduction left and what it cost, or why it failed.
pub type ClassReduction = Result<(String, Figures), String>;

/// Reduces the first finding of each pending class, `jobs` of them in parallel, and keeps the
/// results. An interrupted reduction starts afresh the next time. The reductions are independent,
/// so their number in parallel changes nothing.
///
/// # Errors
/// If the result cannot be kept.
pub fn reduce_classes(
    out: &Path,
    pending: &[Representative],
    jobs: usize,
    stop: &AtomicBool,
    work: &(dyn Fn(&Representative) -> ClassReduction + Sync),
    show: &mut dyn FnMut(&ClassProgress<'_>),
) -> Result<Classes, FindingError> {
    let mut classes = Classes::read(out)?;
    in_order(
        jobs,
        0..pending.len() as u64,
        stop,
        &Blocks {
            length: 1,
            make_state: &|| (),
            begin: &|()| {},
            work: &|(), number| {
                let answer = work(&pending[number as usize]);
                (answer, stop.load(Ordering::SeqCst))
            },
        },
        |number, (answer, is_stopped)| {
            if is_stopped {
                return Ok(());
            }
            let first = &pending[number as usize];
            let (form, figures, failure) = match answer {
                Ok((form, figures)) => (form, Some(figures), None),
                Err(reason) => (first.class.clone(), None, Some(reason)),
            };
            let reduced = ReducedClass { folder: first.folder.clone(), form, figures, failure };
            let (done, of) = (number as usize + 1, pending.len());
            show(&ClassProgress { first, reduced: &reduced, done, of });
            classes.classes.insert(first.class.clone(), reduced);
            classes.write(out)
        },
    )?;
    Ok(classes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_results::FailedReduction;

    fn first(class: &str, folder: &str) -> Representative {
        Representative { class: class.to_owned(), folder: folder.to_owned() }
    }

    #[test]
    fn what_was_interrupted_is_pending_again() -> Result<(), Box<dyn std::error::Error>> {
        let out = tempfile::tempdir()?;
        let stop = AtomicBool::new(false);
        let pending = [first("a", "1"), first("b", "2")];
        let work = |first: &Representative| {
            stop.store(first.class == "b", Ordering::SeqCst);
            Err("it does not hold".to_owned())
        };
        let classes = reduce_classes(out.path(), &pending, 1, &stop, &work, &mut |_| {})?;
        assert_eq!(classes.pending(pending.clone()), [first("b", "2")]);
        assert_eq!(Classes::read(out.path())?, classes);
        Ok(())
    }

    #[test]
    fn a_failed_reduction_is_recorded_with_its_reason() -> Result<(), Box<dyn std::error::Error>> {
        let out = tempfile::tempdir()?;
        let stop = AtomicBool::new(false);
        let work = |_: &Representative| Err("it does not hold".to_owned());
        reduce_classes(out.path(), &[first("a", "1")], 1, &stop, &work, &mut |_| {})?;
        let failure =
            FailedReduction { class: "a".to_owned(), reason: "it does not hold".to_owned() };
        assert_eq!(Classes::read(out.path())?.failures(), [failure]);
        Ok(())
    }
}
