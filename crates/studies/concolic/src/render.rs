//! Terms as text over the names of the input's leaves.

use crate::evaluate::{evaluate, reachable};
use crate::input::Leaf;
use crate::linear::Forms;
use crate::trace::{ExpressionNode, Operation};
use debunk_solver::Linear;

/// Deeper terms are cut off.
const DEPTH_LIMIT: u32 = 8;

/// A condition and whether it held, as text: `A[0] + A[1] < 0`.
pub(crate) fn condition_text(
    nodes: &[ExpressionNode],
    leaves: &[Leaf],
    term: usize,
    holds: bool,
) -> String {
    let order = reachable(nodes, std::iter::once(term));
    let values: Vec<f64> = leaves.iter().map(|leaf| leaf.value).collect();
    let mut all = vec![0.0; nodes.len()];
    evaluate(nodes, &order, &values, &mut all);
    let mut forms = Forms::new(nodes, leaves, all);
    let mut writer = Writer { nodes, leaves, order: &order, forms: &mut forms };
    writer.condition(term, holds)
}

struct Writer<'run, 'forms> {
    nodes: &'run [ExpressionNode],
    leaves: &'run [Leaf],
    order: &'forms [usize],
    forms: &'forms mut Forms<'run>,
}

impl Writer<'_, '_> {
    fn condition(&mut self, term: usize, holds: bool) -> String {
        let ExpressionNode { operation, left, right, .. } = self.nodes[term];
        let (left, right) = (left as usize, right as usize);
        let sign = match (operation, holds) {
            (Operation::Not, _) => return self.condition(left, !holds),
            (Operation::Truth, true) => return format!("{} !== 0", self.term(left, 0)),
            (Operation::Truth, false) => return format!("{} === 0", self.term(left, 0)),
            (Operation::Less, true) => "<",
            (Operation::Less, false) => ">=",
            (Operation::LessOrSame, true) => "<=",
            (Operation::LessOrSame, false) => ">",
            (Operation::Same, true) | (Operation::Different, false) => "===",
            _ => "!==",
        };
        if let Some(text) = self.linear(left, right, sign) {
            return text;
        }
        format!("{} {sign} {}", self.term(left, 0), self.term(right, 0))
    }

    /// Both sides with their positive parts, if they are plain sums.
    fn linear(&mut self, left: usize, right: usize, sign: &str) -> Option<String> {
        let a = self.forms.of(self.order, left)?;
        let b = self.forms.of(self.order, right)?;
        if a.divisor != 1 || b.divisor != 1 || !a.sides.is_empty() || !b.sides.is_empty() {
            return None;
        }
        let difference = a.form.subtract(&b.form)?;
        let negative = Linear::constant(0).subtract(&difference)?;
        Some(format!("{} {sign} {}", self.positive(&difference), self.positive(&negative)))
    }

    fn positive(&self, form: &Linear) -> String {
        let mut parts: Vec<String> = form
            .factors()
            .filter(|(_, factor)| *factor > 0)
            .map(|(variable, factor)| {
                let name = self.leaf(variable);
                if factor == 1 { name } else { format!("{factor} * {name}") }
            })
            .collect();
        if form.constant_part() > 0 {
            parts.push(form.constant_part().to_string());
        }
        if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
    }

    fn leaf(&self, index: usize) -> String {
        self.leaves.get(index).map_or_else(|| format!("input{index}"), |leaf| leaf.name.clone())
    }

    fn term(&mut self, term: usize, depth: u32) -> String {
        if depth > DEPTH_LIMIT {
            return "…".to_owned();
        }
        let ExpressionNode { operation, left, right, .. } = self.nodes[term];
        let (a, b) = (left as usize, right as usize);
        let sign = match operation {
            Operation::Leaf => return self.leaf(a),
            Operation::Constant => return format!("{left}"),
            Operation::Negate => return format!("-{}", self.term(a, depth + 1)),
            Operation::Floor => return format!("floor({})", self.term(a, depth + 1)),
            Operation::Ceiling => return format!("ceil({})", self.term(a, depth + 1)),
            Operation::Truncate => return format!("trunc({})", self.term(a, depth + 1)),
            Operation::Root => return format!("sqrt({})", self.term(a, depth + 1)),
            Operation::Not | Operation::Truth => return self.condition(term, true),
            Operation::Add => "+",
            Operation::Subtract => "-",
            Operation::Multiply => "*",
            Operation::Divide => "/",
            Operation::Remainder => "%",
            Operation::BitAnd => "&",
            Operation::BitOr => "|",
            Operation::BitXor => "^",
            Operation::ShiftLeft => "<<",
            Operation::ShiftRight => ">>",
            Operation::ShiftRightUnsigned => ">>>",
            Operation::Less => "<",
            Operation::LessOrSame => "<=",
            Operation::Same => "===",
            Operation::Different => "!==",
        };
        format!("({} {sign} {})", self.term(a, depth + 1), self.term(b, depth + 1))
    }
}
