//! Reduces a tree level by level.

use crate::hoisting::ideas;
use crate::{NodeId, NodeState, Probable, Proposal, Search, TestOutcome, Tree, TreeShape};
use std::collections::VecDeque;
use std::sync::Arc;

/// How likely a node is needed, before anything is known.
const NEEDED_ESTIMATE: f64 = 0.1;
/// A failure is assumed to need this many places, which can be anywhere.
const NEEDED_PLACES: f64 = 1.5;
/// What is assumed before any descendant was tried: tries and successes.
const PRIOR_TRIES: f64 = 4.0;
const PRIOR_HITS: f64 = 2.0;

/// What is tried on the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Delete nodes, level by level from the root.
    Delete,
    /// Replace nodes by descendants, from the root.
    Hoist,
    /// Replace nodes by the short text of this position, level by level from the root.
    Replace(u8),
}

/// Reduces a tree in stages, each of which covers the whole tree once. Candidates are shapes; the
/// whole tree must fail, and is not tested again.
#[derive(Clone, Debug)]
pub struct TreeSearch {
    tree: Arc<Tree>,
    shape: TreeShape,
    stages: VecDeque<Stage>,
    estimate: f64,
    work: Work,
    tries: f64,
    hits: f64,
}

#[derive(Clone, Debug)]
enum Work {
    Nothing,
    Level { stage: Stage, depth: u32, nodes: Vec<NodeId>, search: Probable },
    Hoist { queue: VecDeque<NodeId>, node: NodeId, ideas: VecDeque<NodeState> },
}

impl TreeSearch {
    /// A search that runs these stages one after the other.
    pub fn new(tree: Arc<Tree>, stages: impl IntoIterator<Item = Stage>) -> Self {
        let shape = TreeShape::whole(&tree);
        Self {
            tree,
            shape,
            stages: stages.into_iter().collect(),
            estimate: NEEDED_ESTIMATE,
            work: Work::Nothing,
            tries: PRIOR_TRIES,
            hits: PRIOR_HITS,
        }
    }

    /// Sets how likely a node is needed, before anything is known.
    pub fn estimate(mut self, estimate: f64) -> Self {
        self.estimate = estimate;
        self
    }

    /// The tree as far as it is reduced.
    pub fn shape(&self) -> &TreeShape {
        &self.shape
    }

    /// The nodes of the level that the stage can change.
    fn level(&self, stage: Stage, depth: u32) -> Vec<NodeId> {
        let is_meant = |&id: &NodeId| {
            let node = self.tree.node(id);
            node.depth == depth
                && match stage {
                    Stage::Delete => node.is_removable,
                    Stage::Replace(position) => {
                        position < node.replacements && self.shape.state(id) == NodeState::Kept
                    }
                    Stage::Hoist => false,
                }
        };
        self.shape.reached(&self.tree).into_iter().filter(is_meant).collect()
    }

    fn begin_level(&self, stage: Stage, depth: u32) -> Work {
        let nodes = self.level(stage, depth);
        let search = Probable::new(nodes.len(), self.estimate);
        Work::Level { stage, depth, nodes, search }
    }

    fn begin(&self, stage: Stage) -> Work {
        match stage {
            Stage::Hoist => Work::Hoist { queue: VecDeque::from([0]), node: 0, ideas: [].into() },
            Stage::Delete | Stage::Replace(_) => self.begin_level(stage, 0),
        }
    }

    /// The shape in which the nodes with these positions have the state of the stage.
    fn changed(&self, stage: Stage, nodes: &[NodeId], kept: &[usize]) -> TreeShape {
        let state = match stage {
            Stage::Replace(position) => NodeState::Replaced(position),
            Stage::Delete | Stage::Hoist => NodeState::Removed,
        };
        let mut shape = self.shape.clone();
        for (position, &id) in nodes.iter().enumerate() {
            if kept.binary_search(&position).is_err() {
                shape.set(id, state);
            }
        }
        shape
    }

