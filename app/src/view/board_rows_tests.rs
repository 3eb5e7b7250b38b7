use domain::{ContextMode, EntryId, EntrySource, Language, Metric, Scope, Timestamp};

use super::*;
use crate::ports::{BenchmarkSummary, RankRange};

const GO: Scope = Scope::Language(Language::Go);

fn row(number: u32, model: &str, rank: u32, figures: &[(Scope, Metric, f64, u64)]) -> BoardRow {
    BoardRow {
        entry: format!("01990000-0000-7000-8000-{number:012}").parse::<EntryId>().unwrap(),
        model: model.parse().unwrap(),
        provider: "Example".to_owned(),
        link: String::new(),
        open_weights: number.is_multiple_of(2),
        source: if number == 3 { EntrySource::Verified } else { EntrySource::Published },
        submission: None,
        added: Timestamp(0),
        rank: (rank > 0).then_some(RankRange { rank, low: rank, high: rank, tied: false }),
        interval: None,
        figures: figures.iter().map(|&(scope, metric, percent, n)| Figure { scope, metric, percent, n }).collect(),
    }
}

fn board(rows: Vec<BoardRow>) -> Board {
    Board {
        benchmark: BenchmarkSummary {
            slug: "b".parse().unwrap(),
            name: "B".to_owned(),
            version: "1".to_owned(),
            description: String::new(),
            languages: vec![(Language::Rust, 931), (Language::Go, 706)],
            repositories: 2,
            entries: rows.len() as u64,
            updated: Timestamp(0),
            has_tasks: false,
            links: Vec::new(),
            citation: String::new(),
        },
        modes: vec![(ContextMode::Standard, rows.len() as u64)],
        metrics: vec![Metric::Csr, Metric::Tpr],
        rows,
    }
}

fn models(board: &Board, query: &str) -> Vec<String> {
    let (view, problems) = BoardView::parse(query.split('&').filter_map(|pair| pair.split_once('=')));
    assert!(problems.is_empty(), "{problems:?}");
    shown_rows(board, &view).into_iter().map(|shown| shown.row.model.to_string()).collect()
}

fn sample() -> Board {
    board(vec![
        row(1, "beta", 1, &[(Scope::Macro, Metric::Tpr, 9.0, 1637), (GO, Metric::Tpr, 1.0, 706)]),
        row(2, "Alpha", 1, &[(Scope::Macro, Metric::Tpr, 9.0, 1637), (GO, Metric::Csr, 50.0, 706)]),
        row(3, "gamma", 0, &[(GO, Metric::Tpr, 4.0, 700)]),
        row(4, "delta", 3, &[(Scope::Macro, Metric::Tpr, 3.0, 1637), (Scope::Micro, Metric::Tpr, 3.5, 1637)]),
    ])
}

#[test]
fn unknown_values_are_last_in_either_order_and_ties_go_by_name() {
    let board = sample();
    assert_eq!(models(&board, ""), ["Alpha", "beta", "delta", "gamma"]);
    assert_eq!(models(&board, "order=reversed"), ["delta", "Alpha", "beta", "gamma"]);
    assert_eq!(models(&board, "sort=tpr.go"), ["gamma", "beta", "Alpha", "delta"]);
    assert_eq!(models(&board, "sort=tpr.go&order=reversed"), ["beta", "gamma", "Alpha", "delta"]);
    assert_eq!(models(&board, "sort=model&order=reversed"), ["gamma", "delta", "beta", "Alpha"]);
    assert_eq!(models(&board, "language=go"), ["gamma", "beta", "Alpha", "delta"]);
}

#[test]
fn filters_narrow_the_rows() {
    let board = sample();
    assert_eq!(models(&board, "q=ALP"), ["Alpha"]);
    assert_eq!(models(&board, "q=example&open=1"), ["Alpha", "delta"]);
    assert_eq!(models(&board, "source=verified"), ["gamma"]);
    assert_eq!(models(&board, "q=nobody"), Vec::<String>::new());
}

#[test]
fn a_bracket_joins_shown_rows_of_one_rank() {
    let board = sample();
    let brackets = |view: &BoardView| shown_rows(&board, view).iter().map(|row| row.bracket).collect::<Vec<_>>();
    let view = BoardView::default();
    assert_eq!(brackets(&view), [Bracket::First, Bracket::Last, Bracket::Alone, Bracket::Alone]);
    // Its partner is hidden, so there is nothing to join.
    assert_eq!(brackets(&BoardView { open_weights: true, ..view.clone() }), [Bracket::Alone, Bracket::Alone]);
    assert_eq!(brackets(&view.sorted_by(Column::Model)), [Bracket::None; 4]);
}

