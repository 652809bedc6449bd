//! The passes: each tries one kind of change on the whole case.

use crate::case::{Case, Droppable};
use crate::tree::{Movable, PartTree, merged, with_line};
use debunk_delta::{Probable, Proposal, Search, TestVerdict, TreeSearch, TreeStage};
use debunk_languages::{parses, parts};
use debunk_model::{Action, Edit, LineIndex, Span};
use std::sync::Arc;

/// How likely something is needed, before anything is known.
const STATEMENT_NEEDED: f64 = 0.15;
const ACTION_NEEDED: f64 = 0.25;
const COMMENT_NEEDED: f64 = 0.02;
const NODE_NEEDED: f64 = 0.2;

/// One kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Leave out the actions from this one on.
    Trim(usize),
    /// Leave out statements of the top level.
    TopLevel,
    /// Leave out actions, and requests of the follow-up.
    Actions,
    /// Leave out comments and blank lines.
    Comments,
    /// Leave out parts of the program, level by level.
    Delete,
    /// Replace statements by statements inside them.
    HoistStatements,
    /// Replace expressions by expressions inside them.
    HoistExpressions,
    /// Replace parts by short texts.
    Shorten,
    /// Replace steps by continue.
    Continue,
    /// Replace other steps by step over.
    StepOver,
    /// Ask plainer questions.
    Questions,
}

type Make<Choice> = Arc<dyn Fn(&Choice) -> Option<Case> + Send + Sync>;

/// A running pass on a case: a search with the meaning of its choices.
#[derive(Clone)]
pub(crate) struct Work {
    inner: Inner,
}

#[derive(Clone)]
enum Inner {
    List(Probable, Make<Vec<usize>>),
    Tree(Box<TreeSearch>, Make<debunk_delta::TreeShape>),
}

impl Work {
    /// Begins a pass on a case; `None` if there is nothing to try.
    pub fn begin(pass: Pass, case: &Case) -> Option<Work> {
        match pass {
            Pass::Trim(count) => trim(case, count),
            Pass::TopLevel => top_level(case),
            Pass::Actions => actions(case),
            Pass::Comments => comments(case),
            Pass::Continue => plainer(case, &Action::Continue),
            Pass::StepOver => plainer(case, &Action::StepOver),
            Pass::Questions => questions(case),
            Pass::Delete => tree(case, Movable::Statements, TreeStage::Delete),
            Pass::HoistStatements => tree(case, Movable::Statements, TreeStage::Hoist),
            Pass::HoistExpressions => tree(case, Movable::Expressions, TreeStage::Hoist),
            Pass::Shorten => tree(case, Movable::Expressions, TreeStage::Replace(0)),
        }
    }
}

impl Search for Work {
    type Candidate = Option<Case>;

    fn propose(&mut self) -> Option<Proposal<Option<Case>>> {
        match &mut self.inner {
            Inner::List(search, make) => {
                let Proposal { candidate, likelihood } = search.propose()?;
                Some(Proposal { candidate: make(&candidate), likelihood })
            }
            Inner::Tree(search, make) => {
                let Proposal { candidate, likelihood } = search.propose()?;
                Some(Proposal { candidate: make(&candidate), likelihood })
            }
        }
    }

    fn answer(&mut self, outcome: TestVerdict) {
        match &mut self.inner {
            Inner::List(search, _) => search.answer(outcome),
            Inner::Tree(search, _) => search.answer(outcome),
        }
    }
}

impl Work {
    /// The result of the pass; `None` if it changed nothing.
    pub fn result(&self) -> Option<Case> {
        match &self.inner {
            Inner::List(search, make) => {
                (!search.removed().is_empty()).then(|| make(&search.kept())).flatten()
            }
            Inner::Tree(search, make) => make(search.shape()),
        }
    }
}

fn list(
    count: usize,
    needed: f64,
    make: impl Fn(&Vec<usize>) -> Option<Case> + Send + Sync + 'static,
) -> Option<Work> {
    (count > 0).then(|| Work { inner: Inner::List(Probable::new(count, needed), Arc::new(make)) })
}

/// The edited case, if it is still a program.
fn edited(case: &Case, edits: Option<Vec<Edit>>) -> Option<Case> {
    let smaller = case.carried(edits?)?;
    parses(&smaller.program).then_some(smaller)
}

