//! The published board shows the figures of the tables, to the last digit.

use app::ports::{BoardRequest, Queries as _};
use axum::http::StatusCode;
use domain::{ContextMode, EntrySource, Language, Metric, Scope};

use crate::support::Site;

/// The tables as they were transcribed, read here a second time and on their own.
const TABLES: [&str; 3] = [
    include_str!("../../src/published/data/standard_results.csv"),
    include_str!("../../src/published/data/mutation.csv"),
    include_str!("../../src/published/data/context_modes.csv"),
];

/// Model, language, mode, metric and value of every cell.
fn cells() -> Vec<(String, Language, ContextMode, Metric, f64)> {
    let mut cells = Vec::new();
    for table in TABLES {
        let mut lines = table.lines();
        let head: Vec<&str> = lines.next().unwrap().split(',').collect();
        for line in lines {
            let row: Vec<&str> = line.split(',').collect();
            let of = |name: &str| row[head.iter().position(|column| *column == name).unwrap()];
            for (column, text) in head.iter().zip(&row) {
                if let Ok(metric) = column.parse::<Metric>() {
                    let (language, mode) = (of("language").parse().unwrap(), of("mode").parse().unwrap());
                    cells.push((of("model").to_owned(), language, mode, metric, text.parse().unwrap()));
                }
            }
        }
    }
    cells
}

#[tokio::test]
async fn every_cell_of_the_tables_is_on_the_board() {
    let site = Site::new().await;
    let cells = cells();
    // 14 × 5 × 4, 14 × 3 × 2 and 3 × 5 × 5 × 3 values.
    assert_eq!(cells.len(), 280 + 84 + 225);
    for mode in ContextMode::ALL {
        let request = BoardRequest {
            benchmark: "xrepotest".parse().unwrap(),
            mode: *mode,
            metric: Metric::Tpr,
            scope: Scope::Macro,
        };
        let board = site.backend.board(request).await.unwrap();
        assert!(board.rows.iter().all(|row| row.source == EntrySource::Published));
        for (model, language, _, metric, value) in cells.iter().filter(|(_, _, m, _, _)| m == mode) {
            let row = board.rows.iter().find(|row| row.model.as_str() == model).unwrap();
            let figure = row.figure(Scope::Language(*language), *metric).unwrap();
            assert_eq!(figure.percent.to_bits(), value.to_bits(), "{model} {language} {mode} {metric}");
        }
    }
}

#[tokio::test]
async fn the_best_is_first_and_near_ones_share_a_rank() {
    let site = Site::new().await;
    let request = BoardRequest {
        benchmark: "xrepotest".parse().unwrap(),
        mode: ContextMode::Standard,
        metric: Metric::Tpr,
        scope: Scope::Macro,
    };
    let board = site.backend.board(request).await.unwrap();
    // Means of the five TPR values of table A.4: GPT-5.2 18.08, Claude 4.5 Sonnet 17.92, then Claude 4.5 Haiku 10.18.
    let names: Vec<&str> = board.rows.iter().take(2).map(|row| row.model.as_str()).collect();
    assert_eq!(names, ["GPT-5.2", "Claude 4.5 Sonnet"]);
    let ranks: Vec<_> = board.rows.iter().take(2).map(|row| row.rank.unwrap()).collect();
    assert!(ranks[0].tied && ranks[1].rank == 1, "0.16 points on 3,642 tasks are no difference: {ranks:?}");
    let (low, high) = board.rows[0].interval.unwrap();
    assert!(low < 18.076 && 18.076 < high, "{low} to {high}");
    assert_eq!(board.modes.iter().map(|(_, n)| *n).collect::<Vec<_>>(), [14, 3, 3, 3, 3]);
    assert_eq!(board.benchmark.tasks(), 3642);
}

#[tokio::test]
async fn loading_twice_changes_nothing() {
    let site = Site::new().await;
    assert_eq!(server::published::load(&site.store).await.unwrap(), 0);
    let summary = site.backend.benchmarks().await.unwrap();
    let xrepotest = summary.iter().find(|benchmark| benchmark.slug.as_str() == "xrepotest").unwrap();
    assert_eq!(xrepotest.entries, 14 + 4 * 3);
}

#[tokio::test]
async fn the_page_shows_it() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let page = visitor.get("/benchmarks/xrepotest?language=go").await;
    assert_eq!(page.status, StatusCode::OK);
    let text = page.text();
    for part in ["XRepoTest", "GPT-5.2", "25.78", "Yi-Coder (9B)", "2.41", "Published"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(visitor.get("/benchmarks/nothing").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_formulas_in_use_are_the_newest_in_the_list() {
    let site = Site::new().await;
    let html = site.visitor().get("/about").await.body;
    let first = html.split("<dt>Version ").nth(1).unwrap().split('<').next().unwrap();
    assert_eq!(first, scoring::SCORING_VERSION, "a new version of the formulas is described on the page");
}
