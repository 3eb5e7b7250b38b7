//! What the account forms have in common.

use std::time::Duration;

use app::ports::RejectedForm;
use axum::Form;
use axum::extract::FromRequest as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Email;
use serde::Deserialize;

use super::{Limited, Password};

/// How long a form may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// The fields of every account form; a missing one is an empty one, and says so on the page.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct AccountForm {
    pub(super) email: String,
    pub(super) name: String,
    pub(super) password: String,
    /// Page to go to afterwards.
    pub(super) next: String,
}

impl AccountForm {
    /// Reads a posted form, or gives the answer to what is none.
    pub(super) async fn read(request: axum::extract::Request) -> Result<Self, Response> {
        match tokio::time::timeout(PATIENCE, Form::<Self>::from_request(request, &())).await {
            Ok(form) => form.map(|Form(form)| form).map_err(IntoResponse::into_response),
            Err(_) => {
                Err((StatusCode::REQUEST_TIMEOUT, "The form did not arrive in time. Send it again.\n").into_response())
            }
        }
    }

    /// The form again, with a message. The password is not among the values.
    pub(super) fn rejected(&self, message: impl Into<String>, fields: Vec<(String, String)>) -> RejectedForm {
        let kept = [("email", &self.email), ("name", &self.name), ("next", &self.next)];
        RejectedForm {
            message: message.into(),
            fields,
            // Cut, so that a page never becomes much larger than the form that was sent.
            values: kept
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.chars().take(300).collect()))
                .collect(),
            report: None,
        }
    }

    /// The account that the form describes, or what is wrong with each field.
    pub(super) fn check(&self) -> Result<NewAccount, Vec<(String, String)>> {
        let email = self.email.parse::<Email>().map_err(|error| ("email".to_owned(), sentence(&error.to_string())));
        let name = check_name(&self.name).map_err(|problem| ("name".to_owned(), problem));
        let password = Password::new(&self.password).map_err(|problem| ("password".to_owned(), problem));
        match (email, name, password) {
            (Ok(email), Ok(name), Ok(password)) => Ok(NewAccount { email, name, password }),
            (email, name, password) => Err([email.err(), name.err(), password.err()].into_iter().flatten().collect()),
        }
    }
}

/// A checked account form.
pub(super) struct NewAccount {
    pub(super) email: Email,
    pub(super) name: String,
    pub(super) password: Password,
}

/// The public name of an account obeys the rules of other names on the board.
fn check_name(text: &str) -> Result<String, String> {
    match text.parse::<domain::ModelName>() {
        Ok(name) => Ok(name.into()),
        Err(_) if text.trim().is_empty() => Err("Give the name that readers shall see beside your submissions.".into()),
        Err(_) => Err("Use 1 to 80 visible characters.".into()),
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>() + ".").unwrap_or_default()
}

/// A refusal because of too many tries.
pub(super) fn too_many(form: &AccountForm, limited: Limited) -> (StatusCode, RejectedForm) {
    let wait = match limited.retry_after_seconds {
        0..=1 => "a second".to_owned(),
        seconds @ 2..=90 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    };
    (StatusCode::TOO_MANY_REQUESTS, form.rejected(format!("Too many attempts. Try again in {wait}."), Vec::new()))
}

/// `next` when it is a path of this site, otherwise `default`: a redirect never leaves the site.
pub fn local_path<'a>(next: &'a str, default: &'a str) -> &'a str {
    let local = next.starts_with('/')
        && !next.starts_with("//")
        && next.len() <= 500
        // Browsers read `\` as `/`, and drop tabs and line ends inside an address.
        && next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if local { next } else { default }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_stay_on_the_site() {
        for good in ["/submit", "/benchmarks/xrepotest?mode=file&sort=go.tpr", "/tasks/a-b_c.d#top"] {
            assert_eq!(local_path(good, "/"), good);
        }
        for bad in ["", "//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "evil", "/ä"]
        {
            assert_eq!(local_path(bad, "/"), "/", "{bad:?}");
        }
    }

    #[test]
    fn every_wrong_field_is_named_and_the_password_is_not_kept() {
        let form = AccountForm { email: "nobody".into(), password: "secret-12".into(), ..AccountForm::default() };
        let problems = form.check().err().unwrap();
        let names: Vec<&str> = problems.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["email", "name", "password"]);
        assert_eq!(problems[0].1, "E-mail address must look like name@example.org.");
        let rejected = form.rejected("No.", problems);
        assert!(!format!("{rejected:?}").contains("secret-12"));
    }
}