#[test]
fn columns_are_those_that_rows_have() {
    let board = sample();
    let all = BoardView::default();
    let scopes = |columns: Vec<FigureColumn>| columns.iter().map(|c| (c.metric, c.scope)).collect::<Vec<_>>();
    let languages = language_columns(&board, &all);
    assert_eq!(languages.iter().map(|(language, _)| *language).collect::<Vec<_>>(), [Language::Rust, Language::Go]);
    // Two entries differ in the number of Go tasks, so the heading cannot name one.
    assert_eq!(languages[1].1.n, None);
    assert_eq!(scopes(metric_columns(&board, &all)), [(Metric::Tpr, Scope::Micro)]);
    let go = all.with_language(Some(Language::Go));
    assert!(language_columns(&board, &go).is_empty());
    assert_eq!(scopes(metric_columns(&board, &go)), [(Metric::Csr, GO)]);
    assert_eq!(languages_with(&board, Metric::Tpr), [Language::Go]);
    // A mean over Go alone would be no mean, and Rust is missing for pooling.
    assert_eq!(figure(&board, &board.rows[1], Scope::Macro, Metric::Csr), None);
    assert_eq!(figure(&board, &board.rows[1], Scope::Micro, Metric::Csr), None);
}

#[test]
fn figures_over_all_languages_follow_from_those_per_language() {
    let lang = Scope::Language;
    // GPT-5.2 in the paper's tables: TPR of five languages, mutation scores of three.
    let mut board = board(vec![
        row(
            1,
            "GPT-5.2",
            1,
            &[
                (lang(Language::Rust), Metric::Tpr, 12.24, 931),
                (lang(Language::Julia), Metric::Tpr, 16.52, 684),
                (lang(Language::Go), Metric::Tpr, 25.78, 706),
                (lang(Language::Ruby), Metric::Tpr, 25.78, 675),
                (lang(Language::Php), Metric::Tpr, 10.06, 646),
                (lang(Language::Rust), Metric::Ms, 4.14, 931),
                (lang(Language::Go), Metric::Ms, 19.62, 706),
                (lang(Language::Ruby), Metric::Ms, 6.29, 675),
                (lang(Language::Rust), Metric::MsAtPass, 50.0, 931),
                (lang(Language::Go), Metric::MsAtPass, 76.96, 706),
            ],
        ),
        row(2, "partial", 0, &[(GO, Metric::Ms, 5.0, 706)]),
    ]);
    board.benchmark.languages = Language::ALL.iter().map(|language| (*language, 700)).collect();
    let of = |i: usize, scope, metric| figure(&board, &board.rows[i], scope, metric);
    // 114 + 113 + 182 + 174 + 65 of 3,642 tasks.
    let pooled = of(0, Scope::Micro, Metric::Tpr).unwrap();
    assert!((pooled.percent - 100.0 * 648.0 / 3642.0).abs() < 1e-9 && pooled.n == 3642, "{pooled:?}");
    let mean = of(0, Scope::Macro, Metric::Ms).unwrap();
    assert!((mean.percent - 10.016_666_666).abs() < 1e-6 && mean.n == 2312, "{mean:?}");
    // Lines and mutants cannot be counted from a mean, conditions cannot be mixed, and two languages are missing here.
    assert_eq!(of(0, Scope::Micro, Metric::Ms), None);
    assert_eq!(of(0, Scope::Macro, Metric::MsAtPass), None);
    assert_eq!(of(1, Scope::Macro, Metric::Ms), None);
    let columns =
        metric_columns(&Board { metrics: vec![Metric::Tpr, Metric::Ms], ..board.clone() }, &BoardView::default());
    assert_eq!(
        columns.iter().map(|c| (c.metric, c.scope, c.n)).collect::<Vec<_>>(),
        [(Metric::Tpr, Scope::Micro, Some(3642)), (Metric::Ms, Scope::Macro, Some(2312))],
    );
}

#[test]
fn the_best_of_a_column_is_bold_unless_it_is_zero() {
    let board = sample();
    let top = best(&board, Metric::Tpr, Scope::Macro);
    assert!(is_best(9.0, top) && is_best(8.996, top) && !is_best(8.99, top));
    assert!(!is_best(0.0, Some(0.0)) && !is_best(1.0, None));
}

#[test]
fn heat_has_seven_steps() {
    // The mock-up: peak 26.93; 12.24 is step 3, 25.78 is step 6, 0.44 is step 0.
    assert_eq!([0.44, 1.5, 6.37, 12.24, 16.52, 19.88, 25.78, 26.93].map(|v| heat(v, 26.93)), [0, 1, 2, 3, 4, 5, 6, 6]);
    assert_eq!(heat(1.0, 0.0), 0);
}

#[test]
fn shares_stand_for_tasks() {
    // Table of the paper: GPT-5.2 passes 182 of 706 Go tasks, 25.78 %.
    let figure = |metric| Figure { scope: GO, metric, percent: 25.78, n: 706 };
    assert_eq!(task_count(figure(Metric::Tpr)), Some(182));
    assert_eq!(task_count(figure(Metric::Cov)), None);
}
