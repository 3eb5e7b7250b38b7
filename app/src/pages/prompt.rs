//! What a model is asked for a task, in each context mode.

use domain::{ContextMode, Slug, TaskKey};
use leptos::prelude::*;

use crate::components::{Choice, Tabs};
use crate::ports::{PromptText, TaskPrompt};
use crate::view::format::counted;
use crate::view::words::thousands;

/// Tabs of the five modes, and the prompt of the chosen one.
#[component]
pub fn PromptSection(key: TaskKey, benchmark: Slug, prompt: TaskPrompt) -> impl IntoView {
    let TaskPrompt { mode, version, text } = prompt;
    let choices = ContextMode::ALL
        .iter()
        .map(|choice| Choice {
            text: choice.name().to_owned(),
            count: None,
            href: if *choice == ContextMode::Standard {
                format!("/tasks/{key}#prompt")
            } else {
                format!("/tasks/{key}?context={choice}#prompt")
            },
            current: *choice == mode,
        })
        .collect();
    let download = (mode != ContextMode::RagDense).then(|| {
        let href = format!("/benchmarks/{benchmark}/prompts/{mode}.jsonl.gz");
        view! { <a href=href>"Prompts of all tasks"</a> }
    });
    view! {
        <section class="section" id="prompt">
            <div class="section-head">
                <h2>"Prompt"</h2>
                {download}
            </div>
            <Tabs label="Context mode" choices/>
            {match text {
                Ok(text) => view! { <PromptTexts text version/> }.into_any(),
                Err(why) => view! { <p>"Not available here: "{why}"."</p> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn PromptTexts(text: PromptText, version: String) -> impl IntoView {
    let size = format!(
        "{} characters, about {} tokens (a quarter of the bytes). Prompt version {version}.",
        thousands(text.characters),
        thousands(text.tokens)
    );
    let chosen = (!text.produced_by.is_empty()).then(|| match text.parts {
        0 => format!(" Context by {}: nothing.", text.produced_by),
        n => format!(" Context by {}: {}.", text.produced_by, counted(n, "piece", "pieces")),
    });
    view! {
        <p class="note">{size}{chosen}</p>
        <details class="disclosure">
            <summary>"System prompt"</summary>
            <pre class="log log-wrap" tabindex="0" role="region" aria-label="System prompt">{text.system}</pre>
        </details>
        <pre class="log log-wrap" tabindex="0" role="region" aria-label="Prompt">{text.user}</pre>
    }
}
