//! One pass over the syntax tree: conditions and statements.

use super::sites::{ShadowOptions, ShadowSite, SiteKind};
use super::{RUNTIME, span_of};
use crate::instrument::Variables;
use debunk_model::{Edit, Program, Span};
use oxc::ast::AstKind;
use oxc::ast::ast;
use oxc::ast::ast::{Expression, LogicalOperator, UnaryOperator};
use oxc::ast_visit::{Visit, walk as tree};
use oxc::semantic::{ScopeId, Semantic};
use oxc::span::GetSpan;
use oxc::syntax::scope::ScopeFlags;
use std::cell::Cell;

/// What the pass has made.
pub(super) struct ShadowCopy {
    pub edits: Vec<Edit>,
    pub sites: Vec<ShadowSite>,
    pub places: Vec<Span>,
}

/// Makes all edits of a program.
pub(super) fn walk(
    semantic: &Semantic<'_>,
    program: &Program,
    options: &ShadowOptions,
) -> ShadowCopy {
    let mut walker = ShadowWalker {
        semantic,
        text: &program.text,
        options,
        variables: options.watch.map(|_| Variables::new(semantic, program.goal)),
        scopes: Vec::new(),
        statement: Span::new(0, program.text.len() as u32),
        unused: None,
        made: ShadowCopy { edits: Vec::new(), sites: Vec::new(), places: Vec::new() },
    };
    if let AstKind::Program(root) = semantic.nodes().kind(oxc::semantic::NodeId::ROOT) {
        walker.visit_program(root);
    }
    walker.made
}

/// The state of the pass. Edits at one place come in the order in which they nest.
pub(super) struct ShadowWalker<'walk, 'ast> {
    pub semantic: &'walk Semantic<'ast>,
    pub text: &'walk str,
    pub options: &'walk ShadowOptions,
    variables: Option<Variables<'walk, 'ast>>,
    scopes: Vec<ScopeId>,
    statement: Span,
    /// An expression whose value nobody uses.
    pub unused: Option<Span>,
    pub made: ShadowCopy,
}

