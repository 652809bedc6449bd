//! Carries a case along when parts of its program are removed: breakpoints and edits move with the
//! text, and those in removed text are dropped.

use crate::case::Case;
use crate::note::describe;
use debunk_model::{
    Action, Edit, Granularity, LineIndex, Location, LocationOrigin, Program, SourceMap, Span,
};
use debunk_relations::PlannedStep;
use debunk_results::Transformation;
use std::sync::Arc;

impl Case {
    /// How finely the debugger knows places, as it was recorded with the transformation.
    fn granularity(&self) -> Granularity {
        match &self.change {
            Some(change) => change.rules.granularity,
            None => Granularity::usual(self.program.language),
        }
    }

    /// The case after these edits of its program; `None` if its transformation is no longer
    /// possible there.
    pub(crate) fn carried(&self, edits: Vec<Edit>) -> Option<Case> {
        let map = map_of(self.granularity(), &self.program.text, edits)?;
        let program = self.program.with_text(map.new_text().clone());
        let actions =
            self.actions.iter().map(|action| action.carried(|at| map.forward(at))).collect();
        let change = match &self.change {
            None => None,
            Some(change) => Some(carry_change(change, &self.program, &map)?),
        };
        let mut case = Case { program, actions: self.actions.clone(), change };
        case.set_actions(actions);
        case.refresh()?;
        Some(case)
    }

    /// Makes the plan fit the program and the actions: what the follow-up repeats from the initial
    /// session uses the places of its own program.
    pub(crate) fn refresh(&mut self) -> Option<()> {
        let granularity = self.granularity();
        let Some(change) = &mut self.change else { return Some(()) };
        let map = map_of(granularity, &self.program.text, change.edits.clone())?;
        let rules = &mut change.rules;
        if !rules.uncertain.is_empty() || !rules.beside.is_empty() {
            let sites = debunk_languages::analyse(&self.program).ok()?;
            if !rules.beside.is_empty() {
                rules.beside = sites.beside(&self.program.text, &self.program.lines());
            }
            if !rules.uncertain.is_empty() {
                rules.uncertain = sites.uncertain;
            }
        }
        let actions = &self.actions;
        change.steps.retain_mut(|step| match step {
            PlannedStep::Same { action: Action::Restart, .. } => true,
            PlannedStep::Same { action, index } => match actions.get(*index) {
                Some(own) => own.carried(|at| map.forward(at)).map(|own| *action = own).is_some(),
                None => false,
            },
            _ => true,
        });
        if change.may_pause_within.is_some() {
            change.may_pause_within = pausable(&self.program, change, &map);
        }
        change.note = describe(change, &self.program);
        Some(())
    }
}

/// The map of edits for a debugger that knows places that finely.
fn map_of(granularity: Granularity, text: &Arc<str>, edits: Vec<Edit>) -> Option<SourceMap> {
    SourceMap::apply(text, edits).ok().map(|map| granularity.map(map))
}

fn carry_change(
    change: &Transformation,
    program: &Program,
    map: &SourceMap,
) -> Option<Transformation> {
    let mut edits = Vec::with_capacity(change.edits.len());
    for edit in &change.edits {
        match carry_edit(edit, map.edits()) {
            Carried::Moved(edit) => edits.push(edit),
            // For a renamed variable some occurrences may be gone; any other change is applied
            // whole or not at all.
            Carried::Gone if change.rules.renamed.is_some() => {}
            Carried::Gone | Carried::Broken => return None,
        }
    }
    if edits.is_empty() && !change.edits.is_empty() {
        return None;
    }
    let granularity = change.rules.granularity;
    let before = map_of(granularity, &program.text, change.edits.clone())?;
    let after = map_of(granularity, map.new_text(), edits.clone())?;
    let carry = |at: Location| match before.back(at) {
        LocationOrigin::At(old) => after.forward(map.forward(old)?),
        _ => None,
    };
    let mut steps = Vec::with_capacity(change.steps.len());
    for step in &change.steps {
        let PlannedStep::Extra { action, pauses } = step else {
            steps.push(step.clone());
            continue;
        };
        let action = action.carried(carry)?;
        steps.push(PlannedStep::Extra { action, pauses: *pauses });
    }
    Some(Transformation { edits, steps, ..change.clone() })
}

/// The new form of an edit when the text under it is edited.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Carried {
    Moved(Edit),
    Gone,
    Broken,
}

fn carry_edit(edit: &Edit, reductions: &[Edit]) -> Carried {
    let Span { start, end } = edit.span;
    let mut shift = 0i64;
    let mut inner = 0i64;
    for reduction in reductions {
        let gone = reduction.span;
        let growth = reduction.text.len() as i64 - i64::from(gone.end - gone.start);
        if gone.end <= start {
            shift += growth;
        } else if gone.start >= end {
            break;
        } else if start == end {
            // Text to insert into removed text is inserted in its place.
            let at = (i64::from(gone.start) + shift) as u32;
            return Carried::Moved(Edit::insert(at, edit.text.clone()));
        } else if gone.start <= start && end <= gone.end {
            return Carried::Gone;
        } else if start <= gone.start && gone.end <= end {
            inner += growth;
        } else {
            return Carried::Broken;
        }
    }
    let moved = |offset: u32, shift: i64| (i64::from(offset) + shift) as u32;
    let span = Span::new(moved(start, shift), moved(end, shift + inner));
    Carried::Moved(Edit::replace(span, edit.text.clone()))
}

