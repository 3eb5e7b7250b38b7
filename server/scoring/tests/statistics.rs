//! Intervals, tests and correlations against values that numpy, scipy and statsmodels computed (`tests/data`), and
//! against papers where these are right.

use scoring::statistics::{
    Drawing, EXACT_UP_TO, Interval, McNemar, McNemarMethod, Overall, TaskPair, TaskValue, bootstrap, chi_square_p,
    holm, kendall, paired_difference, pearson, spearman, wilson,
};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

fn near(got: f64, want: f64, tolerance: f64, what: &str) {
    assert!((got - want).abs() <= tolerance, "{what}: {got}, expected {want} within {tolerance}");
}

/// Rows of a published table by its headings; fields hold no comma.
fn rows(csv: &str) -> Vec<std::collections::BTreeMap<&str, &str>> {
    let mut lines = csv.lines();
    let headings: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines.map(|line| headings.iter().copied().zip(line.split(',')).collect()).collect()
}

/// `passing` of `n` tasks of one repository.
fn shares(passing: u32, n: u32) -> Vec<TaskValue> {
    (0..n).map(|i| TaskValue { stratum: 0, cluster: 0, value: f64::from(u8::from(i < passing)) }).collect()
}

#[test]
fn mcnemar_agrees_with_statsmodels() {
    for case in json(include_str!("data/mcnemar.json")).as_array().unwrap() {
        let number = |key: &str| case[key].as_f64().unwrap();
        let count = |key: &str| case[key].as_u64().unwrap();
        let test = McNemar { only_a: count("b"), only_b: count("c") };
        near(test.exact_p() / number("exact_p"), 1.0, 1e-9, &format!("exact {case}"));
        near(test.chi_square(), number("chi2_cc"), 1e-9, &format!("statistic {case}"));
        near(chi_square_p(test.chi_square()) / number("chi2_p"), 1.0, 1e-9, &format!("chi-square {case}"));
        assert_eq!(test.p(), (test.exact_p(), McNemarMethod::Exact));
        let swapped = McNemar { only_a: test.only_b, only_b: test.only_a };
        assert_eq!(test.p(), swapped.p());
    }
}

#[test]
fn q_48_identical_vectors_do_not_differ() {
    let solved = [true, false, true, true];
    let test = McNemar::of(&solved, &solved).unwrap();
    assert_eq!(test, McNemar { only_a: 0, only_b: 0 });
    assert_eq!((test.exact_p(), test.chi_square(), test.p().0), (1.0, 0.0, 1.0));
    let other = [false, true, true, true];
    assert_eq!(McNemar::of(&solved, &other), Some(McNemar { only_a: 1, only_b: 1 }));
    assert_eq!(McNemar::of(&solved, &other[1..]), None);
}

#[test]
fn many_discordant_tasks_are_tested_by_chi_square() {
    let at = |only_a: u64, only_b: u64| McNemar { only_a, only_b };
    assert_eq!(at(EXACT_UP_TO / 2, EXACT_UP_TO / 2).p().1, McNemarMethod::Exact);
    let (p, method) = at(1100, 1000).p();
    assert_eq!(method, McNemarMethod::ChiSquare);
    // Python: erfc(sqrt(99² / 2100 / 2)), and the binomial sum as a fraction of whole numbers.
    near(p / 0.030_745_034_758_992_63, 1.0, 1e-9, "chi-square");
    near(at(1100, 1000).exact_p() / 0.030_720_707_864_242_296, 1.0, 1e-9, "exact");
    // Beyond what a power of 1/2 can hold.
    near(at(40_000, 40_000).exact_p(), 1.0, 0.0, "equal");
    assert!((1e-9..0.001).contains(&at(41_000, 40_000).exact_p()));
}

#[test]
fn published_p_values_of_xrepotest_are_not_corrected() {
    // Table A.9 prints the p of its statistic as Holm-corrected.
    let rows = rows(include_str!("data/mcnemar.csv"));
    assert!(rows.len() > 40, "{}", rows.len());
    for row in rows {
        let statistic: f64 = row["chi2"].parse().unwrap();
        let printed: f64 = row["p_holm"].parse().unwrap();
        // The statistic has two decimals; the p-value four, or three digits.
        let (high, low) = (chi_square_p(statistic - 0.0051), chi_square_p(statistic + 0.0051));
        let rounding = if row["p_holm"].contains('e') { 0.006 * printed } else { 0.000_051 };
        assert!(low - rounding <= printed && printed <= high + rounding, "{row:?}: {low} to {high}");
    }
}

#[test]
fn published_p_values_of_swepatchtest_are_exact_and_corrected() {
    let rows: Vec<_> = rows(include_str!("data/swepatchtest_mcnemar.csv"));
    let rows: Vec<_> = rows.iter().filter(|row| !row["p_holm"].is_empty()).collect();
    let p: Vec<f64> = rows
        .iter()
        .map(|row| {
            let count = |column: &str| row[column].parse().unwrap();
            McNemar { only_a: count("gpt_5_6_sol_only"), only_b: count("competitor_only") }.exact_p()
        })
        .collect();
    assert_eq!(p.len(), 7);
    for (row, p) in rows.iter().zip(holm(&p)) {
        match row["p_holm"].strip_prefix('<') {
            Some(bound) => assert!(p < bound.parse().unwrap(), "{row:?}: {p}"),
            None => near(p, row["p_holm"].parse().unwrap(), 0.000_501, &format!("{row:?}")),
        }
    }
}

