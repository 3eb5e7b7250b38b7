//! Heat map: a table whose cells are tinted by amount.

use super::canvas::{Anchor, Canvas, c};
use super::paint::{Pen, Role, Tone};
use super::text::{brief, clip, fit, list, one, plain, plural, two, with_unit, wrap};
use super::{Chart, Drawing, NO_DATA, range};

/// Values of rows × columns.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What the chart shows.
    pub title: String,
    /// Unit of all values; may be empty.
    pub unit: String,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// One list per row; what is missing or not finite is unknown.
    pub values: Vec<Vec<f64>>,
    /// What the faintest and the strongest tint stand for; otherwise the lowest and highest value.
    pub range: Option<(f64, f64)>,
    /// Two decimals in the cells, for correlations; otherwise one.
    pub fine: bool,
}

/// How many rows and cells one drawing holds; the table has all.
const MOST_ROWS: usize = 60;
const MOST_CELLS: usize = 210;
const CELL: f64 = 26.0;

impl HeatMap {
    fn value(&self, row: usize, column: usize) -> f64 {
        self.values.get(row).and_then(|row| row.get(column)).copied().unwrap_or(f64::NAN)
    }

    fn figure(&self, value: f64) -> String {
        if self.fine { two(value) } else { one(value) }
    }

    fn known(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        (0..self.rows.len())
            .flat_map(move |row| (0..self.columns.len()).map(move |column| (row, column, self.value(row, column))))
            .filter(|(_, _, value)| value.is_finite())
    }

    fn ends(&self) -> Option<(f64, f64)> {
        let (low, high) = range(self.known().map(|(_, _, value)| value))?;
        Some(self.range.filter(|(low, high)| low < high && (high - low).is_finite()).unwrap_or((low, high)))
    }

    fn step(value: f64, (low, high): (f64, f64)) -> usize {
        if high <= low { 3 } else { ((value - low) / (high - low) * 6.0).round().clamp(0.0, 6.0) as usize }
    }

    /// The seven tints with the numbers at both ends. Returns the y below.
    fn scale(&self, canvas: &mut Canvas<'_>, (low, high): (f64, f64)) -> f64 {
        let end =
            |value: f64| fit(&with_unit(&plain((value * 100.0).round() / 100.0), &self.unit), 11.0, canvas.width / 5.0);
        let (low, high) = (end(low), end(high));
        canvas.text(0.0, 12.0, &low, Role::Axis, Anchor::Start);
        let left = Role::Axis.width(&low) + 8.0;
        for step in 0..7 {
            let x = left + 20.0 * step as f64;
            canvas.rect(x, 2.0, 18.0, 12.0, Tone::Heat(step), "");
            canvas.path(&format!("M{x} 1.5h18v13h-18z", x = c(x)), Pen::Axis, false);
        }
        let mut x = left + 146.0;
        canvas.text(x, 12.0, &high, Role::Axis, Anchor::Start);
        if self.known().count() == self.rows.len() * self.columns.len() {
            return 28.0;
        }
        let mut y = 0.0;
        x += Role::Axis.width(&high) + 20.0;
        if x + 24.0 + Role::Axis.width("unknown") > canvas.width {
            (x, y) = (0.0, 20.0);
        }
        canvas.rect(x, y + 2.0, 18.0, 12.0, Tone::Unknown, "");
        canvas.text(x + 24.0, y + 12.0, "unknown", Role::Axis, Anchor::Start);
        y + 28.0
    }
}

