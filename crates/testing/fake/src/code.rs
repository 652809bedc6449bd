//! What a program is compiled to: instructions for the machine, with the places where a debugger can
//! pause.

use crate::syntax::Name;
use crate::value::Value;
use debunk_model::{LineIndex, Location, Span};
use std::sync::Arc;

/// One instruction. The machine has a stack of values per program and a scope per frame.
#[derive(Clone, Debug)]
pub(crate) enum Instruction {
    /// A statement begins, by its number.
    Begin(usize),
    /// A place where a debugger can pause, by its number.
    Stop(usize),
    /// Pushes a value.
    Push(Value),
    /// Drops a value.
    Pop,
    /// Pushes a copy of the topmost value.
    Copy,
    /// Pushes the value of a variable.
    Load(Name),
    /// As [`Instruction::Load`], or undefined if there is no such variable.
    LoadIfAny(Name),
    /// Assigns the topmost value, which stays.
    Store(Name),
    /// Gives a variable its first value and drops it.
    Initialise(Name),
    /// Replaces an operand by a value.
    Unary(&'static str),
    /// Replaces two operands by a value.
    Binary(&'static str),
    /// Continues elsewhere.
    Jump(usize),
    /// Drops a value and continues elsewhere if it is false.
    JumpIfFalse(usize),
    /// Continues elsewhere if the topmost value, which stays, is true or false.
    JumpKeepingIf(bool, usize),
    /// Pushes a new function.
    Make(usize),
    /// Calls what lies below this number of arguments.
    Call(usize),
    /// Leaves the function with the topmost value.
    Return,
    /// Throws the topmost value.
    Throw,
    /// Enters a scope of that layout.
    Enter(usize),
    /// Leaves the innermost scope.
    Leave,
    /// Replaces the innermost scope by a copy: each round of a loop has variables of its own.
    Renew,
    /// From here, errors continue elsewhere, with what was thrown on top.
    Handle(usize),
    /// Ends the latest [`Instruction::Handle`].
    EndHandle,
    /// Pushes whether the log is full.
    LogIsFull,
    /// Logs a statement with these variables; the activation on top stays.
    LogStatement(u32, Vec<Name>),
    /// Logs the call of a function, and pushes the activation.
    LogEnter(u32),
    /// Logs that an activation ends, and replaces it by undefined.
    LogLeave,
    /// Logs that an activation returns, and drops it; the flag says whether it also ends.
    LogReturned(bool),
}

/// How a variable may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutability {
    /// It has a value from the start: a parameter, a `var`, a function.
    Ready,
    /// It has no value before its declaration.
    Later,
    /// The same, and its value never changes.
    Constant,
}

/// The variables of a scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Their names, in the order of their declarations.
    pub names: Vec<(Name, Mutability)>,
}

impl Layout {
    /// The place of a variable.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|(known, _)| &**known == name)
    }

    /// Adds a variable, unless it is there.
    pub fn add(&mut self, name: &Name, mutability: Mutability) {
        if self.position(name).is_none() {
            self.names.push((name.clone(), mutability));
        }
    }
}

/// A compiled function.
#[derive(Clone, Debug)]
pub(crate) struct FunctionCode {
    /// Its name, empty for the top level.
    pub name: Name,
    /// How a debugger shows it as a value.
    pub heading: Name,
    /// How many of its variables are parameters; they come first.
    pub parameters: usize,
    /// Its variables; none if it runs in the scope of another.
    pub layout: Option<usize>,
    /// What it does.
    pub instructions: Vec<Instruction>,
}

/// A place where a debugger can pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The offset in the text.
    pub offset: u32,
    /// Whether it is a `debugger` statement, which pauses by itself.
    pub is_debugger: bool,
}

/// A compiled program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    /// The functions; the first one is the top level.
    pub functions: Vec<Arc<FunctionCode>>,
    /// The variables of the scopes.
    pub layouts: Vec<Layout>,
    /// Where a debugger can pause.
    pub stops: Vec<Stop>,
    /// The statements that do something.
    pub statements: Vec<Span>,
}

impl Code {
    /// The locations of the stops; only a debugger needs them.
    pub fn locations(&self, text: &str) -> Vec<Location> {
        let lines = LineIndex::new(text);
        self.stops.iter().map(|stop| lines.location(text, stop.offset)).collect()
    }
}
