//! The places in a program that relations may change, as a language finds them.

use crate::{Goal, Language, LineIndex, Program, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a variable was declared, as far as relations care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredKind {
    /// `var` or a parameter: always initialised in its function.
    Variable,
    /// `let`.
    Let,
    /// `const`.
    Constant,
    /// A function declaration.
    Function,
    /// A class declaration.
    Class,
    /// A caught exception.
    Caught,
    /// Something that no relation may touch: it only hides outer declarations of its name.
    Hidden,
}

/// What leaving a scope outwards crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// Nothing: a block.
    Block,
    /// A function that can be called before the code around it ran.
    HoistedFunction,
    /// A function that exists only from this offset on.
    FunctionFrom(u32),
}

/// A declaration in a scope.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Its name.
    pub name: Arc<str>,
    /// How it was declared.
    pub kind: DeclaredKind,
    /// Where its name starts to mean this declaration.
    pub visible_from: u32,
    /// Where it starts to be initialised, within its own function.
    pub ready_from: u32,
    /// The only part of the scope where that holds, for declarations in a `switch` case.
    pub ready_within: Option<Span>,
}

/// A scope with its declarations, sorted by name.
#[derive(Clone, Debug)]
pub struct ScopeTable {
    /// The enclosing scope.
    pub parent: Option<usize>,
    /// What lies between this scope and the enclosing one.
    pub boundary: Boundary,
    /// The declarations.
    pub bindings: Vec<Binding>,
}

/// In which form of code a name is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclarationForm {
    /// A parameter.
    Parameter,
    /// `var`.
    Var,
    /// `let` or `const`.
    Lexical,
    /// A function declaration.
    Function,
    /// A function expression's own name, which only its body can use.
    OwnName,
    /// A class.
    Class,
    /// What a `catch` clause binds.
    Caught,
    /// What an `import` binds.
    Import,
}

/// A declaration with everything that determines whether a debugger has to show it.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name.
    pub name: Arc<str>,
    /// The form.
    pub form: DeclarationForm,
    /// Where the name is declared.
    pub at: Span,
    /// The code in which the name means this declaration, unless an inner one hides it.
    pub extent: Span,
    /// The function or program that the declaration belongs to.
    pub function: Span,
    /// Where it starts to have a value, within that function.
    pub ready_from: u32,
    /// The loop whose head declares it.
    pub head_of: Option<Span>,
    /// Whether anything besides its declarations mentions it.
    pub is_mentioned: bool,
    /// Whether an inner function mentions it, and so has to keep it.
    pub is_captured: bool,
    /// Whether it is declared more than once.
    pub is_repeated: bool,
}

/// A variable that is visible at some place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableInScope {
    /// Its name.
    pub name: Arc<str>,
    /// How it was declared.
    pub kind: DeclaredKind,
    /// Whether it certainly holds a value there and may be assigned.
    pub assignable: bool,
    /// Whether reading it there is certain to work.
    pub readable: bool,
}

/// A place where a statement can be inserted: just before another one.
#[derive(Clone, Debug)]
pub struct InsertionSite {
    /// Byte offset of the statement that follows.
    pub offset: u32,
    /// Whether the following statement starts its line, so that whole lines can be inserted.
    pub starts_line: bool,
    /// Whether another statement can stand on the same line, before the following one.
    pub joins_line: bool,
    /// Whether a `finally` block begins here, which some engines treat as a separate place.
    pub opens_finally: bool,
    /// The scope it is in, an index into [`Sites::scopes`].
    pub scope: usize,
}

/// A statement in a statement list.
#[derive(Clone, Debug)]
pub struct StatementSite {
    /// Its span.
    pub span: Span,
    /// Whether the rest of the program does not need it if it never runs: it declares nothing that
    /// is visible outside it.
    pub removable: bool,
}

/// A function that can get another parameter.
#[derive(Clone, Debug)]
pub struct FunctionSite {
    /// Where to insert the text.
    pub offset: u32,
    /// The text before the new name.
    pub before: &'static str,
    /// The text after the new name.
    pub after: &'static str,
}

/// A literal that can be rewritten as an expression of the same value.
#[derive(Clone, Debug)]
pub struct LiteralSite<Value> {
    /// Its span.
    pub span: Span,
    /// Its value.
    pub value: Value,
    /// The scope it is in, an index into [`Sites::scopes`].
    pub scope: usize,
    /// The offset that determines which variables are already initialised.
    pub offset: u32,
}

