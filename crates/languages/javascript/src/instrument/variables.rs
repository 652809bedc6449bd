//! Which variables can be read at a place without any effect.

use crate::scopes::declared_kind;
use debunk_model::{Binding, Boundary, ConstantFunction, DeclaredKind, Goal, ScopeTable, Span};
use oxc::ast::AstKind;
use oxc::semantic::{ScopeId, Semantic, SymbolId};
use oxc::span::GetSpan;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Names that cannot be read everywhere, or that are not variables.
const RESERVED: [&str; 13] = [
    "arguments",
    "eval",
    "let",
    "static",
    "yield",
    "await",
    "async",
    "implements",
    "interface",
    "package",
    "private",
    "protected",
    "public",
];

/// If more variables of enclosing functions are visible, only those that the function mentions are
/// logged: a bundle of a whole library would have hundreds. The same holds for the properties of the global
/// object, of which never more are logged.
const OUTER_LIMIT: usize = 32;

/// The variables to log at one place.
#[derive(Default)]
pub(crate) struct ReadableVariables {
    /// Those that are certain to have a value.
    pub plain: Vec<Arc<str>>,
    /// Those that may not have one yet, so that reading them may throw.
    pub unsure: Vec<Arc<str>>,
    /// Those that are properties of the global object, which may have become getters.
    pub globals: Vec<Arc<str>>,
    /// Those that need not be read.
    pub constants: Vec<ConstantFunction>,
}

/// How a variable can be read.
enum Reading {
    Not,
    Plainly,
    Guarded,
    Globally,
    Never(Span),
}

impl ReadableVariables {
    /// All names in the order of the log.
    pub fn names(&self) -> Vec<Arc<str>> {
        self.plain.iter().chain(&self.unsure).chain(&self.globals).cloned().collect()
    }
}

/// What is known of the scopes of a program.
pub(crate) struct Variables<'semantic, 'ast> {
    semantic: &'semantic Semantic<'ast>,
    tables: Vec<ScopeTable>,
    goal: Goal,
    has_eval: bool,
    mentioned: RefCell<HashMap<(SymbolId, ScopeId), bool>>,
}

impl<'semantic, 'ast> Variables<'semantic, 'ast> {
    pub fn new(semantic: &'semantic Semantic<'ast>, goal: Goal) -> Self {
        let has_eval = semantic.nodes().iter().any(|node| match node.kind() {
            AstKind::CallExpression(call) => call.callee.is_specific_id("eval"),
            _ => false,
        });
        Self {
            semantic,
            tables: crate::scopes::tables(semantic),
            goal,
            has_eval,
            mentioned: RefCell::default(),
        }
    }

    /// The variables that can be read at `place` in `scope`; in the body of a `with` only those
    /// that are declared inside it, since any other name may be a property of its object.
    pub fn at(&self, scope: ScopeId, place: u32, with_body: Option<Span>) -> ReadableVariables {
        let scoping = self.semantic.scoping();
        let mut names: BTreeMap<Arc<str>, Reading> = BTreeMap::new();
        let mut offset = place;
        let mut is_certain = true;
        let mut function = None;
        let mut outer: Vec<(Arc<str>, SymbolId)> = Vec::new();
        let mut next = Some(scope);
        while let Some(current) = next {
            let Some(table) = self.tables.get(current.index()) else { break };
            let node = self.semantic.nodes().kind(scoping.get_node_id(current));
            let is_hidden = with_body.is_some_and(|body| !encloses(body, node));
            let parameters = parameters_around(node, place);
            for binding in &table.bindings {
                if names.contains_key(&binding.name) {
                    continue;
                }
                let mut reading = self.reading(current, binding, is_certain.then_some(offset));
                if let (Some(parameters), false) = (parameters, matches!(reading, Reading::Not)) {
                    // From a parameter, other parameters may not be set yet, and the body's
                    // declarations do not exist at all.
                    let symbol = self.symbol(current, &binding.name);
                    reading = match symbol.is_some_and(|it| self.is_within(it, parameters)) {
                        true => Reading::Guarded,
                        false => Reading::Not,
                    };
                }
                if is_hidden {
                    reading = Reading::Not;
                }
                let is_read = matches!(reading, Reading::Plainly | Reading::Guarded);
                if let (true, Some(_)) = (is_read, function) {
                    let symbol = self.symbol(current, &binding.name);
                    outer.extend(symbol.map(|symbol| (binding.name.clone(), symbol)));
                }
                names.insert(binding.name.clone(), reading);
            }
            match table.boundary {
                Boundary::Block => {}
                Boundary::HoistedFunction => is_certain = false,
                Boundary::FunctionFrom(start) => offset = start,
            }
            if !matches!(table.boundary, Boundary::Block) {
                function.get_or_insert(current);
            }
            next = scoping.scope_parent_id(current);
        }
        if let (true, Some(function)) = (outer.len() > OUTER_LIMIT, function) {
            outer.retain(|&(_, symbol)| !self.is_mentioned(symbol, function));
            for (name, _) in outer {
                names.remove(&name);
            }
        }
        let mut readable = ReadableVariables::default();
        for (name, reading) in names {
            match reading {
                Reading::Plainly => readable.plain.push(name),
                Reading::Guarded => readable.unsure.push(name),
                Reading::Globally => readable.globals.push(name),
                Reading::Never(span) => readable.constants.push(ConstantFunction { name, span }),
                Reading::Not => {}
            }
        }
        self.limit_globals(&mut readable.globals, function);
        readable
    }

