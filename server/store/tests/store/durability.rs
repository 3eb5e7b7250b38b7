//! A worker or server that vanishes at any moment loses nothing and doubles nothing.

use std::collections::BTreeMap;

use domain::{HostFault, Outcome};
use store::{ClaimedJob, Store};

use crate::fixture::{LEASE, claim, complete, provenance, queued_suites, results, scored, suite, world};

/// Ten slots of six tasks.
fn suites() -> Vec<store::NewSuite> {
    let mut suites = vec![];
    for task in ["chi-1", "cobra-1", "cobra-2", "cobra-3", "hashie-1", "hashie-2"] {
        suites.push(suite(task, 0));
        if task.starts_with("co") || task == "chi-1" {
            suites.push(suite(task, 1));
        }
    }
    suites
}

on_both! {
    async fn numbers_are_right_after_claims_were_abandoned_at_any_point(db) {
        let world = world(&db).await;
        let (_, evaluation) = queued_suites(&db, &world, "A", suites()).await;
        let mut abandoned: Vec<ClaimedJob> = vec![];
        let mut completed = 0;
        for step in 0..200 {
            let worker = format!("w{step}");
            let Some(job) = db.store.claim_job(&worker, LEASE, 1000).await.unwrap() else {
                if completed == 6 {
                    break;
                }
                db.pass_seconds(i64::from(LEASE));
                continue;
            };
            // Whoever had this job before comes back late with other results.
            for late in abandoned.iter().filter(|late| late.job == job.job) {
                assert!(!complete(&db, late, Outcome::Crashed).await);
            }
            match step % 4 {
                // Killed right after the claim; the lease runs out.
                0 => abandoned.push(job),
                // Killed after a heartbeat.
                1 => {
                    db.pass_seconds(20);
                    assert!(db.store.heartbeat_job(job.job, &job.token, &worker, LEASE).await.unwrap());
                    abandoned.push(job);
                }
                // Restarted: gives back what it held.
                2 => {
                    assert_eq!(db.store.release_worker(&worker).await.unwrap(), 1);
                    abandoned.push(job);
                }
                // Killed after the commit and before it heard of it: says the same again.
                _ => {
                    assert!(complete(&db, &job, Outcome::Passed).await);
                    assert!(!complete(&db, &job, Outcome::Passed).await);
                    completed += 1;
                }
            }
        }
        assert_eq!(completed, 6);
        assert!(abandoned.len() > 6, "{} claims were abandoned", abandoned.len());
        assert_eq!(db.store.finishable().await.unwrap(), [evaluation]);
        let mut slots = BTreeMap::new();
        for row in db.store.observations(evaluation).await.unwrap() {
            *slots.entry((row.task, row.attempt, row.outcome)).or_insert(0) += 1;
        }
        assert_eq!(slots.len(), 10);
        assert!(slots.iter().all(|((_, _, outcome), count)| *outcome == Outcome::Passed && *count == 1), "{slots:?}");
        db.store.finish_evaluation(evaluation, scored(vec![])).await.unwrap();
    }

    async fn a_server_that_vanishes_in_a_transaction_leaves_no_trace(db) {
        let world = world(&db).await;
        let (_, evaluation) = queued_suites(&db, &world, "A", suites()).await;
        // Futures that are dropped in the middle, at ever later points.
        for polls in 1..60 {
            if let Some(job) = claim(&db, "w").await {
                let results = results(&job.work, Outcome::Passed);
                let provenance = provenance("w");
                let completing = db.store.complete_job(job.job, &job.token, &results, &provenance);
                polled_at_most(polls, completing).await;
            }
            let claiming = db.store.claim_job("ghost", LEASE, 1000);
            polled_at_most(polls, claiming).await;
            db.pass_seconds(1);
            db.store.release_worker("ghost").await.unwrap();
            db.store.release_worker("w").await.unwrap();
        }
        while let Some(job) = claim(&db, "w").await {
            complete(&db, &job, Outcome::Passed).await;
        }
        let rows = db.store.observations(evaluation).await.unwrap();
        let slots: std::collections::BTreeSet<_> = rows.iter().map(|row| (row.task, row.attempt)).collect();
        assert_eq!((rows.len(), slots.len()), (10, 10));
        assert_eq!(db.store.finishable().await.unwrap(), [evaluation]);
    }

    async fn many_workers_with_faults_settle_every_slot_once(db) {
        let world = world(&db).await;
        let mut evaluations = vec![];
        for model in ["A", "B", "C"] {
            evaluations.push(queued_suites(&db, &world, model, suites()).await.1);
        }
        // Two servers, ten workers.
        let other = Store::connect(&db.url).await.unwrap();
        let workers: Vec<_> = (0..10)
            .map(|n| {
                let db = db.clone();
                let store = if n % 2 == 0 { db.store.clone() } else { other.clone().with_clock(store::Clock::new({ let db = db.clone(); move || db.now() })) };
                tokio::spawn(async move {
                    let name = format!("w{n}");
                    let mut turn = n;
                    let mut idle = 0;
                    while idle < 3 {
                        let Some(job) = store.claim_job(&name, LEASE, 1000).await.unwrap() else {
                            idle += 1;
                            db.pass_seconds(300);
                            continue;
                        };
                        turn += 1;
                        let fault = HostFault::new("testing", "on purpose");
                        match turn % 3 {
                            0 => {
                                store.fail_job(job.job, &job.token, &fault, 1000).await.unwrap();
                            }
                            1 => {}
                            _ => {
                                let results = results(&job.work, Outcome::Passed);
                                store.complete_job(job.job, &job.token, &results, &provenance(&name)).await.unwrap();
                            }
                        }
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.await.unwrap();
        }
        other.close().await;
        // What the workers left when they stopped.
        db.pass_seconds(1000);
        while let Some(job) = db.store.claim_job("last", LEASE, 1000).await.unwrap() {
            assert!(complete(&db, &job, Outcome::Passed).await);
        }
        for evaluation in evaluations {
            assert_eq!(db.store.observations(evaluation).await.unwrap().len(), 10);
            db.store.finish_evaluation(evaluation, scored(vec![])).await.unwrap();
        }
        assert_eq!(db.count("SELECT COUNT(*) FROM leaderboard_entries").await, 3);
        assert_eq!(db.count("SELECT COUNT(*) FROM outcomes WHERE outcome <> 'passed'").await, 0);
    }
}

/// Polls a future at most so often and drops it then, as happens to a request whose client is gone.
async fn polled_at_most<T>(polls: u32, future: impl Future<Output = T>) -> Option<T> {
    let mut future = std::pin::pin!(future);
    let mut left = polls;
    std::future::poll_fn(move |context| {
        if left == 0 {
            return std::task::Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}