/// A local variable whose occurrences are all known, so that it can be renamed.
#[derive(Clone, Debug)]
pub struct LocalSite {
    /// Its name.
    pub name: Arc<str>,
    /// Every occurrence, sorted.
    pub occurrences: Vec<Span>,
}

/// A node of the syntax tree with its kind.
#[derive(Clone, Copy, Debug)]
pub struct NodeSpan {
    /// Its span.
    pub span: Span,
    /// The kind in the parser's terms.
    pub kind: &'static str,
}

/// What the kinds of a parser's nodes mean for expressions.
#[derive(Clone, Copy, Debug)]
pub struct ExpressionKinds {
    /// Those that only read, if everything in them does.
    pub reading: &'static [&'static str],
    /// What they may be made of besides: names, literals, parentheses.
    pub leaves: &'static [&'static str],
}

impl ExpressionKinds {
    /// The expressions that only read, among nodes in source order, parents before children.
    pub fn among(&self, nodes: &[NodeSpan]) -> Vec<Span> {
        let is_part =
            |node: &NodeSpan| self.reading.contains(&node.kind) || self.leaves.contains(&node.kind);
        let only_reads = |index: usize| {
            let outer = nodes[index].span;
            let mut inside = nodes[index..].iter().take_while(|node| outer.encloses(node.span));
            inside.all(is_part)
        };
        let readings = (0..nodes.len()).filter(|&index| self.reading.contains(&nodes[index].kind));
        readings.filter(|&index| only_reads(index)).map(|index| nodes[index].span).collect()
    }
}

/// Lines on which a variable may not hold a value of the program yet, so that what a debugger shows
/// of it there proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UncertainLines {
    /// The variable; every variable if there is no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// The first of the lines.
    pub first_line: u32,
    /// The last of the lines.
    pub last_line: u32,
}

impl UncertainLines {
    /// Every variable on every line.
    pub const EVERYTHING: Self = Self { name: None, first_line: 0, last_line: u32::MAX };

    /// Whether it covers one variable on every line.
    fn is_about_one_always(&self) -> bool {
        self.name.is_some() && Self { name: None, ..self.clone() } == Self::EVERYTHING
    }

    /// Whether it covers a variable on a line.
    pub fn covers(&self, name: &str, line: u32) -> bool {
        (self.first_line..=self.last_line).contains(&line)
            && self.name.as_deref().is_none_or(|known| known == name)
    }
}

/// Lines on which a breakpoint may pause although it stands on another line: in a function without a name
/// that begins there, or in another instance of a template around it. A debugger that knows lines only
/// reports one of the places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BesideLines {
    /// The first and the last line on which the breakpoint stands.
    pub asked: (u32, u32),
    /// The first and the last line on which it may pause.
    pub paused: (u32, u32),
}

impl BesideLines {
    /// Whether a breakpoint on a line may pause on another one.
    pub fn covers(&self, asked: u32, paused: u32) -> bool {
        let within = |(first, last): (u32, u32), line| (first..=last).contains(&line);
        within(self.asked, asked) && within(self.paused, paused)
    }
}

/// Everything that relations need to know about a program's syntax.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// Places for new statements.
    pub insertions: Vec<InsertionSite>,
    /// Statements in lists.
    pub statements: Vec<StatementSite>,
    /// Functions.
    pub functions: Vec<FunctionSite>,
    /// Integer literals.
    pub integers: Vec<LiteralSite<u64>>,
    /// Boolean literals.
    pub booleans: Vec<LiteralSite<bool>>,
    /// Local variables that can be renamed.
    pub locals: Vec<LocalSite>,
    /// `debugger` statements, at which every run pauses.
    pub debugger_statements: Vec<Span>,
    /// Directives such as `"use strict"`.
    pub directives: Vec<Span>,
    /// Starts of statements and calls: good places for breakpoints.
    pub breakable: Vec<u32>,
    /// Where loops begin: their heads are reached in every round.
    pub loops: BTreeSet<u32>,
    /// Expressions that read and do nothing else, as far as their syntax shows, in source order.
    pub expressions: Vec<Span>,
    /// All nodes in source order, parents before children.
    pub nodes: Vec<NodeSpan>,
    /// The scopes, by index.
    pub scopes: Vec<ScopeTable>,
    /// All declarations in source order; only of languages whose parser resolves names.
    pub declarations: Vec<Declaration>,
    /// Whether functions can be suspended (`await`, `yield`), which steps follow.
    pub has_suspension: bool,
    /// Whether names can be bound at run time (`with`, direct `eval`).
    pub has_dynamic_names: bool,
    /// Where variables may hold garbage.
    pub uncertain: Vec<UncertainLines>,
    /// Variables that hold the same in every run and are shown in another way each time, such as in
    /// another order. They are uncertain on every line.
    pub unsteady: BTreeSet<Arc<str>>,
    /// Lines with one plain statement and nothing else, so that a program which reaches the line
    /// pauses before the statement, unless it returns from a call; only for debuggers that know no
    /// columns.
    pub plain_lines: BTreeSet<u32>,
}

