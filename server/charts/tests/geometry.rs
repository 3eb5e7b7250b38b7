//! Positions, lengths and words computed by hand.

mod drawing;

use charts::{
    Axis, Chart, CostPoint, Estimate, Forest, ForestGroup, ForestRow, Funnel, Group, GroupedBars, HeatMap, Line,
    LineSeries, Look, Overlap, Pareto, Part, Point, Radar, RadarSeries, Scale, Scatter, StackRow, StackedBars, Step,
    TimePoint, Tone, day,
};
use drawing::{Element, of, texts};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.02
}

/// The rectangles that carry a tooltip, which are the marks.
fn marks(svg: &str) -> Vec<Element> {
    let all = drawing::elements(svg);
    let titled = all.windows(2).filter(|pair| pair[0].name == "rect" && pair[1].name == "title");
    titled.map(|pair| pair[0].clone()).collect()
}

/// Where the marker paths with a tooltip begin.
fn points(svg: &str) -> Vec<(f64, f64)> {
    let all = drawing::elements(svg);
    let titled = all.windows(2).filter(|pair| pair[0].name == "path" && pair[1].name == "title");
    titled.map(|pair| numbers(pair[0].get("d").unwrap())).map(|n| (n[0], n[1])).collect()
}

fn numbers(d: &str) -> Vec<f64> {
    d.split(|c: char| c.is_ascii_alphabetic() || c == ' ').filter_map(|part| part.parse().ok()).collect()
}

fn paths(svg: &str, class: &str) -> Vec<String> {
    let of_class = of(svg, "path").into_iter().filter(|path| path.get("class") == Some(class));
    of_class.map(|path| path.get("d").unwrap().to_owned()).collect()
}

