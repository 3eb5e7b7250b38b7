//! `/register`: a vendor's account.

use leptos::prelude::*;
use leptos_meta::Title;

use super::form::{FormAlert, TextField, rejected};

/// The page of its route.
#[component]
pub fn RegisterPage() -> impl IntoView {
    let rejected = rejected();
    view! {
        <Title text="Make an account"/>
        <div class="page-head">
            <h1>"Make an account"</h1>
            <p class="lead">"With an account you can upload suites. Reading needs none."</p>
        </div>
        <FormAlert rejected=rejected.clone()/>
        <form class="stack form-narrow" method="post" action="/register">
            <TextField name="name" label="Name" hint="Of you or your organisation; shown beside your submissions."
                autocomplete="organization" max_length=80 rejected=rejected.clone()/>
            <TextField name="email" label="E-mail address" kind="email" hint="To sign in; never shown." autocomplete="username"
                max_length=254 rejected=rejected.clone()/>
            <TextField name="password" label="Password" kind="password" hint="At least 10 characters."
                autocomplete="new-password" min_length=10 rejected/>
            <div class="actions">
                <button class="btn btn-primary" type="submit">"Make the account"</button>
                <a class="push" href="/sign-in">"I have one: sign in"</a>
            </div>
        </form>
    }
}
