//! The order of the passes, as one search over texts: what is tested ahead may already belong to
//! the next pass.

use crate::checks::Checks;
use crate::minimise::Granularity;
use crate::oracle::{AnsweredContent, Question};
use crate::pass::{Pass, PassRun};
use crate::syntax::SyntaxReader;
use debunk_delta::{Proposal, Search, Subject, TestOutcome};
use std::collections::VecDeque;
use std::sync::Arc;

/// More rounds never helped.
const ROUNDS_MAX: u32 = 12;
/// There is another round if tokens have made the text shorter by one in this many bytes.
const ANOTHER_ROUND_PART: usize = 20;

const SYNTAX_ROUND: [Pass; 13] = [
    Pass::Tree,
    // With short gaps, different ways to the same text are recognised as the same.
    Pass::Gaps,
    Pass::LineEnds,
    Pass::Hoist,
    Pass::Gaps,
    Pass::LineEnds,
    Pass::Names,
    Pass::Short,
    Pass::Tokens,
    Pass::Rows,
    Pass::Probe,
    Pass::Gaps,
    Pass::Characters,
];
const PLAIN_ROUND: [Pass; 4] = [Pass::Lines, Pass::AllTokens, Pass::Gaps, Pass::AllCharacters];
const TREE_ROUND: [Pass; 2] = [Pass::Tree, Pass::Hoist];

/// A text that is being minimised.
#[derive(Clone)]
pub(crate) struct Pipeline {
    pub text: Arc<Vec<u8>>,
    grammar: Option<Arc<SyntaxReader>>,
    granularity: Granularity,
    /// Whether the command is known to accept texts that the grammar does not.
    accepts_broken: bool,
    ahead: VecDeque<Pass>,
    rounds: u32,
    /// Whether this round has found something after which another could find more.
    is_other: bool,
    /// Whether the last try of rows found nothing; the next one would not either.
    are_rows_useless: bool,
    present: Option<CurrentPass>,
    checks: Checks,
}

/// A running pass.
#[derive(Clone)]
struct CurrentPass {
    pass: Pass,
    work: PassRun,
    demand: Demand,
    /// The shortest interesting text that it proposed. What is passed on is never rewritten: only a
    /// text that itself had an answer counts.
    best: Option<Arc<Vec<u8>>>,
}

/// What a text must be to be worth a call.
#[derive(Clone, Copy, Debug)]
struct Demand {
    /// It must be shorter than this.
    length: usize,
    /// The grammar must not find more errors than this.
    errors: Option<usize>,
}

/// A text that may be worth a call.
pub(crate) struct TextDraft {
    text: Arc<Vec<u8>>,
    /// `None` for a text of a repeated question.
    demand: Option<Demand>,
    /// The number of a repeated question.
    check: Option<u32>,
}

impl Pipeline {
    pub fn new(
        text: Vec<u8>,
        grammar: Option<Arc<SyntaxReader>>,
        granularity: Granularity,
    ) -> Self {
        let accepts_broken = grammar.as_ref().is_some_and(|grammar| !grammar.language.is_strict());
        Self {
            text: Arc::new(text),
            grammar,
            granularity,
            accepts_broken,
            ahead: VecDeque::new(),
            rounds: 0,
            is_other: true,
            are_rows_useless: false,
            present: None,
            checks: Checks::default(),
        }
    }

    /// Two different answers to the same question, if there were any.
    pub fn flaky(&self) -> Option<(TestOutcome, TestOutcome)> {
        self.checks.flaky
    }

    /// The shortest interesting text so far.
    pub fn best(&self) -> &Arc<Vec<u8>> {
        self.present.as_ref().and_then(|present| present.best.as_ref()).unwrap_or(&self.text)
    }

    fn begin_round(&mut self) -> bool {
        if !self.is_other || self.rounds == ROUNDS_MAX || self.text.is_empty() {
            return false;
        }
        self.rounds += 1;
        self.is_other = false;
        let round: &[Pass] = match self.granularity {
            Granularity::Auto if self.grammar.is_some() => &SYNTAX_ROUND,
            Granularity::Auto => &PLAIN_ROUND,
            Granularity::Syntax => &TREE_ROUND,
            Granularity::Line => &[Pass::AllLines],
            Granularity::Token => &[Pass::AllTokens],
            Granularity::Character => &[Pass::AllCharacters],
        };
        self.ahead.extend(round);
        true
    }