#[test]
fn holm_is_applied() {
    for case in json(include_str!("data/holm.json")).as_array().unwrap() {
        for (got, want) in holm(&numbers(&case["p"])).into_iter().zip(numbers(&case["holm"])) {
            near(got, want, 1e-12, &case.to_string());
        }
    }
    assert_eq!(holm(&[]), Vec::<f64>::new());
}

#[test]
fn intervals_of_shares() {
    for case in json(include_str!("data/proportion_intervals.json")).as_array().unwrap() {
        let number = |key: &str| case[key].as_f64().unwrap();
        let (k, n) = (case["successes"].as_u64().unwrap(), case["n"].as_u64().unwrap());
        let Interval { estimate, low, high } = wilson(k, n).unwrap();
        near(estimate, number("estimate"), 1e-12, "estimate");
        near(low, number("wilson_low"), 1e-9, &format!("Wilson low {case}"));
        near(high, number("wilson_high"), 1e-9, &format!("Wilson high {case}"));
        let tasks = shares(k as u32, n as u32);
        let got = bootstrap(&tasks, Drawing::Tasks, Overall::Micro, "shares").unwrap();
        // A percentile of a discrete distribution may sit on either side of a step of 1/n.
        let tolerance = number("tolerance").max(1.0 / n as f64) + 1e-12;
        near(got.estimate, number("estimate"), 1e-12, "estimate");
        near(got.low, number("bootstrap_low"), tolerance, &format!("low {case}"));
        near(got.high, number("bootstrap_high"), tolerance, &format!("high {case}"));
    }
    assert_eq!((wilson(0, 0), wilson(3, 2)), (None, None));
    assert_eq!(bootstrap(&[], Drawing::Tasks, Overall::Macro, "none"), None);
}

#[test]
fn published_intervals_of_xrepotest() {
    // Table A.10; tasks per language from section 1.6 of xrepotest.md.
    let tasks = |language: &str| match language {
        "rust" => 931,
        "julia" => 684,
        "go" => 706,
        "ruby" => 675,
        _ => 646_u32,
    };
    let mut checked = 0;
    for row in rows(include_str!("data/bootstrap_tpr.csv")) {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        // three rows are fractions of 350 tasks.
        let of_350 = ["file", "rag_bm25", "rag_dense"].contains(&row["mode"]);
        let of_350 = of_350 && row["model"].starts_with("GPT-OSS") && row["language"] == "ruby";
        // The other modes say nothing new, and drawing takes time.
        if row["mode"] != "standard" && !of_350 {
            continue;
        }
        let n = if of_350 { 350 } else { tasks(row["language"]) };
        let passing = number("tpr") * f64::from(n) / 100.0;
        let got = bootstrap(&shares(passing.round() as u32, n), Drawing::Tasks, Overall::Micro, "published").unwrap();
        // A percentile of a discrete distribution may sit on either side of a step of 1/n; the table has one decimal.
        let tolerance = (100.0 / f64::from(n) + 0.05).max(0.3);
        near(100.0 * got.low, number("ci_low"), tolerance, &format!("low {row:?}"));
        near(100.0 * got.high, number("ci_high"), tolerance, &format!("high {row:?}"));
        checked += 1;
    }
    assert_eq!(checked, 18);
    let sonnet = bootstrap(&shares(119, 931), Drawing::Tasks, Overall::Micro, "119 of 931").unwrap();
    near(100.0 * sonnet.low, 10.6, 0.15, "low");
    near(100.0 * sonnet.high, 14.9, 0.15, "high");
}

#[test]
fn repositories_are_drawn_whole_and_strata_keep_their_size() {
    let data = json(include_str!("data/cluster_bootstrap.json"));
    let mut names: Vec<&str> = Vec::new();
    let mut tasks = Vec::new();
    for row in data["data"].as_array().unwrap() {
        let name = row["repository"].as_str().unwrap();
        let cluster = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        }) as u32;
        tasks.push(TaskValue { stratum: 0, cluster, value: row["passed"].as_f64().unwrap() });
    }
    let apart: Vec<TaskValue> = tasks.iter().map(|task| TaskValue { stratum: task.cluster, ..*task }).collect();
    for (values, drawing, key) in [
        (&tasks, Drawing::Tasks, "by_task"),
        (&tasks, Drawing::Clusters, "by_repository"),
        (&apart, Drawing::Tasks, "stratified_by_repository"),
    ] {
        let got = bootstrap(values, drawing, Overall::Micro, key).unwrap();
        let want = numbers(&data[key]);
        near(got.estimate, data["estimate"].as_f64().unwrap(), 1e-12, key);
        near(got.low, want[0], 0.01, key);
        near(got.high, want[1], 0.01, key);
    }
}

