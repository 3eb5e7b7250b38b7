//! Overlap of two to four sets: an UpSet drawing, or for three sets a Venn diagram.

use super::canvas::{Anchor, Canvas, c};
use super::paint::{Pen, Role, Tone};
use super::text::{brief, clip, count, fit, list, plural};
use super::{Chart, Drawing, NO_DATA, Scale};

/// How many things are in exactly which sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// What the chart shows.
    pub title: String,
    /// What the sets hold, in the plural, such as `tasks`.
    pub things: String,
    /// Names of the two to four sets.
    pub sets: Vec<String>,
    /// Counts by combination: index 1 is only the first set, 2 only the second, 3 both, and so on in binary. Index 0
    /// counts what is in none and is in the table only.
    pub counts: Vec<u64>,
    /// Circles instead of bars; only for three sets.
    pub venn: bool,
}

impl Overlap {
    /// Counts the combinations of members; each list says for one set which things are in it.
    pub fn of(title: &str, things: &str, sets: &[(&str, &[bool])]) -> Self {
        let length = sets.iter().map(|(_, members)| members.len()).max().unwrap_or(0);
        let mut counts = vec![0; 1 << sets.len().min(4)];
        for i in 0..length {
            let inside = |members: &[bool]| members.get(i).copied().unwrap_or(false);
            let index: usize =
                sets.iter().take(4).enumerate().map(|(s, (_, members))| usize::from(inside(members)) << s).sum();
            counts[index] += 1;
        }
        let names = sets.iter().map(|(name, _)| (*name).to_owned()).collect();
        Self { title: title.to_owned(), things: things.to_owned(), sets: names, counts, venn: false }
    }

    pub(crate) fn count(&self, index: usize) -> u64 {
        self.counts.get(index).copied().unwrap_or(0)
    }

