//! A tree whose parts can be deleted, replaced by a descendant, or replaced by something short.

use std::sync::Arc;

/// The number of a node; the root is 0, and every parent has a lower number than its children.
pub type NodeId = u32;

/// One part of what is reduced.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The node that this is a part of; `None` for the root.
    pub parent: Option<NodeId>,
    /// The parts, in order.
    pub children: Vec<NodeId>,
    /// The distance from the root.
    pub depth: u32,
    /// How large it is, with all its parts.
    pub weight: u32,
    /// Whether it may be deleted.
    pub is_removable: bool,
    /// The roles it can play, one bit each: a node can replace another with which it shares a role.
    pub roles: u64,
    /// Whether its parts without its brackets can replace an ancestor.
    pub has_inside: bool,
    /// How many short texts can replace it, best first.
    pub replacements: u8,
}

/// The tree itself.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The nodes by number.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// Adds a node below `parent`, which must exist, and returns its number. The first node is the
    /// root.
    pub fn add(&mut self, parent: Option<NodeId>, mut node: Node) -> NodeId {
        let id = self.nodes.len() as NodeId;
        if let Some(parent) = parent {
            let above = &mut self.nodes[parent as usize];
            above.children.push(id);
            node.depth = above.depth + 1;
        }
        node.parent = parent;
        self.nodes.push(node);
        id
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The greatest depth.
    pub fn depth(&self) -> u32 {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(0)
    }
}

/// The state of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NodeState {
    /// It is kept, with what is left of its parts.
    #[default]
    Kept,
    /// It is removed with all its parts.
    Removed,
    /// A descendant replaces it.
    Hoisted(NodeId),
    /// The parts of a descendant replace it, without that descendant's brackets.
    Inside(NodeId),
    /// A short text replaces it, by its position in the list of them.
    Replaced(u8),
}

/// A partly reduced tree: the state of every node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TreeShape {
    states: Arc<Vec<NodeState>>,
}

impl TreeShape {
    /// The whole tree.
    pub fn whole(tree: &Tree) -> Self {
        Self { states: Arc::new(vec![NodeState::Kept; tree.nodes.len()]) }
    }

    /// The state of a node. It says nothing about whether the node is still reached.
    pub fn state(&self, id: NodeId) -> NodeState {
        self.states[id as usize]
    }

    /// Sets the state of a node.
    pub fn set(&mut self, id: NodeId, state: NodeState) {
        Arc::make_mut(&mut self.states)[id as usize] = state;
    }

    /// The remaining nodes, in order. If another node replaces a node, the other remains and not
    /// the node itself.
    pub fn reached(&self, tree: &Tree) -> Vec<NodeId> {
        let mut reached = Vec::new();
        let mut ahead = vec![0];
        while let Some(id) = ahead.pop() {
            match self.state(id) {
                NodeState::Removed => {}
                NodeState::Replaced(_) => reached.push(id),
                NodeState::Hoisted(other) => ahead.push(other),
                NodeState::Inside(other) => ahead.extend(tree.node(other).children.iter().rev()),
                NodeState::Kept => {
                    reached.push(id);
                    ahead.extend(tree.node(id).children.iter().rev());
                }
            }
        }
        reached
    }

    /// The current size of the node, without removed parts.
    pub fn weight(&self, tree: &Tree, id: NodeId) -> u32 {
        match self.state(id) {
            NodeState::Removed => 0,
            NodeState::Replaced(_) => 1,
            NodeState::Hoisted(other) => self.weight(tree, other),
            NodeState::Inside(_) | NodeState::Kept => {
                let node = tree.node(id);
                let lost: u32 = node
                    .children
                    .iter()
                    .map(|&child| tree.node(child).weight.saturating_sub(self.weight(tree, child)))
                    .sum();
                node.weight.saturating_sub(lost)
            }
        }
    }
}
