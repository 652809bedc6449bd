//! Scopes and declarations, with the offsets from which they are initialised.

use debunk_model::{Binding, Boundary, DeclaredKind, ScopeTable, Span};
use oxc::ast::AstKind;
use oxc::ast::ast::FunctionType;
use oxc::semantic::{ScopeId, Semantic, SymbolFlags, SymbolId};
use oxc::span::GetSpan;

/// Builds the table of every scope; a scope's index is its number in the parser's model.
pub(crate) fn tables(semantic: &Semantic<'_>) -> Vec<ScopeTable> {
    semantic.scoping().scope_descendants_from_root().map(|scope| table(semantic, scope)).collect()
}

fn table(semantic: &Semantic<'_>, scope: ScopeId) -> ScopeTable {
    let scoping = semantic.scoping();
    let mut bindings: Vec<Binding> = scoping
        .get_bindings(scope)
        .iter()
        .filter_map(|(name, &symbol)| binding(semantic, name.as_str(), symbol))
        .collect();
    // The parser keeps them in a hash map, whose order must not show.
    bindings.sort_by(|left, right| left.name.cmp(&right.name));
    ScopeTable {
        parent: scoping.scope_parent_id(scope).map(|parent| parent.index()),
        boundary: boundary(semantic, scope),
        bindings,
    }
}

fn boundary(semantic: &Semantic<'_>, scope: ScopeId) -> Boundary {
    match semantic.nodes().kind(semantic.scoping().get_node_id(scope)) {
        AstKind::Function(function) if function.r#type == FunctionType::FunctionDeclaration => {
            Boundary::HoistedFunction
        }
        AstKind::Function(function) => Boundary::FunctionFrom(function.span.start),
        AstKind::ArrowFunctionExpression(function) => Boundary::FunctionFrom(function.span.start),
        _ => Boundary::Block,
    }
}

/// How a symbol was declared, as far as relations care.
pub(crate) fn declared_kind(flags: SymbolFlags) -> Option<DeclaredKind> {
    if flags.intersects(SymbolFlags::Import) {
        None
    } else if flags.intersects(SymbolFlags::Function | SymbolFlags::FunctionExpression) {
        Some(DeclaredKind::Function)
    } else if flags.intersects(SymbolFlags::Class) {
        Some(DeclaredKind::Class)
    } else if flags.intersects(SymbolFlags::CatchVariable) {
        Some(DeclaredKind::Caught)
    } else if flags.intersects(SymbolFlags::ConstVariable) {
        Some(DeclaredKind::Constant)
    } else if flags.intersects(SymbolFlags::BlockScopedVariable) {
        Some(DeclaredKind::Let)
    } else if flags.intersects(SymbolFlags::FunctionScopedVariable) {
        Some(DeclaredKind::Variable)
    } else {
        None
    }
}

fn binding(semantic: &Semantic<'_>, name: &str, symbol: SymbolId) -> Option<Binding> {
    // Strict code may not assign to these, and their meaning is the function's, not a variable's.
    if matches!(name, "arguments" | "eval") {
        return None;
    }
    let kind = declared_kind(semantic.scoping().symbol_flags(symbol))?;
    let (ready_from, ready_within) = ready(semantic, symbol);
    Some(Binding { name: name.into(), kind, visible_from: 0, ready_from, ready_within })
}

/// Where a symbol starts to be initialised, and the only part of its scope where that holds.
pub(crate) fn ready(semantic: &Semantic<'_>, symbol: SymbolId) -> (u32, Option<Span>) {
    let nodes = semantic.nodes();
    let declaration = semantic.scoping().symbol_declaration(symbol);
    let mut ready_from = nodes.kind(declaration).span().end;
    let mut ready_within = None;
    for ancestor in nodes.ancestor_kinds(declaration) {
        match ancestor {
            AstKind::ForOfStatement(statement) if statement.left.span().end >= ready_from => {
                ready_from = statement.body.span().start;
            }
            AstKind::ForInStatement(statement) if statement.left.span().end >= ready_from => {
                ready_from = statement.body.span().start;
            }
            AstKind::SwitchCase(case) => {
                ready_within = Some(Span::new(case.span.start, case.span.end));
                break;
            }
            AstKind::VariableDeclaration(_) | AstKind::VariableDeclarator(_) => {}
            _ => break,
        }
    }
    (ready_from, ready_within)
}
