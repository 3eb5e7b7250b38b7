//! Prompts: downloads, and what a task page shows of them.

use std::io::Read as _;

use axum::http::StatusCode;
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::support::{GO, Site};

async fn download(site: &Site, path: &str) -> (StatusCode, Vec<u8>) {
    let answer = site.visitor().get(path).await;
    (answer.status, answer.bytes.to_vec())
}

fn lines(body: &[u8]) -> Vec<Value> {
    let mut text = String::new();
    GzDecoder::new(body).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn prompts_are_downloaded_by_mode_and_language() {
    let site = Site::new().await;
    let (status, body) = download(&site, "/benchmarks/starter/prompts/file.jsonl.gz").await;
    assert_eq!(status, StatusCode::OK);
    let all = lines(&body);
    assert_eq!(all.len(), 5);
    let keys: Vec<&str> = all[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["prompt", "system_prompt", "task_id"], "the three of the reference");
    assert!(all[0]["prompt"].as_str().unwrap().contains(">>> the function to test\nline 1\n"));

    let (_, body) = download(&site, "/benchmarks/starter/prompts/standard.jsonl.gz?language=go").await;
    let go: Vec<Value> = lines(&body).into_iter().map(|line| line["task_id"].clone()).collect();
    assert_eq!(go, GO);
}

#[tokio::test]
async fn the_same_version_gives_the_same_bytes() {
    let (one, two) = (Site::new().await, Site::new().await);
    for mode in ["standard", "file", "lsp", "rag_bm25"] {
        let path = format!("/benchmarks/starter/prompts/{mode}.jsonl.gz");
        let first = download(&one, &path).await;
        assert_eq!(first.0, StatusCode::OK, "{mode}");
        assert_eq!(first, download(&one, &path).await, "{mode}: kept");
        assert_eq!(first, download(&two, &path).await, "{mode}: made elsewhere");
    }
}

#[tokio::test]
async fn what_there_is_not_is_not_found() {
    let site = Site::new().await;
    for path in [
        "starter/prompts/rag_dense.jsonl.gz",
        "starter/prompts/other.jsonl.gz",
        "starter/prompts/file.jsonl",
        "starter/prompts/file.jsonl.gz?language=cobol",
        "nothing/prompts/file.jsonl.gz",
        "xrepotest/prompts/file.jsonl.gz",
    ] {
        assert_eq!(download(&site, &format!("/benchmarks/{path}")).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_task_page_shows_every_mode() {
    let site = Site::new().await;
    for (mode, shown) in [
        ("standard", "Write unit tests for the Go function `alpha`"),
        ("file", "&gt;&gt;&gt; the function to test"),
        ("lsp", "Context by symbol index (tree-sitter): nothing."),
        ("rag_bm25", "Context by BM25: nothing."),
        ("rag_dense", "--embedder COMMAND"),
    ] {
        let answer = site.visitor().get(&format!("/tasks/{}?context={mode}", GO[0])).await;
        assert_eq!(answer.status, StatusCode::OK, "{mode}");
        assert!(answer.text().contains(shown), "{mode}: {}", answer.text());
    }
}
