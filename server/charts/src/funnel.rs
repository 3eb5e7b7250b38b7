//! Funnel: how many are left after each step.

use super::canvas::{Anchor, c};
use super::paint::{Pen, Role, Tone};
use super::text::{brief, clip, count, fit, one, plural};
use super::{Chart, Drawing, NO_DATA};

/// Steps, each of which lets some of the ones before through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Funnel {
    /// What the chart shows.
    pub title: String,
    /// What is counted, in the plural, such as `suites`.
    pub things: String,
    /// The steps; the first one holds all.
    pub steps: Vec<Step>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// How many came through; `None` where it is unknown.
    pub count: Option<u64>,
}

const MOST_STEPS: usize = 40;

impl Funnel {
    fn all(&self) -> Option<u64> {
        self.steps.first().and_then(|step| step.count).filter(|&n| n > 0)
    }

    /// The last known count before a step.
    fn before(&self, step: usize) -> Option<u64> {
        self.steps[..step].iter().rev().find_map(|step| step.count).filter(|&n| n > 0)
    }

    fn share(part: u64, whole: Option<u64>) -> f64 {
        whole.map_or(f64::NAN, |whole| 100.0 * part as f64 / whole as f64)
    }
}

impl Chart for Funnel {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let Some(all) = self.all() else { return NO_DATA.to_owned() };
        let lost = (1..self.steps.len())
            .filter_map(|i| Some((i, self.before(i)?.saturating_sub(self.steps[i].count?))))
            .fold(None, |most: Option<(usize, u64)>, (i, lost)| match most {
                Some((_, more)) if more >= lost => most,
                _ => Some((i, lost)),
            });
        let Some((last, n)) = self.steps.iter().rev().find_map(|step| step.count.map(|n| (step, n))) else {
            return NO_DATA.to_owned();
        };
        let lost = lost.map_or(String::new(), |(i, lost)| {
            format!("; most are lost at {} ({})", clip(&self.steps[i].name), count(lost))
        });
        let (left, share) = (count(n), one(Self::share(n, Some(all))));
        format!("Of {} {}, {left} ({share} %) reach {}{lost}.", count(all), clip(&self.things), clip(&last.name))
    }

    fn table(&self) -> Vec<Vec<String>> {
        let head = ["Step", &self.things, "% of all", "% of the step before"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (i, step) in self.steps.iter().enumerate() {
            let n = step.count.map_or("—".to_owned(), count);
            let share = |whole| step.count.map_or("—".to_owned(), |part| super::text::two(Self::share(part, whole)));
            rows.push(vec![step.name.clone(), n, share(self.all()), share(self.before(i))]);
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let Some(all) = self.all() else { return canvas.empty(NO_DATA) };
        let steps = &self.steps[..self.steps.len().min(MOST_STEPS)];
        let narrow = canvas.narrow();
        let names = steps.iter().map(|step| Role::Label.width(&step.name)).fold(0.0, f64::max);
        let left = if narrow { 0.0 } else { (names + 16.0).min(canvas.width * 0.25) };
        let words = |i: usize, step: &Step| match step.count {
            None => "unknown".to_owned(),
            Some(n) if i == 0 => format!("{} {}", count(n), fit(&self.things, 11.0, 120.0)),
            Some(n) => {
                let before = one(Self::share(n, self.before(i)));
                let share = one(Self::share(n, Some(all)));
                if i == 1 {
                    format!("{} · {share} %", count(n))
                } else {
                    format!("{} · {share} % · {before} % of the step before", count(n))
                }
            }
        };
        let figures = steps.iter().enumerate().map(|(i, step)| Role::Value.width(&words(i, step))).fold(0.0, f64::max);
        let length = if narrow { canvas.width } else { (canvas.width - left - figures - 12.0).max(60.0) };
        let (bar, pitch) = if narrow { (14.0, 56.0) } else { (24.0, 40.0) };
        let mut y = 0.0;
        let mut edge: Option<f64> = None;
        for (i, step) in steps.iter().enumerate() {
            let top = if narrow { y + 34.0 } else { y + 2.0 };
            if narrow {
                canvas.text(0.0, y + 12.0, &fit(&step.name, 12.9, canvas.width), Role::Strong, Anchor::Start);
                canvas.text(0.0, y + 27.0, &fit(&words(i, step), 11.0, canvas.width), Role::Value, Anchor::Start);
            } else {
                canvas.text(left - 12.0, top + 16.0, &fit(&step.name, 12.0, left - 12.0), Role::Label, Anchor::End);
            }
            let end = step.count.map(|n| left + (length * n as f64 / all as f64).min(length));
            if let Some(end) = end {
                if let (Some(before), false) = (edge, narrow) {
                    let d = format!(
                        "M{l} {t}H{b}L{e} {u}H{l}z",
                        l = c(left),
                        t = c(top - pitch + bar),
                        b = c(before),
                        e = c(end),
                        u = c(top)
                    );
                    canvas.area(&d, Tone::Series(0), 0.12);
                }
                let tip = format!("{}: {}", brief(&step.name), words(i, step));
                canvas.rect(left, top, (end - left).max(0.5), bar, Tone::Series(0), &tip);
            } else {
                canvas.rect(left, top, length * 0.1, bar, Tone::Unknown, &format!("{}: unknown", brief(&step.name)));
            }
            if !narrow {
                let at = end.unwrap_or(left + length * 0.1) + 8.0;
                canvas.text(at, top + 16.0, &words(i, step), Role::Value, Anchor::Start);
            }
            edge = end;
            y += pitch;
        }
        canvas.path(
            &format!("M{x} 0V{}", c(y - pitch + bar + if narrow { 36.0 } else { 4.0 }), x = c(left)),
            Pen::Axis,
            false,
        );
        canvas.height = y - 8.0;
        if narrow {
            canvas.height = y;
        }
        if steps.len() < self.steps.len() {
            canvas.note(&format!("Not drawn: {}. The table has all.", plural(self.steps.len() - steps.len(), "step")));
        }
    }
}
