//! Making the demo's submissions, or finding those that were cut off.

use std::io::{Seek as _, Write as _};

use anyhow::{Context as _, bail};
use domain::{BenchmarkVersionId, ContextMode, Email, ModelName, Role, SubmissionId, SubmissionState, UserId};
use store::{NewSubmission, Store};

use crate::auth::{Password, Passwords};
use crate::samples::{Samples, TaskNames};
use crate::uploads::check_file;

/// Address of the account that the demo's submissions belong to.
const EMAIL: &str = "demo@assay.invalid";

/// Largest sample file in bytes; ours are far smaller.
const MAX_BYTES: u64 = 64 << 20;

/// Name of a sample submission on the board.
fn model(submission: &str) -> anyhow::Result<ModelName> {
    Ok(format!("Sample suites, {submission}").parse()?)
}

/// Submissions of the demo that are not settled yet, with the names of the samples; the newest of each.
pub(super) async fn unfinished(
    store: &Store,
    samples: &Samples,
    version: BenchmarkVersionId,
) -> anyhow::Result<Vec<(String, SubmissionId)>> {
    let mut rows = store.submissions(None).await?;
    rows.sort_by_key(|row| std::cmp::Reverse((row.created, row.id)));
    let mut newest = Vec::new();
    for name in samples.submissions() {
        let model = model(&name)?;
        if let Some(row) = rows.iter().find(|row| row.model == model) {
            newest.push((name, row));
        }
    }
    let open = |state| !matches!(state, SubmissionState::Evaluated | SubmissionState::Blocked);
    if !newest.iter().any(|(_, row)| open(row.state)) || newest.len() != samples.submissions().len() {
        return Ok(Vec::new());
    }
    let user = user(store).await?;
    let mut found = Vec::new();
    for (name, row) in newest {
        let record = store.submission(row.id).await?.context("a submission vanished")?;
        if record.version != version {
            // The images were built anew in between; what was begun with the old ones is left as it is.
            return Ok(Vec::new());
        }
        // Cut off between storing and queueing. Queueing twice changes nothing.
        store.queue_submission(row.id, user, evaluator::EVALUATOR_VERSION).await?;
        found.push((name, row.id));
    }
    Ok(found)
}

/// Checks, stores and queues every sample submission, as the upload page does.
pub(super) async fn begin(
    store: &Store,
    samples: &Samples,
    names: &TaskNames,
    version: BenchmarkVersionId,
) -> anyhow::Result<Vec<(String, SubmissionId)>> {
    let user = user(store).await?;
    let tasks = store.task_keys(version).await?;
    let mut begun = Vec::new();
    for name in samples.submissions() {
        let lines = samples.jsonl(&samples.of(&name, names)?)?;
        let mut file = tempfile::tempfile()?;
        file.write_all(lines.as_bytes())?;
        file.rewind()?;
        let checked = check_file(file, tasks.clone(), MAX_BYTES)?;
        if !checked.report.is_acceptable() {
            bail!("the sample submission `{name}` was refused: {:?}", checked.report.problems);
        }
        let id = SubmissionId::new();
        println!("Submission `{name}`: {} suites, {} warnings.", checked.report.suites, checked.report.warnings_total);
        let submission = NewSubmission {
            id,
            version,
            model: model(&name)?,
            mode: ContextMode::Standard,
            user,
            file_name: format!("{name}.jsonl"),
            sha256: checked.report.sha256.clone(),
            report: checked.report,
            suites: checked.suites,
        };
        store.create_submission(submission).await?;
        begun.push((name, id));
    }
    for (_, id) in &begun {
        store.queue_submission(*id, user, evaluator::EVALUATOR_VERSION).await?;
    }
    Ok(begun)
}

/// The demo's account, with a password that nobody knows.
async fn user(store: &Store) -> anyhow::Result<UserId> {
    let email: Email = EMAIL.parse()?;
    if let Some((viewer, _)) = store.credentials(&email).await? {
        return Ok(viewer.id);
    }
    let secret = hex::encode(rand::random::<[u8; 32]>());
    let hash = Passwords::new(1)?.hash(Password::attempt(&secret)).await?;
    Ok(store.create_user(&email, "Assay demo", &hash, Role::Vendor).await?)
}
