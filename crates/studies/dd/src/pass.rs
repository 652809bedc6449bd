//! The passes: each tries one kind of change on the whole text.

use crate::maker::PassMaker;
use crate::syntax::SyntaxReader;
use debunk_delta::{OneByOne, Probable, Proposal, Search, TestOutcome, TreeSearch, TreeShape};
use std::sync::Arc;

/// One kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Leave out lines.
    Lines,
    /// Leave out lines until no more can be removed.
    AllLines,
    /// Delete nodes of the syntax tree.
    Tree,
    /// Delete nodes after others have been moved.
    TreeAgain,
    /// Replace nodes by descendants.
    Hoist,
    /// Replace nodes by short texts.
    Short,
    /// Make gaps as short as possible.
    Gaps,
    /// Make gaps with line ends a single line end.
    LineEnds,
    /// Leave out tokens and pairs of brackets, if the grammar allows it.
    Tokens,
    /// Leave out any tokens, until no more can be removed.
    AllTokens,
    /// Leave out nodes with the signs beside them, and short rows of tokens.
    Rows,
    /// Use names of one letter.
    Names,
    /// Leave out one token regardless of the grammar, to see whether that works.
    Probe,
    /// Cut words to their first letter, regardless of the grammar.
    Words,
    /// Leave out single tokens regardless of the grammar.
    Broken,
    /// Leave out characters until no more can be removed, if the grammar allows it.
    Characters,
    /// Leave out characters until no more can be removed.
    AllCharacters,
}

impl Pass {
    /// Whether texts that the grammar does not understand are skipped.
    pub fn is_filtered(self) -> bool {
        !matches!(
            self,
            Pass::Lines
                | Pass::AllLines
                | Pass::AllTokens
                | Pass::Probe
                | Pass::Words
                | Pass::Broken
                | Pass::AllCharacters
        )
    }
}

/// What a search chose.
enum Choice {
    Kept(Vec<usize>),
    Shape(TreeShape),
}

type TextWriter = Arc<dyn Fn(&Choice) -> Vec<u8> + Send + Sync>;

/// A running pass on a text.
#[derive(Clone)]
pub(crate) struct PassRun {
    search: Inner,
    write: TextWriter,
}

#[derive(Clone)]
enum Inner {
    Probable(Probable),
    OneByOne(OneByOne),
    Tree(TreeSearch),
}

impl PassRun {
    /// Begins a pass on a text.
    pub fn begin(
        pass: Pass,
        text: &Arc<Vec<u8>>,
        grammar: Option<&SyntaxReader>,
    ) -> Option<PassRun> {
        PassMaker { text, grammar }.make(pass)
    }

    /// The next text and the likelihood that it is interesting.
    pub fn propose(&mut self) -> Option<Proposal<Vec<u8>>> {
        let (choice, likelihood) = match &mut self.search {
            Inner::Probable(search) => kept(search.propose()?),
            Inner::OneByOne(search) => kept(search.propose()?),
            Inner::Tree(search) => {
                let Proposal { candidate, likelihood } = search.propose()?;
                (Choice::Shape(candidate), likelihood)
            }
        };
        Some(Proposal { candidate: (self.write)(&choice), likelihood })
    }

    pub fn answer(&mut self, outcome: TestOutcome) {
        match &mut self.search {
            Inner::Probable(search) => search.answer(outcome),
            Inner::OneByOne(search) => search.answer(outcome),
            Inner::Tree(search) => search.answer(outcome),
        }
    }

    /// The text of the current choice. Only tests use it: a result is a text that was proposed and
    /// answered.
    #[cfg(test)]
    pub fn written(&self) -> Vec<u8> {
        (self.write)(&match &self.search {
            Inner::Probable(search) => Choice::Kept(search.kept()),
            Inner::OneByOne(search) => Choice::Kept(search.kept().to_vec()),
            Inner::Tree(search) => Choice::Shape(search.shape().clone()),
        })
    }

    /// A search of that kind over parts.
    pub fn probable(
        search: Probable,
        write: impl Fn(&[usize]) -> Vec<u8> + Send + Sync + 'static,
    ) -> PassRun {
        PassRun { search: Inner::Probable(search), write: on_kept(write) }
    }

    /// A search over a syntax tree.
    pub fn tree(
        search: TreeSearch,
        write: impl Fn(&TreeShape) -> Vec<u8> + Send + Sync + 'static,
    ) -> PassRun {
        let write: TextWriter = Arc::new(move |choice| match choice {
            Choice::Shape(shape) => write(shape),
            Choice::Kept(_) => Vec::new(),
        });
        PassRun { search: Inner::Tree(search), write }
    }

    /// A search of that kind over parts.
    pub fn one_by_one(
        search: OneByOne,
        write: impl Fn(&[usize]) -> Vec<u8> + Send + Sync + 'static,
    ) -> PassRun {
        PassRun { search: Inner::OneByOne(search), write: on_kept(write) }
    }
}

fn kept(proposal: Proposal<Vec<usize>>) -> (Choice, f64) {
    (Choice::Kept(proposal.candidate), proposal.likelihood)
}

fn on_kept(write: impl Fn(&[usize]) -> Vec<u8> + Send + Sync + 'static) -> TextWriter {
    Arc::new(move |choice| match choice {
        Choice::Kept(kept) => write(kept),
        Choice::Shape(_) => Vec::new(),
    })
}