    /// Keeps the properties of the global object that a function mentions, if there are too many.
    fn limit_globals(&self, names: &mut Vec<Arc<str>>, function: Option<ScopeId>) {
        if let (true, Some(function)) = (names.len() > OUTER_LIMIT, function) {
            let root = self.semantic.scoping().root_scope_id();
            let is_mentioned = |name: &Arc<str>| {
                self.symbol(root, name).is_some_and(|symbol| self.is_mentioned(symbol, function))
            };
            names.retain(is_mentioned);
        }
        names.truncate(OUTER_LIMIT);
    }

    /// How a variable can be read at `offset`, or at an unknown time.
    fn reading(&self, scope: ScopeId, binding: &Binding, offset: Option<u32>) -> Reading {
        let is_global = self.semantic.scoping().scope_parent_id(scope).is_none();
        let is_hoisted = matches!(binding.kind, DeclaredKind::Variable | DeclaredKind::Function);
        // Such declarations of a script are properties of the global object.
        let is_property = is_global && self.goal == Goal::Script && is_hoisted;
        // What is evaluated at run time may declare another variable of that name.
        if is_property && self.has_eval || RESERVED.contains(&&*binding.name) {
            return Reading::Not;
        }
        if is_property {
            return Reading::Globally;
        }
        if let Some(span) = self.constant_function(scope, &binding.name) {
            return Reading::Never(span);
        }
        let is_ready = offset.is_some_and(|offset| {
            binding.ready_from <= offset
                && binding.ready_within.is_none_or(|span| span.contains(offset))
        });
        if is_hoisted || is_ready { Reading::Plainly } else { Reading::Guarded }
    }

    fn symbol(&self, scope: ScopeId, name: &str) -> Option<SymbolId> {
        self.semantic.scoping().get_binding(scope, name.into())
    }

    /// The text of the function that a name always means.
    fn constant_function(&self, scope: ScopeId, name: &str) -> Option<Span> {
        let scoping = self.semantic.scoping();
        let symbol = self.symbol(scope, name)?;
        let node = self.semantic.nodes().kind(scoping.symbol_declaration(symbol));
        let AstKind::Function(function) = node else { return None };
        // In sloppy code, a function in a block is also a variable outside it.
        let own_scope = function.scope_id.get().and_then(|it| scoping.scope_parent_id(it));
        let is_constant = function.is_declaration()
            && own_scope == Some(scope)
            && !self.has_eval
            && scoping.symbol_redeclarations(symbol).is_empty()
            && !scoping.get_resolved_references(symbol).any(|reference| reference.is_write());
        is_constant.then(|| Span::new(function.span.start, function.span.end))
    }

    /// Whether a function, or one inside it, names a variable.
    fn is_mentioned(&self, symbol: SymbolId, function: ScopeId) -> bool {
        let find = || {
            let scoping = self.semantic.scoping();
            let span = self.semantic.nodes().kind(scoping.get_node_id(function)).span();
            let mut references = scoping.get_resolved_references(symbol);
            references.any(|it| span.contains_inclusive(self.semantic.reference_span(it)))
        };
        *self.mentioned.borrow_mut().entry((symbol, function)).or_insert_with(find)
    }

    fn is_within(&self, symbol: SymbolId, span: Span) -> bool {
        let scoping = self.semantic.scoping();
        let name = scoping.symbol_span(symbol);
        declared_kind(scoping.symbol_flags(symbol)).is_some()
            && span.encloses(Span::new(name.start, name.end))
    }
}

fn encloses(body: Span, node: AstKind<'_>) -> bool {
    let span = node.span();
    body.encloses(Span::new(span.start, span.end))
}

/// The parameter list of a function, if `place` is in it.
fn parameters_around(node: AstKind<'_>, place: u32) -> Option<Span> {
    let span = match node {
        AstKind::Function(function) => function.params.span,
        AstKind::ArrowFunctionExpression(function) => function.params.span,
        _ => return None,
    };
    let span = Span::new(span.start, span.end);
    span.contains(place).then_some(span)
}