fn trim(case: &Case, count: usize) -> Option<Work> {
    let case = case.clone();
    let rest: Vec<Droppable> = (count..case.actions.len()).map(Droppable::Action).collect();
    list(usize::from(!rest.is_empty()), ACTION_NEEDED, move |_| {
        let mut smaller = case.without(&rest);
        smaller.refresh()?;
        Some(smaller)
    })
}

fn top_level(case: &Case) -> Option<Work> {
    let found = parts(&case.program).ok()?;
    let spans: Vec<Span> = found
        .parts
        .iter()
        .filter(|part| part.parent == Some(0) && part.removal == debunk_model::Removal::Alone)
        .map(|part| with_line(&case.program.text, part.span))
        .collect();
    without_spans(case, spans, STATEMENT_NEEDED)
}

fn comments(case: &Case) -> Option<Work> {
    let text = &case.program.text;
    let found = parts(&case.program).ok()?;
    let mut spans: Vec<Span> =
        found.comments.iter().map(|comment| with_line(text, *comment)).collect();
    let lines = LineIndex::new(text);
    let blank = (1..=lines.line_count()).filter_map(|line| {
        let span = lines.line_span(line)?;
        let next = lines.line_span(line + 1)?;
        let is_within = |other: &Span| other.start < next.start && span.start < other.end;
        let is_blank = span.of(text).trim().is_empty() && !found.comments.iter().any(is_within);
        // A blank line inside a template belongs to a value.
        is_blank.then(|| Span::new(span.start, next.start))
    });
    spans.extend(blank);
    spans.sort();
    without_spans(case, spans, COMMENT_NEEDED)
}

fn without_spans(case: &Case, spans: Vec<Span>, needed: f64) -> Option<Work> {
    let case = case.clone();
    list(spans.len(), needed, move |kept| {
        let gone = (0..spans.len()).filter(|number| kept.binary_search(number).is_err());
        edited(&case, merged(gone.map(|number| Edit::delete(spans[number])).collect()))
    })
}

fn actions(case: &Case) -> Option<Work> {
    let case = case.clone();
    let droppable = case.droppable();
    list(droppable.len(), ACTION_NEEDED, move |kept| {
        let gone = (0..droppable.len()).filter(|number| kept.binary_search(number).is_err());
        let dropped: Vec<Droppable> = gone.map(|number| droppable[number]).collect();
        let mut smaller = case.without(&dropped);
        smaller.refresh()?;
        Some(smaller)
    })
}

/// Questions become plainer, wherever the result stays the same.
fn questions(case: &Case) -> Option<Work> {
    let case = case.clone();
    let found = case.simplifications();
    list(found.len(), ACTION_NEEDED, move |kept| {
        let plain = (0..found.len()).filter(|number| kept.binary_search(number).is_err());
        let mut plainer = case.simplified(&plain.map(|number| found[number]).collect::<Vec<_>>());
        plainer.refresh()?;
        Some(plainer)
    })
}

/// Steps become plainer actions, wherever the result stays the same.
fn plainer(case: &Case, plain: &Action) -> Option<Work> {
    let case = case.clone();
    let is_special = |action: &Action| match plain {
        Action::Continue => action.is_step(),
        _ => matches!(action, Action::StepIn | Action::StepOut),
    };
    let special: Vec<usize> =
        (0..case.actions.len()).filter(|&number| is_special(&case.actions[number])).collect();
    let plain = plain.clone();
    list(special.len(), ACTION_NEEDED, move |kept| {
        let mut plainer = case.clone();
        for (number, &position) in special.iter().enumerate() {
            if kept.binary_search(&number).is_err() {
                plainer.actions[position] = plain.clone();
            }
        }
        plainer.refresh()?;
        Some(plainer)
    })
}

fn tree(case: &Case, movable: Movable, stage: TreeStage) -> Option<Work> {
    let found = parts(&case.program).ok()?;
    let parts = PartTree::new(&case.program.text, found, movable);
    let search = TreeSearch::new(parts.tree.clone(), [stage]).estimate(NODE_NEEDED);
    let case = case.clone();
    let make = move |shape: &debunk_delta::TreeShape| edited(&case, parts.edits(shape));
    Some(Work { inner: Inner::Tree(Box::new(search), Arc::new(make)) })
}
