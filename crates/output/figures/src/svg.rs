//! The parts that all pictures share: frame, axes, ticks, legend, colours.

use crate::Surface;
use debunk_base::{markup, visible};
use std::fmt::Write as _;

/// Colours that are distinguishable in light and dark, also for colour-blind people.
pub(crate) const COLOURS: [&str; 8] =
    ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#999999", "#ee8866"];

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#222}\
.title{font-size:15px;font-weight:600}.small{font-size:11px;fill:#555}\
.axis{stroke:#888;stroke-width:1}.grid{stroke:#ddd;stroke-width:1}.paper{fill:#fff}\
@media(prefers-color-scheme:dark){text{fill:#ddd}.small{fill:#aaa}.grid{stroke:#3a3a3a}\
.paper{fill:#1b1b1d}}";

/// Text that is safe in an SVG, which allows no control characters.
pub(crate) fn escape(text: &str) -> String {
    markup(&visible(text))
}

/// The approximate width of a legend letter.
const LETTER_WIDTH: f64 = 6.4;

/// A picture under construction.
pub(crate) struct Picture {
    body: String,
    width: f64,
    height: f64,
    surface: Surface,
}

/// The rectangle between the axes, in a picture that is `full` wide and high.
#[derive(Clone, Copy)]
pub(crate) struct Plot {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub full: (f64, f64),
}

impl Plot {
    /// The rectangle of a chart with two axes.
    pub fn of(surface: Surface) -> Self {
        let (left, top, width, height, full) = match surface {
            Surface::Alone => (60.0, 58.0, 520.0, 250.0, (800.0, 360.0)),
            Surface::Page => (36.0, 40.0, 400.0, 170.0, (464.0, 256.0)),
        };
        Self { left, top, width, height, full }
    }
}

/// Where a text is anchored to its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Picture {
    pub fn new((width, height): (f64, f64), title: &str, surface: Surface) -> Self {
        let mut picture = Self { body: String::new(), width, height, surface };
        match surface {
            Surface::Alone => picture.classed_text(16.0, 24.0, Anchor::Start, title, "title"),
            // A screen reader reads this title, the page shows its own.
            Surface::Page => {
                let _ = write!(picture.body, "<title>{}</title>", escape(title));
            }
        }
        picture
    }

    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, colour: &str, tip: &str) {
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{colour}\"><title>{}</title></rect>",
            escape(tip)
        );
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    pub fn path(&mut self, points: &[(f64, f64)], colour: &str) {
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            self.body,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>",
            places.join(" ")
        );
    }

    pub fn text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.classed_text(x, y, anchor, text, "");
    }

    pub fn small(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.classed_text(x, y, anchor, text, "small");
    }

    fn classed_text(&mut self, x: f64, y: f64, anchor: Anchor, text: &str, class: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ = write!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{class}>{}</text>",
            escape(text)
        );
    }

    /// Names with their colours: beside the plot, or above it if a page shows it.
    pub fn legend(&mut self, plot: Plot, names: &[String]) {
        let (mut x, y, step) = match self.surface {
            Surface::Alone => (plot.left + plot.width + 24.0, plot.top + 12.0, 18.0),
            Surface::Page => (plot.left, 16.0, 0.0),
        };
        for (index, name) in names.iter().enumerate() {
            let top = y + step * index as f64;
            self.rect(x, top - 10.0, 12.0, 12.0, COLOURS[index % COLOURS.len()], name);
            self.text(x + 18.0, top, Anchor::Start, name);
            if self.surface == Surface::Page {
                x += 18.0 + LETTER_WIDTH * name.chars().count() as f64 + 20.0;
            }
        }
    }

    pub fn finish(self) -> String {
        let Self { body, width, height, surface } = self;
        let paper = match surface {
            Surface::Alone => format!(
                "<style>{STYLE}</style><rect class=\"paper\" width=\"100%\" height=\"100%\"/>"
            ),
            Surface::Page => String::new(),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">{paper}{body}</svg>\n"
        )
    }
}

/// Round numbers from 0 to at least `max`, about five of them.
pub(crate) fn ticks(max: f64) -> Vec<f64> {
    if max <= 0.0 {
        return vec![0.0, 1.0];
    }
    let rough = max / 4.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(rough);
    let count = (max / step - 1e-9).ceil().max(1.0) as usize;
    (0..=count).map(|index| index as f64 * step).collect()
}

/// A number as people write it.
pub(crate) fn number(value: f64) -> String {
    if value.abs() >= 10.0 || value.fract().abs() < 1e-9 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_top() {
        assert_eq!(ticks(7.0), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(ticks(100.0), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(0.0), [0.0, 1.0]);
        for max in [0.3, 1.0, 3.0, 19.0, 123.0, 99_999.0] {
            assert!(ticks(max).last().is_some_and(|last| *last >= max), "{max}");
        }
    }

    #[test]
    fn nothing_breaks_out_of_a_text() {
        assert_eq!(
            escape("<a href=\"x\">&\u{1b}"),
            "&lt;a href=&quot;x&quot;&gt;&amp;\u{27e8}U+001B\u{27e9}"
        );
    }
}
