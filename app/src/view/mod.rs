//! What pages compute before they draw: pure functions from data and URL to what is shown.
