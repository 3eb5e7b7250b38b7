//! Badges: a word in a border; the border's style tells them apart without colour.

use domain::{EntrySource, Role, SubmissionState};
use leptos::prelude::*;

use crate::view::words::state_name;

/// The badge of an entry's source: its class and its word.
const fn source_badge(source: EntrySource) -> (&'static str, &'static str) {
    match source {
        EntrySource::Published => ("badge badge-published", "Published"),
        EntrySource::Verified => ("badge badge-verified", "Verified"),
        EntrySource::SelfReported => ("badge badge-self", "Self-reported"),
    }
}

/// What a source means, in one sentence: one text for all places.
pub const fn source_meaning(source: EntrySource) -> &'static str {
    match source {
        EntrySource::Published => "Figures taken from a paper; not run here.",
        EntrySource::Verified => "Every suite was run here, and the evidence is public.",
        EntrySource::SelfReported => "Figures given by the vendor; not run here.",
    }
}

/// The word of a source, as its badge has it.
pub const fn source_name(source: EntrySource) -> &'static str {
    source_badge(source).1
}

/// Where the figures of an entry come from.
#[component]
pub fn SourceBadge(source: EntrySource) -> impl IntoView {
    let (class, word) = source_badge(source);
    view! { <span class=class>{word}</span> }
}

/// The weights of a model can be downloaded.
#[component]
pub fn OpenWeightsBadge() -> impl IntoView {
    view! { <span class="badge badge-open">"Open weights"</span> }
}

/// How far a submission has come.
#[component]
pub fn StateBadge(state: SubmissionState) -> impl IntoView {
    let class = match state {
        SubmissionState::Checked | SubmissionState::Queued => "badge",
        SubmissionState::Running => "badge badge-role",
        SubmissionState::Evaluated => "badge badge-verified",
        SubmissionState::Blocked => "badge badge-infra",
    };
    view! { <span class=class>{state_name(state)}</span> }
}

/// What an account may do.
#[component]
pub fn RoleBadge(role: Role) -> impl IntoView {
    let word = match role {
        Role::Vendor => "Vendor",
        Role::Maintainer => "Maintainer",
    };
    view! { <span class="badge badge-role">{word}</span> }
}
