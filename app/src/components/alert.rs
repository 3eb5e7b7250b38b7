//! Messages inside a page: something to know, something wrong, or nothing to show.

use leptos::prelude::*;

use super::{Icon, IconName};

/// How grave a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertKind {
    Info,
    Pass,
    Warn,
    Fail,
}

impl AlertKind {
    const fn class(self) -> &'static str {
        match self {
            Self::Info => "alert alert-info",
            Self::Pass => "alert alert-pass",
            Self::Warn => "alert alert-warn",
            Self::Fail => "alert alert-fail",
        }
    }

    const fn icon(self) -> IconName {
        match self {
            Self::Info => IconName::Info,
            Self::Pass => IconName::Tick,
            Self::Warn => IconName::Warning,
            Self::Fail => IconName::Cross,
        }
    }
}

/// A message; the children are phrasing content. Failures are announced to screen readers.
#[component]
pub fn Alert(kind: AlertKind, children: Children) -> impl IntoView {
    view! {
        <div class=kind.class() role=(kind == AlertKind::Fail).then_some("alert")>
            <Icon name=kind.icon()/>
            <p>{children()}</p>
        </div>
    }
}

/// What of an address could not be understood, one sentence each; nothing when all was.
#[component]
pub fn Problems(problems: Vec<String>) -> impl IntoView {
    problems.into_iter().map(|problem| view! { <Alert kind=AlertKind::Warn>{problem}</Alert> }).collect_view()
}

/// Stands where a list would be: why there is nothing, and what to do (the children).
#[component]
pub fn Empty(#[prop(into)] title: String, children: Children) -> impl IntoView {
    view! {
        <div class="empty">
            <h3>{title}</h3>
            {children()}
        </div>
    }
}
