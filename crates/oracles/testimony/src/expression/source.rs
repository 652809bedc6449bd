//! Where the values in an expression come from.

use crate::log::{Log, LoggedChild};

/// Known values, and what they hold.
pub trait ValueSource {
    /// Leads to a value.
    type Handle: Clone + PartialEq;

    /// The value of a variable.
    fn variable(&self, name: &str) -> Option<Self::Handle>;

    /// The text of a value in normal form.
    fn text<'text>(&'text self, handle: &'text Self::Handle) -> Option<&'text str>;

    /// The only value that another one holds under a key.
    fn child(&self, handle: &Self::Handle, key: &str) -> Option<Self::Handle>;

    /// Whether a value is known to hold others, or to be able to.
    fn is_holder(&self, handle: &Self::Handle) -> bool;

    /// Whether all that a value holds is known.
    fn is_whole(&self, handle: &Self::Handle) -> bool;
}

/// Values of which nothing but the text is known.
pub(crate) struct PlainValues<'run, 'text> {
    /// The text of a variable's value.
    pub(crate) text_of: &'run dyn Fn(&str) -> Option<&'text str>,
}

impl<'run> ValueSource for PlainValues<'_, 'run> {
    type Handle = &'run str;

    fn variable(&self, name: &str) -> Option<&'run str> {
        (self.text_of)(name)
    }

    fn text<'text>(&'text self, handle: &'text &'run str) -> Option<&'text str> {
        Some(handle)
    }

    fn child(&self, _: &&'run str, _: &str) -> Option<&'run str> {
        None
    }

    fn is_holder(&self, _: &&'run str) -> bool {
        false
    }

    fn is_whole(&self, _: &&'run str) -> bool {
        false
    }
}

/// The values of a log.
pub struct LoggedValues<'run> {
    /// The log.
    pub log: &'run Log,
    /// The number of a variable's value.
    pub number_of: &'run dyn Fn(&str) -> Option<u32>,
}

impl ValueSource for LoggedValues<'_> {
    /// The numbers of a value and of those around it, outermost first.
    type Handle = Vec<u32>;

    fn variable(&self, name: &str) -> Option<Vec<u32>> {
        (self.number_of)(name).map(|number| vec![number])
    }

    fn text<'text>(&'text self, around: &'text Vec<u32>) -> Option<&'text str> {
        self.log.texts.get(*around.last()? as usize).map(String::as_str)
    }

    fn child(&self, around: &Vec<u32>, key: &str) -> Option<Vec<u32>> {
        let contents = self.log.contents.get(around.last()?)?;
        let mut same = contents.children.iter().filter(|(other, _)| other == key);
        let (_, child) = same.next().filter(|_| same.next().is_none())?;
        match child {
            LoggedChild::Value(number) => Some([&around[..], &[*number]].concat()),
            LoggedChild::Ancestor(up) => {
                let kept = around.len().checked_sub(*up as usize).filter(|kept| *kept > 0)?;
                Some(around[..kept].to_vec())
            }
        }
    }

    fn is_holder(&self, around: &Vec<u32>) -> bool {
        around.last().is_some_and(|number| self.log.contents.contains_key(number))
    }

    fn is_whole(&self, around: &Vec<u32>) -> bool {
        let contents = around.last().and_then(|number| self.log.contents.get(number));
        contents.is_some_and(|contents| contents.is_whole)
    }
}
