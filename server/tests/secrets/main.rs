//! Passwords, session ids and setup tokens stay out of answers and logs. A program of its own, because what is logged
//! is decided once per process.

#[expect(dead_code, reason = "shared with the tests of the site, which use all of it")]
#[path = "../site/support.rs"]
mod support;

use std::io;
use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::{GO, PASSWORD, Site};

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn nothing_secret_is_said_or_written_down() {
    let log = Log::default();
    // Everything of ours, and of the session library all that an operator may turn on without reading code.
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter("trace,sqlx=debug")
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();

    let site = Site::new().await;
    let link = server::auth::setup_link(&site.store, "").await.unwrap();
    let token = link.rsplit('/').next().unwrap().to_owned();
    let typed = PASSWORD.replace(' ', "+");
    let mut visitor = site.visitor();
    let mut answers = vec![
        visitor.get(&link).await,
        visitor.post(&link, &format!("name=M&email=m@example.org&password={typed}")).await,
    ];
    let cookie = visitor.cookie.clone().unwrap();
    let session = cookie.split_once('=').unwrap().1.to_owned();
    let line = serde_json::json!({ "task_id": GO[0], "response": "```go\npackage demo\n```" }).to_string();
    answers.push(visitor.upload(line).await);
    answers.push(visitor.get("/submissions").await);
    answers.push(visitor.post("/sign-in", &format!("email=m@example.org&password=x{typed}")).await);
    answers.push(visitor.post("/register", &format!("name=M&email=m@example.org&password={typed}")).await);
    answers.push(visitor.post(&link, &format!("name=M&email=n@example.org&password={typed}")).await);
    assert_eq!(answers.last().unwrap().status, StatusCode::GONE);

    for answer in &answers {
        assert!(!answer.body.contains(PASSWORD) && !answer.body.contains(&typed), "{}", answer.body);
        assert!(!answer.body.contains(&session), "{}", answer.body);
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("/setup/{token}"), "the route is logged:\n{log}");
    for (secret, what) in [(PASSWORD, "password"), (&typed, "password"), (&session, "session id"), (&token, "token")] {
        let line = log.lines().find(|line| line.contains(secret));
        assert!(line.is_none(), "{what} in the log: {line:?}");
    }
    // What is stored does not open a door either.
    let database = std::fs::read(site.data.path().join("assay.sqlite3")).unwrap();
    let wal = std::fs::read(site.data.path().join("assay.sqlite3-wal")).unwrap_or_default();
    let stored = String::from_utf8_lossy(&[database, wal].concat()).into_owned();
    assert!(stored.contains("m@example.org"), "the files were read");
    for secret in [PASSWORD, &session, &token] {
        assert!(!stored.contains(secret));
    }
}
