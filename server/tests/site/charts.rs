//! Charts over the published tables, as pages and as files.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};

use crate::support::{Answer, Site, Visitor};

async fn ask(visitor: &mut Visitor, path: &str, tag: &str) -> Answer {
    let request = visitor.request(Method::GET, path).header(header::IF_NONE_MATCH, tag).body(Body::empty()).unwrap();
    visitor.send(request).await
}

#[tokio::test]
async fn failure_modes_are_those_of_the_paper() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let html = visitor.get("/benchmarks/xrepotest/failure-modes").await.body;
    // Table 4: API hallucination falls in Rust (48.05 to 36.09), Go (18.89 to 14.35) and Ruby (42.17 to 41.88).
    let reading = "Showing the whole file lowers API hallucination in 3 of 5 languages, most in Rust (by 12.0 points).";
    assert!(html.contains(reading));
    assert!(html.contains("Source: XRepoTest, table 4.") && html.contains("Source: XRepoTest, table A.13."));
    assert!(html.contains("3 models together, 3,642 tasks"));
    assert!(html.contains("class=\"chart wide\"") && html.contains("class=\"chart narrow\""));

    let html = visitor.get("/benchmarks/xrepotest/failure-modes?language=ruby").await.body;
    // Table A.12: the models stand beside each other.
    assert!(html.contains("Claude 4.5 Sonnet, standard") && html.contains("Source: XRepoTest, table A.12."));
    assert!(html.contains("675 tasks"));
}

#[tokio::test]
async fn a_chart_is_a_file_that_browsers_keep() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let path = "/charts/failure-modes.svg?benchmark=xrepotest&language=go";
    let light = visitor.get(path).await;
    assert_eq!((light.status, light.header(header::CONTENT_TYPE)), (StatusCode::OK, "image/svg+xml"));
    assert!(light.body.starts_with("<svg") && light.body.len() < 60_000 && !light.body.contains("class="));

    let tag = light.header(header::ETAG).to_owned();
    let again = ask(&mut visitor, path, &tag).await;
    assert_eq!((again.status, again.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    let dark = ask(&mut visitor, &format!("{path}&theme=dark"), &tag).await;
    assert_eq!(dark.status, StatusCode::OK);
    assert_ne!(dark.body, light.body);
    assert!(visitor.get(&format!("{path}&width=400")).await.body.contains("width=\"400\""));
}

#[tokio::test]
async fn what_is_no_chart_is_said() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for (path, status) in [
        ("/charts/pie.svg?benchmark=xrepotest", StatusCode::UNPROCESSABLE_ENTITY),
        ("/charts/failure-modes.svg", StatusCode::UNPROCESSABLE_ENTITY),
        ("/charts/failure-modes.svg?benchmark=xrepotest&theme=blue", StatusCode::UNPROCESSABLE_ENTITY),
        ("/charts/failure-modes.png?benchmark=xrepotest", StatusCode::NOT_FOUND),
        ("/charts/failure-modes.svg?benchmark=starter", StatusCode::NOT_FOUND),
    ] {
        assert_eq!(visitor.get(path).await.status, status, "{path}");
    }
    assert_eq!(visitor.get("/benchmarks/nowhere/failure-modes").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn metrics_are_correlated_as_in_the_paper() {
    let site = Site::new().await;
    let html = site.visitor().get("/benchmarks/xrepotest/metrics").await.body;
    // The paper: CSR and TPR 0.577, Cov 0.853, IR 0.871; TPR and Cov 0.878, IR 0.389; Cov and IR 0.650.
    let start = html.find("id=\"metric-correlation\"").unwrap();
    let table = html[start..].split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap();
    for row in [["1.00", "0.58", "0.85", "0.87"], ["0.58", "1.00", "0.88", "0.39"], ["0.85", "0.88", "1.00", "0.65"]] {
        let cells: String = row.iter().map(|cell| format!("<td class=\"num\">{cell}</td>")).collect();
        assert!(table.contains(&cells), "{row:?} in {table}");
    }
    assert!(html.contains("9.7 % of the suites that pass"));
}

#[tokio::test]
async fn context_modes_are_differences_with_intervals() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let html = visitor.get("/benchmarks/xrepotest/context?language=go").await.body;
    // Table 3, GPT-5.2 in Go: 37.68 with the file, 25.78 without. Newcombe's interval of 266/706 and 182/706, computed
    // apart in Python, is 7.053 to 16.666 points.
    assert!(html.contains("11.90 [7.1, 16.7]"), "interval");
    assert!(html.contains("difference to the standard context, Go"));
    let cov = visitor.get("/benchmarks/xrepotest/context?metric=cov").await.body;
    assert!(cov.contains("its differences have no intervals"));
}

#[tokio::test]
async fn published_entries_are_compared_without_a_paired_test() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let board = visitor.get("/benchmarks/xrepotest").await.body;
    let ids: Vec<&str> =
        board.split("value=\"").skip(1).filter_map(|rest| rest.split('"').next()).filter(|id| id.len() == 36).collect();
    assert_eq!(ids.len(), 14);
    // The board is in the order of TPR: GPT-5.2, Claude 4.5 Sonnet.
    let answer = visitor.get(&format!("/compare?entries={}&entries={}", ids[0], ids[1])).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(answer.body.contains("GPT-5.2 is ahead in Ruby, Claude 4.5 Sonnet is ahead in PHP"));
    assert!(answer.body.contains("No paired test") && answer.body.contains("Published entries give rates"));
    // Table A.9: Rust, standard context.
    assert!(answer.body.contains(">0.22<") && answer.body.contains(">0.6396<"));
    for (query, status) in [
        (format!("entries={}", ids[0]), StatusCode::BAD_REQUEST),
        (format!("entries={0}&entries={0}", ids[0]), StatusCode::BAD_REQUEST),
        (ids[..5].iter().map(|id| format!("entries={id}&")).collect(), StatusCode::BAD_REQUEST),
        ("entries=01990000-0000-7000-8000-000000000001,".to_owned() + ids[0], StatusCode::NOT_FOUND),
    ] {
        assert_eq!(visitor.get(&format!("/compare?{query}")).await.status, status, "{query}");
    }
}

#[tokio::test]
async fn a_model_shows_all_its_modes() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let html = visitor.get("/models/GPT-OSS%20%28120B%29").await.body;
    for mode in ["Standard context", "File context", "LSP context", "RAG BM25 context", "RAG dense context"] {
        assert!(html.contains(mode), "{mode}");
    }
    // 48 of 350: the run that is kept visible with its own number of tasks.
    assert!(html.contains(">13.71<") && html.contains(">350<"));
    assert!(html.contains("Failure modes of GPT-OSS (120B)"));
    assert_eq!(visitor.get("/models/Nobody").await.status, StatusCode::NOT_FOUND);
}
