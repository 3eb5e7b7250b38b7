//! What cannot be used is refused with its line and reason, and nothing is stored.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use server::config::UploadConfig;

use crate::support::{Answer, GO, Options, RUBY, Site};

const GO_SUITE: &str = "```go\npackage demo\n\nimport \"testing\"\n\nfunc TestAlpha(t *testing.T) { alpha() }\n```";

fn line(task: &str, response: &str) -> String {
    serde_json::json!({ "task_id": task, "response": response }).to_string()
}

/// Uploads as a vendor; the upload must be refused, and leave nothing behind.
async fn refused(site: &Site, file: impl Into<Vec<u8>>, status: StatusCode) -> Answer {
    let mut vendor = site.vendor("acme").await;
    let answer = vendor.upload(file).await;
    assert_eq!(answer.status, status, "{}", answer.text());
    assert_eq!(site.submissions().await, 0);
    assert_eq!(site.store.job_counts().await.unwrap(), (0, 0, 0));
    answer
}

async fn refused_line(file: impl Into<Vec<u8>>, line: u64, reason: &str) {
    let site = Site::new().await;
    let answer = refused(&site, file, StatusCode::UNPROCESSABLE_ENTITY).await;
    let text = answer.text();
    assert!(text.contains("Nothing was stored"), "{text}");
    assert!(text.contains(reason), "`{reason}` in {text}");
    // The line is the head of its row.
    let head = format!(">{line}</th>");
    assert!(answer.body.contains(&head), "line {line} in {}", answer.body);
    assert!(answer.body.contains("value=\"Model X\""), "what was typed is kept");
}

#[tokio::test]
async fn not_json() {
    refused_line(format!("{}\nthis is not JSON\n", line(GO[0], GO_SUITE)), 2, "JSON").await;
}

#[tokio::test]
async fn wrong_encoding() {
    let mut file = line(GO[0], GO_SUITE).into_bytes();
    file.extend_from_slice(b"\n{\"task_id\":\"caf\xe9\",\"response\":\"x\"}\n");
    refused_line(file, 2, "UTF-8").await;
}

#[tokio::test]
async fn nul_bytes() {
    let mut file = line(GO[0], GO_SUITE).into_bytes();
    file.extend_from_slice(b"\n\0\0\0\n");
    refused_line(file, 2, "NUL").await;
    refused_line(line(GO[0], "```go\npackage demo\n// \0\n```"), 1, "NUL").await;
}

#[tokio::test]
async fn unknown_ids() {
    refused_line(format!("\n{}\n", line("go-demo-alfa", GO_SUITE)), 2, "go-demo-alfa").await;
}

#[tokio::test]
async fn duplicate_ids() {
    let file = format!("{}\n{}\n{}\n", line(GO[0], GO_SUITE), line(GO[1], GO_SUITE), line(GO[0], GO_SUITE));
    refused_line(file, 3, GO[0]).await;
}

#[tokio::test]
async fn empty_response() {
    refused_line(format!("{}\n{}\n", line(GO[0], GO_SUITE), line(RUBY[0], "")), 2, "empty").await;
}

#[tokio::test]
async fn a_suite_of_five_megabytes() {
    let suite = format!("```go\npackage demo\n// {}\n```", "x".repeat(5 << 20));
    refused_line(format!("{}\n{}\n", line(GO[0], GO_SUITE), line(GO[1], &suite)), 2, "suite").await;
}

#[tokio::test]
async fn a_million_lines() {
    let site = Site::new().await;
    let answer = refused(&site, "{}\n".repeat(1_000_000), StatusCode::UNPROCESSABLE_ENTITY).await;
    assert!(answer.text().contains("50,000 lines") || answer.text().contains("50000 lines"), "{}", answer.text());
    assert!(answer.body.len() < 2 << 20, "the page stays small: {}", answer.body.len());
}

