//! The kinds of faults.

use super::Mutant;
use crate::shadow::span_of;
use debunk_model::Span;
use oxc::ast::AstKind;
use oxc::ast::ast;
use oxc::ast::ast::{BinaryOperator, Expression, LogicalOperator, Statement};
use oxc::semantic::{AstNode, Semantic};
use oxc::span::GetSpan;
use std::collections::BTreeSet;

/// Makes mutants, node by node.
pub(super) struct Operators<'semantic, 'ast> {
    semantic: &'semantic Semantic<'ast>,
    text: &'semantic str,
    pub made: Vec<Mutant>,
}

impl<'semantic, 'ast> Operators<'semantic, 'ast> {
    pub fn new(semantic: &'semantic Semantic<'ast>, text: &'semantic str) -> Self {
        Self { semantic, text, made: Vec::new() }
    }

    /// Replaces `part` of `whole`; `whole` then has the fault.
    fn replace(&mut self, operator: &'static str, whole: Span, part: Span, by: &str) {
        let before = part.of(self.text);
        if before == by {
            return;
        }
        let mut text = String::with_capacity(self.text.len() + by.len());
        text.push_str(Span::new(0, part.start).of(self.text));
        text.push_str(by);
        text.push_str(Span::new(part.end, self.text.len() as u32).of(self.text));
        let removed = part.end - part.start;
        let fault = Span::new(whole.start, whole.end - removed + by.len() as u32);
        let change = (whole.of(self.text).to_owned(), fault.of(&text).to_owned());
        self.made.push(Mutant { operator, original: whole, fault, text, change });
    }

    fn all(&mut self, operator: &'static str, whole: Span, part: Span, by: &[&str]) {
        for text in by {
            self.replace(operator, whole, part, text);
        }
    }

    pub fn node(&mut self, node: &AstNode<'ast>) {
        match node.kind() {
            AstKind::BinaryExpression(it) => self.binary(it),
            AstKind::LogicalExpression(it) => self.logical(it),
            AstKind::AssignmentExpression(it) => self.assignment(it),
            AstKind::UpdateExpression(it) => self.update(it),
            AstKind::UnaryExpression(it) => self.unary(it),
            AstKind::NumericLiteral(it) => self.number(node, it),
            AstKind::BooleanLiteral(it) => {
                let by = if it.value { "false" } else { "true" };
                let span = span_of(it.span);
                self.replace("constant", span, span, by);
            }
            AstKind::CallExpression(it) => self.call(it),
            AstKind::IdentifierReference(it) => self.identifier(node, it),
            AstKind::IfStatement(it) => {
                self.condition(&it.test);
                self.delete_branch(it);
            }
            AstKind::WhileStatement(it) => self.condition(&it.test),
            AstKind::DoWhileStatement(it) => self.condition(&it.test),
            AstKind::ConditionalExpression(it) => self.condition(&it.test),
            AstKind::ExpressionStatement(it) => self.delete(it.span),
            AstKind::BreakStatement(it) => self.delete(it.span),
            AstKind::ContinueStatement(it) => self.delete(it.span),
            _ => {}
        }
    }

    fn gap(&self, left: oxc::span::Span, right: oxc::span::Span, operator: &str) -> Option<Span> {
        let gap = Span::new(left.end, right.start);
        let at = gap.of(self.text).find(operator)? as u32;
        Some(Span::new(gap.start + at, gap.start + at + operator.len() as u32))
    }

