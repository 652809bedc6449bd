//! Mutants: copies of a program with one small fault each, at a known place.
//!
//! Only functions that are declared at the top level are changed.

mod operators;

use crate::shadow::span_of;
use crate::{JavaScriptError, with_syntax};
use debunk_model::{Program, Span};
use operators::Operators;
use oxc::ast::AstKind;
use oxc::semantic::{NodeId, Semantic};
use oxc::span::GetSpan;

/// A copy with one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The kind of fault.
    pub operator: &'static str,
    /// The text that was replaced, in the original.
    pub original: Span,
    /// The expression or the empty statement that now has the fault, in the copy.
    pub fault: Span,
    /// The copy.
    pub text: String,
    /// The text before and after.
    pub change: (String, String),
}

/// All mutants of a program, in the order of the text.
///
/// # Errors
/// If the program does not parse or is too large.
pub fn mutants(program: &Program) -> Result<Vec<Mutant>, JavaScriptError> {
    with_syntax(program, |semantic| collect(semantic, &program.text))
}

fn collect(semantic: &Semantic<'_>, text: &str) -> Vec<Mutant> {
    let functions = top_level_functions(semantic);
    let mut operators = Operators::new(semantic, text);
    for node in semantic.nodes().iter() {
        let span = span_of(node.kind().span());
        if functions.iter().any(|function| function.encloses(span) && *function != span) {
            operators.node(node);
        }
    }
    let mut mutants = operators.made;
    mutants.sort_by(|left, right| {
        (left.original, left.operator, &left.text).cmp(&(
            right.original,
            right.operator,
            &right.text,
        ))
    });
    mutants.dedup_by(|left, right| left.text == right.text);
    mutants
}

fn top_level_functions(semantic: &Semantic<'_>) -> Vec<Span> {
    let nodes = semantic.nodes();
    let is_top_level = |id: NodeId| {
        matches!(
            nodes.parent_kind(id),
            AstKind::Program(_)
                | AstKind::ExportDeclaration(_)
                | AstKind::ExportDefaultDeclaration(_)
        )
    };
    nodes
        .iter()
        .filter_map(|node| match node.kind() {
            AstKind::Function(function) if function.is_declaration() && is_top_level(node.id()) => {
                function.body.as_ref().map(|body| span_of(body.span))
            }
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::module;

    fn texts(text: &str) -> Vec<String> {
        let mutants = mutants(&module("test", text)).expect("parses");
        mutants.into_iter().map(|mutant| mutant.text).collect()
    }

    #[test]
    fn every_operator_is_tried() {
        let text = "export function P(a, b) { let c = a + 1; if (c < b) c = b; return c; }";
        let texts = texts(text);
        for part in [
            "a - 1",
            "a + 2",
            "c <= b",
            "if (!(c < b))",
            "if (c < b) ;",
            "return a",
            "(c + 1)",
            "c >= b",
        ] {
            assert!(texts.iter().any(|it| it.contains(part)), "{part}: {texts:#?}");
        }
    }

    #[test]
    fn only_functions_of_the_top_level_are_changed() {
        let text = "export const valid = a => a > 1; const f = () => 1 + 2;";
        assert!(texts(text).is_empty());
    }

    #[test]
    fn the_fault_is_a_whole_expression_of_the_copy() {
        let text = "export function P(a, b) { let c = 0; c += a % 2; c = a + b * b + a / b; \
                    return a && b ? c : a; }";
        for mutant in mutants(&module("test", text)).expect("parses") {
            let options =
                crate::shadow::ShadowOptions { mark: Some(mutant.fault), ..Default::default() };
            let copy = crate::shadow::shadow(&module("test", &mutant.text), &options);
            let copy = copy.expect("parses");
            assert!(copy.text.contains("debunkShadow.b()"), "{mutant:?}");
        }
    }
}