impl Sites {
    /// Whether a variable is certain to hold a value of the program at a pause on a line.
    pub fn is_certain(&self, name: &str, line: u32) -> bool {
        !self.uncertain.iter().any(|uncertain| uncertain.covers(name, line))
    }

    /// As [`Sites::is_certain`], for a variable that may be shown in another way each time.
    pub fn holds_value(&self, name: &str, line: u32) -> bool {
        let is_unsteady = self.unsteady.contains(name);
        let is_doubt = |it: &&UncertainLines| !(is_unsteady && it.is_about_one_always());
        !self.uncertain.iter().filter(is_doubt).any(|it| it.covers(name, line))
    }

    /// The variables visible at `offset` in `scope`, innermost scope first; an inner one hides an
    /// outer one of the same name.
    pub fn variables(&self, scope: usize, offset: u32) -> Vec<VariableInScope> {
        let mut variables: Vec<VariableInScope> = Vec::new();
        let mut offset = offset;
        let mut certain = true;
        let mut next = Some(scope);
        while let Some(table) = next.and_then(|index| self.scopes.get(index)) {
            for binding in &table.bindings {
                let is_hidden = variables.iter().any(|variable| variable.name == binding.name);
                if is_hidden || binding.visible_from > offset {
                    continue;
                }
                let always =
                    matches!(binding.kind, DeclaredKind::Variable | DeclaredKind::Function);
                let readable = always
                    || certain
                        && binding.ready_from <= offset
                        && binding.ready_within.is_none_or(|span| span.contains(offset));
                let assignable = readable
                    && matches!(
                        binding.kind,
                        DeclaredKind::Variable | DeclaredKind::Let | DeclaredKind::Caught
                    );
                variables.push(VariableInScope {
                    name: binding.name.clone(),
                    kind: binding.kind,
                    assignable,
                    readable,
                });
            }
            match table.boundary {
                Boundary::Block => {}
                Boundary::HoistedFunction => certain = false,
                Boundary::FunctionFrom(start) => offset = start,
            }
            next = table.parent;
        }
        variables.retain(|variable| variable.kind != DeclaredKind::Hidden);
        variables
    }

    /// Whether a script of JavaScript makes a name a property of the global object.
    pub fn is_global(&self, program: &Program, name: &str) -> bool {
        let is_script = program.language == Language::JavaScript && program.goal == Goal::Script;
        let Some(table) = self.scopes.first().filter(|_| is_script) else { return false };
        let is_property = |binding: &Binding| {
            &*binding.name == name
                && matches!(binding.kind, DeclaredKind::Variable | DeclaredKind::Function)
        };
        table.bindings.iter().any(is_property)
    }