impl<'ast> ShadowWalker<'_, 'ast> {
    pub fn insert(&mut self, offset: u32, text: impl Into<String>) {
        self.made.edits.push(Edit::insert(offset, text));
    }

    /// Replaces the text between two parts of a node, but keeps line ends.
    pub fn replace(&mut self, start: u32, end: u32, text: impl Into<String>) {
        let span = Span::new(start, end);
        let mut text = text.into();
        text.extend(span.of(self.text).chars().filter(|it| matches!(it, '\n' | '\r')));
        self.made.edits.push(Edit::replace(span, text));
    }

    /// A new site.
    pub fn site(&mut self, kind: SiteKind, span: oxc::span::Span) -> usize {
        let site = ShadowSite { kind, span: span_of(span), statement: self.statement };
        self.made.sites.push(site);
        self.options.first_site + self.made.sites.len() - 1
    }

    /// Whether a name means a built-in, not something in the program.
    pub fn is_global(&self, identifier: &ast::IdentifierReference<'ast>) -> bool {
        let scoping = self.semantic.scoping();
        identifier
            .reference_id
            .get()
            .is_none_or(|reference| scoping.get_reference(reference).symbol_id().is_none())
    }

    fn is_marked(&self, span: oxc::span::Span) -> bool {
        self.options.mark == Some(span_of(span))
    }

    /// Functions that read the visible variables.
    fn watched(&self, place: u32) -> String {
        let (Some(variables), Some(scope)) = (&self.variables, self.scopes.last()) else {
            return "()=>[]".to_owned();
        };
        let names = variables.at(*scope, place, None).names();
        let readers: Vec<String> =
            names.iter().map(|name| format!("[{name:?},()=>{name}]")).collect();
        format!("()=>[{}]", readers.join(","))
    }

    /// What a statement computes: its computation is reported, if places are.
    fn computed(&mut self, expression: &Expression<'ast>) {
        // A function gets its name from its context.
        let is_named =
            expression.is_function() || matches!(expression, Expression::ClassExpression(_));
        let Some(first) = self.options.first_place.filter(|_| !is_named) else {
            return self.visit_expression(expression);
        };
        let span = expression.span();
        let place = first + self.made.places.len();
        self.made.places.push(span_of(span));
        self.insert(span.start, format!("{RUNTIME}.d({place},("));
        self.visit_expression(expression);
        self.insert(span.end, "))");
    }

    /// A condition: only its truth matters, and it is reported.
    pub fn test(&mut self, expression: &Expression<'ast>, kind: SiteKind) {
        let span = expression.span();
        let is_marked = self.is_marked(span);
        if is_marked {
            self.insert(span.start, format!("{RUNTIME}.f({RUNTIME}.b(),"));
        }
        match expression {
            Expression::ParenthesizedExpression(inner) => self.test(&inner.expression, kind),
            Expression::LogicalExpression(logical)
                if logical.operator != LogicalOperator::Coalesce =>
            {
                self.test(&logical.left, SiteKind::Logical);
                self.test(&logical.right, kind);
            }
            Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::LogicalNot => {
                self.test(&unary.argument, kind);
            }
            Expression::BooleanLiteral(_) | Expression::NumericLiteral(_) => {}
            _ => self.plain_test(expression, kind),
        }
        if is_marked {
            self.insert(span.end, ")");
        }
    }

    fn plain_test(&mut self, expression: &Expression<'ast>, kind: SiteKind) {
        let span = expression.span();
        let site = self.site(kind, span);
        let watches = self.options.watch == Some(site);
        let function = if watches { "tw" } else { "t" };
        self.insert(span.start, format!("{RUNTIME}.{function}({site},("));
        // The mark is already set.
        tree::walk_expression(self, expression);
        let end =
            if watches { format!("),{})", self.watched(span.start)) } else { "))".to_owned() };
        self.insert(span.end, end);
    }
}

