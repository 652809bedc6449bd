//! A content with its own answer.

use crate::{Subject, TestOutcome};

/// A content that was tested, with its answer.
///
/// Only a test makes one: [`TestedContent::put`], or an [`Engine`](crate::Engine) that has the answer.
/// Whoever writes or prints a result requires one, so that no untested content gets out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestedContent<Content> {
    content: Content,
    outcome: TestOutcome,
}

impl<Content> TestedContent<Content> {
    pub(crate) fn new(content: Content, outcome: TestOutcome) -> Self {
        Self { content, outcome }
    }

    /// Tests a content.
    pub fn put<S: Subject<Content = Content>>(subject: &S, content: Content) -> Self {
        let outcome = subject.test(&content);
        Self { content, outcome }
    }

    /// What was tested.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// The answer.
    pub fn outcome(&self) -> TestOutcome {
        self.outcome
    }

    /// Whether the answer is "fail": the content is interesting.
    pub fn is_fail(&self) -> bool {
        self.outcome.is_fail()
    }

    /// The content alone, without any guarantee.
    pub fn into_content(self) -> Content {
        self.content
    }
}
