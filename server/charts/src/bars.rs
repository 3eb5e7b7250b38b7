//! Grouped bars with error bars.

use super::canvas::{Anchor, Canvas, Sign, c};
use super::paint::{Pen, Role, SERIES, Tone};
use super::text::{brief, clip, fit, list, one, plural, two, with_unit, wrap};
use super::{Chart, Drawing, Estimate, NO_DATA, Scale, range};

/// Bars of several series side by side in named groups.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupedBars {
    /// What the chart shows.
    pub title: String,
    /// Unit of all values, such as `%`; may be empty.
    pub unit: String,
    /// The end of the axis, where it is fixed (100 for shares); otherwise the data decide.
    pub max: Option<f64>,
    /// Names of the series; at most six are drawn.
    pub series: Vec<String>,
    /// The groups, in the order of the drawing.
    pub groups: Vec<Group>,
}

/// One group: a value per series.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// One estimate per series; missing ones are unknown.
    pub values: Vec<Estimate>,
}

/// How many bars one drawing holds; the table has all.
const MOST_BARS: usize = 96;

impl GroupedBars {
    fn series_drawn(&self) -> usize {
        self.series.len().min(SERIES)
    }

    fn groups_drawn(&self) -> &[Group] {
        let most = MOST_BARS / self.series_drawn().max(1);
        &self.groups[..self.groups.len().min(most)]
    }

    fn value(group: &Group, series: usize) -> Estimate {
        group.values.get(series).copied().unwrap_or_else(Estimate::unknown)
    }

    fn range(&self) -> Option<(f64, f64)> {
        let values = self.groups_drawn().iter().flat_map(|group| {
            (0..self.series_drawn()).flat_map(|s| {
                let estimate = Self::value(group, s);
                let (low, high) = estimate.ends().unwrap_or((estimate.value, estimate.value));
                [estimate.value, low, high]
            })
        });
        let (low, high) = range(values)?;
        Some((low.min(0.0), self.max.unwrap_or(high).max(high).max(0.0)))
    }

    fn tip(&self, group: &Group, series: usize) -> String {
        let estimate = Self::value(group, series);
        let interval = estimate.ends().map_or(String::new(), |(low, high)| format!(" ({} to {})", two(low), two(high)));
        format!(
            "{}, {}: {}{interval}",
            brief(&group.name),
            brief(&self.series[series]),
            with_unit(&two(estimate.value), &self.unit)
        )
    }

    fn left_out(&self, canvas: &mut Canvas<'_>) {
        let (groups, series) = (self.groups.len() - self.groups_drawn().len(), self.series.len() - self.series_drawn());
        let mut parts = Vec::new();
        if groups > 0 {
            parts.push(plural(groups, "group"));
        }
        if series > 0 {
            parts.push(format!("{series} series"));
        }
        if !parts.is_empty() {
            canvas.note(&format!("Not drawn: {}. The table has all.", list(&parts)));
        }
    }

    fn vertical(&self, canvas: &mut Canvas<'_>, (low, high): (f64, f64), top: f64) {
        let (groups, count) = (self.groups_drawn(), self.series_drawn());
        let plot = 250.0;
        let (top, bottom) = (top + 32.0, top + 32.0 + plot);
        let scale = Scale::linear(low, high, bottom, top, 8);
        let labels: Vec<String> = scale.ticks().iter().map(|&tick| super::text::plain(tick)).collect();
        let left = labels.iter().map(|label| Role::Axis.width(label)).fold(0.0, f64::max) + 8.0;
        if !self.unit.is_empty() {
            canvas.text(0.0, top - 20.0, &fit(&self.unit, 11.0, canvas.width), Role::Axis, Anchor::Start);
        }
        for (&tick, label) in scale.ticks().iter().zip(&labels) {
            let (y, pen) = (scale.at(tick), if tick == 0.0 { Pen::Axis } else { Pen::Grid });
            canvas.path(&format!("M{} {}H{}", c(left), c(y), c(canvas.width)), pen, false);
            canvas.text(left - 6.0, y + 4.0, label, Role::Axis, Anchor::End);
        }
        let step = (canvas.width - left) / groups.len() as f64;
        let bar = (step * 0.78 / count as f64).min(52.0);
        let widest = groups
            .iter()
            .flat_map(|g| (0..count).map(|s| Role::Value.width(&one(Self::value(g, s).value))))
            .fold(0.0, f64::max);
        let figures = bar >= widest - 1.0;
        let zero = scale.at(0.0);
        // Figures of negative bars hang below the plot.
        let names = bottom + if low < 0.0 { 26.0 } else { 18.0 };
        for (i, group) in groups.iter().enumerate() {
            let middle = left + step * (i as f64 + 0.5);
            let first = middle - bar * count as f64 / 2.0;
            // Figures may be a little wider than their bars, so they come after all of the group.
            let mut above_bars = Vec::new();
            for s in 0..count {
                let (estimate, x) = (Self::value(group, s), first + bar * s as f64);
                let centre = x + bar / 2.0;
                let Some(value) = estimate.known() else {
                    canvas.text(centre, zero - 4.0, super::text::UNKNOWN, Role::Axis, Anchor::Middle);
                    continue;
                };
                let y = scale.at(value);
                canvas.rect(x + 0.75, y.min(zero), bar - 1.5, (zero - y).abs(), Tone::Series(s), &self.tip(group, s));
                let (mut above, mut below) = (y.min(zero), y.max(zero));
                if let Some((low, high)) = estimate.ends() {
                    let (a, b) = (scale.at(low), scale.at(high));
                    let d = format!(
                        "M{m} {a}V{b}M{l} {a}h8M{l} {b}h8",
                        m = c(centre),
                        l = c(centre - 4.0),
                        a = c(a),
                        b = c(b)
                    );
                    canvas.path(&d, Pen::Edge, false);
                    canvas.path(&d, Pen::Error, false);
                    (above, below) = (above.min(b), below.max(a));
                }
                if figures {
                    let at = if value < 0.0 { below + 12.0 } else { above - 4.0 };
                    above_bars.push((centre, at, one(value)));
                }
            }
            for (x, y, figure) in above_bars {
                canvas.halo(x, y, &figure, Role::Value, Anchor::Middle);
            }
            for (k, part) in wrap(&group.name, 12.0, step - 8.0, 3).iter().enumerate() {
                canvas.text(middle, names + 14.0 * k as f64, part, Role::Label, Anchor::Middle);
            }
        }
        let lines = groups.iter().map(|group| wrap(&group.name, 12.0, step - 8.0, 3).len()).max().unwrap_or(1);
        canvas.height = names - 8.0 + 14.0 * lines as f64;
    }

