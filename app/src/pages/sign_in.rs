//! `/sign-in`: e-mail address and password.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::form::{FormAlert, TextField, rejected, typed};

/// The page of its route.
#[component]
pub fn SignInPage() -> impl IntoView {
    let rejected = rejected();
    let next = use_query_map()
        .with_untracked(|query| query.get("next"))
        .or_else(|| typed(rejected.as_ref(), "next"))
        .unwrap_or_default();
    view! {
        <Title text="Sign in"/>
        <div class="page-head">
            <h1>"Sign in"</h1>
            <p class="lead">"To upload suites and see your own submissions. Reading needs no account."</p>
        </div>
        <FormAlert rejected=rejected.clone()/>
        <form class="stack form-narrow" method="post" action="/sign-in">
            <input type="hidden" name="next" value=next/>
            <TextField name="email" label="E-mail address" kind="email" autocomplete="username" max_length=254
                rejected=rejected.clone()/>
            <TextField name="password" label="Password" kind="password" autocomplete="current-password" rejected/>
            <div class="actions">
                <button class="btn btn-primary" type="submit">"Sign in"</button>
                <a class="push" href="/register">"Make an account"</a>
            </div>
        </form>
    }
}
