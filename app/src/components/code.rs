//! Source text with line numbers, colours, and what was covered.

use domain::{SourceLine, SourceSpan, TokenClass};
use leptos::prelude::*;

/// What the gutter beside the line numbers shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Gutter {
    /// No gutter.
    #[default]
    None,
    /// Marks executable lines, where nothing is known of coverage.
    Executable(Vec<u32>),
    /// Marks executable lines as covered or not.
    Coverage { executable: Vec<u32>, covered: Vec<u32> },
}

impl Gutter {
    fn line_class(&self, number: u32) -> &'static str {
        match self {
            Self::Executable(lines) if lines.contains(&number) => "line exec",
            Self::Coverage { covered, .. } if covered.contains(&number) => "line hit",
            Self::Coverage { executable, .. } if executable.contains(&number) => "line miss",
            Self::None | Self::Executable(_) | Self::Coverage { .. } => "line",
        }
    }
}

const fn token_class(class: TokenClass) -> Option<&'static str> {
    match class {
        TokenClass::Plain | TokenClass::Variable | TokenClass::Operator => None,
        TokenClass::Keyword => Some("tok-kw"),
        TokenClass::Function => Some("tok-fn"),
        TokenClass::Type => Some("tok-ty"),
        TokenClass::String => Some("tok-str"),
        TokenClass::Number | TokenClass::Constant => Some("tok-num"),
        TokenClass::Comment => Some("tok-com"),
    }
}

fn span(span: SourceSpan) -> AnyView {
    match token_class(span.class) {
        Some(class) => view! { <span class=class>{span.text}</span> }.into_any(),
        None => span.text.into_any(),
    }
}

/// A block of source. `label` names it; lines get the ids `{anchor}41`, so a page with two blocks gives them different anchors.
#[component]
pub fn CodeBlock(
    #[prop(into)] label: String,
    lines: Vec<SourceLine>,
    #[prop(optional)] gutter: Gutter,
    #[prop(default = "L")] anchor: &'static str,
) -> impl IntoView {
    let class = if gutter == Gutter::None { "code code-plain" } else { "code" };
    let lines = lines
        .into_iter()
        .map(|line| {
            let number = line.number;
            view! {
                <span class=gutter.line_class(number) id=format!("{anchor}{number}") data-n=number.to_string()>
                    {line.spans.into_iter().map(span).collect_view()}
                </span>
            }
        })
        .collect_view();
    view! { <pre class=class role="region" aria-label=label tabindex="0"><code>{lines}</code></pre> }
}

/// What the marks of a gutter mean.
#[component]
pub fn GutterKey(gutter: Gutter) -> impl IntoView {
    let marks: &[(&str, &str)] = match gutter {
        Gutter::None => return ().into_any(),
        Gutter::Executable(_) => &[("key-exec", "executable line")],
        Gutter::Coverage { .. } => &[("key-hit", "covered"), ("key-miss", "not covered")],
    };
    view! {
        <ul class="chart-key" role="list">
            {marks
                .iter()
                .map(|(class, text)| view! {
                    <li>
                        <svg class=*class width="10" height="14" aria-hidden="true"><path d="M3 0v14"></path></svg>
                        {*text}
                    </li>
                })
                .collect_view()}
            <li>"blank: not executable"</li>
        </ul>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::Gutter;

    #[test]
    fn a_line_is_covered_missed_or_not_executable() {
        let gutter = Gutter::Coverage { executable: vec![2, 3], covered: vec![3] };
        assert_eq!([1, 2, 3].map(|n| gutter.line_class(n)), ["line", "line miss", "line hit"]);
        assert_eq!(Gutter::Executable(vec![2]).line_class(2), "line exec");
    }
}
