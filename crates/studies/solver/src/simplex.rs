//! The general simplex method over fractions: finds values within bounds, starting from given ones.

use crate::rational::Rational;
use std::cmp::Ordering;

/// Whether values within all bounds were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feasibility {
    Feasible,
    Infeasible,
    Unknown,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    lower: Option<Rational>,
    upper: Option<Rational>,
    value: Rational,
}

/// Rows say what each basic column is in terms of the others.
#[derive(Clone, Debug)]
pub(crate) struct Tableau {
    columns: Vec<Column>,
    /// For each row the basic column, and the factors over all columns (zero for basic ones).
    rows: Vec<(usize, Vec<Rational>)>,
    is_basic: Vec<bool>,
}

impl Tableau {
    /// Columns with bounds and the value to start from.
    pub fn new(variables: impl Iterator<Item = (i128, i128, i128)>) -> Self {
        let columns: Vec<Column> = variables
            .map(|(lower, upper, start)| Column {
                lower: Some(Rational::integer(lower)),
                upper: Some(Rational::integer(upper)),
                value: Rational::integer(start.clamp(lower, upper.max(lower))),
            })
            .collect();
        let is_basic = vec![false; columns.len()];
        Self { columns, rows: Vec::new(), is_basic }
    }

    /// Adds a column for a sum of the first ones; returns its number.
    pub fn add_sum(&mut self, factors: &[(usize, i128)]) -> Option<usize> {
        let number = self.columns.len();
        let mut value = Rational::ZERO;
        let mut row = vec![Rational::ZERO; number];
        for &(column, factor) in factors {
            let factor = Rational::integer(factor);
            value = value.add(factor.multiply(self.columns.get(column)?.value)?)?;
            *row.get_mut(column)? = factor;
        }
        for (_, other) in &mut self.rows {
            other.push(Rational::ZERO);
        }
        row.push(Rational::ZERO);
        self.columns.push(Column { lower: None, upper: None, value });
        self.is_basic.push(true);
        self.rows.push((number, row));
        Some(number)
    }

    pub fn value(&self, column: usize) -> Rational {
        self.columns[column].value
    }

    /// Tightens a lower bound; false if nothing is left between the bounds.
    pub fn raise_lower(&mut self, column: usize, bound: i128) -> Option<bool> {
        let bound = Rational::integer(bound);
        if let Some(lower) = self.columns[column].lower
            && bound.compare(lower)? != Ordering::Greater
        {
            return Some(true);
        }
        self.columns[column].lower = Some(bound);
        self.settle(column)
    }

    /// Tightens an upper bound; false if nothing is left between the bounds.
    pub fn lower_upper(&mut self, column: usize, bound: i128) -> Option<bool> {
        let bound = Rational::integer(bound);
        if let Some(upper) = self.columns[column].upper
            && bound.compare(upper)? != Ordering::Less
        {
            return Some(true);
        }
        self.columns[column].upper = Some(bound);
        self.settle(column)
    }

    fn settle(&mut self, column: usize) -> Option<bool> {
        let Column { lower, upper, value } = self.columns[column];
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower.compare(upper)? == Ordering::Greater
        {
            return Some(false);
        }
        if !self.is_basic[column] {
            let target = match self.violation(column)? {
                Some(bound) => bound,
                None => return Some(true),
            };
            self.move_column(column, target.subtract(value)?)?;
        }
        Some(true)
    }

    /// The bound that a column's value violates.
    fn violation(&self, column: usize) -> Option<Option<Rational>> {
        let Column { lower, upper, value } = self.columns[column];
        if let Some(lower) = lower
            && value.compare(lower)? == Ordering::Less
        {
            return Some(Some(lower));
        }
        if let Some(upper) = upper
            && value.compare(upper)? == Ordering::Greater
        {
            return Some(Some(upper));
        }
        Some(None)
    }

    fn move_column(&mut self, column: usize, by: Rational) -> Option<()> {
        self.columns[column].value = self.columns[column].value.add(by)?;
        for row in 0..self.rows.len() {
            let (basic, ref factors) = self.rows[row];
            let factor = factors[column];
            if !factor.is_zero() {
                let moved = factor.multiply(by)?;
                self.columns[basic].value = self.columns[basic].value.add(moved)?;
            }
        }
        Some(())
    }

    /// Moves values until all are within their bounds. Uses up `steps`.
    pub fn check(&mut self, steps: &mut u32) -> Feasibility {
        self.try_check(steps).unwrap_or(Feasibility::Unknown)
    }

    fn try_check(&mut self, steps: &mut u32) -> Option<Feasibility> {
        loop {
            // The smallest column number first (Bland's rule), so that it ends.
            let mut worst: Option<(usize, usize, Rational)> = None;
            for (row, &(basic, _)) in self.rows.iter().enumerate() {
                if worst.is_none_or(|(_, column, _)| basic < column)
                    && let Some(bound) = self.violation(basic)?
                {
                    worst = Some((row, basic, bound));
                }
            }
            let Some((row, basic, bound)) = worst else { return Some(Feasibility::Feasible) };
            *steps = steps.checked_sub(1)?;
            let gap = bound.subtract(self.columns[basic].value)?;
            let Some(entering) = self.entering(row, gap.is_positive())? else {
                return Some(Feasibility::Infeasible);
            };
            let by = gap.divide(self.rows[row].1[entering])?;
            self.move_column(entering, by)?;
            self.pivot(row, entering)?;
        }
    }

    /// The first column with room to move the row's value up or down.
    fn entering(&self, row: usize, up: bool) -> Option<Option<usize>> {
        for (column, factor) in self.rows[row].1.iter().enumerate() {
            if factor.is_zero() || self.is_basic[column] {
                continue;
            }
            let Column { lower, upper, value } = self.columns[column];
            let has_room = if factor.is_positive() == up {
                match upper {
                    Some(upper) => value.compare(upper)? == Ordering::Less,
                    None => true,
                }
            } else {
                match lower {
                    Some(lower) => value.compare(lower)? == Ordering::Greater,
                    None => true,
                }
            };
            if has_room {
                return Some(Some(column));
            }
        }
        Some(None)
    }

    fn pivot(&mut self, row: usize, entering: usize) -> Option<()> {
        let (leaving, factors) = self.rows[row].clone();
        let divisor = factors[entering];
        let mut solved = Vec::with_capacity(factors.len());
        for factor in &factors {
            solved.push(if factor.is_zero() {
                *factor
            } else {
                factor.divide(divisor)?.negate()?
            });
        }
        solved[entering] = Rational::ZERO;
        solved[leaving] = Rational::integer(1).divide(divisor)?;
        for (other, (_, factors)) in self.rows.iter_mut().enumerate() {
            let factor = factors[entering];
            if other == row || factor.is_zero() {
                continue;
            }
            factors[entering] = Rational::ZERO;
            for (column, value) in solved.iter().enumerate() {
                if !value.is_zero() {
                    factors[column] = factors[column].add(factor.multiply(*value)?)?;
                }
            }
        }
        self.rows[row] = (entering, solved);
        self.is_basic[leaving] = false;
        self.is_basic[entering] = true;
        Some(())
    }
}
