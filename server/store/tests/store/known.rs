//! Results of earlier runs of the same suite.

use domain::{Outcome, Provenance, Sha256};
use store::NewSuite;

use crate::fixture::{claim, complete, provenance, queued, queued_suites, suite, wide_world, world};

on_both! {
    async fn the_same_suite_has_a_known_result(db) {
        let world = world(&db).await;
        let (_, first) = queued(&db, &world, "A", &["cobra-1", "chi-1"]).await;
        // By repository: chi first.
        for outcome in [Outcome::Timeout, Outcome::Passed] {
            let job = claim(&db, "w").await.unwrap();
            assert!(complete(&db, &job, outcome).await);
        }
        queued(&db, &world, "B", &["cobra-1", "chi-1"]).await;
        let chi = claim(&db, "w").await.unwrap();
        assert_eq!(db.store.known_results(&chi.work, "1.2.3", "runc").await.unwrap(), None, "the host may have been busy");
        assert!(complete(&db, &chi, Outcome::TestFailed).await);

        let cobra = claim(&db, "w").await.unwrap();
        let (results, from) = db.store.known_results(&cobra.work, "1.2.3", "runc").await.unwrap().unwrap();
        assert_eq!(results.len(), 1);
        assert_eq!(results[0].outcome, Outcome::Passed);
        assert_eq!(from, Provenance { reused_from: Some(first), ..provenance("w") });
        for (version, runtime) in [("1.2.4", "runc"), ("1.2.3", "runsc")] {
            assert_eq!(db.store.known_results(&cobra.work, version, runtime).await.unwrap(), None, "{version} {runtime}");
        }
        let mut other = cobra.work.clone();
        other.limits.run_seconds += 1;
        assert_eq!(db.store.known_results(&other, "1.2.3", "runc").await.unwrap(), None, "other limits");

        // What is reused is not reused again, but found where it was made.
        assert!(db.store.complete_job(cobra.job, &cobra.token, &results, &from).await.unwrap());
        queued(&db, &world, "C", &["cobra-1"]).await;
        let cobra = claim(&db, "w").await.unwrap();
        let (_, from) = db.store.known_results(&cobra.work, "1.2.3", "runc").await.unwrap().unwrap();
        assert_eq!(from.reused_from, Some(first));

        let different = NewSuite { sha256: "f".repeat(64).parse::<Sha256>().unwrap(), ..suite("cobra-1", 1) };
        complete(&db, &cobra, Outcome::Passed).await;
        queued_suites(&db, &world, "D", vec![suite("cobra-1", 0), different]).await;
        let two = claim(&db, "w").await.unwrap();
        assert_eq!(db.store.known_results(&two.work, "1.2.3", "runc").await.unwrap(), None, "all slots or none");
    }

    async fn results_are_known_under_the_limits_of_the_repository(db) {
        let world = wide_world(&db).await;
        let (_, first) = queued(&db, &world, "A", &["cobra-1"]).await;
        let job = claim(&db, "w").await.unwrap();
        assert!(complete(&db, &job, Outcome::Passed).await);
        let mut work = job.work;
        let (_, from) = db.store.known_results(&work, "1.2.3", "runc").await.unwrap().unwrap();
        assert_eq!(from.reused_from, Some(first));
        work.limits.build_seconds = domain::Limits::default().build_seconds;
        assert_eq!(db.store.known_results(&work, "1.2.3", "runc").await.unwrap(), None, "it had longer to build");
    }
}
