//! A copy of a program that logs what it does, and the tables that explain its log.

use crate::{Location, Program, SourceMap, Span};
use std::fmt;
use std::sync::Arc;

/// The kind of program point that a log entry represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatementKind {
    /// An expression as a statement.
    Expression,
    /// A declaration of variables, with its first initialiser.
    Declaration,
    /// A declaration of a class.
    Class,
    /// An export that computes something.
    Export,
    /// `if`, up to the choice of its branch.
    If,
    /// `for`, up to its first test.
    For,
    /// `for ... in`, up to its first iteration.
    ForIn,
    /// `for ... of`, up to its first iteration.
    ForOf,
    /// `while`, before its first test.
    While,
    /// `do ... while`, before its first iteration.
    DoWhile,
    /// `switch`, up to the choice of its case.
    Switch,
    /// `return`.
    Return,
    /// `throw`.
    Throw,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `try`, before its block.
    Try,
    /// `with`.
    With,
    /// `debugger`.
    Debugger,
    /// One evaluation of a loop's test; not a separate statement.
    Test,
    /// One evaluation of the update of a `for`; not a separate statement.
    Update,
    /// The start of an iteration of `for ... in` and `for ... of`, once its variable is set.
    Iteration,
    /// An initialiser after the first one of a declaration.
    Declarator,
    /// The expression that an arrow function returns.
    ArrowBody,
    /// The default value of a parameter.
    Parameter,
    /// The initialiser of a field of a class.
    Field,
    /// The end of a function's body or of the program, if it is reached.
    End,
}

/// One point of a program that its log can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedStatement {
    /// The text that is about to run.
    pub span: Span,
    /// Where it begins.
    pub start: Location,
    /// What it is.
    pub kind: StatementKind,
    /// The function it is in, an index into [`InstrumentedProgram::functions`].
    pub function: usize,
    /// The names of the variables whose values are logged with it, in the order of the log.
    pub variables: Vec<Arc<str>>,
    /// The functions visible there under names that are never reassigned, so they need no log.
    pub constants: Vec<ConstantFunction>,
}

/// A name that always means the same function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantFunction {
    /// The name.
    pub name: Arc<str>,
    /// The function's text.
    pub span: Span,
}

/// One function of a program; the first one is the top level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedFunction {
    /// Its name in the text, empty if it has none.
    pub name: String,
    /// Its whole text.
    pub span: Span,
    /// Whether every exit from it is visible. If not, what follows it may seem to be called by it.
    pub exit_is_seen: bool,
    /// Whether whoever resumes it can also make it return: a generator.
    pub is_generator: bool,
    /// Whether its call returns a promise, or something that makes promises, and it resumes by
    /// itself.
    pub is_async: bool,
}

impl LoggedFunction {
    /// A function of which only its name and text are known.
    pub fn unseen(name: String, span: Span) -> Self {
        Self { name, span, exit_is_seen: false, is_generator: false, is_async: false }
    }
}

/// A program that logs what it does by printing.
#[derive(Clone, Debug)]
pub struct InstrumentedProgram {
    /// The copy.
    pub program: Program,
    /// From the original to the copy.
    pub map: SourceMap,
    /// The prefix of each log line; other output is the program's own.
    pub mark: String,
    /// The points that can be logged, by number.
    pub statements: Vec<LoggedStatement>,
    /// The functions, by number.
    pub functions: Vec<LoggedFunction>,
}

/// Why there is no reliable log of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeutralityDoubt {
    /// The obstacle.
    pub reason: String,
}

impl NeutralityDoubt {
    /// From its reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl fmt::Display for NeutralityDoubt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for NeutralityDoubt {}