    /// Combinations with at least one thing, the most frequent first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (1..1 << self.sets.len().min(4)).filter(|&index| self.count(index) > 0).collect();
        order.sort_by_key(|&index| (std::cmp::Reverse(self.count(index)), index));
        order
    }

    pub(crate) fn size(&self, set: usize) -> u64 {
        (1..1usize << self.sets.len().min(4))
            .filter(|index| index >> set & 1 == 1)
            .map(|index| self.count(index))
            .fold(0, u64::saturating_add)
    }

    pub(crate) fn words(&self, index: usize) -> String {
        let names: Vec<String> =
            self.sets.iter().enumerate().filter(|(set, _)| index >> set & 1 == 1).map(|(_, name)| clip(name)).collect();
        let names = list(&names);
        match index.count_ones() {
            0 => "none of them".to_owned(),
            1 => format!("{names} only"),
            n if n as usize == self.sets.len() => format!("all: {names}"),
            _ => names,
        }
    }

    fn tip(&self, index: usize) -> String {
        format!("{}: {} {}", self.words(index), count(self.count(index)), clip(&self.things))
    }

    fn dots(canvas: &mut Canvas<'_>, index: usize, places: &[(f64, f64)]) {
        let on: Vec<_> =
            places.iter().enumerate().filter(|(set, _)| index >> set & 1 == 1).map(|(_, place)| *place).collect();
        for &(x, y) in places {
            let ring = format!("M{} {}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", c(x - 4.0), c(y));
            canvas.path(&ring, Pen::Leader, false);
        }
        if let (Some(first), Some(last)) = (on.first(), on.last()) {
            canvas.path(&format!("M{} {}L{} {}", c(first.0), c(first.1), c(last.0), c(last.1)), Pen::Series(0), false);
        }
        for (x, y) in on {
            canvas.marker(x, y, 6.0, 0, false, "");
        }
    }

    fn wide(&self, canvas: &mut Canvas<'_>, order: &[usize]) {
        let names = self.sets.iter().map(|name| Role::Label.width(name)).fold(0.0, f64::max).min(260.0);
        let sizes: Vec<String> = (0..self.sets.len()).map(|set| count(self.size(set))).collect();
        let figures = sizes.iter().map(|text| Role::Value.width(text)).fold(0.0, f64::max);
        let (bars, left) = (90.0, 90.0 + figures + names + 44.0);
        let step = ((canvas.width - left) / order.len() as f64).min(64.0);
        let scale = Scale::linear(0.0, order.iter().map(|&i| self.count(i) as f64).fold(0.0, f64::max), 200.0, 20.0, 5);
        canvas.text(
            0.0,
            12.0,
            &fit(&format!("{} in exactly these sets", self.things), 11.0, left),
            Role::Axis,
            Anchor::Start,
        );
        let end = left + step * order.len() as f64;
        for &tick in scale.ticks().iter().filter(|tick| tick.fract() == 0.0) {
            let (y, text) = (scale.at(tick), count(tick as u64));
            canvas.path(
                &format!("M{} {}H{}", c(left), c(y), c(end)),
                if tick == 0.0 { Pen::Axis } else { Pen::Grid },
                false,
            );
            canvas.text(left - 8.0, y + 4.0, &text, Role::Axis, Anchor::End);
        }
        let row = |set: usize| 226.0 + 28.0 * set as f64;
        let largest = (0..self.sets.len()).map(|set| self.size(set)).max().unwrap_or(0).max(1);
        for (set, name) in self.sets.iter().enumerate() {
            let length = bars * self.size(set) as f64 / largest as f64;
            let tip = format!("{}: {} {}", brief(name), sizes[set], brief(&self.things));
            canvas.rect(figures + 8.0 + bars - length, row(set) - 7.0, length, 14.0, Tone::Series(3), &tip);
            canvas.text(figures + bars - length + 3.0, row(set) + 4.0, &sizes[set], Role::Value, Anchor::End);
            canvas.text(left - 16.0, row(set) + 4.0, &fit(name, 12.0, names), Role::Label, Anchor::End);
            canvas.path(&format!("M{} {y}H{}", c(left), c(end), y = c(row(set) + 14.0)), Pen::Grid, false);
        }
        for (i, &index) in order.iter().enumerate() {
            let middle = left + step * (i as f64 + 0.5);
            let (y, bar) = (scale.at(self.count(index) as f64), (step * 0.6).min(30.0));
            canvas.rect(middle - bar / 2.0, y, bar, 200.0 - y, Tone::Series(0), &self.tip(index));
            let figure = fit(&count(self.count(index)), 11.0, step);
            canvas.halo(middle, y - 5.0, &figure, Role::Value, Anchor::Middle);
            let places: Vec<_> = (0..self.sets.len()).map(|set| (middle, row(set))).collect();
            Self::dots(canvas, index, &places);
        }
        canvas.height = row(self.sets.len()) - 8.0;
    }

    /// For phones the drawing lies on its side: one line per combination.
    fn narrow(&self, canvas: &mut Canvas<'_>, order: &[usize]) {
        let letters = ["A", "B", "C", "D"];
        let mut y = 0.0;
        for (set, name) in self.sets.iter().enumerate() {
            let size = count(self.size(set));
            let room = canvas.width - 24.0 - Role::Value.width(&size);
            canvas.text(0.0, y + 12.0, letters[set], Role::Strong, Anchor::Start);
            canvas.text(18.0, y + 12.0, &fit(name, 12.0, room - 12.0), Role::Label, Anchor::Start);
            canvas.text(canvas.width, y + 12.0, &size, Role::Value, Anchor::End);
            y += 18.0;
        }
        y += 10.0;
        let column = |set: usize| 8.0 + 24.0 * set as f64;
        for (set, letter) in letters.iter().enumerate().take(self.sets.len()) {
            canvas.text(column(set), y + 10.0, letter, Role::Strong, Anchor::Middle);
        }
        y += 18.0;
        let left = column(self.sets.len()) + 4.0;
        let figures = order.iter().map(|&i| Role::Value.width(&count(self.count(i)))).fold(0.0, f64::max);
        let scale = Scale::linear(
            0.0,
            order.iter().map(|&i| self.count(i) as f64).fold(0.0, f64::max),
            left,
            canvas.width - figures - 8.0,
            4,
        );
        canvas.path(&format!("M{} {}V{}", c(left), c(y), c(y + 24.0 * order.len() as f64)), Pen::Axis, false);
        for &index in order {
            let places: Vec<_> = (0..self.sets.len()).map(|set| (column(set), y + 12.0)).collect();
            Self::dots(canvas, index, &places);
            let end = scale.at(self.count(index) as f64);
            canvas.rect(left, y + 5.0, (end - left).max(0.5), 14.0, Tone::Series(0), &self.tip(index));
            canvas.text(end + 6.0, y + 16.0, &count(self.count(index)), Role::Value, Anchor::Start);
            y += 24.0;
        }
        canvas.height = y + 4.0;
    }
}

impl Chart for Overlap {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let order = self.order();
        let (Some(&first), true) = (order.first(), (2..=4).contains(&self.sets.len())) else {
            return NO_DATA.to_owned();
        };
        let all = (1usize << self.sets.len()) - 1;
        format!(
            "{}: {} {} in all of them; the largest group is {} ({}).",
            plural(self.sets.len(), "set"),
            count(self.count(all)),
            clip(&self.things),
            self.words(first),
            count(self.count(first))
        )
    }

    fn table(&self) -> Vec<Vec<String>> {
        let mut head = self.sets.clone();
        head.push(if self.things.is_empty() { "Count".to_owned() } else { self.things.clone() });
        let mut rows = vec![head];
        for index in (0..1usize << self.sets.len().min(4)).rev() {
            let cells = (0..self.sets.len()).map(|set| if index >> set & 1 == 1 { "yes" } else { "no" }.to_owned());
            rows.push(cells.chain([count(self.count(index))]).collect());
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        if !(2..=4).contains(&self.sets.len()) {
            return canvas.empty("An overlap is drawn for two to four sets.");
        }
        let order = self.order();
        if order.is_empty() {
            return canvas.empty(NO_DATA);
        }
        if self.venn && self.sets.len() == 3 {
            super::venn::draw(self, canvas);
        } else if canvas.narrow() {
            self.narrow(canvas, &order);
        } else {
            self.wide(canvas, &order);
        }
    }
}
