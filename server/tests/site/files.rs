//! Files of the built site.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};

use crate::support::{Options, Site};

async fn site() -> (Site, tempfile::TempDir) {
    let built = tempfile::tempdir().unwrap();
    std::fs::create_dir(built.path().join("pkg")).unwrap();
    std::fs::write(built.path().join("pkg/assay.css"), "body{}").unwrap();
    std::fs::write(built.path().join("pkg/assay.css.br"), "compressed").unwrap();
    std::fs::write(built.path().join("favicon.svg"), "<svg/>").unwrap();
    std::fs::write(built.path().join("../secret.txt"), "secret").unwrap();
    let mut options = Options::default();
    options.http.site_root = built.path().to_owned();
    (Site::with(options).await, built)
}

#[tokio::test]
async fn a_known_file_is_not_sent_again() {
    let (site, _built) = site().await;
    let mut visitor = site.visitor();
    let first = visitor.get("/pkg/assay.css").await;
    assert_eq!((first.status, first.body.as_str()), (StatusCode::OK, "body{}"));
    assert_eq!(first.header(header::CONTENT_TYPE), "text/css");
    assert_eq!(first.header(header::CACHE_CONTROL), "public, no-cache");
    let tag = first.header(header::ETAG).to_owned();
    assert!(!tag.is_empty());
    for (asked, status) in [(tag.as_str(), StatusCode::NOT_MODIFIED), ("\"other\"", StatusCode::OK)] {
        let request = visitor
            .request(Method::GET, "/pkg/assay.css")
            .header(header::IF_NONE_MATCH, asked)
            .body(Body::empty())
            .unwrap();
        let again = visitor.send(request).await;
        assert_eq!(again.status, status);
        assert_eq!(again.body.is_empty(), status == StatusCode::NOT_MODIFIED);
    }
}

#[tokio::test]
async fn the_compressed_form_is_sent_to_those_who_take_it() {
    let (site, _built) = site().await;
    let mut visitor = site.visitor();
    let request = visitor
        .request(Method::GET, "/pkg/assay.css")
        .header(header::ACCEPT_ENCODING, "gzip, br")
        .body(Body::empty())
        .unwrap();
    let answer = visitor.send(request).await;
    assert_eq!((answer.header(header::CONTENT_ENCODING), answer.body.as_str()), ("br", "compressed"));
    let plain = visitor.get("/pkg/assay.css").await;
    assert_ne!(answer.header(header::ETAG), plain.header(header::ETAG));
}

#[tokio::test]
async fn only_files_of_the_site() {
    let (site, _built) = site().await;
    let mut visitor = site.visitor();
    assert_eq!(visitor.get("/favicon.svg").await.body, "<svg/>");
    assert_eq!(visitor.get("/pkg/missing.js").await.status, StatusCode::NOT_FOUND);
    for path in
        ["/../secret.txt", "/pkg/../../secret.txt", "/pkg/%2e%2e/%2e%2e/secret.txt", "/pkg/..%2f..%2fsecret.txt"]
    {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(!answer.body.contains("secret\n") && answer.body != "secret", "{path}");
    }
}
