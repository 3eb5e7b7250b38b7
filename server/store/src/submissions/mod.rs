//! Submissions: stored once, never changed but for their state.

mod enqueue;
mod read;

use std::collections::{HashMap, HashSet};

use domain::{ModelId, ModelName, SubmissionState, SuiteId, TaskKey};
use sqlx::AnyConnection;

use crate::batch::{Cell, insert};
use crate::row::{Cells, to_integer, to_json};
use crate::text::clean;
use crate::{NewSubmission, NewSuite, Store, StoreError};

impl Store {
    /// Stores a checked upload with its suites; nothing is queued.
    pub async fn create_submission(&self, new: NewSubmission) -> Result<(), StoreError> {
        check(&new.suites)?;
        let now = self.now();
        let mut tx = self.write().await?;
        let tasks = sqlx::query("SELECT key, id FROM tasks WHERE version_id = $1")
            .bind(new.version.to_string())
            .fetch_all(&mut *tx)
            .await?
            .iter()
            .map(|row| Ok((row.parsed("key")?, row.text("id")?)))
            .collect::<Result<HashMap<TaskKey, String>, StoreError>>()?;
        let model = ensure_model(&mut tx, &new.model).await?;
        sqlx::query(
            "INSERT INTO submissions
                 (id, version_id, model_id, mode, state, user_id, file_name, sha256, report, slots, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(new.id.to_string())
        .bind(new.version.to_string())
        .bind(model.to_string())
        .bind(new.mode.as_str())
        .bind(SubmissionState::Checked.as_str())
        .bind(new.user.to_string())
        .bind(clean(&new.file_name).into_owned())
        .bind(new.sha256.to_string())
        .bind(to_json(&new.report)?)
        .bind(to_integer(new.suites.len() as u64))
        .bind(now.0)
        .execute(&mut *tx)
        .await?;
        let rows = new
            .suites
            .into_iter()
            .map(|suite| {
                let task = tasks.get(&suite.key).ok_or_else(|| {
                    StoreError::invalid(format!(
                        "suite for task {}, which its benchmark version does not have",
                        suite.key
                    ))
                })?;
                Ok([
                    Cell::text(SuiteId::new()),
                    Cell::text(new.id),
                    Cell::text(task),
                    Cell::Integer(i64::from(suite.attempt.0)),
                    Cell::Text(suite.code),
                    Cell::text(&suite.sha256),
                    Cell::text(suite.extraction),
                ])
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        let columns = ["id", "submission_id", "task_id", "attempt", "code", "sha256", "extraction"];
        insert(&mut tx, "suites", columns, rows).await?;
        tx.commit().await
    }
}

/// Refuses what could not be evaluated as it was hashed.
fn check(suites: &[NewSuite]) -> Result<(), StoreError> {
    let mut slots = HashSet::new();
    for NewSuite { key, attempt, code, .. } in suites {
        if !slots.insert((key, attempt)) {
            return Err(StoreError::invalid(format!("two suites for task {key}, attempt {}", attempt.0)));
        }
        // Not replaced like elsewhere: the suite is addressed by the hash of its text.
        if code.contains('\0') {
            return Err(StoreError::invalid(format!("the suite for task {key} holds a NUL byte")));
        }
    }
    Ok(())
}

/// The model with this name; a new one is made without provider and link, which only published figures give.
pub(crate) async fn ensure_model(connection: &mut AnyConnection, name: &ModelName) -> Result<ModelId, StoreError> {
    sqlx::query(
        "INSERT INTO models (id, name, provider, link, open_weights) VALUES ($1, $2, '', '', 0)
         ON CONFLICT (name) DO NOTHING",
    )
    .bind(ModelId::new().to_string())
    .bind(name.to_string())
    .execute(&mut *connection)
    .await?;
    sqlx::query("SELECT id FROM models WHERE name = $1")
        .bind(name.to_string())
        .fetch_one(connection)
        .await?
        .parsed("id")
}