/// Where a rewritten literal lets the follow-up pause: from the start of its statement to its end.
fn pausable(
    program: &Program,
    change: &Transformation,
    map: &SourceMap,
) -> Option<(Location, Location)> {
    let edit = change.edits.first()?;
    let sites = debunk_languages::analyse(program).ok()?;
    let start = sites.statement_start(edit.span.start)?;
    let lines = LineIndex::new(map.new_text());
    let at = |offset: u32| lines.location(map.new_text(), offset);
    let range = (at(start), at(edit.span.start + edit.text.len() as u32));
    Some(change.rules.granularity.range(range))
}

#[cfg(test)]
mod tests {
    use super::*;
    use debunk_model::Goal;
    use debunk_relations::Rules;

    const TEXT: &str = "one();\ntwo(5);\nthree();\nfour();\n";

    fn delete(text: &str) -> Edit {
        let start = TEXT.find(text).expect("there") as u32;
        Edit::delete(Span::new(start, start + text.len() as u32))
    }

    fn case(edits: Vec<Edit>, extra: Option<Location>) -> Case {
        let program = Program::javascript("p.js", Goal::Script, TEXT);
        let actions = vec![
            Action::add_breakpoint(Location::new(2, 0)),
            Action::add_breakpoint(Location::new(4, 0)),
            Action::Start,
        ];
        let mut steps: Vec<PlannedStep> = (0..actions.len())
            .map(|index| PlannedStep::Same { action: actions[index].clone(), index })
            .collect();
        steps.extend(
            extra.map(|at| PlannedStep::Extra { action: Action::add_breakpoint(at), pauses: true }),
        );
        let (rules, note) = (Rules::default(), String::new());
        let change = Transformation { edits, steps, rules, may_pause_within: None, note };
        let mut case = Case { program, actions, change: Some(change) };
        case.refresh().expect("fits");
        case
    }

    fn breakpoints(case: &Case) -> Vec<String> {
        case.actions.iter().map(ToString::to_string).collect()
    }

    fn planned(case: &Case) -> Vec<String> {
        let steps = &case.change.as_ref().expect("there").steps;
        steps
            .iter()
            .map(|step| match step {
                PlannedStep::Same { action, index } => format!("{index}: {action}"),
                PlannedStep::Extra { action, .. } => format!("extra: {action}"),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn breakpoints_move_with_the_text_and_go_with_it() {
        let case = case(vec![Edit::insert(0, "zero();\n")], None);
        let smaller = case.carried(vec![delete("one();\n")]).expect("fits");
        assert_eq!(
            breakpoints(&smaller),
            ["add breakpoint at 1:0", "add breakpoint at 3:0", "start"]
        );
        assert_eq!(
            planned(&smaller),
            ["0: add breakpoint at 2:0", "1: add breakpoint at 4:0", "2: start"],
            "one line further down in the follow-up"
        );
        let smaller = case.carried(vec![delete("two(5);\n")]).expect("fits");
        assert_eq!(breakpoints(&smaller), ["add breakpoint at 3:0", "start"]);
        assert_eq!(planned(&smaller), ["0: add breakpoint at 4:0", "1: start"]);
    }

    #[test]
    fn an_edit_moves_with_its_place() {
        let literal = TEXT.find('5').expect("there") as u32;
        let split = Edit::replace(Span::new(literal, literal + 1), "(4 + 1)");
        let case = case(vec![split], None);
        let smaller = case.carried(vec![delete("one();\n")]).expect("fits");
        let edits = &smaller.change.as_ref().expect("there").edits;
        assert_eq!(edits[0].span, Span::new(literal - 7, literal - 6));
        assert!(case.carried(vec![delete("two(5);\n")]).is_none(), "nothing is left to split");
        let within = delete("5");
        assert!(case.carried(vec![within]).is_none());
    }

    #[test]
    fn what_was_inserted_in_text_that_is_gone_is_inserted_in_its_place() {
        let place = TEXT.find("two").expect("there") as u32;
        let case = case(vec![Edit::insert(place, "x = x; ")], None);
        let smaller = case.carried(vec![delete("two(5);\n")]).expect("fits");
        let change = smaller.change.as_ref().expect("there");
        let map = SourceMap::apply(&smaller.program.text, change.edits.clone()).expect("fits");
        assert_eq!(&**map.new_text(), "one();\nx = x; three();\nfour();\n");
        assert_eq!(change.note, "inserted x = x; at 2:0");
    }

    #[test]
    fn a_removed_part_may_shrink() {
        let gone = Edit::delete(Span::new(7, 24));
        let reduction = Edit::delete(Span::new(7, 15));
        let carried = carry_edit(&gone, std::slice::from_ref(&reduction));
        assert_eq!(carried, Carried::Moved(Edit::delete(Span::new(7, 16))));
        let across = Edit::delete(Span::new(0, 9));
        assert_eq!(carry_edit(&gone, &[across]), Carried::Broken);
    }

    #[test]
    fn an_extra_breakpoint_moves_or_the_change_is_not_applicable() {
        let case = case(Vec::new(), Some(Location::new(3, 0)));
        let smaller = case.carried(vec![delete("one();\n")]).expect("fits");
        assert_eq!(planned(&smaller)[3], "extra: add breakpoint at 2:0");
        assert!(case.carried(vec![delete("three();\n")]).is_none());
    }
}
