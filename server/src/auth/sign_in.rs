//! `POST /sign-in` and `POST /sign-out`.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use domain::Email;
use tower_sessions::Session;

use super::form::{AccountForm, local_path, too_many};
use super::{Password, sessions};
use crate::http::{Fault, client_address};
use crate::state::AppState;

/// Signs in. A wrong password and an unknown address get the same answer after the same work.
pub async fn sign_in(State(state): State<AppState>, session: Session, request: Request) -> Result<Response, Fault> {
    let from = client_address(&request);
    let form = match AccountForm::read(request).await {
        Ok(form) => form,
        Err(answer) => return Ok(answer),
    };
    let again = |(status, rejected)| state.pages.rejected(None, "/sign-in", status, rejected);

    if let Err(limited) = state.limits.sign_in(&form.email, from) {
        return Ok(again(too_many(&form, limited)).await);
    }
    // An address that cannot exist is treated like one that does not.
    let known = match form.email.parse::<Email>() {
        Ok(email) => state.store.credentials(&email).await?,
        Err(_) => None,
    };
    let (viewer, stored) = known.unzip();
    let right = state.passwords.verify(Password::attempt(&form.password), stored).await?;
    match viewer {
        Some(viewer) if right => {
            sessions::begin(&session, viewer.id).await?;
            tracing::info!(user = %viewer.id, "signed in");
            Ok(Redirect::to(local_path(&form.next, "/submissions")).into_response())
        }
        _ => {
            let rejected = form.rejected("The e-mail address or the password is wrong.", Vec::new());
            Ok(again((StatusCode::UNAUTHORIZED, rejected)).await)
        }
    }
}

/// Ends the session, here and on the server.
pub async fn sign_out(session: Session) -> Result<Redirect, Fault> {
    session.flush().await?;
    Ok(Redirect::to("/"))
}
