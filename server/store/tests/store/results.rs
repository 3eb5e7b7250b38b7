//! Progress, slots, and what metrics are computed from.

use domain::{Attempt, Control, Language, LineCoverage, Metric, Outcome, Scope, SubmissionState};
use store::{Finish, SlotFilter, StoreError, TaskCountRow};

use crate::fixture::{
    claim, complete, drain, key, provenance, queued, queued_suites, result, results as results_of, scored, suite, world,
};
use crate::support::START;

on_both! {
    async fn progress_counts_slots_per_language(db) {
        let world = world(&db).await;
        let suites = vec![suite("hashie-1", 0), suite("cobra-1", 0), suite("cobra-1", 1), suite("chi-1", 0)];
        let (submission, _) = queued_suites(&db, &world, "A", suites).await;
        let progress = db.store.progress(submission).await.unwrap();
        assert_eq!(progress.state, SubmissionState::Queued);
        assert_eq!((progress.started, progress.first_settled, progress.running), (None, None, 0));

        let job = claim(&db, "w").await.unwrap();
        assert_eq!(db.store.progress(submission).await.unwrap().running, 1);
        db.pass_seconds(3);
        assert!(complete(&db, &job, Outcome::Timeout).await);
        db.pass_seconds(4);
        let job = claim(&db, "w").await.unwrap();
        let two = [result(0, Outcome::Passed), result(1, Outcome::Timeout)];
        assert!(db.store.complete_job(job.job, &job.token, &two, &provenance("w7")).await.unwrap());

        let progress = db.store.progress(submission).await.unwrap();
        assert_eq!(progress.state, SubmissionState::Running);
        let languages: Vec<_> = progress.languages.iter().map(|l| (l.language, l.slots, l.outcomes.clone())).collect();
        assert_eq!(
            languages,
            [
                (Language::Go, 3, vec![(Outcome::Passed, 1), (Outcome::Timeout, 2)]),
                (Language::Ruby, 1, vec![]),
            ]
        );
        let seconds = |time: Option<domain::Timestamp>| time.map(|time| (time.0 - START) / 1000);
        assert_eq!(seconds(progress.started), Some(0));
        assert_eq!(seconds(progress.first_settled), Some(3));
        assert_eq!(seconds(progress.last_settled), Some(7));
        assert_eq!((progress.faults, progress.last_fault), (0, None));
        let evaluation = db.store.submission(submission).await.unwrap().unwrap().evaluation.unwrap();
        assert_eq!(evaluation.provenance, Some(provenance("w7")));
        let unknown = domain::SubmissionId::new();
        assert!(matches!(db.store.progress(unknown).await, Err(StoreError::NotFound { .. })));
    }

    async fn the_place_in_the_queue(db) {
        let world = world(&db).await;
        let mut submissions = vec![];
        for model in ["A", "B", "C"] {
            submissions.push(queued(&db, &world, model, &["chi-1", "cobra-1"]).await.0);
            db.pass_seconds(1);
        }
        let places = async || {
            let mut places = vec![];
            for submission in &submissions {
                places.push(db.store.progress(*submission).await.unwrap().queue_position);
            }
            places
        };
        assert_eq!(places().await, [0, 1, 2]);
        let first = claim(&db, "w").await.unwrap();
        assert_eq!(places().await, [0, 0, 1], "A runs; B is next, and then C before A's second job");
        claim(&db, "w").await.unwrap();
        assert_eq!(places().await, [0, 0, 0]);
        assert!(complete(&db, &first, Outcome::Passed).await);
        assert_eq!(places().await, [0, 0, 1]);
    }

    async fn slots_are_filtered_and_paged(db) {
        let world = world(&db).await;
        let (submission, _) = queued(&db, &world, "A", &["chi-1", "cobra-1", "cobra-2", "hashie-1"]).await;
        for outcome in [Outcome::Passed, Outcome::CompileError] {
            let job = claim(&db, "w").await.unwrap();
            assert!(complete(&db, &job, outcome).await);
        }
        let list = async |filter| db.store.slots(submission, filter).await.unwrap();
        let base = SlotFilter::default;
        let (slots, total) = list(base()).await;
        let shown: Vec<_> = slots.iter().map(|slot| (slot.task.as_str(), slot.outcome)).collect();
        assert_eq!(total, 4);
        assert_eq!(
            shown,
            [
                ("chi-1", Some(Outcome::Passed)),
                ("cobra-1", Some(Outcome::CompileError)),
                ("cobra-2", None),
                ("hashie-1", None),
            ]
        );
        assert_eq!(slots[0].coverage, Some(LineCoverage { executable: 2, covered: vec![10] }));
        assert_eq!((slots[0].millis, slots[0].invokes, slots[0].reason.as_str()), (17, true, "because it is passed"));
        assert_eq!((slots[2].millis, slots[2].invokes, slots[2].reason.as_str()), (0, false, ""));
        assert_eq!(slots[1].coverage, None);

        let keys = |slots: Vec<domain::SlotRow>| slots.into_iter().map(|slot| slot.task.to_string()).collect::<Vec<_>>();
        let (slots, total) = list(SlotFilter { outcome: Some(Outcome::CompileError), ..base() }).await;
        assert_eq!((keys(slots), total), (vec!["cobra-1".to_owned()], 1));
        let (slots, total) = list(SlotFilter { language: Some(Language::Ruby), ..base() }).await;
        assert_eq!((keys(slots), total), (vec!["hashie-1".to_owned()], 1));
        let (slots, total) = list(SlotFilter { search: "COBRA".into(), limit: 1, offset: 1, ..base() }).await;
        assert_eq!((keys(slots), total), (vec!["cobra-2".to_owned()], 2));
        let (slots, total) = list(SlotFilter { search: "_".into(), ..base() }).await;
        assert_eq!((keys(slots), total), (vec![], 0));
    }

    async fn evidence_comes_back_as_it_was_and_without_nul(db) {
        let world = world(&db).await;
        let (submission, _) = queued(&db, &world, "A", &["chi-1"]).await;
        let job = claim(&db, "w").await.unwrap();
        let mut given = result(0, Outcome::TestFailed);
        given.reason = "because\0".into();
        given.evidence.log = "before\0after \\u0000 ünï".into();
        given.evidence.tests[0].name = "Test\0".into();
        given.evidence.tests[0].message = "\0\0".into();
        given.evidence.checks[0].detail = "\0".into();
        given.evidence.placement_notes[0] = "n\0".into();
        assert!(db.store.complete_job(job.job, &job.token, &[given.clone()], &provenance("w")).await.unwrap());

        given.reason = "because\u{fffd}".into();
        given.evidence.log = "before\u{fffd}after \\u0000 ünï".into();
        given.evidence.tests[0].name = "Test\u{fffd}".into();
        given.evidence.tests[0].message = "\u{fffd}\u{fffd}".into();
        given.evidence.checks[0].detail = "\u{fffd}".into();
        given.evidence.placement_notes[0] = "n\u{fffd}".into();
        let slot = db.store.slot(submission, &key("chi-1"), Attempt(0)).await.unwrap().unwrap();
        assert_eq!(slot.result, Some(given));
        assert_eq!(slot.provenance, Some(provenance("w")));
    }

    async fn observations_are_what_was_seen(db) {
        let world = world(&db).await;
        let (_, evaluation) = queued(&db, &world, "A", &["cobra-1", "hashie-1"]).await;
        drain(&db, Outcome::Passed).await;
        let (_, failing) = queued(&db, &world, "B", &["cobra-1"]).await;
        drain(&db, Outcome::CompileError).await;

        let rows = db.store.observations(evaluation).await.unwrap();
        assert_eq!(rows.len(), 2);
        let cobra = db.store.task_by_key(&key("cobra-1")).await.unwrap().unwrap();
        let row = &rows[0];
        assert_eq!((row.task, row.repository, row.language), (cobra.task.id, cobra.repository.id, Language::Go));
        assert_eq!((row.attempt, row.outcome, row.control), (Attempt(0), Outcome::Passed, Control::Noticed));
        assert_eq!((row.invokes, row.compiles, row.executable, row.covered), (true, true, 2, 1));
        assert_eq!(rows[1].language, Language::Ruby);
        let rows = db.store.observations(failing).await.unwrap();
        assert_eq!((rows[0].compiles, rows[0].covered, rows[0].control), (false, 0, Control::NotRun));
        // All tasks of the version, whether or not there was a suite for them.
        let counts = db.store.version_task_count(evaluation).await.unwrap();
        let count = |language, tasks| TaskCountRow { language, tasks, with_mutants: 0 };
        assert_eq!(counts, [count(Language::Go, 4), count(Language::Ruby, 2)]);
    }

    async fn a_scored_evaluation_is_published_once(db) {
        let world = world(&db).await;
        let (submission, evaluation) = queued(&db, &world, "A", &["cobra-1", "hashie-1"]).await;
        let figures = vec![
            (Scope::Macro, Metric::Tpr, 100.0 / 3.0, 2),
            (Scope::Language(Language::Go), Metric::Csr, 50.0, 4),
            (Scope::Language(Language::Go), Metric::Tpr, 25.0, 4),
        ];
        let job = claim(&db, "w").await.unwrap();
        let early = db.store.finish_evaluation(evaluation, scored(figures.clone())).await;
        assert!(matches!(early, Err(StoreError::Invalid(_))), "{early:?}");
        let early = db.store.finish_evaluation(evaluation, Finish::Blocked { infra: 0 }).await;
        assert!(matches!(early, Err(StoreError::Invalid(_))), "{early:?}");
        assert_eq!(db.store.finishable().await.unwrap(), []);
        assert!(db.store.complete_job(job.job, &job.token, &results_of(&job.work, Outcome::Passed), &provenance("w")).await.unwrap());
        drain(&db, Outcome::TestFailed).await;
        assert_eq!(db.store.finishable().await.unwrap(), [evaluation]);

        let nan = vec![(Scope::Macro, Metric::Tpr, f64::NAN, 2)];
        assert!(db.store.finish_evaluation(evaluation, scored(nan)).await.is_err());
        db.pass_seconds(9);
        let finishers: Vec<_> = (0..4)
            .map(|_| {
                let (store, figures) = (db.store.clone(), figures.clone());
                tokio::spawn(async move { store.finish_evaluation(evaluation, scored(figures)).await.unwrap() })
            })
            .collect();
        for finisher in finishers {
            finisher.await.unwrap();
        }
        db.store.finish_evaluation(evaluation, Finish::Blocked { infra: 1 }).await.unwrap();
        let record = db.store.submission(submission).await.unwrap().unwrap();
        assert_eq!(record.state, SubmissionState::Evaluated, "a finished evaluation stays as it is");
        assert_eq!(record.evaluation.unwrap().finished, Some(db.now()));

        let mut sorted = figures;
        sorted.rotate_left(1);
        assert_eq!(db.store.figures(evaluation).await.unwrap(), sorted);
        let entries = db.store.board_entries(&"starter".parse().unwrap(), domain::ContextMode::Standard).await.unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].submission, entries[0].source), (Some(submission), domain::EntrySource::Verified));
        assert_eq!((entries[0].model.as_str(), entries[0].added, &entries[0].figures), ("A", db.now(), &sorted));
        let verified: Vec<_> =
            db.store.audit_events(100).await.unwrap().into_iter().filter(|event| event.action == "entry.verified").collect();
        assert_eq!(verified.len(), 1);
        assert_eq!((verified[0].before.as_str(), verified[0].after.as_str()), ("running", "evaluated"));
        assert_eq!(db.store.retry_dead_jobs(Some(evaluation)).await.unwrap(), 0);
        let unknown = db.store.finish_evaluation(domain::EvaluationId::new(), Finish::Blocked { infra: 0 }).await;
        assert!(matches!(unknown, Err(StoreError::NotFound { .. })));
    }
}
