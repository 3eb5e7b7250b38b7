//! How far a submission is, and why nothing moves when nothing moves.

use app::error::AppError;
use app::ports::{LanguageProgress, Progress};
use domain::{SubmissionId, SubmissionState, Timestamp};
use store::ProgressRecord;

use super::Backend;
use super::faults::internal;

impl Backend {
    /// Progress of a submission that the viewer may see.
    pub(super) async fn progress_of(&self, id: SubmissionId) -> Result<Progress, AppError> {
        let record = self.store.progress(id).await.map_err(internal)?;
        let waits = matches!(record.state, SubmissionState::Queued | SubmissionState::Running);
        let stalled = match record.state {
            SubmissionState::Blocked => Some(blocked(&record)),
            _ if waits && record.running == 0 => match self.engine.info().await {
                Err(why) => Some(format!(
                    "The container engine cannot be used at the moment, so no suite can run: {why}. \
                     The evaluation goes on by itself once it answers."
                )),
                Ok(_) => record
                    .last_fault
                    .clone()
                    .map(|fault| format!("A fault of ours interrupted the run and is being retried: {fault}")),
            },
            _ => None,
        };
        Ok(arrange(&record, stalled))
    }
}

/// A record of the store as pages take it.
fn arrange(record: &ProgressRecord, stalled: Option<String>) -> Progress {
    let languages: Vec<LanguageProgress> = record
        .languages
        .iter()
        .map(|one| LanguageProgress { language: one.language, slots: one.slots, outcomes: one.outcomes.clone() })
        .collect();
    let slots = languages.iter().map(|one| one.slots).sum();
    let settled = languages.iter().flat_map(|one| &one.outcomes).map(|(_, n)| n).sum();
    let running = matches!(record.state, SubmissionState::Queued | SubmissionState::Running);
    let seconds_left = (running && stalled.is_none())
        .then(|| seconds_left(record.started, record.last_settled, settled, slots))
        .flatten();
    Progress {
        state: record.state,
        settled,
        slots,
        languages,
        queue_position: record.queue_position,
        stalled,
        faults: record.faults,
        seconds_left,
    }
}

fn blocked(record: &ProgressRecord) -> String {
    let fault = record.last_fault.as_deref().map(|fault| format!(" The last one: {fault}.")).unwrap_or_default();
    format!(
        "Some suites could not be run because of faults of ours, so there is no score yet.{fault} \
         A maintainer retries them with `assay admin retry-jobs`."
    )
}

/// The pace so far, carried on.
fn seconds_left(started: Option<Timestamp>, last: Option<Timestamp>, settled: u64, slots: u64) -> Option<u64> {
    let elapsed = u64::try_from(last?.0 - started?.0).ok().filter(|_| settled > 0)?;
    Some((slots.saturating_sub(settled) * elapsed / settled).div_ceil(1000))
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::seconds_left;

    #[test]
    fn the_pace_so_far_is_carried_on() {
        // 10 of 30 in 20 s: 20 more take 40 s.
        assert_eq!(seconds_left(Some(Timestamp(1_000)), Some(Timestamp(21_000)), 10, 30), Some(40));
        assert_eq!(seconds_left(Some(Timestamp(0)), Some(Timestamp(500)), 1, 1), Some(0));
        assert_eq!(seconds_left(Some(Timestamp(0)), None, 0, 30), None);
        assert_eq!(seconds_left(None, Some(Timestamp(0)), 1, 30), None);
    }
}
