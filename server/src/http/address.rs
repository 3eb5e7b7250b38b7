//! Where a request comes from.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;

/// Whether to believe a proxy in front of us.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress {
    pub behind_proxy: bool,
}

#[derive(Debug, Clone, Copy)]
struct Address(IpAddr);

impl ClientAddress {
    /// The layer that finds it out once.
    pub async fn layer(State(this): State<Self>, mut request: Request, next: Next) -> Response {
        let forwarded = if this.behind_proxy { forwarded(request.headers()) } else { None };
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
        if let Some(address) = forwarded.or(peer) {
            request.extensions_mut().insert(Address(address));
        }
        next.run(request).await
    }
}

/// The last entry, which our own proxy wrote; the ones before it are the visitor's claims.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// The visitor's address; the unspecified one when the server does not know it (requests made in tests).
pub fn client_address(request: &Request) -> IpAddr {
    request.extensions().get::<Address>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |address| address.0)
}