    /// The variables that a script makes properties of the global object and whose names nothing else in its
    /// text has, so that each means the same everywhere.
    pub fn global_variables<'sites>(
        &'sites self,
        program: &'sites Program,
    ) -> impl Iterator<Item = &'sites str> {
        let top = self.scopes.first().into_iter().flat_map(|table| &table.bindings);
        let variables = top.filter(|binding| binding.kind == DeclaredKind::Variable);
        let names = variables.map(|binding| &*binding.name);
        names.filter(|name| {
            let bindings = self.scopes.iter().flat_map(|scope| &scope.bindings);
            // Some names that begin like this are properties of every object.
            !self.has_dynamic_names
                && !name.starts_with("__")
                && self.is_global(program, name)
                && bindings.filter(|binding| *binding.name == **name).count() == 1
        })
    }

    /// The declaration that a name means at `offset`.
    pub fn declaration(&self, name: &str, offset: u32) -> Option<&Declaration> {
        let is_meant = |declaration: &&Declaration| {
            &*declaration.name == name && declaration.extent.contains(offset)
        };
        let size = |declaration: &&Declaration| declaration.extent.end - declaration.extent.start;
        self.declarations.iter().filter(is_meant).min_by_key(size)
    }

    /// The innermost node around `offset` of the wanted kinds.
    pub fn innermost(&self, offset: u32, is_wanted: impl Fn(&str) -> bool) -> Option<&NodeSpan> {
        self.nodes
            .iter()
            .filter(|node| node.span.contains(offset) && is_wanted(node.kind))
            .min_by_key(|node| node.span.end - node.span.start)
    }

    /// The innermost statement around `offset`.
    pub fn statement(&self, offset: u32) -> Option<&NodeSpan> {
        self.innermost(offset, |kind| {
            kind.ends_with("Statement")
                || kind.ends_with("_statement")
                || matches!(kind, "VariableDeclaration" | "declaration")
        })
    }

    /// Whether the innermost statement around `offset` is a loop.
    pub fn is_in_head_of_loop(&self, offset: u32) -> bool {
        self.statement_start(offset).is_some_and(|start| self.loops.contains(&start))
    }

    /// Where the innermost statement around `offset` begins.
    pub fn statement_start(&self, offset: u32) -> Option<u32> {
        self.statement(offset).map(|node| node.span.start)
    }

    /// Where breakpoints may pause on other lines than the one that is reported for them.
    pub fn beside(&self, text: &str, lines: &LineIndex) -> Vec<BesideLines> {
        let line_of = |offset: u32| lines.location(text, offset).line;
        let of = |node: &NodeSpan| {
            // The lines of the few nodes that count only: there are many others.
            let span = || (line_of(node.span.start), line_of(node.span.end));
            match node.kind {
                "lambda_expression" | "closure_expression" | "func_literal" => {
                    let (first, last) = span();
                    Some(BesideLines { asked: (first, first), paused: (first + 1, last) })
                }
                "template_declaration" => Some(BesideLines { asked: span(), paused: span() }),
                // What is derived has its functions on the line of the attribute.
                "struct_item" | "enum_item" => {
                    let (first, last) = span();
                    let mut asked = first;
                    for attribute in self.nodes.iter().rev() {
                        let is_above = attribute.kind == "attribute_item"
                            && attribute.span.end <= node.span.start
                            && line_of(attribute.span.end) + 1 >= asked;
                        if is_above {
                            asked = line_of(attribute.span.start);
                        }
                    }
                    (asked < first)
                        .then_some(BesideLines { asked: (asked, last), paused: (first, last) })
                }
                _ => None,
            }
        };
        let found = self.nodes.iter().filter_map(of);
        found.filter(|it| it.paused.0 <= it.paused.1).collect()
    }

    /// Whether a breakpoint on one of these lines may pause on another line, too.
    pub fn may_pause_beside(
        &self,
        text: &str,
        lines: &LineIndex,
        line: u32,
        asked: &[u32],
    ) -> bool {
        self.beside(text, lines).iter().any(|it| asked.iter().any(|asked| it.covers(*asked, line)))
    }

    /// Whether `offset` is at a `debugger` statement.
    pub fn is_debugger_statement(&self, offset: u32) -> bool {
        self.debugger_statements.iter().any(|span| span.contains(offset))
    }

    /// The kind of the smallest node that contains all of `span`.
    pub fn node_kind(&self, span: Span) -> &'static str {
        self.nodes
            .iter()
            .filter(|node| node.span.encloses(span))
            .min_by_key(|node| node.span.end - node.span.start)
            .map_or("Program", |node| node.kind)
    }

    /// The kind of the smallest node that contains everything on a line.
    pub fn line_kind(&self, text: &str, lines: &LineIndex, line: u32) -> &'static str {
        let span = lines.line_span(line).unwrap_or(Span::new(0, 0));
        let content = span.of(text);
        let start = span.start + (content.len() - content.trim_start().len()) as u32;
        let end = span.start + content.trim_end().len() as u32;
        self.node_kind(Span::new(start.min(end), end))
    }
}
