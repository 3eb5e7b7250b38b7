//! Interactive leaves: islands that work as plain HTML until the browser part has loaded.
