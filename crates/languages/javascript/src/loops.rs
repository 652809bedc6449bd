//! What ends a loop. If a reduction removes it, the program never ends, which costs a time-out each
//! time.

use oxc::ast::AstKind;
use oxc::semantic::{AstNode, NodeId, Semantic};
use oxc::span::{GetSpan, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A loop with the names in its condition; `None` if the condition is always true.
struct Loop {
    body: Span,
    names: Option<BTreeSet<String>>,
}

/// The nodes that loops need to end: the contents of a condition, what changes the names in it,
/// everything around that up to the loop, and the expressions that decide whether it is reached.
pub(crate) fn needed(semantic: &Semantic<'_>) -> BTreeSet<NodeId> {
    let nodes = semantic.nodes();
    let (mut loops, mut heads) = (BTreeMap::new(), Vec::new());
    for node in nodes.iter() {
        let (body, condition, update) = match node.kind() {
            AstKind::WhileStatement(it) => (it.body.span(), Some(it.test.span()), None),
            AstKind::DoWhileStatement(it) => (it.body.span(), Some(it.test.span()), None),
            AstKind::ForStatement(it) => (
                it.body.span(),
                it.test.as_ref().map(GetSpan::span),
                it.update.as_ref().map(GetSpan::span),
            ),
            _ => continue,
        };
        heads.extend([condition, update].into_iter().flatten());
        let names = condition.map(|condition| names(semantic, condition));
        let names = names.filter(|names| !names.is_empty());
        loops.insert(node.id(), Loop { body, names });
    }
    if loops.is_empty() {
        return BTreeSet::new();
    }
    let (mut paths, mut whole) = (BTreeSet::new(), BTreeSet::new());
    for node in nodes.iter() {
        let path = path(semantic, node, &loops);
        if !path.is_empty() || heads.iter().any(|head| encloses(*head, node.kind().span())) {
            whole.insert(node.id());
        }
        paths.extend(path);
    }
    for node in nodes.iter() {
        let above = nodes.parent_id(node.id());
        let is_decision = paths.contains(&above) && !is_statement(node.kind());
        if is_decision || whole.contains(&above) {
            whole.insert(node.id());
        }
    }
    paths.extend(whole);
    paths
}

fn is_statement(kind: AstKind<'_>) -> bool {
    kind.is_statement()
        || matches!(
            kind,
            AstKind::VariableDeclaration(_)
                | AstKind::SwitchCase(_)
                | AstKind::CatchClause(_)
                | AstKind::Function(_)
                | AstKind::Class(_)
        )
}

fn encloses(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The names of variables within a span.
fn names(semantic: &Semantic<'_>, within: Span) -> BTreeSet<String> {
    let nodes = semantic.nodes().iter().filter(|node| encloses(within, node.kind().span()));
    nodes
        .filter_map(|node| match node.kind() {
            AstKind::IdentifierReference(it) => Some(it.name.to_string()),
            _ => None,
        })
        .collect()
}

/// What may end a loop: the names that it changes, or none if it leaves the loop.
fn ender(semantic: &Semantic<'_>, kind: AstKind<'_>) -> Option<Option<BTreeSet<String>>> {
    let changed = match kind {
        AstKind::AssignmentExpression(it) => it.left.span(),
        AstKind::UpdateExpression(it) => it.argument.span(),
        AstKind::CallExpression(it) => it.callee.span(),
        AstKind::BreakStatement(_) | AstKind::ReturnStatement(_) | AstKind::ThrowStatement(_) => {
            return Some(None);
        }
        AstKind::ContinueStatement(it) if it.label.is_some() => return Some(None),
        _ => return None,
    };
    Some(Some(names(semantic, changed)))
}

/// A node that may end a loop around it, with everything between the two.
fn path(
    semantic: &Semantic<'_>,
    node: &AstNode<'_>,
    loops: &BTreeMap<NodeId, Loop>,
) -> Vec<NodeId> {
    let Some(changed) = ender(semantic, node.kind()) else { return Vec::new() };
    let mut path = vec![node.id()];
    let mut needed = Vec::new();
    for above in semantic.nodes().ancestors(node.id()) {
        if matches!(above.kind(), AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)) {
            break;
        }
        if let Some(Loop { body, names }) = loops.get(&above.id())
            && encloses(*body, node.kind().span())
        {
            let ends = match (&changed, names) {
                (None, None) => true,
                (Some(changed), Some(names)) => !changed.is_disjoint(names),
                _ => false,
            };
            if ends {
                needed.clone_from(&path);
            }
        }
        path.push(above.id());
    }
    needed
}
