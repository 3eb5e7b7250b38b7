//! With the container engine away the site serves, uploads queue, and the status page says so.

use axum::http::StatusCode;
use sandbox::SandboxError;
use sandbox::fake::{Call, FakeRuntime};

use crate::support::{GO, Options, Site};

fn unreachable() -> FakeRuntime {
    let runtime = FakeRuntime::new();
    for _ in 0..20 {
        let (address, cause) = ("unix:///nowhere.sock".to_owned(), "no such file".to_owned());
        runtime.fail_next(Call::Ping, SandboxError::Unreachable { address, cause });
    }
    runtime
}

#[tokio::test]
async fn without_an_engine_uploads_queue() {
    let site = Site::with(Options { runtime: unreachable(), ..Options::default() }).await;
    let mut vendor = site.vendor("acme").await;
    let line = format!("{{\"task_id\":\"{}\",\"response\":\"```go\\nfunc TestX(t *testing.T) {{}}\\n```\"}}\n", GO[0]);
    let answer = vendor.upload(line).await;
    let address = answer.location().to_owned();
    assert_eq!(vendor.post(&format!("{address}/queue"), "").await.location(), address);

    let page = vendor.get(&address).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("The container engine cannot be used at the moment"), "{}", page.text());
    let status = site.visitor().get("/status").await;
    assert_eq!(status.status, StatusCode::OK);
    assert!(status.text().contains("cannot be reached"), "{}", status.text());
    assert!(status.text().contains("Uploads are accepted and queue"), "{}", status.text());
    assert_eq!(site.store.job_counts().await.unwrap(), (1, 0, 0));
    assert_eq!(site.visitor().get("/healthz").await.status, StatusCode::OK);
}

#[tokio::test]
async fn notices_of_the_start_up_are_shown() {
    let site = Site::new().await;
    site.notices.set("image go", "The image `assay-runner-go` is missing; build it with `./dev images`.");
    assert!(site.visitor().get("/status").await.text().contains("build it with `./dev images`"));
    site.notices.clear("image go");
    assert!(!site.visitor().get("/status").await.text().contains("./dev images"));
}
