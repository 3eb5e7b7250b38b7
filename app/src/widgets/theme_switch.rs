//! Light or dark. The checked radio decides by `:has()` in the style sheet, so switching needs no script;
//! remembering the choice for the next page does.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What a visitor chose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system is set.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// In the order of the switch.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The text in the cookie and in `data-theme`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Auto => "Auto",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    /// Reads a `Cookie` header; anything that is not ours counts as no choice.
    pub fn from_cookies(header: &str) -> Self {
        let chosen = header.split(';').find_map(|cookie| cookie.trim().strip_prefix("theme="));
        Self::ALL.into_iter().find(|theme| Some(theme.as_str()) == chosen).unwrap_or_default()
    }
}

/// Three radios, of which the server checks the one that the cookie names.
#[island]
pub fn ThemeSwitch(theme: Theme) -> impl IntoView {
    let radios = Theme::ALL
        .map(|choice| {
            view! {
                <label>
                    <input
                        type="radio"
                        name="theme"
                        id=format!("theme-{}", choice.as_str())
                        checked=choice == theme
                        on:change=move |_| remember(choice)
                    />
                    {choice.word()}
                </label>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <fieldset class="segmented segmented-small">
            <legend class="visually-hidden">"Theme"</legend>
            {radios}
        </fieldset>
    }
}

/// Keeps the choice for a year in a cookie of this site.
#[cfg(feature = "hydrate")]
fn remember(theme: Theme) {
    use leptos::web_sys::js_sys::Reflect;
    let cookie = format!("theme={}; Path=/; Max-Age=31536000; SameSite=Lax", theme.as_str());
    // A browser that refuses cookies keeps the theme for this page only.
    let _ = Reflect::set(&document(), &"cookie".into(), &cookie.into());
}

#[cfg(not(feature = "hydrate"))]
fn remember(_: Theme) {}

#[cfg(test)]
mod tests {
    use super::Theme;

    #[test]
    fn the_cookie_decides() {
        let cases = [
            ("theme=dark", Theme::Dark),
            ("id=abc; theme=light; x=y", Theme::Light),
            ("theme=auto", Theme::Auto),
            ("theme=\"><script>", Theme::Auto),
            ("mytheme=dark", Theme::Auto),
            ("", Theme::Auto),
        ];
        for (header, theme) in cases {
            assert_eq!(Theme::from_cookies(header), theme, "{header}");
        }
    }
}
