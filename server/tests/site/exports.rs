//! A board to take away.

use axum::http::{StatusCode, header};

use crate::support::Site;

const STANDARD: &str = include_str!("../../src/published/data/standard_results.csv");

#[tokio::test]
async fn the_csv_has_the_figures_of_the_paper_to_the_last_digit() {
    let site = Site::new().await;
    let answer = site.visitor().get("/benchmarks/xrepotest/export/board.csv?language=go").await;
    assert_eq!(answer.header(header::CONTENT_TYPE), "text/csv; charset=utf-8");
    let mut lines = answer.body.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let at = |name: &str| head.iter().position(|column| *column == name).unwrap();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 14);
    let mut checked = 0;
    for line in STANDARD.lines().filter(|line| line.contains(",go,standard,")) {
        // model, tier, language, mode, csr, tpr, cov, ir
        let cells: Vec<&str> = line.split(',').collect();
        let row = rows.iter().find(|row| row[at("model")] == cells[0]).unwrap();
        for (column, text) in [("csr_go", cells[4]), ("tpr", cells[5]), ("cov_go", cells[6]), ("ir_go", cells[7])] {
            assert_eq!(row[at(column)].parse::<f64>().unwrap().to_bits(), text.parse::<f64>().unwrap().to_bits());
            checked += 1;
        }
        assert_eq!((row[at("n")], row[at("source")]), ("706", "published"));
    }
    assert_eq!(checked, 14 * 4);
}

#[tokio::test]
async fn filters_and_order_of_the_view_are_those_of_the_file() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let path = "/benchmarks/xrepotest/export/board.json?language=rust&sort=model&q=claude";
    let answer = visitor.get(path).await;
    let value: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let models: Vec<_> =
        value["entries"].as_array().unwrap().iter().map(|entry| entry["model"].as_str().unwrap()).collect();
    assert_eq!(models, ["Claude 4.5 Haiku", "Claude 4.5 Sonnet"]);
    assert_eq!(
        value["entries"][1]["headline"],
        serde_json::json!({"metric": "tpr", "scope": "rust", "percent": 12.78, "n": 931})
    );
    assert!(value["address"].as_str().unwrap().ends_with("/benchmarks/xrepotest?language=rust&sort=model&q=claude"));

    let tex = visitor.get("/benchmarks/xrepotest/export/board.tex?language=rust").await.body;
    assert!(tex.contains("\\begin{tabular}") && tex.contains("Claude 4.5 Sonnet & 12.78 & [10."), "{tex}");
    let bib = visitor.get("/benchmarks/xrepotest/export/board.bib").await.body;
    assert!(bib.starts_with("@misc{assay-xrepotest-") && bib.contains("tables 3, A.4 and A.5"));
    for (path, status) in [
        ("/benchmarks/xrepotest/export/board.pdf", StatusCode::NOT_FOUND),
        ("/benchmarks/nowhere/export/board.csv", StatusCode::NOT_FOUND),
        ("/benchmarks/xrepotest/export/board.csv?language=cobol", StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(visitor.get(path).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn new_entries_are_a_feed() {
    let site = Site::new().await;
    let answer = site.visitor().get("/feed.atom").await;
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/atom+xml; charset=utf-8");
    // 14 in the standard context and 3 in each of the other four.
    assert_eq!(answer.body.matches("<entry>").count(), 26);
    assert!(answer.body.contains("<title>GPT-5.2 on XRepoTest, Standard context</title>"));
    assert!(answer.body.contains("/models/Yi-Coder%20%289B%29\"/>") && answer.body.contains("<id>urn:uuid:"));
}

#[tokio::test]
async fn other_benchmarks_are_boards_by_their_data_alone() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let html = visitor.get("/benchmarks/swepatchtest").await.body;
    // Tables 2 and 8 of its paper, first row.
    for text in ["GPT-5.6-sol", "9.21", "7.0 to 11.5", "CT-WDR", "47.66", "Source: SWEPatchTest, tables 2 and 8."] {
        assert!(html.contains(text), "{text}");
    }
    let html = visitor.get("/benchmarks/multi-swt-bench?sort=cost_usd_per_instance").await.body;
    assert!(html.contains("0.0175") && html.contains("class=\"num none\"") && html.contains("Success against cost"));
    let html = visitor.get("/benchmarks/clover").await.body;
    assert!(html.contains("75.60") && html.contains("contextual 64k"));

    let file = visitor.get("/benchmarks/multi-swt-bench/export/board.csv").await;
    assert!(file.body.contains("MSWE-agent,GPT-5.6 Luna,all,40,\r\n"), "{}", file.body);
    assert_eq!(visitor.get("/benchmarks/clover/export/board.tex").await.status, StatusCode::NOT_FOUND);
    let list = visitor.get("/benchmarks").await.body;
    for name in ["SWEPatchTest", "Multi-SWT-Bench", "CLOVER"] {
        assert!(list.contains(name), "{name}");
    }
}
