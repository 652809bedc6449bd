//! The few statistical numbers that are reported.

/// The mean; 0 for nothing.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / values.len() as f64
}

/// The coefficient of variation: the standard deviation (of a sample) by the mean.
pub(crate) fn variation(values: &[f64]) -> Option<f64> {
    let mean = mean(values);
    if values.len() < 2 || mean == 0.0 {
        return None;
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt() / mean)
}

/// The lower quartile, the median and the upper quartile, with straight lines between the values.
pub fn quartiles(values: &[f64]) -> [f64; 3] {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|share| {
        let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
        let place = share * last as f64;
        let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
        low + (high - low) * place.fract()
    })
}

/// Pearson's correlation; `None` if one of the two does not vary.
pub(crate) fn pearson(one: &[f64], two: &[f64]) -> Option<f64> {
    let (mean_one, mean_two) = (mean(one), mean(two));
    let sum = |pairs: &mut dyn Iterator<Item = (f64, f64)>| -> f64 {
        pairs.map(|(one, two)| one * two).sum()
    };
    let first: Vec<f64> = one.iter().map(|value| value - mean_one).collect();
    let second: Vec<f64> = two.iter().map(|value| value - mean_two).collect();
    let both = sum(&mut first.iter().copied().zip(second.iter().copied()));
    let spread = sum(&mut first.iter().copied().zip(first.iter().copied()))
        * sum(&mut second.iter().copied().zip(second.iter().copied()));
    (one.len() == two.len() && one.len() > 1 && spread > 0.0).then(|| both / spread.sqrt())
}

#[cfg(test)]
mod tests {
    use super::{pearson, quartiles, variation};

    #[test]
    fn known_numbers_come_out() {
        assert_eq!(variation(&[2.0, 4.0, 6.0]), Some(0.5));
        assert_eq!(variation(&[1.0]), None);
        assert_eq!(quartiles(&[4.0, 1.0, 3.0, 2.0, 5.0]), [2.0, 3.0, 4.0]);
        assert_eq!(quartiles(&[1.0, 2.0]), [1.25, 1.5, 1.75]);
        assert_eq!(quartiles(&[]), [0.0; 3]);
        assert_eq!(pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]), Some(1.0));
        assert_eq!(pearson(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(pearson(&[1.0, 1.0], &[3.0, 2.0]), None);
    }
}
