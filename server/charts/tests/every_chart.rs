//! What holds for every chart, whatever its numbers and names.

#[path = "../examples/gallery/data.rs"]
mod data;
mod drawing;

use charts::{
    Axis, Chart, CostPoint, Estimate, Forest, ForestGroup, ForestRow, Funnel, Group, GroupedBars, HeatMap, Line,
    LineSeries, Look, Overlap, Pareto, Part, Point, Radar, RadarSeries, Scatter, StackRow, StackedBars, Step, Theme,
    TimePoint, Tone,
};
use drawing::{elements, faults_of_texts, of};

type Named = (String, Box<dyn Chart>);

const WIDTHS: [u32; 6] = [280, 360, 400, 640, 1120, 1600];
const HOSTILE: &str = "</text><script>alert(1)</script>\"'&\u{0}\u{202e}\n]]>";

/// All charts with `n` items, whose names come from `name` and whose numbers come from `value`.
fn with(what: &str, n: usize, name: impl Fn(usize) -> String, value: impl Fn(usize) -> f64) -> Vec<Named> {
    let names = |n: usize| (0..n).map(&name).collect::<Vec<_>>();
    let values = |n: usize| (0..n).map(&value).collect::<Vec<_>>();
    let estimate = |i: usize| Estimate::within(value(i), value(i) - 3.0, value(i) + 4.0);
    let axis = |i: usize| Axis { name: name(i), unit: name(i), range: None };
    let (title, unit) = (name(0), name(1));
    let count = |i: usize| if value(i).is_finite() { Some(value(i).abs() as u64) } else { None };
    let tones = [Tone::Series(0), Tone::Api, Tone::Logic, Tone::Hallucination(3), Tone::Syntax, Tone::Series(5)];
    let charts: Vec<(&str, Box<dyn Chart>)> = vec![
        (
            "bars",
            Box::new(GroupedBars {
                title: title.clone(),
                unit: unit.clone(),
                max: None,
                series: names(n.min(9)),
                groups: (0..n).map(|i| Group { name: name(i), values: (i..i + 9).map(estimate).collect() }).collect(),
            }),
        ),
        (
            "stacked",
            Box::new(StackedBars {
                title: title.clone(),
                unit: unit.clone(),
                shares: n.is_multiple_of(2),
                parts: (0..n.min(6)).map(|i| Part { name: name(i), tone: tones[i] }).collect(),
                rows: (0..n).map(|i| StackRow { group: name(i / 3), name: name(i), values: values(6) }).collect(),
            }),
        ),
        (
            "heat",
            Box::new(HeatMap {
                title: title.clone(),
                unit: unit.clone(),
                rows: names(n),
                columns: names(n),
                values: (0..n).map(|i| (i..i + n).map(&value).collect()).collect(),
                range: None,
                fine: n > 3,
            }),
        ),
        (
            "radar",
            Box::new(Radar {
                title: title.clone(),
                unit: unit.clone(),
                axes: names(n),
                series: (0..n).map(|i| RadarSeries { name: name(i), values: values(n) }).collect(),
                max: None,
            }),
        ),
        (
            "scatter",
            Box::new(Scatter {
                title: title.clone(),
                x: axis(1),
                y: axis(2),
                series: names(n.min(7)),
                points: (0..n).map(|i| Point { name: name(i), x: value(i), y: value(i * 7 + 1), series: i }).collect(),
            }),
        ),
        (
            "forest",
            Box::new(Forest {
                title: title.clone(),
                unit: unit.clone(),
                reference: (n > 2).then_some(0.0),
                groups: (0..n)
                    .map(|i| ForestGroup {
                        name: name(i),
                        rows: (0..3)
                            .map(|s| ForestRow { name: name(s), estimate: estimate(i + s), series: s })
                            .collect(),
                    })
                    .collect(),
            }),
        ),
        (
            "line",
            Box::new(Line {
                title: title.clone(),
                unit: unit.clone(),
                range: None,
                series: (0..n)
                    .map(|i| LineSeries {
                        name: name(i),
                        points: (0..n).map(|d| TimePoint { day: 20_000 + 5 * d as i32, value: value(i + d) }).collect(),
                    })
                    .collect(),
            }),
        ),
        (
            "pareto",
            Box::new(Pareto {
                title: title.clone(),
                cost: axis(1),
                score: axis(2),
                points: (0..n).map(|i| CostPoint { name: name(i), cost: value(i), score: value(i * 3) }).collect(),
            }),
        ),
        ("upset", Box::new(overlap(&names(n), &title, &unit, (0..16).map(|i| count(i).unwrap_or(0)).collect(), false))),
        (
            "venn",
            Box::new(overlap(&names(n.min(3)), &title, &unit, (0..8).map(|i| count(i).unwrap_or(0)).collect(), true)),
        ),
        (
            "funnel",
            Box::new(Funnel {
                title: title.clone(),
                things: unit.clone(),
                steps: (0..n).map(|i| Step { name: name(i), count: count(n - i) }).collect(),
            }),
        ),
    ];
    charts.into_iter().map(|(chart, made)| (format!("{what}, {n} × {chart}"), made)).collect()
}