    fn binary(&mut self, it: &ast::BinaryExpression<'ast>) {
        let whole = span_of(it.span);
        let sign = it.operator.as_str();
        let Some(part) = self.gap(it.left.span(), it.right.span(), sign) else { return };
        let (operator, by): (_, &[&str]) = match it.operator {
            BinaryOperator::Addition => ("arithmetic", &["-", "*"]),
            BinaryOperator::Subtraction => ("arithmetic", &["+", "*"]),
            BinaryOperator::Multiplication | BinaryOperator::Division => {
                return self.product(it, part);
            }
            BinaryOperator::Remainder => ("arithmetic", &["/", "*"]),
            BinaryOperator::ShiftRight => ("arithmetic", &["<<", "-"]),
            BinaryOperator::LessThan => ("relation", &["<=", ">", ">=", "!=="]),
            BinaryOperator::LessEqualThan => ("relation", &["<", ">", ">=", "==="]),
            BinaryOperator::GreaterThan => ("relation", &[">=", "<", "<=", "!=="]),
            BinaryOperator::GreaterEqualThan => ("relation", &[">", "<", "<=", "==="]),
            BinaryOperator::StrictEquality => ("relation", &["!==", "<=", ">="]),
            BinaryOperator::StrictInequality => ("relation", &["===", "<", ">"]),
            BinaryOperator::Equality => ("relation", &["!=", "<=", ">="]),
            BinaryOperator::Inequality => ("relation", &["==", "<", ">"]),
            _ => return,
        };
        self.all(operator, whole, part, by);
    }

    /// Sums bind less than products: without brackets the fault would not be one expression.
    fn product(&mut self, it: &ast::BinaryExpression<'ast>, part: Span) {
        let whole = span_of(it.span);
        let sums: &[&str] = match it.operator {
            BinaryOperator::Multiplication => &["+", "-"],
            _ => &["-"],
        };
        for sign in sums {
            let (left, right) = (self.of(it.left.span()), self.of(it.right.span()));
            let text = format!("({left} {sign} {right})");
            self.replace("arithmetic", whole, whole, &text);
        }
        if it.operator == BinaryOperator::Division {
            self.replace("arithmetic", whole, part, "*");
        }
    }

    fn logical(&mut self, it: &ast::LogicalExpression<'ast>) {
        let by = match it.operator {
            LogicalOperator::And => "||",
            LogicalOperator::Or => "&&",
            LogicalOperator::Coalesce => return,
        };
        let whole = span_of(it.span);
        // The precedences differ: both sides keep their brackets only if they are inserted.
        let text = format!("(({}) {by} ({}))", self.of(it.left.span()), self.of(it.right.span()));
        self.replace("logic", whole, whole, &text);
        for side in [it.left.span(), it.right.span()] {
            let text = format!("({})", self.of(side));
            self.replace("logic", whole, whole, &text);
        }
    }

    fn of(&self, span: oxc::span::Span) -> String {
        span_of(span).of(self.text).to_owned()
    }

    fn assignment(&mut self, it: &ast::AssignmentExpression<'ast>) {
        let sign = it.operator.as_str();
        let by: &[&str] = match sign {
            "+=" => &["-=", "="],
            "-=" => &["+=", "="],
            "*=" => &["+=", "="],
            _ => return,
        };
        let Some(part) = self.gap(it.left.span(), it.right.span(), sign) else { return };
        self.all("assignment", span_of(it.span), part, by);
    }

    fn update(&mut self, it: &ast::UpdateExpression<'ast>) {
        let whole = span_of(it.span);
        let part = match it.prefix {
            true => Span::new(whole.start, whole.start + 2),
            false => Span::new(whole.end - 2, whole.end),
        };
        let by = if part.of(self.text) == "++" { "--" } else { "++" };
        self.replace("update", whole, part, by);
    }

    fn unary(&mut self, it: &ast::UnaryExpression<'ast>) {
        if matches!(it.operator.as_str(), "-" | "!") {
            let whole = span_of(it.span);
            let text = format!("({})", self.of(it.argument.span()));
            self.replace("unary", whole, whole, &text);
        }
    }

    fn number(&mut self, node: &AstNode<'ast>, it: &ast::NumericLiteral<'ast>) {
        let is_signed =
            matches!(self.semantic.nodes().parent_kind(node.id()), AstKind::UnaryExpression(_));
        let is_key = matches!(
            self.semantic.nodes().parent_kind(node.id()),
            AstKind::ObjectProperty(_) | AstKind::PropertyDefinition(_)
        );
        if is_key || it.value.fract() != 0.0 || it.value > 1e9 {
            return;
        }
        let span = span_of(it.span);
        let more = format!("{}", it.value + 1.0);
        self.replace("constant", span, span, &more);
        if !is_signed {
            let less = format!("({})", it.value - 1.0);
            self.replace("constant", span, span, &less);
            if it.value > 1.0 {
                self.replace("constant", span, span, "0");
            }
        }
    }

