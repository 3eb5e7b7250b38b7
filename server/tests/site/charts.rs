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
