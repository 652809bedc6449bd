//! Two sides of a measurement in turns, so that changes in the machine's speed affect both.

use crate::table::layout;
use anyhow::Result;
use serde_json::{Value, json};
use std::io::Write;

/// Measures each side this many times. `measure` gets whether it is the side with the thing whose cost
/// is in question, and the number of the turn.
pub(super) fn alternate<T>(
    turns: usize,
    what: &str,
    mut measure: impl FnMut(bool, usize) -> Result<T>,
) -> Result<[Vec<T>; 2]> {
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for number in 0..turns {
        // Neither side always comes first.
        let sides = if number % 2 == 0 { [true, false] } else { [false, true] };
        for is_with in sides {
            let side = if is_with { "with" } else { "without" };
            anstream::eprintln!("turn {} of {turns}, {side} {what}", number + 1);
            let result = measure(is_with, number)?;
            if is_with { with.push(result) } else { without.push(result) }
        }
    }
    Ok([with, without])
}

/// What something costs by one measure.
#[derive(Debug, PartialEq)]
pub(super) struct Cost {
    /// The median with it.
    pub with: f64,
    /// The median without it.
    pub without: f64,
    /// Quartiles and median of the ratios of adjacent turns.
    pub ratio: [f64; 3],
}

impl Cost {
    /// By this measure of a turn.
    pub fn of<T>([with, without]: &[Vec<T>; 2], measure: impl Fn(&T) -> f64) -> Self {
        let [with, without] =
            [with, without].map(|turns| turns.iter().map(&measure).collect::<Vec<f64>>());
        let ratios = with.iter().zip(&without).map(|(with, without)| with / without).collect();
        let ratio = quartiles(ratios);
        let [with, without] = [with, without].map(|values| quartiles(values)[1]);
        Self { with, without, ratio }
    }
}

/// Prints costs by their measures: as a table under these headings, or as JSON with these keys.
pub(super) fn print_costs(
    rows: &[(&str, Cost)],
    headings: [&str; 3],
    json_keys: Option<[&str; 2]>,
) -> Result<()> {
    let mut out = anstream::stdout().lock();
    if let Some([with_key, without_key]) = json_keys {
        let line = |(name, cost): &(&str, Cost)| {
            let [low, middle, high] = cost.ratio;
            json!({ "what": name, with_key: cost.with, without_key: cost.without,
                    "ratio": middle, "ratioQuartiles": [low, high] })
        };
        let rows: Vec<Value> = rows.iter().map(line).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(());
    }
    let ratio_heading = "ratio of neighbouring turns (quartiles)".to_owned();
    let mut table = vec![headings.map(str::to_owned).to_vec()];
    table[0].push(ratio_heading);
    table.extend(rows.iter().map(|(name, Cost { with, without, ratio: [low, middle, high] })| {
        let ratio = format!("{middle:.3} ({low:.3} to {high:.3})");
        vec![(*name).to_owned(), format!("{with:.1}"), format!("{without:.1}"), ratio]
    }));
    write!(out, "{}", layout(&table))?;
    Ok(())
}

/// The lower quartile, the median and the upper quartile.
fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_turns_are_compared_whatever_the_speed_of_the_machine() {
        let speeds = [10.0, 40.0, 20.0, 80.0, 30.0];
        let measure = |is_with: bool, number: usize| {
            Ok(if is_with { speeds[number] * 0.9 } else { speeds[number] })
        };
        let turns = alternate(speeds.len(), "it", measure).expect("measured");
        let cost = Cost::of(&turns, |rate| *rate);
        assert_eq!(cost, Cost { with: 27.0, without: 30.0, ratio: [0.9; 3] });
    }
}
