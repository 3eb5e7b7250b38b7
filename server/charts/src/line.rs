//! Lines over time.

use super::canvas::{Anchor, Sign, c};
use super::paint::{Pen, Role, SERIES};
use super::text::{brief, clip, fit, list, one, plain, plural, two, with_unit};
use super::{Chart, Drawing, NO_DATA, Scale, range};

/// Values of several series by day.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the chart shows.
    pub title: String,
    /// Unit of all values; may be empty.
    pub unit: String,
    /// Ends that the vertical axis must at least have.
    pub range: Option<(f64, f64)>,
    /// The series; at most six are drawn.
    pub series: Vec<LineSeries>,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSeries {
    /// Its name.
    pub name: String,
    /// Its points in any order; an unknown value leaves a gap.
    pub points: Vec<TimePoint>,
}

/// One value of one day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimePoint {
    /// Days since 1970-01-01, see [`day`].
    pub day: i32,
    /// The value.
    pub value: f64,
}

const MOST_POINTS: usize = 150;
/// No dates beyond the years 1 to 9999.
const DAYS: std::ops::RangeInclusive<i32> = -719_162..=2_932_896;

/// Days since 1970-01-01 of a date of the Gregorian calendar.
pub fn day(year: i32, month: u32, day: u32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month as i32 + 9) % 12) + 2) / 5 + day as i32 - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a day.
fn date(day: i32) -> (i32, u32, u32) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i32::from(month <= 2), month as u32, of_month as u32)
}

