//! Pareto front: score against cost. Who costs more must score more.

use super::canvas::{Sign, c};
use super::labels::{self, Spot};
use super::paint::Pen;
use super::scatter::{Axis, frame};
use super::text::{brief, clip, list, one, plain, plural, two, with_unit};
use super::{Chart, Drawing, Scale, range};

/// Entries by cost and score.
#[derive(Clone, Debug, PartialEq)]
pub struct Pareto {
    /// What the chart shows.
    pub title: String,
    /// The cost; its axis is logarithmic.
    pub cost: Axis,
    /// The score; more is better.
    pub score: Axis,
    /// The entries.
    pub points: Vec<CostPoint>,
}

/// One entry.
#[derive(Clone, Debug, PartialEq)]
pub struct CostPoint {
    /// Its name.
    pub name: String,
    /// Its cost; NaN or not above zero is unknown, and never cheap.
    pub cost: f64,
    /// Its score.
    pub score: f64,
}

const MOST_POINTS: usize = 120;
const MOST_LISTED: usize = 12;

impl CostPoint {
    fn known(&self) -> bool {
        self.cost.is_finite() && self.cost > 0.0 && self.score.is_finite()
    }
}

impl Pareto {
    /// Indices of the front, cheapest first: no other entry costs at most as much and scores at least as much, with
    /// one of the two better.
    pub fn front(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).filter(|&i| self.points[i].known()).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.points[a], &self.points[b]);
            a.cost.total_cmp(&b.cost).then(b.score.total_cmp(&a.score))
        });
        let mut front: Vec<usize> = Vec::new();
        for i in order {
            let better = front.last().is_none_or(|&last| {
                let (last, this) = (&self.points[last], &self.points[i]);
                // Twins in both numbers are both on the front.
                this.score > last.score || (this.score >= last.score && this.cost <= last.cost)
            });
            if better {
                front.push(i);
            }
        }
        front
    }

    fn without_cost(&self) -> Vec<String> {
        self.points
            .iter()
            .filter(|point| !point.known())
            .map(|point| format!("{} ({})", clip(&point.name), with_unit(&one(point.score), &self.score.unit)))
            .collect()
    }
}

impl Chart for Pareto {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let unknown = self.without_cost().len();
        let unknown = if unknown == 0 { String::new() } else { format!("; cost unknown for {unknown}") };
        let front = self.front();
        if front.is_empty() {
            return format!("No entry with known cost and score{unknown}.");
        }
        let mut names: Vec<String> = front.iter().take(6).map(|&i| clip(&self.points[i].name)).collect();
        if front.len() > 6 {
            names.push(format!("{} more", front.len() - 6));
        }
        format!(
            "Best for their cost, of {}: {}{unknown}.",
            if self.points.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", self.points.len()) },
            list(&names)
        )
    }

    fn table(&self) -> Vec<Vec<String>> {
        let front = self.front();
        let mut rows = vec![vec!["Entry".to_owned(), self.cost.words(), self.score.words(), "On the front".to_owned()]];
        for (i, point) in self.points.iter().enumerate() {
            let known = point.cost.is_finite() && point.cost > 0.0;
            let on = match (point.known(), front.contains(&i)) {
                (false, _) => "unknown",
                (true, true) => "yes",
                (true, false) => "no",
            };
            let cost = if known { plain(point.cost) } else { super::text::UNKNOWN.to_owned() };
            rows.push(vec![point.name.clone(), cost, two(point.score), on.to_owned()]);
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let front = self.front();
        // The front first, so that it is never what is left out.
        let others = (0..self.points.len()).filter(|i| self.points[*i].known() && !front.contains(i));
        let order: Vec<usize> = front.iter().copied().chain(others).collect();
        let drawn = &order[..order.len().min(MOST_POINTS)];
        let known = || drawn.iter().map(|&i| &self.points[i]);
        if let (Some(costs), Some(scores)) = (range(known().map(|p| p.cost)), range(known().map(|p| p.score))) {
            let key = [(Sign::Marker(0), "best for its cost".to_owned()), (Sign::Hollow(3), "others".to_owned())];
            let top = canvas.key(&key, 0.0);
            let scale = |from: f64, to: f64, _: usize| Scale::log(costs.0, costs.1, from, to);
            let frame = frame(canvas, top, (&self.cost, &self.score), scale, scores);
            let (mut d, mut steps, mut from) = (String::new(), Vec::new(), None);
            for &i in front.iter().take(MOST_POINTS) {
                let (x, y) = (frame.x.at(self.points[i].cost), frame.y.at(self.points[i].score));
                if let Some((a, b)) = from {
                    steps.push((a, b - 1.0, x, b + 1.0));
                    steps.push((x - 1.0, y, x + 1.0, b));
                }
                from = Some((x, y));
                d.push_str(&if d.is_empty() { format!("M{} {}", c(x), c(y)) } else { format!("H{}V{}", c(x), c(y)) });
            }
            canvas.path(&d, Pen::Series(0), false);
            let mut spots = Vec::new();
            for &i in drawn {
                let point = &self.points[i];
                let (x, y) = (frame.x.at(point.cost), frame.y.at(point.score));
                let score = with_unit(&two(point.score), &self.score.unit);
                let tip =
                    format!("{}: {}, {score}", brief(&point.name), with_unit(&plain(point.cost), &self.cost.unit));
                let on = front.contains(&i);
                canvas.marker(x, y, if on { 5.0 } else { 4.0 }, if on { 0 } else { 3 }, !on, &tip);
                let name = if spots.len() < 80 { point.name.clone() } else { String::new() };
                spots.push(Spot { x, y, name });
            }
            let without = labels::place(canvas, &spots, &steps, frame.edge) + drawn.len().saturating_sub(80);
            labels::unnamed(canvas, without);
            if drawn.len() < order.len() {
                canvas.note(&format!("Not drawn: {}. The table has all.", plural(order.len() - drawn.len(), "point")));
            }
        } else {
            canvas.empty("No entry has both a known cost and a score.");
        }
        let unknown = self.without_cost();
        if !unknown.is_empty() {
            let more = unknown.len().saturating_sub(MOST_LISTED);
            let mut names = unknown[..unknown.len() - more].to_vec();
            if more > 0 {
                names.push(format!("{more} more in the table"));
            }
            canvas.height += 4.0;
            canvas.note(&format!("Cost unknown, so not placed: {}.", list(&names)));
        }
    }
}
