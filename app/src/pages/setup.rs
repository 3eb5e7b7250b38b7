//! `/setup/:token`: the one-time link that makes the first maintainer.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::use_params_map;

use super::form::{FormAlert, TextField, rejected};

/// The page of its route.
#[component]
pub fn SetupPage() -> impl IntoView {
    let rejected = rejected();
    let token = use_params_map().with_untracked(|params| params.get("token")).unwrap_or_default();
    // Only the characters of a token ever reach the address of the form.
    let token: String = token.chars().filter(char::is_ascii_alphanumeric).take(128).collect();
    view! {
        <Title text="First maintainer"/>
        <Meta name="robots" content="noindex"/>
        <div class="page-head">
            <h1>"First maintainer"</h1>
            <p class="lead">"This link works once. It makes an account that sees every submission."</p>
        </div>
        <FormAlert rejected=rejected.clone()/>
        <form class="stack form-narrow" method="post" action=format!("/setup/{token}")>
            <TextField name="name" label="Name" hint="Shown beside your decisions." autocomplete="name" max_length=80
                rejected=rejected.clone()/>
            <TextField name="email" label="E-mail address" kind="email" hint="To sign in; never shown." autocomplete="username"
                max_length=254 rejected=rejected.clone()/>
            <TextField name="password" label="Password" kind="password" hint="At least 10 characters."
                autocomplete="new-password" min_length=10 rejected/>
            <div class="actions"><button class="btn btn-primary" type="submit">"Make the account"</button></div>
        </form>
    }
}
