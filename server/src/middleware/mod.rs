//! Layers around every route.

mod origin;
mod request_id;
mod security;
mod trace;
mod viewer;

pub use origin::{AllowedOrigin, check_origin};
pub use request_id::{RequestId, with_request_id};
pub use security::{content_security_policy, security_headers};
pub use trace::trace;
pub use viewer::{CurrentViewer, read_viewer};