fn overlap(sets: &[String], title: &str, things: &str, counts: Vec<u64>, venn: bool) -> Overlap {
    let sets = sets[..sets.len().min(4)].to_vec();
    Overlap { title: title.to_owned(), things: things.to_owned(), sets, counts, venn }
}

fn everything() -> Vec<Named> {
    let mut all: Vec<Named> = data::charts().into_iter().map(|(name, chart)| (name.to_owned(), chart)).collect();
    let long = |i: usize| format!("A model with quite a long name, number {i}, instruct-2026-11-30-preview/{i}");
    let mixed = |i: usize| (i * 37 % 101) as f64 / 1.7;
    for n in [0, 1, 2, 3, 4, 7, 12, 40, 300] {
        all.extend(with("long", n, long, mixed));
        all.extend(with("short", n, |i| format!("m{i}"), |i| mixed(i) - 20.0));
    }
    for n in [1, 3, 5] {
        all.extend(with("hostile", n, |_| HOSTILE.to_owned(), mixed));
        all.extend(with("no break", n, |_| "W".repeat(500), mixed));
        all.extend(with("ideographs", n, |_| "测试生成模型".repeat(8), mixed));
        all.extend(with("no names", n, |_| String::new(), mixed));
        all.extend(with("unknown", n, long, |_| f64::NAN));
        all.extend(with("some unknown", n, long, |i| if i % 3 == 1 { f64::NAN } else { mixed(i) }));
        all.extend(with("infinite", n, long, |i| if i % 2 == 0 { f64::INFINITY } else { f64::NEG_INFINITY }));
        all.extend(with("all equal", n, long, |_| 7.0));
        all.extend(with("zero", n, long, |_| 0.0));
        all.extend(with("negative", n, long, |i| -mixed(i) - 1.0));
        all.extend(with("huge", n, long, |i| 1e300 * mixed(i)));
        all.extend(with("tiny", n, long, |i| 1e-9 * mixed(i)));
        all.extend(with("thousands", n, long, |i| 12_345.0 * mixed(i)));
    }
    all
}

#[test]
fn texts_are_whole_and_apart_at_every_width() {
    let mut faults = Vec::new();
    for (what, chart) in everything() {
        for width in WIDTHS {
            let svg = chart.svg(&Look::wide("t").with_width(width));
            faults.extend(faults_of_texts(&svg, &format!("{what} at {width}")).into_iter().take(1));
        }
    }
    assert!(faults.is_empty(), "{} faults, such as\n{}", faults.len(), faults[..faults.len().min(40)].join("\n"));
}

#[test]
fn drawings_are_small_well_formed_and_have_only_finite_numbers() {
    let mut large = Vec::new();
    for (what, chart) in everything() {
        for look in [Look::wide("t"), Look::narrow("t"), Look::download(Theme::Dark), Look::wide("t").with_width(1600)]
        {
            let svg = chart.svg(&look);
            if svg.len() >= 60_000 {
                large.push(format!("{what} at {}: {} bytes", look.width, svg.len()));
            }
            for element in elements(&svg) {
                for name in ["x", "y", "width", "height", "d", "transform", "viewBox"] {
                    let value = element.get(name).unwrap_or_default();
                    assert!(!value.contains("NaN") && !value.contains("inf"), "{what}: {element:?}");
                }
                if element.name == "rect" {
                    assert!(element.number("width") >= 0.0 && element.number("height") >= 0.0, "{what}: {element:?}");
                }
            }
        }
    }
    assert!(large.is_empty(), "too large: {large:#?}");
}

