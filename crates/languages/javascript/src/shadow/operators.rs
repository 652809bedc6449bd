//! Operators become calls.

use super::sites::SiteKind;
use super::walk::ShadowWalker;
use super::{RUNTIME, span_of};
use oxc::ast::ast;
use oxc::ast::ast::{
    AssignmentOperator, AssignmentTarget, BinaryOperator, Expression, LogicalOperator,
    SimpleAssignmentTarget, UnaryOperator, UpdateOperator,
};
use oxc::ast_visit::Visit;
use oxc::span::GetSpan;

fn function_of(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Equality => "eq",
        BinaryOperator::Inequality => "ne",
        BinaryOperator::StrictEquality => "seq",
        BinaryOperator::StrictInequality => "sne",
        BinaryOperator::LessThan => "lt",
        BinaryOperator::LessEqualThan => "le",
        BinaryOperator::GreaterThan => "gt",
        BinaryOperator::GreaterEqualThan => "ge",
        BinaryOperator::Addition => "add",
        BinaryOperator::Subtraction => "sub",
        BinaryOperator::Multiplication => "mul",
        BinaryOperator::Division => "div",
        BinaryOperator::Remainder => "mod",
        BinaryOperator::Exponential => "pow",
        BinaryOperator::ShiftLeft => "shl",
        BinaryOperator::ShiftRight => "shr",
        BinaryOperator::ShiftRightZeroFill => "ushr",
        BinaryOperator::BitwiseOR => "or",
        BinaryOperator::BitwiseXOR => "xor",
        BinaryOperator::BitwiseAnd => "and",
        BinaryOperator::In => "in",
        BinaryOperator::Instanceof => "instanceof",
    }
}