    /// The nodes that replace a node or are below it, to process next.
    fn parts(&self, node: NodeId) -> Vec<NodeId> {
        match self.shape.state(node) {
            NodeState::Removed | NodeState::Replaced(_) => Vec::new(),
            NodeState::Hoisted(other) => vec![other],
            NodeState::Inside(other) => self.tree.node(other).children.clone(),
            NodeState::Kept => self.tree.node(node).children.clone(),
        }
    }

    /// Moves on to the next piece of work; false if there is none.
    fn advance(&mut self) -> bool {
        match &mut self.work {
            Work::Level { stage, depth, .. } if *depth < self.tree.depth() => {
                let (stage, depth) = (*stage, *depth + 1);
                self.work = self.begin_level(stage, depth);
                return true;
            }
            Work::Hoist { queue, .. } => {
                if let Some(node) = queue.pop_front() {
                    let mut queue = std::mem::take(queue);
                    let ideas = if self.shape.state(node) == NodeState::Kept {
                        ideas(&self.tree, &self.shape, node)
                    } else {
                        VecDeque::new()
                    };
                    if ideas.is_empty() {
                        for part in self.parts(node).into_iter().rev() {
                            queue.push_front(part);
                        }
                    }
                    self.work = Work::Hoist { queue, node, ideas };
                    return true;
                }
            }
            Work::Level { .. } | Work::Nothing => {}
        }
        let Some(stage) = self.stages.pop_front() else { return false };
        self.work = self.begin(stage);
        true
    }

    /// How much of the current shape is left in a candidate, from 0 to 1.
    fn part_left(&self, candidate: &TreeShape) -> f64 {
        let weight = |shape: &TreeShape| f64::from(shape.weight(&self.tree, 0));
        (weight(candidate) / weight(&self.shape).max(1.0)).clamp(0.0, 1.0)
    }

    fn present(&mut self) -> Option<Proposal<TreeShape>> {
        match &mut self.work {
            Work::Nothing => None,
            Work::Level { stage, nodes, search, .. } => {
                let Proposal { candidate, likelihood } = search.propose()?;
                let (stage, nodes) = (*stage, nodes.clone());
                // If a few nodes are left on a level, one is usually needed.
                let by_number = likelihood * (1.0 - 1.0 / (nodes.len() + 1) as f64);
                let candidate = self.changed(stage, &nodes, &candidate);
                let by_weight = self.part_left(&candidate).powf(NEEDED_PLACES);
                Some(Proposal { candidate, likelihood: (by_number * by_weight).sqrt() })
            }
            Work::Hoist { node, ideas, .. } => {
                let mut shape = self.shape.clone();
                shape.set(*node, *ideas.front()?);
                Some(Proposal { candidate: shape, likelihood: self.hits / self.tries })
            }
        }
    }
}

impl Search for TreeSearch {
    type Candidate = TreeShape;

    fn propose(&mut self) -> Option<Proposal<TreeShape>> {
        loop {
            if let Some(proposal) = self.present() {
                return Some(proposal);
            }
            if !self.advance() {
                return None;
            }
        }
    }

    fn answer(&mut self, outcome: TestOutcome) {
        let Some(Proposal { candidate, .. }) = self.present() else { return };
        match &mut self.work {
            Work::Nothing => {}
            Work::Level { search, .. } => {
                search.answer(outcome);
                if outcome.is_fail() {
                    self.shape = candidate;
                }
            }
            Work::Hoist { queue, node, ideas } => {
                self.tries += 1.0;
                ideas.pop_front();
                let node = *node;
                if outcome.is_fail() {
                    self.hits += 1.0;
                    ideas.clear();
                    self.shape = candidate;
                }
                if ideas.is_empty() {
                    let mut queue = std::mem::take(queue);
                    for part in self.parts(node).into_iter().rev() {
                        queue.push_front(part);
                    }
                    self.work = Work::Hoist { queue, node, ideas: VecDeque::new() };
                }
            }
        }
    }
}
