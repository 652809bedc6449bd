//! Adds a comment or a blank line: only locations move.

use super::{at, changed, indentation, insert_statement, words};
use crate::{Application, Group, Inapplicable, Initial, Needs, Relation, Rules};
use debunk_model::{Edit, InsertionSite, TestRng};

/// Inserts a comment before a statement, on its line or on a separate line, or a blank line.
///
/// ```text
/// before: x = f();
/// after:  /* said */ x = f();
/// ```
pub(super) struct AddComments;

impl Relation for AddComments {
    fn name(&self) -> &'static str {
        "add-comments"
    }

    fn group(&self) -> Group {
        Group::Program
    }

    fn summary(&self) -> &'static str {
        "comments and blank lines move locations and change nothing else"
    }

    fn example(&self) -> &'static str {
        "x = f();  ->  /* said */ x = f();"
    }

    fn is_interactive(&self) -> bool {
        false
    }

    fn needs(&self) -> Needs {
        Needs { exact_breakpoints: true, ..Needs::default() }
    }

    fn transform(
        &self,
        initial: &Initial<'_>,
        rng: &mut TestRng,
    ) -> Result<Application, Inapplicable> {
        let words = words(initial);
        let fits = |site: &&InsertionSite| site.starts_line || !words.comment_fills_line;
        let sites: Vec<&InsertionSite> = initial.sites.insertions.iter().filter(fits).collect();
        let site = *rng.pick(&sites).ok_or(Inapplicable("no statement"))?;
        let edit = if site.starts_line && rng.chance(30) {
            // If whitespace is significant, the statement keeps its indentation.
            let blanks = if site.joins_line && !words.comment_fills_line {
                ""
            } else {
                indentation(initial, site)
            };
            Edit::insert(site.offset, format!("\n{blanks}"))
        } else {
            insert_statement(initial, site, words.comment, words.comment_fills_line, rng)
        };
        let note = format!("added {:?} at {}", edit.text, at(initial, site.offset));
        let plan = changed(initial, vec![edit], Rules::default(), note)?;
        Ok(Application::FollowUp(Box::new(plan)))
    }
}
