//! The maintainer's link works once.

use axum::http::StatusCode;
use domain::Role;

use crate::support::{PASSWORD, Site};

fn form(email: &str) -> String {
    format!("name=Maintainer&email={email}&password={}", PASSWORD.replace(' ', "+"))
}

#[tokio::test]
async fn the_link_makes_one_maintainer() {
    let site = Site::new().await;
    assert!(!site.store.has_maintainer().await.unwrap());
    let link = server::auth::setup_link(&site.store, "").await.unwrap();
    assert_eq!(link.len(), "/setup/".len() + 64);

    let mut first = site.visitor();
    let page = first.get(&link).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.header("cache-control"), "no-store");
    let refused = first.post(&link, "name=M&email=m@example.org&password=short").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "a typing error does not use the link up");
    assert_eq!(first.post(&link, &form("m@example.org")).await.location(), "/");
    let (viewer, _) = site.store.credentials(&"m@example.org".parse().unwrap()).await.unwrap().unwrap();
    assert_eq!(viewer.role, Role::Maintainer);

    let mut second = site.visitor();
    let answer = second.post(&link, &form("n@example.org")).await;
    assert_eq!(answer.status, StatusCode::GONE);
    assert!(answer.text().contains("This link has been used or replaced"), "{}", answer.text());
    assert!(site.store.credentials(&"n@example.org".parse().unwrap()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_new_link_replaces_the_old_one_and_guesses_fail() {
    let site = Site::new().await;
    let old = server::auth::setup_link(&site.store, "").await.unwrap();
    let new = server::auth::setup_link(&site.store, "").await.unwrap();
    let mut visitor = site.visitor();
    assert_eq!(visitor.post(&old, &form("a@example.org")).await.status, StatusCode::GONE);
    assert_eq!(visitor.post("/setup/0", &form("a@example.org")).await.status, StatusCode::GONE);
    assert_eq!(visitor.post(&new, &form("a@example.org")).await.location(), "/");
}
