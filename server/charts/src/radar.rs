//! Radar: one value per axis, for profiles over three to twelve axes.

use std::f64::consts::TAU;

use super::canvas::{Anchor, Sign, c};
use super::paint::{Pen, Role, SERIES, Tone};
use super::text::{brief, clip, list, one, plain, plural, two, with_unit, wrap};
use super::{Chart, Drawing, NO_DATA, Scale, range};

/// Profiles of several series over common axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Radar {
    /// What the chart shows.
    pub title: String,
    /// Unit of all values; may be empty.
    pub unit: String,
    /// The axes, clockwise from the top; three to twelve.
    pub axes: Vec<String>,
    /// The profiles; at most six are drawn.
    pub series: Vec<RadarSeries>,
    /// The value of the outer ring, where it is fixed.
    pub max: Option<f64>,
}

/// One profile.
#[derive(Clone, Debug, PartialEq)]
pub struct RadarSeries {
    /// Its name.
    pub name: String,
    /// One value per axis, from 0; unknown ones leave a gap.
    pub values: Vec<f64>,
}

const MOST_AXES: usize = 12;

impl Radar {
    fn drawn(&self) -> &[RadarSeries] {
        &self.series[..self.series.len().min(SERIES)]
    }

    fn value(series: &RadarSeries, axis: usize) -> Option<f64> {
        series.values.get(axis).copied().filter(|value| value.is_finite())
    }
}

/// A point at a distance from the middle, on one of `count` spokes, the first of which points up.
pub(crate) fn spoke((x, y): (f64, f64), distance: f64, index: usize, count: usize) -> (f64, f64) {
    let angle = TAU * index as f64 / count as f64;
    (x + distance * angle.sin(), y - distance * angle.cos())
}

