//! Properties: reads become calls, writes keep their form.

use super::RUNTIME;
use super::walk::ShadowWalker;
use oxc::ast::ast;
use oxc::ast::ast::{ChainElement, Expression, SimpleAssignmentTarget};
use oxc::ast_visit::{Visit, walk as tree};
use oxc::span::GetSpan;

impl<'ast> ShadowWalker<'_, 'ast> {
    /// `a[k]` as a value.
    pub fn read(&mut self, member: &ast::ComputedMemberExpression<'ast>) {
        if matches!(member.object, Expression::Super(_)) {
            self.native_read(member);
            return;
        }
        let key = member.expression.span();
        self.insert(member.span.start, format!("{RUNTIME}.g("));
        self.visit_expression(&member.object);
        self.replace(member.object.span().end, key.start, ",(");
        self.visit_expression(&member.expression);
        self.replace(key.end, member.span.end, "))");
    }

    /// `a[k]` where it must stay unchanged.
    pub fn native_read(&mut self, member: &ast::ComputedMemberExpression<'ast>) {
        self.visit_expression(&member.object);
        self.key(&member.expression);
    }

    fn key(&mut self, key: &Expression<'ast>) {
        if matches!(key, Expression::StringLiteral(_) | Expression::NumericLiteral(_)) {
            return;
        }
        self.insert(key.span().start, format!("{RUNTIME}.k(("));
        self.visit_expression(key);
        self.insert(key.span().end, "))");
    }

    /// The target of an assignment.
    pub fn target(&mut self, target: &SimpleAssignmentTarget<'ast>) {
        match target {
            SimpleAssignmentTarget::ComputedMemberExpression(member) => self.native_read(member),
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                self.visit_expression(&member.object);
            }
            SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                self.visit_expression(&member.object);
            }
            _ => {}
        }
    }

    /// `a?.b[c]`, which may end in its middle, stays unchanged.
    pub fn chain(&mut self, element: &ChainElement<'ast>) {
        match element {
            ChainElement::CallExpression(call) => self.chain_call(call),
            ChainElement::ComputedMemberExpression(member) => {
                self.spine(&member.object);
                self.key(&member.expression);
            }
            ChainElement::StaticMemberExpression(member) => self.spine(&member.object),
            ChainElement::PrivateFieldExpression(member) => self.spine(&member.object),
            ChainElement::TSNonNullExpression(_) => {}
        }
    }

    fn chain_call(&mut self, call: &ast::CallExpression<'ast>) {
        self.spine(&call.callee);
        for argument in &call.arguments {
            self.visit_argument(argument);
        }
    }

    fn spine(&mut self, expression: &Expression<'ast>) {
        match expression {
            Expression::CallExpression(call) => self.chain_call(call),
            Expression::ComputedMemberExpression(member) => {
                self.spine(&member.object);
                self.key(&member.expression);
            }
            Expression::StaticMemberExpression(member) => self.spine(&member.object),
            Expression::PrivateFieldExpression(member) => self.spine(&member.object),
            other => tree::walk_expression(self, other),
        }
    }
}