#[test]
fn every_drawing_names_itself() {
    for (what, chart) in everything() {
        let svg = chart.svg(&Look::wide("fig"));
        let all = elements(&svg);
        assert_eq!(all[0].get("role"), Some("img"), "{what}");
        assert_eq!(all[0].get("aria-labelledby"), Some("fig-w-t fig-w-d"), "{what}");
        assert_eq!((all[1].name.as_str(), all[1].get("id")), ("title", Some("fig-w-t")), "{what}");
        assert_eq!((all[2].name.as_str(), all[2].get("id")), ("desc", Some("fig-w-d")), "{what}");
        assert!(chart.summary().ends_with('.'), "{what}: {}", chart.summary());
        assert!(!chart.summary().contains("NaN"), "{what}: {}", chart.summary());
    }
}

#[test]
fn text_from_outside_stays_text() {
    for (what, chart) in with("hostile", 4, |_| HOSTILE.to_owned(), |i| i as f64 + 1.0) {
        for look in [Look::wide("\"><script>"), Look::download(Theme::Light)] {
            let svg = chart.svg(&look);
            let known = ["svg", "title", "desc", "defs", "pattern", "rect", "path", "text", "g"];
            assert!(elements(&svg).iter().all(|element| known.contains(&element.name.as_str())), "{what}");
            assert!(!svg.contains(['\u{0}', '\u{202e}']), "{what}");
        }
    }
}

#[test]
fn the_same_numbers_give_the_same_bytes() {
    for ((what, one), (_, other)) in data::charts().into_iter().zip(data::charts()) {
        assert_eq!(one.svg(&Look::wide("a")), other.svg(&Look::wide("a")), "{what}");
    }
}

#[test]
fn a_page_has_classes_and_a_download_has_its_colours() {
    for (what, chart) in data::charts() {
        let page = chart.svg(&Look::wide("a"));
        let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| chart.svg(&Look::download(theme)));
        assert!(page.contains("class=\"") && !page.contains("style="), "{what}");
        for file in [&light, &dark] {
            assert!(!file.contains("class=") && !file.contains("var("), "{what}");
            assert!(of(file, "text").iter().any(|text| text.get("font-size") == Some("15")), "{what}: no heading");
        }
        assert!(light.contains(r##"<rect fill="#ffffff" width="1120""##), "{what}");
        assert!(dark.contains(r##"<rect fill="#0f1417" width="1120""##), "{what}");
    }
}

#[test]
fn every_class_is_in_the_style_sheet() {
    let sheet = include_str!("../../../style/charts.css");
    for (what, chart) in data::charts() {
        for element in elements(&chart.svg(&Look::wide("a"))) {
            for class in element.get("class").unwrap_or_default().split(' ').filter(|class| !class.is_empty()) {
                let rule = |end: &str| sheet.contains(&format!(".{class}{end}"));
                assert!([" ", ",", ".", ")", "{"].iter().any(|end| rule(end)), "{what}: no rule for .{class}");
            }
        }
    }
}

#[test]
fn nothing_known_is_said_in_words() {
    for (what, chart) in with("empty", 0, |i| format!("n{i}"), |i| i as f64) {
        let words: Vec<String> =
            of(&chart.svg(&Look::wide("a")), "text").iter().map(|text| text.text.clone()).collect();
        assert_eq!(words.len(), 1, "{what}: {words:?}");
        assert!(!chart.table().is_empty(), "{what}: no head");
    }
}

#[test]
fn the_table_has_every_row() {
    for (what, chart) in with("many", 300, |i| format!("n{i}"), |i| i as f64) {
        let table = chart.table();
        let columns = table[0].len();
        assert!(table.iter().all(|row| row.len() == columns), "{what}: rows differ in length");
        if !what.contains("upset") && !what.contains("venn") {
            assert!(table.len() > 300, "{what}: {} rows", table.len());
        }
    }
}