    fn begin_pass(&mut self) -> bool {
        let Some(pass) = self.ahead.pop_front() else { return self.begin_round() };
        let pass = match pass {
            Pass::Probe if self.accepts_broken => {
                self.ahead.push_front(Pass::Broken);
                Pass::Words
            }
            Pass::Characters if self.accepts_broken => Pass::AllCharacters,
            Pass::Rows if self.are_rows_useless => return true,
            other => other,
        };
        let errors = self
            .grammar
            .as_ref()
            .filter(|grammar| pass.is_filtered() && grammar.language.is_strict())
            .map(|grammar| grammar.errors(&self.text));
        let demand = Demand { length: self.text.len(), errors };
        let work = PassRun::begin(pass, &self.text, self.grammar.as_deref());
        self.present = work.map(|work| CurrentPass { pass, work, demand, best: None });
        true
    }

    fn end_pass(&mut self) {
        let Some(CurrentPass { pass, best, .. }) = self.present.take() else { return };
        if pass == Pass::Rows {
            self.are_rows_useless = best.is_none();
        }
        let Some(best) = best else { return };
        let errors = |text: &[u8]| self.grammar.as_ref().map_or(0, |grammar| grammar.errors(text));
        match pass {
            Pass::Hoist => {
                self.ahead.push_front(Pass::TreeAgain);
                self.is_other |= self.granularity == Granularity::Syntax;
            }
            Pass::TreeAgain => self.ahead.push_front(Pass::Hoist),
            Pass::Probe => {
                if errors(&best) > errors(&self.text) {
                    self.accepts_broken = true;
                }
                self.ahead.push_front(Pass::Broken);
                self.ahead.push_front(Pass::Words);
            }
            // A round costs as much as the text is long, and finds little if this found little.
            Pass::Tokens | Pass::Rows => {
                let gain = self.text.len() - best.len();
                self.is_other |= gain * ANOTHER_ROUND_PART >= self.text.len();
            }
            Pass::AllTokens | Pass::AllLines => self.is_other = true,
            // Characters take over from the syntax only when that has nothing more to offer.
            Pass::AllCharacters => self.is_other |= self.grammar.is_none(),
            _ => {}
        }
        self.text = best;
    }
}

impl Search for Pipeline {
    type Candidate = TextDraft;

    fn propose(&mut self) -> Option<Proposal<TextDraft>> {
        loop {
            if let Some(CurrentPass { work, demand, .. }) = &mut self.present {
                if let Some(Proposal { candidate, likelihood }) = work.propose() {
                    let likelihood = self.checks.refused.correct(&candidate, likelihood);
                    let text = Arc::new(candidate);
                    self.checks.proposed = Some(text.clone());
                    let candidate = TextDraft { text, demand: Some(*demand), check: None };
                    return Some(Proposal { candidate, likelihood });
                }
                self.end_pass();
            } else if !self.begin_pass() {
                let (text, expected) = self.checks.next(&self.text)?;
                let check = Some(self.checks.done);
                let likelihood = if expected.is_fail() { 1.0 } else { 0.0 };
                return Some(Proposal {
                    candidate: TextDraft { text, demand: None, check },
                    likelihood,
                });
            }
        }
    }

    fn answer(&mut self, outcome: TestOutcome) {
        match &mut self.present {
            Some(CurrentPass { work, best, .. }) => {
                work.answer(outcome);
                let is_shorter =
                    |text: &&Arc<Vec<u8>>| best.as_ref().is_none_or(|best| text.len() < best.len());
                let interesting = self.checks.proposed.as_ref().filter(|_| outcome.is_fail());
                if let Some(text) = interesting.filter(is_shorter) {
                    *best = Some(text.clone());
                }
                self.checks.note(outcome);
            }
            None => {
                self.checks.compare(&self.text, outcome);
            }
        }
    }
}

/// Asks about texts that are worth it.
pub(crate) struct Texts<'t, Asked> {
    pub oracle: &'t Asked,
    pub grammar: Option<Arc<SyntaxReader>>,
}

impl<Asked: Subject<Content = Question>> Subject for Texts<'_, Asked> {
    type Candidate = TextDraft;
    type Content = Question;

    fn build(&self, draft: &TextDraft) -> Option<Question> {
        let question = Question { content: draft.text.clone(), check: draft.check };
        let Some(demand) = draft.demand else { return Some(question) };
        if question.content.len() >= demand.length {
            return None;
        }
        let is_understood = match (&self.grammar, demand.errors) {
            (Some(grammar), Some(errors)) => grammar.errors(&question.content) <= errors,
            _ => true,
        };
        is_understood.then_some(question)
    }

    fn test(&self, question: &Question) -> TestOutcome {
        self.oracle.test(question)
    }

    fn used(&self, answered: &AnsweredContent) {
        self.oracle.used(answered);
    }
}