fn axis(low: f64, high: f64) -> Axis {
    Axis { name: "axis".to_owned(), unit: String::new(), range: Some((low, high)) }
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn bars(values: &[Estimate]) -> GroupedBars {
    let group = |(i, value): (usize, &Estimate)| Group { name: format!("g{i}"), values: vec![*value] };
    GroupedBars {
        title: "t".to_owned(),
        unit: "%".to_owned(),
        max: Some(100.0),
        series: strings(&["TPR"]),
        groups: values.iter().enumerate().map(group).collect(),
    }
}

#[test]
fn linear_scales_end_on_round_numbers() {
    let golden: [(f64, f64, usize, &[f64]); 6] = [
        (0.0, 100.0, 6, &[0.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
        (0.0, 30.3, 8, &[0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0]),
        (-7.75, 0.97, 10, &[-8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0]),
        (0.0, 0.3, 4, &[0.0, 0.1, 0.2, 0.3]),
        (0.0, 0.0, 3, &[0.0, 0.5, 1.0]),
        (1000.0, 2000.0, 3, &[1000.0, 1500.0, 2000.0]),
    ];
    for (low, high, most, ticks) in golden {
        assert_eq!(Scale::linear(low, high, 0.0, 100.0, most).ticks(), ticks, "{low} to {high}");
    }
}

#[test]
fn scales_map_both_ways_and_keep_to_their_ends() {
    let right = Scale::linear(0.0, 100.0, 10.0, 1010.0, 6);
    assert!([(0.0, 10.0), (25.0, 260.0), (100.0, 1010.0), (250.0, 1010.0)].iter().all(|(v, x)| near(right.at(*v), *x)));
    let up = Scale::linear(0.0, 100.0, 250.0, 0.0, 6);
    assert!([(0.0, 250.0), (10.0, 225.0), (100.0, 0.0), (-5.0, 250.0)].iter().all(|(v, y)| near(up.at(*v), *y)));
    let log = Scale::log(0.0068, 1.9, 0.0, 400.0);
    assert_eq!(log.ticks(), [0.001, 0.01, 0.1, 1.0, 10.0]);
    assert!([(0.001, 0.0), (0.01, 100.0), (1.0, 300.0), (10.0, 400.0)].iter().all(|(v, x)| near(log.at(*v), *x)));
}

#[test]
fn bars_are_as_high_as_their_values() {
    let svg = bars(&[Estimate::within(50.0, 40.0, 60.0), Estimate::of(100.0)]).svg(&Look::wide("a"));
    // The plot is 250 px high and ends at y = 282.
    let [half, full] = &marks(&svg)[..] else { panic!("{svg}") };
    assert!(near(half.number("height"), 125.0) && near(half.number("y"), 157.0), "{half:?}");
    assert!(near(full.number("height"), 250.0) && near(full.number("y"), 32.0), "{full:?}");
    let error = numbers(&paths(&svg, "error")[0]);
    assert!(near(error[1], 182.0) && near(error[2], 132.0), "{error:?}");
    assert_eq!(
        bars(&[Estimate::of(7.0), Estimate::of(50.0)]).summary(),
        "2 groups compared; highest: TPR in g1 (50.0 %)."
    );
    assert!(near(error[0], half.number("x") + half.number("width") / 2.0), "the error bar is not in the middle");
}

#[test]
fn negative_bars_hang_from_zero() {
    let chart = GroupedBars { max: None, ..bars(&[Estimate::of(-5.0), Estimate::of(5.0)]) };
    let svg = chart.svg(&Look::wide("a"));
    let [down, up] = &marks(&svg)[..] else { panic!("{svg}") };
    assert!(near(down.number("y"), up.number("y") + up.number("height")), "they meet at zero");
    assert!(near(down.number("height"), up.number("height")));
}

#[test]
fn lying_bars_are_as_long_as_their_values() {
    let svg = bars(&[Estimate::of(25.0), Estimate::of(100.0)]).svg(&Look::narrow("a"));
    let [quarter, full] = &marks(&svg)[..] else { panic!("{svg}") };
    assert!(
        near(quarter.number("width") * 4.0, full.number("width"))
            || (quarter.number("width") * 4.0 - full.number("width")).abs() < 0.05
    );
}

#[test]
fn an_unknown_bar_is_a_dash_and_no_bar() {
    let chart = bars(&[Estimate::unknown(), Estimate::of(0.0)]);
    for look in [Look::wide("a"), Look::narrow("a")] {
        let svg = chart.svg(&look);
        assert_eq!(marks(&svg).len(), 1, "{svg}");
        assert!(texts(&svg).iter().any(|(text, _)| text == "—") && texts(&svg).iter().any(|(text, _)| text == "0.0"));
    }
    assert_eq!(chart.table()[1..], [strings(&["g0", "—"]), strings(&["g1", "0.00"])]);
}

fn stacked(shares: bool, rows: &[&[f64]]) -> StackedBars {
    let part = |(name, tone): (&str, Tone)| Part { name: name.to_owned(), tone };
    let row = |values: &&[f64]| StackRow { group: String::new(), name: "r".to_owned(), values: values.to_vec() };
    StackedBars {
        title: "t".to_owned(),
        unit: "suites".to_owned(),
        shares,
        parts: [("pass", Tone::Pass), ("api", Tone::Api)].map(part).to_vec(),
        rows: rows.iter().map(row).collect(),
    }
}

#[test]
fn shares_fill_the_width() {
    let svg = stacked(true, &[&[1.0, 3.0], &[f64::NAN, 8.0]]).svg(&Look::narrow("a"));
    // 360 px; one pixel between segments.
    let found: Vec<_> = marks(&svg).iter().map(|mark| (mark.number("x"), mark.number("width"))).collect();
    assert_eq!(found, [(0.0, 89.0), (90.0, 269.0), (0.0, 359.0)]);
    assert!(texts(&svg).iter().any(|(text, _)| text == "25.0") && texts(&svg).iter().any(|(text, _)| text == "75.0"));
}

#[test]
fn counts_keep_their_lengths_and_state_totals() {
    let svg = stacked(false, &[&[10.0, 30.0], &[20.0, 0.0]]).svg(&Look::wide("a"));
    let width: Vec<_> = marks(&svg).iter().map(|mark| mark.number("width") + 1.0).collect();
    assert!((width[1] - 3.0 * width[0]).abs() < 0.1 && (width[2] - 2.0 * width[0]).abs() < 0.1, "{width:?}");
    assert!(texts(&svg).iter().any(|(text, _)| text == "40"), "no total");
}

#[test]
fn tints_follow_the_values() {
    let chart = HeatMap {
        title: "t".to_owned(),
        unit: String::new(),
        rows: strings(&["r"]),
        columns: strings(&["a", "b", "c", "d"]),
        values: vec![vec![0.0, 5.0, 10.0]],
        range: None,
        fine: false,
    };
    let svg = chart.svg(&Look::wide("a"));
    let found: Vec<_> =
        marks(&svg).iter().map(|mark| mark.get("class").or(mark.get("fill")).unwrap().to_owned()).collect();
    assert_eq!(found, ["h0", "h3", "h6", "url(#a-w-unknown)"]);
    assert_eq!(chart.summary(), "1 row by 4 columns; highest 10.0 at r, c; lowest 0.0 at r, a.");
}

#[test]
fn the_diagonal_of_a_correlation_matrix_is_not_its_highest() {
    let (rows, columns) = (strings(&["CSR", "TPR"]), strings(&["CSR", "TPR"]));
    let values = vec![vec![1.0, 0.577], vec![0.577, 1.0]];
    let chart = HeatMap { title: "t".to_owned(), unit: String::new(), rows, columns, values, range: None, fine: true };
    assert_eq!(chart.summary(), "2 rows by 2 columns; highest 0.58 at CSR, TPR; lowest 0.58 at CSR, TPR.");
}

#[test]
fn what_is_left_out_is_counted() {
    let (rows, columns) = (strings(&["r"]), (0..40).map(|i| format!("c{i}")).collect());
    let values = vec![vec![1.0; 40]];
    let chart = HeatMap { title: "t".to_owned(), unit: String::new(), rows, columns, values, range: None, fine: false };
    let words: Vec<String> = texts(&chart.svg(&Look::narrow("a"))).into_iter().map(|(text, _)| text).collect();
    // 360 px less 24 for the names hold 24 columns of 14 px.
    assert_eq!(words.last().unwrap(), "Not drawn: 16 columns. The table has all.");
}

#[test]
fn figures_come_after_the_bars_of_their_group() {
    let values = vec![Estimate::of(10.0), Estimate::of(90.0)];
    let groups = vec![Group { name: "g".to_owned(), values }];
    let chart = GroupedBars { series: strings(&["a", "b"]), groups, ..bars(&[]) };
    let svg = chart.svg(&Look::wide("a"));
    assert!(svg.rfind("<rect").unwrap() < svg.find(">10.0<").unwrap(), "a later bar could cover the figure");
}

#[test]
fn radar_corners_lie_on_their_axes() {
    let series = vec![RadarSeries { name: "m".to_owned(), values: vec![10.0, 10.0, 5.0, 10.0] }];
    let axes = strings(&["N", "E", "S", "W"]);
    let chart = Radar { title: "t".to_owned(), unit: String::new(), axes, series, max: Some(10.0) };
    let svg = chart.svg(&Look::wide("a"));
    let n = numbers(&paths(&svg, "l1")[0]);
    let (middle, radius) = ((560.0, n[3]), n[2] - 560.0);
    assert!(near(n[0], middle.0) && near(n[1], middle.1 - radius), "north {n:?}");
    assert!(near(n[4], middle.0) && near(n[5], middle.1 + radius / 2.0), "south at one half {n:?}");
    assert!(near(n[6], middle.0 - radius) && near(n[7], middle.1), "west {n:?}");
}

#[test]
fn scatter_points_are_where_the_axes_say() {
    let point = |x: f64, y: f64| Point { name: "p".to_owned(), x, y, series: 0 };
    let points_given = vec![point(5.0, 5.0), point(0.0, 10.0), point(f64::NAN, 1.0)];
    let chart =
        Scatter { title: "t".to_owned(), x: axis(0.0, 10.0), y: axis(0.0, 10.0), series: vec![], points: points_given };
    let svg = chart.svg(&Look::wide("a"));
    let frame = paths(&svg, "axis").iter().map(|d| numbers(d)).find(|n| n.len() == 4).expect("a frame");
    let [left, top, bottom, right] = frame[..] else { panic!("{frame:?}") };
    let found = points(&svg);
    // A round marker starts at its left end, 4.5 px from its middle.
    assert_eq!(found.len(), 2, "the unknown one is not drawn");
    assert!(
        near(found[0].0 + 4.5, f64::midpoint(left, right)) && near(found[0].1, f64::midpoint(top, bottom)),
        "{found:?}"
    );
    assert!(near(found[1].0 + 4.5, left) && near(found[1].1, top), "{found:?}");
}

#[test]
fn forest_intervals_end_on_their_numbers() {
    let row = ForestRow { name: "m".to_owned(), estimate: Estimate::within(5.0, 0.0, 10.0), series: 0 };
    let groups = vec![ForestGroup { name: String::new(), rows: vec![row] }];
    let chart = Forest { title: "t".to_owned(), unit: "points".to_owned(), reference: Some(0.0), groups };
    let svg = chart.svg(&Look::wide("a"));
    let grid: Vec<f64> = paths(&svg, "grid").iter().map(|d| numbers(d)[0]).collect();
    let interval = numbers(&paths(&svg, "l1")[0]);
    assert!(near(interval[0], grid[0]) && near(interval[2], *grid.last().unwrap()), "{interval:?} {grid:?}");
    assert!(near(points(&svg)[0].0 + 4.5, f64::midpoint(interval[0], interval[2])));
    assert_eq!(
        chart.summary(),
        "1 estimate; highest 5.00 points (m), lowest 5.00 points (m); 0 of 1 intervals exclude 0."
    );
}

#[test]
fn lines_keep_the_distances_of_days_and_break_at_gaps() {
    let values = [1.0, 2.0, f64::NAN, 4.0];
    let points = (0..4).map(|i| TimePoint { day: day(2026, 1, 1) + 10 * i, value: values[i as usize] }).rev().collect();
    let series = vec![LineSeries { name: "Go".to_owned(), points }];
    let chart = Line { title: "t".to_owned(), unit: "%".to_owned(), range: None, series };
    let d = paths(&chart.svg(&Look::wide("a")), "l1").remove(0);
    assert_eq!((d.matches('M').count(), d.matches('L').count()), (2, 1), "{d}");
    let n = numbers(&d);
    assert!((n[4] - n[0] - 3.0 * (n[2] - n[0])).abs() < 0.05, "{d}");
    assert_eq!(chart.table()[1], ["Go", "2026-01-01", "1.00"]);
    assert_eq!(chart.table()[3], ["Go", "2026-01-21", "—"]);
    assert_eq!([day(1970, 1, 1), day(2000, 3, 1), day(2026, 11, 30), day(1969, 12, 31)], [0, 11_017, 20_787, -1]);
}

#[test]
fn the_front_holds_who_is_not_beaten() {
    let point = |(name, cost, score): (&str, f64, f64)| CostPoint { name: name.to_owned(), cost, score };
    let points = [
        ("cheap", 0.01, 20.0),
        ("beaten", 0.5, 19.0),
        ("dear", 1.0, 60.0),
        ("unknown", f64::NAN, 99.0),
        ("free?", 0.0, 98.0),
        ("middle", 0.1, 40.0),
        ("twin", 0.1, 40.0),
        ("same score, dearer", 0.2, 40.0),
    ];
    let points = points.map(point).to_vec();
    let chart = Pareto { title: "t".to_owned(), cost: axis(0.0, 1.0), score: axis(0.0, 100.0), points };
    assert_eq!(chart.front(), [0, 5, 6, 2]);
    let words: Vec<String> = texts(&chart.svg(&Look::wide("a"))).into_iter().map(|(text, _)| text).collect();
    let listed = "Cost unknown, so not placed: unknown (99.0) and free? (98.0).";
    assert!(words.iter().any(|text| text == listed), "{words:?}");
    assert_eq!(chart.table()[4], ["unknown", "—", "99.00", "unknown"]);
}

#[test]
fn overlaps_count_exact_combinations() {
    let (a, b, c) = ([true, true, false, true], [true, false, false, true], [true, false, true, false]);
    let chart = Overlap::of("t", "tasks", &[("A", &a), ("B", &b), ("C", &c)]);
    // A only: 1 task; C only: 1; A and B: 1; all: 1.
    assert_eq!(chart.counts, [0, 1, 0, 1, 1, 0, 0, 1]);
    let other = Overlap { counts: vec![9, 40, 0, 20, 0, 0, 0, 10], ..chart };
    let svg = other.svg(&Look::wide("a"));
    let heights: Vec<f64> =
        marks(&svg).iter().filter(|mark| mark.get("class") == Some("s1")).map(|mark| mark.number("height")).collect();
    assert_eq!(heights, [180.0, 90.0, 45.0], "40, 20 and 10 of an axis of 180 px up to 40");
    assert_eq!(other.summary(), "3 sets: 10 tasks in all of them; the largest group is A only (40).");
    let venn = Overlap { venn: true, ..other };
    let words: Vec<String> = texts(&venn.svg(&Look::wide("a"))).into_iter().map(|(text, _)| text).collect();
    assert_eq!(words[..7], ["40", "0", "20", "0", "0", "0", "10"], "one figure per region");
    assert_eq!(words[7..10], ["A (70)", "B (30)", "C (10)"]);
}

#[test]
fn funnels_shrink_in_proportion() {
    let step = |name: &str, count| Step { name: name.to_owned(), count };
    let steps = vec![step("all", Some(200)), step("half", Some(100)), step("?", None), step("tenth", Some(20))];
    let chart = Funnel { title: "t".to_owned(), things: "suites".to_owned(), steps };
    let svg = chart.svg(&Look::narrow("a"));
    let width: Vec<f64> =
        marks(&svg).iter().filter(|mark| mark.get("class") == Some("s1")).map(|mark| mark.number("width")).collect();
    assert_eq!(width, [360.0, 180.0, 36.0]);
    assert_eq!(chart.table()[4], ["tenth", "20", "10.00", "20.00"]);
    assert_eq!(chart.table()[3], ["?", "—", "—", "—"]);
}
