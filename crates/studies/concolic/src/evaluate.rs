//! The value of terms under another choice of leaves, by the rules of JavaScript.

use crate::trace::{ExpressionNode, Operation};

/// The numbers of all terms that `roots` are made from, and of `roots`, in order.
pub(crate) fn reachable(
    nodes: &[ExpressionNode],
    roots: impl Iterator<Item = usize>,
) -> Vec<usize> {
    let mut is_seen = vec![false; nodes.len()];
    let mut open: Vec<usize> = roots.collect();
    while let Some(number) = open.pop() {
        let Some(node) = nodes.get(number) else { continue };
        if std::mem::replace(&mut is_seen[number], true) {
            continue;
        }
        let arity = node.operation.arity();
        if arity > 0 {
            open.push(node.left as usize);
        }
        if arity > 1 {
            open.push(node.right as usize);
        }
    }
    (0..nodes.len()).filter(|&number| is_seen[number]).collect()
}

/// Evaluates the terms in `order` into `values`.
pub(crate) fn evaluate(
    nodes: &[ExpressionNode],
    order: &[usize],
    leaves: &[f64],
    values: &mut [f64],
) {
    for &number in order {
        let ExpressionNode { operation, left, right, .. } = nodes[number];
        let a = || values[left as usize];
        let b = || values[right as usize];
        let truth = |holds: bool| f64::from(u8::from(holds));
        values[number] = match operation {
            Operation::Leaf => leaves.get(left as usize).copied().unwrap_or(0.0),
            Operation::Constant => left,
            Operation::Add => a() + b(),
            Operation::Subtract => a() - b(),
            Operation::Multiply => a() * b(),
            Operation::Divide => a() / b(),
            Operation::Remainder => a() % b(),
            Operation::Negate => 0.0 - a(),
            Operation::Floor => a().floor(),
            Operation::Ceiling => a().ceil(),
            Operation::Truncate => a().trunc(),
            Operation::Root => a().sqrt(),
            Operation::Less => truth(a() < b()),
            Operation::LessOrSame => truth(a() <= b()),
            Operation::Same => truth(a() == b()),
            Operation::Different => truth(a() != b()),
            Operation::Not => truth(a() == 0.0),
            Operation::Truth => truth(a() != 0.0 && !a().is_nan()),
            Operation::BitAnd => f64::from(to_int32(a()) & to_int32(b())),
            Operation::BitOr => f64::from(to_int32(a()) | to_int32(b())),
            Operation::BitXor => f64::from(to_int32(a()) ^ to_int32(b())),
            Operation::ShiftLeft => f64::from(to_int32(a()).wrapping_shl(to_int32(b()) as u32)),
            Operation::ShiftRight => f64::from(to_int32(a()).wrapping_shr(to_int32(b()) as u32)),
            Operation::ShiftRightUnsigned => {
                f64::from((to_int32(a()) as u32).wrapping_shr(to_int32(b()) as u32))
            }
        };
    }
}

fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let wrapped = value.trunc() % 4_294_967_296.0;
    wrapped as i64 as i32
}

#[cfg(test)]
mod tests {
    use super::to_int32;

    #[test]
    fn integers_wrap_as_in_javascript() {
        assert_eq!(to_int32(4_294_967_297.0), 1);
        assert_eq!(to_int32(-1.5), -1);
        assert_eq!(to_int32(2_147_483_648.0), i32::MIN);
        assert_eq!(to_int32(f64::NAN), 0);
    }
}
