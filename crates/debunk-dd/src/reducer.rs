//! A text on its way to being as short as it can: the state that all passes share.

use crate::oracle::Oracle;
use crate::syntax::Grammar;
use debunk_delta::{Counts, End, Engine, Outcome, Search, Subject};

/// Tells the user how far it is: the pass, the counts, the size now.
pub(crate) type Observer<'o> = dyn Fn(&'static str, &Counts, usize) + Sync + 'o;

/// The text and what is needed to shorten it.
pub(crate) struct Reducer<'r> {
    pub engine: Engine<'r>,
    pub oracle: &'r Oracle<'r>,
    pub grammar: Option<Grammar>,
    pub text: Vec<u8>,
    /// Whether the command is known to accept texts that the grammar does not.
    pub accepts_broken: bool,
    pub end: End,
    pub observer: &'r Observer<'r>,
}

/// Which candidates are worth a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// Those that the grammar understands as well as the present text.
    Grammar,
    /// All.
    None,
}

/// Candidates that become texts.
struct Texts<'t, C, R> {
    oracle: &'t Oracle<'t>,
    render: R,
    /// The grammar with the highest number of errors that is let through.
    grammar: Option<(&'t Grammar, usize)>,
    length: usize,
    candidate: std::marker::PhantomData<fn(&C)>,
}

impl<C, R: Fn(&C) -> Vec<u8> + Sync> Subject for Texts<'_, C, R> {
    type Candidate = C;
    type Content = Vec<u8>;

    fn build(&self, candidate: &C) -> Option<Vec<u8>> {
        let text = (self.render)(candidate);
        if text.len() >= self.length {
            return None;
        }
        let is_understood =
            self.grammar.is_none_or(|(grammar, errors)| grammar.errors(&text) <= errors);
        is_understood.then_some(text)
    }

    fn test(&self, text: &Vec<u8>) -> Outcome {
        self.oracle.ask(text)
    }
}

impl Reducer<'_> {
    /// Whether a limit was reached or the user wants to end.
    pub fn is_over(&self) -> bool {
        self.end != End::Complete
    }

    /// Runs a search whose candidates are written by `render`; `result` reads its best one.
    /// Tells whether the text became shorter.
    pub fn run<S: Search>(
        &mut self,
        pass: &'static str,
        search: S,
        filter: Filter,
        render: impl Fn(&S::Candidate) -> Vec<u8> + Sync,
        result: impl Fn(&S) -> S::Candidate,
    ) -> bool {
        if self.is_over() {
            return false;
        }
        (self.observer)(pass, &self.engine.counts(), self.text.len());
        let grammar = match (&self.grammar, filter) {
            (Some(grammar), Filter::Grammar) if grammar.language.is_strict() => {
                Some((grammar, grammar.errors(&self.text)))
            }
            _ => None,
        };
        let subject = Texts {
            oracle: self.oracle,
            render,
            grammar,
            length: self.text.len(),
            candidate: std::marker::PhantomData,
        };
        let mut search = search;
        self.end = self.engine.run(&mut search, &subject);
        let text = (subject.render)(&result(&search));
        let is_shorter = text.len() < self.text.len();
        if is_shorter {
            self.text = text;
        }
        (self.observer)(pass, &self.engine.counts(), self.text.len());
        is_shorter
    }
}
