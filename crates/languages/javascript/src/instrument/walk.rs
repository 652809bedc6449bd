//! One pass over the syntax tree that inserts what logs each statement.

use super::functions::Context;
use super::header::{Header, makes_proxy};
use super::kinds::{logged, span_of};
use super::variables::Variables;
use crate::locals::takes_a_name;
use debunk_model::{
    Edit, LineIndex, LoggedFunction, LoggedStatement, Program, Span, StatementKind,
};
use oxc::allocator::Vec as ArenaVec;
use oxc::ast::AstKind;
use oxc::ast::ast;
use oxc::ast::ast::Statement;
use oxc::ast_visit::{Visit, walk as tree};
use oxc::semantic::{ScopeId, Semantic};
use oxc::span::GetSpan;
use oxc::syntax::scope::ScopeFlags;
use std::cell::Cell;

/// What the pass has made.
pub(super) struct Instrumentation {
    pub edits: Vec<Edit>,
    pub statements: Vec<LoggedStatement>,
    pub functions: Vec<LoggedFunction>,
    pub has_with: bool,
}

/// Instruments the whole program.
pub(super) fn walk(semantic: &Semantic<'_>, program: &Program, header: &Header) -> Instrumentation {
    let mut walker = InstrumentWalker {
        semantic,
        text: &program.text,
        lines: program.lines(),
        header,
        variables: Variables::new(semantic, program.goal),
        scopes: Vec::new(),
        contexts: Vec::new(),
        with_bodies: Vec::new(),
        made: Instrumentation {
            edits: Vec::new(),
            statements: Vec::new(),
            functions: Vec::new(),
            has_with: false,
        },
    };
    if let AstKind::Program(root) = semantic.nodes().kind(oxc::semantic::NodeId::ROOT) {
        walker.visit_program(root);
    }
    walker.made
}

/// The state of the pass. Edits are made in the order of the text, those of an outer node around
/// those of the inner ones, so that they stay nested if several are at one place.
pub(super) struct InstrumentWalker<'walk, 'ast> {
    pub semantic: &'walk Semantic<'ast>,
    pub text: &'walk str,
    lines: LineIndex,
    pub header: &'walk Header,
    variables: Variables<'walk, 'ast>,
    scopes: Vec<ScopeId>,
    pub contexts: Vec<Context>,
    with_bodies: Vec<Span>,
    pub made: Instrumentation,
}

impl<'ast> InstrumentWalker<'_, 'ast> {
    pub fn insert(&mut self, offset: u32, text: impl Into<String>) {
        self.made.edits.push(Edit::insert(offset, text));
    }

    /// The variable, or the number, of the activation that runs here.
    pub fn activation(&self) -> String {
        self.contexts.last().map_or_else(|| "0".to_owned(), |context| context.activation.clone())
    }

    /// The expression that logs `span`, with the variables that can be read at `place`.
    pub fn entry(&mut self, span: Span, kind: StatementKind, place: u32) -> String {
        let activation = self.activation();
        let entry = self.entry_in(span, kind, place, &activation);
        format!("{}{entry}", self.header.unless_full())
    }

    /// As [`InstrumentWalker::entry`], with another expression for the activation, which is also its value.
    pub fn entry_in(
        &mut self,
        span: Span,
        kind: StatementKind,
        place: u32,
        activation: &str,
    ) -> String {
        let scope = self.scopes.last().copied();
        let scope = scope.unwrap_or_else(|| self.semantic.scoping().root_scope_id());
        let readable = self.variables.at(scope, place, self.with_bodies.last().copied());
        self.made.statements.push(LoggedStatement {
            span,
            start: self.lines.location(self.text, span.start),
            kind,
            function: self.contexts.last().map_or(0, |context| context.function),
            variables: readable.names(),
            constants: readable.constants.clone(),
        });
        self.header.at(self.made.statements.len() - 1, activation, &readable)
    }

    /// Logs a statement that begins at `offset`, which may be before it because of a label.
    fn log(&mut self, statement: &Statement<'ast>, offset: u32) {
        let Some((kind, span)) = logged(statement) else { return };
        let entry = self.entry(span, kind, span.start);
        let leave = match statement {
            Statement::ContinueStatement(_) if self.is_in_for_await() => {
                format!("{};", self.header.wait(&self.activation()))
            }
            Statement::ReturnStatement(it) if it.argument.is_none() => {
                format!(
                    "{};",
                    self.header.bare_return(self.returns_are_exits(), &self.activation())
                )
            }
            _ => String::new(),
        };
        self.insert(offset, format!("{entry};{leave}"));
    }

    /// A statement outside a list gets a block.
    fn single(&mut self, statement: &Statement<'ast>) {
        if matches!(statement, Statement::BlockStatement(_)) || logged(statement).is_none() {
            self.visit_statement(statement);
            return;
        }
        let span = span_of(statement.span());
        self.insert(span.start, "{");
        self.log(statement, span.start);
        self.visit_statement(statement);
        self.insert(span.end, "}");
    }

    /// The body of a loop, with code before and after each iteration.
    fn loop_body(&mut self, statement: &Statement<'ast>, before: &str, after: &str) {
        let span = span_of(statement.span());
        if let Statement::BlockStatement(_) = statement {
            self.insert(span.start + 1, before);
            self.visit_statement(statement);
            if !after.is_empty() {
                self.insert(span.end - 1, after);
            }
        } else {
            self.insert(span.start, format!("{{{before}"));
            self.log(statement, span.start);
            self.visit_statement(statement);
            self.insert(span.end, format!("{after}}}"));
        }
    }

    /// Whether a `return` has to log that the function ends: an asynchronous generator waits for
    /// what it returns.
    fn returns_are_exits(&self) -> bool {
        self.contexts.last().is_some_and(|context| {
            let function = self.made.functions.get(context.function);
            context.is_async_generator || function.is_some_and(|it| !it.exit_is_seen)
        })
    }

    fn is_in_for_await(&self) -> bool {
        self.contexts.last().is_some_and(|context| context.for_await_depth > 0)
    }

    /// Logs one part of a loop's head each time it is evaluated.
    fn part(&mut self, expression: &ast::Expression<'ast>, kind: StatementKind) {
        let span = span_of(expression.span());
        let entry = self.entry(span, kind, span.start);
        self.insert(span.start, format!("{entry},"));
        self.visit_expression(expression);
    }

    /// Puts a call around an expression that suspends the function, and one around its operand.
    fn suspension(
        &mut self,
        span: Span,
        operand: Option<&ast::Expression<'ast>>,
        before: &'static str,
    ) {
        let activation = self.activation();
        self.insert(span.start, self.header.around("back", &activation));
        match operand {
            Some(operand) => {
                self.insert(operand.span().start, self.header.around(before, &activation));
                self.visit_expression(operand);
                self.insert(operand.span().end, ")");
            }
            None => self.insert(span.end, format!(" {}", self.header.leave(&activation))),
        }
        self.insert(span.end, ")");
    }

    fn for_each(
        &mut self,
        left: &ast::ForStatementLeft<'ast>,
        body: &Statement<'ast>,
        is_await: bool,
    ) {
        // The body's declarations hide outer ones from its start on.
        if let Statement::BlockStatement(block) = body {
            self.enter_scope(ScopeFlags::empty(), &block.scope_id);
        }
        let entry = self.entry(span_of(left.span()), StatementKind::Iteration, body.span().start);
        if let Statement::BlockStatement(_) = body {
            self.leave_scope();
        }
        let after = match is_await {
            true => format!(";{}", self.header.wait(&self.activation())),
            false => String::new(),
        };
        self.loop_body(body, &format!("{entry};"), &after);
    }
}

