//! What suites fail at, stored beside what they ended as.

use domain::{Attempt, Failure, FailureMode, Hallucination, Outcome};
use store::SlotFilter;

use crate::fixture::{claim, complete, key, queued, world};

fn failure(line: &str) -> Failure {
    Failure {
        mode: FailureMode::ApiHallucination,
        hallucination: Some(Hallucination::PhantomLibrary),
        rule: "go.import".into(),
        line: line.into(),
    }
}

on_both! {
    async fn outcomes_are_classified_once_for_each_version_of_the_rules(db) {
        let world = world(&db).await;
        let (submission, _) = queued(&db, &world, "A", &["chi-1", "cobra-1", "hashie-1"]).await;
        assert_eq!(db.store.unclassified(10).await.unwrap(), []);
        for outcome in [Outcome::CompileError, Outcome::Passed] {
            let job = claim(&db, "w").await.unwrap();
            assert!(complete(&db, &job, outcome).await);
        }
        let rows = db.store.unclassified(10).await.unwrap();
        assert_eq!(db.store.unclassified(1).await.unwrap(), rows[..1]);
        let [broken, passed] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!((broken.result.outcome, broken.suite.as_str()), (Outcome::CompileError, "suite 0 of chi-1"));
        assert_eq!(passed.result.outcome, Outcome::Passed);
        assert_eq!(db.store.source_texts(broken.repository).await.unwrap(), ["text of chi\n"]);

        let found = [(broken.outcome, Some(failure("no\0 testify"))), (passed.outcome, None)];
        db.store.set_failures("1", &found).await.unwrap();
        assert_eq!(db.store.unclassified(10).await.unwrap(), []);
        let slot = db.store.slot(submission, &key("chi-1"), Attempt(0)).await.unwrap().unwrap();
        assert_eq!(slot.failure, Some(failure("no\u{fffd} testify")));
        let slot = db.store.slot(submission, &key("cobra-1"), Attempt(0)).await.unwrap().unwrap();
        assert_eq!(slot.failure, None);

        let filter = SlotFilter { failure: Some(FailureMode::ApiHallucination), ..SlotFilter::default() };
        let (slots, total) = db.store.slots(submission, filter).await.unwrap();
        assert_eq!((slots.len(), total, slots[0].task.clone()), (1, 1, key("chi-1")));
        let shown = (slots[0].failure, slots[0].hallucination);
        assert_eq!(shown, (Some(FailureMode::ApiHallucination), Some(Hallucination::PhantomLibrary)));
        let filter = SlotFilter { failure: Some(FailureMode::LogicAssertion), ..SlotFilter::default() };
        assert_eq!(db.store.slots(submission, filter).await.unwrap(), (vec![], 0));
        let (slots, total) = db.store.slots(submission, SlotFilter::default()).await.unwrap();
        assert_eq!((slots.len(), total), (3, 3), "those that wait are there too");
        assert_eq!(slots[1].cases, (1, 1));

        assert_eq!(db.store.forget_failures("1").await.unwrap(), 0);
        assert_eq!(db.store.forget_failures("2").await.unwrap(), 2);
        assert_eq!(db.store.unclassified(10).await.unwrap(), rows);
        // Better rules may find that there is no failure.
        db.store.set_failures("2", &[(broken.outcome, None)]).await.unwrap();
        let slot = db.store.slot(submission, &key("chi-1"), Attempt(0)).await.unwrap().unwrap();
        assert_eq!(slot.failure, None);
    }
}