fn iso(day: i32) -> String {
    let (year, month, day) = date(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Round dates within a span, at most `most`: days, else first days of months, else of years.
fn ticks(first: i32, last: i32, most: usize) -> Vec<(i32, String)> {
    let length = (last - first) as usize;
    for step in [1, 2, 7, 14] {
        if length / step < most {
            return (first..=last).step_by(step).map(|day| (day, iso(day))).collect();
        }
    }
    let (year, month, _) = date(first);
    for step in [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200] {
        if length / (step as usize * 30) >= most {
            continue;
        }
        let start = (year * 12 + month as i32 - 1).div_euclid(step) * step;
        let months = (start..).step_by(step as usize).map(|m| (m.div_euclid(12), m.rem_euclid(12) as u32 + 1));
        let days = months.map(|(year, month)| (day(year, month, 1), year, month)).take_while(|(day, ..)| *day <= last);
        let text = |year: i32, month: u32| if step >= 12 { year.to_string() } else { format!("{year}-{month:02}") };
        return days.filter(|(day, ..)| *day >= first).map(|(day, year, month)| (day, text(year, month))).collect();
    }
    vec![(first, date(first).0.to_string()), (last, date(last).0.to_string())]
}

impl LineSeries {
    fn sorted(&self) -> Vec<TimePoint> {
        let mut points = self.points.clone();
        points.retain(|point| DAYS.contains(&point.day));
        points.sort_by_key(|point| point.day);
        points
    }

    fn known(&self) -> Vec<TimePoint> {
        self.sorted().into_iter().filter(|point| point.value.is_finite()).collect()
    }
}

impl Chart for Line {
    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> String {
        let words: Vec<String> = self
            .series
            .iter()
            .take(SERIES)
            .filter_map(|series| {
                let known = series.known();
                let (first, last) = (known.first()?, known.last()?);
                let (from, to) = (one(first.value), with_unit(&one(last.value), &self.unit));
                Some(format!("{} from {from} ({}) to {to} ({})", clip(&series.name), iso(first.day), iso(last.day)))
            })
            .collect();
        if words.is_empty() {
            NO_DATA.to_owned()
        } else {
            format!("{}: {}.", plural(self.series.len(), "line"), list(&words))
        }
    }

    fn table(&self) -> Vec<Vec<String>> {
        let value = if self.unit.is_empty() { "Value".to_owned() } else { format!("Value, {}", self.unit) };
        let mut rows = vec![vec!["Series".to_owned(), "Date".to_owned(), value]];
        for series in &self.series {
            rows.extend(
                series.sorted().iter().map(|point| vec![series.name.clone(), iso(point.day), two(point.value)]),
            );
        }
        rows
    }

    fn draw(&self, pen: &mut Drawing<'_>) {
        let canvas = &mut pen.0;
        let drawn = &self.series[..self.series.len().min(SERIES)];
        let room = MOST_POINTS * 2 / drawn.len().max(1);
        // Of a long line the newest points are shown.
        let lines: Vec<Vec<TimePoint>> = drawn
            .iter()
            .map(|series| {
                let points = series.sorted();
                points[points.len().saturating_sub(room)..].to_vec()
            })
            .collect();
        let known = || lines.iter().flatten().filter(|point| point.value.is_finite());
        let (Some((low, high)), Some((first, last))) =
            (range(known().map(|point| point.value)), range(known().map(|point| f64::from(point.day))))
        else {
            return canvas.empty(NO_DATA);
        };
        let narrow = canvas.narrow();
        let key: Vec<_> = drawn.iter().enumerate().map(|(s, series)| (Sign::Marker(s), series.name.clone())).collect();
        let top = if narrow || drawn.len() == 1 { canvas.key(&key, 0.0) } else { 0.0 };
        let (least, most) = self.range.unwrap_or((low, high));
        let (top, bottom) = (top + 22.0, top + 22.0 + if narrow { 220.0 } else { 280.0 });
        let y = Scale::linear(least.min(low), most.max(high), bottom, top, 7);
        let left = y.ticks().iter().map(|&tick| Role::Axis.width(&plain(tick))).fold(0.0, f64::max) + 8.0;
        let names = drawn.iter().map(|series| Role::Label.width(&series.name)).fold(0.0, f64::max);
        let right = if narrow || drawn.len() == 1 { 16.0 } else { (names + 22.0).min(canvas.width * 0.25) };
        let (start, end) = (left + 10.0, canvas.width - right);
        let span = (last - first).max(1.0);
        let x = |day: i32| {
            if last > first {
                start + (end - start) * (f64::from(day) - first) / span
            } else {
                f64::midpoint(start, end)
            }
        };
        canvas.text(0.0, top - 10.0, &fit(&self.unit, 11.0, canvas.width), Role::Axis, Anchor::Start);
        for &tick in y.ticks() {
            let at = y.at(tick);
            canvas.path(&format!("M{} {}H{}", c(left), c(at), c(end)), Pen::Grid, false);
            canvas.text(left - 6.0, at + 4.0, &plain(tick), Role::Axis, Anchor::End);
        }
        canvas.path(&format!("M{} {}H{}", c(left), c(bottom), c(end)), Pen::Axis, false);
        let mut free = 0.0;
        for (day, text) in ticks(first as i32, last as i32, if narrow { 4 } else { 10 }) {
            let half = Role::Axis.width(&text) / 2.0;
            let (at, middle) = (x(day), x(day).clamp(half, canvas.width - half));
            canvas.path(&format!("M{} {}v5", c(at), c(bottom)), Pen::Axis, false);
            if middle - half >= free {
                canvas.text(middle, bottom + 18.0, &text, Role::Axis, Anchor::Middle);
                free = middle + half + 8.0;
            }
        }
        let mut ends = Vec::new();
        for (s, points) in lines.iter().enumerate() {
            let (mut d, mut connected) = (String::new(), false);
            for point in points {
                if point.value.is_finite() {
                    d.push_str(&format!(
                        "{}{} {}",
                        if connected { "L" } else { "M" },
                        c(x(point.day)),
                        c(y.at(point.value))
                    ));
                }
                connected = point.value.is_finite();
            }
            canvas.path(&d, Pen::Series(s), true);
            let known: Vec<_> = points.iter().filter(|point| point.value.is_finite()).collect();
            let every = known.len().div_ceil(30).max(1);
            for (i, point) in known.iter().enumerate() {
                if i % every == 0 || i + 1 == known.len() {
                    let value = with_unit(&two(point.value), &self.unit);
                    let tip = format!("{}, {}: {value}", brief(&drawn[s].name), iso(point.day));
                    canvas.marker(x(point.day), y.at(point.value), 4.0, s, false, &tip);
                }
            }
            if let Some(point) = known.last() {
                ends.push((y.at(point.value), x(point.day), s));
            }
        }
        canvas.height = bottom + 26.0;
        if !narrow && drawn.len() > 1 {
            ends.sort_by(|a, b| a.0.total_cmp(&b.0));
            // Names stand at the ends of their lines, pushed down so that none covers the one before.
            let mut lowest = top - 8.0;
            let count = ends.len();
            for (i, (at, from, s)) in ends.into_iter().enumerate() {
                let last = bottom - 15.0 * (count - 1 - i) as f64;
                let own = at;
                let at = at.max(lowest + 15.0).min(last.max(lowest + 15.0));
                lowest = at;
                if (at - own).abs() > 3.0 || from < end - 1.0 {
                    canvas.marker(end + 10.0, at, 3.5, s, false, "");
                }
                if from < end - 1.0 {
                    canvas.path(&format!("M{} {}H{}", c(end), c(at), c(end + 4.0)), Pen::Leader, false);
                }
                canvas.text(end + 18.0, at + 4.0, &fit(&drawn[s].name, 12.0, right - 18.0), Role::Label, Anchor::Start);
            }
        }
        let left_out = self.series.iter().map(|series| series.points.len()).sum::<usize>()
            - lines.iter().map(Vec::len).sum::<usize>();
        if left_out > 0 {
            canvas.note(&format!("Not drawn: {}. The table has all.", plural(left_out, "point")));
        }
    }
}
