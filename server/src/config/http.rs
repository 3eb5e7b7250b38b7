//! The address of the site and what it serves.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::Uri;

/// How the site is reached.
#[derive(Debug, Clone, clap::Args)]
pub struct HttpConfig {
    /// Address and port to listen on.
    #[arg(long, env = "ASSAY_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:3000")]
    pub listen: SocketAddr,
    /// Address under which browsers reach the site, e.g. `https://assay.example`; `http://` and the listen address
    /// when absent. With `https` the session cookie is marked `Secure`.
    #[arg(long, env = "ASSAY_PUBLIC_URL", value_name = "URL", value_parser = parse_public_url)]
    pub public_url: Option<String>,
    /// Take the visitor's address from the last entry of `X-Forwarded-For`: only behind a proxy that sets it.
    #[arg(long, env = "ASSAY_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// Folder of the built site: `pkg/` and what is served as it is.
    #[arg(long = "site", env = "ASSAY_SITE", value_name = "DIR", default_value = "target/site")]
    pub site_root: PathBuf,
}

impl HttpConfig {
    /// Where browsers reach the site, without a slash at the end.
    pub fn public_url(&self) -> String {
        self.public_url.clone().unwrap_or_else(|| format!("http://{}", self.listen))
    }

    /// Whether browsers reach the site over TLS.
    pub fn is_https(&self) -> bool {
        self.public_url().starts_with("https://")
    }
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 3000)),
            public_url: None,
            behind_proxy: false,
            site_root: PathBuf::from("target/site"),
        }
    }
}

fn parse_public_url(text: &str) -> Result<String, String> {
    let uri: Uri = text.parse().map_err(|error| format!("not an address: {error}"))?;
    let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"));
    match (scheme, uri.authority(), uri.path_and_query().map(axum::http::uri::PathAndQuery::as_str)) {
        (Some(scheme), Some(authority), None | Some("/" | "")) => Ok(format!("{scheme}://{authority}")),
        _ => Err("give `http://HOST` or `https://HOST`, with a port if need be and without a path".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{HttpConfig, parse_public_url};

    #[test]
    fn public_addresses() {
        assert_eq!(parse_public_url("https://assay.example/").unwrap(), "https://assay.example");
        assert_eq!(parse_public_url("http://localhost:3000").unwrap(), "http://localhost:3000");
        for bad in ["assay.example", "ftp://assay.example", "https://assay.example/board", "https://"] {
            assert!(parse_public_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_listen_address_is_the_public_one_by_default() {
        assert_eq!(HttpConfig::default().public_url(), "http://127.0.0.1:3000");
        assert!(!HttpConfig::default().is_https());
    }
}
