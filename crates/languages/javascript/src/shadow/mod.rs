//! Makes a copy of a program whose operators work on values that remember what they were made from.
//!
//! Every operator that can meet such a value becomes a call of the runtime [`RUNTIME`], and every
//! condition is reported to it. The program's behaviour is the same. The copy may have longer
//! lines, but the same lines.

mod calls;
mod fields;
mod operators;
mod sites;
mod walk;

pub use sites::{Shadow, ShadowOptions, ShadowSite, SiteKind};

use crate::{JavaScriptError, with_syntax};
use debunk_model::{Goal, Program, SourceMap, Span};
use oxc::ast::AstKind;
use oxc::ast::ast::Expression;
use oxc::semantic::{AstNode, Semantic};
use oxc::span::GetSpan;

/// The name of the object that a copy calls.
pub const RUNTIME: &str = "debunkShadow";

/// Makes the copy of a program.
///
/// # Errors
/// If the program does not parse, is too large, or uses the name of the runtime.
pub fn shadow(program: &Program, options: &ShadowOptions) -> Result<Shadow, JavaScriptError> {
    if program.text.contains(RUNTIME) {
        return Err(JavaScriptError::Syntax(format!(
            "uses the name {RUNTIME}, which debunk needs"
        )));
    }
    let walked = with_syntax(program, |semantic| walk::walk(semantic, program, options))?;
    let map = SourceMap::apply(&program.text, walked.edits)
        .map_err(|error| JavaScriptError::Syntax(format!("cannot be edited: {error:?}")))?;
    Ok(Shadow { text: map.new_text().clone(), sites: walked.sites, places: walked.places })
}

/// What a module imports from, as written.
///
/// # Errors
/// If the program does not parse or is too large.
pub fn imports(program: &Program) -> Result<Vec<String>, JavaScriptError> {
    let source = |node: &AstNode<'_>| match node.kind() {
        AstKind::ImportDeclaration(it) => Some(it.source.value.to_string()),
        AstKind::ExportAllDeclaration(it) => Some(it.source.value.to_string()),
        AstKind::ExportFromDeclaration(it) => Some(it.source.value.to_string()),
        _ => None,
    };
    with_syntax(program, |semantic| semantic.nodes().iter().filter_map(source).collect())
}

/// The parameters of a function of the top level, as written without their defaults.
pub fn parameters(program: &Program, function: &str) -> Vec<String> {
    with_syntax(program, |semantic| parameters_of(semantic, &program.text, function))
        .unwrap_or_default()
}

fn parameters_of(semantic: &Semantic<'_>, text: &str, function: &str) -> Vec<String> {
    let named = semantic.nodes().iter().find_map(|node| match node.kind() {
        AstKind::Function(it) if it.id.as_ref().is_some_and(|id| id.name == function) => {
            Some(&it.params)
        }
        AstKind::VariableDeclarator(it) if span_of(it.id.span()).of(text) == function => {
            match &it.init {
                Some(Expression::ArrowFunctionExpression(arrow)) => Some(&arrow.params),
                Some(Expression::FunctionExpression(it)) => Some(&it.params),
                _ => None,
            }
        }
        _ => None,
    });
    let items = named.into_iter().flat_map(|parameters| &parameters.items);
    items.map(|item| span_of(item.pattern.span()).of(text).to_owned()).collect()
}

/// A module from its text.
pub fn module(name: &str, text: &str) -> Program {
    Program::javascript(name, Goal::Module, text)
}

pub(crate) fn span_of(span: oxc::span::Span) -> Span {
    Span::new(span.start, span.end)
}

#[cfg(test)]
mod tests;
