//! Calls: those of built-in functions that decide something get their place.

use super::RUNTIME;
use super::sites::SiteKind;
use super::walk::ShadowWalker;
use oxc::ast::ast;
use oxc::ast::ast::{Argument, Expression};
use oxc::ast_visit::Visit;
use oxc::span::GetSpan;

/// Built-in functions that the runtime implements itself, with the place as first argument.
const MODELLED: [&str; 26] = [
    "Boolean",
    "Math.abs",
    "Math.ceil",
    "Math.floor",
    "Math.max",
    "Math.min",
    "Math.pow",
    "Math.round",
    "Math.sign",
    "Math.sqrt",
    "Math.trunc",
    "Number",
    "Number.isFinite",
    "Number.isInteger",
    "Number.isNaN",
    "Number.isSafeInteger",
    "Number.parseFloat",
    "Number.parseInt",
    "Object.is",
    "String",
    "String.fromCharCode",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "Array.of",
];

/// Methods that decide by comparing, or by what a function returns.
const DECIDING: [&str; 24] = [
    "add",
    "delete",
    "endsWith",
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "get",
    "has",
    "includes",
    "indexOf",
    "lastIndexOf",
    "localeCompare",
    "replace",
    "set",
    "some",
    "sort",
    "split",
    "startsWith",
    "toSorted",
    "trim",
    "match",
];

impl<'ast> ShadowWalker<'_, 'ast> {
    pub fn call(&mut self, call: &ast::CallExpression<'ast>) {
        if let (Some(name), Some(first)) = (self.modelled(&call.callee), call.arguments.first()) {
            let site = self.site(SiteKind::Call, call.span);
            let callee = call.callee.span();
            self.replace(callee.start, callee.end, format!("{RUNTIME}[{name:?}]"));
            self.insert(first.span().start, format!("{site},"));
            self.arguments(&call.arguments);
            return;
        }
        self.callee(&call.callee);
        let method = match &call.callee {
            Expression::StaticMemberExpression(member) => member.property.name.as_str(),
            _ => "",
        };
        match call.arguments.first().and_then(Argument::as_expression) {
            Some(first) if DECIDING.contains(&method) => {
                let site = self.site(SiteKind::Call, call.span);
                self.insert(first.span().start, format!("({RUNTIME}.n={site},"));
                self.visit_expression(first);
                self.insert(first.span().end, ")");
                self.arguments(&call.arguments[1..]);
            }
            Some(length) if self.is_array(&call.callee) && call.arguments.len() == 1 => {
                self.length(length);
            }
            _ => self.arguments(&call.arguments),
        }
    }

    fn arguments(&mut self, arguments: &[Argument<'ast>]) {
        for argument in arguments {
            self.visit_argument(argument);
        }
    }

    /// A length becomes a plain number.
    fn length(&mut self, length: &Expression<'ast>) {
        self.insert(length.span().start, format!("{RUNTIME}.k("));
        self.visit_expression(length);
        self.insert(length.span().end, ")");
    }

    /// The callee: a property keeps its form, so that it keeps its object.
    pub fn callee(&mut self, callee: &Expression<'ast>) {
        match callee {
            Expression::ComputedMemberExpression(member) => self.native_read(member),
            Expression::ParenthesizedExpression(inner) => self.callee(&inner.expression),
            Expression::StaticMemberExpression(member) => self.visit_expression(&member.object),
            other => self.visit_expression(other),
        }
    }

    pub fn construct(&mut self, expression: &ast::NewExpression<'ast>) {
        match &expression.callee {
            Expression::ParenthesizedExpression(inner) => self.visit_expression(&inner.expression),
            Expression::Identifier(_) => {}
            other => self.native_constructor(other),
        }
        match expression.arguments.first().and_then(Argument::as_expression) {
            Some(length)
                if self.is_array(&expression.callee) && expression.arguments.len() == 1 =>
            {
                self.length(length);
            }
            _ => self.arguments(&expression.arguments),
        }
    }

    /// Brackets of a call in the name of a class would end the name.
    fn native_constructor(&mut self, callee: &Expression<'ast>) {
        match callee {
            Expression::StaticMemberExpression(member) => self.native_constructor(&member.object),
            Expression::ComputedMemberExpression(member) => {
                self.native_constructor(&member.object);
            }
            Expression::ParenthesizedExpression(inner) => self.visit_expression(&inner.expression),
            Expression::FunctionExpression(_) | Expression::ClassExpression(_) => {
                self.visit_expression(callee);
            }
            _ => {}
        }
    }

    fn is_array(&self, callee: &Expression<'ast>) -> bool {
        matches!(callee, Expression::Identifier(name) if name.name == "Array" && self.is_global(name))
    }

    /// The name of a built-in function that the runtime implements itself.
    fn modelled(&self, callee: &Expression<'ast>) -> Option<&'static str> {
        let name = match callee {
            Expression::Identifier(name) if self.is_global(name) => name.name.to_string(),
            Expression::StaticMemberExpression(member) => match &member.object {
                Expression::Identifier(object) if self.is_global(object) => {
                    format!("{}.{}", object.name, member.property.name)
                }
                _ => return None,
            },
            _ => return None,
        };
        MODELLED.into_iter().find(|modelled| *modelled == name)
    }
}
