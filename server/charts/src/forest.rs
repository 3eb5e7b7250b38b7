//! Forest plot: estimates with their intervals on one axis.

use super::canvas::{Anchor, c};
use super::paint::{Pen, Role};
use super::text::{brief, clip, fit, one, plain, plural, two, with_unit};
use super::{Chart, Drawing, Estimate, NO_DATA, Scale, range};

/// Rows of estimates, in groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// What the chart shows.
    pub title: String,
    /// Unit of all values; may be empty.
    pub unit: String,
    /// A line to compare with, such as no difference at 0.
    pub reference: Option<f64>,
    /// The groups; a group without name has no heading.
    pub groups: Vec<ForestGroup>,
}

/// Rows under one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestGroup {
    /// The heading; may be empty.
    pub name: String,
    /// The rows.
    pub rows: Vec<ForestRow>,
}

/// One estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    /// Its name.
    pub name: String,
    /// The number and its interval.
    pub estimate: Estimate,
    /// Index of its kind: colour and shape of the mark.
    pub series: usize,
}

const MOST_ROWS: usize = 80;
const PITCH: f64 = 22.0;

impl Forest {
    fn rows(&self) -> impl Iterator<Item = (&ForestGroup, &ForestRow)> {
        self.groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)))
    }

    fn figure(row: &ForestRow) -> String {
        let interval =
            row.estimate.ends().map_or(String::new(), |(low, high)| format!(" [{}, {}]", one(low), one(high)));
        format!("{}{interval}", two(row.estimate.value))
    }

    fn all_named(&self) -> Option<(String, f64, String, f64)> {
        let known = || self.rows().filter(|(_, row)| row.estimate.known().is_some());
        let name = |(group, row): (&ForestGroup, &ForestRow)| {
            let name = clip(&row.name);
            (if group.name.is_empty() { name } else { format!("{name}, {}", clip(&group.name)) }, row.estimate.value)
        };
        let low = known().reduce(|a, b| if b.1.estimate.value < a.1.estimate.value { b } else { a }).map(name)?;
        let high = known().reduce(|a, b| if b.1.estimate.value > a.1.estimate.value { b } else { a }).map(name)?;
        Some((high.0, high.1, low.0, low.1))
    }
}

impl Chart for Forest {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let Some((high, most, low, least)) = self.all_named() else { return NO_DATA.to_owned() };
        let (most, least) = (with_unit(&two(most), &self.unit), with_unit(&two(least), &self.unit));
        let apart = self.reference.map_or(String::new(), |reference| {
            let (mut clear, mut with) = (0, 0);
            for (low, high) in self.rows().filter_map(|(_, row)| row.estimate.ends()) {
                with += 1;
                clear += usize::from(reference < low || reference > high);
            }
            format!("; {clear} of {with} intervals exclude {}", plain(reference))
        });
        format!("{}; highest {most} ({high}), lowest {least} ({low}){apart}.", plural(self.rows().count(), "estimate"))
    }

    fn table(&self) -> Vec<Vec<String>> {
        let value = if self.unit.is_empty() { "Estimate".to_owned() } else { format!("Estimate, {}", self.unit) };
        let mut rows = vec![vec!["Group".to_owned(), "Name".to_owned(), value, "Low".to_owned(), "High".to_owned()]];
        for (group, row) in self.rows() {
            let (low, high) = row.estimate.ends().unwrap_or((f64::NAN, f64::NAN));
            rows.push(vec![group.name.clone(), row.name.clone(), two(row.estimate.value), two(low), two(high)]);
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let drawn: Vec<_> = self.rows().take(MOST_ROWS).collect();
        let values = drawn.iter().filter(|(_, row)| row.estimate.known().is_some()).flat_map(|(_, row)| {
            let (low, high) = row.estimate.ends().unwrap_or((row.estimate.value, row.estimate.value));
            [low, high, row.estimate.value]
        });
        let Some((low, high)) = range(values) else { return canvas.empty(NO_DATA) };
        let against = self.reference.filter(|reference| reference.is_finite()).unwrap_or(low.min(0.0));
        let narrow = canvas.narrow();
        let figures = drawn
            .iter()
            .map(|(_, row)| Role::Value.width(&Self::figure(row)))
            .fold(0.0, f64::max)
            .min(canvas.width * 0.4);
        let width = |name: &str, role: Role| role.width(name);
        let names = drawn.iter().map(|(_, row)| width(&row.name, Role::Label)).fold(0.0, f64::max);
        let headings = drawn.iter().map(|(group, _)| width(&group.name, Role::Strong)).fold(0.0, f64::max);
        let first = if narrow || headings == 0.0 { 0.0 } else { (headings + 20.0).min(canvas.width * 0.2) };
        let left = if narrow { 6.0 } else { first + (names + 14.0).min(canvas.width * 0.25) };
        let scale = Scale::linear(
            low.min(against),
            high.max(against),
            left,
            canvas.width - figures - 20.0,
            if narrow { 4 } else { 8 },
        );
        let (mut y, mut lines) = (22.0, Vec::new());
        let mut group: Option<&ForestGroup> = None;
        for &(of, row) in &drawn {
            if !group.is_some_and(|group| std::ptr::eq(group, of)) {
                y += if group.is_some() { 10.0 } else { 0.0 };
                lines.push((Some(of.name.as_str()), y, row));
                y += if narrow && !of.name.is_empty() { 18.0 } else { 0.0 };
                group = Some(of);
            }
            lines.push((None, y, row));
            y += if narrow { 34.0 } else { PITCH };
        }
        canvas.ticks(&scale, 10.0, "", |x| format!("M{} 16V{}", c(x), c(y)));
        if self.reference.is_some() {
            canvas.path(&format!("M{} 16V{}", c(scale.at(against)), c(y)), Pen::Error, true);
        }
        for (heading, y, row) in lines {
            if let Some(name) = heading {
                let (role, room) = (Role::Strong, if narrow { canvas.width } else { first - 8.0 });
                let at = if narrow { y + 12.0 } else { y + PITCH / 2.0 + 4.0 };
                canvas.text(0.0, at, &fit(name, 12.9, room), role, Anchor::Start);
                continue;
            }
            let middle = if narrow { y + 24.0 } else { y + PITCH / 2.0 };
            if narrow {
                canvas.halo(0.0, y + 13.0, &fit(&row.name, 12.0, canvas.width), Role::Label, Anchor::Start);
            } else {
                canvas.text(
                    left - 12.0,
                    middle + 4.0,
                    &fit(&row.name, 12.0, left - first - 12.0),
                    Role::Label,
                    Anchor::End,
                );
            }
            let figure = Self::figure(row);
            canvas.text(canvas.width, middle + 4.0, &fit(&figure, 11.0, canvas.width * 0.4), Role::Value, Anchor::End);
            let Some(value) = row.estimate.known() else { continue };
            if let Some((low, high)) = row.estimate.ends() {
                let (a, b, t) = (c(scale.at(low)), c(scale.at(high)), c(middle - 4.0));
                canvas.path(
                    &format!("M{a} {m}H{b}M{a} {t}v8M{b} {t}v8", m = c(middle)),
                    Pen::Series(row.series),
                    false,
                );
            }
            let tip = format!("{}: {}", brief(&row.name), with_unit(&figure, &self.unit));
            canvas.marker(scale.at(value), middle, 4.5, row.series, false, &tip);
        }
        canvas.height = y + 4.0;
        let more = self.rows().count() - drawn.len();
        if more > 0 {
            canvas.note(&format!("Not drawn: {}. The table has all.", plural(more, "row")));
        }
    }
}
