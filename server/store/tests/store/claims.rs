//! Who gets which job when, and who may still write.

use std::collections::BTreeSet;

use domain::{Attempt, Language, Limits, Outcome, SubmissionState, TaskKey};

use crate::fixture::{
    LEASE, MAX_ATTEMPTS, claim, complete, key, provenance, queued, queued_suites, result, suite, wide_world, world,
};

const ALL: [&str; 6] = ["chi-1", "cobra-1", "cobra-2", "cobra-3", "hashie-1", "hashie-2"];

on_both! {
    async fn a_job_carries_everything_that_a_worker_needs(db) {
        let world = world(&db).await;
        let suites = vec![suite("cobra-2", 1), suite("cobra-2", 0)];
        let (submission, evaluation) = queued_suites(&db, &world, "m", suites).await;
        let job = claim(&db, "w1").await.unwrap();
        assert_eq!(job.attempt, 1);
        let work = &job.work;
        assert_eq!((work.evaluation, work.task_key.as_str(), work.language), (evaluation, "cobra-2", Language::Go));
        assert_eq!(work.file_text, "text of cobra\n");
        assert_eq!(work.focal.name, "work2");
        assert_eq!(work.repository.root, "/repo/cobra");
        assert_eq!(work.executable_lines.0, [20, 21]);
        assert_eq!(work.limits, Limits::default());
        let slots: Vec<_> = work.slots.iter().map(|slot| (slot.attempt, slot.suite.as_str())).collect();
        assert_eq!(slots, [(Attempt(0), "suite 0 of cobra-2"), (Attempt(1), "suite 1 of cobra-2")]);

        let record = db.store.submission(submission).await.unwrap().unwrap();
        assert_eq!(record.state, SubmissionState::Running);
        assert_eq!(record.evaluation.unwrap().started, Some(db.now()));
        let workers = db.store.workers().await.unwrap();
        assert_eq!((workers[0].name.as_str(), workers[0].current.as_str()), ("w1", "cobra-2"));
        assert_eq!(claim(&db, "w2").await, None);
        assert_eq!(db.store.job_counts().await.unwrap(), (0, 1, 0));
    }

    async fn a_repository_may_have_wider_limits(db) {
        let world = wide_world(&db).await;
        queued(&db, &world, "m", &["chi-1", "cobra-1"]).await;
        let chi = claim(&db, "w").await.unwrap().work;
        assert_eq!((chi.task_key.as_str(), &chi.limits), ("chi-1", &Limits::default()));
        let cobra = claim(&db, "w").await.unwrap().work;
        let wide = Limits { build_seconds: 600, ..Limits::default() };
        assert_eq!((cobra.task_key.as_str(), &cobra.limits), ("cobra-1", &wide));
        // Where readers see them, and where they come from.
        let shown = db.store.task_by_key(&key("cobra-1")).await.unwrap().unwrap();
        assert_eq!(shown.limits, wide);
        let version = db.store.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap().version.unwrap();
        assert_eq!(version.limits, Limits::default());
    }

    async fn twenty_claimers_get_twenty_different_jobs(db) {
        let world = world(&db).await;
        for model in ["A", "B", "C", "D"] {
            queued(&db, &world, model, &ALL).await;
        }
        let claimers: Vec<_> = (0..20)
            .map(|n| {
                let db = db.clone();
                tokio::spawn(async move { claim(&db, &format!("w{n}")).await.expect("24 jobs wait for 20 claimers") })
            })
            .collect();
        let (mut jobs, mut tokens, mut slots) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for claimer in claimers {
            let job = claimer.await.unwrap();
            jobs.insert(job.job);
            tokens.insert(job.token);
            slots.insert((job.work.evaluation, job.work.task));
        }
        assert_eq!((jobs.len(), tokens.len(), slots.len()), (20, 20, 20));
        assert_eq!(db.store.job_counts().await.unwrap(), (4, 20, 0));
    }

    async fn jobs_of_one_evaluation_and_repository_can_be_taken_together(db) {
        let world = world(&db).await;
        let (_, a) = queued(&db, &world, "A", &ALL).await;
        db.pass_seconds(1);
        queued(&db, &world, "B", &["cobra-1", "cobra-2"]).await;
        // chi-1 comes first and is the only one of its repository.
        let chi = claim(&db, "w").await.unwrap();
        assert_eq!(db.store.claim_alike("w", LEASE, &chi.work, 10).await.unwrap(), []);
        let _b = claim(&db, "w").await.unwrap();
        // One that was tried before stays out, even when it waits again.
        let fault = domain::HostFault::new("running", "disk full");
        let tried = claim(&db, "w").await.unwrap();
        assert_eq!((tried.work.evaluation, tried.work.task_key.as_str()), (a, "cobra-1"));
        db.store.fail_job(tried.job, &tried.token, &fault, MAX_ATTEMPTS).await.unwrap();
        db.pass_seconds(10_000);
        let like = &tried.work;
        let one = db.store.claim_alike("w1", LEASE, like, 1).await.unwrap();
        let rest = db.store.claim_alike("w2", LEASE, like, 10).await.unwrap();
        let names = |jobs: &[store::ClaimedJob]| {
            jobs.iter().map(|job| (job.work.evaluation, job.work.task_key.to_string())).collect::<Vec<_>>()
        };
        assert_eq!((names(&one), names(&rest)), (vec![(a, "cobra-2".into())], vec![(a, "cobra-3".into())]));
        assert!(one.iter().chain(&rest).all(|job| job.attempt == 1 && job.work.slots.len() == 1));
        // Each is held and settled by itself.
        assert!(db.store.heartbeat_job(one[0].job, &one[0].token, "w1", LEASE).await.unwrap());
        assert!(!db.store.heartbeat_job(one[0].job, &rest[0].token, "w1", LEASE).await.unwrap());
        assert!(complete(&db, &rest[0], Outcome::Passed).await);
        assert!(complete(&db, &one[0], Outcome::TestFailed).await);
        // A lease that runs out brings a job back, to be worked on alone.
        db.pass_seconds(i64::from(LEASE) + 1);
        let again = claim(&db, "w").await.unwrap();
        assert_eq!(db.store.claim_alike("w", LEASE, &again.work, 10).await.unwrap(), []);
    }

    async fn turns_are_fair(db) {
        let world = world(&db).await;
        let (_, a) = queued(&db, &world, "A", &ALL).await;
        db.pass_seconds(1);
        let (_, b) = queued(&db, &world, "B", &["cobra-1", "cobra-2"]).await;
        db.pass_seconds(1);
        let (_, c) = queued(&db, &world, "C", &["hashie-1"]).await;
        let mut turns = vec![];
        let mut jobs = vec![];
        for _ in 0..6 {
            let job = claim(&db, "w").await.unwrap();
            turns.push(job.work.evaluation);
            jobs.push(job);
        }
        // One each, oldest first; then those with fewest running; C has no second job, B no third.
        assert_eq!(turns, [a, b, c, a, b, a]);
        // A finished job makes its evaluation the one with the fewest.
        assert!(complete(&db, &jobs[0], Outcome::Passed).await);
        assert!(complete(&db, &jobs[3], Outcome::Passed).await);
        assert!(complete(&db, &jobs[5], Outcome::Passed).await);
        assert_eq!(claim(&db, "w").await.unwrap().work.evaluation, a);
    }

    async fn jobs_of_one_repository_follow_each_other(db) {
        let world = world(&db).await;
        queued(&db, &world, "A", &["hashie-2", "cobra-3", "chi-1", "cobra-1"]).await;
        let mut order: Vec<TaskKey> = vec![];
        while let Some(job) = claim(&db, "w").await {
            order.push(job.work.task_key);
        }
        assert_eq!(order, ["chi-1", "cobra-1", "cobra-3", "hashie-2"].map(key));
    }

    async fn an_expired_lease_is_given_to_another_and_the_old_token_is_worthless(db) {
        let world = world(&db).await;
        let (submission, _) = queued(&db, &world, "A", &["chi-1"]).await;
        let old = claim(&db, "w1").await.unwrap();
        db.pass_seconds(i64::from(LEASE) - 1);
        assert_eq!(claim(&db, "w2").await, None, "the lease holds for a second more");
        db.pass_seconds(1);
        assert_eq!(db.store.job_counts().await.unwrap(), (1, 0, 0), "an expired lease counts as waiting");
        let new = claim(&db, "w2").await.unwrap();
        assert_eq!((new.job, new.attempt), (old.job, 2));
        assert_ne!(new.token, old.token);

        assert!(!complete(&db, &old, Outcome::Passed).await);
        assert!(!db.store.heartbeat_job(old.job, &old.token, "w1", LEASE).await.unwrap());
        let fault = domain::HostFault::new("testing", "late");
        assert!(!db.store.fail_job(old.job, &old.token, &fault, MAX_ATTEMPTS).await.unwrap());
        assert_eq!(db.count("SELECT COUNT(*) FROM outcomes").await, 0);
        assert!(complete(&db, &new, Outcome::TestFailed).await);
        assert_eq!(db.count("SELECT COUNT(*) FROM outcomes").await, 1);
        let progress = db.store.progress(submission).await.unwrap();
        assert_eq!(progress.faults, 1, "a lost lease is a fault of ours");
    }

    async fn a_heartbeat_keeps_the_lease(db) {
        let world = world(&db).await;
        queued(&db, &world, "A", &["chi-1"]).await;
        let job = claim(&db, "w1").await.unwrap();
        for _ in 0..5 {
            db.pass_seconds(i64::from(LEASE) / 2);
            assert!(db.store.heartbeat_job(job.job, &job.token, "w1", LEASE).await.unwrap());
            assert_eq!(claim(&db, "w2").await, None);
        }
        assert_eq!(db.store.workers().await.unwrap()[0].seen, db.now());
        assert!(!db.store.heartbeat_job(job.job, "another token", "w1", LEASE).await.unwrap());
        assert!(complete(&db, &job, Outcome::Passed).await);
        assert!(!db.store.heartbeat_job(job.job, &job.token, "w1", LEASE).await.unwrap());
    }

    async fn completing_twice_doubles_nothing(db) {
        let world = world(&db).await;
        queued_suites(&db, &world, "A", vec![suite("chi-1", 0), suite("chi-1", 1)]).await;
        let job = claim(&db, "w").await.unwrap();
        let tries: Vec<_> = (0..4)
            .map(|_| {
                let (db, job) = (db.clone(), job.clone());
                tokio::spawn(async move { complete(&db, &job, Outcome::Passed).await })
            })
            .collect();
        let mut stored = 0;
        for result in tries {
            stored += u32::from(result.await.unwrap());
        }
        assert_eq!(stored, 1);
        assert_eq!(db.count("SELECT COUNT(*) FROM outcomes").await, 2);
        assert_eq!(claim(&db, "w").await, None);
    }

    async fn results_must_fit_the_suites(db) {
        let world = world(&db).await;
        queued_suites(&db, &world, "A", vec![suite("chi-1", 0), suite("chi-1", 1)]).await;
        let job = claim(&db, "w").await.unwrap();
        let passed = |attempt| result(attempt, Outcome::Passed);
        for results in [
            vec![],
            vec![passed(0)],
            vec![passed(0), passed(0)],
            vec![passed(0), passed(2)],
            vec![passed(0), passed(1), passed(2)],
            vec![passed(0), result(1, Outcome::InfraError)],
        ] {
            let error = db.store.complete_job(job.job, &job.token, &results, &provenance("w")).await.unwrap_err();
            assert!(matches!(error, store::StoreError::Invalid(_)), "{error}");
        }
        assert_eq!(db.count("SELECT COUNT(*) FROM outcomes").await, 0);
        assert!(complete(&db, &job, Outcome::Passed).await, "the lease survives a refusal");
    }

    async fn a_restarted_worker_gives_its_leases_back(db) {
        let world = world(&db).await;
        queued(&db, &world, "A", &["chi-1", "cobra-1", "cobra-2"]).await;
        let first = claim(&db, "w1").await.unwrap();
        claim(&db, "w1").await.unwrap();
        let other = claim(&db, "w2").await.unwrap();
        assert_eq!(db.store.release_worker("w1").await.unwrap(), 2);
        assert_eq!(db.store.release_worker("w1").await.unwrap(), 0);
        assert_eq!(db.store.job_counts().await.unwrap(), (2, 1, 0));
        assert!(!complete(&db, &first, Outcome::Passed).await);
        let again = claim(&db, "w1").await.unwrap();
        assert_eq!((again.job, again.attempt), (first.job, 1), "no attempt is counted");
        assert!(complete(&db, &other, Outcome::Passed).await, "another worker's lease is untouched");
    }

    async fn idle_workers_are_known(db) {
        db.store.worker_seen("w1", "chi-1").await.unwrap();
        db.pass_seconds(5);
        db.store.worker_seen("w2", "").await.unwrap();
        db.store.worker_seen("w1", "").await.unwrap();
        let workers = db.store.workers().await.unwrap();
        assert_eq!(workers.len(), 2);
        assert!(workers.iter().all(|worker| worker.seen == db.now() && worker.current.is_empty()));
    }
}