#[tokio::test]
async fn a_file_above_the_limit_is_never_held_in_memory() {
    let uploads = UploadConfig { max_bytes: 1 << 20, ..UploadConfig::default() };
    let site = Site::with(Options { uploads, ..Options::default() }).await;
    let mut vendor = site.vendor("acme").await;
    // 512 MB, made while it is sent. The other tests of this process need memory of their own meanwhile.
    let head = "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nModel X\r\n\
                --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"big.jsonl\"\r\n\r\n";
    let chunk = bytes::Bytes::from(vec![b'x'; 1 << 20]);
    let parts = std::iter::once(bytes::Bytes::from(head))
        .chain(std::iter::repeat_n(chunk, 512))
        .chain(std::iter::once(bytes::Bytes::from("\r\n--b--\r\n")))
        .map(Ok::<_, std::io::Error>);
    let request = vendor
        .request(Method::POST, "/submissions")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .body(Body::from_stream(futures::stream::iter(parts)))
        .unwrap();
    let before = resident_bytes();
    let answer = vendor.send(request).await;
    assert!(resident_bytes() < before + (256 << 20), "memory grew with the upload");
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.text().contains("larger than 1048576 bytes"), "{}", answer.text());
    assert!(answer.body.contains("value=\"Model X\""));
    assert_eq!(site.submissions().await, 0);
    let spooled = std::fs::read_dir(site.data.path().join("spool")).unwrap().count();
    assert_eq!(spooled, 0, "nothing is left on disk");
}

fn resident_bytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

#[tokio::test]
async fn fields_are_checked_before_the_file() {
    let site = Site::new().await;
    let mut vendor = site.vendor("acme").await;
    let good = line(GO[0], GO_SUITE);
    for (fields, reason) in [
        (vec![("mode", "standard")], "is missing; give the name that the board shall show"),
        (vec![("model", "X\u{202e}Y"), ("mode", "standard")], "invisible or control characters"),
        (vec![("model", "X"), ("mode", "telepathy")], "Choose what the model was shown"),
        (vec![("model", "X"), ("mode", "standard"), ("benchmark", "xrepotest")], "published figures only"),
        (vec![("model", "X"), ("mode", "standard"), ("benchmark", "nothing")], "There is no such benchmark"),
    ] {
        let answer = vendor.upload_with(&fields, good.clone()).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
        assert!(answer.text().contains(reason), "{reason} in {}", answer.text());
    }
    let empty = vendor.upload("").await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(empty.text().contains("none arrived, or it was empty"), "{}", empty.text());
    assert_eq!(site.submissions().await, 0);
}

#[tokio::test]
async fn a_form_that_is_none() {
    let site = Site::new().await;
    let mut vendor = site.vendor("acme").await;
    let request = vendor
        .request(Method::POST, "/submissions")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from("{}"))
        .unwrap();
    assert_eq!(vendor.send(request).await.status, StatusCode::BAD_REQUEST);
    let request = vendor
        .request(Method::POST, "/submissions")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .body(Body::from("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ncut off"))
        .unwrap();
    assert_eq!(vendor.send(request).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(site.submissions().await, 0);
}

#[tokio::test]
async fn a_good_file_is_stored_with_its_report_and_queued_once() {
    let site = Site::new().await;
    let mut vendor = site.vendor("acme").await;
    let file = format!("{}\n{}\n", line(GO[0], GO_SUITE), line(RUBY[0], "I cannot help with that."));
    let stored = vendor.upload(file.clone()).await;
    let address = stored.location().to_owned();
    assert_eq!(site.store.job_counts().await.unwrap(), (0, 0, 0), "not queued before the vendor says so");

    let page = vendor.get(&address).await;
    assert_eq!(page.status, StatusCode::OK);
    let report: domain::UploadReport =
        serde_json::from_str(&vendor.get(&format!("{address}/report.json")).await.body).unwrap();
    assert_eq!((report.suites, report.missing_total, report.errors_total, report.warnings_total), (2, 3, 0, 1));
    assert_eq!(report.bytes, file.len() as u64);
    let hash = <sha2::Sha256 as sha2::Digest>::digest(file.as_bytes());
    assert_eq!(report.sha256.as_str(), hex::encode(hash));

    for _ in 0..2 {
        assert_eq!(vendor.post(&format!("{address}/queue"), "").await.location(), address);
        assert_eq!(site.store.job_counts().await.unwrap(), (2, 0, 0));
    }
}
