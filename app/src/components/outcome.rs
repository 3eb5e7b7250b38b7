//! Outcomes: a glyph whose shape tells the family, and the word.

use domain::{Outcome, OutcomeFamily};
use leptos::prelude::*;

const fn class(family: OutcomeFamily) -> &'static str {
    match family {
        OutcomeFamily::Passed => "outcome o-pass",
        OutcomeFamily::Failed => "outcome o-fail",
        OutcomeFamily::NotBuilt => "outcome o-build",
        OutcomeFamily::Limit => "outcome o-limit",
        OutcomeFamily::Ours => "outcome o-ours",
    }
}

/// Disc, cross, square, triangle, dashed ring.
const fn paths(family: OutcomeFamily) -> &'static str {
    match family {
        OutcomeFamily::Passed => {
            r#"<circle cx="6" cy="6" r="5.25" fill="currentColor"/><path class="o-hole" d="M3.4 6.2l1.9 1.9 3.3-3.9" fill="none" stroke-width="1.4"/>"#
        }
        OutcomeFamily::Failed => {
            r#"<path d="M2.25 2.25l7.5 7.5M9.75 2.25l-7.5 7.5" fill="none" stroke="currentColor" stroke-width="1.9"/>"#
        }
        OutcomeFamily::NotBuilt => {
            r#"<rect x="1.6" y="1.6" width="8.8" height="8.8" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M2 10L10 2" stroke="currentColor" stroke-width="1.5"/>"#
        }
        OutcomeFamily::Limit => {
            r#"<path d="M6 1.25L11.25 10.5H.75z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/>"#
        }
        OutcomeFamily::Ours => {
            r#"<circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.4 1.7"/>"#
        }
    }
}

/// What a slot ended as; `word` replaces the name where the glyph stands for its whole family.
#[component]
pub fn OutcomeMark(outcome: Outcome, #[prop(optional)] word: Option<&'static str>) -> impl IntoView {
    let family = outcome.family();
    view! {
        <span class=class(family)>
            <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" inner_html=paths(family)></svg>
            {word.unwrap_or(outcome.name())}
        </span>
    }
}
