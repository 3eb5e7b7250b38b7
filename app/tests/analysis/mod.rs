//! Pages over the data of a benchmark.

use std::sync::Arc;

use crate::fake::{Fake, get};
use crate::{count, page};

/// Every analysis page with the number of its charts.
const PAGES: [(&str, usize); 6] = [
    ("/benchmarks/xrepotest/failure-modes", 2),
    ("/benchmarks/xrepotest/failure-modes?language=rust", 3),
    ("/benchmarks/xrepotest/context?metric=ir", 3),
    ("/benchmarks/xrepotest/metrics", 5),
    ("/benchmarks/xrepotest/metrics?language=go", 2),
    ("/benchmarks/xrepotest/workflows", 4),
];

#[tokio::test]
async fn every_chart_has_a_sentence_two_drawings_a_table_and_a_source() {
    for (path, charts) in PAGES {
        let (status, html) = page(path).await;
        assert_eq!(status, 200, "{path}");
        for part in ["<figcaption>A sentence about it.", "class=\"chart wide\"", "class=\"chart narrow\""] {
            assert_eq!(count(&html, part), charts, "{path}: {part}");
        }
        assert_eq!(count(&html, "Source: XRepoTest, table 4. SVG: "), charts, "{path}");
        assert_eq!(count(&html, "Data table, 1 row"), charts, "{path}");
        assert!(html.contains("<th scope=\"row\">&lt;b"), "{path}: cells are escaped");
        assert!(html.contains("rel=\"canonical\"") && html.contains("<meta name=\"description\""), "{path}");
        assert!(html.contains("data-text=\"Analysis\" aria-current=\"page\""), "{path}");
    }
}

#[tokio::test]
async fn a_benchmark_without_such_data_says_so() {
    for (last, title) in [
        ("failure-modes", "No failure modes yet"),
        ("context", "No entries in several context modes yet"),
        ("metrics", "No figures of three or more entries yet"),
        ("workflows", "No figures of other workflows yet"),
    ] {
        let (status, html) = page(&format!("/benchmarks/starter/{last}")).await;
        assert_eq!(status, 200, "{last}");
        assert!(html.contains(title) && !html.contains("<figure"), "{last}");
        assert_eq!(page(&format!("/benchmarks/nothing/{last}")).await.0, 404, "{last}");
    }
}

#[tokio::test]
async fn a_language_that_is_none_is_named() {
    for last in ["failure-modes", "context", "metrics"] {
        let (status, html) = page(&format!("/benchmarks/xrepotest/{last}?language=cobol")).await;
        assert_eq!(status, 400, "{last}");
        assert!(html.contains("unknown language `cobol`"), "{last}");
    }
    assert!(page("/benchmarks/xrepotest/workflows?metric=wow").await.1.contains("unknown metric `wow`"));
    let broken = Arc::new(Fake { broken: true, ..Fake::default() });
    assert_eq!(get(broken, None, "/benchmarks/xrepotest/failure-modes").await.0, 500);
}

#[tokio::test]
async fn a_model_has_a_page_that_its_name_on_the_board_leads_to() {
    let (_, html) = page("/").await;
    assert!(html.contains("href=\"/models/Yi-Coder%20%289B%29\" class=\"model-name\""));
    let (status, html) = page("/models/Yi-Coder%20%289B%29").await;
    assert_eq!(status, 200);
    assert!(html.contains("<title>Yi-Coder (9B) · Assay</title>") && html.contains("<h1>Yi-Coder (9B)</h1>"));
    assert!(html.contains("href=\"/models/Yi-Coder%20%289B%29\" rel=\"canonical\""));
    // Table A.4: Yi-Coder in Rust.
    assert!(html.contains(">26.42<") && html.contains(">90.23<") && html.contains(">931<"));
    let (_, html) = page("/models/GPT-5.2").await;
    assert!(html.contains("href=\"/benchmarks/xrepotest?context=file\">File context</a>"));
    for (path, status) in [("/models/Nobody", 404), ("/models/%0a", 404)] {
        assert_eq!(page(path).await.0, status, "{path}");
    }
}

#[tokio::test]
async fn entries_are_ticked_on_the_board_and_compared() {
    let (_, board) = page("/").await;
    assert!(board.contains("<form method=\"get\" action=\"/compare\" class=\"board-wrap\">"));
    let ids: Vec<&str> =
        board.split("name=\"entries\" value=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.len(), 14);
    assert!(board.contains("Compare GPT-5.2, published"), "the box has a name");

    let (status, html) = page(&format!("/compare?entries={}&entries={}", ids[0], ids[1])).await;
    assert_eq!(status, 200);
    assert!(html.contains("<title>Compare GPT-5.2 and Claude 4.5 Sonnet · Assay</title>"));
    // Means of table A.4: 18.076 and 17.922, and their difference.
    assert!(html.contains(">18.08<") && html.contains(">17.92<") && html.contains(">+0.15<"));
    assert!(html.contains("GPT-5.2 ahead") && html.contains(">0.0215<"));
    assert!(html.contains("Solved by GPT-5.2 and not by Claude 4.5 Sonnet: 9"));
    assert!(html.contains("The first 1 of 9.") && html.contains("href=\"/tasks/go-cobra-0001\""));
    assert!(html.contains("0.6396") && html.contains("Source: XRepoTest, table A.9"));

    let (status, html) = page(&format!("/compare?entries={},{},{}", ids[0], ids[1], ids[2])).await;
    assert_eq!(status, 200);
    assert!(html.contains("No paired test") && !html.contains("Difference, points"));
    let (status, html) = page("/compare").await;
    assert_eq!(status, 200);
    assert!(html.contains("tick two to four entries"));
    assert_eq!(page("/compare?entries=x").await.0, 404);
}

#[tokio::test]
async fn a_board_whose_metrics_are_data_needs_no_page_of_its_own() {
    let (status, html) = page("/benchmarks/sheet").await;
    assert_eq!(status, 200);
    // Best first; an unknown cost is unknown and not zero.
    assert!(
        html.find("Sonnet").unwrap() < html.find("&lt;b>Luna").unwrap_or_else(|| html.find("&lt;b&gt;Luna").unwrap())
    );
    assert!(html.contains(">57.94 ") || html.contains(">57.94<"));
    assert!(html.contains(">0.6222") && html.contains("class=\"num none\"") && html.contains("50.0 to 60.0"));
    assert!(html.contains("What cost is.") && html.contains("Source: a summary."));
    assert!(!html.contains("0 tasks"));
    let (status, html) = page("/benchmarks/sheet?sort=cost&order=reversed").await;
    assert_eq!(status, 200);
    assert!(html.contains("Worst cost first.") && html.contains("aria-sort=\"descending\""));
    assert_eq!(page("/benchmarks/sheet?sort=speed").await.0, 400);
}
