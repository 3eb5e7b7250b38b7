//! `POST /register`.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use domain::Role;
use store::CreateUserError;
use tower_sessions::Session;

use super::form::{AccountForm, local_path, too_many};
use super::sessions;
use crate::http::{Fault, client_address};
use crate::state::AppState;

/// Makes a vendor's account and signs in.
pub async fn register(State(state): State<AppState>, session: Session, request: Request) -> Result<Response, Fault> {
    let from = client_address(&request);
    let form = match AccountForm::read(request).await {
        Ok(form) => form,
        Err(answer) => return Ok(answer),
    };
    let again = |(status, rejected)| state.pages.rejected(None, "/register", status, rejected);

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
    match state.store.create_user(&account.email, &account.name, &hash, Role::Vendor).await {
        Ok(user) => {
            sessions::begin(&session, user).await?;
            tracing::info!(user = %user, "account made");
            Ok(Redirect::to(local_path(&form.next, "/submit")).into_response())
        }
        Err(CreateUserError::EmailTaken) => {
            let field = ("email".to_owned(), "There is an account with this address; sign in instead.".to_owned());
            Ok(again((StatusCode::CONFLICT, form.rejected("The account was not made.", vec![field]))).await)
        }
        Err(CreateUserError::Store(error)) => Err(error.into()),
    }
}
