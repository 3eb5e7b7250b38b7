//! Stacked bars: shares of a whole, or counts.

use super::canvas::{Anchor, Canvas, Sign, c};
use super::paint::{Role, Tone};
use super::text::{brief, clip, fit, one, plain, plural, two, with_unit};
use super::{Chart, Drawing, NO_DATA, Scale};

/// Lying bars, each made of the same parts in the same order.
#[derive(Clone, Debug, PartialEq)]
pub struct StackedBars {
    /// What the chart shows.
    pub title: String,
    /// What is counted, such as `suites`; shares are always in per cent.
    pub unit: String,
    /// Every bar as long as the whole, its parts in per cent; otherwise lengths are amounts.
    pub shares: bool,
    /// The parts, first one leftmost.
    pub parts: Vec<Part>,
    /// The bars.
    pub rows: Vec<StackRow>,
}

/// One kind of part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Colour and pattern.
    pub tone: Tone,
}

/// One bar.
#[derive(Clone, Debug, PartialEq)]
pub struct StackRow {
    /// Heading over this and the following rows with the same one; may be empty.
    pub group: String,
    /// The bar's name.
    pub name: String,
    /// One amount per part; unknown and negative ones count as nothing.
    pub values: Vec<f64>,
}

/// How many segments one drawing holds; the table has all.
const MOST_SEGMENTS: usize = 168;
const BAR: f64 = 20.0;

impl StackedBars {
    fn amount(row: &StackRow, part: usize) -> f64 {
        row.values.get(part).copied().filter(|value| value.is_finite() && *value > 0.0).unwrap_or(0.0)
    }

    fn total(&self, row: &StackRow) -> f64 {
        (0..self.parts.len()).map(|part| Self::amount(row, part)).sum()
    }

    fn rows_drawn(&self) -> &[StackRow] {
        &self.rows[..self.rows.len().min(MOST_SEGMENTS / self.parts.len().max(1))]
    }

    fn bar(&self, canvas: &mut Canvas<'_>, row: &StackRow, scale: &Scale, y: f64) {
        let total = self.total(row);
        let (mut before, divisor) = (0.0, if self.shares { total / 100.0 } else { 1.0 });
        if total <= 0.0 {
            canvas.text(scale.at(0.0) + 6.0, y + 14.0, "no data", Role::Axis, Anchor::Start);
            return;
        }
        for (i, part) in self.parts.iter().enumerate() {
            let amount = Self::amount(row, i) / divisor;
            if amount <= 0.0 {
                continue;
            }
            let (from, to) = (scale.at(before), scale.at(before + amount));
            before += amount;
            let unit = if self.shares { "%" } else { &self.unit };
            let figure = if self.shares { one(amount) } else { plain(amount) };
            let tip = format!("{}: {}", brief(&part.name), with_unit(&figure, unit));
            let gap = if to - from > 2.0 { 1.0 } else { 0.0 };
            canvas.rect(from, y, to - from - gap, BAR, part.tone, &tip);
            let room = Role::OnTone.width(&figure);
            if to - from > room + 10.0 {
                let middle = f64::midpoint(from, to - gap);
                // Figures stand on a plate: the tone itself where it carries dark text, else the ground.
                let (ground, role) =
                    if part.tone.is_failure_mode() { (part.tone, Role::OnTone) } else { (Tone::Heat(0), Role::Value) };
                canvas.plate(middle - room / 2.0 - 2.0, y + 2.0, room + 4.0, BAR - 4.0, ground);
                canvas.text(middle, y + 14.0, &figure, role, Anchor::Middle);
            }
        }
        if !self.shares {
            canvas.text(scale.at(total) + 6.0, y + 14.0, &plain(total), Role::Value, Anchor::Start);
        }
    }
}

