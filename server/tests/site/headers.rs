//! Headers, limits and faults.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};

use crate::support::{Options, Site};

#[tokio::test]
async fn every_answer_says_what_a_browser_may_do() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    for path in ["/", "/healthz", "/pkg/missing.js", "/no/such/page", "/api/submissions/x/progress"] {
        let answer = visitor.get(path).await;
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("style-src 'self'"), "{path}: {policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{path}: {policy}");
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        assert_eq!(answer.header(header::REFERRER_POLICY), "same-origin", "{path}");
        assert_eq!(answer.header("x-request-id").len(), 12, "{path}");
    }
}

#[tokio::test]
async fn inline_scripts_carry_the_nonce_of_their_answer() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let mut nonces = Vec::new();
    for _ in 0..2 {
        let page = visitor.get("/").await;
        let policy = page.header(header::CONTENT_SECURITY_POLICY).to_owned();
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap().to_owned();
        let scripts: Vec<&str> = page.body.split("<script").skip(1).collect();
        assert!(!scripts.is_empty());
        for script in scripts {
            let tag = script.split('>').next().unwrap();
            assert!(tag.contains(&format!("nonce=\"{nonce}\"")) || tag.contains("src="), "<script{tag}>");
        }
        assert!(!page.body.contains(" style=\""), "inline styles are refused by the policy");
        assert!(!page.body.contains(" onclick="));
        nonces.push(nonce);
    }
    assert_ne!(nonces[0], nonces[1]);
}

#[tokio::test]
async fn an_unknown_address_is_a_page_with_404() {
    let site = Site::new().await;
    let answer = site.visitor().get("/no/such/page").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert!(answer.header(header::CONTENT_TYPE).starts_with("text/html"));
    assert!(answer.text().contains("not found"), "{}", answer.text());
}

#[tokio::test]
async fn bodies_are_bounded() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let answer = visitor.post("/sign-in", &format!("email={}", "x".repeat(70_000))).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn over_https_the_cookie_is_secure_and_bound_to_the_host() {
    let mut options = Options::default();
    options.http.public_url = Some("https://assay.example".to_owned());
    let site = Site::with(options).await;
    let mut visitor = site.visitor();
    let request = visitor
        .request(Method::POST, "/register")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("name=Acme&email=a@example.org&password=correct+horse+battery"))
        .unwrap();
    let answer = visitor.send(request).await;
    let cookie = answer.header(header::SET_COOKIE);
    assert!(cookie.starts_with("__Host-assay=") && cookie.contains("; Secure"), "{cookie}");
}
