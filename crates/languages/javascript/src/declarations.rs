//! Declarations, the code in which their names mean them, and who mentions them.

use crate::scopes;
use debunk_model::{Declaration, DeclarationForm, Span};
use oxc::ast::AstKind;
use oxc::semantic::{NodeId, Semantic, SymbolFlags, SymbolId};
use oxc::span::GetSpan;

/// All declarations of a program, in source order.
pub(crate) fn all(semantic: &Semantic<'_>) -> Vec<Declaration> {
    let symbols = semantic.scoping().symbol_ids();
    let mut found: Vec<Declaration> = symbols.map(|symbol| declaration(semantic, symbol)).collect();
    found.sort_by(|left, right| (left.at, &left.name).cmp(&(right.at, &right.name)));
    found
}

fn declaration(semantic: &Semantic<'_>, symbol: SymbolId) -> Declaration {
    let (scoping, nodes) = (semantic.scoping(), semantic.nodes());
    let node = scoping.symbol_declaration(symbol);
    let owner = scoping.get_node_id(scoping.symbol_scope_id(symbol));
    let function = function_around(semantic, owner);
    let mut mentions = scoping.get_resolved_references(symbol).map(|it| it.node_id()).peekable();
    let is_mentioned = mentions.peek().is_some();
    let is_captured = mentions.any(|mention| function_around(semantic, mention) != function);
    Declaration {
        name: scoping.symbol_name(symbol).into(),
        form: form(semantic, symbol, node),
        at: span(scoping.symbol_span(symbol)),
        extent: span(nodes.kind(owner).span()),
        function,
        ready_from: scopes::ready(semantic, symbol).0,
        head_of: head_of(semantic, node),
        is_mentioned,
        is_captured,
        is_repeated: !scoping.symbol_redeclarations(symbol).is_empty(),
    }
}

fn span(span: oxc::span::Span) -> Span {
    Span::new(span.start, span.end)
}

/// The innermost function around a node or at it, or the program; the initial values of a class are
/// separate functions.
fn function_around(semantic: &Semantic<'_>, node: NodeId) -> Span {
    let nodes = semantic.nodes();
    let around = std::iter::once(nodes.kind(node)).chain(nodes.ancestor_kinds(node));
    let mut last = nodes.kind(node);
    for kind in around {
        last = kind;
        if matches!(
            kind,
            AstKind::Function(_)
                | AstKind::ArrowFunctionExpression(_)
                | AstKind::PropertyDefinition(_)
                | AstKind::StaticBlock(_)
        ) {
            break;
        }
    }
    span(last.span())
}

fn form(semantic: &Semantic<'_>, symbol: SymbolId, node: NodeId) -> DeclarationForm {
    let flags = semantic.scoping().symbol_flags(symbol);
    let nodes = semantic.nodes();
    let is_parameter = std::iter::once(nodes.kind(node))
        .chain(nodes.ancestor_kinds(node))
        .take_while(|kind| !matches!(kind, AstKind::FunctionBody(_) | AstKind::Program(_)))
        .any(|kind| matches!(kind, AstKind::FormalParameter(_) | AstKind::FormalParameters(_)));
    if flags.intersects(SymbolFlags::Import) {
        DeclarationForm::Import
    } else if flags.intersects(SymbolFlags::FunctionExpression) {
        DeclarationForm::OwnName
    } else if flags.intersects(SymbolFlags::Function) {
        DeclarationForm::Function
    } else if flags.intersects(SymbolFlags::Class) {
        DeclarationForm::Class
    } else if flags.intersects(SymbolFlags::CatchVariable) {
        DeclarationForm::Caught
    } else if flags.intersects(SymbolFlags::BlockScopedVariable) {
        DeclarationForm::Lexical
    } else if is_parameter {
        DeclarationForm::Parameter
    } else {
        DeclarationForm::Var
    }
}

/// The loop whose head holds a declaration.
fn head_of(semantic: &Semantic<'_>, node: NodeId) -> Option<Span> {
    let nodes = semantic.nodes();
    let at = nodes.kind(node).span().start;
    for kind in nodes.ancestor_kinds(node) {
        let (whole, body) = match kind {
            AstKind::ForStatement(it) => (it.span, it.body.span()),
            AstKind::ForInStatement(it) => (it.span, it.body.span()),
            AstKind::ForOfStatement(it) => (it.span, it.body.span()),
            AstKind::FunctionBody(_) | AstKind::BlockStatement(_) | AstKind::Program(_) => {
                return None;
            }
            _ => continue,
        };
        return (at < body.start).then(|| span(whole));
    }
    None
}
