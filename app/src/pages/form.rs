//! Form fields that show again what was typed and what is wrong with it.

use leptos::prelude::*;

use crate::components::{Alert, AlertKind};
use crate::ports::{PageContext, RejectedForm};

/// The form that was just refused, if this page shows it again.
pub(super) fn rejected() -> Option<RejectedForm> {
    use_context::<PageContext>().and_then(|context| context.rejected)
}

fn look_up(pairs: &[(String, String)], name: &str) -> Option<String> {
    pairs.iter().find(|(field, _)| field == name).map(|(_, text)| text.clone())
}

/// What was typed into a field of the refused form.
pub(super) fn typed(rejected: Option<&RejectedForm>, name: &str) -> Option<String> {
    rejected.and_then(|form| look_up(&form.values, name))
}

/// What is wrong with a field of the refused form.
pub(super) fn complaint(rejected: Option<&RejectedForm>, name: &str) -> Option<String> {
    rejected.and_then(|form| look_up(&form.fields, name))
}

/// One line of text with its label, hint and complaint.
#[component]
pub fn TextField(
    name: &'static str,
    label: &'static str,
    #[prop(default = "text")] kind: &'static str,
    #[prop(default = "")] hint: &'static str,
    autocomplete: &'static str,
    #[prop(default = 200)] max_length: u32,
    #[prop(optional)] min_length: Option<u32>,
    rejected: Option<RejectedForm>,
) -> impl IntoView {
    let complaint = complaint(rejected.as_ref(), name);
    // A password is never written back into a page.
    let value = if kind == "password" { None } else { typed(rejected.as_ref(), name) };
    let hint_id = format!("{name}-hint");
    let error_id = format!("{name}-error");
    let described_by = match (hint.is_empty(), complaint.is_some()) {
        (true, false) => None,
        (false, false) => Some(hint_id.clone()),
        (true, true) => Some(error_id.clone()),
        (false, true) => Some(format!("{hint_id} {error_id}")),
    };
    view! {
        <div class="field">
            <label for=name>{label}</label>
            <input class="input" id=name name=name type=kind autocomplete=autocomplete required
                maxlength=max_length minlength=min_length value=value
                aria-invalid=complaint.is_some().then_some("true") aria-describedby=described_by/>
            {(!hint.is_empty()).then(|| view! { <p class="hint" id=hint_id>{hint}</p> })}
            {complaint.map(|text| view! { <p class="field-error" id=error_id>{text}</p> })}
        </div>
    }
}

/// What is wrong with the form as a whole, announced to screen readers.
#[component]
pub fn FormAlert(rejected: Option<RejectedForm>) -> impl IntoView {
    rejected
        .filter(|form| !form.message.is_empty())
        .map(|form| view! { <Alert kind=AlertKind::Fail>{form.message}</Alert> })
}
