#![doc = include_str!("../README.md")]
// Geometry has short names: x, y, a radius r, a path d.
#![allow(clippy::many_single_char_names)]

mod bars;
mod canvas;
mod forest;
mod funnel;
mod heat;
mod labels;
mod line;
mod paint;
mod pareto;
mod radar;
mod scale;
mod scatter;
mod stacked;
mod text;
mod upset;
mod venn;

pub use bars::{Group, GroupedBars};
pub use forest::{Forest, ForestGroup, ForestRow};
pub use funnel::{Funnel, Step};
pub use heat::HeatMap;
pub use line::{Line, LineSeries, TimePoint, day};
pub use paint::{SERIES, Theme, Tone};
pub use pareto::{CostPoint, Pareto};
pub use radar::{Radar, RadarSeries};
pub use scale::Scale;
pub use scatter::{Axis, Point, Scatter};
pub use stacked::{Part, StackRow, StackedBars};
pub use text::{escape, text_width};
pub use upset::Overlap;

/// Whether a drawing goes into a page or stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Inside a page: classes of `style/charts.css` give the colours, so the drawing follows the page's theme.
    Page,
    /// A file of its own, with title, ground and colours inside.
    Download(Theme),
}

/// How a chart is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Width in pixels, 280 to 1600; under 560 the arrangement for phones.
    pub width: u32,
    /// Page or download.
    pub mode: Mode,
    /// Unique in the page; ids of title, description and patterns begin with it.
    pub id: String,
}

impl Look {
    /// The wide drawing of a page.
    pub fn wide(id: &str) -> Self {
        Self { width: 1120, mode: Mode::Page, id: format!("{id}-w") }
    }

    /// Its narrow twin; the style sheet shows one of the two.
    pub fn narrow(id: &str) -> Self {
        Self { width: 360, mode: Mode::Page, id: format!("{id}-n") }
    }

    /// A file to take away.
    pub fn download(theme: Theme) -> Self {
        Self { width: 1120, mode: Mode::Download(theme), id: "chart".to_owned() }
    }

    /// The same with another width.
    #[must_use]
    pub fn with_width(mut self, width: u32) -> Self {
        self.width = width;
        self
    }

    fn id(&self) -> String {
        let id: String = self.id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
        if id.starts_with(|c: char| c.is_ascii_alphabetic()) { id } else { format!("c{id}") }
    }
}

/// A number with the interval that belongs to it; a value that is not finite is unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number, or NaN.
    pub value: f64,
    /// Lower and upper end, where known.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A number without interval.
    pub fn of(value: f64) -> Self {
        Self { value, interval: None }
    }

    /// A number within its interval.
    pub fn within(value: f64, low: f64, high: f64) -> Self {
        Self { value, interval: Some((low, high)) }
    }

    /// Nothing known.
    pub fn unknown() -> Self {
        Self::of(f64::NAN)
    }

    fn known(self) -> Option<f64> {
        self.value.is_finite().then_some(self.value)
    }

    fn ends(self) -> Option<(f64, f64)> {
        self.interval.filter(|(low, high)| self.value.is_finite() && low.is_finite() && high.is_finite())
    }
}

/// A drawing of numbers with its words and its table.
pub trait Chart {
    /// The title, as given.
    fn title(&self) -> &str;

    /// One sentence that says what the numbers say; the alternative text.
    fn summary(&self) -> String;

    /// The data as rows of text; the first row is the head, an unknown number is an em dash.
    fn table(&self) -> Vec<Vec<String>>;

    #[doc(hidden)]
    fn draw(&self, pen: &mut Drawing<'_>);

    /// The SVG text.
    fn svg(&self, look: &Look) -> String {
        let mut drawing = Drawing(canvas::Canvas::new(look));
        self.draw(&mut drawing);
        drawing.0.finish(self.title(), &self.summary())
    }
}

/// What a chart draws on; only the charts of this crate can.
pub struct Drawing<'a>(canvas::Canvas<'a>);

/// The words for a chart without numbers.
const NO_DATA: &str = "No data to draw.";

/// The lowest and highest of some numbers; `None` where there is none.
fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    values.into_iter().filter(|value| value.is_finite()).fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    })
}
