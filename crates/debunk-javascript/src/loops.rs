//! What ends a loop. A reduction that takes it away makes programs that never end, each of which
//! costs a time-out.

use oxc::ast::AstKind;
use oxc::semantic::{AstNode, NodeId, Semantic};
use oxc::span::{GetSpan, Span};
use std::collections::{BTreeMap, BTreeSet};

/// A loop with the names in its condition; none when the condition is always true.
struct Loop {
    body: Span,
    names: Option<BTreeSet<String>>,
}

/// The nodes that loops need to end: what is in a condition, what changes the names in it, and
/// whatever is around that up to the loop.
pub(crate) fn needed(semantic: &Semantic<'_>) -> Vec<NodeId> {
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
    let mut needed = Vec::new();
    if loops.is_empty() {
        return needed;
    }
    let is_head = |span: Span| heads.iter().any(|head| encloses(*head, span));
    for node in nodes.iter() {
        if is_head(node.kind().span()) {
            needed.push(node.id());
        }
        needed.extend(path(semantic, node, &loops));
    }
    needed
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

/// What may end a loop: the names that it changes, or none when it leaves the loop.
fn ender(semantic: &Semantic<'_>, kind: AstKind<'_>) -> Option<Option<BTreeSet<String>>> {
    let changed = match kind {
        AstKind::AssignmentExpression(it) => it.left.span(),
        AstKind::UpdateExpression(it) => it.argument.span(),
        AstKind::CallExpression(it) => it.callee.span(),
        AstKind::BreakStatement(_) | AstKind::ReturnStatement(_) | AstKind::ThrowStatement(_) => {
            return Some(None);
        }
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
