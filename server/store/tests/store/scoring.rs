//! What scoring needs beyond the first tables, and figures that are computed anew.

use domain::{Control, Language, Metric, Mutant, MutationOperator, Outcome, Scope, TaskMutants};
use store::{NewVersion, TaskCountRow};

use crate::fixture::{
    World, claim, complete, drain, new_benchmark, new_version, provenance, queued, results, scored, world, world_of,
};
use crate::support::Db;

/// The statements of the migration that look at rows of before.
fn updates_of_the_migration() -> Vec<&'static str> {
    updates_of(include_str!("../../../../migrations/0004_scoring.sql"))
}

fn updates_of(migration: &'static str) -> Vec<&'static str> {
    migration.split(';').filter_map(|statement| statement.find("UPDATE ").map(|start| &statement[start..])).collect()
}

/// A world in which two of Go's four tasks have mutants, and none of Ruby's.
async fn mutant_world(db: &Db, mutants_wanted: u16) -> World {
    let benchmark = db.store.ensure_benchmark(new_benchmark("starter")).await.unwrap();
    let mut version: NewVersion = new_version(benchmark, "mutants");
    version.limits.mutants = mutants_wanted;
    let cobra = version.repositories.iter_mut().find(|repository| repository.spec.name.as_str() == "cobra").unwrap();
    for task in &mut cobra.tasks[..2] {
        let operator = MutationOperator::Constant;
        let mutant = Mutant { number: 0, operator, line: 10, start: 0, end: 1, replacement: "2".into() };
        task.mutants = TaskMutants { valid: vec![mutant], invalid: vec![] };
    }
    world_of(db, version).await
}

on_both! {
    async fn tasks_with_mutants_are_counted_where_mutants_are_wanted(db) {
        let world = mutant_world(&db, 24).await;
        let (_, evaluation) = queued(&db, &world, "A", &["chi-1"]).await;
        let row = |language, tasks, with_mutants| TaskCountRow { language, tasks, with_mutants };
        let expected = [row(Language::Go, 4, 2), row(Language::Ruby, 2, 0)];
        assert_eq!(db.store.version_task_count(evaluation).await.unwrap(), expected);

        let repositories = db.store.repository_task_count(evaluation).await.unwrap();
        let of: Vec<_> = repositories.iter().map(|r| (r.spec.name.as_str(), r.tasks, r.with_mutants)).collect();
        assert_eq!(of, [("chi", 1, 0), ("cobra", 3, 2), ("hashie", 2, 0)]);

        // Versions from before the column was there get the same by the migration.
        db.raw("UPDATE tasks SET has_mutants = 0").await.unwrap();
        db.raw(updates_of_the_migration()[0]).await.unwrap();
        assert_eq!(db.store.version_task_count(evaluation).await.unwrap(), expected);
    }

    async fn a_version_that_wants_no_mutants_has_no_task_with_mutants(db) {
        let world = mutant_world(&db, 0).await;
        let (_, evaluation) = queued(&db, &world, "A", &["chi-1"]).await;
        assert!(db.store.version_task_count(evaluation).await.unwrap().iter().all(|count| count.with_mutants == 0));
    }

    async fn a_flaky_pass_is_stored_as_one(db) {
        let world = world(&db).await;
        let (_, evaluation) = queued(&db, &world, "A", &["chi-1", "cobra-1", "cobra-2", "hashie-1"]).await;
        let repeats = [
            vec![],
            vec![Outcome::Passed, Outcome::Passed],
            vec![Outcome::Passed, Outcome::Timeout],
            vec![Outcome::TestFailed, Outcome::Passed],
        ];
        for repeats in repeats {
            let job = claim(&db, "w").await.unwrap();
            let mut results = results(&job.work, Outcome::Passed);
            results[0].evidence.repeats = repeats;
            // What a suite prints cannot make it flaky, in the migration neither.
            results[0].evidence.log = r#""repeats":["test_failed"]"#.into();
            assert!(db.store.complete_job(job.job, &job.token, &results, &provenance("w")).await.unwrap());
        }
        let flaky = async || -> Vec<bool> {
            db.store.observations(evaluation).await.unwrap().iter().map(|row| row.flaky).collect()
        };
        assert_eq!(flaky().await, [false, false, true, true]);

        db.raw("UPDATE outcomes SET flaky = 0").await.unwrap();
        db.raw(updates_of_the_migration()[1]).await.unwrap();
        assert_eq!(flaky().await, [false, false, true, true]);
        assert!(db.store.observations(evaluation).await.unwrap().iter().all(|row| row.control == Control::Noticed));
    }

    async fn test_cases_are_counted(db) {
        let world = world(&db).await;
        let (_, evaluation) = queued(&db, &world, "A", &["chi-1", "cobra-1"]).await;
        let job = claim(&db, "w").await.unwrap();
        let mut given = results(&job.work, Outcome::TestFailed);
        let case = given[0].evidence.tests[0].clone();
        let statuses = [&[domain::TestCaseStatus::Passed][..], domain::TestCaseStatus::ALL].concat();
        given[0].evidence.tests =
            statuses.iter().map(|&status| domain::TestCaseRecord { status, ..case.clone() }).collect();
        given[0].evidence.log = r#""status":"passed","message":"#.into();
        assert!(db.store.complete_job(job.job, &job.token, &given, &provenance("w")).await.unwrap());
        drain(&db, Outcome::CompileError).await;
        let cases = async || -> Vec<(u32, u32)> {
            db.store.observations(evaluation).await.unwrap().iter().map(|row| row.cases).collect()
        };
        assert_eq!(cases().await, [(2, 5), (0, 1)]);

        db.raw("UPDATE outcomes SET cases = 0, cases_passed = 0").await.unwrap();
        let updates = updates_of(include_str!("../../../../migrations/0005_test_cases.sql"));
        db.raw(updates[0]).await.unwrap();
        assert_eq!(cases().await, [(2, 5), (0, 1)]);
    }

    async fn figures_of_earlier_formulas_are_replaced_once(db) {
        let world = world(&db).await;
        let (submission, old) = queued(&db, &world, "A", &["chi-1"]).await;
        drain(&db, Outcome::Passed).await;
        db.store.finish_evaluation(old, scored(vec![(Scope::Macro, Metric::Tpr, 10.0, 6)])).await.unwrap();
        let (_, running) = queued(&db, &world, "B", &["chi-1"]).await;
        assert_eq!(db.store.outdated_evaluations("1").await.unwrap(), []);
        assert_eq!(db.store.outdated_evaluations("2").await.unwrap(), [old]);

        db.pass_seconds(5);
        let new = vec![(Scope::Macro, Metric::Tpr, 20.0, 6), (Scope::Macro, Metric::Ms, 0.0, 6)];
        let replacers: Vec<_> = (0..3)
            .map(|_| {
                let (store, new) = (db.store.clone(), new.clone());
                tokio::spawn(async move { store.replace_figures(old, "2", &new).await.unwrap() })
            })
            .collect();
        let mut replaced = 0;
        for replacer in replacers {
            replaced += u32::from(replacer.await.unwrap());
        }
        assert_eq!(replaced, 1);
        assert_eq!(db.store.outdated_evaluations("2").await.unwrap(), []);
        let board = db.store.board_entries(&"starter".parse().unwrap(), domain::ContextMode::Standard).await.unwrap();
        assert_eq!(board[0].figures.len(), 2);
        let updated = format!("SELECT COUNT(*) FROM leaderboard_entries WHERE updated_at = {}", db.now().0);
        assert_eq!(db.count(&updated).await, 1);
        assert!(board[0].figures.iter().any(|figure| figure == &new[0]));

        let events = db.store.audit_events(10).await.unwrap();
        let event = events.iter().find(|event| event.action == "entry.recomputed").unwrap();
        assert_eq!(event.subject, submission.to_string());
        let texts = (event.before.as_str(), event.after.as_str());
        assert_eq!(texts, ("formulas of version 1", "formulas of version 2"));
        assert_eq!(events.iter().filter(|event| event.action == "entry.recomputed").count(), 1);

        // Only what is on the board has figures to replace.
        assert!(!db.store.replace_figures(running, "2", &new).await.unwrap());
        assert!(db.store.replace_figures(old, "3", &[(Scope::Macro, Metric::Tpr, f64::NAN, 6)]).await.is_err());
        assert_eq!(db.store.figures(old).await.unwrap().len(), 2, "a refused replacement changes nothing");
        assert!(complete(&db, &claim(&db, "w").await.unwrap(), Outcome::Passed).await);
    }
}
