//! The one-time link that makes a maintainer.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use sha2::{Digest as _, Sha256};
use store::{CreateUserError, Store, StoreError};
use tower_sessions::Session;

use super::form::{AccountForm, too_many};
use super::sessions;
use crate::http::{Fault, client_address};
use crate::state::AppState;

/// A new link; every earlier one stops working. Only its hash is stored, so it cannot be shown again.
pub async fn setup_link(store: &Store, public_url: &str) -> Result<String, StoreError> {
    let token = hex::encode(rand::random::<[u8; 32]>());
    store.put_setup_token(&hashed(&token)).await?;
    Ok(format!("{public_url}/setup/{token}"))
}

fn hashed(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// `POST /setup/{token}`: makes a maintainer's account and signs in. Works once.
pub async fn redeem(
    State(state): State<AppState>,
    session: Session,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, Fault> {
    let from = client_address(&request);
    let form = match AccountForm::read(request).await {
        Ok(form) => form,
        Err(answer) => return Ok(answer),
    };
    // The page is found by its route; its form posts to the address that the browser shows.
    let path = if token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        format!("/setup/{token}")
    } else {
        "/setup/-".into()
    };
    let again = |(status, rejected)| state.pages.rejected(None, &path, status, rejected);

    if let Err(limited) = state.limits.register(from) {
        return Ok(again(too_many(&form, limited)).await);
    }
    let account = match form.check() {
        Ok(account) => account,
        Err(fields) => {
            let rejected = form.rejected("The account was not made.", fields);
            return Ok(again((StatusCode::UNPROCESSABLE_ENTITY, rejected)).await);
        }
    };
    let hash = state.passwords.hash(account.password).await?;
    match state.store.redeem_setup_token(&hashed(&token), &account.email, &account.name, &hash).await {
        Ok(Some(user)) => {
            sessions::begin(&session, user).await?;
            tracing::info!(user = %user, "maintainer's account made through the setup link");
            Ok(Redirect::to("/").into_response())
        }
        Ok(None) => {
            let message =
                "This link has been used or replaced. `assay admin setup-link` on the server prints a new one.";
            Ok(again((StatusCode::GONE, form.rejected(message, Vec::new()))).await)
        }
        Err(CreateUserError::EmailTaken) => {
            let field = ("email".to_owned(), "There is an account with this address; use another one.".to_owned());
            Ok(again((StatusCode::CONFLICT, form.rejected("The account was not made.", vec![field]))).await)
        }
        Err(CreateUserError::Store(error)) => Err(error.into()),
    }
}