    fn horizontal(&self, canvas: &mut Canvas<'_>, (low, high): (f64, f64), top: f64) {
        let count = self.series_drawn();
        let (bar, pitch, mut y) = (10.0, 14.0, top);
        let figure = |e: Estimate| one(e.value);
        let room = self
            .groups_drawn()
            .iter()
            .flat_map(|g| (0..count).map(|s| Role::Value.width(&figure(Self::value(g, s)))))
            .fold(20.0, f64::max);
        let scale = Scale::linear(low, high, 0.0, canvas.width - room - 10.0, 5);
        let zero = scale.at(0.0);
        for group in self.groups_drawn() {
            canvas.text(0.0, y + 12.0, &fit(&group.name, 12.9, canvas.width), Role::Strong, Anchor::Start);
            y += 19.0;
            for s in 0..count {
                let (estimate, middle) = (Self::value(group, s), y + bar / 2.0);
                let mut end = zero;
                if let Some(value) = estimate.known() {
                    let x = scale.at(value);
                    canvas.rect(x.min(zero), y, (x - zero).abs().max(0.5), bar, Tone::Series(s), &self.tip(group, s));
                    end = x.max(zero);
                    if let Some((low, high)) = estimate.ends() {
                        let (a, b) = (scale.at(low), scale.at(high));
                        let d = format!(
                            "M{a} {m}H{b}M{a} {t}v6M{b} {t}v6",
                            a = c(a),
                            b = c(b),
                            m = c(middle),
                            t = c(middle - 3.0)
                        );
                        canvas.path(&d, Pen::Edge, false);
                        canvas.path(&d, Pen::Error, false);
                        end = end.max(b);
                    }
                }
                canvas.text(end + 6.0, middle + 4.0, &figure(estimate), Role::Value, Anchor::Start);
                y += pitch;
            }
            y += 10.0;
        }
        canvas.path(&format!("M{x} {}V{}", c(top + 17.0), c(y - 12.0), x = c(zero)), Pen::Axis, false);
        canvas.height = y - 6.0;
    }
}

impl Chart for GroupedBars {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let best: Vec<String> = (0..self.series_drawn())
            .filter_map(|s| {
                let known =
                    self.groups.iter().filter_map(|group| Self::value(group, s).known().map(|value| (group, value)));
                let (group, value) = known.fold(None, |best: Option<(&Group, f64)>, (group, value)| match best {
                    Some((_, highest)) if highest >= value => best,
                    _ => Some((group, value)),
                })?;
                Some(format!(
                    "{} in {} ({})",
                    clip(&self.series[s]),
                    clip(&group.name),
                    with_unit(&one(value), &self.unit)
                ))
            })
            .collect();
        if best.is_empty() {
            return NO_DATA.to_owned();
        }
        format!("{} compared; highest: {}.", plural(self.groups.len(), "group"), list(&best))
    }

    fn table(&self) -> Vec<Vec<String>> {
        let unit = if self.unit.is_empty() { String::new() } else { format!(", {}", self.unit) };
        let with_interval: Vec<bool> = (0..self.series.len())
            .map(|s| self.groups.iter().any(|group| Self::value(group, s).ends().is_some()))
            .collect();
        let mut head = vec!["Group".to_owned()];
        for (s, name) in self.series.iter().enumerate() {
            head.push(format!("{name}{unit}"));
            if with_interval[s] {
                head.extend([format!("{name}, low"), format!("{name}, high")]);
            }
        }
        let mut rows = vec![head];
        for group in &self.groups {
            let mut row = vec![group.name.clone()];
            for (s, &with_interval) in with_interval.iter().enumerate() {
                let estimate = Self::value(group, s);
                row.push(two(estimate.value));
                if with_interval {
                    let (low, high) = estimate.ends().unwrap_or((f64::NAN, f64::NAN));
                    row.extend([two(low), two(high)]);
                }
            }
            rows.push(row);
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let Some(range) = self.range() else { return canvas.empty(NO_DATA) };
        let key: Vec<_> = self
            .series
            .iter()
            .take(SERIES)
            .enumerate()
            .map(|(s, name)| (Sign::Area(Tone::Series(s)), name.clone()))
            .collect();
        let top = if key.len() > 1 { canvas.key(&key, 0.0) } else { 0.0 };
        let step = (canvas.width - 40.0) / self.groups_drawn().len() as f64;
        if canvas.narrow() || step < (self.series_drawn() as f64 * 9.0 + 14.0).max(64.0) {
            self.horizontal(canvas, range, top);
        } else {
            self.vertical(canvas, range, top);
        }
        self.left_out(canvas);
    }
}
