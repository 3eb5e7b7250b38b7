//! Visitors who send slowly, or hang up: they keep nobody else out, and not the process alive.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode, header};
use server::config::UploadConfig;
use server::connections::{self, Patience};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::support::{GO, Options, Site};

const SECOND: Duration = Duration::from_secs(1);

/// The site behind a port. It stops when the sender is used or dropped.
async fn listening(site: &Site, patience: Patience) -> (SocketAddr, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let router = site.router.clone();
    let stopped = async move {
        let _ = stopped.await;
    };
    (address, stop, tokio::spawn(connections::serve(listener, router, stopped, patience)))
}

/// Everything that the server says until it closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut text = Vec::new();
    timeout(10 * SECOND, stream.read_to_end(&mut text)).await.expect("the server closes the connection").unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

#[tokio::test]
async fn a_head_that_never_ends_is_given_up() {
    let site = Site::new().await;
    let (address, _stop, _server) = listening(&site, Patience { head: SECOND, stop: SECOND }).await;
    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
    assert!(!rest(&mut slow).await.contains("200 OK"));

    let mut quick = TcpStream::connect(address).await.unwrap();
    quick.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    let answer = rest(&mut quick).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("ok\n"), "{answer}");
}

#[tokio::test]
async fn a_body_that_never_ends_does_not_keep_a_stopping_server() {
    let site = Site::new().await;
    let (address, stop, server) = listening(&site, Patience { head: 60 * SECOND, stop: SECOND }).await;
    let mut slow = TcpStream::connect(address).await.unwrap();
    let head = b"POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 600\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\n\r\nemail=";
    slow.write_all(head).await.unwrap();
    tokio::time::sleep(SECOND / 5).await;
    stop.send(()).unwrap();
    timeout(5 * SECOND, server).await.expect("the server stops").unwrap();
}

/// The beginning of an upload, then nothing, and the connection stays.
fn silent() -> Body {
    let head = "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nModel X\r\n\
                --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jsonl\"\r\n\r\n{";
    let head = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from(head))]);
    Body::from_stream(futures::StreamExt::chain(head, futures::stream::pending()))
}

fn post(visitor: &crate::support::Visitor, body: Body) -> axum::http::Request<Body> {
    visitor
        .request(Method::POST, "/submissions")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .body(body)
        .unwrap()
}

#[tokio::test]
async fn an_upload_that_falls_silent_is_given_up() {
    let uploads = UploadConfig { idle_seconds: 1, ..UploadConfig::default() };
    let site = Site::with(Options { uploads, ..Options::default() }).await;
    let mut vendor = site.vendor("acme").await;
    let request = post(&vendor, silent());
    let answer = timeout(10 * SECOND, vendor.send(request)).await.expect("an answer");
    assert_eq!(answer.status, StatusCode::REQUEST_TIMEOUT);
    assert!(answer.text().contains("Nothing arrived for 1 seconds"), "{}", answer.text());
    assert!(answer.body.contains("value=\"Model X\""), "what was typed is kept");
    assert_eq!(site.submissions().await, 0);
}

#[tokio::test]
async fn an_upload_that_breaks_off_is_no_fault_of_ours() {
    let site = Site::new().await;
    let mut vendor = site.vendor("acme").await;
    let pieces = [
        Ok(Bytes::from("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jsonl\"\r\n\r\n{")),
        Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset)),
    ];
    let request = post(&vendor, Body::from_stream(futures::stream::iter(pieces)));
    assert_eq!(vendor.send(request).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(site.submissions().await, 0);
}

#[tokio::test]
async fn one_account_does_not_take_every_slot() {
    let site = Site::new().await;
    let account = site.vendor("hog").await.cookie;
    let hog = || {
        let mut visitor = site.visitor();
        visitor.cookie.clone_from(&account);
        visitor
    };
    let mut others = Vec::new();
    for _ in 0..2 {
        let mut hog = hog();
        let request = post(&hog, silent());
        others.push(tokio::spawn(async move { hog.send(request).await.status }));
    }
    tokio::time::sleep(SECOND / 2).await;
    let refused = hog().upload("{}").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.header(header::RETRY_AFTER), "60");
    assert!(refused.body.contains("Other uploads of this account"), "{}", refused.body);

    let mut honest = site.vendor("honest").await;
    let file = serde_json::json!({ "task_id": GO[0], "response": "```go\npackage demo\n```" }).to_string();
    assert_eq!(honest.upload(file).await.status, StatusCode::SEE_OTHER);
    others.iter().for_each(tokio::task::JoinHandle::abort);
}

/// Browsers show an answer only when everything was sent before the connection is closed.
#[tokio::test]
async fn an_upload_is_read_before_it_is_refused() {
    let site = Site::new().await;
    let (address, _stop, _server) = listening(&site, Patience::default()).await;
    let vendor = site.vendor("acme").await;
    let cookie = format!("Cookie: {}\r\n", vendor.cookie.clone().unwrap());
    let long_name = "x".repeat(2000);
    for (cookie, model, expected) in [("", "X", "401 Unauthorized"), (cookie.as_str(), long_name.as_str(), "422 ")] {
        let mut body = format!("--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\n{model}\r\n").into_bytes();
        body.extend_from_slice(b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n");
        body.resize(body.len() + (16 << 20), b'x');
        body.extend_from_slice(b"\r\n--b--\r\n");
        let head = format!(
            "POST /submissions HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n{cookie}Connection: close\r\n\
             Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        // Like a browser: first all is sent, then the answer is read.
        timeout(30 * SECOND, stream.write_all(&body)).await.expect("the server reads on").expect("not reset");
        let answer = rest(&mut stream).await;
        assert!(answer.contains(expected), "{expected} in {answer}");
    }
}

/// The check of a file goes on when its visitor has hung up, and so must its slot.
#[tokio::test(flavor = "multi_thread")]
async fn hanging_up_does_not_make_room_while_a_file_is_checked() {
    let uploads = UploadConfig { at_once: 1, ..UploadConfig::default() };
    let site = Site::with(Options { uploads, ..Options::default() }).await;
    let mut vendor = site.vendor("acme").await;
    // Parsing this takes seconds, far more than receiving it.
    let slow: String = GO[..2]
        .iter()
        .map(|task| serde_json::json!({ "task_id": task, "response": "(".repeat(1_000_000) }).to_string() + "\n")
        .collect();
    assert!(timeout(SECOND, vendor.upload(slow)).await.is_err(), "still being checked");
    assert_eq!(vendor.upload("{}").await.status, StatusCode::TOO_MANY_REQUESTS);
}
