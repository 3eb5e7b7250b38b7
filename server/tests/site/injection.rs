//! Names that vendors choose are text on every page, wherever a page puts them.

use axum::http::StatusCode;

use crate::support::{GO, Site};

/// What somebody would send readers elsewhere with; scripts are refused by the policy besides.
const NAMES: [&str; 3] =
    ["</title><meta http-equiv=refresh content=0>", "\"><img src=x onerror=alert(1)>", "<!--HEAD--></head><b>&amp;"];

#[tokio::test]
async fn names_are_never_markup() {
    let site = Site::new().await;
    let mut vendor = site.vendor("acme").await;
    let file = serde_json::json!({ "task_id": GO[0], "response": "```go\npackage demo\n```" }).to_string();
    for name in NAMES {
        let stored = vendor.upload_with(&[("model", name), ("mode", "standard")], file.clone()).await;
        let address = stored.location().to_owned();
        let slot = format!("{address}/{}/0", GO[0]);
        for path in [address.as_str(), slot.as_str(), "/submissions"] {
            let page = vendor.get(path).await;
            assert_eq!(page.status, StatusCode::OK, "{path}");
            assert!(page.body.contains("&lt;"), "{path} shows the name");
            for markup in ["<meta http-equiv", "<img src=x", "<!--HEAD--></head><b>"] {
                assert!(!page.body.contains(markup), "{name} is markup on {path}");
            }
            assert_eq!(page.body.matches("</title>").count(), 1, "{name} on {path}");
        }
        // Typed back by a form that was refused.
        let refused = vendor.upload_with(&[("model", name), ("mode", "none")], file.clone()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(!refused.body.contains("<img src=x") && !refused.body.contains("<meta http-equiv"), "{name}");
    }
}

#[tokio::test]
async fn addresses_are_never_markup() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let evil = "%3C/title%3E%22%3E%3Cimg%20src=x%3E";
    for path in
        ["/benchmarks/", "/tasks/", "/submissions/", "/setup/", "/benchmarks/starter/tasks?q=", "/sign-in?next=", "/x"]
    {
        let page = visitor.get(&format!("{path}{evil}")).await;
        assert!(!page.body.contains("<img src=x"), "{path}");
        assert!(page.body.matches("</title>").count() <= 1, "{path}");
    }
}
