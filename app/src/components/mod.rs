//! Static pieces of pages. They compile for the browser too, so that islands can draw with them.

#[cfg(feature = "ssr")]
pub mod layout;
#[cfg(feature = "ssr")]
pub mod load;

#[cfg(feature = "ssr")]
pub use {
    layout::{SiteFooter, SiteHeader},
    load::{ErrorPage, load},
};
