enum Expression {
    Number(i64),
    Negate(Box<Expression>),
    Binary { operator: char, left: Box<Expression>, right: Box<Expression> },
}

use Expression::{Binary, Negate, Number};

fn evaluate(expression: &Expression) -> Option<i64> {
    let value = match expression {
        Number(value) => *value,
        Negate(inner) => -evaluate(inner)?,
        Binary { operator, left, right } => {
            let left = evaluate(left)?;
            let right = evaluate(right)?;
            match operator {
                '+' => left + right,
                '*' => left * right,
                '/' => left.checked_div(right)?,
                _ => return None,
            }
        }
    };
    Some(value)
}

fn binary(operator: char, left: Expression, right: Expression) -> Expression {
    Binary { operator, left: Box::new(left), right: Box::new(right) }
}

fn main() {
    let sum = binary('+', Number(2), Negate(Box::new(Number(5))));
    println!("{:?}", evaluate(&sum));
    let product = binary('*', sum, Number(7));
    println!("{:?}", evaluate(&product));
    let broken = binary('/', product, Number(0));
    println!("{:?}", evaluate(&broken));
}