impl<'ast> ShadowWalker<'_, 'ast> {
    pub fn binary(&mut self, expression: &ast::BinaryExpression<'ast>) {
        let site = self.site(SiteKind::Operator, expression.span);
        let function = function_of(expression.operator);
        self.insert(expression.span.start, format!("{RUNTIME}.{function}("));
        self.visit_expression(&expression.left);
        self.replace(expression.left.span().end, expression.right.span().start, ",");
        self.visit_expression(&expression.right);
        self.insert(expression.span.end, format!(",{site})"));
    }

    /// `a && b` as a value: the decided operand is kept on a stack until it is known whether it is
    /// the value.
    pub fn logical(&mut self, expression: &ast::LogicalExpression<'ast>) {
        let (between, end) = match expression.operator {
            LogicalOperator::Coalesce => {
                self.visit_expression(&expression.left);
                self.visit_expression(&expression.right);
                return;
            }
            LogicalOperator::And => (format!(")?({RUNTIME}.q(),"), format!("):{RUNTIME}.q())")),
            LogicalOperator::Or => (format!(")?{RUNTIME}.q():({RUNTIME}.q(),"), "))".to_owned()),
        };
        let site = self.site(SiteKind::Logical, expression.left.span());
        // A leading bracket could be taken for a call of what is on the line before.
        self.insert(expression.span.start, format!("{RUNTIME}.i({RUNTIME}.p({site},"));
        self.visit_expression(&expression.left);
        self.replace(expression.left.span().end, expression.right.span().start, between);
        self.visit_expression(&expression.right);
        self.insert(expression.span.end, end);
    }

    pub fn unary(&mut self, expression: &ast::UnaryExpression<'ast>) {
        let argument = expression.argument.span();
        let function = match expression.operator {
            UnaryOperator::UnaryNegation => "neg",
            UnaryOperator::UnaryPlus => "pos",
            UnaryOperator::LogicalNot => "not",
            UnaryOperator::BitwiseNot => "bnot",
            UnaryOperator::Typeof => "typeof",
            UnaryOperator::Void => return self.visit_expression(&expression.argument),
            UnaryOperator::Delete => return self.delete(&expression.argument),
        };
        match &expression.argument {
            Expression::NumericLiteral(_) | Expression::BigIntLiteral(_) => return,
            // Asking for the type of an undeclared name is allowed; reading it is not.
            Expression::Identifier(name) if function == "typeof" => {
                self.insert(expression.span.start, format!("{RUNTIME}.typ("));
                self.insert(expression.span.end, format!(",()=>{})", name.name));
                return;
            }
            _ => {}
        }
        let site = self.site(SiteKind::Operator, expression.span);
        self.replace(expression.span.start, argument.start, format!("{RUNTIME}.{function}("));
        self.visit_expression(&expression.argument);
        self.insert(expression.span.end, format!(",{site})"));
    }

    fn delete(&mut self, argument: &Expression<'ast>) {
        match argument {
            Expression::ComputedMemberExpression(member) => self.native_read(member),
            Expression::ParenthesizedExpression(inner) => self.delete(&inner.expression),
            Expression::StaticMemberExpression(member) => self.visit_expression(&member.object),
            Expression::Identifier(_) => {}
            Expression::ChainExpression(chain) => self.chain(&chain.expression),
            other => self.visit_expression(other),
        }
    }

    pub fn update(&mut self, expression: &ast::UpdateExpression<'ast>) {
        let span = expression.span;
        let is_unused = self.unused.take() == Some(span_of(span));
        let (single, kept) = match expression.operator {
            UpdateOperator::Increment => ("inc", "incp"),
            UpdateOperator::Decrement => ("dec", "decp"),
        };
        match &expression.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                let site = self.site(SiteKind::Operator, span);
                let name = name.name;
                let plain = format!("{name}={RUNTIME}.{single}({name},{site})");
                let text = match (is_unused, expression.prefix) {
                    (true, _) => plain,
                    (false, true) => format!("{RUNTIME}.i({plain})"),
                    (false, false) => {
                        format!("{RUNTIME}.l({name}={RUNTIME}.{kept}({name},{site}),{RUNTIME}.q())")
                    }
                };
                self.replace(span.start, span.end, text);
            }
            SimpleAssignmentTarget::StaticMemberExpression(member)
                if !matches!(member.object, Expression::Super(_)) =>
            {
                let function = self.member_update(expression);
                self.replace(span.start, member.object.span().start, function);
                self.visit_expression(&member.object);
                let site = self.site(SiteKind::Operator, span);
                let name = member.property.name;
                self.replace(member.object.span().end, span.end, format!(",{name:?},{site})"));
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member)
                if !matches!(member.object, Expression::Super(_)) =>
            {
                let function = self.member_update(expression);
                self.replace(span.start, member.object.span().start, function);
                self.visit_expression(&member.object);
                let key = member.expression.span();
                self.replace(member.object.span().end, key.start, ",(");
                self.visit_expression(&member.expression);
                let site = self.site(SiteKind::Operator, span);
                self.replace(key.end, span.end, format!("),{site})"));
            }
            _ => {}
        }
    }

    fn member_update(&self, expression: &ast::UpdateExpression<'ast>) -> String {
        let step = match expression.operator {
            UpdateOperator::Increment => "inc",
            UpdateOperator::Decrement => "dec",
        };
        let when = if expression.prefix { "mpre" } else { "mpost" };
        format!("{RUNTIME}.{when}({RUNTIME}.{step},")
    }

    pub fn assignment(&mut self, expression: &ast::AssignmentExpression<'ast>) {
        let right = expression.right.span();
        let is_bracketed = expression.left.span().start != expression.span.start;
        let is_plain = matches!(
            expression.operator,
            AssignmentOperator::Assign | AssignmentOperator::LogicalNullish
        );
        if is_plain || is_bracketed {
            self.visit_assignment_target(&expression.left);
            self.visit_expression(&expression.right);
            return;
        }
        if let Some(operator) = expression.operator.to_logical_operator() {
            self.logical_assignment(expression, operator == LogicalOperator::And);
            return;
        }
        let Some(operator) = expression.operator.to_binary_operator() else { return };
        let function = function_of(operator);
        match &expression.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                let site = self.site(SiteKind::Operator, expression.span);
                let start = format!("={RUNTIME}.{function}({},(", name.name);
                self.replace(name.span.end, right.start, start);
                self.visit_expression(&expression.right);
                self.insert(expression.span.end, format!("),{site})"));
            }
            target => {
                let open = format!("{RUNTIME}.ma({RUNTIME}.{function},{RUNTIME}.mref(");
                if !self.reference(target, &open, right.start, "),(") {
                    self.visit_assignment_target(target);
                    self.visit_expression(&expression.right);
                    return;
                }
                let site = self.site(SiteKind::Operator, expression.span);
                self.visit_expression(&expression.right);
                self.insert(expression.span.end, format!("),{site})"));
            }
        }
    }

    fn logical_assignment(&mut self, expression: &ast::AssignmentExpression<'ast>, is_and: bool) {
        let right = expression.right.span();
        let site = self.site(SiteKind::Logical, expression.left.span());
        match &expression.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                let name = name.name;
                let test = format!("{RUNTIME}.i({RUNTIME}.p({site},{name})?");
                let (start, end) = match is_and {
                    true => (format!("{test}({RUNTIME}.q(),{name}="), format!("):{RUNTIME}.q())")),
                    false => {
                        (format!("{test}{RUNTIME}.q():({RUNTIME}.q(),{name}="), "))".to_owned())
                    }
                };
                self.replace(expression.span.start, right.start, start);
                self.visit_expression(&expression.right);
                self.insert(expression.span.end, end);
            }
            target => {
                let put = format!("{RUNTIME}.mput({RUNTIME}.q(),(");
                let (between, end) = match is_and {
                    true => (format!("))?{put}"), format!(")):{RUNTIME}.qv())")),
                    false => (format!("))?{RUNTIME}.qv():{put}"), ")))".to_owned()),
                };
                let open = format!("{RUNTIME}.i({RUNTIME}.pm({site},{RUNTIME}.mref(");
                if !self.reference(target, &open, right.start, &between) {
                    self.visit_assignment_target(target);
                    self.visit_expression(&expression.right);
                    return;
                }
                self.visit_expression(&expression.right);
                self.insert(expression.span.end, end);
            }
        }
    }

    /// Writes a property as object and key; false if that is not possible.
    fn reference(
        &mut self,
        target: &AssignmentTarget<'ast>,
        open: &str,
        end: u32,
        close: &str,
    ) -> bool {
        let start = target.span().start;
        match target {
            AssignmentTarget::StaticMemberExpression(member)
                if !matches!(member.object, Expression::Super(_)) =>
            {
                self.insert(start, open);
                self.visit_expression(&member.object);
                let name = member.property.name;
                self.replace(member.object.span().end, end, format!(",{name:?}{close}"));
                true
            }
            AssignmentTarget::ComputedMemberExpression(member)
                if !matches!(member.object, Expression::Super(_)) =>
            {
                self.insert(start, open);
                self.visit_expression(&member.object);
                let key = member.expression.span();
                self.replace(member.object.span().end, key.start, ",(");
                self.visit_expression(&member.expression);
                self.replace(key.end, end, format!("){close}"));
                true
            }
            _ => false,
        }
    }
}