impl<'ast> Visit<'ast> for ShadowWalker<'_, 'ast> {
    fn enter_scope(&mut self, _flags: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        let parent = self.scopes.last().copied();
        let scope = scope.get().or(parent);
        self.scopes.push(scope.unwrap_or_else(|| self.semantic.scoping().root_scope_id()));
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_statement(&mut self, statement: &ast::Statement<'ast>) {
        let before = self.statement;
        self.statement = span_of(statement.span());
        tree::walk_statement(self, statement);
        self.statement = before;
    }

    fn visit_expression(&mut self, expression: &Expression<'ast>) {
        let span = expression.span();
        if self.is_marked(span) {
            self.insert(span.start, format!("{RUNTIME}.f({RUNTIME}.b(),"));
            tree::walk_expression(self, expression);
            self.insert(span.end, ")");
        } else {
            tree::walk_expression(self, expression);
        }
    }

    fn visit_empty_statement(&mut self, statement: &ast::EmptyStatement) {
        if self.is_marked(statement.span) {
            self.insert(statement.span.start, format!(" {RUNTIME}.b()"));
        }
    }

    fn visit_expression_statement(&mut self, statement: &ast::ExpressionStatement<'ast>) {
        self.unused = Some(span_of(statement.expression.span()));
        self.computed(&statement.expression);
    }

    fn visit_return_statement(&mut self, statement: &ast::ReturnStatement<'ast>) {
        if let Some(argument) = &statement.argument {
            self.computed(argument);
        }
    }

    fn visit_variable_declarator(&mut self, declarator: &ast::VariableDeclarator<'ast>) {
        self.visit_binding_pattern(&declarator.id);
        if let Some(init) = &declarator.init {
            self.computed(init);
        }
    }

    fn visit_if_statement(&mut self, statement: &ast::IfStatement<'ast>) {
        self.test(&statement.test, SiteKind::If);
        self.visit_statement(&statement.consequent);
        if let Some(alternate) = &statement.alternate {
            self.visit_statement(alternate);
        }
    }

    fn visit_while_statement(&mut self, statement: &ast::WhileStatement<'ast>) {
        self.test(&statement.test, SiteKind::Loop);
        self.visit_statement(&statement.body);
    }

    fn visit_do_while_statement(&mut self, statement: &ast::DoWhileStatement<'ast>) {
        self.visit_statement(&statement.body);
        self.test(&statement.test, SiteKind::Loop);
    }

    fn visit_for_statement(&mut self, statement: &ast::ForStatement<'ast>) {
        self.enter_scope(ScopeFlags::empty(), &statement.scope_id);
        if let Some(init) = &statement.init {
            self.visit_for_statement_init(init);
        }
        if let Some(test) = &statement.test {
            self.test(test, SiteKind::Loop);
        }
        if let Some(update) = &statement.update {
            self.unused = Some(span_of(update.span()));
            self.computed(update);
        }
        self.visit_statement(&statement.body);
        self.leave_scope();
    }

    fn visit_switch_statement(&mut self, statement: &ast::SwitchStatement<'ast>) {
        let variable = format!("{RUNTIME}Switch{}", statement.span.start);
        self.insert(statement.span.start, format!("{{var {variable};"));
        let discriminant = statement.discriminant.span();
        self.insert(discriminant.start, format!("({variable}=("));
        self.visit_expression(&statement.discriminant);
        self.insert(discriminant.end, "),true)");
        self.enter_scope(ScopeFlags::empty(), &statement.scope_id);
        for case in &statement.cases {
            if let Some(test) = &case.test {
                let span = test.span();
                let site = self.site(SiteKind::Case, span);
                self.insert(span.start, format!("{RUNTIME}.t({site},{RUNTIME}.seq({variable},("));
                self.visit_expression(test);
                self.insert(span.end, format!("),{site}))"));
            }
            self.visit_statements(&case.consequent);
        }
        self.leave_scope();
        self.insert(statement.span.end, "}");
    }

    fn visit_conditional_expression(&mut self, expression: &ast::ConditionalExpression<'ast>) {
        self.test(&expression.test, SiteKind::Conditional);
        self.visit_expression(&expression.consequent);
        self.visit_expression(&expression.alternate);
    }

    fn visit_binary_expression(&mut self, expression: &ast::BinaryExpression<'ast>) {
        self.binary(expression);
    }

    fn visit_logical_expression(&mut self, expression: &ast::LogicalExpression<'ast>) {
        self.logical(expression);
    }

    fn visit_unary_expression(&mut self, expression: &ast::UnaryExpression<'ast>) {
        self.unary(expression);
    }

    fn visit_update_expression(&mut self, expression: &ast::UpdateExpression<'ast>) {
        self.update(expression);
    }

    fn visit_assignment_expression(&mut self, expression: &ast::AssignmentExpression<'ast>) {
        self.assignment(expression);
    }

    fn visit_simple_assignment_target(&mut self, target: &ast::SimpleAssignmentTarget<'ast>) {
        self.target(target);
    }

    fn visit_computed_member_expression(&mut self, member: &ast::ComputedMemberExpression<'ast>) {
        self.read(member);
    }

    fn visit_chain_expression(&mut self, chain: &ast::ChainExpression<'ast>) {
        self.chain(&chain.expression);
    }

    fn visit_call_expression(&mut self, call: &ast::CallExpression<'ast>) {
        self.call(call);
    }

    fn visit_new_expression(&mut self, expression: &ast::NewExpression<'ast>) {
        self.construct(expression);
    }

    fn visit_tagged_template_expression(
        &mut self,
        expression: &ast::TaggedTemplateExpression<'ast>,
    ) {
        self.callee(&expression.tag);
        self.visit_template_literal(&expression.quasi);
    }
}
