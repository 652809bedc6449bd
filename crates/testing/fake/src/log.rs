//! The log of a copy, as the header of a copy in JavaScript would write it.

use crate::value::Value;
use std::collections::BTreeMap;

/// The limit of entries in a log, as in the header.
const ENTRY_LIMIT: usize = 20_000;
/// Longer strings are not logged, as in the header.
const STRING_LIMIT: usize = 2_000;

/// The state of a log. Its lines go out with what the program prints.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    mark: String,
    /// The activations that are running now, innermost last.
    running: Vec<u32>,
    last: u32,
    texts: BTreeMap<String, usize>,
    entries: usize,
    is_full: bool,
}

impl Log {
    /// An empty log whose lines begin with `mark`.
    pub fn new(mark: &str) -> Self {
        Self {
            mark: mark.to_owned(),
            running: vec![0],
            last: 0,
            texts: BTreeMap::new(),
            entries: 0,
            is_full: false,
        }
    }

    /// Whether nothing more is logged.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    fn line(&self, line: &str) -> String {
        format!("{}{line}", self.mark)
    }

    /// A function is called; returns the number of the activation.
    pub fn enter(&mut self, function: u32, output: &mut Vec<String>) -> u32 {
        if self.is_full {
            return 0;
        }
        self.last += 1;
        let parent = self.running.last().map_or(-1, |parent| i64::from(*parent));
        output.push(self.line(&format!("a{function},{parent}")));
        self.running.push(self.last);
        self.last
    }

    /// An activation ends.
    pub fn leave(&mut self, activation: u32) {
        if let Some(position) = self.running.iter().position(|running| *running == activation) {
            self.running.truncate(position);
        }
    }

    /// An activation is left by `return`.
    pub fn returned(&mut self, activation: u32, output: &mut Vec<String>) {
        if !self.is_full {
            output.push(self.line(&format!("r{activation}")));
        }
    }

    /// A statement is about to run; variables without a value are `None`.
    pub fn statement(
        &mut self,
        statement: u32,
        activation: u32,
        values: &[Option<Value>],
        output: &mut Vec<String>,
    ) {
        match self.running.iter().position(|running| *running == activation) {
            Some(position) => self.running.truncate(position + 1),
            None => self.running.push(activation),
        }
        if self.is_full {
            return;
        }
        self.entries += 1;
        if self.entries > ENTRY_LIMIT {
            self.is_full = true;
            output.push(self.line("t"));
            return;
        }
        let mut line = format!("e{statement},{activation},{}", self.running.len());
        for value in values {
            let shown = match value {
                None => "uninitialised".to_owned(),
                Some(Value::Text(text)) if text.len() > STRING_LIMIT => "?".to_owned(),
                Some(value) => value.shown(),
            };
            line.push_str(&format!(",{}", self.number(shown, output)));
        }
        output.push(self.line(&line));
    }

    /// The number of a value, which is written when it occurs for the first time.
    fn number(&mut self, shown: String, output: &mut Vec<String>) -> usize {
        if let Some(number) = self.texts.get(&shown) {
            return *number;
        }
        output.push(self.line(&format!("v{shown}")));
        let number = self.texts.len();
        self.texts.insert(shown, number);
        number
    }
}