impl Chart for HeatMap {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        // In a matrix of a list with itself the diagonal says nothing.
        let square = self.rows == self.columns && self.rows.len() > 1;
        let mut known = self.known().filter(|(row, column, _)| !square || row != column);
        let Some(first) = known.next() else { return NO_DATA.to_owned() };
        let (mut low, mut high) = (first, first);
        for cell in known {
            low = if cell.2 < low.2 { cell } else { low };
            high = if cell.2 > high.2 { cell } else { high };
        }
        let words = |(row, column, value): (usize, usize, f64)| {
            format!(
                "{} at {}, {}",
                with_unit(&self.figure(value), &self.unit),
                clip(&self.rows[row]),
                clip(&self.columns[column])
            )
        };
        format!(
            "{} by {}; highest {}; lowest {}.",
            plural(self.rows.len(), "row"),
            plural(self.columns.len(), "column"),
            words(high),
            words(low)
        )
    }

    fn table(&self) -> Vec<Vec<String>> {
        let mut head = vec![if self.unit.is_empty() { String::new() } else { format!("In {}", self.unit) }];
        head.extend(self.columns.iter().cloned());
        let mut rows = vec![head];
        for (i, name) in self.rows.iter().enumerate() {
            let cells = (0..self.columns.len()).map(|column| two(self.value(i, column)));
            rows.push(std::iter::once(name.clone()).chain(cells).collect());
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let Some(ends) = self.ends() else { return canvas.empty(NO_DATA) };
        let key = self.scale(canvas, ends);
        let names = self.rows.iter().take(MOST_ROWS).map(|name| Role::Label.width(name)).fold(0.0, f64::max);
        let left = (names + 12.0).clamp(24.0, canvas.width * if canvas.narrow() { 0.34 } else { 0.25 });
        let columns = self.columns.len().min(((canvas.width - left) / 14.0) as usize).min(MOST_CELLS);
        let rows = self.rows.len().min(MOST_ROWS).min(MOST_CELLS / columns.max(1));
        let cell = ((canvas.width - left) / columns as f64).min(150.0);
        let longest_word = self.columns[..columns]
            .iter()
            .flat_map(|name| name.split([' ', '-', '/']))
            .map(|word| Role::Label.width(word))
            .fold(0.0, f64::max);
        let upright = longest_word > cell - 4.0;
        let mut top = key;
        if upright {
            let length =
                self.columns[..columns].iter().map(|name| Role::Label.width(name)).fold(0.0, f64::max).min(110.0);
            for (i, name) in self.columns[..columns].iter().enumerate() {
                let x = left + cell * (i as f64 + 0.5) + 4.0;
                canvas.upright(x, top + length, &fit(name, 12.0, length), Role::Label, Anchor::Start);
            }
            top += length + 8.0;
        } else {
            let wrapped: Vec<_> = self.columns[..columns].iter().map(|name| wrap(name, 12.0, cell - 4.0, 3)).collect();
            let most = wrapped.iter().map(Vec::len).max().unwrap_or(1);
            for (i, lines) in wrapped.iter().enumerate() {
                for (k, line) in lines.iter().enumerate() {
                    let y = top + 12.0 + 14.0 * (most - lines.len() + k) as f64;
                    canvas.text(left + cell * (i as f64 + 0.5), y, line, Role::Label, Anchor::Middle);
                }
            }
            top += 14.0 * most as f64 + 8.0;
        }
        for row in 0..rows {
            let y = top + CELL * row as f64;
            canvas.text(left - 8.0, y + 17.0, &fit(&self.rows[row], 12.0, left - 8.0), Role::Label, Anchor::End);
            for column in 0..columns {
                let (value, x) = (self.value(row, column), left + cell * column as f64);
                let figure = self.figure(value);
                let tone = if value.is_finite() { Tone::Heat(Self::step(value, ends)) } else { Tone::Unknown };
                let words = if value.is_finite() { with_unit(&figure, &self.unit) } else { "unknown".to_owned() };
                let tip = format!("{}, {}: {words}", brief(&self.rows[row]), brief(&self.columns[column]));
                canvas.rect(x, y, cell - 1.0, CELL - 1.0, tone, &tip);
                if Role::Value.width(&figure) <= cell - 3.0 {
                    if value.is_finite() {
                        canvas.text(x + (cell - 1.0) / 2.0, y + 17.0, &figure, Role::Value, Anchor::Middle);
                    } else {
                        canvas.halo(x + (cell - 1.0) / 2.0, y + 17.0, &figure, Role::Axis, Anchor::Middle);
                    }
                }
            }
        }
        let bottom = top + CELL * rows as f64;
        let right = left + cell * columns as f64 - 0.5;
        let frame =
            format!("M{l} {t}H{r}V{b}H{l}z", l = c(left - 0.5), r = c(right), t = c(top - 0.5), b = c(bottom - 0.5));
        canvas.path(&frame, Pen::Grid, false);
        canvas.height = bottom + 2.0;
        let more = [(self.rows.len() - rows, "row"), (self.columns.len() - columns, "column")];
        let more: Vec<String> = more.iter().filter(|(n, _)| *n > 0).map(|&(n, noun)| plural(n, noun)).collect();
        if !more.is_empty() {
            canvas.note(&format!("Not drawn: {}. The table has all.", list(&more)));
        }
    }
}
