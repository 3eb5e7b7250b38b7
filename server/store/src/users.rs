//! Accounts, and the one-time token that makes the first maintainer.

use domain::{Email, Role, Timestamp, UserId, Viewer};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit::{self, Change};
use crate::row::Cells;
use crate::text::clean;
use crate::{CreateUserError, Store, StoreError};

impl Store {
    /// Makes an account. [`Email`] is in lower case, so an address is taken in whatever case it is typed.
    pub async fn create_user(
        &self,
        email: &Email,
        name: &str,
        password_hash: &str,
        role: Role,
    ) -> Result<UserId, CreateUserError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let id = insert_user(&mut tx, email, name, password_hash, role, now).await?;
        tx.commit().await?;
        Ok(id)
    }

    /// The account with this address and its password hash.
    pub async fn credentials(&self, email: &Email) -> Result<Option<(Viewer, String)>, StoreError> {
        let row = sqlx::query("SELECT id, email, name, role, password_hash FROM users WHERE email = $1")
            .bind(email.to_string())
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| Ok((viewer(&row)?, row.text("password_hash")?))).transpose()
    }

    /// The account with this id.
    pub async fn viewer(&self, user: UserId) -> Result<Option<Viewer>, StoreError> {
        let row = sqlx::query("SELECT id, email, name, role FROM users WHERE id = $1")
            .bind(user.to_string())
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(viewer).transpose()
    }

    /// Whether there is a maintainer; until then a set-up token is offered.
    pub async fn has_maintainer(&self) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT id FROM users WHERE role = $1 LIMIT 1")
            .bind(Role::Maintainer.as_str())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.is_some())
    }

    /// Makes this the only set-up token that is valid; only its hash is known here.
    pub async fn put_setup_token(&self, hash: &str) -> Result<(), StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        sqlx::query("DELETE FROM setup_tokens").execute(&mut *tx).await?;
        sqlx::query("INSERT INTO setup_tokens (hash, created_at) VALUES ($1, $2)")
            .bind(hash.to_owned())
            .bind(now.0)
            .execute(&mut *tx)
            .await?;
        tx.commit().await
    }

    /// Uses up the set-up token and makes a maintainer; `None` when it is not valid or has been used. When the address
    /// is taken the token stays valid.
    pub async fn redeem_setup_token(
        &self,
        hash: &str,
        email: &Email,
        name: &str,
        password_hash: &str,
    ) -> Result<Option<UserId>, CreateUserError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let used = sqlx::query("DELETE FROM setup_tokens WHERE hash = $1")
            .bind(hash.to_owned())
            .execute(&mut *tx)
            .await?
            .rows_affected();
        if used == 0 {
            return Ok(None);
        }
        let id = insert_user(&mut tx, email, name, password_hash, Role::Maintainer, now).await?;
        tx.commit().await?;
        Ok(Some(id))
    }
}

async fn insert_user(
    connection: &mut AnyConnection,
    email: &Email,
    name: &str,
    password_hash: &str,
    role: Role,
    now: Timestamp,
) -> Result<UserId, CreateUserError> {
    let id = UserId::new();
    let inserted = sqlx::query(
        "INSERT INTO users (id, email, name, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (email) DO NOTHING",
    )
    .bind(id.to_string())
    .bind(email.to_string())
    .bind(clean(name).into_owned())
    .bind(password_hash.to_owned())
    .bind(role.as_str())
    .bind(now.0)
    .execute(&mut *connection)
    .await?
    .rows_affected();
    if inserted == 0 {
        return Err(CreateUserError::EmailTaken);
    }
    let change = Change {
        actor: None,
        action: "account.created",
        subject: &id.to_string(),
        before: "",
        after: role.as_str(),
        reason: "registration",
    };
    audit::append(connection, now, change).await?;
    Ok(id)
}

fn viewer(row: &AnyRow) -> Result<Viewer, StoreError> {
    Ok(Viewer {
        id: row.parsed("id")?,
        email: row.parsed("email")?,
        name: row.text("name")?,
        role: row.parsed("role")?,
    })
}
