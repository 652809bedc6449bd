//! Lines over a continuous axis.

use crate::svg::{Anchor, COLOURS, Picture, Plot, number, ticks};
use crate::{Figure, Surface};
use std::fmt::Write as _;

/// How the vertical axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, from 0.
    Linear,
    /// By powers of ten.
    Logarithmic,
}

/// Lines, one per series.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What the picture shows.
    pub title: String,
    /// The horizontal axis.
    pub x_label: String,
    /// What their height means.
    pub y_label: String,
    /// How the vertical axis is divided.
    pub scale: Scale,
    /// The name of each series with its points, from left to right.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
}

/// The vertical axis.
struct Axis {
    marks: Vec<f64>,
    scale: Scale,
}

impl Axis {
    fn new(lines: &LineChart) -> Self {
        let values = || lines.series.iter().flat_map(|(_, points)| points.iter().map(|p| p.1));
        let highest = values().fold(0.0, f64::max);
        let marks = match lines.scale {
            Scale::Linear => ticks(highest),
            Scale::Logarithmic => {
                let lowest = values().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
                let first = if lowest.is_finite() { lowest.log10().floor() as i32 } else { 0 };
                let last = (highest.max(1e-9).log10().ceil() as i32).max(first + 1);
                (first..=last).map(|power| 10f64.powi(power)).collect()
            }
        };
        Self { marks, scale: lines.scale }
    }

    /// How high a value is, from 0 to 1.
    fn height(&self, value: f64) -> f64 {
        let low = self.marks.first().copied().unwrap_or(0.0);
        let high = self.marks.last().copied().unwrap_or(1.0);
        match self.scale {
            Scale::Linear => value / high.max(1e-9),
            Scale::Logarithmic => {
                (value.max(low).log10() - low.log10()) / (high.log10() - low.log10()).max(1e-9)
            }
        }
    }
}

impl Figure for LineChart {
    fn draw(&self, surface: Surface) -> String {
        let plot = Plot::of(surface);
        let Plot { left, top, width, height, full } = plot;
        let mut picture = Picture::new(full, &self.title, surface);
        let axis = Axis::new(self);
        for mark in &axis.marks {
            let y = top + height * (1.0 - axis.height(*mark));
            picture.line((left, y), (left + width, y), "grid");
            picture.small(left - 6.0, y + 4.0, Anchor::End, &number(*mark));
        }
        let points = || self.series.iter().flat_map(|(_, points)| points);
        let farthest = points().map(|point| point.0).fold(0.0, f64::max);
        let across = ticks(farthest);
        let stretch = width / across.last().copied().unwrap_or(1.0);
        for tick in &across {
            let x = left + tick * stretch;
            picture.small(x, top + height + 16.0, Anchor::Middle, &number(*tick));
        }
        for (index, (_, points)) in self.series.iter().enumerate() {
            let places: Vec<(f64, f64)> = points
                .iter()
                .map(|(x, y)| (left + x * stretch, top + height * (1.0 - axis.height(*y))))
                .collect();
            picture.path(&places, COLOURS[index % COLOURS.len()]);
        }
        picture.line((left, top + height), (left + width, top + height), "axis");
        picture.text(left + width / 2.0, top + height + 38.0, Anchor::Middle, &self.x_label);
        picture.small(left - 44.0, top - 8.0, Anchor::Start, &self.y_label);
        let names: Vec<String> = self.series.iter().map(|(name, _)| name.clone()).collect();
        picture.legend(plot, &names);
        picture.finish()
    }

    fn text(&self, width: usize) -> String {
        let mut text = format!("{}\n\n{} by {}:\n", self.title, self.y_label, self.x_label);
        // A line has more points than a page has rows: eleven of them show its course.
        for (name, points) in &self.series {
            let highest = points.iter().map(|point| point.1).fold(0.0, f64::max);
            let room = width.saturating_sub(22).max(10) as f64;
            let _ = writeln!(text, "\n  {name}");
            let rows = points.len().min(11);
            for row in 0..rows {
                let index = if rows < 2 { 0 } else { row * (points.len() - 1) / (rows - 1) };
                let (x, y) = points[index];
                let bar = "#".repeat((y / highest.max(1e-9) * room).round() as usize);
                let line = format!("{:>9} {:>9} {bar}", number(x), number(y));
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_spans_all_values() {
        let lines = LineChart {
            title: "t".to_owned(),
            x_label: "x".to_owned(),
            y_label: "y".to_owned(),
            scale: Scale::Logarithmic,
            series: vec![("s".to_owned(), vec![(0.0, 3.0), (1.0, 4_000.0)])],
        };
        let axis = Axis::new(&lines);
        assert_eq!(axis.marks, [1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
        assert!((axis.height(100.0) - 0.5).abs() < 1e-9);
        assert_eq!(lines.svg().matches("<polyline").count(), 1);
    }
}