#[test]
fn the_mean_of_strata_is_not_weighted_by_their_size() {
    let task = |stratum, value| TaskValue { stratum, cluster: 0, value };
    let mut values = vec![task(0, 1.0); 90];
    values.extend(vec![task(1, 0.0); 10]);
    let at = |overall| bootstrap(&values, Drawing::Tasks, overall, "macro").unwrap();
    // Inside a stratum nothing varies, so neither does the whole.
    assert_eq!(at(Overall::Micro), Interval { estimate: 0.9, low: 0.9, high: 0.9 });
    assert_eq!(at(Overall::Macro), Interval { estimate: 0.5, low: 0.5, high: 0.5 });
}

#[test]
fn a_paired_difference_is_narrower_than_two_intervals() {
    // 40 tasks; 10 only a solves, 2 only b, 14 both, 14 none.
    let pair = |a: u8, b: u8| TaskPair { stratum: 0, cluster: 0, a: f64::from(a), b: f64::from(b) };
    let mut pairs = vec![pair(1, 0); 10];
    pairs.extend(vec![pair(0, 1); 2]);
    pairs.extend(vec![pair(1, 1); 14]);
    pairs.extend(vec![pair(0, 0); 14]);
    let got = paired_difference(&pairs, Drawing::Tasks, Overall::Micro, "pair").unwrap();
    near(got.estimate, 0.2, 1e-12, "estimate");
    // The standard error of a mean of 40 differences: sqrt((12/40 - 0.2²) / 40) = 0.0806.
    near(got.low, 0.2 - 1.96 * 0.0806, 0.03, "low");
    near(got.high, 0.2 + 1.96 * 0.0806, 0.03, "high");
    let turned: Vec<TaskPair> = pairs.iter().map(|pair| TaskPair { a: pair.b, b: pair.a, ..*pair }).collect();
    let turned = paired_difference(&turned, Drawing::Tasks, Overall::Micro, "pair").unwrap();
    near(turned.low, -got.high, 1e-12, "turned");
    let same: Vec<TaskPair> = pairs.iter().map(|pair| TaskPair { b: pair.a, ..*pair }).collect();
    let none = paired_difference(&same, Drawing::Tasks, Overall::Micro, "pair").unwrap();
    assert_eq!(none, Interval { estimate: 0.0, low: 0.0, high: 0.0 });
}

#[test]
fn the_same_seed_gives_the_same_interval() {
    let tasks = shares(7, 40);
    let at = |seed| bootstrap(&tasks, Drawing::Tasks, Overall::Micro, seed).unwrap();
    assert_eq!(at("a"), at("a"));
    assert!((at("a").low - at("b").low).abs() < 0.026);
}

#[test]
fn correlations_of_the_published_models() {
    let data = json(include_str!("data/correlation.json"));
    let column = |name: &str| -> Vec<f64> {
        data["model_means"].as_object().unwrap().values().map(|means| means[name].as_f64().unwrap()).collect()
    };
    assert_eq!(column("csr").len(), 14);
    // The paper's figures, with three decimals.
    let paper = [
        (("cov", "csr"), 0.853),
        (("cov", "tpr"), 0.878),
        (("csr", "tpr"), 0.577),
        (("csr", "ir"), 0.871),
        (("cov", "ir"), 0.650),
        (("ir", "tpr"), 0.389),
    ];
    for case in data["published"].as_array().unwrap() {
        let names = (case["a"].as_str().unwrap(), case["b"].as_str().unwrap());
        let (x, y) = (column(names.0), column(names.1));
        let want = |key: &str| case[key].as_f64().unwrap();
        near(pearson(&x, &y).unwrap(), want("pearson"), 1e-9, "Pearson");
        near(spearman(&x, &y).unwrap(), want("spearman"), 1e-9, "Spearman");
        near(kendall(&x, &y).unwrap(), want("kendall_tau_b"), 1e-9, "Kendall");
        let printed = paper.iter().find(|(pair, _)| *pair == names).unwrap().1;
        near(pearson(&x, &y).unwrap(), printed, 0.0005, "the paper");
    }
}

#[test]
fn correlations_with_ties_and_of_constants() {
    let ties = &json(include_str!("data/correlation.json"))["ties"];
    let (x, y) = (numbers(&ties["x"]), numbers(&ties["y"]));
    near(pearson(&x, &y).unwrap(), ties["pearson"].as_f64().unwrap(), 1e-9, "Pearson");
    near(spearman(&x, &y).unwrap(), ties["spearman"].as_f64().unwrap(), 1e-9, "Spearman");
    near(kendall(&x, &y).unwrap(), ties["kendall_tau_b"].as_f64().unwrap(), 1e-9, "Kendall");
    let constant = vec![0.1; x.len()];
    for correlation in [pearson, spearman, kendall] {
        assert_eq!(correlation(&x, &constant), None);
        assert_eq!(correlation(&constant, &x), None);
        assert_eq!(correlation(&x, &y[1..]), None);
        assert_eq!(correlation(&x[..1], &y[..1]), None);
        near(correlation(&x, &x).unwrap(), 1.0, 1e-12, "with itself");
    }
}