    fn call(&mut self, it: &ast::CallExpression<'ast>) {
        let callee = span_of(it.callee.span());
        let by = match callee.of(self.text) {
            "Math.max" => "Math.min",
            "Math.min" => "Math.max",
            "Math.floor" => "Math.ceil",
            "Math.ceil" => "Math.floor",
            _ => return,
        };
        self.replace("extreme", span_of(it.span), callee, by);
    }

    fn condition(&mut self, test: &Expression<'ast>) {
        let span = span_of(test.span());
        let text = format!("!({})", span.of(self.text));
        self.replace("negated condition", span, span, &text);
    }

    fn delete(&mut self, span: oxc::span::Span) {
        let span = span_of(span);
        self.replace("deleted statement", span, span, ";");
    }

    fn delete_branch(&mut self, it: &ast::IfStatement<'ast>) {
        // The part after `else` is not a separate statement, but it may become one.
        self.delete(it.span);
        if let Some(Statement::BlockStatement(block)) = &it.alternate {
            self.delete(block.span);
        }
    }

    /// A variable becomes another one of the same function, or one more or less.
    fn identifier(&mut self, node: &AstNode<'ast>, it: &ast::IdentifierReference<'ast>) {
        let nodes = self.semantic.nodes();
        let span = span_of(it.span);
        let is_number = match nodes.parent_kind(node.id()) {
            AstKind::BinaryExpression(_) => true,
            AstKind::ComputedMemberExpression(member) => span_of(member.expression.span()) == span,
            AstKind::CallExpression(call) => span_of(call.callee.span()) != span,
            AstKind::AssignmentExpression(assignment) => span_of(assignment.right.span()) == span,
            AstKind::VariableDeclarator(_) | AstKind::ReturnStatement(_) => true,
            AstKind::ConditionalExpression(_) => true,
            _ => false,
        };
        if !is_number {
            return;
        }
        let name = it.name.as_str();
        if !self.is_plain_value(name, node) {
            return;
        }
        self.replace("one more or less", span, span, &format!("({name} + 1)"));
        self.replace("one more or less", span, span, &format!("({name} - 1)"));
        if let Some(other) = self.other_variable(name, node) {
            self.replace("variable", span, span, &other);
        }
    }

    /// Whether the variable is neither read by key nor called: it may be a number.
    fn is_plain_value(&self, name: &str, node: &AstNode<'ast>) -> bool {
        let function = self.function_text(node);
        ["[", ".", "("].iter().all(|after| {
            let usage = format!("{name}{after}");
            function.match_indices(&usage).all(|(at, _)| {
                let before = function[..at].chars().next_back();
                before.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '.')
            })
        })
    }

    fn function_text(&self, node: &AstNode<'ast>) -> &'semantic str {
        let nodes = self.semantic.nodes();
        let function = nodes.ancestor_kinds(node.id()).find_map(|kind| match kind {
            AstKind::Function(function) => Some(span_of(function.span)),
            _ => None,
        });
        function.unwrap_or(Span::new(0, 0)).of(self.text)
    }

    /// The next visible name that seems to be of the same kind.
    fn other_variable(&self, name: &str, node: &AstNode<'ast>) -> Option<String> {
        let scoping = self.semantic.scoping();
        let mut names = BTreeSet::new();
        let mut scope = Some(node.scope_id());
        while let Some(current) = scope {
            if scoping.scope_parent_id(current).is_none() {
                break;
            }
            for symbol in scoping.iter_bindings_in(current) {
                let declared = scoping.symbol_span(symbol).end;
                let is_function = matches!(
                    self.semantic.nodes().kind(scoping.symbol_declaration(symbol)),
                    AstKind::Function(_)
                );
                let other = scoping.symbol_name(symbol);
                if declared <= node.kind().span().start
                    && !is_function
                    && self.is_plain_value(other, node)
                {
                    names.insert(other.to_owned());
                }
            }
            scope = scoping.scope_parent_id(current);
        }
        names.remove(name);
        let after = names.range(name.to_owned()..).next();
        after.or_else(|| names.iter().next()).cloned()
    }
}
