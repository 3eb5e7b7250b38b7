//! Labels beside points that touch neither each other nor a point nor the edge.

use super::canvas::{Anchor, Canvas, c};
use super::paint::{Pen, Role};
use super::text::fit;

/// A rectangle: left, top, right, bottom.
pub(crate) type Area = (f64, f64, f64, f64);

/// A point with its name.
pub(crate) struct Spot {
    pub x: f64,
    pub y: f64,
    pub name: String,
}

/// How much of a label lies above and below its base line.
const ABOVE: f64 = 10.0;
const BELOW: f64 = 3.5;
/// Half of the room that a point takes.
const MARK: f64 = 6.0;
/// Angles and distances to try, the best place first.
const DISTANCES: [f64; 4] = [9.0, 18.0, 30.0, 44.0];
const WAYS: [(f64, f64); 8] =
    [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)];

pub(crate) fn apart(a: Area, b: Area) -> bool {
    a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1
}

/// Writes as many names as find room inside `edge` and off `lines`, those in front first, and says how many did not.
pub(crate) fn place(canvas: &mut Canvas<'_>, spots: &[Spot], lines: &[Area], edge: Area) -> usize {
    let marks: Vec<Area> = spots.iter().map(|s| (s.x - MARK, s.y - MARK, s.x + MARK, s.y + MARK)).collect();
    let mut taken: Vec<Area> = Vec::new();
    let mut without = 0;
    for spot in spots {
        // Where the whole name finds no room, its beginning may; among many, beginnings say nothing.
        let shares: &[f64] = if spots.len() <= 20 { &[0.4, 0.2] } else { &[0.4] };
        let names: Vec<String> =
            shares.iter().map(|share| fit(&spot.name, 11.0, canvas.width.min(800.0) * share)).collect();
        let places = names
            .iter()
            .flat_map(|name| DISTANCES.iter().flat_map(move |&d| WAYS.iter().map(move |&way| (name, d, way))));
        let found = places.into_iter().find_map(|(name, distance, (dx, dy))| {
            let width = Role::Value.width(name);
            let (x, y) = (spot.x + dx * distance, spot.y + dy * (distance + 2.0) + 4.0);
            let (anchor, left) = match dx {
                dx if dx > 0.0 => (Anchor::Start, x),
                dx if dx < 0.0 => (Anchor::End, x - width),
                _ => (Anchor::Middle, x - width / 2.0),
            };
            let area = (left - 1.0, y - ABOVE, left + width + 1.0, y + BELOW);
            let inside = area.0 >= edge.0 && area.1 >= edge.1 && area.2 <= edge.2 && area.3 <= edge.3;
            let free = marks.iter().chain(lines).chain(&taken).all(|&other| apart(area, other));
            (inside && free).then_some((name, x, y, anchor, area, distance))
        });
        let Some((name, x, y, anchor, area, distance)) = found else {
            without += usize::from(!spot.name.is_empty());
            continue;
        };
        if distance > 10.0 {
            let near = (spot.x.clamp(area.0, area.2), (spot.y).clamp(area.1 + 2.0, area.3));
            let length = (near.0 - spot.x).hypot(near.1 - spot.y).max(1.0);
            let (ux, uy) = ((near.0 - spot.x) / length, (near.1 - spot.y) / length);
            if length > 8.0 {
                let (x, y) = (spot.x + ux * 6.0, spot.y + uy * 6.0);
                canvas.path(&format!("M{} {}L{} {}", c(x), c(y), c(near.0), c(near.1)), Pen::Leader, false);
            }
        }
        canvas.halo(x, y, name, Role::Value, anchor);
        taken.push(area);
    }
    without
}

/// The remark about names that found no room.
pub(crate) fn unnamed(canvas: &mut Canvas<'_>, without: usize) {
    if without > 0 {
        let words = if without == 1 { "1 name is" } else { &format!("{without} names are") };
        canvas.note(&format!("{words} left out for room; the table has all."));
    }
}
