//! Uploads, queueing, and who may see what.

use domain::{Attempt, Language, Outcome, SubmissionState, Viewer};
use store::{NewVersion, StoreError};

use crate::fixture::{
    claim, complete, drain, key, new_benchmark, new_repository, new_submission, new_version, queued, report, scored,
    suite, world,
};
use crate::support::START;

on_both! {
    async fn a_submission_is_stored_as_it_came(db) {
        let world = world(&db).await;
        let mut new = new_submission(&world, "Model A", vec![suite("cobra-1", 0), suite("cobra-1", 1), suite("chi-1", 0)]);
        new.file_name = "an\0swers.jsonl".into();
        let id = new.id;
        db.store.create_submission(new).await.unwrap();
        let record = db.store.submission(id).await.unwrap().unwrap();
        assert_eq!(record.state, SubmissionState::Checked);
        assert_eq!(record.benchmark.as_str(), "starter");
        assert_eq!(record.model.as_str(), "Model A");
        assert_eq!(record.user_name, "vendor@example.org");
        assert_eq!(record.file_name, "an\u{fffd}swers.jsonl");
        assert_eq!(record.report, report());
        assert_eq!(record.created.0, START);
        assert_eq!(record.evaluation, None);
        assert_eq!(db.count("SELECT COUNT(*) FROM jobs").await, 0, "nothing is queued yet");

        let slot = db.store.slot(id, &key("cobra-1"), Attempt(1)).await.unwrap().unwrap();
        assert_eq!(slot.code, "suite 1 of cobra-1");
        assert_eq!((slot.result, slot.provenance), (None, None));
        assert_eq!(slot.task.repository.spec.name.as_str(), "cobra");
        assert!(db.store.slot(id, &key("cobra-1"), Attempt(2)).await.unwrap().is_none());
        assert!(db.store.slot(id, &key("cobra-2"), Attempt(0)).await.unwrap().is_none());
        let progress = db.store.progress(id).await.unwrap();
        assert_eq!(progress.languages.len(), 1);
        assert_eq!((progress.languages[0].language, progress.languages[0].slots), (Language::Go, 3));
    }

    async fn a_submission_keeps_the_version_that_it_was_made_for(db) {
        let world = world(&db).await;
        let new = new_submission(&world, "Model A", vec![suite("cobra-1", 0)]);
        let id = new.id;
        db.store.create_submission(new).await.unwrap();
        let later = NewVersion { label: "2.0".into(), ..new_version(world.benchmark, "later") };
        db.store.create_version(later).await.unwrap();
        let benchmark = db.store.benchmark(&"starter".parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(benchmark.version.unwrap().label, "2.0");
        let record = db.store.submission(id).await.unwrap().unwrap();
        assert_eq!((record.version, record.version_label.as_str()), (world.version, "1.0"));
    }

    async fn impossible_submissions_are_refused_whole(db) {
        let world = world(&db).await;
        let nul = store::NewSuite { code: "a\0b".into(), ..suite("chi-1", 0) };
        for (suites, message) in [
            (vec![suite("chi-1", 0), suite("nowhere-1", 0)], "nowhere-1"),
            (vec![suite("chi-1", 0), suite("chi-1", 0)], "two suites"),
            (vec![nul], "NUL"),
        ] {
            let error = db.store.create_submission(new_submission(&world, "m", suites)).await.unwrap_err();
            assert!(matches!(&error, StoreError::Invalid(text) if text.contains(message)), "{error}");
        }
        assert_eq!(db.count("SELECT COUNT(*) FROM submissions").await, 0);
        assert_eq!(db.count("SELECT COUNT(*) FROM suites").await, 0);
        assert!(matches!(
            db.store.queue_submission(domain::SubmissionId::new(), world.vendor, "1").await,
            Err(StoreError::NotFound { .. })
        ));
        let empty = new_submission(&world, "m", vec![]);
        let id = empty.id;
        db.store.create_submission(empty).await.unwrap();
        assert!(matches!(db.store.queue_submission(id, world.vendor, "1").await, Err(StoreError::Invalid(_))));
        assert_eq!(db.store.submission(id).await.unwrap().unwrap().state, SubmissionState::Checked);
    }

    async fn queueing_twice_queues_once(db) {
        let world = world(&db).await;
        let new = new_submission(&world, "m", vec![suite("cobra-1", 0), suite("cobra-1", 1), suite("hashie-2", 0)]);
        let id = new.id;
        db.store.create_submission(new).await.unwrap();
        let clicks: Vec<_> = (0..5)
            .map(|_| {
                let (store, vendor) = (db.store.clone(), world.vendor);
                tokio::spawn(async move { store.queue_submission(id, vendor, "1.2.3").await.unwrap() })
            })
            .collect();
        let mut evaluations = vec![];
        for click in clicks {
            evaluations.push(click.await.unwrap());
        }
        evaluations.dedup();
        assert_eq!(evaluations.len(), 1);
        assert_eq!(db.count("SELECT COUNT(*) FROM evaluations").await, 1);
        assert_eq!(db.count("SELECT COUNT(*) FROM jobs").await, 2, "one job per task, not per suite");
        let record = db.store.submission(id).await.unwrap().unwrap();
        assert_eq!(record.state, SubmissionState::Queued);
        let evaluation = record.evaluation.unwrap();
        assert_eq!((evaluation.id, evaluation.evaluator_version.as_str()), (evaluations[0], "1.2.3"));
        assert_eq!((evaluation.started, evaluation.finished), (None, None));
        let events = db.store.audit_events(100).await.unwrap();
        let queued: Vec<_> = events.iter().filter(|event| event.action == "submission.queued").collect();
        assert_eq!(queued.len(), 1);
        assert_eq!(queued[0].actor, Some(world.vendor));
        assert_eq!((queued[0].before.as_str(), queued[0].after.as_str()), ("checked", "queued"));
        assert_eq!(queued[0].subject, id.to_string());
    }

    async fn lists_are_per_account_and_newest_first(db) {
        let world = world(&db).await;
        let (first, _) = queued(&db, &world, "A", &["cobra-1", "cobra-2"]).await;
        db.pass_seconds(1);
        let mut foreign = new_submission(&world, "B", vec![suite("chi-1", 0)]);
        foreign.user = world.maintainer;
        let foreign_id = foreign.id;
        db.store.create_submission(foreign).await.unwrap();
        let job = claim(&db, "w").await.unwrap();
        assert!(complete(&db, &job, Outcome::Passed).await);

        let own = db.store.submissions(Some(world.vendor)).await.unwrap();
        assert_eq!(own.len(), 1);
        assert_eq!((own[0].id, own[0].settled, own[0].slots, own[0].passed), (first, 1, 2, 1));
        assert_eq!(own[0].state, SubmissionState::Running);
        let all = db.store.submissions(None).await.unwrap();
        assert_eq!(all.iter().map(|row| row.id).collect::<Vec<_>>(), [foreign_id, first]);
        assert_eq!((all[0].settled, all[0].slots), (0, 1));
    }

    async fn only_evaluated_submissions_are_public(db) {
        let world = world(&db).await;
        let (id, evaluation) = queued(&db, &world, "A", &["chi-1"]).await;
        let task = db.store.task_by_key(&key("chi-1")).await.unwrap().unwrap().task.id;
        drain(&db, Outcome::Passed).await;
        let stranger = db.store.create_user(&"s@example.org".parse().unwrap(), "S", "h", domain::Role::Vendor).await.unwrap();
        let viewer = async |user| db.store.viewer(user).await.unwrap().unwrap();
        let [owner, maintainer, stranger] =
            [viewer(world.vendor).await, viewer(world.maintainer).await, viewer(stranger).await];
        let outcomes = async |viewer: Option<&Viewer>, all| {
            db.store.task_outcomes(task, viewer.map(|viewer| viewer.id), all).await.unwrap().len()
        };

        let record = db.store.submission(id).await.unwrap().unwrap();
        assert!(!record.is_visible_to(None) && !record.is_visible_to(Some(&stranger)));
        assert!(record.is_visible_to(Some(&owner)) && record.is_visible_to(Some(&maintainer)));
        assert!(record.is_managed_by(Some(&owner)) && record.is_managed_by(Some(&maintainer)));
        assert_eq!(outcomes(None, false).await, 0);
        assert_eq!(outcomes(Some(&stranger), false).await, 0);
        assert_eq!(outcomes(Some(&owner), false).await, 1);
        assert_eq!(outcomes(Some(&maintainer), true).await, 1);

        db.store.finish_evaluation(evaluation, scored(vec![])).await.unwrap();
        let record = db.store.submission(id).await.unwrap().unwrap();
        assert!(record.is_visible_to(None) && record.is_visible_to(Some(&stranger)));
        assert!(!record.is_managed_by(None) && !record.is_managed_by(Some(&stranger)));
        let public = db.store.task_outcomes(task, None, false).await.unwrap();
        assert_eq!(public.len(), 1);
        assert_eq!((public[0].submission, public[0].outcome, public[0].covered), (id, Outcome::Passed, Some(1)));
        assert_eq!((public[0].model.as_str(), public[0].millis, public[0].invokes), ("A", 17, true));
    }

    async fn three_thousand_suites(db) {
        let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
        let repositories = vec![new_repository(Language::Go, "cobra", 3000)];
        let version = db.store.create_version(NewVersion { repositories, ..new_version(benchmark, "f") }).await.unwrap();
        let vendor = db.store.create_user(&"v@example.org".parse().unwrap(), "V", "h", domain::Role::Vendor).await.unwrap();
        let world = crate::fixture::World { benchmark, version, vendor, maintainer: vendor };
        let tasks: Vec<String> = (1..=3000).map(|n| format!("cobra-{n}")).collect();
        let tasks: Vec<&str> = tasks.iter().map(String::as_str).collect();
        let (id, _) = queued(&db, &world, "m", &tasks).await;
        assert_eq!(db.store.job_counts().await.unwrap(), (3000, 0, 0));
        assert_eq!(claim(&db, "w").await.unwrap().work.task_key, key("cobra-1"));
        assert_eq!(db.store.submissions(None).await.unwrap()[0].slots, 3000);
        assert_eq!(db.store.progress(id).await.unwrap().languages[0].slots, 3000);
    }
}
