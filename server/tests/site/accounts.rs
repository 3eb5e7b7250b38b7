//! Register, sign in, sign out.

use axum::body::Body;
use axum::http::{Method, StatusCode, header};

use crate::support::{PASSWORD, Site};

fn credentials(email: &str, password: &str) -> String {
    format!("email={email}&password={}", password.replace(' ', "+"))
}

#[tokio::test]
async fn register_sign_out_and_in_again() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let form = format!("name=Acme&email=Acme%40example.org&password={}&next=/benchmarks", PASSWORD.replace(' ', "+"));
    let answer = visitor.post("/register", &form).await;
    assert_eq!(answer.location(), "/benchmarks");
    let cookie = answer.header(header::SET_COOKIE).to_owned();
    for part in ["assay=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=1209600"] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    assert!(!cookie.contains("Secure"), "plain http: {cookie}");
    assert!(visitor.get("/").await.text().contains("Acme"));

    assert_eq!(visitor.post("/sign-out", "").await.location(), "/");
    assert_eq!(visitor.cookie, None);
    assert!(!visitor.get("/").await.text().contains("Acme"));

    let answer = visitor.post("/sign-in", &credentials("acme@EXAMPLE.org", PASSWORD)).await;
    assert_eq!(answer.location(), "/submissions");
    assert!(visitor.get("/").await.text().contains("Acme"));
}

#[tokio::test]
async fn a_session_that_was_signed_out_is_worth_nothing() {
    let site = Site::new().await;
    let mut owner = site.vendor("acme").await;
    let mut thief = site.visitor();
    thief.cookie.clone_from(&owner.cookie);
    assert_eq!(thief.get("/submissions").await.status, StatusCode::OK);
    owner.post("/sign-out", "").await;
    assert_eq!(thief.get("/submissions").await.location(), "/sign-in?next=/submissions");
}

#[tokio::test]
async fn signing_in_changes_the_session_id() {
    let site = Site::new().await;
    let mut visitor = site.vendor("acme").await;
    let before = visitor.cookie.clone().unwrap();
    visitor.post("/sign-in", &credentials("acme@example.org", PASSWORD)).await;
    assert_ne!(visitor.cookie.clone().unwrap(), before);
    let mut old = site.visitor();
    old.cookie = Some(before);
    assert_eq!(old.get("/submissions").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_answer() {
    let site = Site::new().await;
    site.vendor("acme").await;
    let mut visitor = site.visitor();
    let wrong = visitor.post("/sign-in", &credentials("acme@example.org", "not the password")).await;
    let unknown = visitor.post("/sign-in", &credentials("nobody@example.org", "not the password")).await;
    let nonsense = visitor.post("/sign-in", &credentials("nobody", "")).await;
    for answer in [&wrong, &unknown, &nonsense] {
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert!(answer.text().contains("The e-mail address or the password is wrong."), "{}", answer.text());
        assert!(!answer.body.contains("not the password"));
    }
    // Apart from what was typed, the pages are the same.
    assert_eq!(wrong.text(), unknown.text());
    assert_eq!(visitor.cookie, None);
}

#[tokio::test]
async fn a_refused_registration_keeps_what_was_typed_but_not_the_password() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    let answer = visitor.post("/register", "name=Acme&email=nonsense&password=short-pw").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("value=\"Acme\""), "{}", answer.body);
    assert!(answer.body.contains("nonsense"));
    assert!(answer.text().contains("Use at least 10 characters; this one has 8."));
    assert!(!answer.body.contains("short-pw"));

    site.vendor("acme").await;
    let form = format!("name=Other&email=ACME%40example.org&password={}", PASSWORD.replace(' ', "+"));
    let answer = visitor.post("/register", &form).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert!(!answer.body.contains(PASSWORD));
}

#[tokio::test]
async fn guessing_is_slowed_down() {
    let site = Site::new().await;
    site.vendor("acme").await;
    let mut visitor = site.visitor();
    for _ in 0..10 {
        let answer = visitor.post("/sign-in", &credentials("acme@example.org", "not the password")).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    let answer = visitor.post("/sign-in", &credentials("acme@example.org", PASSWORD)).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.text().contains("Too many attempts. Try again in"), "{}", answer.text());
}

#[tokio::test]
async fn redirects_stay_on_the_site() {
    let site = Site::new().await;
    site.vendor("acme").await;
    for next in ["//evil.example", "https://evil.example", "/\\evil.example"] {
        let form = format!("{}&next={next}", credentials("acme@example.org", PASSWORD));
        assert_eq!(site.visitor().post("/sign-in", &form).await.location(), "/submissions");
    }
}

#[tokio::test]
async fn another_site_cannot_post_in_a_visitors_name() {
    let site = Site::new().await;
    let mut visitor = site.vendor("acme").await;
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example"), ("origin", "null")] {
        let request = axum::http::Request::builder()
            .method(Method::POST)
            .uri("/sign-out")
            .header(header::HOST, "127.0.0.1:3000")
            .header(header::COOKIE, visitor.cookie.clone().unwrap())
            .header(name, value)
            .body(Body::empty())
            .unwrap();
        let answer = visitor.send(request).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}: {value}");
        assert!(answer.body.contains("another site"));
    }
    assert_eq!(visitor.get("/submissions").await.status, StatusCode::OK, "still signed in");
}

#[tokio::test]
async fn own_pages_lead_to_the_sign_in_page() {
    let site = Site::new().await;
    let mut visitor = site.visitor();
    assert_eq!(visitor.get("/submit").await.location(), "/sign-in?next=/submit");
    assert_eq!(visitor.get("/submissions").await.location(), "/sign-in?next=/submissions");
    assert_eq!(visitor.upload("{}").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(site.submissions().await, 0);
}
