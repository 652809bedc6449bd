//! Local variables whose occurrences are all known, so that they can be renamed.

use crate::scopes::declared_kind;
use debunk_model::{DeclaredKind, LocalSite, Span};
use oxc::ast::AstKind;
use oxc::ast::ast::Expression;
use oxc::semantic::{NodeId, Semantic, SymbolFlags, SymbolId};
use oxc::span::GetSpan;

/// Finds the locals that can be renamed without any other visible change.
pub(crate) fn renameable(semantic: &Semantic<'_>) -> Vec<LocalSite> {
    let naming = naming_spans(semantic);
    let mut locals: Vec<LocalSite> = semantic
        .scoping()
        .symbol_ids()
        .filter_map(|symbol| local(semantic, symbol, &naming))
        .collect();
    locals.sort_by(|left, right| left.occurrences.cmp(&right.occurrences));
    locals
}

fn local(semantic: &Semantic<'_>, symbol: SymbolId, naming: &[Span]) -> Option<LocalSite> {
    let scoping = semantic.scoping();
    let kind = declared_kind(scoping.symbol_flags(symbol))?;
    if matches!(kind, DeclaredKind::Function | DeclaredKind::Class) {
        return None;
    }
    // A variable declared inside a catch clause that catches under the same name is two variables.
    if semantic.scoping().symbol_ids().any(|other| {
        other != symbol
            && scoping.symbol_flags(other).intersects(SymbolFlags::CatchVariable)
            && scoping.symbol_name(other) == scoping.symbol_name(symbol)
    }) {
        return None;
    }
    if kind == DeclaredKind::Caught && !scoping.symbol_redeclarations(symbol).is_empty() {
        return None;
    }
    // Top-level names are visible to other code.
    scoping.scope_parent_id(scoping.symbol_scope_id(symbol))?;
    let mut occurrences = vec![span(scoping.symbol_span(symbol))];
    occurrences.extend(scoping.symbol_redeclarations(symbol).iter().map(|again| span(again.span)));
    for reference in scoping.get_resolved_references(symbol) {
        if is_shorthand(semantic, reference.node_id()) {
            return None;
        }
        occurrences.push(span(semantic.reference_span(reference)));
    }
    occurrences.sort();
    occurrences.dedup();
    let name = scoping.symbol_name(symbol);
    let length = name.len() as u32;
    let is_plain = occurrences.iter().all(|occurrence| {
        // A span that is not just the name comes from a pattern, an escape or a shorthand.
        occurrence.end - occurrence.start == length
            && occurrence.of(semantic.source_text()) == name
            && !naming.iter().any(|span| span.encloses(*occurrence))
    });
    if !is_plain || name == "arguments" || binding_is_shorthand(semantic, symbol) {
        return None;
    }
    Some(LocalSite { name: name.into(), occurrences })
}

fn span(span: oxc::span::Span) -> Span {
    Span::new(span.start, span.end)
}

fn is_shorthand(semantic: &Semantic<'_>, node: NodeId) -> bool {
    match semantic.nodes().parent_kind(node) {
        AstKind::ObjectProperty(property) => property.shorthand,
        AstKind::AssignmentTargetPropertyIdentifier(_) | AstKind::ExportSpecifier(_) => true,
        _ => false,
    }
}

fn binding_is_shorthand(semantic: &Semantic<'_>, symbol: SymbolId) -> bool {
    let name_span = semantic.scoping().symbol_span(symbol);
    semantic.nodes().iter().any(|node| match node.kind() {
        AstKind::BindingProperty(property) => {
            property.shorthand && property.span.start == name_span.start
        }
        _ => false,
    })
}

/// The left sides that give a nameless function or class its name.
fn naming_spans(semantic: &Semantic<'_>) -> Vec<Span> {
    let mut spans = Vec::new();
    for node in semantic.nodes().iter() {
        let (left, right) = match node.kind() {
            AstKind::VariableDeclarator(declarator) => {
                let Some(init) = &declarator.init else { continue };
                (declarator.id.span(), init)
            }
            AstKind::AssignmentExpression(assignment) => {
                (assignment.left.span(), &assignment.right)
            }
            AstKind::AssignmentPattern(pattern) => (pattern.left.span(), &pattern.right),
            AstKind::AssignmentTargetWithDefault(target) => (target.binding.span(), &target.init),
            AstKind::FormalParameter(parameter) => {
                let Some(init) = &parameter.initializer else { continue };
                (parameter.pattern.span(), &**init)
            }
            _ => continue,
        };
        if takes_a_name(right) {
            spans.push(span(left));
        }
    }
    spans
}

pub(crate) fn takes_a_name(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::FunctionExpression(function) => function.id.is_none(),
        Expression::ClassExpression(class) => class.id.is_none(),
        Expression::ArrowFunctionExpression(_) => true,
        Expression::ParenthesizedExpression(inner) => takes_a_name(&inner.expression),
        _ => false,
    }
}
