//! `/`: the board of the benchmark that Assay serves first.

use leptos::prelude::*;

use super::board::BoardAt;
use crate::view::query::HOME_BENCHMARK;

/// The leaderboard that visitors came for.
#[component]
pub fn HomePage() -> impl IntoView {
    view! { <BoardAt slug=HOME_BENCHMARK.to_owned() path="/".to_owned()/> }
}