impl Chart for Radar {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let best: Vec<String> = self
            .drawn()
            .iter()
            .filter_map(|series| {
                let known =
                    (0..self.axes.len()).filter_map(|axis| Self::value(series, axis).map(|value| (axis, value)));
                let (axis, value) = known.fold(None, |best: Option<(usize, f64)>, (axis, value)| match best {
                    Some((_, highest)) if highest >= value => best,
                    _ => Some((axis, value)),
                })?;
                let value = with_unit(&one(value), &self.unit);
                Some(format!("{} in {} ({value})", clip(&series.name), clip(&self.axes[axis])))
            })
            .collect();
        if best.is_empty() {
            return NO_DATA.to_owned();
        }
        format!(
            "{} over {}; strongest: {}.",
            plural(self.series.len(), "profile"),
            if self.axes.len() == 1 { "1 axis".to_owned() } else { format!("{} axes", self.axes.len()) },
            list(&best)
        )
    }

    fn table(&self) -> Vec<Vec<String>> {
        let unit = if self.unit.is_empty() { String::new() } else { format!(", {}", self.unit) };
        let head =
            std::iter::once("Axis".to_owned()).chain(self.series.iter().map(|series| format!("{}{unit}", series.name)));
        let mut rows = vec![head.collect::<Vec<_>>()];
        for (i, axis) in self.axes.iter().enumerate() {
            let cells = self.series.iter().map(|series| two(Self::value(series, i).unwrap_or(f64::NAN)));
            rows.push(std::iter::once(axis.clone()).chain(cells).collect());
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let count = self.axes.len().min(MOST_AXES);
        let values = self.drawn().iter().flat_map(|series| (0..count).filter_map(|axis| Self::value(series, axis)));
        let Some((_, high)) = range(values) else { return canvas.empty(NO_DATA) };
        if self.axes.len() < 3 {
            return canvas.empty("A radar needs three axes; the table has the numbers.");
        }
        let key: Vec<_> =
            self.drawn().iter().enumerate().map(|(s, series)| (Sign::Marker(s), series.name.clone())).collect();
        let top = canvas.key(&key, 0.0);
        let names = self.axes.iter().map(|name| Role::Label.width(name)).fold(0.0, f64::max);
        let room = names.clamp(30.0, if canvas.narrow() { 84.0 } else { 160.0 });
        let radius = ((canvas.width - 2.0 * room) / 2.0 - 12.0).clamp(50.0, 190.0);
        let middle = (canvas.width / 2.0, top + 44.0 + radius);
        let scale = Scale::linear(0.0, self.max.unwrap_or(high).max(high).max(0.0), 0.0, radius, 5);
        let ring = |distance: f64| {
            let corners: Vec<String> = (0..count)
                .map(|axis| spoke(middle, distance, axis, count))
                .map(|(x, y)| format!("{} {}", c(x), c(y)))
                .collect();
            format!("M{}z", corners.join("L"))
        };
        for (i, &tick) in scale.ticks().iter().enumerate().skip(1) {
            let last = i + 1 == scale.ticks().len();
            canvas.path(&ring(scale.at(tick)), if last { Pen::Leader } else { Pen::Web }, false);
        }
        for axis in 0..count {
            let (x, y) = spoke(middle, radius, axis, count);
            canvas.path(&format!("M{} {}L{} {}", c(middle.0), c(middle.1), c(x), c(y)), Pen::Web, false);
            let (x, y) = spoke(middle, radius + 12.0, axis, count);
            let side = (x - middle.0) / radius;
            let anchor = match side {
                side if side > 0.2 => Anchor::Start,
                side if side < -0.2 => Anchor::End,
                _ => Anchor::Middle,
            };
            let free = match anchor {
                Anchor::Start => canvas.width - x,
                Anchor::End => x,
                Anchor::Middle => radius,
            };
            let lines = wrap(&self.axes[axis], 12.0, free.min(160.0), if count > 8 { 1 } else { 2 });
            let up = if y < middle.1 - radius * 0.9 { (lines.len() - 1) as f64 } else { 0.0 };
            for (k, line) in lines.iter().enumerate() {
                canvas.text(x, y + 4.0 + 14.0 * (k as f64 - up), line, Role::Label, anchor);
            }
        }
        for (s, series) in self.drawn().iter().enumerate() {
            let place = |axis: usize| {
                Self::value(series, axis % count)
                    .map(|value| spoke(middle, scale.at(value.max(0.0)), axis % count, count))
            };
            let mut d = String::new();
            let mut connected = false;
            for axis in 0..=count {
                if let Some((x, y)) = place(axis) {
                    d.push_str(&format!("{}{} {}", if connected { "L" } else { "M" }, c(x), c(y)));
                }
                connected = place(axis).is_some();
            }
            if (0..count).all(|axis| place(axis).is_some()) {
                canvas.area(&format!("{d}z"), Tone::Series(s), 0.07);
            }
            canvas.path(&d, Pen::Series(s), true);
            for axis in 0..count {
                if let (Some((x, y)), Some(value)) = (place(axis), Self::value(series, axis)) {
                    let value = with_unit(&two(value), &self.unit);
                    let tip = format!("{}, {}: {value}", brief(&series.name), brief(&self.axes[axis]));
                    canvas.marker(x, y, 4.0, s, false, &tip);
                }
            }
        }
        let mut above = f64::INFINITY;
        for &tick in scale.ticks().iter().skip(1) {
            let y = middle.1 - scale.at(tick) + 4.0;
            if above - y > 13.0 && y > middle.1 - radius + 10.0 {
                canvas.halo(middle.0 + 6.0, y, &plain(tick), Role::Axis, Anchor::Start);
                above = y;
            }
        }
        let outer = with_unit(&plain(scale.ends().1), &self.unit);
        let lowest = (0..count).map(|axis| spoke(middle, radius, axis, count).1).fold(middle.1, f64::max);
        canvas.height = lowest + 40.0;
        canvas.note(&format!("Outer ring: {outer}; the middle is 0."));
        let (axes, series) = (self.axes.len() - count, self.series.len() - self.drawn().len());
        let more = [(axes, "axes"), (series, "profiles")];
        let more: Vec<String> = more.iter().filter(|(n, _)| *n > 0).map(|(n, noun)| format!("{n} {noun}")).collect();
        if !more.is_empty() {
            canvas.note(&format!("Not drawn: {}. The table has all.", list(&more)));
        }
    }
}
