//! Bars: stacked by series over an ordered axis, or one per name, longest first.

use crate::svg::{Anchor, COLOURS, Picture, Plot, number, ticks};
use crate::{Figure, Surface};
use std::fmt::Write as _;

/// Bars over an ordered axis, each divided by series.
#[derive(Clone, Debug, PartialEq)]
pub struct StackedBars {
    /// What the picture shows.
    pub title: String,
    /// The horizontal axis.
    pub x_label: String,
    /// What their height counts.
    pub y_label: String,
    /// The places of the bars.
    pub places: Vec<String>,
    /// The name of each series with one number per place.
    pub series: Vec<(String, Vec<f64>)>,
}

impl StackedBars {
    fn total(&self, place: usize) -> f64 {
        self.series.iter().filter_map(|(_, values)| values.get(place)).sum()
    }

    fn names(&self) -> Vec<String> {
        self.series.iter().map(|(name, _)| name.clone()).collect()
    }
}

impl Figure for StackedBars {
    fn draw(&self, surface: Surface) -> String {
        let plot = Plot::of(surface);
        let Plot { left, top, width, height, full } = plot;
        let mut picture = Picture::new(full, &self.title, surface);
        let highest = (0..self.places.len()).map(|place| self.total(place)).fold(0.0, f64::max);
        let ticks = ticks(highest);
        let scale = height / ticks.last().copied().unwrap_or(1.0);
        for tick in &ticks {
            let y = top + height - tick * scale;
            picture.line((left, y), (left + width, y), "grid");
            picture.small(left - 6.0, y + 4.0, Anchor::End, &number(*tick));
        }
        let slot = width / self.places.len().max(1) as f64;
        // Not every place has room for its name.
        let every = (self.places.len() / 20 + 1).max(1);
        for (place, name) in self.places.iter().enumerate() {
            let x = left + slot * place as f64;
            let mut y = top + height;
            for (index, (series, values)) in self.series.iter().enumerate() {
                let value = values.get(place).copied().unwrap_or(0.0);
                if value > 0.0 {
                    y -= value * scale;
                    let tip = format!("{name}: {} {series}", number(value));
                    let colour = COLOURS[index % COLOURS.len()];
                    picture.rect(x + slot * 0.1, y, slot * 0.8, value * scale, colour, &tip);
                }
            }
            if place % every == 0 {
                picture.small(x + slot / 2.0, top + height + 16.0, Anchor::Middle, name);
            }
        }
        picture.line((left, top + height), (left + width, top + height), "axis");
        picture.text(left + width / 2.0, top + height + 38.0, Anchor::Middle, &self.x_label);
        picture.small(left - 44.0, top - 8.0, Anchor::Start, &self.y_label);
        picture.legend(plot, &self.names());
        picture.finish()
    }

    fn text(&self, width: usize) -> String {
        let mut text = format!("{}\n\n", self.title);
        const SIGNS: [char; 8] = ['#', '=', '+', '-', 'o', '*', '.', '%'];
        for (index, (name, _)) in self.series.iter().enumerate() {
            let _ = writeln!(text, "  {} {name}", SIGNS[index % SIGNS.len()]);
        }
        let label = self.places.iter().map(|place| place.chars().count()).max().unwrap_or(0);
        let highest = (0..self.places.len()).map(|place| self.total(place)).fold(0.0, f64::max);
        let room = width.saturating_sub(label + 10).max(10) as f64;
        let _ = writeln!(text, "\n{} by {}:", self.y_label, self.x_label);
        for (place, name) in self.places.iter().enumerate() {
            let mut bar = String::new();
            for (index, (_, values)) in self.series.iter().enumerate() {
                let value = values.get(place).copied().unwrap_or(0.0);
                let length = (value / highest.max(1e-9) * room).round() as usize;
                bar.extend(std::iter::repeat_n(SIGNS[index % SIGNS.len()], length));
            }
            let line = format!("{name:>label$} {:>7} {bar}", number(self.total(place)));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// One bar per name, longest first.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedBars {
    /// What the picture shows.
    pub title: String,
    /// What the bars count.
    pub label: String,
    /// Names with their numbers, in the order in which they are shown.
    pub rows: Vec<(String, f64)>,
}

impl Figure for RankedBars {
    fn draw(&self, surface: Surface) -> String {
        let (left, top, width, row, full) = match surface {
            Surface::Alone => (330.0, 44.0, 400.0, 22.0, 800.0),
            Surface::Page => (140.0, 4.0, 276.0, 20.0, 464.0),
        };
        let height = row * self.rows.len() as f64;
        let mut picture = Picture::new((full, top + height + 34.0), &self.title, surface);
        let longest = self.rows.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        for (index, (name, value)) in self.rows.iter().enumerate() {
            let y = top + row * index as f64;
            let length = value / longest.max(1e-9) * width;
            let tip = format!("{name}: {}", number(*value));
            picture.rect(left, y + 3.0, length, row - 6.0, COLOURS[0], &tip);
            picture.small(left - 8.0, y + 15.0, Anchor::End, name);
            picture.small(left + length + 6.0, y + 15.0, Anchor::Start, &number(*value));
        }
        picture.line((left, top), (left, top + height), "axis");
        picture.text(left, top + height + 22.0, Anchor::Start, &self.label);
        picture.finish()
    }

    fn text(&self, width: usize) -> String {
        let mut text = format!("{}\n\n", self.title);
        let label = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let longest = self.rows.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let room = width.saturating_sub(label + 10).max(10) as f64;
        for (name, value) in &self.rows {
            let bar = "#".repeat((value / longest.max(1e-9) * room).round() as usize);
            let line = format!("{name:<label$} {:>7} {bar}", number(*value));
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> StackedBars {
        StackedBars {
            title: "Runs <by> actions".to_owned(),
            x_label: "actions".to_owned(),
            y_label: "runs".to_owned(),
            places: vec!["1".to_owned(), "2".to_owned()],
            series: vec![("same".to_owned(), vec![2.0, 4.0]), ("other".to_owned(), vec![2.0, 0.0])],
        }
    }

    #[test]
    fn bars_are_drawn_for_every_number_but_zero() {
        let svg = example().svg();
        assert_eq!(svg.matches("<title>").count(), 3 + 2, "three bars and two in the legend");
        assert!(svg.contains("Runs &lt;by&gt; actions"));
    }

    #[test]
    fn the_text_has_bars_in_proportion() {
        let text = example().text(22);
        assert!(text.contains("1       4 ######======"), "{text}");
        assert!(text.contains("2       4 ###########"), "{text}");
    }

    #[test]
    fn a_ranking_keeps_its_order() {
        let rows = vec![("b".to_owned(), 3.0), ("a".to_owned(), 1.0)];
        let text = RankedBars { title: "t".to_owned(), label: "l".to_owned(), rows }.text(40);
        assert!(text.find("b ").is_some_and(|b| text.find("a ").is_some_and(|a| b < a)), "{text}");
    }
}
