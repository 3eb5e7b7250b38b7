//! Three circles of equal size; only the figures say how much, which the drawing says, too.

use super::Overlap;
use super::canvas::{Anchor, Canvas, c};
use super::paint::{Pen, Role, Tone};
use super::radar::spoke;
use super::text::{count, fit, wrap};

pub(crate) fn draw(overlap: &Overlap, canvas: &mut Canvas<'_>) {
    let radius = if canvas.narrow() { 84.0 } else { 112.0 };
    let away = radius * 0.62;
    let middle = (canvas.width / 2.0, 46.0 + radius + away);
    // The first set is at the top, the second to the right, the third to the left.
    let centre = |set: usize| spoke(middle, away, set, 3);
    for set in 0..3 {
        let (x, y) = centre(set);
        let r = c(radius);
        let circle =
            format!("M{} {}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0z", c(x - radius), c(y), d = c(2.0 * radius));
        canvas.area(&circle, Tone::Series(set), 0.12);
        canvas.path(&circle, Pen::Series(set), true);
    }
    for index in 1..8usize {
        let sets: Vec<usize> = (0..3).filter(|set| index >> set & 1 == 1).collect();
        let (x, y) = match sets[..] {
            [set] => spoke(middle, away + radius * 0.42, set, 3),
            // Opposite to the set that is not in it.
            [a, b] => spoke(middle, -(radius * 0.62), 3 - a - b, 3),
            _ => middle,
        };
        let role = if sets.len() == 3 { Role::Strong } else { Role::Label };
        canvas.halo(x, y + 4.0, &fit(&count(overlap.count(index)), 12.0, radius * 0.7), role, Anchor::Middle);
    }
    let bottom = centre(1).1 + radius;
    let name = |set: usize| format!("{} ({})", overlap.sets[set], count(overlap.size(set)));
    let half = canvas.width / 2.0 - 8.0;
    canvas.text(middle.0, 20.0, &fit(&name(0), 12.9, canvas.width), Role::Strong, Anchor::Middle);
    let side = (centre(1).0 - middle.0).max(half / 2.0).min(half - 60.0);
    for (set, x) in [(1, middle.0 + side), (2, middle.0 - side)] {
        let room = 2.0 * (side.min(canvas.width / 2.0 - side)) - 6.0;
        for (k, line) in wrap(&name(set), 12.9, room, 2).iter().enumerate() {
            canvas.text(x, bottom + 20.0 + 15.0 * k as f64, line, Role::Strong, Anchor::Middle);
        }
    }
    canvas.height = bottom + 44.0;
    canvas.note("Circles are not to scale.");
}
