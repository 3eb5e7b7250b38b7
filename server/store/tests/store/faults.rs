//! Faults of ours: retried with growing delay, then dead, and never a score.

use domain::{Attempt, HostFault, Outcome, SubmissionState};
use store::{Finish, StoreError};

use crate::fixture::{LEASE, MAX_ATTEMPTS, claim, complete, drain, key, queued, queued_suites, scored, suite, world};
use crate::support::Db;

fn fault() -> HostFault {
    HostFault::new("starting a container", "the engine does not\0answer")
}

async fn fail(db: &Db, job: &store::ClaimedJob) -> bool {
    db.store.fail_job(job.job, &job.token, &fault(), MAX_ATTEMPTS).await.unwrap()
}

on_both! {
    async fn a_failed_job_waits_and_then_dies_and_can_be_revived(db) {
        let world = world(&db).await;
        let (submission, evaluation) =
            queued_suites(&db, &world, "A", vec![suite("chi-1", 0), suite("chi-1", 1), suite("cobra-1", 0)]).await;
        let job = claim(&db, "w").await.unwrap();
        assert_eq!(job.work.task_key, key("chi-1"));
        assert!(fail(&db, &job).await);
        assert!(!fail(&db, &job).await, "the lease ended with the failure");
        // The other job is not held up.
        let other = claim(&db, "w").await.unwrap();
        assert_eq!(other.work.task_key, key("cobra-1"));
        assert!(complete(&db, &other, Outcome::Passed).await);

        // 2 s after the first failure, 4 s after the second.
        assert_eq!(claim(&db, "w").await, None);
        db.pass_seconds(1);
        assert_eq!(claim(&db, "w").await, None);
        db.pass_seconds(1);
        let job = claim(&db, "w").await.unwrap();
        assert_eq!(job.attempt, 2);
        assert!(fail(&db, &job).await);
        db.pass_seconds(3);
        assert_eq!(claim(&db, "w").await, None);
        let progress = db.store.progress(submission).await.unwrap();
        assert_eq!((progress.faults, progress.state), (2, SubmissionState::Running));
        assert_eq!(progress.last_fault.as_deref(), Some("starting a container: the engine does not\u{fffd}answer"));
        assert_eq!(db.store.finishable().await.unwrap(), []);
        db.pass_seconds(1);
        let job = claim(&db, "w").await.unwrap();
        assert_eq!(job.attempt, MAX_ATTEMPTS);
        assert!(fail(&db, &job).await);

        // Dead: both of its slots end as faults of ours, and the evaluation cannot be scored.
        assert_eq!(db.store.job_counts().await.unwrap(), (0, 0, 1));
        db.pass_seconds(1000);
        assert_eq!(claim(&db, "w").await, None);
        let slot = db.store.slot(submission, &key("chi-1"), Attempt(1)).await.unwrap().unwrap();
        let result = slot.result.unwrap();
        assert_eq!(result.outcome, Outcome::InfraError);
        assert!(result.reason.contains("the engine does not\u{fffd}answer"), "{}", result.reason);
        assert_eq!(slot.provenance, None);
        assert_eq!(db.store.finishable().await.unwrap(), [evaluation]);
        let error = db.store.finish_evaluation(evaluation, scored(vec![])).await.unwrap_err();
        assert!(matches!(&error, StoreError::Invalid(text) if text.contains("2 slots")), "{error}");
        assert_eq!(db.store.finishable().await.unwrap(), [evaluation], "the refusal changed nothing");

        db.store.finish_evaluation(evaluation, Finish::Blocked { infra: 2 }).await.unwrap();
        let record = db.store.submission(submission).await.unwrap().unwrap();
        assert_eq!(record.state, SubmissionState::Blocked);
        assert!(record.evaluation.unwrap().finished.is_some());
        assert_eq!(db.store.finishable().await.unwrap(), []);
        assert_eq!(db.count("SELECT COUNT(*) FROM leaderboard_entries").await, 0);

        // Revived: the outcomes of the dead job are gone, the others stay, and the attempts count from zero.
        assert_eq!(db.store.retry_dead_jobs(Some(evaluation)).await.unwrap(), 1);
        assert_eq!(db.store.retry_dead_jobs(None).await.unwrap(), 0);
        let record = db.store.submission(submission).await.unwrap().unwrap();
        assert_eq!(record.state, SubmissionState::Running);
        assert_eq!(record.evaluation.unwrap().finished, None);
        assert_eq!(db.count("SELECT COUNT(*) FROM outcomes").await, 1);
        let job = claim(&db, "w").await.unwrap();
        assert_eq!(job.attempt, 1);
        assert!(complete(&db, &job, Outcome::TestFailed).await);
        db.store.finish_evaluation(evaluation, scored(vec![])).await.unwrap();
        assert_eq!(db.store.submission(submission).await.unwrap().unwrap().state, SubmissionState::Evaluated);
        let actions: Vec<String> = db.store.audit_events(4).await.unwrap().into_iter().map(|event| event.action).collect();
        assert_eq!(actions, ["entry.verified", "evaluation.retried", "evaluation.blocked", "submission.queued"]);
    }

    async fn a_lease_that_expires_every_time_ends_dead(db) {
        let world = world(&db).await;
        let (submission, evaluation) = queued(&db, &world, "A", &["chi-1", "cobra-1"]).await;
        for attempt in 1..=MAX_ATTEMPTS {
            let job = claim(&db, "crashing").await.unwrap();
            assert_eq!((job.work.task_key.as_str(), job.attempt), ("chi-1", attempt));
            db.pass_seconds(i64::from(LEASE));
        }
        let next = claim(&db, "w").await.unwrap();
        assert_eq!(next.work.task_key, key("cobra-1"), "the job that kills its workers is not given out again");
        assert_eq!(db.store.job_counts().await.unwrap(), (0, 1, 1));
        let slot = db.store.slot(submission, &key("chi-1"), Attempt(0)).await.unwrap().unwrap();
        let result = slot.result.unwrap();
        assert_eq!(result.outcome, Outcome::InfraError);
        assert!(result.reason.contains("worker crashing stopped answering"), "{}", result.reason);
        assert_eq!(db.store.progress(submission).await.unwrap().faults, u64::from(MAX_ATTEMPTS));
        assert!(complete(&db, &next, Outcome::Passed).await);
        assert_eq!(db.store.finishable().await.unwrap(), [evaluation]);
    }

    async fn retrying_one_evaluation_leaves_the_others(db) {
        let world = world(&db).await;
        let mut evaluations = vec![];
        for model in ["A", "B"] {
            let (_, evaluation) = queued(&db, &world, model, &["chi-1"]).await;
            let job = claim(&db, "w").await.unwrap();
            assert!(db.store.fail_job(job.job, &job.token, &fault(), 1).await.unwrap());
            db.store.finish_evaluation(evaluation, Finish::Blocked { infra: 1 }).await.unwrap();
            evaluations.push(evaluation);
        }
        assert_eq!(db.store.job_counts().await.unwrap(), (0, 0, 2));
        assert_eq!(db.store.retry_dead_jobs(Some(evaluations[1])).await.unwrap(), 1);
        assert_eq!(db.store.job_counts().await.unwrap(), (1, 0, 1));
        assert_eq!(claim(&db, "w").await.unwrap().work.evaluation, evaluations[1]);
        assert_eq!(db.store.retry_dead_jobs(None).await.unwrap(), 1);
        assert_eq!(claim(&db, "w").await.unwrap().work.evaluation, evaluations[0]);
    }

    async fn a_job_that_cannot_be_read_does_not_block_the_queue(db) {
        let world = world(&db).await;
        queued(&db, &world, "A", &["chi-1", "cobra-1"]).await;
        db.raw("UPDATE suites SET extraction = 'by magic' WHERE code = 'suite 0 of chi-1'").await.unwrap();
        let error = db.store.claim_job("w", LEASE, MAX_ATTEMPTS).await.unwrap_err().to_string();
        assert!(error.contains("`extraction`") && error.contains("by magic"), "{error}");
        assert_eq!(claim(&db, "w").await.unwrap().work.task_key, key("cobra-1"));
    }

    async fn nothing_is_left_behind_after_a_full_drain(db) {
        let world = world(&db).await;
        queued(&db, &world, "A", &["chi-1", "cobra-1", "hashie-1"]).await;
        assert_eq!(drain(&db, Outcome::Passed).await, 3);
        assert_eq!(db.store.job_counts().await.unwrap(), (0, 0, 0));
        assert_eq!(db.count("SELECT COUNT(*) FROM jobs WHERE lease_token IS NOT NULL OR lease_until IS NOT NULL").await, 0);
    }
}
