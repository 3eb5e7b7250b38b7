//! Accepting connections. `axum::serve` waits for ever for a request's head, and at the end for every request; this
//! waits for a bounded time, so that nobody can keep connections, or the whole process, by sending slowly.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

/// How long to wait for visitors.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the head of a request, counted from the end of the one before it.
    pub head: Duration,
    /// For requests that are being answered when the server stops.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { head: Duration::from_secs(30), stop: Duration::from_secs(10) }
    }
}

/// How long to wait when no connection can be accepted, usually for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(500);

/// Serves `router` until `stop` ends; then lets requests end that are being answered.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, patience: Patience) {
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => connect(stream, peer, &router, patience, &graceful),
            Err(error) => {
                tracing::warn!(error = %error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(patience.stop, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were not answered in time and are cut off");
    }
}

fn connect(stream: TcpStream, peer: SocketAddr, router: &Router, patience: Patience, graceful: &GracefulShutdown) {
    let router = router.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = router.clone().oneshot(request);
        async move { Ok::<_, Infallible>(answer.await.unwrap_or_else(|error| match error {})) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .serve_connection(TokioIo::new(stream), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // Visitors hang up, or send what is not HTTP; neither is for the log of an operator.
        if let Err(error) = connection.await {
            tracing::trace!(error = %error, "a connection ended early");
        }
    });
}
