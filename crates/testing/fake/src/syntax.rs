//! The syntax tree of the toy language.

use debunk_model::Span;
use std::sync::Arc;

/// A name.
pub(crate) type Name = Arc<str>;

/// How a variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    /// `var`, in the whole function.
    Var,
    /// `let`, in its block.
    Let,
    /// `const`, in its block, and never changed.
    Const,
}

/// A function, or the top level.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Its name, also if it only gets one from the variable that it is assigned to.
    pub name: Name,
    /// The whole text.
    pub span: Span,
    /// The parameters.
    pub parameters: Vec<Name>,
    /// The statements.
    pub body: Vec<Statement>,
    /// Where the body ends: its closing brace.
    pub end: u32,
}

/// One variable of a declaration.
#[derive(Clone, Debug)]
pub(crate) struct Declarator {
    /// The variable.
    pub name: Name,
    /// Its first value.
    pub value: Option<Expression>,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    /// The whole text.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    /// Nothing.
    Empty,
    /// Evaluates an expression.
    Expression(Expression),
    /// Declares variables.
    Declaration(Keyword, Vec<Declarator>),
    /// Declares a function.
    Function(Arc<Function>),
    /// Runs statements with variables of their own.
    Block(Vec<Statement>),
    /// Runs one of two statements.
    If(Expression, Box<Statement>, Option<Box<Statement>>),
    /// Repeats a statement; the flag says whether the test comes after it.
    While(Expression, Box<Statement>, bool),
    /// Repeats a statement with a head.
    For(Box<ForHead>, Box<Statement>),
    /// Leaves a loop.
    Break,
    /// Ends a round of a loop.
    Continue,
    /// Leaves a function.
    Return(Option<Expression>),
    /// Throws a value.
    Throw(Expression),
    /// Handles errors.
    Try(Box<Try>),
    /// Pauses the debugger.
    Debugger,
}

/// The head of a `for`.
#[derive(Clone, Debug)]
pub(crate) struct ForHead {
    /// What runs first: a declaration or an expression.
    pub first: Option<Statement>,
    /// What is tested before each round.
    pub test: Option<Expression>,
    /// What runs after each round.
    pub update: Option<Expression>,
}

/// A `try`.
#[derive(Clone, Debug)]
pub(crate) struct Try {
    /// What may throw.
    pub body: Vec<Statement>,
    /// The variable that holds what was thrown, and what is done then.
    pub catch: Option<(Option<Name>, Vec<Statement>)>,
    /// What is done in any case.
    pub finally: Option<Vec<Statement>>,
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    /// The whole text.
    pub span: Span,
    /// What it computes.
    pub kind: ExpressionKind,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    /// A number.
    Number(f64),
    /// A string.
    Text(Arc<str>),
    /// A truth value.
    Boolean(bool),
    /// `null`.
    Null,
    /// A variable.
    Name(Name),
    /// A function.
    Function(Arc<Function>),
    /// An operator before its operand: `!`, `-`, `+`, `typeof`, `void`.
    Unary(&'static str, Box<Expression>),
    /// An operator between two operands that are both evaluated.
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `&&` or `||`.
    Logical(&'static str, Box<Expression>, Box<Expression>),
    /// `test ? one : other`.
    Choice(Box<[Expression; 3]>),
    /// An assignment, possibly with an operator.
    Assign(Name, Option<&'static str>, Box<Expression>),
    /// `++` or `--`, as `+` or `-`; the flag says whether the value is the one before.
    Count(Name, &'static str, bool),
    /// Several expressions, of which the last gives the value.
    Sequence(Vec<Expression>),
    /// A call.
    Call(Box<Expression>, Vec<Expression>),
    /// What a copy of a program uses to log.
    Log(Box<LogCall>),
}

/// A use of the log that the header of a copy would define.
#[derive(Clone, Debug)]
pub(crate) enum LogCall {
    /// Whether the log is full.
    Full,
    /// A statement begins, with variables that have values and variables that may have none.
    At {
        /// The number of the statement.
        statement: u32,
        /// The activation that runs.
        activation: Expression,
        /// The variables to read, in the order of the log.
        names: Vec<Name>,
    },
    /// A call begins; its value is the number of the activation.
    Enter(u32),
    /// A call ends.
    Leave(Expression),
    /// A call is left by `return`, with its value if it has one; the flag says whether it also
    /// ends there.
    Returned(Expression, Option<Expression>, bool),
}
