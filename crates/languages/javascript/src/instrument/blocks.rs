//! Whether a function's body means the same inside a block.

use oxc::ast::ast::{
    ArrowFunctionExpression, BindingIdentifier, CallExpression, Class, Function, Statement,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc::ast_visit::{Visit, walk};
use oxc::syntax::scope::ScopeFlags;
use std::collections::BTreeSet;

/// Whether the statements can be in a block: functions that are declared there must not be needed
/// outside it, and their names must not be taken.
pub(super) fn can_be_a_block(statements: &[Statement<'_>], parameters: &[String]) -> bool {
    let mut functions = BTreeSet::new();
    for statement in statements {
        let Some(name) = function_name(statement) else { continue };
        if name == "arguments" || parameters.contains(&name) || !functions.insert(name) {
            return false;
        }
    }
    if functions.is_empty() {
        return true;
    }
    let mut taken = BoundNames::default();
    for statement in statements {
        match statement {
            Statement::FunctionDeclaration(_) => {}
            other => taken.visit_statement(other),
        }
    }
    !taken.has_eval && taken.names.is_disjoint(&functions)
}

fn function_name(statement: &Statement<'_>) -> Option<String> {
    match statement {
        Statement::FunctionDeclaration(function) => {
            function.id.as_ref().map(|id| id.name.to_string())
        }
        Statement::LabeledStatement(labelled) => function_name(&labelled.body),
        _ => None,
    }
}

/// The names that the variables and the functions in inner blocks bind in the whole function. What
/// inner functions and classes declare is their own.
#[derive(Default)]
struct BoundNames {
    names: BTreeSet<String>,
    has_eval: bool,
    is_variable: bool,
}

impl<'ast> Visit<'ast> for BoundNames {
    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'ast>) {
        let before = self.is_variable;
        for declarator in &declaration.declarations {
            self.is_variable = declaration.kind == VariableDeclarationKind::Var;
            self.visit_binding_pattern(&declarator.id);
            self.is_variable = before;
            if let Some(init) = &declarator.init {
                self.visit_expression(init);
            }
        }
    }

    fn visit_binding_identifier(&mut self, identifier: &BindingIdentifier<'ast>) {
        if self.is_variable {
            self.names.insert(identifier.name.to_string());
        }
    }

    fn visit_function(&mut self, function: &Function<'ast>, _flags: ScopeFlags) {
        if let (true, Some(id)) = (function.is_declaration(), &function.id) {
            self.names.insert(id.name.to_string());
        }
    }

    fn visit_arrow_function_expression(&mut self, _function: &ArrowFunctionExpression<'ast>) {}

    fn visit_class(&mut self, _class: &Class<'ast>) {}

    fn visit_call_expression(&mut self, call: &CallExpression<'ast>) {
        self.has_eval |= call.callee.is_specific_id("eval");
        walk::walk_call_expression(self, call);
    }
}
