//! A content with the answer that it got itself.

use crate::{Outcome, Subject};

/// A content that was put to the test, with its answer.
///
/// Only a test makes one: [`Tested::put`], or an [`Engine`](crate::Engine) that has the answer.
/// Whoever writes or prints a result asks for one, so that nothing gets out that was put together
/// after the last test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested<Content> {
    content: Content,
    outcome: Outcome,
}

impl<Content> Tested<Content> {
    pub(crate) fn new(content: Content, outcome: Outcome) -> Self {
        Self { content, outcome }
    }

    /// Puts a content to the test.
    pub fn put<S: Subject<Content = Content>>(subject: &S, content: Content) -> Self {
        let outcome = subject.test(&content);
        Self { content, outcome }
    }

    /// What was tested.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The answer.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Whether the answer is "fail": the content shows what is looked for.
    pub fn is_fail(&self) -> bool {
        self.outcome.is_fail()
    }

    /// The content alone, which vouches for nothing any more.
    pub fn into_content(self) -> Content {
        self.content
    }
}
