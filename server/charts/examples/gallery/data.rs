//! The published numbers that the gallery draws (XRepoTest, Multi-SWT-Bench, SWEPatchTest), and some made-up ones.

use charts::{
    Axis, Chart, CostPoint, Estimate, Forest, ForestGroup, ForestRow, Funnel, Group, GroupedBars, HeatMap, Line,
    LineSeries, Overlap, Pareto, Part, Point, Radar, RadarSeries, Scatter, StackRow, StackedBars, Step, TimePoint,
    Tone, day,
};

const LANGUAGES: [&str; 5] = ["Rust", "Julia", "Go", "Ruby", "PHP"];

/// TPR by language; CSR, TPR, Cov and IR as means of the languages; open weights.
type Model = (&'static str, [f64; 5], [f64; 4], bool);
const MODELS: [Model; 14] = [
    ("GPT-5.2", [12.24, 16.52, 25.78, 25.78, 10.06], [73.3, 18.08, 22.7, 91.28], false),
    ("Claude 4.5 Sonnet", [12.78, 19.88, 23.65, 6.37, 26.93], [78.06, 17.92, 28.54, 90.88], false),
    ("DeepSeek V4-pro", [6.66, 11.40, 13.88, 8.89, 13.00], [59.7, 10.77, 16.9, 81.66], true),
    ("Claude 4.5 Haiku", [8.27, 12.57, 10.91, 4.30, 14.86], [71.66, 10.18, 19.96, 91.82], false),
    ("GPT-OSS (120B)", [5.80, 4.39, 19.26, 6.96, 3.41], [56.17, 7.96, 13.73, 89.78], true),
    ("GLM-5", [6.44, 5.41, 5.10, 3.11, 13.16], [50.83, 6.64, 11.8, 84.39], true),
    ("Qwen3-Coder-Next (80B)", [7.20, 5.12, 6.66, 1.19, 5.11], [66.72, 5.06, 13.39, 85.92], true),
    ("MiniMax-M2.7", [4.30, 4.39, 4.67, 1.63, 5.57], [57.67, 4.11, 11.87, 83.77], true),
    ("DeepSeek V3.2", [2.79, 3.95, 5.24, 1.48, 5.42], [52.58, 3.78, 14.02, 80.77], true),
    ("Codestral (22B)", [2.69, 2.05, 3.82, 0.15, 5.57], [68.52, 2.86, 13.8, 92.52], true),
    ("Yi-Coder (9B)", [1.50, 4.82, 2.41, 1.48, 3.56], [65.71, 2.75, 10.88, 91.53], true),
    ("Kimi-k2.5 (Instruct)", [1.40, 2.63, 2.27, 2.52, 3.25], [24.76, 2.41, 4.25, 80.89], true),
    ("Llama-3.3 (70B)", [3.33, 3.07, 2.69, 0.44, 2.01], [65.95, 2.31, 13.17, 93.73], true),
    ("Qwen3 (8B)", [0.32, 0.88, 0.42, 0.00, 0.62], [11.66, 0.45, 1.17, 60.19], true),
];

/// TPR with 95 % interval, standard context.
type Interval = (f64, f64, f64);
const INTERVALS: [(&str, [Interval; 5]); 3] = [
    (
        "Claude 4.5 Sonnet",
        [(12.78, 10.6, 15.0), (19.85, 16.8, 22.8), (23.66, 20.5, 26.8), (6.37, 4.6, 8.3), (26.95, 23.5, 30.3)],
    ),
    (
        "GPT-5.2",
        [(12.25, 10.2, 14.4), (16.52, 13.7, 19.4), (25.78, 22.7, 29.0), (25.78, 22.5, 29.0), (10.06, 7.9, 12.5)],
    ),
    ("GPT-OSS (120B)", [(5.80, 4.3, 7.5), (4.39, 3.0, 5.9), (19.27, 16.4, 22.2), (6.97, 5.2, 8.9), (3.41, 2.0, 4.8)]),
];

/// Shares of pass, logic, design, API, type and syntax, standard then file context.
const FAILURES: [[[f64; 6]; 2]; 5] = [
    [[6.98, 26.42, 3.29, 48.05, 11.31, 3.94], [10.74, 30.79, 4.98, 36.09, 14.82, 2.58]],
    [[13.59, 13.94, 0.0, 47.90, 9.02, 15.55], [16.91, 15.94, 0.0, 50.10, 8.33, 8.72]],
    [[22.51, 19.97, 0.38, 18.89, 13.27, 24.98], [31.59, 24.27, 0.99, 14.35, 8.45, 20.35]],
    [[8.69, 38.42, 4.40, 42.17, 4.64, 1.68], [14.01, 37.35, 0.59, 41.88, 2.29, 3.88]],
    [[12.39, 28.95, 1.08, 35.55, 4.80, 17.23], [19.56, 24.15, 0.67, 40.61, 2.94, 12.07]],
];
const MODES: [(&str, Tone); 6] = [
    ("Pass", Tone::Pass),
    ("Logic and assertion", Tone::Logic),
    ("Test design and mocking", Tone::Design),
    ("API hallucination", Tone::Api),
    ("Type system and memory", Tone::Type),
    ("Syntax and compilation", Tone::Syntax),
];

fn estimate((value, low, high): Interval) -> Estimate {
    Estimate::within(value, low, high)
}

fn axis(name: &str, unit: &str, range: Option<(f64, f64)>) -> Axis {
    Axis { name: name.to_owned(), unit: unit.to_owned(), range }
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// All charts with the names of their files.
pub(crate) fn charts() -> Vec<(&'static str, Box<dyn Chart>)> {
    vec![
        ("bars", Box::new(bars())),
        ("stacked", Box::new(stacked())),
        ("counts", Box::new(counts())),
        ("heat", Box::new(heat())),
        ("correlation", Box::new(correlation())),
        ("radar", Box::new(radar())),
        ("scatter", Box::new(scatter())),
        ("forest", Box::new(forest())),
        ("difference", Box::new(difference())),
        ("line", Box::new(line())),
        ("pareto", Box::new(pareto())),
        ("upset", Box::new(overlap(4, false))),
        ("venn", Box::new(overlap(3, true))),
        ("funnel", Box::new(funnel())),
        ("empty", Box::new(Scatter { points: vec![], ..scatter() })),
    ]
}

fn bars() -> GroupedBars {
    let group = |i: usize| Group {
        name: LANGUAGES[i].to_owned(),
        values: INTERVALS.iter().map(|(_, values)| estimate(values[i])).collect(),
    };
    GroupedBars {
        title: "TPR by language, 95 % intervals".to_owned(),
        unit: "%".to_owned(),
        max: None,
        series: INTERVALS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        groups: (0..5).map(group).collect(),
    }
}

fn stacked() -> StackedBars {
    let row = |language: usize, mode: usize| StackRow {
        group: LANGUAGES[language].to_owned(),
        name: ["standard", "file"][mode].to_owned(),
        values: FAILURES[language][mode].to_vec(),
    };
    StackedBars {
        title: "Failure modes by language and context".to_owned(),
        unit: "suites".to_owned(),
        shares: true,
        parts: MODES.iter().map(|(name, tone)| Part { name: (*name).to_owned(), tone: *tone }).collect(),
        rows: (0..5).flat_map(|language| [row(language, 0), row(language, 1)]).collect(),
    }
}

/// Tasks of Claude 4.5 Sonnet that compile and pass, from its published rates.
fn counts() -> StackedBars {
    let rows = [("Rust", 119.0, 588.0, 224.0), ("Julia", 136.0, 530.0, 18.0), ("Go", 167.0, 391.0, 148.0)];
    let row = |&(name, passed, built, not): &(&str, f64, f64, f64)| StackRow {
        group: String::new(),
        name: name.to_owned(),
        values: vec![passed, built, not],
    };
    let parts = ["passed", "compiled only", "did not compile"];
    StackedBars {
        title: "Tasks by how far they came (example numbers)".to_owned(),
        unit: "tasks".to_owned(),
        shares: false,
        parts: parts
            .iter()
            .enumerate()
            .map(|(i, name)| Part { name: (*name).to_owned(), tone: Tone::Series(i) })
            .collect(),
        rows: rows.iter().map(row).collect(),
    }
}

fn heat() -> HeatMap {
    let mut values: Vec<Vec<f64>> = MODELS.iter().map(|(_, tpr, ..)| tpr.to_vec()).collect();
    values[13][3] = f64::NAN;
    HeatMap {
        title: "TPR by model and language, one cell taken out".to_owned(),
        unit: "%".to_owned(),
        rows: MODELS.iter().map(|(name, ..)| (*name).to_owned()).collect(),
        columns: strings(&LANGUAGES),
        values,
        range: None,
        fine: false,
    }
}

fn correlation() -> HeatMap {
    let names = ["CSR", "TPR", "Cov", "IR"];
    HeatMap {
        title: "Correlation of metrics over 14 models".to_owned(),
        unit: String::new(),
        rows: strings(&names),
        columns: strings(&names),
        values: vec![
            vec![1.0, 0.577, 0.853, 0.871],
            vec![0.577, 1.0, 0.878, 0.389],
            vec![0.853, 0.878, 1.0, 0.650],
            vec![0.871, 0.389, 0.650, 1.0],
        ],
        range: Some((0.0, 1.0)),
        fine: true,
    }
}

fn radar() -> Radar {
    let profile = |&(name, tpr, ..): &Model| RadarSeries { name: name.to_owned(), values: tpr.to_vec() };
    Radar {
        title: "TPR profiles".to_owned(),
        unit: "%".to_owned(),
        axes: strings(&LANGUAGES),
        series: [0, 1, 4].iter().map(|&i| profile(&MODELS[i])).collect(),
        max: None,
    }
}

fn scatter() -> Scatter {
    let point = |&(name, _, means, open): &Model| Point {
        name: name.to_owned(),
        x: means[0],
        y: means[1],
        series: usize::from(open),
    };
    Scatter {
        title: "Tests that pass against tests that compile".to_owned(),
        x: axis("CSR, mean of languages", "%", Some((0.0, 80.0))),
        y: axis("TPR, mean of languages", "%", Some((0.0, 20.0))),
        series: strings(&["Closed weights", "Open weights"]),
        points: MODELS.iter().map(point).collect(),
    }
}

fn forest() -> Forest {
    let row = |language: usize, series: usize| ForestRow {
        name: INTERVALS[series].0.to_owned(),
        estimate: estimate(INTERVALS[series].1[language]),
        series,
    };
    let group = |language: usize| ForestGroup {
        name: LANGUAGES[language].to_owned(),
        rows: (0..2).map(|series| row(language, series)).collect(),
    };
    Forest {
        title: "TPR of two models by language, 95 % intervals".to_owned(),
        unit: "%".to_owned(),
        reference: None,
        groups: (0..5).map(group).collect(),
    }
}

fn difference() -> Forest {
    let rows = [
        ("Claude-Fable-5.1", -1.29, -3.72, 0.97),
        ("Claude-Opus-5", -2.10, -4.36, 0.16),
        ("Kimi-K3", -3.23, -5.65, -0.81),
        ("Qwen3.8-max", -4.04, -6.46, -1.62),
        ("DeepSeek-V4-Pro", -4.68, -7.11, -2.26),
        ("DeepSeek-V4-Flash", -5.33, -7.59, -3.07),
        ("GLM-5.3", -5.49, -7.75, -3.23),
    ];
    let row = |&(name, value, low, high): &(&str, f64, f64, f64)| ForestRow {
        name: name.to_owned(),
        estimate: Estimate::within(value, low, high),
        series: 0,
    };
    Forest {
        title: "JVR, difference to GPT-5.6-sol".to_owned(),
        unit: "points".to_owned(),
        reference: Some(0.0),
        groups: vec![ForestGroup { name: String::new(), rows: rows.iter().map(row).collect() }],
    }
}

fn line() -> Line {
    let dates = [day(2026, 1, 12), day(2026, 3, 2), day(2026, 5, 20), day(2026, 8, 26), day(2026, 11, 30)];
    let series = |name: &str, values: [f64; 5]| LineSeries {
        name: name.to_owned(),
        points: dates.iter().zip(values).map(|(&day, value)| TimePoint { day, value }).collect(),
    };
    Line {
        title: "Best TPR of the board over time (example numbers)".to_owned(),
        unit: "%".to_owned(),
        range: Some((0.0, 30.0)),
        series: vec![
            series("Go", [9.2, 14.1, 19.3, 25.78, 25.78]),
            series("PHP", [5.57, 13.2, 14.86, 26.93, 26.93]),
            series("Ruby", [2.5, 6.96, 8.89, 25.78, 27.1]),
            series("Rust", [4.3, 7.2, f64::NAN, 12.78, 14.2]),
        ],
    }
}

fn pareto() -> Pareto {
    let points = [
        ("MOpenHands, Claude Sonnet 5", 0.6222, 57.94),
        ("MOpenHands, DeepSeek-V4-Flash", 0.0175, 55.29),
        ("MSWE-agent, GPT-5.6 Luna", f64::NAN, 40.0),
        ("Example A", 0.31, 48.2),
        ("Example B", 0.012, 31.0),
        ("Example C", 1.9, 56.8),
        ("Example D", 0.0068, 22.4),
    ];
    let point = |&(name, cost, score): &(&str, f64, f64)| CostPoint { name: name.to_owned(), cost, score };
    Pareto {
        title: "Success against cost per instance (examples A to D are made up)".to_owned(),
        cost: axis("Cost per instance", "US$", None),
        score: axis("Success", "%", Some((0.0, 60.0))),
        points: points.iter().map(point).collect(),
    }
}

fn overlap(sets: usize, venn: bool) -> Overlap {
    let names = ["GPT-5.2", "Claude 4.5 Sonnet", "DeepSeek V4-pro", "Claude 4.5 Haiku"];
    let all: [u64; 16] = [2604, 241, 203, 152, 88, 31, 44, 57, 71, 12, 49, 36, 8, 5, 14, 27];
    let mut counts = vec![0; 1 << sets];
    for (index, n) in all.iter().enumerate() {
        counts[index % (1 << sets)] += n;
    }
    Overlap {
        title: format!("Tasks solved by {sets} models (example numbers)"),
        things: "tasks".to_owned(),
        sets: strings(&names[..sets]),
        counts,
        venn,
    }
}

fn funnel() -> Funnel {
    let step = |name: &str, count| Step { name: name.to_owned(), count };
    Funnel {
        title: "How far suites come, Rust (example numbers)".to_owned(),
        things: "suites".to_owned(),
        steps: vec![
            step("Submitted", Some(931)),
            step("Compiles", Some(707)),
            step("Passes", Some(119)),
            step("Invokes the function", Some(90)),
            step("Covers a line", Some(88)),
            step("Kills a mutant", None),
        ],
    }
}
