//! Accounts: passwords, sessions and the plain forms that use them.
//!
//! Every form works without JavaScript: a POST is answered with a redirect, or with the same page again and what is
//! wrong with it.

mod form;
mod password;
mod rate_limit;
mod register;
mod sessions;
mod setup;
mod sign_in;

pub use form::local_path;
pub use password::{Password, Passwords};
pub use rate_limit::{Limited, RateLimit, RateLimits};
pub use register::register;
pub use sessions::{SessionBackend, delete_expired, session_layer, session_user};
pub use setup::{redeem, setup_link};
pub use sign_in::{sign_in, sign_out};
