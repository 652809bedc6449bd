//! What could replace a node of a tree: its descendants, the most promising first.

use crate::{NodeId, NodeState, Tree, TreeShape};
use std::collections::VecDeque;

/// The number of descendants to try instead of a node, besides the heaviest chain.
const OTHER_DESCENDANTS_MAX: usize = 8;

/// What could replace a node: along the heaviest chain of descendants by halving, then the nearest
/// of the others, the heaviest first.
pub(crate) fn ideas(tree: &Tree, shape: &TreeShape, node: NodeId) -> VecDeque<NodeState> {
    let mut below = below(tree, shape, node);
    below.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
    let mut chain: Vec<NodeState> = Vec::new();
    let mut others = Vec::new();
    let mut listed: Vec<NodeId> = Vec::new();
    let mut last = node;
    for (_, idea) in below {
        let id = match idea {
            NodeState::Hoisted(id) | NodeState::Inside(id) => id,
            _ => continue,
        };
        if is_within(tree, id, last) {
            chain.push(idea);
            last = id;
        } else if !listed.iter().any(|&other| is_within(tree, id, other)) {
            // Candidates within another candidate come up again if that one is taken.
            others.push(idea);
        }
        listed.push(id);
    }
    others.truncate(OTHER_DESCENDANTS_MAX);
    let mut ideas = VecDeque::new();
    let mut end = chain.len();
    while end > 0 {
        ideas.push_back(chain[end / 2]);
        end /= 2;
    }
    ideas.extend(others);
    ideas
}

/// The descendants that could replace a node, with their weights.
fn below(tree: &Tree, shape: &TreeShape, node: NodeId) -> Vec<(u32, NodeState)> {
    let roles = tree.node(node).roles;
    let weight = shape.weight(tree, node);
    let mut found = Vec::new();
    let mut ahead: Vec<NodeId> = tree.node(node).children.clone();
    while let Some(id) = ahead.pop() {
        match shape.state(id) {
            NodeState::Removed | NodeState::Replaced(_) => continue,
            NodeState::Hoisted(other) => {
                ahead.push(other);
                continue;
            }
            NodeState::Inside(other) => {
                ahead.extend(&tree.node(other).children);
                continue;
            }
            NodeState::Kept => {}
        }
        let below = tree.node(id);
        let own = shape.weight(tree, id);
        if below.roles & roles != 0 && own < weight {
            found.push((own, NodeState::Hoisted(id)));
        }
        let is_part = |&child: &NodeId| {
            tree.node(child).roles & roles != 0 && shape.state(child) != NodeState::Removed
        };
        if below.has_inside && below.children.iter().filter(|child| is_part(child)).count() > 1 {
            found.push((own.saturating_sub(2), NodeState::Inside(id)));
        }
        ahead.extend(&below.children);
    }
    found
}

fn is_within(tree: &Tree, id: NodeId, ancestor: NodeId) -> bool {
    let mut present = Some(id);
    while let Some(node) = present {
        if node == ancestor {
            return true;
        }
        present = tree.node(node).parent;
    }
    false
}
