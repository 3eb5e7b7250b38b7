//! Scatter: two numbers per thing.

use super::canvas::{Anchor, Canvas, Sign, c};
use super::labels::{self, Spot};
use super::paint::{Pen, Role, SERIES};
use super::text::{brief, clip, fit, plain, plural, two, with_unit};
use super::{Chart, Drawing, NO_DATA, Scale, range};

/// Points with names.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// What the chart shows.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Names of the kinds of points; one or none needs no key.
    pub series: Vec<String>,
    /// The points, the most important first: its name is placed first.
    pub points: Vec<Point>,
}

/// What an axis measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its unit; may be empty.
    pub unit: String,
    /// Ends that it must at least have.
    pub range: Option<(f64, f64)>,
}

/// One point; without both numbers it is only in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Horizontal value.
    pub x: f64,
    /// Vertical value.
    pub y: f64,
    /// Index of its kind.
    pub series: usize,
}

/// How many points and names one drawing holds; the table has all.
const MOST_POINTS: usize = 140;
const MOST_NAMES: usize = 80;

/// The frame of a plot with two axes: grid, figures and names.
pub(crate) struct Frame {
    pub x: Scale,
    pub y: Scale,
    pub edge: labels::Area,
}

impl Axis {
    /// Name and unit.
    pub(crate) fn words(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.unit) }
    }

    fn ends(&self, (low, high): (f64, f64)) -> (f64, f64) {
        let (least, most) = self.range.filter(|(a, b)| a.is_finite() && b.is_finite()).unwrap_or((low, high));
        (least.min(low), most.max(high))
    }
}

/// Draws the frame below `top`; `x` makes the horizontal scale between two pixels.
pub(crate) fn frame(
    canvas: &mut Canvas<'_>,
    top: f64,
    (x_axis, y_axis): (&Axis, &Axis),
    x: impl Fn(f64, f64, usize) -> Scale,
    y_range: (f64, f64),
) -> Frame {
    let plot = if canvas.narrow() { 270.0 } else { 340.0 };
    let (low, high) = y_axis.ends(y_range);
    let (top, bottom) = (top + 22.0, top + 22.0 + plot);
    let y = Scale::linear(low, high, bottom, top, 6);
    let left = y.ticks().iter().map(|&tick| Role::Axis.width(&plain(tick))).fold(0.0, f64::max) + 8.0;
    let right = canvas.width - 16.0;
    let x = x(left, right, if canvas.narrow() { 5 } else { 9 });
    canvas.text(0.0, top - 10.0, &fit(&y_axis.words(), 11.0, canvas.width), Role::Axis, Anchor::Start);
    for &tick in y.ticks() {
        let at = y.at(tick);
        canvas.path(&format!("M{} {}H{}", c(left), c(at), c(right)), Pen::Grid, false);
        canvas.text(left - 6.0, at + 4.0, &plain(tick), Role::Axis, Anchor::End);
    }
    canvas.ticks(&x, bottom + 16.0, "", |at| format!("M{} {}V{}", c(at), c(top), c(bottom)));
    canvas.path(&format!("M{} {}V{}H{}", c(left), c(top), c(bottom), c(right)), Pen::Axis, false);
    canvas.text(right, bottom + 34.0, &fit(&x_axis.words(), 11.0, right), Role::Axis, Anchor::End);
    canvas.height = bottom + 42.0;
    Frame { x, y, edge: (left + 2.0, top, canvas.width, bottom - 1.0) }
}

impl Scatter {
    fn drawn(&self) -> Vec<&Point> {
        self.points.iter().filter(|p| p.x.is_finite() && p.y.is_finite()).take(MOST_POINTS).collect()
    }

    /// Pearson's correlation of the known points; `None` where it is not defined.
    fn correlation(&self) -> Option<f64> {
        let points: Vec<_> = self.points.iter().filter(|p| p.x.is_finite() && p.y.is_finite()).collect();
        let n = points.len() as f64;
        let (mx, my) = (points.iter().map(|p| p.x).sum::<f64>() / n, points.iter().map(|p| p.y).sum::<f64>() / n);
        let product = |f: &dyn Fn(&Point) -> f64| points.iter().map(|p| f(p)).sum::<f64>();
        let xy = product(&|p| (p.x - mx) * (p.y - my));
        let spread = (product(&|p| (p.x - mx).powi(2)) * product(&|p| (p.y - my).powi(2))).sqrt();
        (points.len() > 2 && spread > 0.0 && spread.is_finite()).then(|| xy / spread)
    }
}

impl Chart for Scatter {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let known = self.points.iter().filter(|p| p.x.is_finite() && p.y.is_finite());
        let Some(best) = known.reduce(|best, p| if p.y > best.y { p } else { best }) else { return NO_DATA.to_owned() };
        let r = self.correlation().map_or(String::new(), |r| format!("; Pearson correlation {}", two(r)));
        format!(
            "{}: {} against {}{r}; highest {}: {} ({}).",
            plural(self.points.len(), "point"),
            clip(&self.y.name),
            clip(&self.x.name),
            clip(&self.y.name),
            clip(&best.name),
            with_unit(&two(best.y), &self.y.unit)
        )
    }

    fn table(&self) -> Vec<Vec<String>> {
        let mut rows = vec![vec!["Name".to_owned(), "Kind".to_owned(), self.x.words(), self.y.words()]];
        for point in &self.points {
            let kind = self.series.get(point.series).cloned().unwrap_or_default();
            rows.push(vec![point.name.clone(), kind, two(point.x), two(point.y)]);
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let points = self.drawn();
        let (Some(xs), Some(ys)) = (range(points.iter().map(|p| p.x)), range(points.iter().map(|p| p.y))) else {
            return canvas.empty(NO_DATA);
        };
        let key: Vec<_> =
            self.series.iter().take(SERIES).enumerate().map(|(s, name)| (Sign::Marker(s), name.clone())).collect();
        let top = if key.len() > 1 { canvas.key(&key, 0.0) } else { 0.0 };
        let (low, high) = self.x.ends(xs);
        let frame =
            frame(canvas, top, (&self.x, &self.y), |from, to, ticks| Scale::linear(low, high, from, to, ticks), ys);
        let mut spots = Vec::new();
        for point in &points {
            let (x, y) = (frame.x.at(point.x), frame.y.at(point.y));
            let numbers =
                format!("{}, {}", with_unit(&two(point.x), &self.x.unit), with_unit(&two(point.y), &self.y.unit));
            canvas.marker(x, y, 4.5, point.series, false, &format!("{}: {numbers}", brief(&point.name)));
            let name = if spots.len() < MOST_NAMES { point.name.clone() } else { String::new() };
            spots.push(Spot { x, y, name });
        }
        let without = labels::place(canvas, &spots, &[], frame.edge) + points.len().saturating_sub(MOST_NAMES);
        labels::unnamed(canvas, without);
        if points.len() < self.points.len() {
            let words = plural(self.points.len() - points.len(), "point");
            canvas.note(&format!("Not drawn, unknown or beyond the first {MOST_POINTS}: {words}. The table has all."));
        }
    }
}
