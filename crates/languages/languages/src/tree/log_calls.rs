//! Copies of programs in which a call before each statement logs it.

use crate::tree::{ScopeKinds, SyntaxTree};
use debunk_model::{
    Edit, InstrumentedProgram, LoggedFunction, LoggedStatement, NeutralityDoubt, Program,
    SourceMap, Span, StatementKind,
};

/// The prefix of the names that a copy adds.
pub const COPY_NAME: &str = "debunk_witness";
/// The prefix of each log line, before the key of the copy. The copy gets its mark when it runs: a
/// program can read the file that it runs from.
const MARK: &str = "debunk witness ";

/// Which statements a copy logs.
#[derive(Clone, Copy)]
pub struct LogKinds {
    /// Nodes whose children are statements in a row.
    pub lists: &'static [&'static str],
    /// The scopes, among them the functions.
    pub scopes: &'static ScopeKinds,
    /// What a node is in a log; `None` if it is not logged.
    pub statement: fn(&SyntaxTree<'_>, usize) -> Option<StatementKind>,
    /// The node that is the name of a function, if it has one.
    pub name: fn(&SyntaxTree<'_>, usize) -> Option<usize>,
}

/// A copy that is being made.
pub struct LogCalls<'tree, 'text> {
    tree: &'tree SyntaxTree<'text>,
    program: &'tree Program,
    kinds: LogKinds,
    statements: Vec<LoggedStatement>,
    /// What is inserted.
    pub edits: Vec<Edit>,
}

impl<'tree, 'text> LogCalls<'tree, 'text> {
    /// A copy without a call so far.
    pub fn new(tree: &'tree SyntaxTree<'text>, program: &'tree Program, kinds: LogKinds) -> Self {
        Self { tree, program, kinds, statements: Vec::new(), edits: Vec::new() }
    }

    /// Adds what is run first in each function with a body. `call` writes it for the number of a
    /// function. It comes before the calls of statements if it is added before them.
    pub fn add_entries(&mut self, call: impl Fn(usize) -> String) {
        for (number, id) in self.functions().into_iter().enumerate() {
            let Some(body) = self.tree.child(id, "body") else { continue };
            self.edits.push(Edit::insert(self.tree.span(body).start + 1, call(number + 1)));
        }
    }

    /// Adds the calls. `variables` gives those that are logged at a node which starts on a line, each
    /// as something that is read as its name; `None` if the node is not to be logged. `call` writes a
    /// call for the number of a statement and its variables.
    pub fn add<Variable: AsRef<str>>(
        &mut self,
        variables: impl Fn(usize, u32) -> Option<Vec<Variable>>,
        call: impl Fn(usize, &[Variable]) -> String,
    ) {
        let tree = self.tree;
        let functions = self.functions();
        for id in 0..tree.nodes.len() {
            let Some(kind) = (self.kinds.statement)(tree, id) else { continue };
            let node = &tree.nodes[id];
            let list = node.parent.map_or("", |parent| tree.kind(parent));
            let inside = self.kinds.scopes.function(tree, id);
            let number = functions.iter().position(|&it| Some(it) == inside);
            let (true, None, Some(number)) = (self.kinds.lists.contains(&list), node.field, number)
            else {
                continue;
            };
            let start = self.program.lines().location(tree.text, node.span.start);
            let Some(variables) = variables(id, start.line) else { continue };
            let call = call(self.statements.len(), &variables);
            self.edits.push(Edit::insert(node.span.start, call));
            self.statements.push(LoggedStatement {
                span: node.span,
                start,
                kind,
                function: number + 1,
                variables: variables.iter().map(|it| it.as_ref().into()).collect(),
                constants: Vec::new(),
            });
        }
    }

    /// The functions of the program, in the order of the text.
    fn functions(&self) -> Vec<usize> {
        let is_function = |&id: &usize| {
            let node = &self.tree.nodes[id];
            node.is_named && self.kinds.scopes.is_function(node.kind)
        };
        (0..self.tree.nodes.len()).filter(is_function).collect()
    }

    fn logged_functions(&self) -> Vec<LoggedFunction> {
        let whole = Span::new(0, self.program.text.len() as u32);
        let top = LoggedFunction::unseen(String::new(), whole);
        let others = self.functions().into_iter().map(|id| {
            let name = (self.kinds.name)(self.tree, id);
            let name = name.map_or_else(String::new, |name| self.tree.text(name).to_owned());
            LoggedFunction::unseen(name, self.tree.span(id))
        });
        std::iter::once(top).chain(others).collect()
    }

    /// The finished copy.
    ///
    /// # Errors
    /// If two insertions do not fit together.
    pub fn finish(self, key: u64) -> Result<InstrumentedProgram, NeutralityDoubt> {
        let functions = self.logged_functions();
        let map = SourceMap::apply(&self.program.text, self.edits)
            .map_err(|error| NeutralityDoubt::because(format!("cannot be edited: {error:?}")))?;
        Ok(InstrumentedProgram {
            program: self.program.with_text(map.new_text().clone()),
            map,
            mark: format!("{MARK}{key:016x}: "),
            statements: self.statements,
            functions,
        })
    }
}