impl<'ast> Visit<'ast> for InstrumentWalker<'_, 'ast> {
    fn enter_scope(&mut self, _flags: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        let parent = self.scopes.last().copied();
        let scope = scope.get().or(parent);
        self.scopes.push(scope.unwrap_or_else(|| self.semantic.scoping().root_scope_id()));
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_program(&mut self, program: &ast::Program<'ast>) {
        self.program(program);
    }

    fn visit_statements(&mut self, statements: &ArenaVec<'ast, Statement<'ast>>) {
        for statement in statements {
            self.log(statement, statement.span().start);
            self.visit_statement(statement);
        }
    }

    fn visit_if_statement(&mut self, statement: &ast::IfStatement<'ast>) {
        self.visit_expression(&statement.test);
        self.single(&statement.consequent);
        if let Some(alternate) = &statement.alternate {
            self.single(alternate);
        }
    }

    fn visit_while_statement(&mut self, statement: &ast::WhileStatement<'ast>) {
        self.part(&statement.test, StatementKind::Test);
        self.single(&statement.body);
    }

    fn visit_do_while_statement(&mut self, statement: &ast::DoWhileStatement<'ast>) {
        self.single(&statement.body);
        self.part(&statement.test, StatementKind::Test);
    }

    fn visit_for_statement(&mut self, statement: &ast::ForStatement<'ast>) {
        self.enter_scope(ScopeFlags::empty(), &statement.scope_id);
        if let Some(init) = &statement.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &statement.test {
            self.part(test, StatementKind::Test);
        }
        if let Some(update) = &statement.update {
            self.part(update, StatementKind::Update);
        }
        self.single(&statement.body);
        self.leave_scope();
    }

    fn visit_for_in_statement(&mut self, statement: &ast::ForInStatement<'ast>) {
        self.enter_scope(ScopeFlags::empty(), &statement.scope_id);
        self.visit_for_statement_left(&statement.left);
        self.visit_expression(&statement.right);
        self.for_each(&statement.left, &statement.body, false);
        self.leave_scope();
    }

    fn visit_for_of_statement(&mut self, statement: &ast::ForOfStatement<'ast>) {
        self.enter_scope(ScopeFlags::empty(), &statement.scope_id);
        self.visit_for_statement_left(&statement.left);
        let right = span_of(statement.right.span());
        if statement.r#await {
            self.insert(right.start, self.header.around("wait", &self.activation()));
        }
        self.visit_expression(&statement.right);
        if statement.r#await {
            self.insert(right.end, ")");
        }
        let depth = u32::from(statement.r#await);
        if let Some(context) = self.contexts.last_mut() {
            context.for_await_depth += depth;
        }
        self.for_each(&statement.left, &statement.body, statement.r#await);
        if let Some(context) = self.contexts.last_mut() {
            context.for_await_depth -= depth;
        }
        self.leave_scope();
    }

    fn visit_with_statement(&mut self, statement: &ast::WithStatement<'ast>) {
        self.made.has_with = true;
        self.visit_expression(&statement.object);
        self.enter_scope(ScopeFlags::With, &statement.scope_id);
        self.with_bodies.push(span_of(statement.body.span()));
        self.single(&statement.body);
        self.with_bodies.pop();
        self.leave_scope();
    }

    fn visit_return_statement(&mut self, statement: &ast::ReturnStatement<'ast>) {
        let Some(argument) = &statement.argument else { return };
        let how = Header::how_returned(self.returns_are_exits());
        let around = self.header.around(how, &self.activation());
        self.insert(argument.span().start, format!("{around}("));
        self.visit_expression(argument);
        self.insert(argument.span().end, "))");
    }

    fn visit_await_expression(&mut self, expression: &ast::AwaitExpression<'ast>) {
        self.suspension(span_of(expression.span), Some(&expression.argument), "leave");
    }

    fn visit_yield_expression(&mut self, expression: &ast::YieldExpression<'ast>) {
        // An asynchronous generator is suspended even while another one works for it.
        let is_async = self.contexts.last().is_some_and(|context| context.is_async_generator);
        let before = if expression.delegate && !is_async { "delegate" } else { "leave" };
        self.suspension(span_of(expression.span), expression.argument.as_ref(), before);
    }

    fn visit_new_expression(&mut self, expression: &ast::NewExpression<'ast>) {
        let is_proxy = makes_proxy(expression);
        if is_proxy {
            self.insert(expression.span.start, self.header.proxy());
        }
        tree::walk_new_expression(self, expression);
        if is_proxy {
            self.insert(expression.span.end, "))");
        }
    }

    fn visit_variable_declaration(&mut self, declaration: &ast::VariableDeclaration<'ast>) {
        for (index, declarator) in declaration.declarations.iter().enumerate() {
            self.visit_binding_pattern(&declarator.id);
            let Some(init) = &declarator.init else { continue };
            // An expression in parentheses would not get the variable's name.
            let is_logged = index > 0 && !takes_a_name(init);
            if is_logged {
                let span = span_of(declarator.span);
                let entry = self.entry(span, StatementKind::Declarator, span.start);
                self.insert(init.span().start, format!("({entry},"));
            }
            self.visit_expression(init);
            if is_logged {
                self.insert(init.span().end, ")");
            }
        }
    }

    fn visit_function(&mut self, function: &ast::Function<'ast>, flags: ScopeFlags) {
        self.function(function, flags);
    }

    fn visit_arrow_function_expression(&mut self, function: &ast::ArrowFunctionExpression<'ast>) {
        self.arrow(function);
    }

    fn visit_formal_parameters(&mut self, parameters: &ast::FormalParameters<'ast>) {
        self.parameters(parameters);
    }

    fn visit_formal_parameter(&mut self, parameter: &ast::FormalParameter<'ast>) {
        self.visit_binding_pattern(&parameter.pattern);
        if let Some(value) = &parameter.initializer {
            self.default_value(value);
        }
    }

    fn visit_assignment_pattern(&mut self, pattern: &ast::AssignmentPattern<'ast>) {
        self.visit_binding_pattern(&pattern.left);
        self.default_value(&pattern.right);
    }

    fn visit_function_body(&mut self, body: &ast::FunctionBody<'ast>) {
        self.body(body);
    }

    fn visit_class_body(&mut self, body: &ast::ClassBody<'ast>) {
        let fields: Vec<&str> = body.body.iter().filter_map(private_field).collect();
        if !fields.is_empty() {
            let registration = self.header.private_fields(&fields);
            self.insert(body.span.start + 1, registration);
        }
        tree::walk_class_body(self, body);
    }

    fn visit_static_block(&mut self, block: &ast::StaticBlock<'ast>) {
        self.static_block(block);
    }

    fn visit_property_definition(&mut self, property: &ast::PropertyDefinition<'ast>) {
        self.visit_property_key(&property.key);
        match &property.value {
            Some(value) if !takes_a_name(value) => self.field(property, value),
            Some(value) => tree::walk_expression(self, value),
            None => {}
        }
    }
}

/// The name of a field that only its class can read, without its mark. Accessors would run.
fn private_field<'ast>(element: &'ast ast::ClassElement<'_>) -> Option<&'ast str> {
    match element {
        ast::ClassElement::PropertyDefinition(field) if !field.r#static => match &field.key {
            ast::PropertyKey::PrivateIdentifier(name) => Some(name.name.as_str()),
            _ => None,
        },
        _ => None,
    }
}
