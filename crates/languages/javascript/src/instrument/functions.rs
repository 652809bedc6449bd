//! The start and the end of functions, and of what runs like one.

use super::blocks::can_be_a_block;
use super::kinds::span_of;
use super::walk::InstrumentWalker;
use crate::locals::takes_a_name;
use debunk_model::{LoggedFunction, Span, StatementKind};
use oxc::ast::AstKind;
use oxc::ast::ast;
use oxc::ast::ast::{ArrowFunctionBody, PropertyKey};
use oxc::ast_visit::{Visit, walk as tree};
use oxc::semantic::NodeId;
use oxc::span::GetSpan;
use oxc::syntax::scope::ScopeFlags;

/// A function that the pass is in.
pub(super) struct Context {
    /// Its number.
    pub function: usize,
    /// The expression that gives its activation.
    pub activation: String,
    /// Whether it waits for what it returns.
    pub is_async_generator: bool,
    /// How many loops of it around this place wait for their next value.
    pub for_await_depth: u32,
    /// Whether its parameters are set at the same time as its body begins.
    begins_at_once: bool,
    /// Whether the pass is in its parameter list.
    is_in_parameters: bool,
    parameters: Vec<String>,
}

impl<'ast> InstrumentWalker<'_, 'ast> {
    fn begin(&mut self, name: String, span: Span) -> Context {
        let function = self.made.functions.len();
        self.made.functions.push(LoggedFunction {
            name,
            span,
            exit_is_seen: true,
            is_generator: false,
            is_async: false,
        });
        Context {
            function,
            activation: self.header.activation(),
            is_async_generator: false,
            for_await_depth: 0,
            begins_at_once: true,
            is_in_parameters: false,
            parameters: Vec::new(),
        }
    }

    fn exit_is_not_seen(&mut self, function: usize) {
        if let Some(function) = self.made.functions.get_mut(function) {
            function.exit_is_seen = false;
        }
    }

    /// The top level, whose activation has the number 0.
    pub fn program(&mut self, program: &ast::Program<'ast>) {
        let mut context = self.begin(String::new(), span_of(program.span));
        context.activation = "0".to_owned();
        self.contexts.push(context);
        self.enter_scope(ScopeFlags::Top, &program.scope_id);
        match (program.directives.last(), program.body.first()) {
            (Some(directive), _) => {
                self.insert(directive.span.end, format!(";{}", self.header.code()));
            }
            (None, Some(first)) => self.insert(first.span().start, self.header.code()),
            (None, None) => {}
        }
        self.visit_statements(&program.body);
        if let Some(last) = program.body.last() {
            let end = self.text.len() as u32;
            let entry = self.entry(Span::new(end, end), StatementKind::End, end);
            let leave = self.header.leave("0");
            self.insert(last.span().end, format!(";{entry};{leave};"));
        }
        self.leave_scope();
        self.contexts.pop();
    }

    pub fn function(&mut self, function: &ast::Function<'ast>, flags: ScopeFlags) {
        let name = match &function.id {
            Some(id) => id.name.to_string(),
            None => self.inferred_name(function.node_id.get()),
        };
        let mut context = self.begin(name, span_of(function.span));
        context.is_async_generator = function.r#async && function.generator;
        context.begins_at_once = !function.generator;
        if let Some(logged) = self.made.functions.get_mut(context.function) {
            logged.is_generator = function.generator;
            logged.is_async = function.r#async;
        }
        context.parameters = parameter_names(&function.params);
        self.contexts.push(context);
        tree::walk_function(self, function, flags);
        self.contexts.pop();
    }

    pub fn arrow(&mut self, function: &ast::ArrowFunctionExpression<'ast>) {
        let name = self.inferred_name(function.node_id.get());
        let mut context = self.begin(name, span_of(function.span));
        if let Some(logged) = self.made.functions.get_mut(context.function) {
            logged.is_async = function.r#async;
        }
        context.parameters = parameter_names(&function.params);
        self.contexts.push(context);
        self.enter_scope(ScopeFlags::Function, &function.scope_id);
        self.visit_formal_parameters(&function.params);
        match &function.body {
            ArrowFunctionBody::FunctionBody(body) => self.body(body),
            body => self.arrow_expression(body),
        }
        self.leave_scope();
        self.contexts.pop();
    }

    fn arrow_expression(&mut self, body: &ArrowFunctionBody<'ast>) {
        let span = span_of(body.span());
        let entry = self.entry(span, StatementKind::ArrowBody, span.start);
        let open = self.opening("");
        self.insert(span.start, format!("{{{open}try{{return {entry},"));
        tree::walk_arrow_function_body(self, body);
        let leave = self.header.leave(&self.activation());
        self.insert(span.end, format!("}}finally{{{leave}}}}}"));
    }

    /// A parameter list, in which default values are logged.
    pub fn parameters(&mut self, parameters: &ast::FormalParameters<'ast>) {
        self.set_in_parameters(true);
        tree::walk_formal_parameters(self, parameters);
        self.set_in_parameters(false);
    }

    fn set_in_parameters(&mut self, is_in_parameters: bool) {
        if let Some(context) = self.contexts.last_mut() {
            context.is_in_parameters = is_in_parameters;
        }
    }

    /// A default value in a pattern; in a parameter list it runs before the body begins.
    pub fn default_value(&mut self, value: &ast::Expression<'ast>) {
        let context = self.contexts.last().filter(|context| context.is_in_parameters);
        let Some(context) = context.filter(|_| !takes_a_name(value)) else {
            self.visit_expression(value);
            return;
        };
        let give = self.header.give(context.function);
        // The body of a generator begins later, and knows nothing of this.
        let after = if context.begins_at_once { "given" } else { "leave" };
        let span = span_of(value.span());
        let entry = self.entry_in(span, StatementKind::Parameter, span.start, &give);
        self.insert(span.start, format!("{}(", self.header.around(after, &entry)));
        self.visit_expression(value);
        self.insert(span.end, "))");
    }

    fn opening(&self, before: &str) -> String {
        let context = self.contexts.last();
        let function = context.map_or(0, |context| context.function);
        let waits = context.is_some_and(|context| context.is_async_generator);
        let enter = self.header.enter(function, waits);
        format!("{before}const {}={enter};", self.header.activation())
    }

    /// The body of a function in braces.
    pub fn body(&mut self, body: &ast::FunctionBody<'ast>) {
        let span = span_of(body.span);
        let (start, before) = match body.directives.last() {
            Some(directive) => (directive.span.end, ";"),
            None => (span.start + 1, ""),
        };
        let parameters =
            self.contexts.last().map(|context| &context.parameters[..]).unwrap_or_default();
        let is_block = can_be_a_block(&body.statements, parameters);
        self.open(start, before, is_block);
        self.visit_statements(&body.statements);
        self.close(span.end - 1, is_block);
    }

    pub fn static_block(&mut self, block: &ast::StaticBlock<'ast>) {
        let span = span_of(block.span);
        let context = self.begin("static".to_owned(), span);
        self.contexts.push(context);
        self.enter_scope(ScopeFlags::ClassStaticBlock, &block.scope_id);
        let brace = span.of(self.text).find('{').unwrap_or(0) as u32;
        let start = block.body.first().map_or(span.start + brace + 1, |first| first.span().start);
        let is_block = can_be_a_block(&block.body, &[]);
        self.open(start, "", is_block);
        self.visit_statements(&block.body);
        self.close(span.end - 1, is_block);
        self.leave_scope();
        self.contexts.pop();
    }

    fn open(&mut self, start: u32, before: &str, is_block: bool) {
        let mut open = self.opening(before);
        match (is_block, self.contexts.last().map(|context| context.function)) {
            (false, Some(function)) => self.exit_is_not_seen(function),
            _ => open.push_str("try{"),
        }
        self.insert(start, open);
    }

    fn close(&mut self, end: u32, is_block: bool) {
        let entry = self.entry(Span::new(end, end + 1), StatementKind::End, end);
        let leave = self.header.leave(&self.activation());
        let close = match is_block {
            true => format!(";{entry}}}finally{{{leave}}}"),
            false => format!(";{entry};{leave}"),
        };
        self.insert(end, close);
    }

    /// The initialiser of a field runs like a separate function, but declares nothing.
    pub fn field(
        &mut self,
        property: &ast::PropertyDefinition<'ast>,
        value: &ast::Expression<'ast>,
    ) {
        let span = span_of(property.span);
        let name = key_name(&property.key);
        let context = self.begin(name, span);
        let enter = self.header.enter(context.function, false);
        self.exit_is_not_seen(context.function);
        self.contexts.push(context);
        let entry = self.entry_in(span, StatementKind::Field, span.start, &enter);
        self.insert(value.span().start, format!("{}(", self.header.around("leave", &entry)));
        self.visit_expression(value);
        self.insert(value.span().end, "))");
        self.contexts.pop();
    }

    /// The name that a nameless function gets from its context.
    fn inferred_name(&self, node: NodeId) -> String {
        match self.semantic.nodes().parent_kind(node) {
            AstKind::VariableDeclarator(declarator) => {
                declarator.id.get_identifier_name().map(|name| name.to_string())
            }
            AstKind::ObjectProperty(property) => Some(key_name(&property.key)),
            AstKind::MethodDefinition(method) => Some(key_name(&method.key)),
            AstKind::PropertyDefinition(property) => Some(key_name(&property.key)),
            _ => None,
        }
        .unwrap_or_default()
    }
}

fn key_name(key: &PropertyKey<'_>) -> String {
    key.name().map(|name| name.into_owned()).unwrap_or_default()
}

fn parameter_names(parameters: &ast::FormalParameters<'_>) -> Vec<String> {
    let mut names = Names::default();
    names.visit_formal_parameters(parameters);
    names.found
}

#[derive(Default)]
struct Names {
    found: Vec<String>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_binding_identifier(&mut self, identifier: &ast::BindingIdentifier<'ast>) {
        self.found.push(identifier.name.to_string());
    }
}