impl Chart for StackedBars {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let all: f64 = self.rows.iter().map(|row| self.total(row)).sum();
        if all <= 0.0 {
            return NO_DATA.to_owned();
        }
        let mean = |part: usize| -> f64 {
            let shares: Vec<f64> = self
                .rows
                .iter()
                .filter(|row| self.total(row) > 0.0)
                .map(|row| 100.0 * Self::amount(row, part) / self.total(row))
                .collect();
            shares.iter().sum::<f64>() / shares.len() as f64
        };
        let largest = (0..self.parts.len()).fold((0, f64::MIN), |best, part| {
            let share = mean(part);
            if share > best.1 { (part, share) } else { best }
        });
        let name = self.parts.get(largest.0).map_or(String::new(), |part| clip(&part.name));
        format!(
            "{} of {}; the largest part on average is {name}, {} %.",
            plural(self.rows.len(), "bar"),
            plural(self.parts.len(), "part"),
            one(largest.1)
        )
    }

    fn table(&self) -> Vec<Vec<String>> {
        let mut head = vec!["Group".to_owned(), "Name".to_owned()];
        head.extend(self.parts.iter().map(|part| part.name.clone()));
        let mut rows = vec![head];
        for row in &self.rows {
            let mut cells = vec![row.group.clone(), row.name.clone()];
            cells.extend((0..self.parts.len()).map(|part| {
                let value = row.values.get(part).copied().unwrap_or(f64::NAN);
                if self.shares { two(value) } else { plain(value) }
            }));
            rows.push(cells);
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let rows = self.rows_drawn();
        let longest = rows.iter().map(|row| self.total(row)).fold(0.0, f64::max);
        if longest <= 0.0 {
            return canvas.empty(NO_DATA);
        }
        let key: Vec<_> = self.parts.iter().map(|part| (Sign::Area(part.tone), part.name.clone())).collect();
        let top = canvas.key(&key, 0.0) + 16.0;
        let narrow = canvas.narrow();
        let names = rows.iter().map(|row| Role::Label.width(&row.name)).fold(0.0, f64::max);
        let left = if narrow { 0.0 } else { (names + 12.0).clamp(40.0, canvas.width * 0.25) };
        let right = if self.shares {
            0.0
        } else {
            rows.iter().map(|row| Role::Value.width(&plain(self.total(row)))).fold(0.0, f64::max) + 8.0
        };
        let end = if self.shares { 100.0 } else { longest };
        let scale = Scale::linear(0.0, end, left, canvas.width - right, if narrow { 4 } else { 6 });
        // Bars hide the lines, which therefore come first; their length is known only after the rows are counted.
        let mut y = top;
        let mut places = Vec::new();
        let mut group: Option<&str> = None;
        for row in rows {
            let heading = group != Some(row.group.as_str()) && !row.group.is_empty();
            if heading {
                y += if group.is_some() { 12.0 } else { 0.0 };
                places.push((None, y, row));
                y += 22.0;
            }
            group = Some(&row.group);
            if narrow {
                places.push((Some(y), y + 17.0, row));
                y += 44.0;
            } else {
                places.push((Some(y + 1.0), y, row));
                y += 24.0;
            }
        }
        let unit = if self.shares { "%" } else { "" };
        canvas.ticks(&scale, top - 8.0, unit, |x| format!("M{} {}V{}", c(x), c(top - 4.0), c(y)));
        for (label, at, row) in places {
            match label {
                None => canvas.text(0.0, at + 14.0, &fit(&row.group, 12.9, canvas.width), Role::Strong, Anchor::Start),
                Some(label) if narrow => {
                    canvas.text(0.0, label + 12.0, &fit(&row.name, 12.0, canvas.width), Role::Label, Anchor::Start);
                    self.bar(canvas, row, &scale, at);
                }
                Some(_) => {
                    canvas.text(left - 10.0, at + 14.0, &fit(&row.name, 12.0, left - 10.0), Role::Label, Anchor::End);
                    self.bar(canvas, row, &scale, at);
                }
            }
        }
        canvas.height = y + 2.0;
        if rows.len() < self.rows.len() {
            canvas.note(&format!("Not drawn: {}. The table has all.", plural(self.rows.len() - rows.len(), "bar")));
        }
    }
}
